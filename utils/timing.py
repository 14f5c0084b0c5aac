"""How long a call takes, measured so that the number means something.

A GPU works on while Python goes on, so the clock is read when the device has finished. A busy machine makes a call
slower and never faster, so of several rounds the fastest counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import torch

__all__ = ["seconds", "timed", "wait"]

Value = TypeVar("Value")


def timed(call: Callable[[], Value]) -> tuple[Value, float]:
    """What one call returns, and the seconds that it took, its first time's costs included."""
    wait()
    start = time.perf_counter()
    value = call()
    wait()
    return value, time.perf_counter() - start


def seconds(call: Callable[[], object], calls: int = 1, rounds: int = 3) -> float:
    """The seconds of one call: the mean over `calls` in a row, in the fastest of `rounds`.

    One more call is made before; it does not count, because the first of anything is slow. Raises ValueError when
    there is nothing to measure.
    """
    if calls < 1 or rounds < 1:
        raise ValueError(f"At least one call in one round has to be measured, not {calls} in {rounds}.")

    def in_a_row() -> None:
        for _ in range(calls):
            call()

    call()
    return min(timed(in_a_row)[1] for _ in range(rounds)) / calls


def wait() -> None:
    """Until the GPU has done what it was asked, an NVIDIA GPU or Apple's."""
    if torch.cuda.is_available() and torch.cuda.is_initialized():
        torch.cuda.synchronize()
    if torch.backends.mps.is_available():
        torch.mps.synchronize()
