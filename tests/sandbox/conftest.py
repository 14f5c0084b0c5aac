"""What the sandbox tests share: a kernel that is as easy to use as a function."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Iterator
from queue import Empty
from typing import Any

import pytest
from processes import patience

if not sys.platform.startswith("linux"):
    collect_ignore_glob = ["test_*.py"]

SMALL = {"memory": 1500, "processes": 60, "disk": 50, "file": 40, "wall_seconds": 120.0, "idle_seconds": 20.0}
LEVEL = os.environ.get(
    "AUTOGRADER_TEST_LEVEL", "full"
)  # tests/attacks/test_sandbox_elsewhere.py runs these files again at other levels


class Kernel:
    """One kernel, used from ordinary functions. `options` are traits of WarmProvisioner."""

    def __init__(
        self, *, bounds: dict[str, Any] | None = None, start: dict[str, Any] | None = None, **options: Any
    ):
        from jupyter_client.manager import AsyncKernelManager
        from traitlets.config import Config

        from autograder import kernels

        kernels.add_kernelspec()
        config = Config(
            {"WarmProvisioner": SMALL | {"level": LEVEL} | options, "BoundedClient": bounds or {}}
        )
        self.loop = asyncio.new_event_loop()
        self.manager = AsyncKernelManager(kernel_name=kernels.KERNEL_NAME, config=config)
        self.client: Any = None
        try:
            self.wait(self.manager.start_kernel(**(start or {})))
            self.client = self.manager.client(config=config)
            self.client.start_channels()
            self.wait(self.client.wait_for_ready(timeout=patience(60)))
        except BaseException:
            self.close()
            raise

    @property
    def provisioner(self) -> Any:
        return self.manager.provisioner

    def wait(self, awaitable: Any) -> Any:
        return self.loop.run_until_complete(awaitable)

    def run(self, code: str, timeout: float = 60) -> str:
        """Everything that the code puts out, errors as `Name: text`. Raises TimeoutError, or KernelStopped."""
        return self.wait(self._run(code, timeout))

    def send(self, code: str) -> str:
        """Start code without waiting for it."""
        return self.client.execute(code)

    async def _run(self, code: str, timeout: float) -> str:
        request = self.client.execute(code)
        texts: list[str] = []
        end = time.monotonic() + patience(timeout)
        while time.monotonic() < end:
            try:
                message = await self.client.get_iopub_msg(timeout=0.1)
            except Empty:
                if not await self.manager.is_alive():
                    return "".join(texts) + "<dead>"
                continue
            if message["parent_header"].get("msg_id") != request:
                continue
            content = message["content"]
            match message["msg_type"]:
                case "stream":
                    texts.append(content["text"])
                case "execute_result" | "display_data" | "update_display_data":
                    texts.append(content["data"].get("text/plain", ""))
                case "error":
                    texts.append(f"{content['ename']}: {content['evalue']}")
                case "status" if content["execution_state"] == "idle":
                    return "".join(texts)
        raise TimeoutError(code)

    def dies(self, code: str, within: float = 30) -> str:
        """Run code that must end the kernel; returns the reason."""
        self.send(code)
        return self.dead(within)

    def dead(self, within: float) -> str:
        """Wait until the kernel is dead; returns the reason."""
        end = time.monotonic() + patience(within)
        while time.monotonic() < end:
            if self.wait(self.provisioner.poll()) is not None:
                return self.provisioner.death_reason
            time.sleep(0.01)
        raise TimeoutError(f"the kernel still lives after {within} seconds")

    def close(self) -> None:
        if self.client is not None:
            self.client.stop_channels()
            self.client = None
        if not self.loop.is_closed():
            if self.manager.provisioner is not None:
                self.wait(self.manager.shutdown_kernel(now=True))
            self.loop.close()


@pytest.fixture
def kernel() -> Iterator[Callable[..., Kernel]]:
    """Starts kernels, and ends them after the test."""
    started: list[Kernel] = []

    def start(**options: Any) -> Kernel:
        started.append(Kernel(**options))
        return started[-1]

    yield start
    for each in started:
        each.close()


@pytest.fixture(scope="module")
def shared() -> Iterator[Kernel]:
    """One kernel for tests that do it no harm."""
    each = Kernel()
    yield each
    each.close()


@pytest.fixture(scope="session", autouse=True)
def _level() -> None:
    from autograder.sandbox.mechanisms import capabilities

    found = capabilities()
    if found.level == "none":
        pytest.skip(found.summary, allow_module_level=True)


@pytest.fixture
def full() -> None:
    """For tests of what only the full level gives."""
    from autograder.sandbox.mechanisms import capabilities

    if LEVEL != "full":
        pytest.skip(f"says nothing about level {LEVEL}")
    if capabilities().level != "full":
        pytest.skip(capabilities().summary)
