"""What a notebook cannot see or reach. Every snippet reports what it got; nothing here leaves this machine."""

from __future__ import annotations

import os
import signal
import socket
import textwrap
from pathlib import Path

import pytest
from processes import gone

pytestmark = pytest.mark.usefixtures("_level")


def attempt(kernel, code: str) -> str:
    """Run code; the name of the exception, or what it prints."""
    return kernel.run(textwrap.dedent(code)).strip()


@pytest.mark.parametrize(
    "family", ["AF_INET", "AF_INET6", "AF_NETLINK", "AF_PACKET", "AF_VSOCK", "AF_ALG", "AF_CAN"]
)
def test_no_network(shared, family):
    code = (
        f"import socket; socket.socket(socket.{family}, socket.SOCK_RAW if '{family}' == 'AF_PACKET' else 1)"
    )
    assert attempt(shared, code).startswith(("OSError", "PermissionError"))


def test_no_connection_to_a_listening_port(shared):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        out = attempt(shared, f"import socket; socket.create_connection(('127.0.0.1', {port}), timeout=2)")
    assert "Error" in out


def test_no_socket_of_the_machine(shared, tmp_path):
    path = f"/tmp/autograder-test-{os.getpid()}.sock"
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as abstract:
        server.bind(path)
        server.listen()
        abstract.bind(f"\0autograder-test-{os.getpid()}")
        abstract.listen()
        try:
            for address in (path, f"\0autograder-test-{os.getpid()}"):
                out = attempt(
                    shared, f"import socket; socket.socket(socket.AF_UNIX).connect({address!r}); print('in')"
                )
                assert out.startswith(("FileNotFoundError", "ConnectionRefusedError", "PermissionError")), out
        finally:
            os.unlink(path)


def test_no_way_to_the_warm_parent(kernel):
    """Whoever reached its socket could have a kernel without a sandbox."""
    from autograder.kernels import runtime

    each = kernel()
    for path in runtime.folder().glob("parent-*.sock"):
        code = f"import socket; socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET).connect({str(path)!r})"
        assert attempt(each, code).startswith(("FileNotFoundError", "PermissionError"))


def test_no_files_outside(shared, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    secret.chmod(0o644)
    root = Path(__file__).parents[2]
    outside = [
        secret,
        root / "pyproject.toml",
        root / "source",
        root / ".git",
        Path.home() / ".bashrc",
        "/etc/shadow",
    ]
    for path in outside:
        code = f"""
            import os
            path = {str(path)!r}
            print(os.listdir(path) if os.path.isdir(path) else open(path).read())
        """
        assert attempt(shared, code).startswith(("FileNotFoundError", "PermissionError")), path


def test_only_the_courses_packages_are_there(shared, full):
    root = Path(__file__).parents[2]
    seen = attempt(shared, f"import os; print(sorted(set(os.listdir({str(root)!r})) - {{'.venv'}}))")
    assert seen == "['autograder', 'utils']"


def test_nothing_outside_scratch_can_be_written(shared):
    code = """
        import autograder, os, sys, tempfile
        folders = ["/", "/etc", "/usr", "/dev", "/proc", sys.prefix, os.path.dirname(autograder.__file__)]
        for folder in folders:
            if folder.startswith("/tmp/"):
                continue  # a checkout below /tmp: what is not mounted there is private scratch
            try:
                open(os.path.join(folder, "probe.txt"), "w")
                print("wrote to", folder)
            except OSError:
                pass
        for folder in [".", os.environ["HOME"], tempfile.gettempdir()]:
            open(os.path.join(folder, "probe.txt"), "w").close()
    """
    assert attempt(shared, code) == ""


def test_assets_can_be_read_and_not_written(kernel, tmp_path):
    (tmp_path / "weights").write_text("1 2 3")
    tmp_path.chmod(0o755)
    each = kernel(cache=str(tmp_path))
    assert (
        attempt(each, "import os; print(open(os.environ['AUTOGRADER_CACHE'] + '/weights').read())") == "1 2 3"
    )
    assert "Error" in attempt(each, "open(os.environ['AUTOGRADER_CACHE'] + '/weights', 'w')")


def test_more_readable_folders(kernel, tmp_path):
    (tmp_path / "extra").write_text("extra")
    tmp_path.chmod(0o755)
    each = kernel(readable=[str(tmp_path)])
    assert attempt(each, f"print(open({str(tmp_path / 'extra')!r}).read())") == "extra"


def test_tmp_is_private(kernel, full):
    first, second = kernel(), kernel()
    first.run("open('/tmp/left', 'w').close(); open('/dev/shm/left', 'w').close()")
    assert attempt(
        second, "import os; print(os.path.exists('/tmp/left'), os.path.exists('/dev/shm/left'))"
    ) == ("False False")
    assert not Path("/tmp/left").exists() and not Path("/dev/shm/left").exists()


def test_no_other_processes(shared, full):
    assert attempt(shared, "import os; print([n for n in os.listdir('/proc') if n.isdecimal()])") == "['1']"
    assert attempt(shared, "import os; print(os.getpid(), os.getppid())") == "1 0"


def test_no_signals_to_outside(kernel):
    import subprocess

    with subprocess.Popen(["sleep", "60"]) as victim:
        each = kernel()
        out = attempt(each, f"import os; os.kill({victim.pid}, 9)")
        assert out.startswith(("ProcessLookupError", "PermissionError"))
        assert attempt(each, "import os; os.kill(-1, 0)").startswith(
            ("ProcessLookupError", "PermissionError", "")
        )
        assert victim.poll() is None
        victim.kill()


def test_an_unprivileged_user_without_capabilities(shared):
    status = shared.run("print(open('/proc/self/status').read())")
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert "0" not in fields["Uid"].split() and "0" not in fields["Gid"].split()
    have = {int(fields[name], 16) for name in ("CapPrm", "CapEff", "CapInh", "CapAmb")}
    # Without a private root, a Python in root's own folder can be read only with the right to read everything; what
    # there is to read is Landlock's to say then, which the tests of files prove.
    assert have <= ({0, 1 << 2} if shared.provisioner.reached_level == "light" and os.geteuid() == 0 else {0})
    assert fields["NoNewPrivs"] == "1" and fields["Seccomp"] == "2"
    assert shared.run("import os; os.setuid(0)").startswith(("PermissionError", "OSError"))


def test_the_essentials_at_the_light_level(kernel, tmp_path):
    """As the user who tests; tests/attacks/test_sandbox_elsewhere.py runs everything again there."""
    light = kernel(level="light")
    test_no_network(light, "AF_INET")
    test_no_files_outside(light, tmp_path)
    test_nothing_outside_scratch_can_be_written(light)
    test_an_unprivileged_user_without_capabilities(light)


def test_risky_system_calls_are_denied(shared):
    code = """
        import ctypes, errno, platform
        libc = ctypes.CDLL(None, use_errno=True)
        libc.syscall.restype = ctypes.c_long
        numbers = {"x86_64": dict(ptrace=101, unshare=272, mount=165, bpf=321, keyctl=250, setns=308, memfd_create=319,
                                  shmget=29, io_uring_setup=425, userfaultfd=323, perf_event_open=298, chroot=161)}
        for name, number in numbers.get(platform.machine(), {}).items():
            result = libc.syscall(number, 0, 0, 0, 0, 0)
            if result != -1 or ctypes.get_errno() != errno.EPERM:
                print(name, result, ctypes.get_errno())
        CLONE_NEWUSER = 0x10000000
        if platform.machine() == "x86_64":
            result = libc.syscall(56, CLONE_NEWUSER | 17, 0, 0, 0, 0)
            if result != -1:
                print("clone", result)
    """
    assert attempt(shared, code) == ""


def test_the_tie_to_the_guard_cannot_be_cut(kernel):
    """Asked to stay when the guard dies, Linux says yes and nothing changes."""
    each = kernel()
    assert attempt(each, "import ctypes; print(ctypes.CDLL(None).prctl(1, 0, 0, 0, 0))") == "0"
    pid = each.provisioner.pid
    os.kill(each.provisioner.guard_pid, signal.SIGKILL)
    assert gone(pid)
    assert each.dead(1) == "its guard was ended from outside"


def test_memory_holds_nothing_of_earlier_kernels(kernel, tmp_path):
    """Requests are read by guards, not by the parent that later kernels are copies of."""
    first = tmp_path / "submission-of-wanda-whirlpool"
    first.mkdir()
    one = kernel(start={"cwd": str(first)})
    key = one.manager.session.key.decode()
    parts = [key[:18], key[18:], "wanda-", "whirlpool"]
    code = f"""
        import re
        parts = {parts!r}
        found = 0
        with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
            for line in maps:
                start, end, mode = re.match("(.*)-(.*?) (....)", line).groups()
                if "w" not in mode:
                    continue
                start, end = int(start, 16), int(end, 16)
                while start < end:
                    memory.seek(start)
                    try:
                        block = memory.read(min(end - start, 1 << 24))
                    except OSError:
                        break
                    found += block.count((parts[0] + parts[1]).encode()) + block.count((parts[2] + parts[3]).encode())
                    start += 1 << 24
        print("found", found)
    """
    assert attempt(kernel(), code) == "found 0"


def test_unreadable_assets_are_pointed_out(kernel, tmp_path, caplog):
    if os.geteuid() != 0:
        pytest.skip("only root's kernels run as another user")
    (tmp_path / "weights").write_text("1 2 3")
    (tmp_path / "weights").chmod(0o600)
    tmp_path.chmod(0o755)
    kernel(cache=str(tmp_path))
    assert f"cannot read {tmp_path}/weights: run `chmod -R a+rX {tmp_path}`" in caplog.text
