"""What is counted in a class: held against other ways to count it, and against the class that it cannot judge."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from autograder.grading.student_rows import Row
from autograder.reporting import measures
from autograder.reporting.gather import Answer, Class, Handed
from autograder.reporting.render import percent

CLASSES = st.lists(st.tuples(st.booleans(), st.integers(0, 40)), min_size=2, max_size=60)


def handed(student: str, *slips: str | None) -> Handed:
    """Somebody's answers to exercises e0, e1, …: None is right, "" not answered, else a named mistake."""
    answers = {}
    for number, slip in enumerate(slips):
        state = "right" if slip is None else "wrong" if slip else "not answered"
        points = 2.0 if slip is None else 0.0
        name = f"e{number}"
        answers[name] = Answer(name, points, 2.0, state, slip or "", f"look at {slip}" if slip else "")
    row = Row(student, sum(a.points for a in answers.values()), 2.0 * len(slips), "graded")
    return Handed(student, row, answers)


def group(*all_handed: Handed) -> Class:
    return Class("09_made", dict.fromkeys(all_handed[0].answers, "09_made"), list(all_handed), [])


@given(CLASSES)
@settings(deadline=None)
def test_discrimination_is_scipys_and_keeps_its_bounds(people: list[tuple[bool, int]]) -> None:
    passed, rest = [p for p, _ in people], [float(r) for _, r in people]
    found = measures.point_biserial(passed, rest)
    right = sum(passed)
    if (
        len(people) < measures.FEW
        or min(right, len(people) - right) < measures.ON_EACH_SIDE
        or len(set(rest)) == 1
    ):
        assert found is None
        return
    assert found is not None and -1 <= found.low <= found.value <= found.high <= 1
    assert found.value == pytest.approx(stats.pointbiserialr(passed, rest).statistic, abs=1e-9)
    other = measures.point_biserial([not p for p in passed], rest)
    assert other is not None and other.value == pytest.approx(-found.value, abs=1e-9)
    if abs(found.value) < 0.999999:
        interval = stats.pearsonr(np.asarray(passed, float), rest).confidence_interval(0.95)
        assert (found.low, found.high) == pytest.approx(tuple(interval), abs=1e-6)


def test_the_rest_is_without_the_exercise_itself() -> None:
    """One exercise that nothing goes with: against the whole score it would look good."""
    draw = random.Random(3)
    people = [handed(str(i), *(draw.choice((None, "x")) for _ in range(2))) for i in range(400)]
    first, _ = measures.items(group(*people))
    assert first.discrimination is not None and abs(first.discrimination.value) < 0.15


def test_an_exercise_in_numbers() -> None:
    people = [
        *(handed(f"a{i}", None, "late") for i in range(6)),
        handed("b", "scale", "late"),
        handed("c", "", None),
    ]
    people.append(handed("d", "scale", None))
    people[-1].answers["e0"] = Answer("e0", 1.0, 2.0, "wrong")  # half of the points, and nobody knows why
    first, second = measures.items(group(*people))
    assert (first.count, first.right, first.named, first.unnamed, first.unanswered) == (9, 6, 1, 1, 1)
    assert first.difficulty == pytest.approx(13 / 18) and first.pass_rate == pytest.approx(6 / 9)
    assert [(m.name, m.count, m.look) for m in second.mistakes] == [("late", 7, "look at late")]
    assert first.discrimination is None, "nine are too few"


def test_who_could_not_be_graded_says_nothing_about_an_exercise() -> None:
    lost = handed("c", None)
    lost.row.state = "invalid"
    (item,) = measures.items(group(handed("a", None), handed("b", "x"), lost))
    assert (item.count, item.right) == (2, 1)


def test_a_notebook_that_was_not_handed_in_is_not_answered() -> None:
    half = handed("b", None)
    first, second = measures.items(group(handed("a", None, None), half))
    assert (first.unanswered, second.unanswered, second.count) == (0, 1, 2)


def test_teach_again_is_what_fewest_got_right() -> None:
    slips = [[None] * 9 + ["x"], [None] * 2 + ["y"] * 8, [None] * 7 + ["z"] * 3]
    people = [handed(str(i), *(each[i] for each in slips)) for i in range(10)]
    found = measures.teach_again(measures.items(group(*people)))
    assert [item.exercise for item in found] == ["e1", "e2"], "nine of ten is well enough"


def test_mistakes_that_go_together_need_more_than_chance() -> None:
    people = [handed(f"p{i}", "a", "b", None) for i in range(4)]
    people += [handed(f"q{i}", None, None, "c") for i in range(12)]
    people += [handed("r", "a", "b", "c"), handed("s", "a", None, "c")]
    (pair,) = measures.together(measures.items(group(*people)))
    assert (pair.first.name, pair.second.name, pair.count) == ("a", "b", 5)
    assert pair.expected == pytest.approx(6 * 5 / 18) and pair.lift == pytest.approx(5 / (6 * 5 / 18))
    few = [handed(str(i), "a", "b") for i in range(2)] + [handed(f"q{i}", None, None) for i in range(9)]
    assert measures.together(measures.items(group(*few))) == [], "two students are chance"


@given(st.lists(st.floats(0, 1), max_size=80))
def test_every_score_is_counted_once(shares: list[float]) -> None:
    counts = measures.score_counts(shares)
    assert sum(count for _, count in counts) == len(shares)
    assert dict(counts)["all points"] == sum(share >= 1 - 1e-9 for share in shares)


def test_edges_of_the_ranges() -> None:
    assert [c for _, c in measures.score_counts([0, 0.1, 0.3, 0.7, 0.999, 1])] == [
        1,
        1,
        0,
        1,
        0,
        0,
        0,
        1,
        0,
        1,
        1,
    ]


@pytest.mark.parametrize(("share", "shown"), [(0.999, "99 %"), (1.0, "100 %"), (0.001, "1 %"), (0.0, "0 %")])
def test_all_is_said_of_all_alone(share: float, shown: str) -> None:
    assert percent(share) == shown


def test_times_by_stage() -> None:
    people = [handed(str(i), None) for i in range(3)]
    assert measures.seconds_by_stage(people) == {}
    for number, each in enumerate(people):
        each.stages = {"cells": float(number), "checks": 1.0}
    found = measures.seconds_by_stage(people)
    assert list(found) == ["in all", "cells", "checks"]
    assert (found["in all"].median, found["in all"].most, found["cells"].median) == (2.0, 3.0, 1.0)
