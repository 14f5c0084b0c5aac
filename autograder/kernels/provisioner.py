"""A jupyter_client kernel provisioner: kernels are forked from the warm parent, inside the sandbox.

To its caller a kernel looks like any other: `start_kernel(pass_fds=…, env=…, cwd=…)` means what it means with
subprocess.Popen, so the same code runs with a plain kernel. What differs: `cwd` is copied into the sandbox, and of
`env` only the names in `environment` go in.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import signal
import socket
import time
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.provisioning import LocalProvisioner
from traitlets import Enum, Float, Integer, List, Unicode, default

from autograder.kernels import preload, protocol, runtime
from autograder.kernels.protocol import CHANNELS, Death
from autograder.sandbox import rootfs
from autograder.sandbox.jail import LEVELS
from autograder.sandbox.limits import Limits

_START_SECONDS = 60.0
_KILL_SECONDS = 2.0
_lingering: deque[socket.socket] = deque()  # to guards whose kernels are ending, the oldest first
_CLIENT = "autograder.kernels.bounded_client.BoundedClient"


class KernelRefused(RuntimeError):
    """The kernel was not started; the message says why in one sentence."""


class WarmProvisioner(LocalProvisioner):
    """Starts, watches and ends one kernel. Once it has ended, `death_reason` says how."""

    minimum_level = Enum(
        LEVELS, "light", help="Refuse to start a kernel on a machine that reaches less isolation than this."
    ).tag(config=True)
    level = Enum(
        LEVELS, "full", help="The most isolation that is asked for; 'none' for trusted notebooks."
    ).tag(config=True)
    preload = List(Unicode(), list(preload.MODULES), help="Modules that the warm parent imports.").tag(
        config=True
    )
    readable = List(Unicode(), help="More files and folders that kernels may read.").tag(config=True)
    cache = Unicode(help="The folder of data and weights; kernels read it through AUTOGRADER_CACHE.").tag(
        config=True
    )
    environment = List(
        Unicode(),
        [
            "AUTOGRADER_JUDGE_FD",
            "AUTOGRADER_SEED",
            "NBGRADER_EXECUTION",
            "NBGRADER_VALIDATING",
            "OMP_NUM_THREADS",
            "TZ",
        ],
        help="Names of environment variables that kernels get; all others stay outside.",
    ).tag(config=True)
    idle_seconds = Float(60.0, help="How long the warm parent stays without a kernel.").tag(config=True)

    memory = Integer(Limits.memory, help="Megabytes of memory, all processes together.").tag(config=True)
    processes = Integer(Limits.processes, help="Processes and threads.").tag(config=True)
    disk = Integer(Limits.disk, help="Megabytes in the scratch folder, /tmp and /dev/shm together.").tag(
        config=True
    )
    file = Integer(Limits.file, help="Megabytes in one file.").tag(config=True)
    open_files = Integer(Limits.open_files, help="Open files of one process.").tag(config=True)
    cpu_seconds = Integer(Limits.cpu_seconds, help="Seconds of processor time of one process.").tag(
        config=True
    )
    wall_seconds = Float(Limits.wall_seconds, help="Seconds from a kernel's start to its end.").tag(
        config=True
    )

    linger = Integer(
        0,
        help="How many kernels may still be ending when the next is started; 0: a shutdown waits for the end.",
    ).tag(config=True)

    death: Death | None = None
    reached_level: str | None = None
    left_out: Sequence[str] = ()  # what of the submission was not copied into the sandbox

    _deadline = float("inf")  # as time.monotonic() counts
    _deadline_reason = ""
    _connection: socket.socket | None = None
    guard_pid = 0
    _exit_code: int | None = None
    _sockets: Path | None = None

    @default("cache")
    def _cache_default(self) -> str:
        from utils.assets import cache_folder

        return str(cache_folder())

    @property
    def has_process(self) -> bool:
        """Whether there is a kernel, or one whose end nobody has waited for."""
        return self._connection is not None

    @property
    def death_reason(self) -> str | None:
        """How the kernel ended, as the end of a sentence that begins with "The kernel stopped:"; None while it runs."""
        return self.death.reason if self.death else None

    # Start

    async def pre_launch(self, **kwargs: Any) -> dict[str, Any]:
        """Choose the sockets' folder and the client before the connection file is written."""
        manager: Any = self.parent
        if self._sockets is None:
            self._sockets = await asyncio.to_thread(runtime.new_folder)
        else:
            self._sockets.mkdir(mode=0o700, exist_ok=True)  # a restart
        manager.transport = "ipc"
        manager.ip = str(self._sockets / "c")
        if issubclass(manager.client_factory, AsyncKernelClient):
            manager.client_class = _CLIENT
        return await super().pre_launch(**kwargs)

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        """Have a kernel forked; returns once it is inside the sandbox. Raises KernelRefused, with the reason."""
        manager: Any = self.parent
        passed = [int(fd) for fd in kwargs.get("pass_fds") or ()]
        if passed and min(passed) < 3:
            raise ValueError("pass_fds: 0, 1 and 2 cannot be passed to a sandboxed kernel.")
        self._exit_code, self.death, self._deadline = None, None, float("inf")
        closed = _closed_to_others(self.cache) if hasattr(os, "geteuid") and os.geteuid() == 0 else None
        if closed:
            self.log.warning(
                "Kernels run as another user and cannot read %s: run `chmod -R a+rX %s`.", closed, self.cache
            )
        with contextlib.ExitStack() as stack:
            listeners = [stack.enter_context(self._listen(channel)) for channel in CHANNELS]
            request = self._request(cmd, kwargs.get("env") or {}, kwargs.get("cwd"), passed)
            request["terse"] = manager.client_class == _CLIENT
            fds = [*(listener.fileno() for listener in listeners), *passed]
            answer = await asyncio.to_thread(self._ask, cmd[0], request, fds)
        if answer.get("event") != "started":
            self._close()
            runtime.remove_sockets(self._sockets)
            reason = (
                answer.get("reason")
                or "its warm parent ended. Try again; if it stays so, run `autograder doctor`."
            )
            raise KernelRefused(f"The kernel was not started: {reason}")
        self.pid, self.guard_pid = answer["pid"], answer["guard"]
        self.reached_level, self.left_out = answer["level"], answer["left_out"]
        self.cwd = kwargs.get("cwd")
        return self.connection_info

    def _listen(self, channel: str) -> socket.socket:
        manager: Any = self.parent
        address = f"{manager.ip}-{getattr(manager, f'{channel}_port')}"
        with contextlib.suppress(FileNotFoundError):
            os.unlink(address)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(address)
        listener.listen(16)
        return listener

    def _request(
        self,
        cmd: Sequence[str],
        env: Mapping[str, str],
        cwd: str | os.PathLike[str] | None,
        passed: Sequence[int],
    ) -> dict[str, Any]:
        limits = Limits(
            memory=self.memory,
            processes=self.processes,
            disk=self.disk,
            file=self.file,
            open_files=self.open_files,
            cpu_seconds=self.cpu_seconds,
            wall_seconds=self.wall_seconds,
        )
        # What is graded here may be what was learned, and not what can be looked up: then nothing is shown.
        closed = "AUTOGRADER_CLOSED_BOOK" in env
        named = cwd or "NBGRADER_VALIDATING" in env
        connection = {
            name: value.decode() if isinstance(value, bytes) else value
            for name, value in self.connection_info.items()
        }
        return {
            "do": "start",
            "level": self.level,
            "minimum": self.minimum_level,
            "limits": limits.to_json(),
            "view": {
                "readable": rootfs.python_paths([os.path.abspath(path) for path in self.readable]),
                "assets": os.path.abspath(self.cache) if self.cache and not closed else "",
                # Only a folder that the caller has named: where the grader happens to stand may be the course.
                # nbgrader validate names none, but goes to the notebook's own folder first.
                "submission": os.path.abspath(cwd or "") if named and not closed else "",
            },
            "environment": {name: env[name] for name in self.environment if name in env},
            "arguments": _kernel_arguments(cmd),
            "connection": connection | {"ip": "/nonexistent/c"},
            "fds": list(passed),
            "sockets": str(self._sockets),
        }

    def _ask(self, python: str, request: Mapping[str, Any], fds: list[int]) -> dict[str, Any]:
        """Connect to the parent, starting it if need be, and send the request. Blocks."""
        while len(_lingering) > self.linger:
            with _lingering.popleft() as guard, contextlib.suppress(OSError):
                guard.settimeout(_KILL_SECONDS)
                while protocol.receive(guard)[0] is not None:
                    pass  # its kernel has ended; now it tidies up and hangs up
        connection = runtime.connect(python, self.preload, self.idle_seconds)
        self._connection = connection
        connection.settimeout(_START_SECONDS)
        try:
            protocol.send(connection, dict(request), fds)
            answer, _ = protocol.receive(connection)
        except TimeoutError:
            answer = {"reason": f"no answer within {_START_SECONDS:g} seconds."}
        connection.setblocking(False)
        return answer or {}

    # Life

    async def poll(self) -> int | None:
        """The exit code, or None while the kernel runs; true at the moment it is asked."""
        if self._connection is None:
            return 0 if self._exit_code is None else self._exit_code
        while self._exit_code is None:
            try:
                message, _ = protocol.receive(self._connection)
            except BlockingIOError:
                return None
            if message is None:
                self.death = Death("guard", "its guard was ended from outside")
                self._exit_code = -signal.SIGKILL
            elif message["event"] == "ended":
                self.death = Death(message["kind"], message["reason"])
                self._exit_code = message["code"]
        return self._exit_code

    async def wait(self) -> int | None:
        """Wait for the end, then forget the kernel."""
        while await self.poll() is None:
            await asyncio.sleep(0.005)
        code = self._exit_code
        self._close()
        return code

    async def set_deadline(self, seconds: float | None, reason: str = "", leeway: float = 0.0) -> None:
        """End the kernel `seconds` from now whatever it does, with `reason`; None takes the deadline back.

        The guard keeps the time, so it holds even when the grader hangs or dies.

        leeway: it may come as many seconds later. Then one deadline serves many cells, and the guard need not be told.
        """
        sentence = reason or (f"a cell took longer than {seconds:g} seconds" if seconds is not None else "")
        known = sentence == self._deadline_reason
        if known and seconds is not None and seconds <= self.seconds_left <= seconds + leeway:
            return
        told = None if seconds is None else seconds + leeway
        self._deadline = float("inf") if told is None else time.monotonic() + told
        self._deadline_reason = sentence
        self._tell({"do": "deadline", "seconds": told, "reason": sentence})

    @property
    def seconds_left(self) -> float:
        """Seconds until the deadline; infinity without one."""
        return self._deadline - time.monotonic()

    async def send_signal(self, signum: int) -> None:
        """Send a signal to the kernel's own process."""
        manager: Any = self.parent
        if signum == signal.SIGINT and manager.shutting_down:
            return  # it ends in the next moment, and answering would cost it work
        if signum == signal.SIGKILL:
            await self.kill()
        elif await self.poll() is None:
            self._tell({"do": "signal", "number": int(signum)})

    async def kill(self, restart: bool = False) -> None:
        """End the kernel with all its processes; returns when it is gone, unless `linger` allows it to go later."""
        manager: Any = self.parent
        if self.linger and manager.shutting_down and not restart:
            self._leave_to_guard()
        else:
            await self.kill_because("asked", "the grader ended it")

    async def kill_because(self, kind: str, reason: str) -> None:
        """The same, with what `death` shall say."""
        if await self.poll() is not None:
            return
        self._tell({"do": "kill", "kind": kind, "reason": reason})
        for _ in range(int(_KILL_SECONDS / 0.005)):
            if await self.poll() is not None:
                return
            await asyncio.sleep(0.005)
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.guard_pid, signal.SIGKILL)  # its kernel goes with it

    async def terminate(self, restart: bool = False) -> None:
        """The same as kill: there is nothing in a sandbox that must be saved."""
        await self.kill(restart)

    async def shutdown_requested(self, restart: bool = False) -> None:
        """End the kernel at once: waiting for it to close its files takes a second and saves nothing."""
        await self.kill(restart)

    async def cleanup(self, restart: bool = False) -> None:
        """Let go of a kernel that has ended, or end it."""
        if self.has_process:
            await self.kill()
        self._close()
        runtime.remove_sockets(self._sockets)
        await super().cleanup(restart)

    def _leave_to_guard(self) -> None:
        """Tell the guard to end the kernel, and forget both."""
        if self._connection is None or self._exit_code is not None:
            return
        self._tell({"do": "kill", "reason": "the grader ended it"})
        self._exit_code, self.death = -signal.SIGKILL, Death("asked", "the grader ended it")
        _lingering.append(self._connection)
        self._connection = None

    def _tell(self, message: dict[str, Any]) -> None:
        if self._connection is not None:
            with contextlib.suppress(OSError):
                protocol.send(self._connection, message)

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __del__(self) -> None:
        self._close()


@functools.cache
def _closed_to_others(folder: str, most: int = 5000) -> str | None:
    """The first file or folder in `folder` that other users cannot read, of the first `most`."""
    seen = 0
    for path, folders, files in os.walk(folder):
        for name, needed in [
            (".", 0o005),
            *((each, 0o005) for each in folders),
            *((each, 0o004) for each in files),
        ]:
            with contextlib.suppress(OSError):
                if os.stat(os.path.join(path, name)).st_mode & needed != needed:
                    return os.path.normpath(os.path.join(path, name))
            seen += 1
            if seen > most:
                return None
    return None


def _kernel_arguments(cmd: Sequence[str]) -> list[str]:
    """The kernel's own arguments: without `python -m ipykernel_launcher` and without the connection file."""
    if "-m" not in cmd or cmd[cmd.index("-m") + 1] != "ipykernel_launcher":
        raise KernelRefused(
            f"Only ipykernel can be sandboxed, and this kernelspec starts {' '.join(cmd[:3])}."
        )
    arguments = list(cmd[cmd.index("-m") + 2 :])
    if "-f" in arguments:
        position = arguments.index("-f")
        del arguments[position : position + 2]
    return arguments
