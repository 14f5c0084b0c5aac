"""The cache: where assets lie, how they get there whole or not at all, and how two processes share it."""

import contextlib
import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout

from utils.assets import stamps
from utils.assets.asset import Archive, Asset, Source
from utils.assets.download import from_mirror, from_registry, no_space
from utils.assets.errors import AssetError
from utils.assets.stamps import sha256_of
from utils.assets.table import ASSETS
from utils.assets.unpack import unpack

NO_SPACE_LEFT = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}
NOT_ALLOWED = {errno.EACCES, errno.EPERM, errno.EROFS}


def cache_folder() -> Path:
    """Where fetched files are kept: AUTOGRADER_CACHE, or else the user's cache folder."""
    chosen = os.environ.get("AUTOGRADER_CACHE")
    return (
        Path(chosen).expanduser().absolute() if chosen else platformdirs.user_cache_path("autograder", False)
    )


def path(name: str, *, verify: bool = False, mirror: str | Path | None = None, progress: bool = True) -> Path:
    """The cached file of an asset, or its folder where it has several files; fetched first when not there.

    verify: read a cached file again, whatever its stamp says, and fetch a damaged one anew.
    mirror: a folder of archives to use instead of the registry; AUTOGRADER_MIRROR by default.
    Raises AssetError, one sentence; also for a file whose bytes have changed, where `verify` does not repair it.
    """
    asset = _named(name)
    if _is_there(asset):
        wrong = _damage(asset, verify)
        if wrong is None:
            return _target(asset)
        if not verify:
            raise wrong
    _install(asset, _mirror(mirror), progress, verify)
    return _target(asset)


def cached(name: str, *, verify: bool = False) -> Path | None:
    """What `path` would return without fetching, or None when the asset is not there, or damaged.

    verify: compare hashes again, whatever the stamp says.
    """
    asset = _named(name)
    return _target(asset) if _is_whole(asset, verify) else None


def damage(name: str) -> str | None:
    """The sentence for a cached asset whose bytes have changed, or None. Reads all of it, and writes nothing."""
    asset = _named(name)
    wrong = _damage(asset, verify=True, keep=False) if _is_there(asset) else None
    return str(wrong) if wrong else None


def fetch(
    names: Iterable[str] | None = None, mirror: str | Path | None = None, progress: bool = True
) -> dict[str, Path]:
    """Fetch assets ahead of time, and check the hash of those that are there already.

    names: all but the optional ones by default. Returns the path of each, by name. Raises AssetError.
    """
    chosen = [asset.name for asset in ASSETS.values() if not asset.optional] if names is None else list(names)
    for name in chosen:
        _named(name)  # a misspelt name is told before an hour of downloads
    return {name: path(name, verify=True, mirror=mirror, progress=progress) for name in chosen}


def fill_mirror(folder: str | Path, names: Iterable[str] | None = None, progress: bool = True) -> list[Path]:
    """Put the archives of assets into a folder, for machines without network (AUTOGRADER_MIRROR).

    names: all but the optional ones by default. Returns the archives. Raises AssetError.
    """
    folder = Path(folder).expanduser().absolute()
    chosen = [asset.name for asset in ASSETS.values() if not asset.optional] if names is None else list(names)
    archives: dict[str, tuple[str, Archive]] = {}
    for name in chosen:
        archive = _named(name).sources[0].archive
        archives.setdefault(archive.filename, (name, archive))
    for name, archive in archives.values():
        with _told_in_one_sentence(name, archive.size, folder, "another folder"):
            folder.mkdir(parents=True, exist_ok=True)
            final = folder / archive.filename
            if final.is_file() and sha256_of(final) == archive.sha256:
                continue
            with _temporary(archive, folder) as temporary:
                os.replace(from_registry(name, archive, temporary, progress), final)
    return [folder / filename for filename in archives]


def _named(name: str) -> Asset:
    if name not in ASSETS:
        raise AssetError("name", f"There is no asset named {name!r}; there are {', '.join(ASSETS)}.")
    return ASSETS[name]


def _mirror(folder: str | Path | None) -> Path | None:
    chosen = folder or os.environ.get("AUTOGRADER_MIRROR")
    return Path(chosen).expanduser().absolute() if chosen else None


def _folder(asset: Asset) -> Path:
    # part of the hash is in the name, so that another version of the course never takes this file for its own
    return cache_folder() / "assets" / f"{asset.name}-{asset.key}"


def _target(asset: Asset) -> Path:
    first, *others = asset.members
    return _folder(asset) if others else _folder(asset) / first.name


def _stamp(asset: Asset) -> Path:
    return cache_folder() / "stamps" / f"{asset.name}-{asset.key}.json"


def _is_there(asset: Asset) -> bool:
    """Whether every file stands under its name with its size; what they hold is another question."""
    folder = _folder(asset)
    try:
        return all((folder / member.name).stat().st_size == member.size for member in asset.members)
    except OSError:
        return False


def _damage(asset: Asset, verify: bool, keep: bool = True) -> AssetError | None:
    """What to tell of files that are there and not as they should be; None where all is well. keep: write a stamp."""
    wanted = {member.name: member.sha256 for member in asset.members}
    repair = f"type `autograder fetch {asset.name}`, which fetches it again"
    try:
        wrong = stamps.damaged(_folder(asset), wanted, _stamp(asset), verify=verify, keep=keep)
    except OSError as error:
        return AssetError("damaged", f"{asset.name} cannot be read ({error}); {repair}.")
    for file, found in wrong.items():
        expected = wanted[file.relative_to(_folder(asset)).as_posix()]
        told = f"{file} has sha256 {found}, but {expected} is expected"
        return AssetError("damaged", f"{asset.name} is damaged: {told}; {repair}.")
    return None


def _is_whole(asset: Asset, verify: bool) -> bool:
    return _is_there(asset) and _damage(asset, verify) is None


def _install(asset: Asset, mirror: Path | None, progress: bool, verify: bool) -> None:
    """Try the sources in order. Where none works, what was wrong with the first one is told."""
    first: AssetError | None = None
    for source in asset.sources:
        try:
            return _install_from(asset, source, mirror, progress, verify)
        except AssetError as error:
            if error.kind not in ("archive", "member", "mirror"):  # the next source would fail likewise
                raise
            first = first or error
    assert first is not None, f"{asset.name} has no source"
    raise first


def _install_from(asset: Asset, source: Source, mirror: Path | None, progress: bool, verify: bool) -> None:
    cache, archive = cache_folder(), source.archive
    needed = asset.size + (0 if mirror else 2 * archive.size)  # pip writes the archive, then copies it
    with _told_in_one_sentence(asset.name, needed, cache, "a folder of your own"):
        (cache / "assets").mkdir(parents=True, exist_ok=True)
        (cache / "locks").mkdir(exist_ok=True)
        with _locked(cache / "locks" / f"{archive.package}.lock", asset.name, progress):
            if _is_whole(asset, verify):  # another process was faster
                return
            for left in cache.glob(
                f"fetch-{archive.package}-*"
            ):  # by a process that was killed: the lock is ours
                shutil.rmtree(left, ignore_errors=True)
            if shutil.disk_usage(cache).free < needed:
                raise no_space(asset.name, needed, cache)
            with _temporary(archive, cache) as temporary:
                if mirror:
                    file = from_mirror(asset.name, archive, mirror, cache)
                else:
                    file = from_registry(asset.name, archive, temporary, progress)
                _place(asset, source, file, temporary)
                for other in ASSETS.values():  # small neighbours in the same archive come along
                    shared = next((s for s in other.sources if s.archive is archive), None)
                    if shared is not None and other.name != asset.name and not _is_whole(other, False):
                        _place(other, shared, file, temporary)


def _place(asset: Asset, source: Source, archive: Path, temporary: Path) -> None:
    """Unpack beside the cache's final name, then rename: a reader sees all of it or nothing."""
    new, final = temporary / f"new-{asset.name}", _folder(asset)
    new.mkdir()
    unpack(asset, source, archive, new, cache_folder())
    if final.exists():  # damaged, or it would not be replaced
        os.replace(final, temporary / f"old-{asset.name}")
    os.replace(new, final)
    stamps.write(final, {member.name: member.sha256 for member in asset.members}, _stamp(asset))


@contextlib.contextmanager
def _locked(file: Path, name: str, progress: bool) -> Iterator[None]:
    """Hold a lock that a killed process gives up, so that one process fetches and the others wait for it."""
    lock = FileLock(file)
    try:
        lock.acquire(timeout=1)
    except Timeout:
        if progress:
            print(f"Another process is fetching {name}; waiting for it.", file=sys.stderr, flush=True)
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


@contextlib.contextmanager
def _temporary(archive: Archive, parent: Path) -> Iterator[Path]:
    """A folder on the cache's own disk, which is removed whatever happens."""
    prefix = f"fetch-{archive.package}-"
    with tempfile.TemporaryDirectory(prefix=prefix, dir=parent, ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@contextlib.contextmanager
def _told_in_one_sentence(name: str, needed: int, cache: Path, instead: str) -> Iterator[None]:
    """Turn what the file system says into an AssetError."""
    try:
        yield
    except OSError as error:
        if error.errno in NO_SPACE_LEFT:
            raise no_space(name, needed, cache) from error
        if error.errno in NOT_ALLOWED:
            raise AssetError(
                "cache",
                f"{name} cannot be stored: this user may not write to {error.filename or cache}; set "
                f"AUTOGRADER_CACHE to {instead}.",
            ) from error
        raise AssetError(
            "cache", f"{name} cannot be stored in {cache} ({error}); set AUTOGRADER_CACHE to {instead}."
        ) from error
