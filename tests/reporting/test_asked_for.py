"""Of a lesson with several notebooks only some were asked for: tables, pages and exports count those and no others."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path
from typing import Any

import classes
import houses
import pytest
import tiny_lesson
from nbgrader.api import Gradebook

from autograder.checks.scoring import Verdict
from autograder.grading import student_rows
from autograder.grading.submissions import Course
from autograder.reporting import gather, page
from autograder.reporting.course import course as standings

NAME, REST = tiny_lesson.NAME, "zz_rest"
LESSONS = ("00_before", NAME)
MOST = [Verdict("Scale", 3, 4, "wrong")]


@pytest.fixture
def school(tmp_path: Path) -> classes.School:
    """Two lessons; from each, students hand in the first notebook of two. The second one would give 40 points more."""
    school = classes.School(tmp_path, ["ada", "emmy"])
    for lesson in LESSONS:
        school.add_lesson(lesson, [classes.Made("Scale", 4, "...")])
        with Gradebook(school.url) as gradebook:
            gradebook.add_notebook(REST, lesson)
            for name, points, kind in (("check_Rest", 40, "code"), ("written_rest", 2, "markdown")):
                cell: dict[str, Any] = {"max_score": points, "cell_type": kind}
                gradebook.add_grade_cell(name, REST, lesson, **cell)
        for student in school.students:
            school.hand_in(student, lesson, MOST)
        with Gradebook(school.url) as gradebook:
            for submission in gradebook.find_assignment(lesson).submissions:
                for grade in (g for n in submission.notebooks for g in n.grades if n.name == REST):
                    grade.auto_score, grade.needs_manual_grade = 0, grade.name == "written_rest"
            gradebook.db.commit()
    return school


def asking(school: classes.School) -> Course:
    return replace(school.course, notebooks={lesson: [lesson] for lesson in LESSONS})


def test_nobody_is_incomplete_without_a_notebook_that_was_not_asked_for(school: classes.School) -> None:
    for course, state, highest, points in (
        (school.course, "incomplete", 44, {"Scale", "Rest", "written_rest"}),
        (asking(school), "graded", 4, {"Scale"}),
    ):
        row = student_rows.rows(course, NAME, [NAME, REST])[0]
        assert (row.state, row.score, row.max_score, set(row.points)) == (state, 3, highest, points)


def test_nobody_has_fallen_behind_in_what_was_not_asked_for(school: classes.School) -> None:
    assert len(standings(gather.all_lessons(school.course)).behind) == 2
    found = gather.all_lessons(asking(school))
    assert not standings(found).behind and "2 fallen behind" not in page.course_page(found)
    assert [each.share for each in gather.one_lesson(asking(school), NAME, [NAME, REST]).handed] == [0.75] * 2
    assert not any(each.by_hand for group in found for each in group.handed)


def configured(school: classes.School, notebooks: str) -> houses.House:
    house = houses.House(school.root, new=True)
    with (school.root / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write(f"c.Autograder.notebooks = {notebooks}\n")
    return house


def test_the_configuration_is_read(school: classes.School) -> None:
    house = configured(school, f"{{{NAME!r}: [{NAME!r}]}}")
    path = school.root / "build" / "grades" / f"{NAME}-csv.csv"
    house.autograder("export", NAME, "--course", str(school.root))
    with path.open(encoding="utf-8", newline="") as file:
        rows = [(row["score"], row["max_score"], row["waits"], "Rest" in row) for row in csv.DictReader(file)]
    assert rows == [("3", "4", "no", False)] * 2
    house.autograder("export", "--course", str(school.root))
    with path.with_name("all-lessons.csv").open(encoding="utf-8", newline="") as file:
        assert [row["max_score"] for row in csv.DictReader(file)] == ["46", "46", "4", "4"]


@pytest.mark.parametrize(
    ("notebooks", "says"),
    [
        ("{'02_atention': ['02a_scores']}", "names the lesson '02_atention', and the lessons are "),
        (f"{{{NAME!r}: ['02a_scors']}}", f"names the notebook '02a_scors', and those of {NAME} are {NAME}"),
        (f"{{{NAME!r}: {NAME!r}}}", "gives each lesson a list of notebooks"),
    ],
)
def test_a_wrong_name_is_one_sentence(school: classes.School, notebooks: str, says: str) -> None:
    house = configured(school, notebooks)
    said = house.autograder("export", NAME, "--course", str(school.root), ok=False)
    assert f"c.Autograder.notebooks {says}" in said and said.count("\n") == 1
