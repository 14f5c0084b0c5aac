"""Copy a submission's own files into a kernel's scratch folder: regular files only, within a budget.

A submission is hostile input. A link in it may point at the gradebook, a named pipe would block whoever opens it, a
sparse file may claim a terabyte, and folders may be nested ten thousand deep. So nothing is opened before it is known
to be a regular file, folders are entered by file descriptor and never by path, and what does not fit is left out.
"""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Sequence
from fnmatch import fnmatch

# A folder with one of these in it is the course itself, not a submission: none of it may be seen.
COURSE_MARKERS = ("nbgrader_config.py", "gradebook.db")
# A folder that holds both, the second a text such as 02a_heads.py, is a lesson's source: its notebook may run, but no
# solution or oracle is copied.
SOURCE_MARKERS = ("exercises", "[0-9][0-9]*_*.py")
LEFT_OUT = ("*.ipynb", ".git", ".ipynb_checkpoints", "__pycache__")
_DEEPEST = 8
_NO_FOLLOW = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


class _Budget:
    def __init__(self, size: int, files: int) -> None:
        self.size, self.files = size, files

    def take(self, size: int) -> bool:
        if size > self.size or self.files < 1:
            return False
        self.size -= size
        self.files -= 1
        return True


def copy_folder(
    source: str, target: str, *, size: int, files: int, left_out: Sequence[str] = LEFT_OUT
) -> list[str]:
    """Copy `source` into the existing folder `target`; returns the names (at most 20) of what was not copied and why.

    `size` in bytes and `files` are the most that is copied. Links, devices, pipes and sockets are never copied or
    followed. The course's own folder is not copied at all.
    """
    refused: list[str] = []
    try:
        source_fd = os.open(source, _NO_FOLLOW | os.O_DIRECTORY)
    except OSError as error:
        return [f"{os.path.basename(source)} ({error.strerror})"]
    target_fd = os.open(target, _NO_FOLLOW | os.O_DIRECTORY)
    try:
        names = set(os.listdir(source_fd))
        marker = next((name for name in COURSE_MARKERS if name in names), None)
        if marker:
            return [f"everything (a folder with {marker} in it belongs to the course)"]
        if all(any(fnmatch(name, pattern) for name in names) for pattern in SOURCE_MARKERS):
            left_out = (*left_out, "*.py", "*.part", "exercises")
        _copy(source_fd, target_fd, "", _Budget(size, files), tuple(left_out), refused)
    finally:
        os.close(source_fd)
        os.close(target_fd)
    return refused


def _copy(
    source_fd: int,
    target_fd: int,
    prefix: str,
    budget: _Budget,
    left_out: tuple[str, ...],
    refused: list[str],
) -> None:
    with os.scandir(source_fd) as entries:
        for entry in entries:
            if any(fnmatch(entry.name, pattern) for pattern in left_out):
                continue
            if not _copy_entry(source_fd, target_fd, entry.name, prefix, budget, left_out, refused):
                return


def _copy_entry(
    source_fd: int,
    target_fd: int,
    name: str,
    prefix: str,
    budget: _Budget,
    left_out: tuple[str, ...],
    refused: list[str],
) -> bool:
    """Copy one entry; False once so much was refused that looking further is a waste of time."""

    def refuse(why: str) -> bool:
        refused.append(f"{prefix}{name} ({why})")
        return len(refused) < 20

    try:
        kind = os.stat(name, dir_fd=source_fd, follow_symlinks=False).st_mode
        if stat.S_ISDIR(kind):
            if prefix.count("/") >= _DEEPEST:
                return refuse("too deep")
            if not budget.take(0):
                return refuse("too many files")
            os.mkdir(name, 0o755, dir_fd=target_fd)
            inner_source = os.open(name, _NO_FOLLOW | os.O_DIRECTORY, dir_fd=source_fd)
            inner_target = os.open(name, _NO_FOLLOW | os.O_DIRECTORY, dir_fd=target_fd)
            try:
                _copy(inner_source, inner_target, f"{prefix}{name}/", budget, left_out, refused)
            finally:
                os.close(inner_source)
                os.close(inner_target)
            return len(refused) < 20
        if not stat.S_ISREG(kind):
            return refuse("not a regular file")
        # Non-blocking: between the look above and this call the file may have become a pipe.
        fd = os.open(name, _NO_FOLLOW | os.O_NONBLOCK, dir_fd=source_fd)
        with open(fd, "rb") as file:
            status = os.fstat(fd)
            if not stat.S_ISREG(status.st_mode):
                return refuse("not a regular file")
            if not budget.take(status.st_size):
                return refuse("too large")
            out = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644, dir_fd=target_fd)
            with open(out, "wb") as copy:
                _copy_bytes(file, copy, status.st_size)
    except OSError as error:
        return refuse(error.strerror or type(error).__name__)
    return True


def _copy_bytes(file, copy, size: int) -> None:
    """At most `size` bytes, however much the file grows meanwhile."""
    while size > 0:
        block = file.read(min(size, 1 << 20))
        if not block:
            return
        copy.write(block)
        size -= len(block)


def hand_over(folder: str, uid: int, gid: int) -> None:
    """Give everything in `folder`, which only we have written so far, to the kernel's own user."""
    os.chown(folder, uid, gid)
    for path, folders, names in os.walk(folder):
        for name in folders + names:
            os.chown(os.path.join(path, name), uid, gid, follow_symlinks=False)


def remove(folder: str) -> None:
    """Delete a scratch folder that a notebook has written to, whatever modes it has set. Never follows a link.

    By the system's own programs: they manage folders nested deeper than Python's recursion or a path can be.
    """
    for command in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
        subprocess.run([*command, "--", folder], stderr=subprocess.DEVNULL, check=False)
