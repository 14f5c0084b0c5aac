"""The warm parent: imports once what notebooks import, then forks a guard for each connection. Nothing else.

It runs no notebook, reads no request, has one thread, no event loop, no zmq context and no secret, because every
kernel starts as a copy of it. A guard (guard.py) reads the request and answers for one kernel.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

from autograder.kernels import child, guard, preload, protocol, runtime
from autograder.sandbox import cgroups, linux, mechanisms, syscall_filter


def main() -> None:
    """`python -m autograder.kernels.parent --socket PATH …`: go to the background, import, say "ready", serve."""
    arguments = _arguments()
    _leave_terminal()
    gc.disable()  # what is imported stays: looking for garbage in it takes time and finds none
    try:
        listener = _listen(arguments.socket)
        machine = mechanisms.measure()
        if machine["system call filter"].available:
            for private_root in (True, False):
                syscall_filter.program(private_root=private_root)  # compiled now, for every child
        places = cgroups.places()
        cgroups.sweep(places)
        guard.sweep()
        preload.load([name for name in arguments.preload.split(",") if name], child.rehearse, arguments.skip)
        host = guard.Host(machine, places)
        serve = lambda connection: guard.run(connection, host)  # noqa: E731
    except Exception as error:
        os.write(arguments.ready, str(error).encode() or b"failed")
        raise
    gc.enable()
    gc.freeze()  # objects that no child's collector looks at stay shared
    linux.join_pages()
    os.write(arguments.ready, b"ready")
    os.close(arguments.ready)
    Parent(listener, arguments.socket, arguments.idle).serve(serve)
    cgroups.sweep(places)  # of guards that were killed while we served


class Parent:
    """The warm parent's loop: accept connections, fork a guard for each, and end after a while without any."""

    def __init__(self, listener: socket.socket, path: str, idle: float) -> None:
        self.listener, self.path, self.idle = listener, path, idle
        self.guards: set[int] = set()
        self.stopping = False
        reading, self.wake_writing = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self.wake = reading

    def serve(self, run: Callable[[socket.socket], None]) -> None:
        """Until idle for too long, or told to stop."""
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.set_wakeup_fd(self.wake_writing)
        last = time.monotonic()
        while True:
            ready, _, _ = select.select([self.listener, self.wake], [], [], 1.0 if self.guards else self.idle)
            if self.wake in ready:
                with contextlib.suppress(BlockingIOError):
                    os.read(self.wake, 4096)
            if self.listener in ready:
                self._fork(run)
            self._reap()
            if self.guards or ready:
                last = time.monotonic()
            finished = self.stopping or time.monotonic() - last >= self.idle
            if finished and not self.guards and self._leave():
                return

    def _fork(self, run: Callable[[socket.socket], None]) -> None:
        connection, _ = self.listener.accept()
        pid = os.fork()
        if pid:
            self.guards.add(pid)
            connection.close()
            return
        status = 1
        try:
            signal.set_wakeup_fd(-1)
            linux.die_with_parent()
            self.listener.close()
            os.close(self.wake)
            os.close(self.wake_writing)
            protocol.room_for_packets(connection)
            run(connection)
            status = 0
        finally:
            os._exit(status)

    def _reap(self) -> None:
        for pid in list(self.guards):
            ended, _ = os.waitpid(pid, os.WNOHANG)
            if ended:
                self.guards.discard(pid)

    def _stop(self, *_: object) -> None:
        self.stopping = True

    def _leave(self) -> bool:
        """Give up the socket, unless somebody is about to connect: clients connect under the lock of its folder."""
        try:
            with runtime.locked(wait=False, place=Path(self.path).parent) as place:
                if select.select([self.listener], [], [], 0)[0]:
                    return False
                for path in (self.path, os.path.splitext(self.path)[0] + ".log"):
                    with contextlib.suppress(OSError):
                        os.unlink(path)
                with contextlib.suppress(OSError):
                    place.rmdir()  # when nobody else uses it
        except BlockingIOError:
            return False
        except FileNotFoundError:
            pass  # somebody has removed the folder, and the socket with it
        return True


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--socket", required=True)
    parser.add_argument("--idle", type=float, default=60.0)
    parser.add_argument("--preload", default="")
    parser.add_argument("--skip", nargs="*", default=[])
    parser.add_argument("--ready", type=int, required=True)
    return parser.parse_args()


def _leave_terminal() -> None:
    """Continue in a process that is nobody's child, in a session of its own."""
    if os.getpid() != os.getsid(0):
        if os.fork():
            os._exit(0)
        os.setsid()
    os.umask(0o077)
    import resource

    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    # A caller's descriptor keeps its number in the kernel, however high that is.
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _listen(path: str) -> socket.socket:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
    listener = protocol.connection_socket()
    listener.bind(path)
    listener.listen(128)
    return listener


if __name__ == "__main__":
    sys.argv[0] = "autograder.kernels.parent"
    main()
