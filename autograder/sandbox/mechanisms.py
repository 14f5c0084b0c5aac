"""What this machine has to isolate a notebook with, found by trying each mechanism in a throw-away process.

`autograder doctor` prints it, and the warm parent decides by it. So does
`python -m autograder.sandbox.mechanisms`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache

from autograder.sandbox import jail, landlock, linux, rootfs, syscall_filter
from autograder.sandbox.limits import Limits
from autograder.sandbox.rootfs import View


@dataclass(frozen=True)
class Mechanism:
    """One wall of the sandbox. `detail` says which version, or why it is missing; `without`, what is weaker then."""

    name: str
    available: bool
    detail: str
    without: str


@dataclass(frozen=True)
class Capabilities:
    """Every mechanism, and the level of isolation that they add up to."""

    mechanisms: tuple[Mechanism, ...]
    level: str

    def __getitem__(self, name: str) -> Mechanism:
        """The mechanism with that name."""
        return next(mechanism for mechanism in self.mechanisms if mechanism.name == name)

    @property
    def missing(self) -> tuple[Mechanism, ...]:
        """What this machine does not have."""
        return tuple(mechanism for mechanism in self.mechanisms if not mechanism.available)

    @property
    def summary(self) -> str:
        """One sentence."""
        if not self.missing:
            return "Sandbox level: full."
        weaker = "; ".join(f"{mechanism.without} ({mechanism.detail})" for mechanism in self.missing)
        return f"Sandbox level: {self.level}. Weaker on this machine: {weaker}."


WITHOUT = {
    "namespaces": "names and sizes of other files can be looked up, and worker processes cannot share memory",
    "private root": "files are closed by Landlock alone, and disk use is watched rather than bounded",
    "private /proc": "notebooks see no /proc of their own, so a few libraries cannot read about their process",
    "network namespace": "the network is closed by the system call filter alone",
    "own user": "kernels run as you, so only the walls above keep them from your files",
    "Landlock": "there is no second wall around files",
    "system call filter": "sockets and rarely used parts of Linux stay open",
    "limits": "memory, processes and files of a notebook are not bounded",
    "memory of all processes": "memory of several processes together is watched twice a second rather than bounded",
    "number of processes": "processes are counted per user rather than per kernel",
}


@cache
def capabilities() -> Capabilities:
    """What this machine has. Measured once, in a fresh process: trying namespaces needs one without threads."""
    if not linux.IS_LINUX:
        missing = f"needs Linux; this is {sys.platform}"
        mechanisms = (Mechanism(name, False, missing, without) for name, without in WITHOUT.items())
        return Capabilities(tuple(mechanisms), "none")
    command = [sys.executable, "-m", "autograder.sandbox.mechanisms", "--json"]
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    environment = {**os.environ, "PYTHONPATH": root}
    try:
        answer = subprocess.run(
            command, capture_output=True, text=True, env=environment, check=True, timeout=60
        )
        data = json.loads(answer.stdout)
    except (subprocess.SubprocessError, BlockingIOError, ValueError) as error:
        last = (getattr(error, "stderr", None) or str(error)).strip().splitlines()[-1:] or ["no reason given"]
        raise jail.TooWeak(
            f"what this machine isolates could not be found out ({last[0]}): try again, and if it comes back, look at "
            "its limits with ulimit -a"
        ) from None
    return Capabilities(tuple(Mechanism(**each) for each in data["mechanisms"]), data["level"])


def measure() -> Capabilities:
    """The same, in this process, which must have one thread only."""
    as_root = os.geteuid() == 0
    found: dict[str, str | None] = {  # mechanism → why it is missing, or None
        "namespaces": _attempt(_new_namespaces),
        "private root": _attempt(_private_root),
        "private /proc": _attempt(_private_proc),
        "network namespace": _attempt(_new_network),
        "own user": _attempt(_other_user) if as_root else None,
        "Landlock": _attempt(_restrict_files),
        "system call filter": _attempt(_filter_calls),
        "limits": None,
    }
    found |= _groups()
    walls = [found["namespaces"], found["private root"], found["network namespace"]]
    hidden = jail.unreadable(rootfs.python_paths()) if as_root and any(walls) else None
    if hidden and not linux.has_capability(linux.CAP_DAC_READ_SEARCH):
        found["own user"] = (
            f"no other user can read {hidden}: install Python where all can, such as below /opt"
        )
    details = {
        "own user": f"one of {jail.FIRST_UID} to {jail.FIRST_UID + jail.UIDS - 1}" if as_root else "yours",
        "Landlock": f"version {linux.landlock_version()}",
        "system call filter": "libseccomp",
        "limits": "per process",
        **_group_details(),
    }
    mechanisms = tuple(
        Mechanism(name, why is None, why or details.get(name, "works here"), WITHOUT[name])
        for name, why in found.items()
    )
    return Capabilities(mechanisms, _level(mechanisms))


def _level(mechanisms: tuple[Mechanism, ...]) -> str:
    has = {mechanism.name: mechanism.available for mechanism in mechanisms}
    if not has["system call filter"] or not has["own user"]:
        return "none"
    if has["namespaces"] and has["private root"] and has["network namespace"]:
        return "full"
    return "light" if has["Landlock"] else "none"


def _attempt(action: Callable[[], None]) -> str | None:
    """Why `action` fails in a child process; None where it works."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        message = b""
        try:
            action()
        except BaseException as error:
            message = (str(error) or type(error).__name__).encode()[:500]
        finally:
            os.write(writing, message)
            os._exit(1 if message else 0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        message = pipe.read().decode(errors="replace")
    _, status = os.waitpid(pid, 0)
    if status and not message:
        return f"the attempt ended with status {status}"
    return message or None


def _new_namespaces() -> None:
    if os.geteuid() != 0:
        uid, gid = os.getuid(), os.getgid()
        linux.unshare(linux.CLONE_NEWUSER)
        linux.map_user(jail.INNER_UID, uid, gid)
    linux.unshare(
        linux.CLONE_NEWNS
        | linux.CLONE_NEWPID
        | linux.CLONE_NEWIPC
        | linux.CLONE_NEWUTS
        | linux.CLONE_NEWCGROUP
    )


def _new_network() -> None:
    if os.geteuid() != 0:
        linux.unshare(linux.CLONE_NEWUSER)
    linux.unshare(linux.CLONE_NEWNET)


def _private_root() -> None:
    _new_namespaces()
    _in_new_process(lambda: rootfs.enter(View(), Limits(disk=1), (os.getuid(), os.getgid())))


def _private_proc() -> None:
    def mount() -> None:
        linux.mount("none", "/", flags=linux.MS_REC | linux.MS_PRIVATE)
        linux.mount("proc", "/proc", "proc", linux.MS_RDONLY)

    _new_namespaces()
    _in_new_process(mount)


def _in_new_process(action: Callable[[], object]) -> None:
    """Run in a child, which is the first process of a new process namespace; raises what it raised, as text."""

    def run() -> None:
        action()

    why = _attempt(run)
    if why:
        raise OSError(why)


def _other_user() -> None:
    jail.become(jail.FIRST_UID)


def _restrict_files() -> None:
    if not linux.landlock_version():
        raise OSError("this kernel has no Landlock, or was started without it")
    landlock.restrict([], [])


def _filter_calls() -> None:
    filter_program = syscall_filter.program(private_root=True)
    linux.no_new_privileges()
    linux.install_seccomp(filter_program)


_CONTROLLERS = {"memory of all processes": "memory", "number of processes": "pids"}


def _groups() -> dict[str, str | None]:
    from autograder.sandbox import cgroups

    controllers = set().union(*(place.controllers for place in cgroups.places()))
    reason = "no control group can be made here"
    return {name: None if controller in controllers else reason for name, controller in _CONTROLLERS.items()}


def _group_details() -> dict[str, str]:
    """Which version of control groups it is; both were tried (tests/sandbox/test_version_2.py)."""
    from autograder.sandbox import cgroups

    details = {
        1: "control groups, version 1",
        2: "control groups, version 2",
    }
    versions = {name: place.version for place in cgroups.places() for name in place.controllers}
    return {name: details[versions[c]] for name, c in _CONTROLLERS.items() if c in versions}


def main() -> None:
    """Print the capabilities: as a table, or with --json as data."""
    found = measure()
    if "--json" in sys.argv:
        json.dump(
            {"mechanisms": [asdict(each) for each in found.mechanisms], "level": found.level}, sys.stdout
        )
        return
    for each in found.mechanisms:
        mark = "yes" if each.available else "no "
        print(f"{mark}  {each.name:24} {each.detail}" + ("" if each.available else f"; {each.without}"))
    print(found.summary)


if __name__ == "__main__":
    os.chdir(tempfile.gettempdir())
    main()
