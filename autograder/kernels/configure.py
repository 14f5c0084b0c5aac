"""Make nbgrader, papermill and Jupyter find the sandboxed kernel. Imports nothing: every nbgrader command runs it."""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path
from typing import Any

KERNEL_NAME = "autograder"
JUPYTER_PATH = str(Path(__file__).with_name("jupyter"))
_PLAIN_KERNEL = "python3"


def add_kernelspec() -> None:
    """Let this process, and those it starts, find the kernelspec "autograder"."""
    paths = os.environ.get("JUPYTER_PATH", "").split(os.pathsep)
    if JUPYTER_PATH not in paths:
        os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [*paths, JUPYTER_PATH]))


def configure(c: Any) -> str:
    """Set, in a Jupyter configuration `c`, the kernel that executes submissions; returns its name.

    Elsewhere than on Linux there is no sandbox: then it is the plain kernel, with a warning.
    """
    if not sys.platform.startswith("linux"):
        warnings.warn(
            f"Submissions run without a sandbox on {sys.platform}: grade work of people you do not know in a Linux "
            "container.",
            stacklevel=2,
        )
        c.Execute.kernel_name = _PLAIN_KERNEL
        return _PLAIN_KERNEL
    add_kernelspec()
    c.Execute.kernel_name = KERNEL_NAME
    c.Execute.shutdown_kernel = "immediate"
    return KERNEL_NAME
