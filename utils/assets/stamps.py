"""Is a file in the cache still the one that was put there? Its SHA-256 says so, and computing that takes time.

So a stamp remembers size, time of change and inode of a file whose hash was right. As long as they are the same, the
hash is not computed again; within one process the stamp is not even read twice. A changed byte changes the time.
"""

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

Look = tuple[int, int, int]  # size in bytes, time of change in nanoseconds, inode

_seen: dict[tuple[Path, str], Look] = {}  # what this process knows already: (file, hash) as it looked then


def sha256_of(file: Path) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def damaged(
    folder: Path, files: Mapping[str, str], stamp: Path, *, verify: bool = False, keep: bool = True
) -> dict[Path, str]:
    """Those files of a folder whose bytes have another SHA-256 than the one given, with the one that they have.

    files: names in the folder, with hashes; stamp: where is remembered that they were right; verify: compute all
    hashes; keep: write a stamp where one is missing, if the cache lets us. Raises OSError when one cannot be read.
    """
    looks = {name: _look(folder / name) for name in files}
    if not verify and all(_seen.get((folder / name, files[name])) == look for name, look in looks.items()):
        return {}
    stamped = {} if verify else _read(stamp)
    wrong: dict[Path, str] = {}
    for name, sha256 in files.items():
        if stamped.get(name) != [sha256, *looks[name]]:
            found = sha256_of(folder / name)
            if found != sha256:
                wrong[folder / name] = found
                continue
        _seen[folder / name, sha256] = looks[name]
    if keep and not wrong and any(stamped.get(name) != [files[name], *looks[name]] for name in files):
        write(folder, files, stamp)
    return wrong


def write(folder: Path, files: Mapping[str, str], stamp: Path) -> None:
    """Remember that these files have these hashes. A cache that can only be read stays as it is."""
    with contextlib.suppress(OSError):
        content = {name: [sha256, *_look(folder / name)] for name, sha256 in files.items()}
        stamp.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=stamp.parent, prefix=".")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                json.dump(content, stream)
            os.chmod(name, 0o644)  # kernels of other users read it too
            os.replace(name, stamp)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def recorded(stamp: Path) -> dict[str, str]:
    """The hashes in a stamp, by file name: for files that are made here, so that no table can hold theirs."""
    return {name: str(values[0]) for name, values in _read(stamp).items()}


def _look(file: Path) -> Look:
    found = file.stat()
    return found.st_size, found.st_mtime_ns, found.st_ino


def _read(stamp: Path) -> dict[str, list[str | int]]:
    try:
        content = json.loads(stamp.read_text(encoding="utf-8"))
        return {str(name): list(values) for name, values in content.items() if len(values) == 4}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}
