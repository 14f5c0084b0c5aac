"""Several people on one gradebook: a second checkout, another secret, and a teaching assistant without solutions."""

from __future__ import annotations

import csv
import os
from dataclasses import replace
from pathlib import Path

import classes
import houses
import pytest
import tiny_lesson
from nbgrader.api import Gradebook

from autograder.errors import CourseError
from autograder.grading import checkouts, course_facts
from autograder.grading.gradebook import opened
from autograder.lesson.folder import find_lessons
from autograder.notebook.stubs import solution_lines
from autograder.release import ta_copy

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # of nbgrader's own
NAME = tiny_lesson.NAME


@pytest.fixture
def school(tmp_path: Path) -> classes.School:
    """A checkout in which two students were graded; each has answered the written question."""
    return classes.with_written_answers(tmp_path / "first", tiny_lesson.NAME, ["ada", "emmy"])


def second(folder: Path, school: classes.School) -> houses.House:
    """Another checkout, whose configuration names the first one's gradebook."""
    folder.mkdir()
    house = houses.House(folder, new=True)
    with (folder / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write(f"c.CourseDirectory.db_url = {school.url!r}\n")
    return house


def test_a_second_checkout_sees_what_the_first_has_graded(tmp_path: Path, school: classes.School) -> None:
    house = second(tmp_path / "second", school)
    course = replace(school.course, root=house.root)
    assert checkouts.where_graded(course, NAME) == course, "graded before anybody noted where"
    with opened(school.url) as gradebook:
        course_facts.note_graded(gradebook, NAME, school.root)
        course_facts.note_graded(gradebook, NAME, school.root)
        assert len(course_facts.graded_in(gradebook, NAME)) == 1
    found = checkouts.where_graded(course, NAME)
    assert found.root == house.root and sorted(found.submitted_by(NAME)) == ["ada", "emmy"]
    assert found.autograded_of(NAME, "ada") == school.root / "autograded" / "ada" / NAME
    said = house.autograder("written", NAME, "--course", str(house.root))
    assert "written_why: 2 answers in 2 groups" in said
    house.autograder("report", NAME, "--folder", str(house.root))
    house.autograder("report", "--course", "--folder", str(house.root))
    page = (house.root / "build" / "grades" / f"{NAME}-report.html").read_text(encoding="utf-8")
    assert "2 submissions" in page and not (school.root / "build").exists()


def test_a_checkout_that_cannot_be_read_is_named(tmp_path: Path, school: classes.School) -> None:
    with opened(school.url) as gradebook:
        course_facts.note_graded(gradebook, NAME, tmp_path / "away")
    with pytest.raises(CourseError, match=r"2 submissions of .* graded notebooks are in .*/away on"):
        checkouts.where_graded(replace(school.course, root=tmp_path), NAME)
    assert checkouts.where_graded(school.course, NAME) == school.course


def test_another_secret_is_refused_with_a_sentence(tmp_path: Path, school: classes.School) -> None:
    with opened(school.url) as gradebook:
        for _ in range(2):
            course_facts.claim_secret(gradebook, school.url, "aaaaaaaa")
    house = second(tmp_path / "second", school)
    for command in (("grade",), ("regrade", "--erratum", "x")):
        said = house.autograder(*command[:1], NAME, *command[1:], "--course", str(house.root), ok=False)
        assert "was graded with another grading secret (aaaaaaaa) than" in said and said.count("\n") == 1
    (house.root / "submitted").symlink_to(school.root / "submitted")
    said = house.nbgrader("autograde", NAME, "--student", "ada", ok=False)
    assert "another grading secret (aaaaaaaa)" in said
    with opened(school.url) as gradebook:
        course_facts.claim_secret(gradebook, school.url, "bbbbbbbb", anew=True)
        course_facts.claim_secret(gradebook, school.url, "bbbbbbbb")


def test_a_teaching_assistant_grades_with_the_rubric_and_has_no_solutions(
    tmp_path: Path, school: classes.School
) -> None:
    house = houses.House(school.root, new=True)
    folder = tmp_path / "ta"
    said = house.autograder("ta-folder", str(folder), "--course", str(house.root))
    assert f"1 lesson in {folder}" in said
    kept = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    (text,) = house.lesson.notebooks
    for cell in text.cells:
        for line in solution_lines(cell.source) if cell.kind == "code" else ():
            assert line not in kept, line
    assert not list(folder.glob("source/*/exercises/*")) and not list(folder.rglob("secret"))
    environment = {**house.environment, "AUTOGRADER_ROOT": str(folder)}
    house.environment = environment
    house.root = folder
    assert "written_why: 2 answers in 2 groups" in house.autograder("written", NAME, "--course", str(folder))
    page = (folder / "build" / "grades" / f"{NAME}-written.html").read_text(encoding="utf-8")
    assert "a model answer would explain at length" in page and "As ada says." in page
    table = folder / "build" / "grades" / f"{NAME}-written.csv"
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["points"] = "1"
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    house.autograder("written", NAME, "--take", str(table), "--course", str(folder))
    with Gradebook(school.url) as gradebook:
        assert gradebook.find_grade("written_why", NAME, NAME, "ada").manual_score == 1
    house.autograder("report", NAME, "--folder", str(folder))
    assert "is a teaching assistant's folder" in house.autograder(
        "grade", NAME, "--course", str(folder), ok=False
    )
    other = school.root / "source"
    environment["AUTOGRADER_ROOT"] = str(school.root)
    assert "name another" in house.autograder("ta-folder", str(other), "--course", str(school.root), ok=False)


@pytest.mark.parametrize("lesson", list(find_lessons()), ids=lambda lesson: lesson.name)
def test_no_line_of_a_lessons_solutions_is_in_a_teaching_assistants_text(
    lesson: object, tmp_path: Path
) -> None:
    (name,) = ta_copy.write(tmp_path / "ta", [lesson], "", tmp_path)  # type: ignore[list-item]
    (kept,) = find_lessons([name], tmp_path / "ta" / "source")
    for full, stubbed in zip(lesson.notebooks, kept.notebooks, strict=True):  # type: ignore[attr-defined]
        assert [cell.grade_id for cell in stubbed.cells] == [cell.grade_id for cell in full.cells]
        for before, after in zip(full.cells, stubbed.cells, strict=True):
            assert before.kind == "code" or before.source == after.source
            assert before.kind != "code" or "BEGIN SOLUTION" not in after.source
    assert os.stat(tmp_path / "ta").st_mode & 0o077 == 0
