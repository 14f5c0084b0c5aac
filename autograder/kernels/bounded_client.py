"""A kernel client without needless waits, and with a bound on what it reads.

jupyter_client waits a fixed 0.2 s when it starts, and takes in whatever a kernel sends: a print loop once grew the
grader to 1.5 GB. Here output is counted before it is decoded, a message that is too large never enters, and one that
is no proper message ends the kernel, because after that nothing it says can be relied on.
"""

from __future__ import annotations

import asyncio
import time
from queue import Empty
from typing import Any

import zmq
import zmq.asyncio
from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.channels import AsyncZMQSocketChannel
from traitlets import Integer, Type

from autograder.kernels import messages
from autograder.sandbox.limits import MEGABYTE

_QUEUE = 200  # messages that may wait unread in one channel
# On an idle machine it is known within milliseconds that a kernel has ended; on a busy one that took longer than 50.
_END_IS_KNOWN_WITHIN = 2.0


class KernelStopped(RuntimeError):
    """The kernel was ended because of what it sent; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The kernel was stopped: {reason}.")
        self.reason = reason


class OutputLimitExceeded(KernelStopped):
    """A cell put out more than it may."""


class InvalidMessage(KernelStopped):
    """The kernel sent something that is no message, or signed it wrongly: code in it has tampered with it."""


class CheckedChannel(AsyncZMQSocketChannel):
    """A channel that checks what it receives. `client` is set by the client that makes it."""

    client: BoundedClient

    async def _recv(self, **kwargs: Any) -> dict[str, Any]:
        assert self.socket is not None
        frames = await self.socket.recv_multipart(**kwargs)
        await self._admit(frames)
        try:
            message = self.session.deserialize(self.session.feed_identities(frames)[1])
            messages.check_shape(message)
            messages.check_reply(message)
        except Exception as error:
            raise await self.client.stop_kernel(InvalidMessage("it sent an invalid message")) from error
        return message

    async def _admit(self, frames: list[bytes]) -> None:
        """Raise KernelStopped when this is too much."""


class OutputChannel(CheckedChannel):
    """The channel of outputs, with a bound on each cell and on all of them."""

    _monitor: zmq.asyncio.Socket | None = None
    _pid: int | None = None  # the process that is connected, as far as we know

    async def get_msg(self, timeout: float | None = None) -> dict[str, Any]:
        """As in jupyter_client; raises KernelStopped when the kernel has sent too much."""
        assert self.socket is not None
        end = None if timeout is None else time.monotonic() + timeout
        poller = zmq.asyncio.Poller()
        poller.register(self.socket, zmq.POLLIN)
        if self._monitor is None:
            self._monitor = self.socket.get_monitor_socket(zmq.EVENT_DISCONNECTED)
            self._pid = self.client.kernel_pid
        poller.register(self._monitor, zmq.POLLIN)
        while True:
            self.client.check_output()
            left = None if end is None else max(0, int((end - time.monotonic()) * 1000))
            ready = dict(await poller.poll(left))
            if self.socket in ready:
                message = await self._recv()
                if messages.is_welcome(message, self.client.displays):
                    return message
                continue
            if self._monitor not in ready:
                raise Empty
            await self._disconnected()

    async def _admit(self, frames: list[bytes]) -> None:
        await self.client.count_output(sum(map(len, frames)))

    async def _disconnected(self) -> None:
        """zmq hangs up on a message above MAXMSGSIZE; it also notices a kernel's end, which is not our business."""
        assert self._monitor is not None
        await self._monitor.recv_multipart()
        end = time.monotonic() + _END_IS_KNOWN_WITHIN
        while time.monotonic() < end:
            if self._pid != self.client.kernel_pid or not await self.client.kernel_is_alive():
                self._pid = self.client.kernel_pid
                return
            await asyncio.sleep(0.05)
        raise await self.client.stop_kernel(OutputLimitExceeded(self.client.too_much))

    def close(self) -> None:
        """Close the socket and what watches it."""
        if self._monitor is not None and self.socket is not None:
            self.socket.disable_monitor()
            self._monitor = None
        super().close()

    stop = close


class BoundedClient(AsyncKernelClient):
    """An asynchronous client with limits on output; `WarmProvisioner` selects it for its kernels."""

    cell_output = Integer(8 * MEGABYTE, help="Bytes that one cell may put out.").tag(config=True)
    cell_messages = Integer(10_000, help="Messages that one cell may put out.").tag(config=True)
    total_output = Integer(64 * MEGABYTE, help="Bytes that a kernel may put out in its life.").tag(
        config=True
    )
    largest_message = Integer(32 * MEGABYTE, help="Bytes of one message that are received at all.").tag(
        config=True
    )

    shell_channel_class = Type(CheckedChannel)
    iopub_channel_class = Type(OutputChannel)
    stdin_channel_class = Type(CheckedChannel)
    control_channel_class = Type(CheckedChannel)

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.stopped: KernelStopped | None = None
        self._bytes = self._messages = self._total = 0
        self.displays: set[str] = set()  # display ids of the running cell

    # Connecting

    def start_channels(
        self,
        shell: bool = True,
        iopub: bool = True,
        stdin: bool = True,
        hb: bool = False,
        control: bool = True,
    ) -> None:
        """As in jupyter_client, without a thread that asks for heartbeats: the guard knows when a kernel ends."""
        super().start_channels(shell, iopub, stdin, hb, control)

    def _create_connected_socket(self, channel: str, identity: bytes | None = None) -> Any:
        """As in jupyter_client, with bounds on what zmq itself takes in; they must be set before connecting."""
        context = self.context
        previous = context.sockopts.copy()
        context.setsockopt(zmq.MAXMSGSIZE, self.largest_message)
        context.setsockopt(zmq.RCVHWM, _QUEUE)
        try:
            return super()._create_connected_socket(channel, identity)
        finally:
            context.sockopts.clear()
            context.sockopts.update(previous)

    @property
    def shell_channel(self) -> CheckedChannel:
        """Requests and replies."""
        return self._ours(super().shell_channel)

    @property
    def iopub_channel(self) -> OutputChannel:
        """Outputs."""
        return self._ours(super().iopub_channel)

    @property
    def stdin_channel(self) -> CheckedChannel:
        """Questions to the user."""
        return self._ours(super().stdin_channel)

    @property
    def control_channel(self) -> CheckedChannel:
        """Shutdown and interrupts."""
        return self._ours(super().control_channel)

    def _ours(self, channel: Any) -> Any:
        channel.client = self
        return channel

    async def _async_wait_for_ready(self, timeout: float | None = None) -> None:
        """As in jupyter_client, but without its fixed waits: what a kernel says unasked ends with its first "idle"."""
        end = time.monotonic() + (60.0 if timeout is None else timeout)
        while True:
            request = self.kernel_info()
            try:
                message = await self.shell_channel.get_msg(timeout=1)
            except Empty:
                message = None
            if message and message["msg_type"] == "kernel_info_reply" and await self._hears_idle(request):
                self._handle_kernel_info_reply(message)
                return
            if not await self.kernel_is_alive():
                raise RuntimeError(
                    f"The kernel ended while it started: {self._death_reason() or 'no reason known'}."
                )
            if time.monotonic() > end:
                raise RuntimeError(f"The kernel did not answer within {timeout:g} seconds.")

    async def _hears_idle(self, request: str) -> bool:
        """Read outputs up to the end of a request; False when they are not connected yet, so that one asks again."""
        while True:
            try:
                message = await self.iopub_channel.get_msg(timeout=0.2)
            except Empty:
                return False
            if message["parent_header"].get("msg_id") != request or message["msg_type"] != "status":
                continue
            if message["content"]["execution_state"] == "idle":
                return True

    wait_for_ready = _async_wait_for_ready

    # Bounds

    def execute(self, *arguments: Any, **keywords: Any) -> Any:
        """As in jupyter_client; a new cell starts with a fresh allowance."""
        self._bytes = self._messages = 0
        self.displays.clear()
        return super().execute(*arguments, **keywords)

    async def count_output(self, size: int) -> None:
        """Add one message to the account; ends the kernel and raises when it is overdrawn."""
        self._bytes += size
        self._total += size
        self._messages += 1
        reason = ""
        if self._bytes > self.cell_output:
            reason = self.too_much
        elif self._messages > self.cell_messages:
            reason = f"a cell put out more than {self.cell_messages} messages"
        elif self._total > self.total_output:
            reason = f"its cells put out more than {self.total_output / MEGABYTE:g} MB together"
        if reason:
            raise await self.stop_kernel(OutputLimitExceeded(reason))

    @property
    def too_much(self) -> str:
        """The sentence for a cell with too large an output."""
        return f"a cell put out more than {self.cell_output / MEGABYTE:g} MB"

    def check_output(self) -> None:
        """Raise again what ended the kernel: nothing more is read from it."""
        if self.stopped is not None:
            raise self.stopped

    async def stop_kernel(self, why: KernelStopped) -> KernelStopped:
        """End the kernel for a reason; returns `why` for raising."""
        self.stopped = self.stopped or why
        provisioner = getattr(self.parent, "provisioner", None)
        if provisioner is not None:
            kind = "output" if isinstance(why, OutputLimitExceeded) else "message"
            if hasattr(provisioner, "kill_because"):
                await provisioner.kill_because(kind, why.reason)
            else:
                await provisioner.kill()
        return why

    async def kernel_is_alive(self) -> bool:
        """Whether the kernel's process is there, as far as its manager knows."""
        return await self._async_is_alive()

    @property
    def kernel_pid(self) -> int | None:
        """The kernel's process; another one after a restart."""
        return getattr(getattr(self.parent, "provisioner", None), "pid", None)

    def _death_reason(self) -> str:
        return getattr(getattr(self.parent, "provisioner", None), "death_reason", None) or ""
