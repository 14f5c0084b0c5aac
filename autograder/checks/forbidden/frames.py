"""Whose code is running: an installed library's, or what somebody typed into a notebook?"""

from __future__ import annotations

import os
import sysconfig
from functools import lru_cache
from pathlib import Path
from types import CodeType, FrameType

import torch

_HERE = Path(__file__).resolve().parents[2]  # autograder/
_STANDARD = tuple(
    {os.path.realpath(path) + os.sep for path in map(sysconfig.get_path, ("stdlib", "platstdlib"))}
    | {os.path.dirname(os.__file__) + os.sep}
)
_SITES = tuple(
    {sysconfig.get_path(kind) + os.sep for kind in ("purelib", "platlib")}
    | {f"{root}{os.sep}" for root in (_HERE, _HERE.parent / "utils", Path(torch.__file__).parents[1])}
)


@lru_cache(maxsize=8192)
def is_library(file: str) -> bool:
    """Whether code of this file name is the course's, Python's or an installed package's."""
    return file.startswith((*_SITES, *_STANDARD, "<frozen ", "<__array_function__"))


@lru_cache(maxsize=8192)
def is_standard(file: str) -> bool:
    """Whether it is Python's own, which may work for anybody: importlib, pydoc, pickle; or the shell's."""
    sites = file.startswith(_SITES) and not file.startswith(tuple(f"{site}IPython/" for site in _SITES))
    return not sites and (is_library(file) or "/IPython/" in file)


def is_notebooks(code: CodeType) -> bool:
    """Whether this code was typed into a notebook, or made by what was."""
    return not is_library(code.co_filename)


def nearest(frame: FrameType | None) -> FrameType | None:
    """The innermost frame from here on whose code belongs to no library; None if an import comes first."""
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith("<frozen importlib"):
            return None
        if not is_library(file):
            return frame
        frame = frame.f_back
    return None


def importer(frame: FrameType | None) -> FrameType | None:
    """The frame that asks for an import: the innermost one that belongs neither to Python itself nor to the shell."""
    while frame is not None and is_standard(frame.f_code.co_filename):
        frame = frame.f_back
    return frame
