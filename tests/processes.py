"""Small questions about processes, and how long to wait on a busy machine."""

from __future__ import annotations

import os
import time
from pathlib import Path


def patience(seconds: float) -> float:
    """`seconds`, or more while others keep the processors busy."""
    return seconds * max(1.0, 2 * os.getloadavg()[0] / (os.cpu_count() or 1))


def parent_of(pid: int) -> int:
    """The parent process."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def alive(pid: int) -> bool:
    """Whether a process exists and is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def gone(pid: int, within: float = 60) -> bool:
    """Whether a process ends, at the latest after a time that even a busy machine does not need."""
    end = time.monotonic() + patience(within)
    while alive(pid):
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True
