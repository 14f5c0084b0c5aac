"""Students are shown by name everywhere or nowhere, and every table has the points of each exercise."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import classes
import houses
import pytest
import tiny_lesson
from nbgrader.api import Gradebook

from autograder.checks.scoring import Verdict
from autograder.grading import student_rows
from autograder.grading.shown_names import by_id, naming
from autograder.reporting import class_page, export, gather, page

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # of nbgrader's own
LESSON = tiny_lesson.NAME
MADE = [classes.Made("softmax", 2, "..."), classes.Made("mask", 3, "...")]


@pytest.fixture
def school(tmp_path: Path) -> classes.School:
    """Ada has a name, 0012345 has none; `mask` comes second in the notebook and first in the alphabet."""
    school = classes.School(tmp_path, ["ada", "0012345"])
    school.add_lesson(LESSON, MADE)
    for student, points in {"ada": 2, "0012345": 0.5}.items():
        verdicts = [Verdict("softmax", points, 2, "right"), Verdict("mask", 0, 3, "not answered")]
        school.hand_in(student, LESSON, verdicts)
    with Gradebook(school.url) as gradebook:
        ada = gradebook.find_student("ada")
        ada.first_name, ada.last_name = "Ada", "Lovelace"
        gradebook.db.commit()
    return school


def test_one_function_decides_how_a_student_is_called(school: classes.School) -> None:
    shown = naming(school.course)
    assert [shown(student) for student in ("ada", "0012345", "nobody")] == [
        "Ada Lovelace (ada)",
        "0012345",
        "nobody",
    ]
    assert naming(school.course, hide=True)("ada") == "ada"
    assert naming(replace(school.course, names=False))("ada") == "ada"


def test_every_page_shows_names_or_none(school: classes.School) -> None:
    rows = student_rows.rows(school.course, LESSON, [LESSON])
    for shown, told in ((naming(school.course), True), (by_id, False)):
        group = gather.one_lesson(school.course, LESSON, [LESSON], shown)
        pages = [
            class_page.page(LESSON, rows, shown),
            page.lesson_page(group),
            page.course_page(gather.all_lessons(school.course, shown)),
        ]
        assert ["Ada Lovelace (ada)" in text for text in pages] == [told] * 3
        assert all("0012345" in text for text in pages)


def test_the_table_has_names_and_the_points_of_each_exercise(school: classes.School, tmp_path: Path) -> None:
    path = tmp_path / "class.csv"
    student_rows.write_csv(path, student_rows.rows(school.course, LESSON, [LESSON]), naming(school.course))
    with path.open(encoding="utf-8", newline="") as file:
        found = {row["student"]: row for row in csv.DictReader(file)}
    assert list(found["ada"])[-2:] == ["softmax", "mask"], "in the notebook's order"
    assert (found["ada"]["name"], found["0012345"]["name"]) == ("Ada Lovelace", "")
    assert [found[student]["softmax"] for student in found] == ["0.5", "2"]


def test_the_course_page_has_the_points_of_each_exercise(school: classes.School) -> None:
    text = page.course_page(gather.all_lessons(school.course))
    assert "Points per exercise" in text and text.index(">softmax<") < text.index(">mask<")
    assert '<td class="number">0.5</td>' in text


def test_the_export_has_the_points_of_each_exercise_and_tells_ungraded_ones(school: classes.School) -> None:
    with Gradebook(school.url) as gradebook:
        grade = gradebook.find_grade("check_mask", LESSON, LESSON, "ada")
        grade.auto_score, grade.needs_manual_grade = None, True
        gradebook.db.commit()
    header, *rows = export.for_people(export.grades(school.url, LESSON, ["softmax", "mask"]), LESSON)
    found = {row[1]: dict(zip(header, row, strict=True)) for row in rows}
    assert list(header)[-2:] == ["softmax", "mask"]
    assert (found["ada"]["softmax"], found["ada"]["mask"]) == ("2", "")
    assert found["0012345"]["mask"] == "0"


def test_no_names_is_a_switch_of_the_command(tmp_path: Path, school: classes.School) -> None:
    house = houses.House(tmp_path, new=True)  # around the gradebook that is there
    path = tmp_path / f"build/grades/{LESSON}-report.html"
    for words, told in (((), True), (("--no-names",), False)):
        house.autograder("report", LESSON, "--folder", str(tmp_path), *words)
        assert ("Lovelace" in path.read_text(encoding="utf-8")) == told
    with (tmp_path / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write("c.Autograder.names = False\n")
    house.autograder("report", LESSON, "--folder", str(tmp_path))
    assert "Lovelace" not in path.read_text(encoding="utf-8")
