"""Workers and judges as processes that start at once: forked from Python's fork server, which has imported for them.

Importing torch, nbgrader and jupytext takes seconds of processor time, a fork milliseconds. The fork server is a fresh
process without threads, so that a fork of it is safe where one of its caller would not be. multiprocessing starts it
with the first process and ends it when nobody needs it any more.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import sys
import tempfile
from multiprocessing import forkserver
from multiprocessing.context import BaseContext
from pathlib import Path

_LONGEST_FOLDER = 60  # characters: the fork server's socket lies below it, and its address has room for 107


def context() -> BaseContext:
    """How to start a process. Other systems' libraries do not survive a fork: there each imports for itself."""
    if sys.platform != "linux" or len(tempfile.gettempdir()) > _LONGEST_FOLDER:
        return multiprocessing.get_context("spawn")
    made = multiprocessing.get_context("forkserver")
    made.set_forkserver_preload(["autograder.preloaded"])
    return made


def import_ahead() -> None:
    """Start the fork server now, so that it imports while the caller still prepares."""
    if context().get_start_method() == "forkserver":
        forkserver.ensure_running()


def be_called(name: str) -> None:
    """Give this process a name for `ps` and `top`: all forks of the fork server have one command line."""
    with contextlib.suppress(OSError):
        Path("/proc/self/comm").write_text(name, encoding="ascii")
