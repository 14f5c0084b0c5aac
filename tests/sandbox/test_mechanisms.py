"""What this machine has is found by trying, and what it lacks is said."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from traitlets.config import Config

from autograder import kernels
from autograder.kernels.provisioner import KernelRefused
from autograder.sandbox import cgroups, mechanisms
from autograder.sandbox.limits import Limits

# Deny some system calls first, as containers and distributions do, then probe.
DENIED = """
    import errno, json, sys
    import pyseccomp
    from autograder.sandbox import linux
    rules = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
    for name in sys.argv[1:]:
        rules.add_rule(pyseccomp.ERRNO(errno.EPERM), name)
    linux.no_new_privileges()
    rules.load()
    sys.argv[1:] = ["--json"]
    from autograder.sandbox import mechanisms
    mechanisms.main()
"""


def probe_without(*calls: str, prefix: tuple[str, ...] = ()) -> dict:
    command = [*prefix, sys.executable, "-c", textwrap.dedent(DENIED), *calls]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def missing(found: dict) -> set[str]:
    return {each["name"] for each in found["mechanisms"] if not each["available"]}


def test_every_mechanism_has_its_sentence():
    found = mechanisms.capabilities()
    assert [each.name for each in found.mechanisms] == list(mechanisms.WITHOUT)
    assert all(each.detail and each.without for each in found.mechanisms)
    assert found["Landlock"].name == "Landlock"
    assert found.summary.startswith(f"Sandbox level: {found.level}")


def test_it_is_measured_once():
    assert mechanisms.capabilities() is mechanisms.capabilities()


def test_without_namespaces_the_level_is_light(_level):
    found = probe_without("unshare")
    assert {"namespaces", "private root", "network namespace"} <= missing(found)
    assert found["level"] == "light"


def test_without_namespaces_and_landlock_it_is_none(_level):
    found = probe_without("unshare", "landlock_create_ruleset")
    assert "Landlock" in missing(found) and found["level"] == "none"


def test_without_mounts_it_is_light(_level):
    assert probe_without("mount")["level"] == "light"


def test_a_filter_that_cannot_be_loaded(_level):
    found = probe_without("seccomp")
    assert found["level"] in ("full", "light", "none")  # the older way to load one may still work


def test_root_without_rights_as_in_a_container(_level):
    if os.geteuid() != 0 or not shutil.which("setpriv"):
        pytest.skip("only root can give up its rights, with setpriv")
    found = probe_without(prefix=("setpriv", "--bounding-set=-sys_admin,-dac_read_search"))
    assert found["level"] in ("light", "none")
    if found["level"] == "none":  # this Python lies where only root can read
        why = next(each for each in found["mechanisms"] if each["name"] == "own user")
        assert "install Python where all can" in why["detail"]


def test_a_machine_without_any(monkeypatch):
    monkeypatch.setattr("autograder.sandbox.linux.IS_LINUX", False)
    found = mechanisms.capabilities.__wrapped__()
    assert found.level == "none" and len(found.missing) == len(found.mechanisms)


def test_grading_is_refused_below_the_minimum(kernel):
    with pytest.raises(KernelRefused, match=r"reaches sandbox level 'none'.*doctor.*minimum_level"):
        kernel(level="none", minimum_level="light")


def test_level_none_still_ends_and_limits_kernels(kernel):
    each = kernel(level="none", minimum_level="none", wall_seconds=2.0)
    assert each.provisioner.reached_level == "none"
    assert each.dies("while True: pass", 5).startswith("the notebook took longer")


def test_groups_come_and_go():
    places = cgroups.places()
    if not places:
        pytest.skip("no control group can be made here")
    group = cgroups.create(places, Limits(memory=100, disk=10, processes=5), Path("/run/sockets"))
    try:
        assert group.folders and all(folder.is_dir() for folder in group.folders)
        assert not group.ran_out_of_memory()
        with subprocess.Popen(["sleep", "60"]) as process:
            group.add(process.pid)
            listed = [(folder / "cgroup.procs").read_text().split() for folder in group.folders]
            process.kill()
        assert all(pids == [str(process.pid)] for pids in listed)
    finally:
        group.remove()
    assert not any(folder.exists() for folder in group.folders)


def test_the_files_of_version_2(tmp_path):
    """On plain files with the names of cgroup v2; test_version_2.py has a machine with real ones."""
    place = cgroups.Place(tmp_path, 2, frozenset({"memory", "pids"}))
    group = cgroups.create([place], Limits(memory=100, disk=10, processes=5), Path("/run/sockets"))
    (folder,) = group.folders
    written = {path.name: path.read_text() for path in folder.iterdir()}
    assert written == {
        "memory.max": "110000000", "memory.swap.max": "0", "memory.oom.group": "1", "pids.max": "5",
    }  # fmt: skip
    group.add(4321)
    assert (folder / "cgroup.procs").read_text() == "4321"
    (folder / "memory.events").write_text("low 0\nhigh 0\nmax 7\noom 0\noom_kill 0\noom_group_kill 0\n")
    assert not group.ran_out_of_memory()
    (folder / "memory.events").write_text("low 0\nhigh 0\nmax 7\noom 1\noom_kill 1\noom_group_kill 1\n")
    assert group.ran_out_of_memory()


def test_the_place_of_version_2(tmp_path, monkeypatch):
    """The nearest group above ours whose children may be limited."""
    ours = tmp_path / "user.slice" / "session.scope"
    ours.mkdir(parents=True)
    for folder, controllers in [(tmp_path, "cpu memory pids"), (ours.parent, "memory pids"), (ours, "")]:
        (folder / "cgroup.subtree_control").write_text(controllers)
    (tmp_path / "cgroup.controllers").write_text("cpu memory pids")
    monkeypatch.setattr(cgroups, "_ROOT", tmp_path)
    monkeypatch.setattr(cgroups, "_can_make_group", lambda folder: folder.is_dir())
    place = cgroups._place_version_2("/user.slice/session.scope")
    assert place == cgroups.Place(ours.parent, 2, frozenset({"memory", "pids"}))
    monkeypatch.setattr(cgroups, "_can_make_group", lambda folder: False)
    assert cgroups._place_version_2("/user.slice/session.scope") is None


# Configuration


def test_configure_costs_no_time():
    code = (
        "import time; t = time.perf_counter(); from autograder import kernels; print(time.perf_counter() - t)"
    )
    code += "; import sys; print('jupyter_client' in sys.modules, 'torch' in sys.modules)"
    seconds, *loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True
    ).stdout.split()
    assert float(seconds) < 0.5 and loaded == ["False", "False"]


def test_the_kernelspec_is_found(monkeypatch):
    from jupyter_client.kernelspec import KernelSpecManager

    monkeypatch.setenv("JUPYTER_PATH", "/somewhere")
    kernels.add_kernelspec()
    kernels.add_kernelspec()
    assert os.environ["JUPYTER_PATH"] == f"/somewhere{os.pathsep}{kernels.JUPYTER_PATH}"
    spec = KernelSpecManager().get_kernel_spec(kernels.KERNEL_NAME)
    assert spec.metadata["kernel_provisioner"]["provisioner_name"] == "autograder"


def test_elsewhere_than_on_linux_there_is_a_warning(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    config = Config()
    with pytest.warns(UserWarning, match="without a sandbox on darwin"):
        assert kernels.configure(config) == "python3"
    assert config.Execute.kernel_name == "python3"


def test_all_of_it_can_be_imported_on_windows():
    code = """
        import os, sys
        import jupyter_client, nbclient, zmq.asyncio
        sys.platform = "win32"
        for name in ("resource", "fcntl", "pwd", "grp"):
            sys.modules[name] = None
        for name in ("O_NOFOLLOW", "O_PATH", "O_DIRECTORY", "O_NONBLOCK", "O_CLOEXEC", "geteuid", "getuid", "sysconf"):
            delattr(os, name)
        from autograder import kernels
        from autograder.kernels import bounded_client, provisioner, runtime, guard
        from autograder.sandbox import mechanisms, jail
        print("imported")
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True)
    assert done.stdout == "imported\n", done.stderr
