"""Files that hold names or scores: written in one step, and readable by nobody but the people who grade."""

from __future__ import annotations

import os
from pathlib import Path

OWNER, TEAM = 0o600, 0o660


def write(path: Path, text: str) -> None:
    """Write a file of one's own: the old one stays until the new one is complete. Raises OSError.

    Its folder is made where there is none. text is written in UTF-8 with its own line ends.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.touch(mode=OWNER)
        draft.write_text(text, encoding="utf-8", newline="")
        if path.exists():
            draft.chmod(_closed(path.stat().st_mode))
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def close(path: Path) -> None:
    """Take a file from everybody but its owner. Somebody else's file is left as it is, and so is a missing one."""
    try:
        mode = path.stat().st_mode & 0o777
        if mode & ~_closed(mode):
            path.chmod(_closed(mode))
    except OSError:
        pass


def _closed(mode: int) -> int:
    """What remains of a file's mode. A group that may write is a team of graders, so it keeps its access."""
    return mode & (TEAM if mode & 0o020 else OWNER)
