"""Whose code is running: an installed library's, or what a student typed into a notebook?

A file name proves nothing, since code can be compiled under any. Code is a library's if its globals are those of a
module that was loaded before the student's first line. Code of a module that was loaded later is a
library's if the file that it names contains exactly this code.
"""

from __future__ import annotations

import threading
from collections.abc import Container
from types import CodeType, FrameType

from autograder.checks.forbidden.files import is_courses, is_library, is_written_in
from autograder.checks.forbidden.loaded import dictionaries
from autograder.private.python import is_an_import


def is_librarys(frame: FrameType) -> bool:
    """Whether the code of this frame is the course's, Python's or an installed package's."""
    code = frame.f_code
    if not is_library(code.co_filename):
        return False
    return id(frame.f_globals) in dictionaries or is_written_in(code, code.co_filename)


def is_notebooks(code: CodeType) -> bool:
    """Whether this code was typed into a notebook, or made by what was. Code may claim to be a library's: see above."""
    return not is_library(code.co_filename)


def nearest(frame: FrameType | None) -> FrameType | None:
    """The innermost frame from here on whose code belongs to no library; None if an import comes first."""
    while frame is not None:
        if is_an_import(frame):
            return None
        if not is_librarys(frame):
            return frame
        frame = frame.f_back
    return None


def is_asked_for(frame: FrameType | None) -> bool:
    """Whether the student's code has caused what happens in this frame: called it, or let another thread do so."""
    while frame is not None:
        if is_an_import(frame):
            return False
        if not is_librarys(frame):
            return True
        frame = frame.f_back
    return threading.get_ident() != threading.main_thread().ident


def imports_for_itself(frame: FrameType | None, roots: Container[str], aside: str = "") -> bool:
    """Whether it is a library that asks for an import, and not a library's function that an answer sent for it.

    That holds for the course's own code, for the packages in `roots`, and for a module that is being imported itself.
    aside: a file whose frames, through which every import passes, say nothing.
    """
    while frame is not None and is_librarys(frame):
        code, root = frame.f_code, str(frame.f_globals.get("__name__")).partition(".")[0]
        asks = is_courses(code.co_filename) or root in roots or code.co_name == "<module>"
        if asks and code.co_filename != aside:
            return True
        frame = frame.f_back
    return False
