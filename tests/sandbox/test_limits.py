"""What a notebook cannot use up. Every attack here is bounded: none would hurt a machine without the sandbox."""

from __future__ import annotations

import contextlib
import textwrap
import time

import psutil
import pytest
from processes import patience

from autograder.kernels.bounded_client import KernelStopped

pytestmark = pytest.mark.usefixtures("_level")


def attempt(kernel, code: str, timeout: float = 60) -> str:
    return kernel.run(textwrap.dedent(code), timeout).strip()


# Memory: 8 GB at most, against a limit of 1.5 GB


@pytest.mark.parametrize(
    "code",
    [
        "x = [bytearray(200_000_000) for _ in range(40)]",
        "import numpy; x = [numpy.ones(25_000_000) for _ in range(40)]",
        "import torch; x = [torch.ones(50_000_000) for _ in range(40)]",
        "import mmap; x = [mmap.mmap(-1, 200_000_000) for _ in range(40)]\nfor m in x: m.write(bytes(200_000_000))",
    ],
)
def test_memory_of_one_process(shared, code):
    out = attempt(shared, code)
    assert any(error in out for error in ("MemoryError", "RuntimeError", "OSError")), out
    assert shared.run("x = None; print('alive')") == "alive\n"


def test_memory_of_several_processes(kernel):
    each = kernel()
    code = """
        import os, time
        for _ in range(8):
            if os.fork() == 0:
                x = bytearray(b"x") * 1_000_000_000
                time.sleep(15)
                os._exit(0)
        time.sleep(15)
        print("done")
    """
    highest, each_pid = 0, each.provisioner.pid
    each.send(textwrap.dedent(code))
    start = time.monotonic()
    while time.monotonic() - start < 6 and psutil.pid_exists(each_pid):
        try:
            family = [psutil.Process(each_pid), *psutil.Process(each_pid).children(recursive=True)]
            highest = max(highest, sum(process.memory_full_info().pss for process in family))
        except psutil.Error:
            break
        time.sleep(0.1)
    assert highest < 5_000_000_000


def test_memory_files(shared, full):
    out = attempt(shared, "open('/dev/shm/x', 'wb').write(bytes(1 << 20) * 100)")
    assert out.startswith("OSError")
    assert attempt(shared, "import os; os.remove('/dev/shm/x')") == ""
    assert attempt(shared, "import os; os.memfd_create('x')").startswith("PermissionError")


# Processes: 200 at most, against a limit of 60


def test_fork_bomb(kernel):
    each = kernel()
    code = """
        import os, time
        made = 0
        try:
            for _ in range(200):
                if os.fork() == 0:
                    time.sleep(20)
                    os._exit(0)
                made += 1
        except OSError as error:
            print(type(error).__name__)
        print(made)
    """
    out = attempt(each, code)
    if out == "200":  # an ordinary user's processes are counted twice a second, and forking may be faster
        assert "more than 60 processes" in each.dead(5)
    elif not out.endswith("<dead>"):  # the kernel's own threads may fail as well, at any of these lines
        error, _, made = out.partition("\n")
        assert error == "BlockingIOError" and int(made) < 60, out


def test_threads(kernel):
    each = kernel()
    code = """
        import threading, time
        try:
            for n in range(200):
                threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
        except RuntimeError as error:
            print(n < 60)
    """
    assert attempt(each, code) in ("True", "<dead>")


def test_open_files(shared):
    out = attempt(shared, "files = [open('/dev/null') for _ in range(3000)]")
    assert out.startswith("OSError")
    assert attempt(shared, "files = None; open('/dev/null').close()") == ""


# Disk: 200 MB at most, against a limit of 50 MB


def test_disk(kernel, full):
    each = kernel()
    code = """
        import os
        written = 0
        try:
            for n in range(20):
                with open(f"file{n}", "wb") as file:
                    written += file.write(bytes(10_000_000))
        except OSError as error:
            print(error.errno, written <= 50_000_000)
    """
    assert attempt(each, code) == "28 True"
    assert (
        attempt(each, "import os; [os.remove(f) for f in os.listdir('.')]; open('x', 'w').write('again')")
        == "5"
    )


def test_many_files(kernel, full):
    each = kernel()
    assert attempt(each, "for n in range(30_000): open(f'/tmp/{n}', 'w').close()").startswith("OSError")


def test_one_large_file(shared):
    assert attempt(shared, "open('large', 'wb').truncate(10**12)").startswith("OSError")


# Output


def test_much_output(kernel):
    each = kernel(bounds={"cell_output": 2_000_000})
    with pytest.raises(KernelStopped, match="a cell put out more than 2 MB"):
        each.run("for _ in range(2_000): print('x' * 10_000, flush=True)")
    assert each.dead(1) == "a cell put out more than 2 MB"
    assert each.provisioner.death.kind == "output"


def test_a_gigabyte_of_output(kernel):
    """All of it may gather in the kernel before the first byte leaves, and be lost there: then nothing is to stop."""
    each = kernel(bounds={"cell_output": 2_000_000})
    process = psutil.Process()
    before = process.memory_info().rss
    with contextlib.suppress(KernelStopped):
        assert len(each.run("for _ in range(100_000): print('x' * 10_000)")) <= 2_000_000
    assert process.memory_info().rss - before < 300_000_000


def test_many_outputs(kernel):
    each = kernel(bounds={"cell_messages": 500})
    with pytest.raises(KernelStopped, match="more than 500 messages"):
        each.run("for n in range(20_000): display(n)")


def test_one_huge_output(kernel):
    each = kernel(bounds={"largest_message": 5_000_000, "cell_output": 4_000_000})
    with pytest.raises(KernelStopped, match="a cell put out more than 4 MB"):
        each.run("print('x' * 50_000_000)")


def test_output_of_all_cells(kernel):
    each = kernel(bounds={"total_output": 2_000_000})
    with pytest.raises(KernelStopped, match="together"):
        for _ in range(100):
            each.run("print('x' * 100_000)")


def test_invalid_messages(kernel):
    each = kernel()
    with pytest.raises(KernelStopped, match="invalid message"):
        each.run("get_ipython().kernel.session.key = b'another'; print('forged')")
    assert each.dead(1) == "it sent an invalid message"


def test_honest_noise_passes(kernel):
    each = kernel()
    out = each.run("for n in range(50_000): print(n)")
    assert out.count("\n") == 50_000
    assert "100%" in each.run("from tqdm import tqdm\nfor _ in tqdm(range(2000), mininterval=0): pass")


# Time and ends


def test_deadline_of_a_cell(kernel):
    each = kernel()
    each.send("import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass")
    time.sleep(0.2)
    each.wait(each.manager.interrupt_kernel())
    each.wait(each.provisioner.set_deadline(0.5, "cell 3 took longer than 10 seconds"))
    assert each.dead(5) == "cell 3 took longer than 10 seconds"
    assert each.provisioner.death.kind == "deadline"


def test_a_deadline_can_be_taken_back(kernel):
    each = kernel()
    each.wait(each.provisioner.set_deadline(0.4))
    each.wait(each.provisioner.set_deadline(None))
    time.sleep(0.6)
    assert each.run("print('alive')") == "alive\n"


def test_wall_limit(kernel):
    each = kernel(wall_seconds=1.0)
    assert each.dies(
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass", 5
    ) == ("the notebook took longer than 1 seconds")


def test_sleep_is_no_way_out(kernel):
    assert (
        kernel(wall_seconds=1.0)
        .dies("import time; time.sleep(1000)", 5)
        .startswith("the notebook took longer")
    )


def test_processor_time(kernel):
    each = kernel(cpu_seconds=2)
    assert each.dies("while True: pass", 20) == "it used more than 2 seconds of processor time"


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import os; os._exit(3)", "it ended its own process (exit code 3)"),
        ("import ctypes; ctypes.string_at(0)", "its process crashed (segmentation fault)"),
        ("import os; os.abort()", "its process crashed"),
    ],
)
def test_a_death_is_noticed_with_its_reason(kernel, code, reason):
    each = kernel()
    each.send(code)
    assert each.dead(5).startswith(reason)


def test_kill_needs_no_consent(kernel):
    each = kernel()
    each.send("import signal; signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\nwhile True: pass")
    time.sleep(0.2)
    each.wait(each.provisioner.kill())
    assert each.provisioner.death_reason == "the grader ended it"


def test_disk_at_the_light_level(kernel):
    each = kernel(level="light")
    each.send(
        "for n in range(20): open(f'file{n}', 'wb').write(bytes(10_000_000)); __import__('time').sleep(0.1)"
    )
    assert each.dead(10) == "it wrote more than 50 MB or 20000 files"
    assert each.provisioner.death.kind == "disk"


def test_deleted_files_count_at_the_light_level(kernel):
    each = kernel(level="light")
    code = """
        import os, time
        kept = []
        for n in range(20):
            kept.append(open(f"file{n}", "wb"))
            os.remove(f"file{n}")
            kept[-1].write(bytes(10_000_000))
            time.sleep(0.1)
    """
    each.send(textwrap.dedent(code))
    assert each.dead(10).startswith("it wrote more than")


def test_deep_folders_are_removed_at_the_light_level(kernel):
    from pathlib import Path

    each = kernel(level="light")
    folder = each.run("import os; print(os.environ['HOME'])").strip()
    assert Path(folder).is_dir()
    each.send("import os\nfor _ in range(3000): os.mkdir('d' * 10); os.chdir('d' * 10)\nos.chmod('.', 0)")
    time.sleep(1.5)
    each.close()
    end = time.monotonic() + patience(5)
    while Path(folder).exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert not Path(folder).exists()
