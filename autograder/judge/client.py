"""The grader's side of the judge: start it, open a session for a submission, put exercises on trial."""

from __future__ import annotations

import atexit
import itertools
import multiprocessing
import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from autograder.checks.channel import Channel
from autograder.checks.scoring import Verdict
from autograder.errors import CourseError

_FRESH = multiprocessing.get_context("spawn")  # a grader with threads, such as those of zmq, cannot be forked
_shared: Judge | None = None


class JudgeError(CourseError):
    """The judge stopped, or a lesson's exercises made it fail; the message says which."""


class Judge:
    """A judge's process and the channel to it. One serves many submissions, one after the other."""

    def __init__(self, start: Any = _FRESH) -> None:
        """start: the multiprocessing context that makes the process, a fresh one or a fork of this one."""
        from autograder.judge import server  # it imports torch

        ours, theirs = socket.socketpair()
        inherited = ours if start.get_start_method() == "fork" else None
        self.process: Any = start.Process(
            target=server.main, args=(theirs, dict(os.environ), inherited), daemon=True
        )
        self.process.start()
        theirs.close()
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
            raise JudgeError("the judge's process has ended; grade this submission again") from None
        reply = self.control.receive()
        if reply is None:
            raise JudgeError(
                f"the judge's process ended while it was asked to {do}; grade this submission again"
            )
        if "fault" in reply:
            raise JudgeError(f"the judge could not {do}: {reply['fault']}")
        return reply

    @contextmanager
    def session(
        self, folder: Path, release: str, notebook: str, student: str, answers: Mapping[str, str]
    ) -> Iterator[JudgeSession]:
        """A session for one notebook of one submission.

        folder: the lesson's source, of the release that the submission came from. answers: grade_id → cell text.
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
        )
        try:
            yield JudgeSession(self, name, reply["secret"], reply["seed"])
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

    def __init__(self, judge: Judge, name: str, secret: str, seed: int) -> None:
        self.judge, self.name = judge, name
        self.secret, self.seed = secret, seed  # the secret's id, and the seed of a kernel's own generators

    def attach(self, endpoint: socket.socket) -> None:
        """Hand the judge its end of a new kernel's socket."""
        self.judge.ask("attach", fd=endpoint.fileno(), session=self.name)

    def begin(self, exercise: str) -> Verdict | None:
        """Put an exercise on trial. A verdict at once means that there is nothing to run."""
        verdict = self.judge.ask("begin", session=self.name, exercise=exercise)["verdict"]
        return Verdict.from_dict(verdict) if verdict else None

    def linked(self) -> bool:
        """Whether the kernel can still be heard; code in it may have closed its line to the judge."""
        return bool(self.judge.ask("linked", session=self.name)["linked"])

    def finish(self, reason: str | None = None) -> Verdict:
        """Close the trial. reason: one sentence on why the cell ended early, if it did."""
        return Verdict.from_dict(self.judge.ask("finish", session=self.name, reason=reason)["verdict"])


def shared_judge(start: Any = _FRESH) -> Judge:
    """The judge of this process, started when it is first needed or was lost, and ended with it."""
    global _shared
    if _shared is None or not _shared.alive:
        _shared = Judge(start)
        atexit.register(_shared.stop)
    return _shared
