"""Find the warm parent of this code, or start one: a socket in a folder that only this user can enter.

One parent serves every worker that runs the same Python over the same files. When a file of `autograder` or `utils`
changes, its key changes too, so the next kernel gets a parent that has imported the new code; the old one ends when
its kernels have.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from autograder.kernels import preload, protocol

# What of the grader's environment the parent gets. It must hold no secret: every kernel inherits its memory.
ENVIRONMENT = (
    "PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "LD_LIBRARY_PATH",
    "VIRTUAL_ENV", "CONDA_PREFIX", "COVERAGE_PROCESS_START",
)  # fmt: skip
_START_SECONDS = 120.0
_PACKAGES = Path(__file__).resolve().parents[2]  # the folder that holds autograder/ and utils/


class ParentFailed(RuntimeError):
    """The warm parent did not start; the message says why."""


def folder() -> Path:
    """The private folder of sockets, mode 700: under XDG_RUNTIME_DIR, or in the temporary folder."""
    base = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
    if not os.access(base, os.W_OK) or len(base) > 40:  # the address of a socket has room for 107 bytes
        base = "/tmp"
    path = Path(base) / f"autograder-{os.getuid()}"
    with contextlib.suppress(FileExistsError):
        path.mkdir(mode=0o700)
    status = path.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise ParentFailed(f"{path} must be a folder of your own with mode 700: remove it, then try again.")
    return path


def key(python: str, preload: Sequence[str]) -> str:
    """A short name for everything that a parent's contents depend on, and where its kernels' scratch folders stand."""
    parts: list[object] = [python, sorted(preload), sys.version, tempfile.gettempdir()]
    for package in ("autograder", "utils"):
        parts += sorted(_files(str(_PACKAGES / package)))
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:12]


def _files(folder: str) -> Iterator[tuple[str, int, int]]:
    """Name, time and size of every Python file below a folder. Asked before each kernel, so it must be quick."""
    if not os.path.isdir(folder):
        return
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                status = entry.stat()
                yield entry.path, status.st_mtime_ns, status.st_size
            elif "." not in entry.name and entry.name != "__pycache__" and entry.is_dir():
                yield from _files(entry.path)


def connect(python: str, preload: Sequence[str], idle: float = 60.0) -> socket.socket:
    """A connection to the parent for this code, started when there is none. Blocks for seconds in that case.

    `idle`: seconds without a kernel after which the parent ends by itself. Raises ParentFailed.
    """
    name = key(python, preload)
    with locked() as place:
        path = place / f"parent-{name}.sock"
        connection = _connected(path)
        if connection is None:
            _sweep(place)
            _start(python, preload, path, idle)
            connection = _connected(path)
    if connection is None:
        raise ParentFailed(f"The warm parent of the kernels started and was gone at once; see {_log(path)}.")
    protocol.room_for_packets(connection)
    return connection


def start_ahead(options: Mapping[str, Any]) -> None:
    """Start the warm parent in the background, so that it imports while the caller does something else.

    options: those of WarmProvisioner in a configuration. What goes wrong is said when the first kernel is asked for.
    """
    modules = options.get("preload", preload.MODULES)

    def start() -> None:
        with contextlib.suppress(Exception):
            connect(sys.executable, list(modules), options.get("idle_seconds", 60.0)).close()

    threading.Thread(target=start, daemon=True).start()


def stop(patience: float = 10.0) -> None:
    """End every warm parent of this user as soon as its kernels have ended; waits for those without any."""
    paths = list(folder().glob("parent-*.sock"))
    for path in paths:
        connection = _connected(path)
        if connection is not None:
            with connection, contextlib.suppress(OSError):
                protocol.send(connection, {"do": "stop"})
    end = time.monotonic() + patience
    while any(path.exists() for path in paths) and time.monotonic() < end:
        time.sleep(0.02)


@contextlib.contextmanager
def locked(*, wait: bool = True, place: Path | None = None) -> Iterator[Path]:
    """The folder of sockets, held against all other processes of this user. Without `wait`: BlockingIOError.

    place: a folder from another environment, which may name another XDG_RUNTIME_DIR; FileNotFoundError when it is gone.

    The lock is on the folder itself, so there is no lock file to leave behind. Who waited for a folder that is gone
    by now tries again with the new one.
    """
    import fcntl

    while True:
        path = place or folder()
        fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            with contextlib.suppress(FileNotFoundError):
                if os.stat(path).st_ino == os.fstat(fd).st_ino:
                    yield path
                    return
        finally:
            os.close(fd)


def new_folder() -> Path:
    """A new folder for one kernel's sockets."""
    with locked() as place:
        return Path(tempfile.mkdtemp(prefix=f"k-{os.getpid()}-", dir=place))


def remove_sockets(folder: Path | None) -> None:
    """Remove a kernel's folder of sockets: it is flat, and only the grader and its guard ever write to it."""
    if folder is None or not folder.name.startswith("k-"):
        return
    with contextlib.suppress(OSError):
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()


def _sweep(place: Path) -> None:
    """Remove what parents and graders left that were killed. Nobody starts or leaves meanwhile: we hold the lock."""
    for path in place.glob("parent-*.log"):
        connection = _connected(path.with_suffix(".sock"))
        if connection is None:
            path.unlink(missing_ok=True)
            path.with_suffix(".sock").unlink(missing_ok=True)
        else:
            connection.close()
    for path in place.glob("k-*-*"):
        if not os.path.exists(f"/proc/{path.name.split('-')[1]}"):
            remove_sockets(path)


def _connected(path: Path) -> socket.socket | None:
    connection = protocol.connection_socket()
    try:
        connection.connect(str(path))
    except OSError:
        connection.close()
        return None
    return connection


def _start(python: str, preload: Sequence[str], path: Path, idle: float) -> None:
    reading, writing = os.pipe()
    environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    environment["PYTHONPATH"] = str(_PACKAGES)
    command = [
        python, "-m", "autograder.kernels.parent", "--socket", str(path), "--idle", str(idle),
        "--preload", ",".join(preload), "--ready", str(writing),
    ]  # fmt: skip
    with _log(path).open("wb") as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=environment,
            cwd="/",
            pass_fds=[writing],
        )
    os.close(writing)
    process.wait()  # it has left a copy of itself in the background
    answer = _read(reading, _START_SECONDS)
    if answer != "ready":
        reason = answer or _log(path).read_text(errors="replace").strip().splitlines()[-1:]
        raise ParentFailed(f"The warm parent of the kernels did not start: {reason or 'no answer'}")


def _read(fd: int, seconds: float) -> str:
    """What comes through a pipe until it is closed."""
    import selectors

    answer = b""
    end = time.monotonic() + seconds
    with open(fd, "rb", buffering=0) as pipe, selectors.DefaultSelector() as selector:
        selector.register(pipe, selectors.EVENT_READ)
        while selector.select(max(0.0, end - time.monotonic())):
            block = pipe.read(4096)
            if not block:
                break
            answer += block
    return answer.decode(errors="replace")


def _log(path: Path) -> Path:
    return path.with_suffix(".log")
