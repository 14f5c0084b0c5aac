"""ipykernel, which kernels/kernelapp.py makes start from a fork, without network, debugger and threads nobody needs.

Import this before any other part of ipykernel: it keeps the debugger out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

# Where debugpy cannot be imported, ipykernel goes without a debugger. A debugger would listen on TCP, which a sandbox
# has not, and take a second to import.
sys.modules.setdefault("debugpy", None)  # type: ignore[arg-type]
import ipykernel.debugger  # noqa: E402, F401

if sys.modules["debugpy"] is None:
    del sys.modules["debugpy"]

from ipykernel import ipkernel, kernelapp  # noqa: E402
from ipykernel.iostream import IOPubThread  # noqa: E402

NEEDED = {
    "ipykernel.ipkernel.sys": "replaced for a moment, so that a kernel makes no list of all loaded modules",
    "ipykernel.kernelapp.IOPubThread": "replaced for a moment, so that no TCP socket is opened for subprocesses",
    "ipykernel.iostream.OutStream._buffer_lock": "held to look whether anything waits to be sent",
    "ipykernel.iostream.OutStream._is_master_process": "asked, because a forked process has no thread that sends",
    "ipykernel.iostream.OutStream._buffers": "what a cell has printed and nobody has sent: nothing there, no flush",
    "ipykernel.kernelbase.Kernel._execute_sleep": "the wait after each cell: none",
    "ipykernel.kernelbase.Kernel._publish_execute_input": "overridden: our client leaves the echo of a cell unread",
    "ipykernel.kernelbase.Kernel._publish_status": "overridden: our client knows that a kernel it asked is busy",
    "ipykernel.kernelbase.Kernel._supports_kernel_subshells": "overridden: no subshells, so one thread fewer",
    "ipykernel.heartbeat.Heartbeat._bind_socket": "overridden: takes over a socket that listens already",
    "ipykernel.kernelapp.IPKernelApp._try_bind_socket": "overridden: takes over the sockets that listen already",
    "ipykernel.kernelapp.IPKernelApp._ports": "set, as log_connection_info does, which is overridden to say nothing",
}


class _SysWithoutModules:
    """`sys`, but with no module loaded."""

    modules: Mapping[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(sys, name)


@contextmanager
def no_list_of_modules() -> Iterator[None]:
    """Inside the block ipykernel finds no module loaded. Listing them touches every module, and so unshares memory."""
    ipkernel.sys = _SysWithoutModules()  # type: ignore[assignment]
    try:
        yield
    finally:
        ipkernel.sys = sys


@contextmanager
def no_pipe_for_subprocesses() -> Iterator[None]:
    """Inside the block ipykernel's thread of outputs opens no TCP socket for what subprocesses print."""
    original = kernelapp.IOPubThread
    kernelapp.IOPubThread = _without_pipe  # type: ignore[assignment]
    try:
        yield
    finally:
        kernelapp.IOPubThread = original


def _without_pipe(socket: Any, pipe: bool = False, **keywords: Any) -> IOPubThread:
    return IOPubThread(socket, pipe=False, **keywords)
