"""A private root folder: a few read-only folders of this machine, one bounded scratch, and nothing else.

What is not mounted here does not exist for the notebook: no home, no course, no other submission, no gradebook. All
that can be written lies on one small memory file system, so that /tmp, /dev/shm, the home and the submission's copy
share one bound and vanish with the kernel.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from autograder.sandbox import linux, scratch
from autograder.sandbox.limits import MEGABYTE, Limits

HOME = "/home/student"
SUBMISSION = f"{HOME}/submission"
ASSETS = "/assets"
WRITABLE = ("/home/student", "/tmp", "/dev/shm")
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")

# Programs and libraries of the system; the C library's cache of them; what OpenMP reads to count processors.
SYSTEM = (
    "/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin",
    "/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/sys/devices/system/cpu",
)  # fmt: skip
# Harmless parts of /proc, for machines on which a private one cannot be mounted.
PROC_FILES = (
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/filesystems",
    "/proc/loadavg",
    "/proc/version",
)

_SCRATCH = "/.scratch"


@dataclass(frozen=True)
class View:
    """What a kernel sees: `readable` paths appear where they are; `assets` as /assets; `submission` is copied."""

    readable: tuple[str, ...] = ()
    assets: str = ""
    submission: str = ""


def enter(view: View, limits: Limits, owner: tuple[int, int]) -> list[str]:
    """Build the root and move into it; needs the right to mount. `owner`: whose the scratch is (uid, gid).

    Returns what of the submission was left out. The caller is in a mount namespace of its own; nothing of this is
    seen outside, and all of it goes when the last process in it ends.
    """
    shown = _sources(SYSTEM + view.readable)
    assets, submission = (os.path.realpath(path) if path else "" for path in (view.assets, view.submission))
    linux.mount("none", "/", flags=linux.MS_REC | linux.MS_PRIVATE)
    base = next(folder for folder in ("/tmp", "/mnt", "/var", "/usr") if os.path.isdir(folder))
    linux.mount("tmpfs", base, "tmpfs", linux.MS_NOSUID | linux.MS_NODEV, "mode=0755,size=2m,nr_inodes=2k")
    os.mkdir(f"{base}/new")
    os.mkdir(f"{base}/old")
    linux.mount(f"{base}/new", f"{base}/new", flags=linux.MS_BIND)
    linux.pivot_root(base, f"{base}/old")  # from here on the machine's own files are below /old
    os.chdir("/")
    _add_devices("/new", "/old")
    _add_scratch("/new", limits)
    left_out: list[str] = []
    if submission:
        budget = limits.disk * MEGABYTE // 2  # the other half is the notebook's
        folder = f"/new{SUBMISSION}"
        left_out = scratch.copy_folder(f"/old{submission}", folder, size=budget, files=limits.files // 2)
    if os.getuid() != owner[0]:
        for folder in WRITABLE:
            scratch.hand_over(f"/new{folder}", *owner)
    for target, source in shown.items():  # after the scratch: some of it may lie below /tmp
        _show(f"/old{source}", f"/new{target}")
    if assets:
        _show(f"/old{assets}", f"/new{ASSETS}")
    _add_proc("/new", "/old")
    _add_names("/new", owner)
    linux.detach("/old")
    os.chdir("/new")
    linux.pivot_root(".", ".")
    linux.detach(".")
    os.chdir("/")
    linux.make_read_only("/", recursive=False)
    return left_out


def _sources(paths: Iterable[str]) -> dict[str, str]:
    """What to show, shortest first: path → where it really is. Links are followed now, while they lead somewhere."""
    real = {path: os.path.realpath(path) for path in paths}
    real |= {path: path for path in real.values()}
    return dict(sorted(real.items(), key=lambda item: len(item[0])))


def _show(source: str, target: str) -> None:
    """The same file or folder at `target`, read-only. What does not exist is left out."""
    if os.path.lexists(target):
        return  # inside a folder that is shown already
    if os.path.isdir(source):
        os.makedirs(target)
    elif os.path.exists(source):
        os.makedirs(os.path.dirname(target), exist_ok=True)
        _touch(target)
    else:
        return
    linux.mount(source, target, flags=linux.MS_BIND | linux.MS_REC)
    linux.make_read_only(target, recursive=True)


def _add_devices(new: str, old: str) -> None:
    os.makedirs(f"{new}/dev/shm", exist_ok=True)
    for device in DEVICES:
        _touch(new + device)
        linux.mount(old + device, new + device, flags=linux.MS_BIND)
    os.symlink("/proc/self/fd", f"{new}/dev/fd")


def _add_scratch(new: str, limits: Limits) -> None:
    os.mkdir(new + _SCRATCH)
    options = f"mode=0700,size={limits.disk * MEGABYTE},nr_inodes={limits.files}"
    linux.mount("tmpfs", new + _SCRATCH, "tmpfs", linux.MS_NOSUID | linux.MS_NODEV, options)
    for number, folder in enumerate(WRITABLE):
        part = f"{new}{_SCRATCH}/{number}"
        os.mkdir(part, 0o700)
        os.makedirs(new + folder, exist_ok=True)
        linux.mount(part, new + folder, flags=linux.MS_BIND)
    linux.detach(new + _SCRATCH)
    os.rmdir(new + _SCRATCH)
    os.mkdir(new + SUBMISSION, 0o755)


def _add_proc(new: str, old: str) -> None:
    os.makedirs(f"{new}/proc", exist_ok=True)
    flags = linux.MS_NOSUID | linux.MS_NODEV | linux.MS_NOEXEC
    try:
        linux.mount("proc", f"{new}/proc", "proc", flags | linux.MS_RDONLY)
    except OSError:  # containers hide parts of /proc, and then Linux allows no new one
        for path in PROC_FILES:
            with contextlib.suppress(OSError):
                _touch(new + path)
                linux.mount(old + path, new + path, flags=linux.MS_BIND)


def _add_names(new: str, owner: tuple[int, int]) -> None:
    uid, gid = owner
    os.makedirs(f"{new}/etc", exist_ok=True)
    for name, text in [
        ("passwd", f"student:x:{uid}:{gid}::{HOME}:/bin/sh\n"),
        ("group", f"student:x:{gid}:\n"),
        ("hosts", "127.0.0.1 localhost\n"),
    ]:
        with open(f"{new}/etc/{name}", "w") as file:
            file.write(text)


def _touch(path: str) -> None:
    open(path, "a").close()


def python_paths(extra: Sequence[str] = ()) -> tuple[str, ...]:
    """What this Python needs to run, to be shown read-only: its own folders and the two packages of the course.

    Of a prefix only the usual parts: an environment made in the course's own folder (`python -m venv .`) must not
    show the course.
    """
    import importlib.util
    import site
    import sys

    paths: list[str] = []
    for prefix in dict.fromkeys([sys.base_prefix, sys.base_exec_prefix, sys.prefix, sys.exec_prefix]):
        paths += [
            os.path.join(prefix, name) for name in ("bin", "lib", "lib64", "include", "share", "pyvenv.cfg")
        ]
    if site.ENABLE_USER_SITE:
        paths.append(site.getusersitepackages())
    for package in ("autograder", "utils"):
        spec = importlib.util.find_spec(package)
        if spec:
            paths += list(spec.submodule_search_locations or [])
    return (*dict.fromkeys(paths), *extra)
