"""Items of a rubric in a real gradebook: they give the points, and a correction reaches everybody who has them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import gradebooks
import pytest
from nbgrader.api import Gradebook

from autograder.grading import ticks
from autograder.lesson.rubrics import items_of
from autograder.lesson.written_questions import Question

RUBRIC = "- a, 1.5 points: names the limit\n- b, 0.5 points: says what helps"
QUESTION = Question("n", "written_why", 2.0, "Why?", "Because.", RUBRIC, items_of(RUBRIC))
STUDENTS = ("ada", "emmy", "noor", "sofia")


@pytest.fixture
def gradebook(tmp_path: Path) -> Any:
    gradebooks.place(tmp_path)
    with Gradebook(f"sqlite:///{tmp_path / 'gradebook.db'}") as found:
        found.add_assignment("01_l")
        found.add_notebook("n", "01_l")
        found.add_grade_cell("written_why", "n", "01_l", max_score=2, cell_type="markdown")
        for student in STUDENTS:
            found.add_student(student)
            found.add_submission("01_l", student)
        yield found


def grade(gradebook: Any, student: str) -> Any:
    return gradebook.find_grade("written_why", "n", "01_l", student)


def tick(gradebook: Any, student: str, letters: str) -> None:
    ticks.tick(gradebook, grade(gradebook, student), QUESTION.items, list(letters))
    gradebook.db.commit()


def test_items_give_the_points(gradebook: Any) -> None:
    assert ticks.ticked(gradebook, grade(gradebook, "ada")) is None
    tick(gradebook, "ada", "ab")
    tick(gradebook, "emmy", "")
    for student, points, letters in (("ada", 2.0, "ab"), ("emmy", 0.0, "")):
        found = grade(gradebook, student)
        assert (found.manual_score, found.needs_manual_grade) == (points, False)
        assert ticks.ticked(gradebook, found) == letters
    tick(gradebook, "ada", "b")
    assert ticks.ticked(gradebook, grade(gradebook, "ada")) == "b"


def test_points_that_a_person_types_afterwards_count(gradebook: Any) -> None:
    tick(gradebook, "ada", "a")
    grade(gradebook, "ada").manual_score = 1.0
    gradebook.db.commit()
    assert ticks.ticked(gradebook, grade(gradebook, "ada")) is None


def test_a_correction_reaches_everybody_who_has_the_item(gradebook: Any) -> None:
    for student, letters in (("ada", "ab"), ("emmy", "b"), ("noor", "a")):
        tick(gradebook, student, letters)
    grade(gradebook, "noor").manual_score = 0.5  # typed by a person since, so it is theirs
    gradebook.db.commit()
    corrected = replace(
        QUESTION, items=items_of("- a, 1 point: names the limit\n- b, 1 point: says what helps")
    )

    assert ticks.corrections(gradebook, "01_l", [QUESTION]) == []
    found = ticks.corrections(gradebook, "01_l", [corrected])
    assert [(one.student, one.before, one.now) for one in found] == [("emmy", 0.5, 1.0)]  # ada's 2 stay 2
    ticks.correct(gradebook, found)
    assert ticks.corrections(gradebook, "01_l", [corrected]) == []
    points = {student: grade(gradebook, student).manual_score for student in STUDENTS}
    assert points == {"ada": 2.0, "emmy": 1.0, "noor": 0.5, "sofia": None}
    assert ticks.ticked(gradebook, grade(gradebook, "emmy")) == "b"


def test_an_item_that_is_gone_is_worth_nothing(gradebook: Any) -> None:
    tick(gradebook, "ada", "ab")
    shorter = replace(QUESTION, items=items_of("- a, 2 points: names the limit"))
    assert [one.now for one in ticks.corrections(gradebook, "01_l", [shorter])] == []  # 2 before, and 2 now
    tick(gradebook, "emmy", "b")
    assert [(one.student, one.now) for one in ticks.corrections(gradebook, "01_l", [shorter])] == [
        ("emmy", 0.0)
    ]


def test_no_name_is_in_the_table(gradebook: Any) -> None:
    """So that nothing about a student is left in it where nbgrader forgets them."""
    tick(gradebook, "ada", "a")
    (row,) = gradebook.db.execute(ticks.TICKS.select()).all()
    assert row.grade_id == grade(gradebook, "ada").id and (row.items, row.points) == ("a", 1.5)
    assert "ada" not in str(tuple(row))
