"""An ipykernel that takes over sockets which listen already, instead of binding its own.

The grader makes the five sockets and passes them on, so the kernel needs no folder of the machine to put a socket in,
no connection file, and no network. Clients can connect before the kernel is there.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import zmq

sys.modules.setdefault("debugpy", None)  # type: ignore[arg-type]
import ipykernel.debugger  # noqa: E402, F401

if sys.modules["debugpy"] is None:
    # ipykernel now knows no debugger: it would listen on TCP, which a sandbox has not, and is a second to import.
    del sys.modules["debugpy"]

from ipykernel import heartbeat, ipkernel, kernelapp  # noqa: E402
from ipykernel.iostream import IOPubThread  # noqa: E402
from ipykernel.ipkernel import IPythonKernel  # noqa: E402
from ipykernel.zmqshell import ZMQInteractiveShell  # noqa: E402
from traitlets import Type  # noqa: E402
from traitlets.config import Config  # noqa: E402

from autograder.kernels.protocol import CHANNELS  # noqa: E402

NO_HISTORY = "--HistoryManager.enabled=False"  # every kernel's last argument
_OUTPUT_QUEUE = 20_000  # messages; a slow reader must not make an honest, noisy cell lose its last ones


class _SysWithoutModules:
    """`sys`, but with no module loaded."""

    modules: Mapping[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(sys, name)


class QuickShell(ZMQInteractiveShell):
    """A shell that reads each cell once: ipykernel asks the same of it and then IPython, a third of a cell's time."""

    _read: tuple[Any, str] = (None, "")  # a cell and what it was transformed to, until it is asked for again
    _judged: tuple[Any, bool] = (None, False)

    def transform_cell(self, raw_cell: str) -> str:
        """As in IPython."""
        (cell, transformed), self._read = self._read, (None, "")
        if cell is not raw_cell:
            transformed = super().transform_cell(raw_cell)
            self._read = raw_cell, transformed
        return transformed

    def should_run_async(self, raw_cell: str, **keywords: Any) -> bool:
        """As in IPython."""
        transformed = keywords.get("transformed_cell")
        (cell, answer), self._judged = self._judged, (None, False)
        if cell is None or cell is not transformed:
            answer = super().should_run_async(raw_cell, **keywords)
            self._judged = transformed, answer
        return answer


class QuietKernel(IPythonKernel):
    """A kernel without a debugger."""

    shell_class = Type(QuickShell)

    def __init__(self, **keywords: Any) -> None:
        """As in ipykernel, but for its list of all loaded modules, which is for the debugger.

        Making it touches every module object, and touching costs a fork its shared memory: 15 MB a kernel.
        """
        ipkernel.sys = _SysWithoutModules()  # type: ignore[assignment]
        try:
            super().__init__(**keywords)
        finally:
            ipkernel.sys = sys

    async def poll_stopped_queue(self) -> None:
        """Nothing ever stops."""

    def do_shutdown(self, restart: bool) -> dict[str, Any]:
        """As in ipykernel; a cell that calls this itself says so in its reply, as one that calls exit() does.

        The kernel ends a tenth of a second later, and the cell that runs by then is not to blame.
        """
        shell: Any = self.shell
        shell.payload_manager.write_payload({"source": "ask_exit", "keepkernel": False})
        return super().do_shutdown(restart)


class Heartbeat(heartbeat.Heartbeat):
    """The heartbeat, on a socket that listens already."""

    fd = -1

    def _bind_socket(self) -> None:
        self.socket.setsockopt(zmq.USE_FD, self.fd)
        super()._bind_socket()


class WarmKernelApp(kernelapp.IPKernelApp):
    """Set `fds` (channel → file descriptor) and `connection` before `initialize`."""

    name = "ipython-kernel"
    fds: Mapping[str, int] = {}
    connection: Mapping[str, Any] = {}
    kernel_class = QuietKernel

    def parse_command_line(self, argv: Any = None) -> None:
        """As in IPython; but to say what is always said, no parser of all its options need be made."""
        if list(argv or []) == [NO_HISTORY]:
            self.cli_config = Config({"HistoryManager": {"enabled": False}})
            self.update_config(self.cli_config)
        else:
            super().parse_command_line(argv)

    def init_connection_file(self) -> None:
        """What the connection file would say came with the request."""
        self.connection_file = "/nonexistent/connection.json"
        self.load_connection_info(dict(self.connection))  # type: ignore[arg-type]

    def write_connection_file(self, **_: Any) -> None:
        """There is none."""

    def init_poller(self) -> None:
        """The guard watches the grader; ipykernel need not watch its parent."""

    def log_connection_info(self) -> None:
        """Nobody can connect but the grader, so there is nothing to say."""
        self._ports = {channel: getattr(self, f"{channel}_port") for channel in CHANNELS}

    def _try_bind_socket(self, s: Any, port: int) -> int:
        channel = next(name for name in CHANNELS if getattr(self, f"{name}_port") == port)
        s.setsockopt(zmq.USE_FD, self.fds[channel])
        if channel == "iopub":
            s.setsockopt(zmq.SNDHWM, _OUTPUT_QUEUE)
        return super()._try_bind_socket(s, port)

    def init_iopub(self, context: Any) -> None:
        """As in ipykernel, but without its TCP socket for the output of subprocesses: there is no network here."""
        original = kernelapp.IOPubThread
        kernelapp.IOPubThread = _iopub_without_pipe  # type: ignore[assignment]
        try:
            super().init_iopub(context)
        finally:
            kernelapp.IOPubThread = original

    def init_heartbeat(self) -> None:
        """As in ipykernel, on the given socket."""
        Heartbeat.fd = self.fds["hb"]
        self.heartbeat = Heartbeat(zmq.Context(), (self.transport, self.ip, self.hb_port))
        self.heartbeat.start()


def _iopub_without_pipe(socket: Any, pipe: bool = False, **keywords: Any) -> IOPubThread:
    return IOPubThread(socket, pipe=False, **keywords)
