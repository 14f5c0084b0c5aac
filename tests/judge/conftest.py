"""A judge in a process of its own, and a kernel's end of a socket to it."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import tiny_lesson

from autograder.checks.channel import Channel
from autograder.checks.scoring import Verdict
from autograder.judge.judge_client import Judge, JudgeSession
from autograder.judge.secret import VARIABLE
from autograder.lesson.folder import Lesson

SECRET = "0123456789abcdef" * 4


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Lesson:
    return tiny_lesson.write(tmp_path_factory.mktemp("judge") / "source")


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Judge]:
    path: Path = tmp_path_factory.mktemp("secret") / "secret"
    path.touch(mode=0o600)
    path.write_text(SECRET + "\n", encoding="ascii")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(path))
        judge = Judge()
    yield judge
    judge.stop()


class Kernel:
    """What a student's process holds: one end of a socket, over which anything may be sent."""

    def __init__(self, session: JudgeSession) -> None:
        self.session = session
        theirs, self.endpoint = socket.socketpair()
        session.attach(theirs)
        theirs.close()
        self.endpoint.settimeout(20)
        self.channel = Channel(self.endpoint)
        self.received: list[bytes] = []

    def ask(self, exercise: str) -> bytes | None:
        self.channel.send({"ask": exercise})
        return self.next()

    def next(self) -> bytes | None:
        """The next frame from the judge; None when it has hung up."""
        frame = self.channel.receive_frame()
        self.received.append(frame or b"")
        return frame

    def answer(
        self, exercise: str, probe: Callable[[bytes], bytes], weak: Sequence[str] = (), **record: list[str]
    ) -> Verdict:
        """Go through a whole check as a released cell does.

        weak: what it calls and has failed, as the grader says. record: what the cell says of what ran.
        """
        settled = self.session.begin(exercise, weak=weak)
        if settled is not None:
            return settled
        rules = self.rules(exercise)
        inputs = self.ask(exercise)
        while inputs:
            self.channel.send_frame(probe(inputs))
            inputs = self.next()
        self.channel.send({"record": rules["record"], "used": [], "tampering": [], "odd": [], **record})
        return self.session.finish()

    def rules(self, exercise: str) -> dict[str, Any]:
        """What the judge wants to have looked for."""
        self.channel.send({"rules": exercise})
        return self.channel.receive() or {}

    def hears_nothing(self, seconds: float = 0.3) -> bool:
        self.endpoint.settimeout(seconds)
        try:
            return not self.endpoint.recv(1)
        except TimeoutError:
            return True
        finally:
            self.endpoint.settimeout(20)

    def close(self) -> None:
        self.endpoint.close()


@pytest.fixture
def opened(judge: Judge, lesson: Lesson) -> Callable[..., Any]:
    """`with opened(answers) as kernel:` — a session for a submission, with one kernel attached."""

    @contextmanager
    def open_session(
        answers: dict[str, str] = tiny_lesson.ANSWERS,
        student: str = "ada",
        release: str = "first",
        file: str = "one",
    ) -> Iterator[Kernel]:
        stem = lesson.notebooks[0].stem
        with judge.session(lesson.folder, release, stem, student, answers, file) as session:
            kernel = Kernel(session)
            try:
                yield kernel
            finally:
                kernel.close()

    return open_session
