"""How much a kernel may use, in megabytes (10^6 bytes) and seconds; it travels from the grader as plain JSON."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from typing import Any

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Limits:
    """The limits of one kernel and all its processes together, unless a line says otherwise.

    memory        beyond what the warm parent had already; one process gets a clean MemoryError at this point, and
                  several processes together are ended by a cgroup or, where there is none, by the guard's watch
    processes     processes and threads together
    disk          the private scratch folder, /tmp and /dev/shm together
    file          one file
    open_files    open files of one process
    cpu_seconds   processor time of one process
    wall_seconds  from start to end
    """

    memory: int = 4000
    processes: int = 128
    disk: int = 500
    files: int = 20_000
    file: int = 200
    open_files: int = 1024
    cpu_seconds: int = 1200
    wall_seconds: float = 1800.0

    def to_json(self) -> dict[str, Any]:
        """A plain dict."""
        return asdict(self)


def apply(limits: Limits, *, inherited: int, other_tasks: int = 0) -> None:
    """Set the limits that Linux keeps per process (rlimits).

    `inherited`: bytes of address space that the parent had already. `other_tasks`: processes and threads of the same
    user outside the sandbox, which Linux counts together with ours when the user is not the sandbox's own.
    """
    import resource  # not on Windows

    memory = inherited + limits.memory * MEGABYTE
    cpu = limits.cpu_seconds
    _set(resource.RLIMIT_AS, memory)
    _set(resource.RLIMIT_NPROC, limits.processes + other_tasks)
    _set(resource.RLIMIT_FSIZE, limits.file * MEGABYTE)
    _set(resource.RLIMIT_NOFILE, limits.open_files)
    _set(resource.RLIMIT_CPU, cpu)
    _set(resource.RLIMIT_CORE, 0)
    _set(resource.RLIMIT_MEMLOCK, 0)
    for name in ("RLIMIT_MSGQUEUE", "RLIMIT_RTPRIO", "RLIMIT_NICE"):  # not on every system
        if hasattr(resource, name):
            _set(getattr(resource, name), 0)


def _set(which: int, value: int) -> None:
    import resource

    _, hard = resource.getrlimit(which)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(which, (value, value))


def address_space() -> int:
    """Bytes of address space that this process has now: the torch libraries alone take most of a gigabyte."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def tasks_of_user(uid: int) -> int:
    """Processes and threads that a user has on this machine now (of those that /proc shows)."""
    count = 0
    for name in os.listdir("/proc"):
        if name.isdecimal():
            try:
                if os.stat(f"/proc/{name}").st_uid == uid:
                    count += len(os.listdir(f"/proc/{name}/task"))
            except OSError:
                continue  # ended meanwhile
    return count
