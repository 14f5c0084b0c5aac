"""Workers and judges as processes that start at once: forked from Python's fork server, which has imported for them.

Importing torch, nbgrader and jupytext takes seconds of processor time, a fork milliseconds. The fork server is a fresh
process without threads, so that a fork of it is safe where one of its caller would not be. multiprocessing starts it
with the first process and ends it when nobody needs it any more.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.util
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from multiprocessing import forkserver
from multiprocessing.context import BaseContext
from pathlib import Path

import psutil

# Characters: the fork server's socket lies two folders below it, and its address has room for 107.
_LONGEST_FOLDER = 45
FOLDERS = "autograder-"  # how the folders begin in which a process, named by its number, keeps what it needs meanwhile


def context() -> BaseContext:
    """How to start a process. Other systems' libraries do not survive a fork: there each imports for itself."""
    if sys.platform != "linux" or len(tempfile.gettempdir()) > _LONGEST_FOLDER:
        return multiprocessing.get_context("spawn")
    made = multiprocessing.get_context("forkserver")
    made.set_forkserver_preload(["autograder.grading.preloaded"])
    return made


def no_semaphores(made: BaseContext | None = None) -> str | None:
    """Why processes cannot wait for each other here, and what to do; None where they can."""
    try:
        (made or context()).Semaphore(1)
    except (OSError, ImportError) as error:
        reason = getattr(error, "strerror", None) or error
        return (
            f"worker processes cannot wait for each other ({reason}): on Linux /dev/shm must be there and writable, "
            "as after mount -t tmpfs tmpfs /dev/shm; in a container, start it with --shm-size 64m"
        )
    return None


def import_ahead() -> None:
    """Start the fork server now, so that it imports while the caller still prepares."""
    if context().get_start_method() == "forkserver":
        _own_folder()
        with _deaf_children():
            forkserver.ensure_running()


@contextlib.contextmanager
def _deaf_children() -> Iterator[None]:
    """Start processes to which Ctrl-C does nothing: a terminal sends it to all, and only this one answers."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


def _own_folder() -> None:
    """Let multiprocessing keep its sockets in a folder that says whose it is, so that a killed run's can be swept."""
    usual = tempfile.gettempdir()
    folder = Path(tempfile.mkdtemp(prefix=f"{FOLDERS}{os.getpid()}-"))
    tempfile.tempdir = str(folder)
    try:
        used = Path(multiprocessing.util.get_temp_dir())
    finally:
        tempfile.tempdir = usual
    if used.parent != folder:  # it had one already
        folder.rmdir()
    else:
        multiprocessing.util.Finalize(None, shutil.rmtree, args=(folder, True), exitpriority=-101)


def sweep() -> None:
    """Remove the folders of processes that were killed.

    Not autograder-UID, where kernels.runtime keeps the sockets of warm parents: it belongs to a user, not a process.
    """
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDERS}*-*"):
        number = folder.name.removeprefix(FOLDERS).split("-")[0]
        if number.isdecimal() and not psutil.pid_exists(int(number)):
            shutil.rmtree(folder, ignore_errors=True)


def be_called(name: str) -> None:
    """Give this process a name for `ps` and `top`: all forks of the fork server have one command line."""
    with contextlib.suppress(OSError):
        Path("/proc/self/comm").write_text(name, encoding="ascii")
