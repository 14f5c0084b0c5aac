"""Files that hold names or scores: written in one step, and readable by nobody but the people who grade."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

OWNER, TEAM = 0o600, 0o660
STEP = "{nbgrader_step}"  # how nbgrader's directory_structure calls submitted/, autograded/ and feedback/


def write(path: Path, text: str) -> None:
    """Write a file of one's own: the old one stays until the new one is complete. Raises OSError, which names it.

    Its folder is made where there is none. text is written in UTF-8 with its own line ends. Into a link's target, and
    straight into what is no file, such as /dev/stdout.
    """
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file of one's own, as `write` does."""
    path = path.resolve() if path.is_symlink() and path.exists() else path
    if path.exists() and not path.is_file() and not path.is_dir():
        path.write_bytes(content)
        return
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.touch(mode=OWNER)
        draft.write_bytes(content)
        if path.exists():
            draft.chmod(_closed(path.stat().st_mode))
        draft.replace(path)
    except OSError as error:
        named = error.filename if error.filename not in (None, str(draft)) else path
        raise OSError(error.errno, error.strerror, str(named)) from None
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)


def add_line(path: Path, line: str) -> None:
    """Add a line to a file of one's own, or leave it as it was. Raises OSError, which names the file."""
    path.touch(mode=OWNER)
    close(path)
    before = path.stat().st_size
    try:
        with path.open("a", encoding="utf-8", newline="") as file:
            file.write(f"{line}\n")
    except OSError as error:
        os.truncate(path, before)
        raise OSError(error.errno, error.strerror, str(path)) from None


def close(path: Path) -> None:
    """Take a file from everybody but its owner. Somebody else's file is left as it is, and so is a missing one."""
    try:
        mode = path.stat().st_mode & 0o777
        if mode & ~_closed(mode):
            path.chmod(_closed(mode))
    except OSError:
        pass


def close_folder(path: Path, make: bool = False) -> None:
    """Take a folder, and so everything in it, from everybody but its owner; make: make it where there is none.

    Left as it is: a link, somebody else's folder, and one that students hand in to, since they may write in it or own
    something in it.
    """
    try:
        if make:
            path.mkdir(parents=True, exist_ok=True)
        status = path.lstat()
        mode = stat.S_IMODE(status.st_mode)
        is_team = bool(mode & 0o020)
        if not stat.S_ISDIR(status.st_mode) or mode & 0o002 or not mode & 0o077:
            return
        if is_team or all(path.joinpath(name).lstat().st_uid == status.st_uid for name in os.listdir(path)):
            path.chmod(mode & ~(0o007 if is_team else 0o077))
    except OSError:
        pass


def close_step(root: Path, structure: str, step: str, make: bool = False) -> None:
    """Close the folder of one of nbgrader's steps, such as submitted/, where the structure gives each step its own."""
    folder = root / step
    if structure.startswith(f"{STEP}/") and folder.resolve() not in (root.resolve(), *root.resolve().parents):
        close_folder(folder, make)


def _closed(mode: int) -> int:
    """What remains of a file's mode. A group that may write is a team of graders, so it keeps its access."""
    return mode & (TEAM if mode & 0o020 else OWNER)
