"""Commands as an instructor types them, each in a process of its own that need not import the libraries again.

Most of what a command costs is importing torch and nbgrader, and the same once more in the fork server that its workers
come from. `run` has a process at hand that has imported them, and forks it: folder, environment, arguments and streams
are the command's, and nothing of autograder/ or utils/ is imported before the fork, so AUTOGRADER_ROOT and the like are
read as ever. `fresh` is for tests of the start itself.
"""

from __future__ import annotations

import array
import atexit
import contextlib
import gc
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, TextIO

LIBRARIES = (
    "torch", "torch.nn.functional", "numpy", "nbgrader.apps.nbgraderapp", "nbgrader.api", "nbconvert.exporters",
    "nbclient", "jupyter_client.manager", "jupytext", "rich.console", "rich.progress", "rich.table", "psutil",
    "filelock", "bs4", "markdown_it", "mistune", "safetensors.torch", "matplotlib.pyplot",
)  # fmt: skip
MOST = 1 << 20  # bytes of a request


def run(
    command: Sequence[str], *, cwd: Path, env: Mapping[str, str], timeout: float
) -> subprocess.CompletedProcess[str]:
    """Run `sys.executable …` or a Python script, with the libraries imported."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as errors:
        request = {"command": list(command), "cwd": str(cwd), "env": dict(env)}
        code = _server().run(request, out, errors, timeout)
        return subprocess.CompletedProcess(list(command), code, _content(out), _content(errors))


def fresh(
    command: Sequence[str], *, cwd: Path, env: Mapping[str, str], timeout: float
) -> subprocess.CompletedProcess[str]:
    """The same as a shell does it."""
    options: dict[str, Any] = dict(stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout)
    return subprocess.run(command, cwd=cwd, env=env, **options)


def _content(file: TextIO) -> str:
    file.seek(0)
    return file.read()


class _Server:
    """This process's end of the talk with the process that has imported the libraries."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self.socket, theirs = socket.socketpair()
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        self.process = subprocess.Popen(
            [sys.executable, "-P", __file__, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={**environment, "MPLBACKEND": "agg", "OMP_NUM_THREADS": "1"},
        )
        theirs.close()
        atexit.register(self._end)

    def _end(self) -> None:
        if self.pid == os.getpid():
            self.socket.close()
            self.process.wait(60)

    def run(self, request: dict[str, Any], out: TextIO, errors: TextIO, timeout: float) -> int:
        end = time.monotonic() + timeout
        _send(self.socket, request, [out.fileno(), errors.fileno()])
        child = int(self._line(120))  # it may still be importing
        try:
            return int(self._line(end - time.monotonic()))
        except BaseException as error:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            self._line(60)
            if isinstance(error, TimeoutError):
                raise subprocess.TimeoutExpired(request["command"], timeout, _content(out)) from None
            raise

    def _line(self, seconds: float) -> str:
        self.socket.settimeout(max(0.1, seconds))
        said = self.socket.recv(100)
        assert said, f"the process that runs commands has ended ({self.process.wait(5)})"
        return said.decode()


_started: list[_Server] = []


def _server() -> _Server:
    """The one of this process, started when it is first needed."""
    if not _started or _started[0].pid != os.getpid():
        _started[:] = [_Server()]
    return _started[0]


# --- what follows runs in the process that has imported the libraries, and in its forks ---------------------------


def _serve(requests: socket.socket) -> dict[str, Any]:
    """Fork for each request; returns, in a fork, what it is to do. Ends with the process that asks."""
    for name in LIBRARIES:
        __import__(name)
    gc.freeze()
    assert len(os.listdir("/proc/self/task")) == 1, "a process with threads cannot be forked safely"
    while True:
        request, (out, errors) = _receive(requests)
        pid = os.fork()
        if pid == 0:
            requests.close()
            os.dup2(out, 1)
            os.dup2(errors, 2)
            os.closerange(3, 100)
            return request
        os.close(out)
        os.close(errors)
        requests.send(str(pid).encode())
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        requests.send(str(code).encode())


def _become(request: dict[str, Any], libraries: list[str]) -> None:
    """Be the process that the request describes; ends as its program ends."""
    import numpy

    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    tempfile.tempdir = None  # it is remembered
    numpy.random.seed()
    sys.dont_write_bytecode = bool(os.environ.get("PYTHONDONTWRITEBYTECODE"))
    _keep_one_for_the_fork_server()
    added = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    program, *arguments = (
        request["command"][1:] if request["command"][0] == sys.executable else request["command"]
    )
    if program == "-m":
        module, *arguments = arguments
        sys.argv, sys.path[:] = [module, *arguments], [request["cwd"], *added, *libraries]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    elif program == "-c":
        code, *arguments = arguments
        sys.argv, sys.path[:] = ["-c", *arguments], ["", *added, *libraries]
        exec(compile(code, "<string>", "exec"), {"__name__": "__main__"})
    else:
        sys.argv, sys.path[:] = [program, *arguments], [str(Path(program).parent), *added, *libraries]
        runpy.run_path(program, run_name="__main__")


def _end_at_once(act: Callable[..., None], *arguments: Any) -> NoReturn:
    """Do it, and end as Python does, but for clearing memory, which would first copy all that the fork shares."""
    code: Any = 0
    try:
        act(*arguments)
    except SystemExit as end:
        code = end.code
        if not isinstance(code, int | None):
            print(code, file=sys.stderr)
            code = 1
    except BaseException:
        traceback.print_exc()
        code = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code or 0)


def _keep_one_for_the_fork_server() -> None:
    """Fork once more, now that there are no threads: multiprocessing's fork server is not started anew, but this."""
    import multiprocessing.util

    ours, theirs = socket.socketpair()
    pid = os.fork()
    if pid == 0:
        ours.close()
        _wait_to_be_one(theirs)
    theirs.close()
    spawn = multiprocessing.util.spawnv_passfds

    def spawnv_passfds(path: bytes, arguments: Sequence[Any], fds: Sequence[int]) -> int:
        if "forkserver" not in str(arguments[-1]) or ours.fileno() < 0:
            return spawn(path, arguments, fds)
        _send(ours, {"code": arguments[-1], "fds": list(fds), "env": dict(os.environ)}, fds)
        ours.close()
        return pid

    multiprocessing.util.spawnv_passfds = spawnv_passfds


def _wait_to_be_one(asked: socket.socket) -> None:
    try:
        request, fds = _receive(asked)
    except EOFError:  # the command had no use for it
        os._exit(0)
    asked.close()
    high = [os.dup2(fd, 200 + place) for place, fd in enumerate(fds)]
    os.closerange(3, 200)
    for fd, wanted in zip(high, request["fds"], strict=True):
        os.dup2(fd, wanted)
        os.close(fd)
    os.environ.clear()
    os.environ.update(request["env"])
    sys.argv = ["-c"]
    _end_at_once(exec, compile(request["code"], "<string>", "exec"), {"__name__": "__main__"})


# --- both sides -----------------------------------------------------------------------------------------------------


def _send(to: socket.socket, request: dict[str, Any], fds: Sequence[int]) -> None:
    body = json.dumps(request).encode()
    assert len(body) < MOST
    to.sendmsg(
        [len(body).to_bytes(4, "big")], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))]
    )
    to.sendall(body)


def _receive(source: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """A request with its file descriptors. Raises EOFError when the other side has gone."""
    fds = array.array("i")
    head, ancillary, *_ = source.recvmsg(4, socket.CMSG_LEN(20 * fds.itemsize))
    if not head:
        raise EOFError
    for _, _, data in ancillary:
        fds.frombytes(data[: len(data) - len(data) % fds.itemsize])
    missing, body = int.from_bytes(head, "big"), b""
    while len(body) < missing:
        part = source.recv(missing - len(body))
        if not part:
            raise EOFError
        body += part
    return json.loads(body), list(fds)


if __name__ == "__main__":
    plain = list(sys.path)
    with contextlib.suppress(EOFError):
        request = _serve(socket.socket(fileno=int(sys.argv[1])))
        _end_at_once(_become, request, plain)
