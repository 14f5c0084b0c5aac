"""An ipykernel that takes over sockets which listen already, instead of binding its own.

The grader makes the five sockets and passes them on, so the kernel needs no folder of the machine to put a socket in,
no connection file, and no network. Clients can connect before the kernel is there.
"""

from __future__ import annotations

import threading
import zlib
from collections.abc import Mapping
from typing import Any

import zmq

from autograder.private.ipykernel import no_list_of_modules, no_pipe_for_subprocesses  # isort: skip  first: see there
from ipykernel import heartbeat, kernelapp
from ipykernel.compiler import XCachingCompiler, get_tmp_directory
from ipykernel.iostream import OutStream
from ipykernel.ipkernel import IPythonKernel
from ipykernel.zmqshell import ZMQInteractiveShell
from IPython.core.inputtransformer2 import TransformerManager
from traitlets import DottedObjectName, Float, Instance, Type
from traitlets.config import Config

from autograder.kernels.protocol import CHANNELS

NO_HISTORY = "--HistoryManager.enabled=False"  # every kernel's last argument
_OPEN = frozenset("%!?")  # what opens or ends a magic, a command, a question
_UNSENT = 1_000_000  # characters; more than that is sent at once, or a fast loop fills the memory before it is noticed
_OUTPUT_QUEUE = 20_000  # messages; a slow reader must not make an honest, noisy cell lose its last ones


class QuickReader(TransformerManager):
    """Turns what only IPython can read into Python; a cell with no sign of that is not taken apart for it."""

    def do_token_transforms(self, lines: list[str]) -> list[str]:
        """As in IPython: magics, `!ls` and `len?`, and lines that begin with `,`, `;` or `/`."""
        plain = all(
            _OPEN.isdisjoint(line) and not line.lstrip().startswith((",", ";", "/")) for line in lines
        )
        return lines if plain else super().do_token_transforms(lines)


class QuickNames(XCachingCompiler):
    """Names each cell's code; ipykernel's own hash, in Python, takes as long as reading the cell."""

    def get_code_name(self, raw_code: str, code: str, number: int) -> str:
        """A file's name, as tracebacks show it."""
        return f"{get_tmp_directory()}/{zlib.crc32(raw_code.encode('utf-8', 'surrogatepass'))}.py"


class QuickShell(ZMQInteractiveShell):
    """A shell that reads each cell once: ipykernel asks the same of it and then IPython, a third of a cell's time."""

    input_transformer_manager = Instance(QuickReader, ())

    _read: tuple[Any, str] = (None, "")  # a cell and what it was transformed to, until it is asked for again
    _judged: tuple[Any, bool] = (None, False)

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**{**keywords, "compiler_class": QuickNames})

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


class QuickStream(OutStream):
    """What a cell prints: sent on as in ipykernel, but with nothing to send there is no wait for the thread that sends.

    A cell that prints nothing was flushed four times. What that thread has taken goes out before what it is given next.
    A loop that prints a gigabyte waits for it, so that the client's bound on output stops the cell and says so. A lack
    of memory in the thread that sends would go unnoticed.
    """

    _unsent = 0

    def write(self, string: str) -> int | None:
        """As in ipykernel."""
        written = super().write(string)
        self._unsent += len(string)
        if self._unsent > _UNSENT and self._is_master_process():
            self.flush()
        return written

    def flush(self) -> None:
        """As in ipykernel."""
        self._unsent = 0
        with self._buffer_lock:
            waiting = bool(self._buffers)
        if waiting:
            super().flush()


class _NoSubshells:
    """Replaces ipykernel's thread that hands requests on to the main one; only subshells need it."""

    parent_thread = threading.main_thread()

    def __bool__(self) -> bool:
        return False


class QuietKernel(IPythonKernel):
    """A kernel without a debugger and without subshells."""

    shell_class = Type(QuickShell)
    # ipykernel waits after each cell for output that might be late. Ours goes out in order, and before the reply.
    _execute_sleep = Float(0.0)

    def __init__(self, **keywords: Any) -> None:
        """As in ipykernel, but for its list of all loaded modules, which is for the debugger.

        Making it touches every module object, and touching costs a fork its shared memory: 15 MB a kernel.
        """
        with no_list_of_modules():
            super().__init__(**keywords)

    @property
    def _supports_kernel_subshells(self) -> bool:
        return False

    def _publish_execute_input(self, *arguments: Any) -> None:
        """As in ipykernel: the cell that is run, for others who listen."""
        if not WarmKernelApp.terse:
            super()._publish_execute_input(*arguments)

    def _publish_status(self, status: str, *arguments: Any, **keywords: Any) -> None:
        """As in ipykernel, without the status "busy": our client assumes it after every request."""
        if status != "busy" or not WarmKernelApp.terse:
            super()._publish_status(status, *arguments, **keywords)

    async def poll_stopped_queue(self) -> None:
        """Nothing ever stops."""

    def do_shutdown(self, restart: bool) -> dict[str, Any]:
        """As in ipykernel; a cell that calls this itself says so in its reply, as one that calls exit() does.

        The kernel ends a tenth of a second later, when the next cell may be running, which is not to blame.
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
    """Set `fds` (channel → file descriptor) and `connection` before `initialize`.

    terse: say nothing that our own client leaves unread.
    """

    name = "ipython-kernel"
    fds: Mapping[str, int] = {}
    connection: Mapping[str, Any] = {}
    terse = False
    kernel_class = QuietKernel
    outstream_class = DottedObjectName("autograder.kernels.kernelapp.QuickStream")

    def parse_command_line(self, argv: Any = None) -> None:
        """As in IPython, but the one argument that is always given needs no parser for all of its options."""
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

    def init_control(self, context: Any) -> None:
        """As in ipykernel, but requests come straight to the main thread."""
        super().init_control(context)
        self.shell_channel_thread = _NoSubshells()

    def init_iopub(self, context: Any) -> None:
        """As in ipykernel, but without its TCP socket for the output of subprocesses: there is no network here."""
        with no_pipe_for_subprocesses():
            super().init_iopub(context)

    def init_heartbeat(self) -> None:
        """As in ipykernel, on the given socket; skipped if nobody will ask for it, because it takes three threads."""
        if self.terse:
            return
        Heartbeat.fd = self.fds["hb"]
        self.heartbeat = Heartbeat(zmq.Context(), (self.transport, self.ip, self.hb_port))
        self.heartbeat.start()
