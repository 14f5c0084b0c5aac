"""Another answer is pointed at where it was called, and not where a cell only mentions it."""

from __future__ import annotations

from functools import partial
from typing import Any

from autograder.checks.called_answers import called
from autograder.checks.values import pack


def first(x: float) -> float:
    return x + 1


class Second:
    def __init__(self, x: float) -> None:
        self.x = x

    def forward(self) -> float:
        return self.x


def inputs(*values: Any) -> list[bytes]:
    return [pack({"x": value}) for value in values]


def test_what_runs_is_called_and_what_is_only_named_is_not(monkeypatch: Any) -> None:
    monkeypatch.setattr("autograder.checks.called_answers.is_library", lambda _: False)

    def probe(x: float) -> float:
        return first(x) if x > 0 else Second(x).forward()

    answers = {"first": first, "Second": Second}
    assert called(probe, inputs(1.0), answers) == {"first"}
    assert called(probe, inputs(-1.0), answers) == {"Second"}
    assert called(probe, inputs(1.0, -1.0), answers) == {"first", "Second"}


def test_a_call_of_what_is_not_defined_counts() -> None:
    def probe(x: float) -> float:
        return not_defined_yet(x)  # type: ignore[name-defined]  # noqa: F821

    assert called(probe, inputs(1.0), {"not_defined_yet": None, "other": None}) == {"not_defined_yet"}


def test_an_answer_without_code_of_its_own_counts() -> None:
    assert called(lambda x: x, inputs(1.0), {"first": partial(first)}) == {"first"}


def test_an_answer_that_stops_is_no_problem() -> None:
    assert called(lambda x: x / 0, inputs(1.0), {"first": None}) == set()
