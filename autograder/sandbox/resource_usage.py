"""Measure what a kernel uses where the system sets no bound: memory without a cgroup, disk without a mount.

Slower and coarser than a real bound, so mechanisms.py reports when it is all there is. The guard asks twice a second.
"""

from __future__ import annotations

import os
from collections import defaultdict

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def descendants(root: int) -> list[int]:
    """All processes below `root`, nearest first."""
    children: dict[int, list[int]] = defaultdict(list)
    for name in os.listdir("/proc"):
        if name.isdecimal():
            try:
                with open(f"/proc/{name}/stat") as file:
                    children[int(file.read().rpartition(")")[2].split()[1])].append(int(name))
            except OSError:
                continue  # ended meanwhile
    found, index = list(children[root]), 0
    while index < len(found):
        found += children[found[index]]
        index += 1
    return found


def memory(pids: list[int], limit: int) -> int:
    """Bytes that these processes use. Exact only when the quick estimate, which counts shared pages again for each
    process, is above `limit`."""
    quick = sum(_resident(pid) for pid in pids)
    return quick if quick <= limit else sum(_proportional(pid) for pid in pids)


def tasks(pids: list[int]) -> int:
    """Processes and threads."""
    count = 0
    for pid in pids:
        try:
            count += len(os.listdir(f"/proc/{pid}/task"))
        except OSError:
            continue
    return count


def disk(folder: str, pids: list[int], limit: int, most_files: int) -> tuple[int, int]:
    """(bytes, files) in `folder`, with files that were deleted but are still open. Stops soon past either limit."""
    size, files = _deleted_but_open(pids), 0
    pending = [folder]
    while pending:
        try:
            with os.scandir(pending.pop()) as entries:
                for entry in entries:
                    status = entry.stat(follow_symlinks=False)
                    size += status.st_blocks * 512
                    files += 1
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(entry.path)
                    if files > most_files or size > limit:
                        return size, files
        except FileNotFoundError:
            continue
        except OSError:  # closed to us, or too deep for a path: hidden on purpose
            return size, most_files + 1
    return size, files


def _deleted_but_open(pids: list[int]) -> int:
    size = 0
    seen: set[tuple[int, int]] = set()
    for pid in pids:
        try:
            for fd in os.listdir(f"/proc/{pid}/fd"):
                status = os.stat(f"/proc/{pid}/fd/{fd}")
                if status.st_nlink == 0 and (status.st_dev, status.st_ino) not in seen:
                    seen.add((status.st_dev, status.st_ino))
                    size += status.st_blocks * 512
        except OSError:
            continue
    return size


def _resident(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/statm") as file:
            fields = file.read().split()
        return (int(fields[1]) - int(fields[2])) * _PAGE
    except OSError:
        return 0


def _proportional(pid: int) -> int:
    """Bytes, with pages that several processes share divided among them."""
    try:
        with open(f"/proc/{pid}/smaps_rollup") as file:
            for line in file:
                if line.startswith("Pss_Anon:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        return 0
    return 0
