"""Control groups: the limit on what all processes of a kernel use *together*; rlimits count each process alone.

Linux has two versions of them, and often a program may create groups in neither: containers mount them read-only, and
an ordinary user needs a part of the tree that systemd has handed over (a desktop session has one, ssh has none). So
this file tries. Where there is no place for a group, the guard watches memory instead (resource_usage.py), which is
slower.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
import zlib
from dataclasses import dataclass, field
from pathlib import Path

from autograder.sandbox.limits import MEGABYTE, Limits

_ROOT = Path("/sys/fs/cgroup")
_PREFIX = "autograder-"


@dataclass(frozen=True)
class Place:
    """A folder of the cgroup file system in which groups for kernels can be made."""

    folder: Path
    version: int
    controllers: frozenset[str]


@dataclass
class Group:
    """The control group (version 1: one for each controller) of one kernel."""

    memory: Path | None = None
    pids: Path | None = None
    version: int = 0
    folders: list[Path] = field(default_factory=list)

    def add(self, pid: int) -> None:
        """Move a process, and what it starts from now on, into the group, as far as Linux allows."""
        for folder in list(self.folders):
            try:
                (folder / "cgroup.procs").write_text(str(pid))
            except OSError:
                folder.rmdir()
                self.folders.remove(folder)
                self.memory = None if self.memory == folder else self.memory
                self.pids = None if self.pids == folder else self.pids

    def ran_out_of_memory(self) -> bool:
        """Whether Linux has ended a process of the group for its memory."""
        if self.memory is None:
            return False
        name = "memory.events" if self.version == 2 else "memory.oom_control"
        return _value(self.memory / name, "oom_kill") > 0

    def remove(self, patience: float = 20.0) -> None:
        """Remove the group; its last processes may take a moment to go, on a busy machine some seconds."""
        end = time.monotonic() + patience
        for folder in self.folders:
            while folder.exists():
                try:
                    folder.rmdir()
                except FileNotFoundError:
                    break
                except OSError:
                    if time.monotonic() > end:
                        break
                    time.sleep(0.01)


def places() -> list[Place]:
    """Where groups can be made here, found by making one: at most one place for each controller."""
    found: list[Place] = []
    for line in _read(Path("/proc/self/cgroup")).splitlines():
        number, names, path = line.split(":", 2)
        if number == "0":
            place = _place_version_2(path)
            if place:
                found.append(place)
            continue
        for controller in {"memory", "pids"} & set(names.split(",")):
            folder = _ROOT / names / path.lstrip("/")
            if not folder.is_dir():
                folder = _ROOT / controller / path.lstrip("/")
            if _can_make_group(folder):
                found.append(Place(folder, 1, frozenset({controller})))
    return found


def _place_version_2(path: str) -> Place | None:
    """Our own group, if its children may be limited, or else the nearest one above it where they may."""
    for mount in (_ROOT, _ROOT / "unified"):
        if not (mount / "cgroup.controllers").exists():
            continue
        folder = mount / path.lstrip("/")
        while folder == mount or mount in folder.parents:
            controllers = frozenset({"memory", "pids"}) & set(
                _read(folder / "cgroup.subtree_control").split()
            )
            if controllers and _can_make_group(folder):
                return Place(folder, 2, frozenset(controllers))
            folder = folder.parent
    return None


def _can_make_group(parent: Path) -> bool:
    """Whether a group can be made there and a process moved into it; needs a process with one thread."""
    folder = parent / f"{_PREFIX}probe-{os.getpid()}"
    try:
        folder.mkdir()
    except OSError:
        return False
    group = Group(folders=[folder])
    pid = os.fork()
    if pid == 0:
        signal.pause()
        os._exit(0)
    group.add(pid)
    moved = bool(group.folders)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    Group(folders=[folder]).remove()
    return moved


def prefix(owner: Path) -> str:
    """How the names of groups begin that belong to the graders who share this folder of sockets."""
    return f"{_PREFIX}{zlib.crc32(os.fsencode(owner)):08x}-"


def create(where: list[Place], limits: Limits, owner: Path) -> Group:
    """A group for the kernel that this process guards, with its limits set. Empty where there is no place for one."""
    group = Group()
    for place in where:
        folder = place.folder / f"{prefix(owner)}{os.getpid()}"
        try:
            folder.mkdir(exist_ok=True)
        except OSError:
            continue
        group.folders.append(folder)
        group.version = place.version
        if "memory" in place.controllers:
            group.memory = folder
            # What the parent had imported is charged to the parent, so the limit can be the plain number.
            limit = str((limits.memory + limits.disk) * MEGABYTE)
            _write(folder, "memory.max" if place.version == 2 else "memory.limit_in_bytes", limit)
            if place.version == 2:
                _write(folder, "memory.swap.max", "0")
                _write(folder, "memory.oom.group", "1")
            else:
                _write(folder, "memory.memsw.limit_in_bytes", limit)
        if "pids" in place.controllers:
            group.pids = folder
            _write(folder, "pids.max", str(limits.processes))
    return group


def sweep(where: list[Place]) -> None:
    """Remove groups whose guard was killed before it could; groups with a living process stay."""
    for place in where:
        for folder in place.folder.glob(f"{_PREFIX}*"):
            pid = folder.name.rpartition("-")[2]
            if pid.isdecimal() and not os.path.exists(f"/proc/{pid}"):
                with contextlib.suppress(OSError):
                    folder.rmdir()


def _value(file: Path, key: str) -> int:
    for line in _read(file).splitlines():
        name, _, value = line.partition(" ")
        if name == key:
            return int(value)
    return 0


def _read(file: Path) -> str:
    try:
        return file.read_text()
    except OSError:
        return ""


def _write(folder: Path, name: str, text: str) -> None:
    with contextlib.suppress(OSError):  # not every version has every file
        (folder / name).write_text(text)
