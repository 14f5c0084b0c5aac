"""Rubrics as items: those of all lessons are whole, and what is wrong with one is said in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
import tiny_lesson

from autograder.errors import CourseError
from autograder.lesson.folder import Lesson, find_lessons
from autograder.lesson.rubrics import Item, fault, items_of, letters_in, spelled, worth
from autograder.lesson.written_questions import questions

RUBRIC = "- a, 1.5 points: names the limit,\n  with a reason\n- b, 0.5 points: says what helps"
ITEMS = items_of(RUBRIC)


@pytest.mark.parametrize("lesson", list(find_lessons()), ids=lambda lesson: lesson.name)
def test_every_written_question_has_items_that_add_up(lesson: Lesson) -> None:
    asked = questions(lesson)
    assert asked
    assert [f"{q.grade_id}: {wrong}" for q in asked if (wrong := fault(q.rubric, q.points))] == []


def test_items_are_read() -> None:
    assert (
        Item("a", 1.5, "names the limit, with a reason"),
        Item("b", 0.5, "says what helps"),
    ) == ITEMS and fault(RUBRIC, 2) == ""
    assert items_of("One point for anything.") == ()


@pytest.mark.parametrize(
    ("rubric", "said"),
    [
        ("One point for anything.", "it has no items"),
        (RUBRIC.replace("0.5", "1"), "its items add up to 2.5 points, and the question has 2"),
        (RUBRIC.replace("- b", "- a"), "two items have the same letter (a, a)"),
        (RUBRIC.replace("- b,", "- b:"), "a line of it is no item"),
    ],
)
def test_what_is_wrong_with_a_rubric_is_said(rubric: str, said: str) -> None:
    assert said in fault(rubric, 2)


@pytest.mark.parametrize(
    ("typed", "letters"),
    [("ab", "ab"), ("b, a", "ab"), ("A b", "ab"), ("b", "b"), ("none", ""), ("NONE ", "")],
)
def test_letters_as_graders_type_them(typed: str, letters: str) -> None:
    assert "".join(letters_in(typed, ITEMS, "here")) == letters


def test_a_letter_that_the_rubric_does_not_have() -> None:
    with pytest.raises(CourseError, match="row 3: 'c' is no item of this question; its items are a, b"):
        letters_in("a c", ITEMS, "row 3")


def test_what_letters_are_worth() -> None:
    assert worth(ITEMS, "ab") == 2 and worth(ITEMS, "b") == 0.5 and worth(ITEMS, "") == 0 == worth(ITEMS, "z")
    assert spelled("ba") == "a b" and spelled("") == "none"


def test_a_rubric_that_does_not_add_up_is_refused_with_its_place(tmp_path: Path) -> None:
    lesson = tiny_lesson.write(tmp_path / "source")
    text = lesson.folder / f"{tiny_lesson.NAME}.py"
    text.write_text(text.read_text(encoding="utf-8").replace("b, 0.5 points", "b, 1 point"), encoding="utf-8")
    with pytest.raises(CourseError, match=r"00_tiny\.py, written_why: .* add up to 2\.5 points"):
        questions(Lesson(lesson.folder))


def test_a_corrected_rubric_makes_no_new_release(tmp_path: Path) -> None:
    """Students get neither the rubric nor the model answer, and no check depends on them."""
    lesson = tiny_lesson.write(tmp_path / "source")
    text = lesson.folder / f"{tiny_lesson.NAME}.py"
    before, words = lesson.release, text.read_text(encoding="utf-8")
    text.write_text(
        words.replace("b, 0.5 points: gives a reason", "b, 0.5 points: says why"), encoding="utf-8"
    )
    assert Lesson(lesson.folder).release == before
    text.write_text(words.replace("# Why?", "# Why not?"), encoding="utf-8")
    assert Lesson(lesson.folder).release != before
