"""Who has fallen behind: by rules that the page states, and never for a lesson whose time is not over."""

from __future__ import annotations

from datetime import datetime

import pytest

from autograder.grading.student_rows import Row
from autograder.reporting.course import NOT_DUE, Course, Standing, course
from autograder.reporting.gather import Class, Handed

NOW = datetime(2026, 11, 23)
OTHERS = {f"o{i}": [0.8, 0.8, 0.8] for i in range(6)}


def standings(
    shares: dict[str, list[float | None]],
    due: datetime | None = None,
    later: dict[str, datetime] | None = None,
) -> dict[str, Standing]:
    """Student → where they stand, from their shares in lessons 01, 02, …; None: nothing handed in.

    later: due dates of students with an extension.
    """
    classes = []
    for number in range(len(next(iter(shares.values())))):
        handed = [
            Handed(student, Row(student, share, 1.0, "graded"))
            for student, each in shares.items()
            if (share := each[number]) is not None
        ]
        absent = [student for student, each in shares.items() if each[number] is None]
        classes.append(Class(f"0{number + 1}", {}, handed, absent, due, later or {}))
    return {each.student: each for each in course(classes, NOW).standings}


def test_nothing_handed_in() -> None:
    found = standings(
        {**OTHERS, "last": [0.8, 0.8, None], "first": [None, 0.8, 0.8], "two": [None, None, 0.8]}
    )
    assert found["last"].reasons == ["nothing handed in for 03"]
    assert found["first"].reasons == [], "one lesson of long ago"
    assert found["two"].reasons == ["nothing handed in for 2 lessons: 01, 02"]
    assert all(found[name].reasons == [] for name in OTHERS)


def test_nobody_is_late_before_it_is_due() -> None:
    shares = {**OTHERS, "a": [0.8, 0.8, None]}
    assert standings(shares, due=datetime(2026, 11, 24))["a"].reasons == []
    assert standings(shares, due=datetime(2026, 11, 22))["a"].reasons == ["nothing handed in for 03"]
    most_wait = {name: [0.8, 0.8, None] for name in OTHERS} | {"a": [0.8, 0.8, 0.8]}
    assert all(each.reasons == [] for each in standings(most_wait).values()), "without a date, when half have"


def test_nobody_is_late_before_their_extension_is_over() -> None:
    shares: dict[str, list[float | None]] = {**OTHERS, "a": [0.8, 0.8, None], "b": [0.8, 0.8, None]}
    later = {"a": datetime(2026, 12, 5)}
    found = standings(shares, due=datetime(2026, 11, 22), later=later)
    assert found["a"].reasons == [] and found["a"].places[2].state == NOT_DUE
    assert found["b"].reasons == ["nothing handed in for 03"] and found["b"].places[2].missing


def test_low_twice_in_a_row() -> None:
    found = standings({**OTHERS, "low": [0.9, 0.45, 0.4], "once": [0.4, 0.6, 0.45]})
    assert "less than half of the points twice in a row: 02 45 %, 03 40 %" in found["low"].reasons
    assert found["once"].reasons == []


def test_a_fall_that_is_not_the_classs() -> None:
    found = standings({**OTHERS, "fell": [0.9, 0.9, 0.6]})
    assert found["fell"].reasons == ["60 % in 03, after 90 % on average before"]
    hard = {name: [0.8, 0.8, 0.6] for name in OTHERS}
    assert standings({**hard, "fell": [0.9, 0.9, 0.6]})["fell"].reasons == [], "the lesson was hard for all"


def test_one_good_lesson_is_no_height_to_fall_from() -> None:
    """After two lessons, 77 of a made-up class of 199 were said to have fallen, from one lesson of nine points."""
    assert (
        standings({**{name: each[:2] for name, each in OTHERS.items()}, "a": [0.9, 0.2]})["a"].reasons == []
    )


def test_the_furthest_behind_comes_first() -> None:
    shares: dict[str, list[float | None]] = {
        **OTHERS,
        "a": [0.45, 0.45, 0.45],
        "b": [0.4, 0.4, 0.4],
        "gone": [None, None, None],
        "lacks": [0.8, 0.8, None],
    }
    found = standings(shares)
    told = Course([], [], [], list(found.values())).behind
    assert [each.student for each in told] == ["gone", "lacks", "b", "a"]


def test_a_lesson_without_a_score_is_no_0_in_the_difference() -> None:
    found = standings({**OTHERS, "lacks": [0.7, 0.7, None], "gone": [None, None, None]})
    assert found["lacks"].behind == pytest.approx(0.1) and found["gone"].behind is None
    assert found["o1"].behind == pytest.approx(0)


def test_one_lesson_is_enough() -> None:
    found = standings({"a": [0.2], "b": [0.9], "c": [None]})
    assert found["c"].reasons == ["nothing handed in for 01"] and found["a"].reasons == []
