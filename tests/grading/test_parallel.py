"""The loop that hands submissions to workers, with a pool that breaks where a real one could."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.errors import CourseError
from autograder.grading import parallel, worker
from autograder.grading.execute import KernelLost
from autograder.grading.submissions import Submission
from autograder.grading.worker import Graded

CLASS = [Submission(f"s{i}", "00_tiny", Path(), ("00_tiny",)) for i in range(5)]
WAYS = ("graded", "lost", "failed", "worker ended", "pool broken", "not started")
TRIED_AGAIN = ("lost", "worker ended", "pool broken", "not started")


class Pool:
    """Does what a script says, one word for each submission that it is given; when the script ends, it grades."""

    def __init__(self, script: list[str]) -> None:
        self.script, self.broken = script, False

    def submit(self, _: Any, submission: Submission) -> Future[Graded]:
        way = self.script.pop(0) if self.script else "graded"
        if self.broken or way == "pool broken":
            raise BrokenProcessPool
        if way == "not started":
            raise EOFError("the fork server is gone")
        future: Future[Graded] = Future()
        if way == "worker ended":
            self.broken = True
            future.set_exception(BrokenProcessPool())
        else:
            failure = f"it {way}" if way != "graded" else None
            future.set_result(Graded(submission.student, failure=failure, lost=way == "lost"))
        return future

    def shutdown(self, **_: Any) -> None:
        pass


@given(script=st.lists(st.sampled_from(WAYS), max_size=30), workers=st.integers(1, 8))
def test_everybody_is_settled_once(script: list[str], workers: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parallel, "pool_of", lambda *_: Pool(script))
        results = list(parallel.graded(CLASS, workers, Path()))
    assert Counter(s.student for s, _ in results) == Counter(s.student for s in CLASS)
    assert all(graded.student == submission.student for submission, graded in results)


@pytest.mark.parametrize("way", WAYS[1:])
def test_what_fails_every_time_is_given_up_with_a_reason(way: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parallel, "pool_of", lambda *_: Pool([way] * 1000))
        results = list(parallel.graded(CLASS, 2, Path()))
    assert len(results) == len(CLASS) and all(graded.failure for _, graded in results)


def test_what_would_fail_again_is_not_graded_again() -> None:
    """A fault in a lesson's exercises, say: a class of five hundred is not graded three times over."""
    script = ["failed", "graded"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parallel, "pool_of", lambda *_: Pool(script))
        ((_, graded),) = parallel.graded(CLASS[:1], 1, Path())
    assert graded.failure == "it failed" and script == ["graded"]


@pytest.mark.parametrize("way", TRIED_AGAIN)
def test_what_fails_twice_is_graded(way: str) -> None:
    script = [way] * 2
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parallel, "pool_of", lambda *_: Pool(script))
        results = list(parallel.graded(CLASS[:1], 1, Path()))
    assert [graded.failure for _, graded in results] == [None]


@pytest.mark.parametrize(
    ("error", "says", "lost"),
    [
        (KernelLost("the kernel was lost"), "the kernel was lost", True),
        (CourseError("there is no such lesson"), "there is no such lesson", False),
        (KeyError("x"), "a fault of the course's own stopped it (KeyError: 'x')", False),
    ],
)
def test_what_stops_a_submission_is_a_sentence(
    error: Exception, says: str, lost: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> str:
        raise error

    (tmp_path / "00_tiny.ipynb").write_text("{}", encoding="utf-8")
    monkeypatch.setattr(worker, "_grade_notebook", fail)
    graded = worker.grade(Submission("ada", "00_tiny", tmp_path, ("00_tiny",)))
    assert graded.failure is not None and graded.failure.startswith(says) and graded.lost is lost


def test_workers_have_their_next_submission_before_a_result_is_recorded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Recording takes the caller as long as a worker needs for a tenth of a submission."""
    given: list[str] = []

    class Counting(Pool):
        def submit(self, work: Any, submission: Submission) -> Future[Graded]:
            given.append(submission.student)
            return super().submit(work, submission)

    monkeypatch.setattr(parallel, "pool_of", lambda *_: Counting([]))
    ahead = [len(given) - number for number, _ in enumerate(parallel.graded(CLASS, 2, Path()))]
    assert ahead == [4, 3, 3, 2, 1]
