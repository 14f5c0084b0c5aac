"""A result that is right but for the cases of some promise keeps a part of its points; without the rest, none."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from autograder.checks import panel
from autograder.checks.scoring import Case, Rubric, Verdict, score
from autograder.errors import LessonError
from autograder.lesson.folder import find_lessons

APART = {"a batch may be empty": [2], "ties go to the first": [3]}
RUBRIC = Rubric("f", 3, {"y": 2.0, "x unchanged": 1.0}, {"y": 1e-4, "x unchanged": 1e-4}, apart=APART)
RIGHT = [torch.randn(3, generator=torch.Generator().manual_seed(i)) for i in range(4)]


def verdict_on(*wrong: int, rubric: Rubric = RUBRIC) -> Verdict:
    """On an answer whose `y` is wrong in these cases."""
    cases = [Case({"y": y, "x unchanged": y}, list) for y in RIGHT]
    outcomes = [
        {"values": {"y": y + (i in wrong), "x unchanged": y}, "changed": []} for i, y in enumerate(RIGHT)
    ]
    return score(rubric, cases, outcomes, [])


@pytest.mark.parametrize(
    ("wrong", "points"),
    [((), 3), ((2,), 1 + 4 / 3), ((3,), 1 + 4 / 3), ((2, 3), 1 + 2 / 3), ((0,), 1), ((0, 2), 1), ((1, 2, 3), 1)],
)  # fmt: skip
def test_each_promise_is_worth_one_part(wrong: tuple[int, ...], points: float) -> None:
    assert verdict_on(*wrong).points == pytest.approx(points, abs=0.01)


def test_without_promises_that_are_scored_apart_nothing_is_kept() -> None:
    assert verdict_on(2, rubric=replace(RUBRIC, apart={})).points == 1


def test_the_panel_says_what_is_missed_and_what_is_kept() -> None:
    verdict = verdict_on(2)
    assert verdict.state == "wrong" and not verdict.criteria[0].passed
    told = " ".join(panel.text(verdict).split())
    assert "keeps 2 of 3 parts of its points. It misses: “a batch may be empty”." in told
    assert not [note for note in verdict_on(0).notes if "parts" in note]


def test_what_is_scored_apart_is_a_promise_with_cases_of_its_own() -> None:
    known = [each for lesson in find_lessons() for each in lesson.exercises.values()]
    some = next(each for each in known if each.apart)
    criteria = list(some.expected(some.packed_inputs(b"apart", 0)))
    assert list(some.rubric(criteria).apart) == some.apart
    for each in known:
        for promise in each.apart:
            assert isinstance(each.promises[promise], dict), f"{each.name}: {promise}"
    with pytest.raises(LessonError, match="apart names 'no such promise'"):
        replace(some, apart=["no such promise"]).rubric(criteria)
