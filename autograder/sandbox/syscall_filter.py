"""Which system calls a notebook may not make, as one seccomp program compiled by libseccomp.

Everything that is not named here is allowed: torch, OpenMP and Python use too many calls for a useful list of what
they may do. The program is compiled once, in the parent; installing it in a child takes microseconds.
"""

from __future__ import annotations

import errno
import os
import tempfile
from functools import cache

_NEW_NAMESPACES_AND_MOUNTS = """
unshare setns mount umount umount2 pivot_root chroot open_tree open_tree_attr move_mount fsopen fsconfig fsmount fspick
mount_setattr""".split()

_OTHER_PROCESSES = """
ptrace process_vm_readv process_vm_writev process_madvise kcmp pidfd_getfd""".split()

# Large parts of the kernel that no notebook needs, and where most of its holes have been.
_RARE_AND_RISKY = """
bpf perf_event_open userfaultfd io_uring_setup io_uring_enter io_uring_register keyctl add_key request_key
name_to_handle_at open_by_handle_at landlock_create_ruleset fanotify_init vmsplice""".split()

_ADMINISTRATION = """
acct reboot swapon swapoff kexec_load kexec_file_load init_module finit_module delete_module quotactl quotactl_fd syslog
clock_settime clock_adjtime settimeofday stime sethostname setdomainname iopl ioperm lookup_dcookie vhangup""".split()

# Memory that counts in no limit of a single process.
_UNCOUNTED_MEMORY = """
memfd_create memfd_secret shmget shmat shmctl msgget msgsnd semget mq_open""".split()

_NAMESPACE_FLAGS = [0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000]
_AF_UNIX, _SOCK_DGRAM, _SOCK_TYPE_MASK = 1, 2, 0xF
_PR_SET_PDEATHSIG = 1
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C


@cache
def program(*, private_root: bool) -> bytes:
    """The compiled filter. Raises ImportError (with a sentence) where libseccomp or its binding is missing.

    `private_root`: other programs' sockets are out of sight, so connecting is harmless. Without it every Unix socket
    of the machine that this user may open (another kernel's, a desktop's, a container engine's) is within reach, so
    connecting and sending to a named address are denied too.
    """
    seccomp = _library()
    rules = seccomp.SyscallFilter(seccomp.ALLOW)
    denied = seccomp.ERRNO(errno.EPERM)

    def deny(name: str, *conditions, action=denied) -> None:
        try:
            rules.add_rule(action, name, *conditions)
        except (OSError, ValueError):
            if conditions:
                raise
            # a call that this processor or this version of libseccomp does not have

    for name in (
        _NEW_NAMESPACES_AND_MOUNTS + _OTHER_PROCESSES + _RARE_AND_RISKY + _ADMINISTRATION + _UNCOUNTED_MEMORY
    ):
        deny(name)
    for flag in _NAMESPACE_FLAGS:
        deny("clone", seccomp.Arg(0, seccomp.MASKED_EQ, flag, flag))
    # clone3 takes a pointer, which a filter cannot look behind; told that it does not exist, the C library uses clone.
    deny("clone3", action=seccomp.ERRNO(errno.ENOSYS))
    deny("socket", seccomp.Arg(0, seccomp.NE, _AF_UNIX), action=seccomp.ERRNO(errno.EAFNOSUPPORT))
    for request in (_TIOCSTI, _TIOCLINUX):  # typing into somebody's terminal
        deny("ioctl", seccomp.Arg(1, seccomp.MASKED_EQ, 0xFFFFFFFF, request))
    # A kernel must not cut the tie to its guard; answering "done" keeps libraries that ask for it working.
    deny("prctl", seccomp.Arg(0, seccomp.EQ, _PR_SET_PDEATHSIG), action=seccomp.ERRNO(0))
    if not private_root:
        deny("connect")
        deny("sendto", seccomp.Arg(4, seccomp.NE, 0))
        for name in ("socket", "socketpair"):
            deny(name, seccomp.Arg(1, seccomp.MASKED_EQ, _SOCK_TYPE_MASK, _SOCK_DGRAM))
    return _compiled(rules)


@cache
def only_own_signals(pid: int) -> bytes:
    """A second filter for kernels older than Landlock's version 6: signals reach nobody but process `pid` itself."""
    seccomp = _library()
    rules = seccomp.SyscallFilter(seccomp.ALLOW)
    denied = seccomp.ERRNO(errno.EPERM)
    for name in ("kill", "tgkill"):
        rules.add_rule(denied, name, seccomp.Arg(0, seccomp.NE, pid))
    for name in ("tkill", "pidfd_send_signal", "rt_sigqueueinfo", "rt_tgsigqueueinfo"):
        rules.add_rule(denied, name)
    return _compiled(rules)


def _library():
    try:
        import pyseccomp
    except (ImportError, RuntimeError, OSError) as error:
        sentence = "Install pyseccomp (pip) and libseccomp2 (your Linux distribution) to filter system calls."
        raise ImportError(f"{sentence} ({error})") from None
    return pyseccomp


def _compiled(rules) -> bytes:
    with tempfile.TemporaryFile() as file:
        rules.export_bpf(file)
        file.seek(0, os.SEEK_SET)
        return file.read()
