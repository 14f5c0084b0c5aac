"""What a student has written or sent may cost the judge so much and no more, and the judge goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import tiny_lesson

from autograder.checks.values import MAX_OUTCOME, MAX_TREE, CannotCross, pack, pack_outcome, unpack_outcome
from autograder.judge import judge_client, server, trial
from autograder.judge.judge_client import Judge, JudgeError
from autograder.judge.secret import VARIABLE
from autograder.lesson.folder import Lesson

from .conftest import Kernel


def endless(*_: Any, **__: Any) -> Any:
    while True:
        pass


def hoarding(*_: Any, **__: Any) -> Any:
    return bytearray((server.MEGABYTES + 500) * 2**20)


@pytest.fixture
def forked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Judge]]:
    """A judge that has the patches of a test: it is a fork of this process."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "secret"))
    judges: list[Judge] = []

    def start() -> Judge:
        judges.append(Judge(forked=True))
        return judges[-1]

    yield start
    for judge in judges:
        judge.stop()


def verdict_of(judge: Judge, lesson: Lesson) -> Any:
    stem = lesson.notebooks[0].stem
    with judge.session(lesson.folder, "first", stem, "ada", tiny_lesson.ANSWERS, "one") as session:
        kernel = Kernel(session)
        try:
            return kernel.answer("weighted_mean", lambda _: pack({"values": {"mean": 1.0}}))
        finally:
            kernel.close()


@pytest.mark.parametrize(
    ("what", "instead", "words"),
    [
        ("forbidden_uses", endless, "could not be read within 0.3 seconds"),
        ("forbidden_uses", hoarding, "could not be read within 2,000 MB of memory"),
        ("score", endless, "could not be compared within 0.3 seconds"),
        ("score", hoarding, "could not be compared"),
    ],
)
def test_work_without_end_is_a_reason(
    what: str, instead: Any, words: str, forked: Any, lesson: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "READING_SECONDS", 0.3)
    monkeypatch.setattr(server, "COMPARING_SECONDS", 0.3)
    monkeypatch.setattr(trial, what, instead)
    judge = forked()
    for _ in range(2):  # and again: it is the same judge
        verdict = verdict_of(judge, lesson)
        assert verdict.points == 0 and words in " ".join(verdict.notes), verdict
    assert judge.alive


def test_all_answers_of_a_notebook_share_their_time(
    forked: Any, lesson: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thirty exercises must not make it thirty times as long."""
    monkeypatch.setattr(server, "READING_SECONDS", 1.0)
    monkeypatch.setattr(trial, "forbidden_uses", endless)
    judge, stem = forked(), lesson.notebooks[0].stem
    with judge.session(lesson.folder, "first", stem, "ada", tiny_lesson.ANSWERS, "one") as session:
        session.begin("weighted_mean")
        started = sum(psutil.Process(judge.process.pid).cpu_times())
        for name in tiny_lesson.POINTS:
            verdict = session.begin(name)
            assert verdict is not None and "could not be read" in verdict.notes[0]
        assert sum(psutil.Process(judge.process.pid).cpu_times()) - started < 10


def test_a_judge_that_hangs_is_replaced(forked: Any, lesson: Lesson, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a library that no signal interrupts, say."""
    monkeypatch.setattr(judge_client, "PATIENCE", 1.0)
    monkeypatch.setattr(server.Server, "_on_linked", lambda *_, **__: time.sleep(60))
    judge, stem = forked(), lesson.notebooks[0].stem
    with (
        pytest.raises(JudgeError, match="grade this submission again"),
        judge.session(lesson.folder, "first", stem, "ada", {}, "one") as session,
    ):
        session.linked()
    assert not judge.alive
    monkeypatch.undo()


def test_an_answer_that_is_too_large_is_a_sentence() -> None:
    with pytest.raises(CannotCross, match="too many parts to compare"):
        pack_outcome({"values": {i: [i, i] for i in range(60_000)}})
    with pytest.raises(CannotCross, match="bytes"):
        pack_outcome({"values": {"text": "x" * MAX_OUTCOME}})
    honest = pack_outcome({"values": {"text": "x" * 100_000}})
    assert unpack_outcome(honest) == {"values": {"text": "x" * 100_000}}
    for hostile in (
        pack({"v": "x" * MAX_TREE}),
        b"\0" * (MAX_OUTCOME + 1),
        (MAX_TREE + 1).to_bytes(8, "little"),
    ):
        with pytest.raises(CannotCross, match="larger than any check's"):
            unpack_outcome(hostile)
