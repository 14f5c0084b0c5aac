"""Landlock: which files may be read and written, by rules that even the owner of the files cannot lift.

Under the private root (rootfs.py) it is the second wall; on machines without namespaces it is the first. Newer
versions of the kernel add more: version 4 TCP ports, version 6 signals and abstract sockets of other processes.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable

from autograder.sandbox import linux

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
TRUNCATE, IOCTL_DEVICE = 1 << 14, 1 << 15
_ONLY_FOR_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEVICE


def _all_file_access(version: int) -> int:
    """Every kind of access to files that this version can deny."""
    kinds = (1 << 13) - 1
    for since, bit in [(2, 13), (3, 14), (5, 15)]:  # moving between folders, truncating, device controls
        if version >= since:
            kinds |= 1 << bit
    return kinds


def restrict(readable: Iterable[str], writable: Iterable[str]) -> None:
    """Deny this process everything but reading `readable` and reading and writing `writable`.

    Paths that do not exist are left out. TCP, signals to outside and abstract sockets are denied where the kernel
    can. Raises OSError where there is no Landlock.
    """
    version = linux.landlock_version()
    everything = _all_file_access(version)
    network = 3 if version >= 4 else 0  # bind and connect
    scopes = 3 if version >= 6 else 0  # abstract sockets and signals
    ruleset = linux.landlock_ruleset(everything, network, scopes, version)
    try:
        for path in readable:
            _allow(ruleset, path, (EXECUTE | READ_FILE | READ_DIR) & everything)
        for path in writable:
            _allow(ruleset, path, everything & ~IOCTL_DEVICE)
        linux.no_new_privileges()
        linux.landlock_restrict(ruleset)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, access: int) -> None:
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(fd).st_mode):
            access &= _ONLY_FOR_FILES
        linux.landlock_allow(ruleset, fd, access)
    finally:
        os.close(fd)
