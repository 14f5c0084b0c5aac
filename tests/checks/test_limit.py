"""Code that never ends is stopped, and the student is told where it was."""

from __future__ import annotations

import contextlib
import signal
import threading
import time

import pytest

from autograder.checks import local_check
from autograder.checks.limit import TooSlow, time_limit
from autograder.checks.recorded import RecordedCase, Recording
from autograder.checks.scoring import Rubric, score
from autograder.checks.values import pack


def endless() -> None:
    while True:
        with contextlib.suppress(Exception):  # a student's own "try again" must not swallow the limit
            time.sleep(0.01)


def test_stops_what_never_ends() -> None:
    with pytest.raises(TooSlow), time_limit(0.2):
        endless()


def test_leaves_quick_code_and_later_code_alone() -> None:
    with time_limit(0.2):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_without_effect_in_another_thread() -> None:
    done = []

    def work() -> None:
        with time_limit(0.01):
            time.sleep(0.05)
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]


def test_a_check_tells_that_it_was_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_check, "PATIENCE", 0.2)
    case = RecordedCase(pack({"x": 1}), {"y": 1}, [])
    recording = Recording(Rubric("f", 1, {"y": 1}, {"y": 1e-4}), [], [case, case], "", [])
    outcomes = local_check._run_cases(recording, lambda x: endless())
    assert [outcome["error"]["type"] for outcome in outcomes] == ["Stopped", "Stopped"]
    assert "longer than 0.2 seconds" in outcomes[0]["error"]["message"]


def test_a_miss_says_for_which_input_on_a_students_machine() -> None:
    case = RecordedCase(pack({"text": "two words", "w": {"a": 1}}), {"y": 1}, [])
    rubric = Rubric("f", 1, {"y": 1}, {"y": 1e-4})
    verdict = score(rubric, [case.as_case()], [{"values": {"y": 3}}], [])
    assert (
        verdict.criteria[0].difference == "is 3 where 1 was expected, 3 times too large, for text='two words'"
    )
