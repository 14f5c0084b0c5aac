"""Messages between a grader, the warm parent and its guards: one JSON object a packet, file descriptors beside it.

Only the grader's own user can reach the socket, and nobody in a sandbox ever holds an end of it.

grader → guard   {"do": "start", …}                      once, with file descriptors: the kernel's sockets and its own
                 {"do": "signal", "number": 2}
                 {"do": "deadline", "seconds": 10, "reason": "…"}     null seconds: only the wall limit again
                 {"do": "kill", "reason": "…"}
                 {"do": "stop"}                          instead of "start": the parent ends when its kernels have
guard → grader   {"event": "started", "pid": …, "guard": …, "level": "full", "left_out": […]}
                 {"event": "failed", "reason": "…"}      instead of "started"
                 {"event": "ended", "code": …, "kind": "memory", "reason": "…"}
"""

from __future__ import annotations

import json
import socket
from dataclasses import dataclass
from typing import Any

CHANNELS = ("shell", "iopub", "stdin", "hb", "control")  # the order in which the kernel's sockets travel

_LARGEST = 1 << 20
_MOST_FDS = 64


@dataclass
class Death:
    """How a kernel ended: a word for programs and a sentence for people."""

    kind: str  # memory, cpu, deadline, disk, processes, signal, exit, client, asked, output, message, guard
    reason: str


def send(connection: socket.socket, message: dict[str, Any], fds: list[int] | None = None) -> None:
    """Send one message. Raises OSError when the other side is gone or the message is too large."""
    packet = json.dumps(message).encode()
    if len(packet) > _LARGEST:
        raise OSError(f"a message of {len(packet)} bytes is too large for the warm parent")
    socket.send_fds(connection, [packet], fds or [])


def receive(connection: socket.socket) -> tuple[dict[str, Any] | None, list[int]]:
    """The next message and its file descriptors; None when the other side is gone."""
    try:
        packet, fds, _, _ = socket.recv_fds(connection, _LARGEST, _MOST_FDS)
    except BlockingIOError:
        raise
    except OSError:
        return None, []
    return (json.loads(packet) if packet else None), fds


def connection_socket() -> socket.socket:
    """An unconnected socket of the kind that this protocol needs: packets keep their borders."""
    return socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)


def room_for_packets(connection: socket.socket) -> None:
    """Let large messages through: the system's default is about 200 kB."""
    for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
        connection.setsockopt(socket.SOL_SOCKET, option, 2 * _LARGEST)
