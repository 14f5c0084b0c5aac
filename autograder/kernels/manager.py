"""A manager of kernels that is done when it is done."""

from __future__ import annotations

import inspect

from jupyter_client.manager import AsyncKernelManager


class PromptManager(AsyncKernelManager):
    """jupyter_client's, without the 10 ms that it sleeps after each start and end so that its own tests can look on."""

    start_kernel = inspect.unwrap(AsyncKernelManager.start_kernel)
    shutdown_kernel = inspect.unwrap(AsyncKernelManager.shutdown_kernel)
