"""What the sandbox's limits hold on control groups of version 2: run as root in a machine whose only groups these are.

    python -m tests.sandbox.version_2           as root, and as an ordinary user in a part of the tree handed to them

Prints one JSON object: who → what was found. Every attack is bounded, and needs 8 GB where no limit holds. The steps
are those of a kernel's guard (kernels/guard.py), without the kernel: torch takes minutes to import in an emulated
machine.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from autograder.sandbox import cgroups, jail
from autograder.sandbox.jail import Jail
from autograder.sandbox.limits import MEGABYTE, Limits
from autograder.sandbox.rootfs import View, python_paths

LIMITS = Limits(memory=1500, disk=50, processes=60, cpu_seconds=2)
ROOT = Path("/sys/fs/cgroup")
CONTROLLERS = "+memory +pids"


def main() -> None:
    if sys.argv[1:]:
        print(json.dumps(found()))
        return
    from tests.sandbox import ordinary_user

    (ROOT / "cgroup.subtree_control").write_text(CONTROLLERS)
    answers = {}
    enter(made(ROOT / "system.slice") / "grader.service")
    answers["root"] = answer(subprocess.run(command(), capture_output=True, text=True))
    session = made(ROOT / "user.slice") / "session.scope"
    manager = made(ROOT / "user.slice" / "user@.service", ordinary_user.UID)
    for who, group in [
        ("user", made(manager / "app.slice", ordinary_user.UID) / "grader.scope"),
        ("session", session),
    ]:
        enter(group)
        answers[who] = answer(ordinary_user.run(command(), Path(f"/tmp/home-{who}"), 600))
    print(json.dumps(answers))


def command() -> list[str]:
    return [sys.executable, "-m", "tests.sandbox.version_2", "here"]


def answer(done: subprocess.CompletedProcess[str]) -> Any:
    return (
        json.loads(done.stdout) if done.returncode == 0 else {"failed": (done.stdout + done.stderr)[-3000:]}
    )


def made(group: Path, owner: int | None = None) -> Path:
    """A group whose children may be limited, as systemd makes slices; to an owner it is handed over."""
    group.mkdir(exist_ok=True)
    if owner is not None:
        for path in (
            group,
            group / "cgroup.procs",
            group / "cgroup.subtree_control",
            group / "cgroup.threads",
        ):
            os.chown(path, owner, owner)
    (group / "cgroup.subtree_control").write_text(CONTROLLERS)
    return group


def enter(group: Path) -> None:
    """Move this process, and what it starts from now on, into a group of its own."""
    group.mkdir()
    (group / "cgroup.procs").write_text(str(os.getpid()))


# --- in the group --------------------------------------------------------------------------------------------------


def found() -> dict[str, Any]:
    """What there is, and what became of each attack."""
    places = cgroups.places()
    return {
        "uid": os.getuid(),
        "places": [[str(place.folder), place.version, sorted(place.controllers)] for place in places],
        "memory": attack(places, hold_memory, grow=True),
        "processes": attack(places, fork_often),
        "cpu": attack(places, spin),
        "left": [str(path) for place in places for path in place.folder.glob("autograder-*")],
    }


def attack(places: list[cgroups.Place], payload: Callable[[], str], grow: bool = False) -> dict[str, Any]:
    """Run the payload in a sandbox, as a guard runs a kernel; in a child, which enters the new process namespace."""
    if grow and not places:
        return {}  # nothing here would bound it but the guard's own look, which a kernel's tests try
    reading, writing = os.pipe()
    guard = os.fork()
    if guard == 0:
        try:
            report = guarded(places, payload)
        except BaseException as error:
            report = {"failed": f"{type(error).__name__}: {error}"}
        os.write(writing, json.dumps(report).encode())
        os._exit(0)
    os.close(writing)
    with open(reading) as pipe:
        text = pipe.read()
    os.waitpid(guard, 0)
    return json.loads(text)


def guarded(places: list[cgroups.Place], payload: Callable[[], str]) -> dict[str, Any]:
    uid = jail.claim_uid()[0] if os.geteuid() == 0 else os.getuid()
    box = Jail("full", View(python_paths()), LIMITS, uid)
    group = cgroups.create(places, LIMITS, Path("/run/version-2"))
    jail.before_fork(box)
    go, start = os.pipe()
    said, saying = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(start)
            os.read(go, 1)
            jail.after_fork(box)
            os.write(saying, payload().encode())
        except BaseException as error:
            os.write(saying, f"{type(error).__name__}: {error}".encode())
        finally:
            os._exit(0)
    os.close(saying)
    group.add(pid)
    os.write(start, b"g")
    began = time.monotonic()
    _, status, usage = os.wait4(pid, 0)
    report = {
        "code": os.waitstatus_to_exitcode(status),
        "said": os.read(said, 10_000).decode(),
        "seconds": round(time.monotonic() - began, 1),
        "cpu": round(usage.ru_utime + usage.ru_stime, 1),
        "out of memory": group.ran_out_of_memory(),
        "peak MB": peak(group),
        "limit MB": LIMITS.memory + LIMITS.disk,
    }
    group.remove()
    return report


def peak(group: cgroups.Group) -> int | None:
    """The most that the group had, as Linux counted it."""
    file = group.memory / "memory.peak" if group.memory else None
    return int(file.read_text()) // MEGABYTE if file and file.exists() else None


# --- attacks -------------------------------------------------------------------------------------------------------


def hold_memory() -> str:
    """Eight processes of a gigabyte each: none of them is above what a single process may have."""
    for _ in range(8):
        if os.fork() == 0:
            held = bytearray(b"x") * 1_000_000_000
            time.sleep(120)
            os._exit(len(held) % 2)
    time.sleep(120)
    return "not stopped"


def fork_often() -> str:
    made = 0
    try:
        for _ in range(200):
            if os.fork() == 0:
                time.sleep(60)
                os._exit(0)
            made += 1
    except OSError as error:
        return f"{type(error).__name__} {made}"
    return f"not stopped {made}"


def spin() -> str:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        pass
    return "not stopped"


if __name__ == "__main__":
    main()
