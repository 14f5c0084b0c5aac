"""The grader's side of the judge: start it, open a session for a submission, put exercises on trial."""

from __future__ import annotations

import atexit
import itertools
import multiprocessing
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from autograder.checks.channel import Channel
from autograder.checks.scoring import Verdict
from autograder.errors import CourseError

PATIENCE = 300.0  # seconds for one reply; the judge's own budgets are shorter

_shared: Judge | None = None


class JudgeError(CourseError):
    """The judge stopped, or a lesson's exercises made it fail; the message says which."""


class JudgeLost(JudgeError):
    """The judge's process ended: another one is started, and the submission can be graded again."""


class Judge:
    """A judge's process and the channel to it. One serves many submissions, one after the other."""

    def __init__(self, forked: bool = False) -> None:
        """forked: whether its process is a fork of this one, which must have no other thread."""
        ours, theirs = socket.socketpair()
        self.process = _fork(theirs, ours) if forked else _Fresh(theirs)
        theirs.close()
        ours.settimeout(PATIENCE)
        self.control = Channel(ours)
        self._numbers = itertools.count()

    @property
    def alive(self) -> bool:
        return self.process.is_alive()

    def ask(self, do: str, fd: int | None = None, **what: Any) -> dict[str, Any]:
        """Send one request, and a descriptor after it if there is one; return the reply."""
        try:
            self.control.send({"do": do, **what})
            if fd is not None:
                socket.send_fds(self.control.endpoint, [b"F"], [fd])
        except OSError:
            raise JudgeLost("the judge's process has ended; grade this submission again") from None
        reply = self.control.receive()
        if reply is None:
            self.process.kill()  # it may be at work still; the next submission gets another
            self.process.join(timeout=5)
            raise JudgeLost(
                f"the judge's process ended while it was asked to {do}; grade this submission again"
            )
        if "fault" in reply:
            raise JudgeError(f"the judge could not {do}: {reply['fault']}")
        return reply

    @contextmanager
    def session(
        self,
        folder: Path,
        release: str,
        notebook: str,
        student: str,
        answers: Mapping[str, str],
        file: str = "",
    ) -> Iterator[JudgeSession]:
        """A session for one notebook of one submission.

        folder: the lesson's source, of the release that the submission came from. answers: grade_id → cell text.
        file: a hash of what was handed in, which the inputs depend on.
        """
        name = str(next(self._numbers))
        reply = self.ask(
            "open",
            session=name,
            folder=str(folder),
            release=release,
            notebook=notebook,
            student=student,
            answers=dict(answers),
            file=file,
        )
        try:
            yield JudgeSession(self, name, reply["secret"], reply["seed"], reply["closed_book"])
        finally:
            if self.alive:
                self.ask("close", session=name)

    def stop(self) -> None:
        """End the process: it leaves when its channel closes."""
        self.control.close()
        self.process.join(timeout=5)
        if self.alive:
            self.process.kill()
            self.process.join()


class JudgeSession:
    """One submission before the judge."""

    def __init__(self, judge: Judge, name: str, secret: str, seed: int, closed_book: bool = False) -> None:
        self.judge, self.name = judge, name
        self.secret, self.seed = secret, seed  # the secret's id, and the seed of a kernel's own generators
        self.was_linked = True  # what `linked` would have said when the last trial was closed
        self.closed_book = closed_book  # whether kernels get no data, no weights and no other files

    def attach(self, endpoint: socket.socket) -> None:
        """Hand the judge its end of a new kernel's socket."""
        self.judge.ask("attach", fd=endpoint.fileno(), session=self.name)

    def begin(self, exercise: str, without: Sequence[str] = (), weak: Sequence[str] = ()) -> Verdict | None:
        """Put an exercise on trial. A verdict at once means that there is nothing to run.

        without: exercises whose answers do not run this time. weak: the earlier exercises that the answer calls and
        that failed; then no mistake is named, as it may be theirs.
        """
        request = {"session": self.name, "exercise": exercise, "without": list(without), "weak": list(weak)}
        verdict = self.judge.ask("begin", **request)["verdict"]
        return Verdict.from_dict(verdict) if verdict else None

    def linked(self) -> bool:
        """Whether the kernel can still be heard; code in it may have closed its line to the judge."""
        return bool(self.judge.ask("linked", session=self.name)["linked"])

    def finish(self, reason: str | None = None) -> Verdict:
        """Close the trial. reason: one sentence on why the cell ended early, if it did."""
        reply = self.judge.ask("finish", session=self.name, reason=reason)
        self.was_linked = bool(reply["linked"])
        return Verdict.from_dict(reply["verdict"])

    def reference(self, exercise: str) -> str:
        """The reference solution's cell."""
        return self.judge.ask("reference", session=self.name, exercise=exercise)["cell"]


class _Fresh(subprocess.Popen[bytes]):
    """The judge in a new Python. multiprocessing's "spawn" would run the grader's own script in it once more."""

    def __init__(self, endpoint: socket.socket) -> None:
        command = [sys.executable, "-m", "autograder.judge.server", str(endpoint.fileno())]
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        super().__init__(command, pass_fds=[endpoint.fileno()], stdin=subprocess.DEVNULL, env=environment)

    def is_alive(self) -> bool:
        return self.poll() is None

    def join(self, timeout: float | None = None) -> None:
        with suppress(subprocess.TimeoutExpired):
            self.wait(timeout)


def _fork(endpoint: socket.socket, other_end: socket.socket) -> Any:
    """The judge in a fork of this process, with all that it has imported."""

    def run() -> None:
        from autograder.judge import server

        other_end.close()  # held there too, it would never hang up
        server.main(endpoint)

    process = multiprocessing.get_context("fork").Process(target=run, daemon=True)
    process.start()
    return process


def shared_judge(forked: bool = False) -> Judge:
    """The judge of this process, started when it is first needed or was lost, and ended with it."""
    global _shared
    if _shared is None or not _shared.alive:
        _shared = Judge(forked)
        atexit.register(_shared.stop)
    return _shared
