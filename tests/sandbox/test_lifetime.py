"""Every kernel ends with its client, its deadline or its parent, and nothing of it is left."""

from __future__ import annotations

import glob
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from pathlib import Path

import pytest
from processes import alive, gone, parent_of, patience

from autograder.kernels import runtime
from autograder.sandbox import resource_usage

pytestmark = pytest.mark.usefixtures("_level")

# A grader that starts a kernel whose code resists, says who is who, and waits to be killed.
GRADER = """
    import asyncio, sys
    from autograder import kernels
    kernels.add_kernelspec()
    from jupyter_client.manager import AsyncKernelManager
    from traitlets.config import Config

    async def main():
        config = Config({"WarmProvisioner": {"level": sys.argv[1], "minimum_level": "none"}})
        manager = AsyncKernelManager(kernel_name="autograder", config=config)
        await manager.start_kernel(cwd=sys.argv[2])
        client = manager.client()
        client.start_channels()
        await client.wait_for_ready(timeout=600)
        client.execute(sys.argv[3])
        await asyncio.sleep(1)
        p = manager.provisioner
        print(p.pid, p.guard_pid, p._sockets, flush=True)
        await asyncio.sleep(600)

    asyncio.run(main())
"""
RESISTS = """
import os, signal, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            open("marker", "w").close()
            time.sleep(600)
while True:
    try:
        time.sleep(1)
    except BaseException:
        pass
"""


def grader(folder: Path, level: str) -> tuple[subprocess.Popen[str], int, int, Path]:
    command = [sys.executable, "-c", textwrap.dedent(GRADER), level, str(folder), RESISTS]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    pid, guard, sockets = process.stdout.readline().split()
    return process, int(pid), int(guard), Path(sockets)


def leftovers(grader: int, guard: int) -> list[str]:
    """What this kernel or its guard could leave behind on this machine."""
    found = glob.glob(f"{tempfile.gettempdir()}/autograder-scratch-{guard}-*")
    found += glob.glob(f"{runtime.folder()}/k-{grader}-*")
    found += glob.glob(f"/sys/fs/cgroup/**/autograder-*-{guard}", recursive=True)
    return found


def mounts() -> set[str]:
    return {line.split()[4] for line in Path("/proc/self/mountinfo").read_text().splitlines()}


@pytest.mark.parametrize("level", ["full", "light", "none"])
def test_a_killed_grader_leaves_nothing(tmp_path, level):
    before = mounts()
    process, pid, guard, sockets = grader(tmp_path, level)
    family = [pid, guard, *resource_usage.descendants(guard)]
    assert len(family) >= 4 + 1 and len(list(sockets.iterdir())) == 5
    assert mounts() == before
    process.kill()
    process.wait()
    process.stdout.close()
    assert all(gone(each) for each in family)
    end = time.monotonic() + patience(5)
    while leftovers(process.pid, guard) and time.monotonic() < end:
        time.sleep(0.05)
    assert leftovers(process.pid, guard) == []


def test_a_killed_guard_takes_its_kernel_along(kernel):
    each = kernel()
    pid = each.provisioner.pid
    os.kill(each.provisioner.guard_pid, signal.SIGKILL)
    assert gone(pid)
    assert each.dead(1) == "its guard was ended from outside"


def test_a_killed_parent_takes_everything_along(kernel):
    each, other = kernel(), kernel()
    parent = parent_of(each.provisioner.guard_pid)
    pids = [parent, each.provisioner.pid, other.provisioner.pid]
    os.kill(parent, signal.SIGKILL)
    assert all(gone(pid) for pid in pids)
    assert each.dead(1) and other.dead(1)
    each.close()
    assert kernel().run("print('a new parent')") == "a new parent\n"


def test_the_parent_leaves_when_idle(kernel):
    """A parent of its own: the list of modules is part of its key."""
    options = {"preload": ["json", "autograder.kernels.child"], "idle_seconds": 0.5}
    each = kernel(**options)
    parent = parent_of(each.provisioner.guard_pid)
    path = Path(Path(f"/proc/{parent}/cmdline").read_text().split("\0--socket\0")[1].split("\0")[0])
    time.sleep(1)
    assert alive(parent) and path.exists()  # it has a kernel
    each.close()
    assert gone(parent)
    assert not path.exists() and not path.with_suffix(".log").exists()
    assert kernel(**options).run("print('again')") == "again\n"


def test_the_parent_does_not_leave_while_somebody_is_about_to_connect(kernel, monkeypatch):
    """Also where the grader has a folder of its own for sockets, of which the parent's environment says nothing."""
    with tempfile.TemporaryDirectory(prefix="r", dir="/tmp") as runtime_folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", runtime_folder)
        each = kernel(preload=["json", "autograder.kernels.child", "wave"], idle_seconds=0.5)
        parent = parent_of(each.provisioner.guard_pid)
        with runtime.locked():
            each.close()
            time.sleep(2)
            assert alive(parent)
        assert gone(parent)


def test_stop(kernel):
    each = kernel(preload=["json", "autograder.kernels.child", "csv"])
    parent = parent_of(each.provisioner.guard_pid)
    each.close()
    runtime.stop()
    assert gone(parent)


def test_workers_share_one_parent(kernel):
    first, second = kernel(), kernel()
    assert parent_of(first.provisioner.guard_pid) == parent_of(second.provisioner.guard_pid)


def test_a_changed_file_means_another_parent(tmp_path, monkeypatch):
    package = tmp_path / "utils"
    package.mkdir()
    file = package / "helper.py"
    file.write_text("x = 1")
    monkeypatch.setattr(runtime, "_PACKAGES", tmp_path)
    first = runtime.key("python", ["torch"])
    assert runtime.key("python", ["torch"]) == first
    file.write_text("x = 22")
    assert runtime.key("python", ["torch"]) != first
    assert runtime.key("python", ["torch", "numpy"]) != runtime.key("python", ["torch"])
    here = runtime.key("python", ["torch"])
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # where scratch folders are made
    assert runtime.key("python", ["torch"]) != here


def test_somebody_elses_folder_is_not_used(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path)[:40] if len(str(tmp_path)) <= 40 else "/tmp")
    base = Path(os.environ["XDG_RUNTIME_DIR"])
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    trap = base / "autograder-12345"
    trap.mkdir(mode=0o755)
    try:
        with pytest.raises(runtime.ParentFailed, match="mode 700"):
            runtime.folder()
    finally:
        trap.rmdir()


def test_a_parent_that_cannot_start_says_why(kernel, monkeypatch):
    monkeypatch.setattr(runtime, "_PACKAGES", Path("/nonexistent"))
    with pytest.raises(runtime.ParentFailed, match="did not start"):
        runtime.connect("/bin/false", ["json"])


def test_a_module_that_starts_threads_is_left_out(kernel, tmp_path):
    """The parent starts again without it, and a notebook can still import it."""
    each = kernel(preload=["json", "autograder.kernels.child", "tests.sandbox.threaded"])
    parent = parent_of(each.provisioner.guard_pid)
    assert len(os.listdir(f"/proc/{parent}/task")) == 1
    assert b"tests.sandbox.threaded" in Path(f"/proc/{parent}/cmdline").read_bytes().partition(b"--skip")[2]
