"""A time limit for code that may never end: a student's loop, a mutant's, or ours on what a student has written."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TooSlow(BaseException):
    """Code ran longer than it may. Not an Exception, so that no code under test swallows it by accident."""


@contextmanager
def time_limit(seconds: float, processor: bool = False) -> Iterator[None]:
    """Raise TooSlow inside the block after so many seconds; without a limit where Python cannot set one.

    It can on Unix, in the main thread, which is where a notebook's cells run. processor: seconds of this process's own
    time, so that a busy machine makes nobody too slow.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TooSlow

    timer, number = (
        (signal.ITIMER_PROF, signal.SIGPROF) if processor else (signal.ITIMER_REAL, signal.SIGALRM)
    )
    previous = signal.signal(number, stop)
    signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(number, previous)


class Budget:
    """Processor seconds for everything of one kind that is done for one submission."""

    def __init__(self, seconds: float) -> None:
        self.seconds = self.left = seconds

    @contextmanager
    def spend(self) -> Iterator[None]:
        """Do a part within what is left; raises TooSlow where that is not enough."""
        started = time.process_time()
        try:
            with time_limit(max(self.left, 1e-3), processor=True):
                yield
        finally:
            self.left -= time.process_time() - started
