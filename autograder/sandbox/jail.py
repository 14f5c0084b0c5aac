"""Put one process into the sandbox, after a fork and without a new program, so that what is imported stays warm.

Three levels:

full   Its own namespaces (mounts, processes, network, and so on) over a private root folder, Landlock, system call
       filter, limits. Nothing of the machine is in sight.
light  No namespaces, for containers and distributions that forbid them: Landlock decides on files, the system call
       filter on sockets and signals, limits stay. Names and sizes of files can still be looked up, and scratch is a
       folder on disk whose use is watched rather than bounded.
none   A warm process with limits and nothing else: for trusted notebooks only.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable
from dataclasses import dataclass

from autograder.sandbox import landlock, limits, linux, rootfs, scratch, syscall_filter
from autograder.sandbox.limits import MEGABYTE, Limits
from autograder.sandbox.rootfs import View

LEVELS = ("none", "light", "full")  # weakest first
# What a notebook could do at a level below full, for those who read its grade.
WEAKER = {
    "none": "their code could read and change whatever the account that graded them can",
    "light": "their code could look up the names and sizes of this machine's files, and its use of the disk was "
    "watched rather than bounded",
}
INNER_UID = 1000  # what an ordinary user is called inside
# Kernels started by root run as one of these users; no system gives the numbers to people.
FIRST_UID = 65000
UIDS = 500
NOBODY = 65534


class TooWeak(Exception):
    """This machine isolates less than the course asks for; the message is one sentence."""


def level_within(asked: str, possible: str, minimum: str) -> str:
    """The level that kernels run at: what is asked for, as far as this machine can. Raises TooWeak."""
    level = min(asked, possible, key=LEVELS.index)
    if LEVELS.index(level) < LEVELS.index(minimum):
        raise TooWeak(
            f"This machine reaches sandbox level {level!r} and the course asks for at least {minimum!r}: "
            f"`autograder doctor` says what is missing, and c.WarmProvisioner.minimum_level = {level!r} "
            "in nbgrader_config.py would accept it."
        )
    return level


_LIGHT_FILES = (*rootfs.SYSTEM, *rootfs.DEVICES, *rootfs.PROC_FILES, "/proc/self")
_LIGHT_WRITABLE = ("/dev/null", "/dev/zero", "/dev/full")


@dataclass(frozen=True)
class Jail:
    """Where a kernel will live. `uid`: the user it becomes when it is started by root."""

    level: str
    view: View
    limits: Limits
    uid: int = NOBODY
    folder: str = ""  # scratch on disk; level light only

    @property
    def home(self) -> str:
        """The kernel's home folder as it will see it."""
        return rootfs.HOME if self.level == "full" else self.folder

    @property
    def temporary(self) -> str:
        """Where the kernel writes temporary files."""
        return "/tmp" if self.level == "full" else self.folder

    @property
    def submission(self) -> str:
        """The working folder as the kernel will see it."""
        if self.level == "full":
            return rootfs.SUBMISSION
        return os.path.join(self.folder, "submission") if self.level == "light" else self.view.submission

    @property
    def assets(self) -> str:
        """The folder of data and weights as the kernel will see it, or ''."""
        return rootfs.ASSETS if self.level == "full" and self.view.assets else self.view.assets


def before_fork(jail: Jail) -> list[str]:
    """In the guard, before it forks the kernel. Returns what of the submission was left out (level light)."""
    if jail.level == "full":
        if os.geteuid() == 0:
            linux.unshare(linux.CLONE_NEWPID)
        else:
            uid, gid = os.getuid(), os.getgid()
            linux.unshare(linux.CLONE_NEWUSER | linux.CLONE_NEWPID)
            linux.map_user(INNER_UID, uid, gid)
    else:
        linux.prctl(linux.PR_SET_CHILD_SUBREAPER, 1)  # orphans stay in reach
    return _fill_folder(jail) if jail.level == "light" else []


def after_fork(jail: Jail) -> list[str]:
    """In the kernel's process; there is no way back. Returns what of the submission was left out (level full)."""
    linux.die_with_parent()
    inherited = limits.address_space()
    left_out: list[str] = []
    if jail.level == "full":
        left_out = _enter_full(jail, inherited)
    elif jail.level == "light":
        _enter_light(jail, inherited)
    else:
        limits.apply(jail.limits, inherited=inherited, other_tasks=_other_tasks(jail, os.getuid()))
    return left_out


def _enter_full(jail: Jail, inherited: int) -> list[str]:
    as_root = os.geteuid() == 0
    owner = (jail.uid, jail.uid) if as_root else (os.getuid(), os.getgid())
    linux.unshare(
        linux.CLONE_NEWNS
        | linux.CLONE_NEWNET
        | linux.CLONE_NEWIPC
        | linux.CLONE_NEWUTS
        | linux.CLONE_NEWCGROUP
    )
    linux.set_host_name("sandbox")
    left_out = rootfs.enter(jail.view, jail.limits, owner)
    if as_root:
        become(jail.uid)
    limits.apply(jail.limits, inherited=inherited)
    linux.drop_bounding_set()
    linux.set_capabilities()
    linux.no_new_privileges()
    if linux.landlock_version():
        landlock.restrict(["/"], [*rootfs.WRITABLE, *_LIGHT_WRITABLE])
    linux.install_seccomp(syscall_filter.program(private_root=True))
    return left_out


def _enter_light(jail: Jail, inherited: int) -> None:
    kept = 0
    if os.geteuid() == 0:
        if unreadable(jail.view.readable):
            kept = 1 << linux.CAP_DAC_READ_SEARCH  # Landlock still decides which files can be read
        become(jail.uid, keep_capabilities=bool(kept))
    limits.apply(jail.limits, inherited=inherited, other_tasks=_other_tasks(jail, os.getuid()))
    linux.set_capabilities(kept)
    assets = [jail.view.assets] if jail.view.assets else []
    landlock.restrict([*_LIGHT_FILES, *jail.view.readable, *assets], [jail.folder, *_LIGHT_WRITABLE])
    if linux.landlock_version() < 6:
        linux.install_seccomp(syscall_filter.only_own_signals(os.getpid()))
    linux.install_seccomp(syscall_filter.program(private_root=False))


def become(uid: int, *, keep_capabilities: bool = False) -> None:
    """Change from root to an unprivileged user, for good."""
    linux.drop_bounding_set()
    if keep_capabilities:
        linux.prctl(linux.PR_SET_KEEPCAPS, 1)
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    linux.prctl(linux.PR_SET_DUMPABLE, 1)  # or /proc/self would belong to root
    linux.die_with_parent()


def claim_uid() -> tuple[int, socket.socket | None]:
    """A user id that no other kernel has, and what holds the claim: an abstract socket, gone with its process.

    Two kernels with one user could signal each other on machines without namespaces, and would share one bound on
    the number of processes.
    """
    for uid in range(FIRST_UID, FIRST_UID + UIDS):
        claim = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            claim.bind(f"\0autograder-uid-{uid}")
            return uid, claim
        except OSError:
            claim.close()
    return NOBODY, None


def unreadable(paths: Iterable[str]) -> str | None:
    """The first of these that not every user of the machine can read, if any."""
    for path in paths:
        if not os.path.exists(path):
            continue
        real = os.path.realpath(path)
        if not os.stat(real).st_mode & 0o004:
            return path
        while (real := os.path.dirname(real)) != "/":
            if not os.stat(real).st_mode & 0o001:
                return path
    return None


def _fill_folder(jail: Jail) -> list[str]:
    os.mkdir(jail.submission, 0o700)
    left_out: list[str] = []
    if jail.view.submission:
        budget = jail.limits.disk * MEGABYTE // 2
        files = jail.limits.files // 2
        left_out = scratch.copy_folder(jail.view.submission, jail.submission, size=budget, files=files)
    if os.geteuid() == 0:
        scratch.hand_over(jail.folder, jail.uid, jail.uid)
    return left_out


def _other_tasks(jail: Jail, uid: int) -> int:
    """Room for what the same user runs besides, now and later; a user of the sandbox's own runs nothing besides."""
    if FIRST_UID <= uid < FIRST_UID + UIDS:
        return 0
    return limits.tasks_of_user(uid) + 4 * jail.limits.processes
