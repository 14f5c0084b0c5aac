"""Python's own modules, where they have no public name for something."""

from __future__ import annotations

import sys
from types import FrameType, ModuleType
from typing import Any

NEEDED = {
    "multiprocessing.process.BaseProcess._config": "set in grading/cluster.py: a Dask worker is a daemon, and a daemon "
    "may start no processes",
    "importlib.machinery.ModuleSpec._initializing": "true while a module is first imported, so that "
    "a second run of its code can be told from that",
    "importlib._bootstrap._find_and_load": "the frame by which an import is known",
    "importlib._bootstrap._call_with_frames_removed": "the frame in which an import runs a module's code; holds "
    "the module's names",
}
_IMPORTLIB = ("importlib._bootstrap", "importlib._bootstrap_external")
_bootstrap: Any = sys.modules[
    "_frozen_importlib"
]  # importlib._bootstrap, which Python has loaded at its start
_FIND, _RUN = _bootstrap._find_and_load.__code__, _bootstrap._call_with_frames_removed.__code__


def is_being_imported(module: ModuleType) -> bool:
    """Whether a module in sys.modules is still running its own code for the first time."""
    return getattr(module.__spec__, "_initializing", False)


def is_an_import(frame: FrameType) -> bool:
    """Whether this frame is the beginning of an import: what runs below it, Python does for the import."""
    return frame.f_code is _FIND


def names_of_imported(frame: FrameType) -> dict[str, Any] | None:
    """The names of the module whose code importlib runs in this frame; None where it is not importlib that runs it."""
    asking = frame.f_back
    if frame.f_code is not _RUN or asking is None or asking.f_globals.get("__name__") not in _IMPORTLIB:
        return None
    return frame.f_locals["args"][1]
