"""nbgrader's collect for an exchange into which anybody may write anything: one folder in it harms nobody else.

Into the exchange's inbound folder every student may write, under any name and not only through nbgrader. Collect runs
as the instructor, and nbgrader's own trusts what it finds: it takes a folder under a false name, follows links to files
that the instructor alone may read, and a name without a time, or a missing file, ends it for the whole class.
"""

from __future__ import annotations

import datetime
import os
import re
import secrets
import shutil
import stat
import tempfile
from pathlib import Path
from typing import Any

from nbgrader.exchange.default import ExchangeCollect

from autograder import private_files

TIME, SECRET = "timestamp.txt", "submission_secret.txt"
_DRAWN = re.compile(r"[0-9a-f]{128}")  # what nbgrader's submit writes into SECRET


class TooMuch(Exception):
    """A folder holds more than a submission may."""


class Collect(ExchangeCollect):
    """A folder is its owner's, only files of that owner are copied, and what is wrong with one is a line in the log.

    `check_owner = False` is for hubs whose users are all one user of the system (containers).
    """

    def start(self) -> Any:
        course: Any = self.coursedir
        private_files.close_step(
            Path(course.root), course.directory_structure, course.submitted_directory, make=True
        )
        return super().start()

    # --- whose it is, and when it came ---------------------------------------------------------------------------

    def _path_to_record(self, path: str) -> dict[str, Any]:
        """As nbgrader's; a name without a time makes a record that is not taken."""
        try:
            return super()._path_to_record(path)
        except (ValueError, OverflowError):
            name = os.path.basename(path)
            return {"username": name.partition("+")[0], "filename": name, "timestamp": datetime.datetime.min}

    def _refused(self, record: dict[str, Any]) -> str | None:
        """Why this folder is not taken; None where it is."""
        name = record["username"]
        if record["timestamp"] == datetime.datetime.min:
            return "has no time in its name"
        if name in ("", ".", ".."):
            return "has no student's name"
        try:
            status = os.stat(os.path.join(self.inbound_path, record["filename"]), follow_symlinks=False)
        except OSError as error:
            return f"cannot be looked at ({error.strerror})"
        if not stat.S_ISDIR(status.st_mode):
            return "is no folder"
        if self.check_owner and _user(status.st_uid) != name:
            return f"bears the name of {name} and belongs to somebody else"
        return None

    def _sort_by_timestamp(self, records: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """One student's folders, the newest first. nbgrader takes one of these, so there is always one."""
        taken = []
        for record in records:
            if reason := self._refused(record):
                self.log.error("Not collected: %s/%s %s.", self.inbound_path, record["filename"], reason)
            else:
                taken.append(record)
        return super()._sort_by_timestamp(taken or records)

    def init_src(self) -> None:
        super().init_src()
        self.src_records = [record for record in self.src_records if self._refused(record) is None]

    # --- what is copied ------------------------------------------------------------------------------------------

    def do_copy(self, src: str, dest: str, log: Any = None) -> None:
        """Copy what the student owns, first to where no student can change it; then as nbgrader does."""
        assert self.coursedir is not None
        most: int = self.coursedir.max_dir_size * 1000  # type: ignore[attr-defined]
        name, _, time = os.path.basename(src).rsplit("+", 3)[:3]
        folder = tempfile.mkdtemp(prefix=".collect-", dir=os.path.dirname(dest))
        draft = os.path.join(folder, os.path.basename(dest))
        try:
            for file in copy_own(src, draft, most, _uid(name) if self.check_owner else None):
                self.log.warning("Left out: %s of %s is no file of its student's.", file, src)
            _write_if_other(Path(draft, TIME), time)
            if not _DRAWN.fullmatch(_text(Path(draft, SECRET))):
                self.log.warning("%s has no %s: its student can fetch no feedback for it.", src, SECRET)
                _write_if_other(Path(draft, SECRET), secrets.token_hex(64))
            super().do_copy(draft, dest, log)
        except (OSError, TooMuch) as error:
            self.log.error("Not collected: %s cannot be copied: %s", src, error)
            shutil.rmtree(dest, ignore_errors=True)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def copy_own(source: str, target: str, most: int, owner: int | None) -> list[str]:
    """Copy a folder's files and folders; links, pipes and what belongs to another user than `owner` stay.

    Nothing is opened by a path that could be exchanged for a link meanwhile. Returns what was left out. Raises TooMuch
    where it is more than `most` bytes, and OSError where the folder itself is not the owner's. owner: None for anybody.
    """
    left_out: list[str] = []
    total = 0
    for folder, names, files, fd in os.fwalk(source, follow_symlinks=False):
        inside = os.path.relpath(folder, source)
        if inside == "." and owner not in (None, os.fstat(fd).st_uid):
            raise OSError("it belongs to somebody else")
        os.makedirs(os.path.join(target, inside), exist_ok=True)
        left_out += [os.path.normpath(os.path.join(inside, name)) for name in names if _is_link(name, fd)]
        for name in files:
            copied = _copy_file(name, fd, os.path.join(target, inside, name), most - total, owner)
            if copied is None:
                left_out.append(os.path.normpath(os.path.join(inside, name)))
            else:
                total += copied
    return left_out


def _copy_file(name: str, folder: int, target: str, most: int, owner: int | None) -> int | None:
    """Copy one file of an open folder; returns its bytes, or None where it is not to be copied."""
    try:
        opened = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    except OSError:
        return None
    with open(opened, "rb") as reading:
        status = os.fstat(opened)
        if not stat.S_ISREG(status.st_mode) or owner not in (None, status.st_uid):
            return None
        copied = 0
        with open(target, "xb") as writing:
            while block := reading.read(1 << 20):
                copied += len(block)
                if copied > most:
                    raise TooMuch("it holds more than CourseDirectory.max_dir_size")
                writing.write(block)
    return copied


def _is_link(name: str, folder: int) -> bool:
    try:
        return stat.S_ISLNK(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode)
    except OSError:
        return True


def _user(uid: int) -> str | None:
    import pwd  # there is no exchange on Windows

    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return None


def _uid(name: str) -> int:
    import pwd

    try:
        return pwd.getpwnam(name).pw_uid
    except KeyError:
        raise OSError(f"there is no user {name}") from None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return ""


def _write_if_other(path: Path, text: str) -> None:
    """Make a file hold this, whatever stands in its place."""
    if _text(path) != text:
        shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)
        path.write_text(text, encoding="ascii")
