"""Messages over a socket between the judge, the grader and a kernel: each a length and a packed value."""

from __future__ import annotations

import socket
import struct
from collections.abc import Mapping
from typing import Any

from autograder.checks.values import MAX_BYTES, CannotCross, pack, unpack

_LENGTH = struct.Struct("<Q")


class Channel:
    """A blocking, message-wise view of a stream socket."""

    def __init__(self, endpoint: socket.socket, limit: int = MAX_BYTES) -> None:
        self.endpoint, self.limit = endpoint, limit

    @classmethod
    def from_fd(cls, fd: int) -> Channel:
        """The channel over an inherited socket."""
        return cls(socket.socket(fileno=fd))

    def send(self, message: Mapping[str, Any]) -> None:
        """Send one message of names and values."""
        self.send_frame(pack(message, self.limit))

    def receive(self) -> dict[str, Any] | None:
        """The next message, or None when the other side is gone or sends what is no message."""
        frame = self.receive_frame()
        try:
            message = unpack(frame, self.limit) if frame else None
        except CannotCross:
            return None
        return message if isinstance(message, dict) else None

    def send_frame(self, frame: bytes) -> None:
        """Send bytes that are packed already."""
        self.endpoint.sendall(_LENGTH.pack(len(frame)) + frame)

    def receive_frame(self) -> bytes | None:
        """The next frame as it came, or None when the other side is gone or announces more than the limit."""
        try:
            header = self._exactly(_LENGTH.size)
            if header is None:
                return None
            (length,) = _LENGTH.unpack(header)
            return self._exactly(length) if length <= self.limit else None
        except OSError:
            return None

    def discard(self) -> None:
        """Throw away what has come and nobody has read: replies to a check that was left in the middle."""
        try:
            while self.endpoint.recv(1 << 20, socket.MSG_DONTWAIT):
                pass
        except OSError:
            return

    def close(self) -> None:
        self.endpoint.close()

    def _exactly(self, n_bytes: int) -> bytes | None:
        received = bytearray()
        while len(received) < n_bytes:
            piece = self.endpoint.recv(min(n_bytes - len(received), 1 << 20))
            if not piece:
                return None
            received += piece
        return bytes(received)
