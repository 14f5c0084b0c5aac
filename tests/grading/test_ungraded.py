"""Work that is not graded yet: it holds up nobody else, and no page counts it as 0."""

from __future__ import annotations

import csv
from pathlib import Path

import classes
import houses
import pytest
import tiny_lesson
from nbgrader.api import Gradebook

from autograder.checks.scoring import Verdict
from autograder.grading import regrade_requests, student_rows
from autograder.grading.regrade_notes import Note
from autograder.grading.student_rows import Row
from autograder.reporting import class_page, course, export, gather

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # of nbgrader's own
LESSON, NAME = "01_made", tiny_lesson.NAME


def test_a_note_of_somebody_who_is_not_graded_holds_up_nobody(tmp_path: Path) -> None:
    school = classes.School(tmp_path, ["ada", "noor"])
    school.add_lesson(LESSON, [classes.Made("Scale", 3, "...")])
    school.hand_in("ada", LESSON, [Verdict("Scale", 2, 3, "wrong")])
    asked = [regrade_requests.Request(Note(student, "Scale", "why?")) for student in school.students]
    table = tmp_path / "requests.csv"
    with Gradebook(school.url) as gradebook:
        regrade_requests.write_table(table, asked, gradebook, LESSON)
    assert table.read_text(encoding="utf-8").splitlines()[1:] == [
        "ada,Scale,why?,2,3,,",
        "noor,Scale,why?,,3,,",
    ]


def test_the_class_page_counts_no_ungraded_work_as_0() -> None:
    ungraded = [Row("noor", 0, 9, "not graded", graded=False), Row("emmy", 0, 9, "invalid", graded=False)]
    shown = class_page.page(LESSON, [Row("ada", 0, 9, "graded"), *ungraded])
    assert '0 to 9 %</th><td class="number">1</td>' in shown
    assert ">0 of 9<" in shown and ">– of 9<" in shown


def test_what_cannot_be_graded_is_in_no_table_as_0(tmp_path: Path) -> None:
    """A PDF, and a file that was cut off, beside a student who really has 0: in the class's table, in the export and in
    the view over all lessons, until a person gives points."""
    school = classes.School(tmp_path, ["ada", "cut", "paper"])
    school.add_lesson(LESSON, [classes.Made("Scale", 3, "...")])
    school.hand_in("ada", LESSON, [Verdict("Scale", 0, 3, "wrong")])
    school.hand_in("cut", LESSON, [Verdict("Scale", 0, 3, "not answered")], invalid="the file is not JSON")
    paper = tmp_path / "submitted" / "paper" / LESSON
    paper.mkdir(parents=True)
    (paper / "answers.pdf").write_bytes(b"%PDF")
    with Gradebook(school.url) as gradebook:  # as SaveGrades leaves it
        (grade,) = gradebook.find_submission(LESSON, "cut").notebooks[0].grades
        grade.auto_score, grade.needs_manual_grade = None, True
        gradebook.db.commit()
    found = student_rows.rows(school.course, LESSON, [LESSON])
    student_rows.write_csv(tmp_path / "class.csv", found)
    table = list(csv.DictReader((tmp_path / "class.csv").open(encoding="utf-8")))
    assert [(each["student"], each["score"], each["Scale"]) for each in table] == [
        ("ada", "0", "0"),
        ("cut", "", ""),
        ("paper", "", ""),
    ]
    assert [grade.score for grade in export.grades(school.url, LESSON)] == [0, None, None]
    one = gather.one_lesson(school.course, LESSON, [LESSON])
    assert [each.by_hand for each in one.handed] == [0, 0, 0] and len(one.measured) == 1
    places = {each.student: each.places[0] for each in course.course([one]).standings}
    assert [places[name].share for name in ("ada", "cut", "paper")] == [0, None, None]
    with Gradebook(school.url) as gradebook:
        gradebook.find_submission(LESSON, "cut").notebooks[0].grades[0].manual_score = 2
        gradebook.db.commit()
    assert [grade.score for grade in export.grades(school.url, LESSON)] == [0, 2, None]


def test_a_missing_notebook_is_no_0_beside_one_that_cannot_be_graded(tmp_path: Path) -> None:
    """Neither its exercises nor its written questions have a 0, and nothing waits for a person."""
    school = classes.School(tmp_path, ["cut"])
    school.add_lesson(NAME, [classes.Made("Scale", 3, "...")])
    with Gradebook(school.url) as gradebook:
        gradebook.add_grade_cell("written_why", NAME, NAME, max_score=2, cell_type="markdown")
        gradebook.add_notebook("more", NAME)
        gradebook.add_grade_cell("check_Extra", "more", NAME, max_score=3, cell_type="code")
        gradebook.add_grade_cell("written_more", "more", NAME, max_score=2, cell_type="markdown")
    school.hand_in("cut", NAME, [Verdict("Scale", 0, 3, "not answered")], invalid="the file is not JSON")
    with Gradebook(school.url) as gradebook:  # as Recorder leaves it
        for notebook in gradebook.find_submission(NAME, "cut").notebooks:
            for grade in notebook.grades:
                is_cut = notebook.name == NAME
                grade.auto_score, grade.needs_manual_grade = (None, True) if is_cut else (0, False)
        gradebook.db.commit()
    student_rows.write_csv(tmp_path / "class.csv", student_rows.rows(school.course, NAME, [NAME, "more"]))
    houses.House(tmp_path, new=True).autograder("export", NAME, "--course", str(tmp_path))
    asked = ("Scale", "written_why", "Extra", "written_more")
    for table in (tmp_path / "class.csv", tmp_path / "build" / "grades" / f"{NAME}-csv.csv"):
        (row,) = csv.DictReader(table.open(encoding="utf-8"))
        assert row["score"] == "" and [row[name] for name in asked] == [""] * 4
    assert row["waits"] == "no"


def test_a_notebook_that_was_not_handed_in_makes_no_0_of_one_that_cannot_be_graded(tmp_path: Path) -> None:
    """nbgrader gives 0 to each notebook that is missing; the one that came was cut off."""
    school = classes.School(tmp_path, ["cut"])
    school.add_lesson(NAME, [classes.Made("Scale", 3, "...")])
    school.hand_in("cut", NAME, [Verdict("Scale", 0, 3, "not answered")], invalid="the file is not JSON")
    house = houses.House(tmp_path, new=True)
    table = tmp_path / "build" / "grades" / f"{NAME}-csv.csv"

    def exported() -> dict[str, str]:
        house.autograder("export", NAME, "--course", str(tmp_path))
        (row,) = csv.DictReader(table.open(encoding="utf-8"))
        return row

    row = exported()
    assert row["score"] == "" and row["not_graded"] == "the file is not JSON"
    with Gradebook(school.url) as gradebook:  # this 0 was given
        gradebook.find_submission(NAME, "cut").notebooks[0].grades[0].manual_score = 0
        gradebook.db.commit()
    row = exported()
    assert row["score"] == "0" and row["not_graded"] == ""
