"""The few Linux system calls that Python does not have, each as one small function.

Only numbers and structures are known here, no policy: what is mounted, denied or limited is said in rootfs.py,
landlock.py, syscall_filter.py and limits.py. Importing this file is safe on every system; calling it is not.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys

IS_LINUX = sys.platform.startswith("linux")

# unshare(2)
CLONE_NEWNS = 0x00020000  # mounts
CLONE_NEWCGROUP = 0x02000000
CLONE_NEWUTS = 0x04000000  # host name
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

# mount(2)
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 1, 2, 4, 8
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18

# prctl(2)
PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_KEEPCAPS = 8
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38

# capabilities(7)
CAP_DAC_READ_SEARCH = 2
CAP_SYS_ADMIN = 21

# System calls that glibc does not wrap. From 424 on the numbers are the same on every processor.
_MOUNT_SETATTR, _LANDLOCK_CREATE_RULESET, _LANDLOCK_ADD_RULE, _LANDLOCK_RESTRICT_SELF = 442, 444, 445, 446
_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}

_AT_FDCWD = -100
_AT_RECURSIVE = 0x8000
_MNT_DETACH = 2
_SECCOMP_MODE_FILTER = 2
_LANDLOCK_CREATE_RULESET_VERSION = 1
_LANDLOCK_RULE_PATH_BENEATH = 1
_CAPABILITY_VERSION_3 = 0x20080522

_LARGE_PAGE, _MADV_COLLAPSE = 2 << 20, 25

_libc: ctypes.CDLL | None = None


def libc() -> ctypes.CDLL:
    """The C library, loaded at the first call so that other systems can import this file."""
    global _libc
    if _libc is None:
        _libc = ctypes.CDLL(None, use_errno=True)
    return _libc


def _checked(result: int, what: str) -> int:
    """`result`, or an OSError that says which call failed."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def unshare(flags: int) -> None:
    """Move this process (its future children, for CLONE_NEWPID) into new namespaces."""
    _checked(libc().unshare(flags), "unshare")


def map_user(inside: int, uid: int, gid: int) -> None:
    """In a new user namespace: `inside` is what the outer `uid` and `gid` are called from now on."""
    for name, text in [
        ("setgroups", "deny"),
        ("uid_map", f"{inside} {uid} 1"),
        ("gid_map", f"{inside} {gid} 1"),
    ]:
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)


def mount(
    source: str, target: str, kind: str | None = None, flags: int = 0, options: str | None = None
) -> None:
    """mount(2)."""
    arguments = [None if text is None else os.fsencode(text) for text in (source, target, kind, options)]
    result = libc().mount(*arguments[:3], ctypes.c_ulong(flags), arguments[3])
    _checked(result, f"mount {source} on {target}")


def make_read_only(path: str, *, recursive: bool) -> None:
    """Turn a mount (and those below it) read-only, without devices and without set-user-id programs."""
    attributes = struct.pack("QQQQ", MS_RDONLY | MS_NOSUID | MS_NODEV, 0, 0, 0)  # same bits as MOUNT_ATTR_*
    flags = _AT_RECURSIVE if recursive else 0
    number = ctypes.c_long(_MOUNT_SETATTR)
    result = libc().syscall(
        number, _AT_FDCWD, os.fsencode(path), flags, attributes, ctypes.c_size_t(len(attributes))
    )
    _checked(result, f"mount_setattr {path}")


def pivot_root(new_root: str, put_old: str) -> None:
    """Make the mount `new_root` the root; the old root appears at `put_old`."""
    number = _PIVOT_ROOT.get(platform.machine())
    if number is None:
        raise OSError(f"the number of pivot_root is not known for {platform.machine()}")
    _checked(libc().syscall(ctypes.c_long(number), os.fsencode(new_root), os.fsencode(put_old)), "pivot_root")


def detach(path: str) -> None:
    """Unmount `path` and everything below it, now or when it is no longer used."""
    _checked(libc().umount2(os.fsencode(path), _MNT_DETACH), f"umount {path}")


def set_host_name(name: str) -> None:
    """sethostname(2), for this UTS namespace."""
    _checked(libc().sethostname(name.encode(), ctypes.c_size_t(len(name))), "sethostname")


def prctl(option: int, argument: int = 0) -> int:
    """prctl(2) with one argument."""
    zero = ctypes.c_ulong(0)
    return _checked(libc().prctl(option, ctypes.c_ulong(argument), zero, zero, zero), f"prctl {option}")


def die_with_parent() -> None:
    """Be killed when the process that forked this one ends. Lost when the user changes: call it again after that."""
    import signal

    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def no_new_privileges() -> None:
    """From now on no program started here gains rights from a set-user-id bit."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)


def drop_bounding_set() -> None:
    """Let no program that this process starts get any capability. Only with CAP_SETPCAP is it possible, or needed."""
    for number in range(64):
        if libc().prctl(PR_CAPBSET_DROP, ctypes.c_ulong(number), 0, 0, 0) < 0:
            return


def set_capabilities(kept: int = 0) -> None:
    """Keep only the capabilities of the bit set `kept`, and hand none on to other programs."""
    header = struct.pack("Ii", _CAPABILITY_VERSION_3, 0)
    low, high = kept & 0xFFFFFFFF, kept >> 32
    data = struct.pack("6I", low, low, 0, high, high, 0)  # effective, permitted, inheritable; twice 32 bits
    _checked(libc().capset(header, data), "capset")


def join_pages() -> None:
    """Put this process's memory into pages of 2 MB where it can be (Linux 6.1), so that a fork has less to copy.

    A child that writes to such a page gets 4 kB of its own, as always. Where Linux cannot, nothing happens.
    """
    with open("/proc/self/maps") as file:
        lines = [line.split() for line in file]
    for addresses, rights, _, _, inode, *_ in lines:
        start, end = (int(part, 16) for part in addresses.split("-"))
        start, end = (start + _LARGE_PAGE - 1) // _LARGE_PAGE * _LARGE_PAGE, end // _LARGE_PAGE * _LARGE_PAGE
        if rights.startswith("rw-p") and inode == "0" and start < end:
            libc().madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), _MADV_COLLAPSE)


def has_capability(number: int) -> bool:
    """Whether this process may use a capability now."""
    with open("/proc/self/status") as file:
        for line in file:
            if line.startswith("CapEff:"):
                return bool(int(line.split()[1], 16) >> number & 1)
    return False


class _Program(ctypes.Structure):
    """struct sock_fprog."""

    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p)]


def install_seccomp(program: bytes) -> None:
    """Load a compiled seccomp filter (8 bytes an instruction) for this thread and all its children."""
    structure = _Program(len(program) // 8, program)
    mode = ctypes.c_ulong(_SECCOMP_MODE_FILTER)
    _checked(libc().prctl(PR_SET_SECCOMP, mode, ctypes.byref(structure), 0, 0), "seccomp")


def landlock_version() -> int:
    """The version of Landlock that the kernel offers; 0 where there is none."""
    number = ctypes.c_long(_LANDLOCK_CREATE_RULESET)
    return max(
        0, libc().syscall(number, None, ctypes.c_size_t(0), ctypes.c_uint(_LANDLOCK_CREATE_RULESET_VERSION))
    )


def landlock_ruleset(files: int, network: int, scopes: int, version: int) -> int:
    """Create a ruleset that denies these kinds of access; returns its file descriptor."""
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    attributes = struct.pack("QQQ", files, network, scopes)
    number = ctypes.c_long(_LANDLOCK_CREATE_RULESET)
    return _checked(libc().syscall(number, attributes, ctypes.c_size_t(size), 0), "landlock_create_ruleset")


def landlock_allow(ruleset: int, path_fd: int, access: int) -> None:
    """Allow `access` on the file, or below the folder, that `path_fd` stands for."""
    number = ctypes.c_long(_LANDLOCK_ADD_RULE)
    rule = struct.pack("=Qi", access, path_fd)
    _checked(libc().syscall(number, ruleset, _LANDLOCK_RULE_PATH_BENEATH, rule, 0), "landlock_add_rule")


def landlock_restrict(ruleset: int) -> None:
    """Apply a ruleset to this thread and all its children, for ever."""
    _checked(libc().syscall(ctypes.c_long(_LANDLOCK_RESTRICT_SELF), ruleset, 0), "landlock_restrict_self")
