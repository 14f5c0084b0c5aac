"""The one kind of error that is meant for people: its text is a sentence that says what, where and what to do."""

from __future__ import annotations

import difflib
import os
import shutil
from collections.abc import Iterable

INSTALL = "pip install -r requirements.txt"  # to type where a package is missing; a bundle has the file too
INSTALL_INSTRUCTOR = (
    "pip install -e '.[instructor]' -c constraints.txt"  # what students don't need, from a clone
)


def to_type(command: str) -> str:
    """`autograder fetch` as a terminal here takes it: by its path where only JupyterLab's own terminals find it."""
    if shutil.which("autograder"):
        return command
    folder = ".venv\\Scripts" if os.name == "nt" else ".venv/bin"
    return f"{folder}{os.sep}{command}"


class CourseError(Exception):
    """Shown as one line on stderr, without a traceback."""


class LessonError(CourseError):
    """Something in a lesson's folder is not as it must be; the message says what and where."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown name: the known one that is closest; empty where none is close."""
    known = list(known)
    # 0000007, of which a spreadsheet makes 7
    padded = [each for each in known if each.isdecimal() and each.lstrip("0") == name]
    close = padded or difflib.get_close_matches(name, known, n=1)
    return f"; did you mean {close[0]}?" if close else ""
