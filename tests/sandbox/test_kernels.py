"""A sandboxed kernel works as any other kernel does."""

from __future__ import annotations

import gc
import os
import socket
import textwrap
import time
from pathlib import Path

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st
from IPython.core.inputtransformer2 import TransformerManager
from jupyter_client.manager import start_new_kernel
from processes import alive, parent_of, patience

from autograder import kernels
from autograder.kernels.kernelapp import QuickReader

pytestmark = pytest.mark.usefixtures("_level")


def test_runs_code_and_keeps_names(shared):
    assert shared.run("x = 6 * 7") == ""
    assert shared.run("print(x)") == "42\n"
    assert shared.run("x") == "42"
    assert shared.run("1 / 0") == "ZeroDivisionError: division by zero"


def test_garbage_is_collected_as_elsewhere(shared):
    """The parent looks for none while it imports; that is not for what it forks."""
    assert shared.run("import gc; gc.isenabled(), gc.get_threshold()") == str(
        (gc.isenabled(), gc.get_threshold())
    )


def test_output_of_subprocesses_and_c_is_caught(shared):
    assert "from a child" in shared.run("import subprocess; subprocess.run(['echo', 'from a child'])")
    assert "from C" in shared.run("import os, time; _ = os.write(1, b'from C\\n'); time.sleep(1)")


def test_a_caller_finds_its_socket_under_the_same_number(kernel, tmp_path):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        high = os.dup(theirs.fileno())
        wanted = os.dup2(theirs.fileno(), 700)
        os.close(high)
        environment = {**os.environ, "AUTOGRADER_JUDGE_FD": str(wanted)}
        each = kernel(start={"pass_fds": (wanted,), "env": environment, "cwd": str(tmp_path)})
        os.close(wanted)
        theirs.close()
        each.run(
            "import os, socket\n"
            "judge = socket.socket(fileno=int(os.environ['AUTOGRADER_JUDGE_FD']))\n"
            "judge.send(str(judge.fileno()).encode())"
        )
        assert ours.recv(100) == b"700"


def test_the_graders_environment_stays_outside(kernel):
    environment = {**os.environ, "SECRET": "s3cret", "PYTHONPATH": "/nowhere", "AUTOGRADER_SEED": "5"}
    each = kernel(start={"env": environment})
    names = each.run("import os; print(sorted(os.environ))")
    assert "SECRET" not in names and "PYTHONPATH" not in names and "AUTOGRADER_SEED" in names
    assert "s3cret" not in each.run("print(open('/proc/self/environ', 'rb').read())")


def test_the_submission_is_copied(kernel, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "words.txt").write_text("one two")
    (tmp_path / "link").symlink_to("/etc/passwd")
    (tmp_path / "lesson.ipynb").write_text("{}")
    each = kernel(start={"cwd": str(tmp_path)})
    assert (
        each.run("import os; print(sorted(os.listdir('.')), open('data/words.txt').read())")
        == "['data'] one two\n"
    )
    assert list(each.provisioner.left_out) == ["link (not a regular file)"]
    each.run("open('data/words.txt', 'w').write('changed'); open('new', 'w').close()")
    assert (tmp_path / "data" / "words.txt").read_text() == "one two" and not (tmp_path / "new").exists()


def test_the_courses_own_folder_is_not_copied(kernel, tmp_path):
    (tmp_path / "gradebook.db").write_text("secret")
    each = kernel(start={"cwd": str(tmp_path)})
    assert each.run("import os; print(os.listdir('.'))") == "[]\n"


def test_torch_is_there_at_once_and_works_on_several_threads(shared):
    assert float(
        shared.run("import time; t = time.time(); import torch, torch._dynamo; print(time.time() - t)")
    ) < patience(0.1)
    code = """
        import torch
        torch.set_num_threads(2)
        a = torch.randn(300, 300, requires_grad=True)
        (a @ a).relu().sum().backward()
        print(tuple(a.grad.shape))
    """
    assert shared.run(textwrap.dedent(code), timeout=20) == "(300, 300)\n"


def test_data_loader_workers(kernel, full):
    each = kernel()
    code = """
        import torch
        from torch.utils.data import DataLoader, TensorDataset
        data = TensorDataset(torch.arange(8))
        print(sum(int(batch.sum()) for (batch,) in DataLoader(data, batch_size=2, num_workers=2)))
    """
    assert each.run(textwrap.dedent(code), timeout=40).strip().endswith("28")


def test_plots(shared):
    assert "Figure" in shared.run("import matplotlib.pyplot as plt; plt.plot([1, 2]); plt.show()")


RANDOM = "import random, numpy, torch; print(random.random(), numpy.random.rand(), torch.rand(1).item())"


def test_each_kernel_has_its_own_random_numbers(kernel):
    first, second = (kernel().run(RANDOM).split() for _ in range(2))
    assert not set(first) & set(second)


def test_a_seed_repeats_them(kernel):
    environment = {**os.environ, "AUTOGRADER_SEED": "123456789012345678901"}
    first, second = (kernel(start={"env": environment}).run(RANDOM) for _ in range(2))
    assert first == second


def test_interrupt(kernel):
    each = kernel()
    each.send("while True: pass")
    time.sleep(patience(0.3))
    each.wait(each.manager.interrupt_kernel())
    end = time.monotonic() + patience(10)
    while not (said := each.run("print('still here')", timeout=10)) and time.monotonic() < end:
        time.sleep(0.05)  # ipykernel drops what arrives while a cell fails
    assert said == "still here\n"


def test_restart(kernel):
    each = kernel()
    each.run("x = 1")
    first = each.provisioner.pid
    each.wait(each.manager.restart_kernel(now=True))
    each.wait(each.client.wait_for_ready(timeout=patience(60)))
    assert each.run("x") == "NameError: name 'x' is not defined"
    assert each.provisioner.pid != first and not alive(first)


def test_shutdown_message(kernel):
    each = kernel()
    pid = each.provisioner.pid
    each.wait(each.manager.shutdown_kernel())
    assert not alive(pid)


def test_the_parent_has_one_thread_and_no_secret(kernel):
    each = kernel(start={"env": {**os.environ, "SECRET": "s3cret"}})
    parent = Path(f"/proc/{parent_of(each.provisioner.guard_pid)}")
    assert len(list((parent / "task").iterdir())) == 1
    assert b"SECRET" not in (parent / "environ").read_bytes()
    assert b"autograder.kernels.parent" in (parent / "cmdline").read_bytes()


def test_nothing_imported_in_the_parent_ran_torch_in_parallel(shared):
    """OpenMP's threads in the parent would make this hang."""
    code = "import torch; torch.set_num_threads(4); print(float((torch.ones(400, 400) @ torch.ones(400, 400))[0, 0]))"
    assert shared.run(code, timeout=20) == "400.0\n"


def notebook(*cells: str) -> nbformat.NotebookNode:
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    made.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return made


CELL = "import os; print(os.path.exists('/home/student'))"


def test_nbgraders_execute_by_configuration_alone(tmp_path):
    from nbconvert.exporters.exporter import ResourcesDict
    from nbgrader.preprocessors import Execute
    from traitlets.config import Config

    config = Config()
    assert kernels.configure(config) == "autograder"
    config.WarmProvisioner.memory = 1234
    done, _ = Execute(config=config).preprocess(
        notebook(CELL), ResourcesDict(metadata={"path": str(tmp_path)})
    )
    assert done.cells[0].outputs[0].text == "True\n"


def test_papermill(tmp_path):
    import papermill

    kernels.add_kernelspec()
    nbformat.write(notebook(CELL), tmp_path / "in.ipynb")
    papermill.execute_notebook(
        str(tmp_path / "in.ipynb"), str(tmp_path / "out.ipynb"), kernel_name="autograder", progress_bar=False
    )
    assert nbformat.read(tmp_path / "out.ipynb", 4).cells[0].outputs[0].text == "True\n"


def test_many_kernels_at_once(kernel):
    """Started together, they share a parent and nothing else."""
    import asyncio

    from jupyter_client.manager import AsyncKernelManager

    kernel()  # the parent is there

    everyone = asyncio.Barrier(8)

    async def one(number: int) -> tuple[int, str]:
        manager = AsyncKernelManager(kernel_name=kernels.KERNEL_NAME)
        await manager.start_kernel()
        client = manager.client()
        try:
            client.start_channels()
            await client.wait_for_ready(timeout=patience(60))
            request = client.execute(f"import os; print(os.getuid()); open('/tmp/x', 'x').write('{number}')")
            while True:
                message = await client.get_iopub_msg(timeout=patience(30))
                if message["msg_type"] == "stream" and message["parent_header"]["msg_id"] == request:
                    await everyone.wait()
                    return manager.provisioner.pid, message["content"]["text"].strip()
        finally:
            client.stop_channels()
            await manager.shutdown_kernel(now=True)

    async def all_of_them() -> list[tuple[int, str]]:
        return await asyncio.gather(*map(one, range(8)))

    found = asyncio.run(all_of_them())
    assert len({pid for pid, _ in found}) == 8
    if os.geteuid() == 0:
        assert len({uid for _, uid in found}) == 8


def test_nbclient_notices_a_flood(tmp_path):
    from nbclient.exceptions import DeadKernelError
    from nbconvert.exporters.exporter import ResourcesDict
    from nbgrader.preprocessors import Execute
    from traitlets.config import Config

    from autograder.kernels.bounded_client import KernelStopped

    config = Config()
    kernels.configure(config)
    start = time.monotonic()
    with pytest.raises((DeadKernelError, KernelStopped)):
        execute = Execute(config=config)
        execute.preprocess(
            notebook("while True: print('x' * 1000)"), ResourcesDict(metadata={"path": str(tmp_path)})
        )
    assert time.monotonic() - start < patience(20)


def test_a_fresh_client_of_a_plain_kernel_takes_the_same_call(tmp_path):
    """The grader's code is the same with and without a sandbox."""
    import asyncio

    from jupyter_client.manager import AsyncKernelManager

    async def start(name: str) -> bytes:
        ours, theirs = socket.socketpair()
        manager = AsyncKernelManager(kernel_name=name)
        environment = {**os.environ, "AUTOGRADER_JUDGE_FD": str(theirs.fileno())}
        await manager.start_kernel(pass_fds=(theirs.fileno(),), env=environment, cwd=str(tmp_path))
        theirs.close()
        client = manager.client()
        client.start_channels()
        await client.wait_for_ready(timeout=patience(60))
        code = "import os, socket; socket.socket(fileno=int(os.environ['AUTOGRADER_JUDGE_FD'])).send(b'here')"
        client.execute(code)
        ours.settimeout(patience(30))
        try:
            return await asyncio.to_thread(ours.recv, 10)
        finally:
            client.stop_channels()
            await manager.shutdown_kernel(now=True)
            ours.close()

    assert asyncio.run(start("python3")) == asyncio.run(start(kernels.KERNEL_NAME)) == b"here"


def test_a_cell_is_read_anew_each_time(kernel):
    """The shell remembers a cell only until ipykernel and IPython have both asked (kernelapp.QuickShell)."""
    each = kernel()
    each.run("import IPython; shell = get_ipython(); shell.input_transformers_cleanup.clear(); number = 1")
    again = "print(number)"
    assert each.run(again) == "1\n"
    each.run(
        "shell.input_transformers_cleanup.append(lambda lines: [x.replace('number', '1 + number') for x in lines])"
    )
    assert each.run(again) == "2\n"
    assert each.run("import asyncio; shell.input_transformers_cleanup.clear()") == ""
    assert each.run("await asyncio.sleep(0); print('awaited')") == "awaited\n"
    assert each.run("print(2 +").startswith(("SyntaxError", "_IncompleteInputError"))


# --- what a grader's kernel leaves out ----------------------------------------------------------------------------


LINES = """x = 1|%time 1|!ls|len?|,f a b|;f a|/f a|x = %pwd|y = !ls|a % b|a != b|'?'|if x:|    %time 2|    !ls|  |>>> x
In [1]: y|%%time|z = '''|'''|(|)""".replace("\n", "|").split("|")


@given(lines=st.lists(st.sampled_from(LINES), max_size=6))
def test_a_plain_cell_is_read_as_ipython_reads_it(lines: list[str]) -> None:
    cell = "\n".join(lines)
    assert QuickReader().transform_cell(cell) == TransformerManager().transform_cell(cell)


def test_what_is_printed_comes_in_order(kernel):
    """Nothing waits for a flush where there is nothing to flush."""
    each = kernel()
    numbers = "".join(f"{n}\n" for n in range(200))
    for _ in range(5):
        assert each.run("for n in range(200): print(n)\n200") == numbers + "200"
        assert each.run("for n in range(200): print(n, flush=True)") == numbers
        assert each.run("import sys; print('a', file=sys.stderr); 1 / 0").startswith("a\nZeroDivisionError")


def test_another_client_hears_all_that_a_kernel_says() -> None:
    """Only our own client goes without a heartbeat, "busy" and the cell's text."""
    kernels.add_kernelspec()
    manager, client = start_new_kernel(kernel_name=kernels.KERNEL_NAME)
    try:
        client.hb_channel.unpause()
        request, heard = client.execute("print(1)"), []
        while not heard or heard[-1] != ("status", "idle"):
            message = client.get_iopub_msg(timeout=patience(10))
            if message["parent_header"].get("msg_id") == request:
                heard.append((message["msg_type"], message["content"].get("execution_state")))
        assert heard[:2] == [("status", "busy"), ("execute_input", None)]
        time.sleep(1.2)  # a heartbeat a second
        assert client.hb_channel.is_beating()
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def test_a_kernel_may_end_while_the_next_one_starts(kernel):
    first = kernel(linger=1)
    pid = first.provisioner.pid
    first.close()
    assert first.provisioner.death_reason == "the grader ended it"
    second = kernel(linger=1)
    second.close()
    third = kernel(linger=1)
    assert not alive(pid), "no more than one is still ending when the next is started"
    assert third.run("1") == "1"


def test_a_deadline_that_is_late_enough_is_not_sent_again(kernel, monkeypatch):
    each, told = kernel(), []
    monkeypatch.setattr(each.provisioner, "_tell", told.append)
    for seconds, reason in ((10, "a"), (10, "a"), (10, "b"), (40, "b"), (10, "b"), (None, ""), (10, "b")):
        each.wait(each.provisioner.set_deadline(seconds, reason, leeway=20))
    assert [(message["seconds"], message["reason"]) for message in told] == [
        (30, "a"), (30, "b"), (60, "b"), (30, "b"), (None, ""), (30, "b")
    ]  # fmt: skip
