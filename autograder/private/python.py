"""Python's own modules, where they have no public name for something."""

from __future__ import annotations

from types import ModuleType

NEEDED = {
    "multiprocessing.process.BaseProcess._config": "set in grading/cluster.py: a Dask worker is a daemon, and a daemon "
    "may start no processes",
    "importlib.machinery.ModuleSpec._initializing": "true while a module is first imported, so that "
    "a second run of its code can be told from that",
}


def is_being_imported(module: ModuleType) -> bool:
    """Whether a module in sys.modules is still running its own code for the first time."""
    return getattr(module.__spec__, "_initializing", False)
