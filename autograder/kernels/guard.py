"""The guard of one kernel: starts it, obeys the grader, enforces what nothing else does, and says how it ended.

A guard is forked by the parent for each connection and stands between the two: when the grader goes away, when the
time is over or when the parent ends, the kernel ends with all its processes, and nothing of it is left. It lives
outside the sandbox, holds nothing of other kernels, and reads only messages from the grader.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.kernels import child, protocol, runtime
from autograder.kernels.protocol import CHANNELS, Death
from autograder.sandbox import cgroups, jail, resource_usage, scratch
from autograder.sandbox.jail import Jail
from autograder.sandbox.limits import MEGABYTE, Limits
from autograder.sandbox.mechanisms import Capabilities
from autograder.sandbox.rootfs import View

_LOOK_SECONDS = 0.5
_FOLDER = "autograder-scratch-"


@dataclass(frozen=True)
class Host:
    """What the parent found out about this machine."""

    capabilities: Capabilities
    groups: list[cgroups.Place]


class Refused(Exception):
    """The kernel is not started; the message is one sentence."""


def run(connection: socket.socket, host: Host) -> None:
    """Serve one connection until its kernel has ended."""
    message, fds = protocol.receive(connection)
    if message is None:
        return
    if message["do"] == "stop":
        os.kill(os.getppid(), signal.SIGTERM)
        return
    guard = Guard(connection, host)
    try:
        guard.start(message, fds)
    except (Refused, jail.TooWeak, OSError, KeyError, TypeError, ValueError) as error:
        guard.give_up()
        guard.tell({"event": "failed", "reason": _sentence(error)})
        return
    guard.watch_over()


class Guard:
    """One kernel's life, from the guard's side."""

    def __init__(self, connection: socket.socket, host: Host) -> None:
        self.connection, self.host = connection, host
        self.pid = 0
        self.death: Death | None = None  # set before we kill, so that the reason is ours and not "signal 9"
        self.group = cgroups.Group()
        self.jail = Jail("none", View(), Limits())
        self.sockets: Path | None = None
        self.wall_end = self.deadline = float("inf")
        self.deadline_reason = ""
        self.last_look = time.monotonic()
        self._claim: socket.socket | None = None

    # Start

    def start(self, request: Mapping[str, Any], fds: list[int]) -> None:
        """Fork the kernel and wait until it is inside the sandbox. Raises Refused, TooWeak or OSError."""
        self.sockets = Path(request["sockets"])
        limits = Limits(**request["limits"])
        level = jail.level_within(request["level"], self.host.capabilities.level, request["minimum"])
        self.jail = self._jail(level, request["view"], limits)
        if level != "none":
            self.group = cgroups.create(self.host.groups, limits, self.sockets.parent)
        left_out = jail.before_fork(self.jail)
        # Two pipes: on the first the kernel reports that it is inside the sandbox, or why it could not get in; on the
        # second it waits until we have put it into its control group. Only then does it run anything.
        reading, writing = os.pipe2(os.O_CLOEXEC)
        go_reading, go_writing = os.pipe2(os.O_CLOEXEC)
        self.pid = os.fork()
        if self.pid == 0:
            self._be_the_kernel(request, fds, writing, go_reading)
        # The kernel has its own copies. Held open here, the report's pipe would never come to its end.
        for fd in (*fds, writing, go_reading):
            os.close(fd)
        # Linux may take ten milliseconds for this. The kernel uses them to get ready, and waits for it only then.
        self.group.add(self.pid)
        os.write(go_writing, b"g")
        os.close(go_writing)
        left_out += self._wait_until_inside(reading)
        self.wall_end = time.monotonic() + limits.wall_seconds
        self.tell(
            {"event": "started", "pid": self.pid, "guard": os.getpid(), "level": level, "left_out": left_out}
        )

    def give_up(self) -> None:
        """After a start that failed."""
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        runtime.remove_sockets(self.sockets)
        self.clean_up()

    def _be_the_kernel(
        self, request: Mapping[str, Any], fds: list[int], writing: int, go_reading: int
    ) -> None:
        """In the new process. Never returns: whatever happens, the copy of the guard must not go on as a guard."""
        status = 70  # what an error here ends with; its traceback is in the warm parent's log
        try:
            channels, given = fds[: len(CHANNELS)], fds[len(CHANNELS) :]
            for ours in (self.connection, self._claim):
                if ours is not None:
                    ours.detach()  # place_fds closes it; the object must not close that number again later
            *channels, writing, go_reading = child.place_fds(
                given, request["fds"], [*channels, writing, go_reading]
            )
            # The report begins with "+" (inside; then what of the submission was left out) or "!" (not; then why).
            try:
                left_out = child.enter(self.jail)
            except BaseException as error:
                os.write(writing, b"!" + _sentence(error).encode())
                raise
            os.write(writing, "\n".join(["+", *left_out]).encode(errors="replace"))
            os.close(writing)
            child.run(self.jail, request, channels, go_reading)
            status = 0
        except SystemExit:
            status = 0
        finally:
            os._exit(status)

    def _wait_until_inside(self, reading: int) -> list[str]:
        """What of the submission was left out, as the kernel reports it. Raises Refused when it could not get in."""
        with open(reading, "rb") as pipe:
            answer = pipe.read().decode(errors="replace")
        if answer.startswith("+"):
            return answer.split("\n")[1:]
        raise Refused(
            f"The sandbox (level {self.jail.level}) could not be entered: {answer[1:] or 'no reason given'}"
        )

    def _jail(self, level: str, view: Mapping[str, Any], limits: Limits) -> Jail:
        """The sandbox of this kernel. Where root starts it, it gets a user that no other kernel has."""
        uid = jail.NOBODY
        if os.geteuid() == 0 and level != "none":
            uid, self._claim = jail.claim_uid()
        folder = ""
        if level == "light":
            folder = tempfile.mkdtemp(prefix=f"{_FOLDER}{os.getpid()}-")
        seen = View(tuple(view["readable"]), view["assets"], view["submission"])
        return Jail(level, seen, limits, uid, folder)

    # Life

    def watch_over(self) -> None:
        """Until the kernel has ended; then tell how, and tidy up."""
        pidfd = os.pidfd_open(self.pid)
        while not self._wait(pidfd):
            pass
        code, used_cpu = self._reap()
        self._kill_stragglers()
        death = self.death or self._cause(code, used_cpu)
        # Before the grader hears of it, for it may start the next kernel with sockets of the same names.
        runtime.remove_sockets(self.sockets)
        self.tell({"event": "ended", "code": code, "kind": death.kind, "reason": death.reason})
        self.clean_up()

    def _wait(self, pidfd: int) -> bool:
        """Wait for the next thing to happen; True once the kernel has ended.

        That is the first of: the kernel ends, the grader sends something or goes away, a deadline passes, it is time to
        look at memory and disk again. Once the kernel has been killed, only its end is left to wait for.
        """
        now = time.monotonic()
        until = min(self.wall_end, self.deadline)
        if self._must_look:
            until = min(until, self.last_look + _LOOK_SECONDS)
        waiting_for: list[int] = [pidfd]
        if self.death is None:
            waiting_for.append(self.connection.fileno())
        else:
            until = float("inf")
        timeout = None if until == float("inf") else max(0.0, until - now)
        ready, _, _ = select.select(waiting_for, [], [], timeout)
        if pidfd in ready:
            return True
        if ready:
            self._obey()
        if self.death is None:
            self._enforce(time.monotonic())
        return False

    def _obey(self) -> None:
        """Do what the grader asks (protocol.py); when it is gone, so is the kernel."""
        message, fds = protocol.receive(self.connection)
        for fd in fds:
            os.close(fd)
        if message is None:
            self._kill(Death("client", "the grader went away"))
        elif message["do"] == "signal":
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, int(message["number"]))
        elif message["do"] == "deadline":
            seconds = message["seconds"]
            self.deadline = float("inf") if seconds is None else time.monotonic() + seconds
            self.deadline_reason = message["reason"]
        elif message["do"] == "kill":
            self._kill(Death(message.get("kind", "asked"), message["reason"]))

    def _enforce(self, now: float) -> None:
        """Kill the kernel when a time is over. Otherwise look at memory and disk, where nothing else bounds them."""
        limits = self.jail.limits
        if now >= self.deadline:
            self._kill(Death("deadline", self.deadline_reason))
        elif now >= self.wall_end:
            self._kill(Death("deadline", f"the notebook took longer than {limits.wall_seconds:g} seconds"))
        elif self._must_look and now >= self.last_look + _LOOK_SECONDS:
            self._look()
            self.last_look = time.monotonic()

    @property
    def _must_look(self) -> bool:
        """Whether the guard has to measure: memory has no control group, or files are not on a mount with a size."""
        return self.group.memory is None or self.jail.level == "light"

    def _look(self) -> None:
        """Kill the kernel when all its processes together use more than they may."""
        limits = self.jail.limits
        pids = resource_usage.descendants(os.getpid())
        memory, disk = limits.memory * MEGABYTE, limits.disk * MEGABYTE
        if self.group.memory is None and resource_usage.memory(pids, memory) > memory:
            self._kill(Death("memory", f"its processes together used more than {limits.memory} MB of memory"))
        elif self.group.pids is None and resource_usage.tasks(pids) > limits.processes:
            self._kill(Death("processes", f"it had more than {limits.processes} processes and threads"))
        elif self.jail.level == "light":
            size, files = resource_usage.disk(self.jail.folder, pids, disk, limits.files)
            if size > disk or files > limits.files:
                self._kill(Death("disk", f"it wrote more than {limits.disk} MB or {limits.files} files"))

    def _kill(self, death: Death) -> None:
        """Kill the kernel for this reason, unless it is dying of another one already."""
        self.death = self.death or death
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    # End

    def _reap(self) -> tuple[int, float]:
        """(exit code as subprocess gives it, seconds of processor time)."""
        _, status, used = os.wait4(self.pid, 0)
        return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime

    def _cause(self, code: int, used_cpu: float) -> Death:
        """Why a kernel ended that the guard did not kill, judging by its exit code and the CPU time that it used."""
        limits = self.jail.limits
        if code == -signal.SIGKILL and self.group.ran_out_of_memory():
            return Death("memory", f"it used more than {limits.memory} MB of memory")
        # Both limits of CPU time are the same (limits.py), so Linux may send either; and it checks about once a second.
        if code in (-signal.SIGXCPU, -signal.SIGKILL) and used_cpu >= limits.cpu_seconds - 1:
            return Death("cpu", f"it used more than {limits.cpu_seconds} seconds of processor time")
        if code < 0:
            name = signal.strsignal(-code) or f"signal {-code}"
            return Death("signal", f"its process crashed ({name.lower()})")
        return Death("exit", f"it ended its own process (exit code {code})")

    def _kill_stragglers(self) -> None:
        """Without a process namespace, what the kernel started may outlive it: stop them all, then kill them all.

        Stopping first keeps a fork bomb from outrunning us.
        """
        if self.jail.level == "full":
            return
        for _ in range(100):
            pids = resource_usage.descendants(os.getpid())
            if not pids:
                return
            for number in (signal.SIGSTOP, signal.SIGKILL):
                for pid in pids:
                    with contextlib.suppress(ProcessLookupError, PermissionError):
                        os.kill(pid, number)
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass

    def clean_up(self) -> None:
        """Remove the kernel's control group and its scratch folder."""
        if self.jail.folder:
            scratch.remove(self.jail.folder)
        self.group.remove()

    def tell(self, message: dict[str, Any]) -> None:
        """Send the grader a message, if it is still there."""
        with contextlib.suppress(OSError):
            protocol.send(self.connection, message)


def sweep() -> None:
    """Remove scratch folders of guards that were killed before they could."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_FOLDER}*"):
        pid = folder.name.removeprefix(_FOLDER).partition("-")[0]
        with contextlib.suppress(OSError):
            ours = os.geteuid() == 0 or folder.lstat().st_uid == os.geteuid()
            if ours and not os.path.exists(f"/proc/{pid}"):
                scratch.remove(str(folder))


def _sentence(error: BaseException) -> str:
    return str(error) or type(error).__name__
