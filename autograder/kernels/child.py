"""From a fresh fork to a running kernel: descriptors, sandbox, environment, seeds, ipykernel, in this order.

`place_fds` and `enter` run with the rights of the grader's user, `run` inside the sandbox; the first line that a
student wrote runs at its very end.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import traceback
from collections.abc import Mapping, Sequence
from typing import Any

from autograder.kernels import preload
from autograder.kernels.kernelapp import NO_HISTORY, WarmKernelApp
from autograder.kernels.protocol import CHANNELS
from autograder.sandbox import jail as jail_module
from autograder.sandbox.jail import Jail

# Of the grader's environment a kernel sees what the request passes on; this is what it always gets.
FIXED_ENVIRONMENT = {
    **preload.ENVIRONMENT,
    "LANG": "C.UTF-8",
    "USER": "student",
    "LOGNAME": "student",
    "CUDA_VISIBLE_DEVICES": "",  # graded on the processor, whatever the machine has; device = "auto" says so too
}
del FIXED_ENVIRONMENT["OPENBLAS_NUM_THREADS"]


def enter(jail: Jail) -> list[str]:
    """Go into the sandbox. Returns what of the submission was left out."""
    _reset_signals()
    os.setsid()
    os.umask(0o022)
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("800")  # when the machine runs out of memory, a notebook goes first
    return jail_module.after_fork(jail)


def run(jail: Jail, request: Mapping[str, Any], channels: Sequence[int], go: int) -> None:
    """Become the kernel, with the sockets in the order of `CHANNELS`. Returns when the kernel has shut down.

    go: from here comes a byte once the guard has put this process into its control group; no request is read before.
    """
    log = os.dup(2)
    try:
        _silence()
        _set_environment(jail, request["environment"])
        os.chdir(jail.submission if os.path.isdir(jail.submission) else "/")
        _set_threads()
        _set_seeds()
        _look_after()
        WarmKernelApp.terse = request["terse"]
        app = _make_app(dict(zip(CHANNELS, channels)), request["connection"], request["arguments"])
    except Exception:
        os.write(log, traceback.format_exc().encode())
        raise
    finally:
        os.close(log)  # students' code cannot write to the parent's log
    if not os.read(go, 1):
        raise RuntimeError("the guard has ended")
    os.close(go)
    app.start()


def rehearse(cells: Sequence[str]) -> None:
    """Start a kernel in this process and run cells in it, as the parent's throw-away child does."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket(socket.AF_UNIX)) for _ in CHANNELS]
        for listener in sockets:
            listener.bind("")  # Linux picks a free abstract name
            listener.listen()
        _silence()
        _set_seeds()
        ports = {f"{channel}_port": number + 1 for number, channel in enumerate(CHANNELS)}
        connection = {"transport": "ipc", "ip": "/nonexistent/c", "key": "", **ports}
        app = _make_app({name: each.fileno() for name, each in zip(CHANNELS, sockets)}, connection, [])
        shell: Any = app.shell
        for cell in cells:
            shell.run_cell(cell)


def place_fds(given: Sequence[int], numbers: Sequence[int], own: Sequence[int]) -> list[int]:
    """Give the caller's descriptors the numbers that they have there, keep `own`, close every other one above 2.

    Returns where `own` are now. All of them first move out of the way: a descriptor may have arrived under a number
    that another one must get.
    """
    import fcntl

    free = max([*numbers, *given, *own, 9]) + 1
    moved = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, free) for fd in given]
    moved_own = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, free) for fd in own]
    for fd, number in zip(moved, numbers):
        os.dup2(fd, number)  # inheritable, as Popen's pass_fds leaves it
    low = 3
    for fd in sorted([*numbers, *moved_own]):
        os.closerange(low, fd)
        low = fd + 1
    os.closerange(low, 1 << 20)
    return moved_own


def _make_app(
    fds: Mapping[str, int], connection: Mapping[str, Any], arguments: Sequence[str]
) -> WarmKernelApp:
    WarmKernelApp.fds, WarmKernelApp.connection = fds, connection
    sys.argv = ["ipykernel_launcher", *arguments]
    sys.path[:] = ["", *(path for path in sys.path if path)]
    app = WarmKernelApp.instance()
    app.initialize([*arguments, NO_HISTORY])
    return app


def _reset_signals() -> None:
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _silence() -> None:
    """What the process itself prints goes nowhere; the kernel catches it before and sends it on as output."""
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(null, fd)
    if null > 2:
        os.close(null)


def _set_environment(jail: Jail, passed: Mapping[str, str]) -> None:
    scripts = os.path.dirname(sys.executable)
    temporary = jail.temporary
    os.environ.clear()
    os.environ.update(FIXED_ENVIRONMENT)
    os.environ.update(
        PATH=f"{scripts}:/usr/local/bin:/usr/bin:/bin",
        HOME=jail.home,
        TMPDIR=temporary,
        IPYTHONDIR=f"{temporary}/ipython",
        JUPYTER_RUNTIME_DIR=f"{temporary}/jupyter",
        MPLCONFIGDIR=f"{temporary}/matplotlib",
        TORCHINDUCTOR_CACHE_DIR=f"{temporary}/torch",
        HF_HOME=f"{temporary}/huggingface",
        XDG_CACHE_HOME=f"{temporary}/cache",
    )
    if jail.assets:
        os.environ["AUTOGRADER_CACHE"] = jail.assets
    os.environ.update(passed)
    import tempfile

    tempfile.tempdir = None  # the parent may have asked for its own


def _set_threads() -> None:
    torch = sys.modules.get("torch")
    if torch is not None:
        wanted = os.environ.get("OMP_NUM_THREADS", "")
        torch.set_num_threads(
            int(wanted) if wanted.isdecimal() and int(wanted) else len(os.sched_getaffinity(0))
        )


def _look_after() -> None:
    """Where a judge listens, note what an answer does, from before its first line."""
    if "AUTOGRADER_JUDGE_FD" in os.environ and "autograder.checks" in sys.modules:
        from autograder.checks.forbidden import tampering

        tampering.start()


def _set_seeds() -> None:
    """Random numbers of its own for every kernel: a fork would otherwise repeat its siblings'.

    AUTOGRADER_SEED makes them the same again, for a grading that can be repeated.
    """
    import random

    given = os.environ.get("AUTOGRADER_SEED", "")
    seed = int(given) if given.isdecimal() else int.from_bytes(os.urandom(8), "little")
    random.seed(seed)
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed(seed % 2**32)
    if torch := sys.modules.get("torch"):
        # Not torch.manual_seed, which also looks for devices: there are none here.
        torch.default_generator.manual_seed(seed % 2**63)
