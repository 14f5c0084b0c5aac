"""Which files hold a library's code: the course's, Python's own or an installed package's."""

from __future__ import annotations

import importlib.machinery
import os
import sysconfig
import threading
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import CodeType

import torch

_HERE = Path(__file__).resolve().parents[2]  # autograder/
_UTILS = str(_HERE.parent / "utils") + os.sep
_STANDARD = tuple(
    {os.path.realpath(path) + os.sep for path in map(sysconfig.get_path, ("stdlib", "platstdlib"))}
    | {os.path.dirname(os.__file__) + os.sep}
)
_SITES = tuple(
    {sysconfig.get_path(kind) + os.sep for kind in ("purelib", "platlib")}
    | {_UTILS, f"{_HERE}{os.sep}", f"{Path(torch.__file__).parents[1]}{os.sep}"}
)
_FROZEN = "<frozen "


@lru_cache(maxsize=8192)
def is_library(file: str) -> bool:
    """Whether code of this file name claims to be the course's, Python's or an installed package's."""
    return file.startswith((*_SITES, *_STANDARD, _FROZEN, "<__array_function__"))


@lru_cache(maxsize=8192)
def is_installed(file: str) -> bool:
    """Whether this is a file of the course or of an installed package, and none of Python's own."""
    return file.startswith(_SITES)


def is_courses(file: str) -> bool:
    """Whether this is a file of the course's own packages, in which students' answers never are."""
    return file.startswith((_UTILS, f"{_HERE}{os.sep}"))


def in_utils(file: str) -> str | None:
    """The name of one of utils' own files, as "utils/blocks/gpt.py", whatever path leads to it; None for others."""
    real = os.path.realpath(file)
    return f"utils/{real.removeprefix(_UTILS)}" if real.startswith(_UTILS) else None


_looking = threading.local()


def is_looking() -> bool:
    """Whether this thread is in `is_written_in`, which opens files: the audit hook need not hear of those."""
    return getattr(_looking, "now", False)


def is_written_in(code: CodeType, file: str) -> bool:
    """Whether a piece of code is what Python makes of this file's text, as it is on the disk now."""
    _looking.now = True
    try:
        return code in _codes_in(file)
    finally:
        _looking.now = False


@lru_cache(maxsize=256)
def _codes_in(file: str) -> frozenset[CodeType]:
    """All code objects of a library's file; none where it cannot be read. They compare by what they do."""
    try:
        if file.startswith(_FROZEN):
            name = file.removeprefix(_FROZEN).removesuffix(">")
            whole = importlib.machinery.FrozenImporter.get_code(name)
        else:
            whole = compile(Path(file).read_bytes(), file, "exec", dont_inherit=True)
    except (OSError, SyntaxError, ValueError, ImportError):
        return frozenset()
    return frozenset(nested(whole)) if whole is not None else frozenset()


def nested(code: CodeType) -> Iterator[CodeType]:
    """A piece of code and all that is defined inside it."""
    yield code
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from nested(value)
