"""How a plain kernel is spoken to: over sockets in the file system where that can be, over encrypted TCP elsewhere.

Left alone, Jupyter sends code and outputs over TCP as plain text, and each kernel of ipykernel 7 warns of it.
Kernels in the sandbox are not meant here: their provisioner makes their sockets itself.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import zmq

# What Jupyter appends to the folder's path: a slash, kernel-UUID, -ipc, and the socket's number.
_NAME = len("/kernel-") + 36 + len("-ipc-1")


def private_sockets(config: Any, folder: Path) -> str:
    """Set, in a Jupyter configuration, that kernels use no plain TCP; returns why not sockets in files, or "".

    folder: where the connection files lie; the sockets go beside them.
    """
    obstacle = _obstacle(folder)
    if not obstacle:
        config.KernelManager.transport = "ipc"
        return ""
    from jupyter_client.manager import KernelManager

    if hasattr(KernelManager, "transport_encryption") and zmq.has("curve"):
        config.KernelManager.transport_encryption = "auto"
        return f"Kernels speak over encrypted TCP: {obstacle}."
    return f"Kernels speak over TCP: {obstacle}."


def _obstacle(folder: Path) -> str:
    """Why sockets cannot lie in this folder, or ""."""
    if os.name != "posix":
        return "this system has no sockets in files"
    room = zmq.IPC_PATH_MAX_LEN - _NAME
    if len(os.fsencode(folder)) > room:
        return f"sockets need a folder whose path has at most {room} letters, and {folder} is longer"
    return ""
