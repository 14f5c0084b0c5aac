"""An answer in which nothing was written has 0 without a person, in the gradebook as in the list of written answers."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import classes
import nbformat
import pytest
import tiny_lesson
from nbformat.v4 import new_markdown_cell, new_notebook
from nbgrader.api import Gradebook
from nbgrader.utils import compute_checksum
from traitlets.config import Config

from autograder.grading import empty_answers, recorder
from autograder.grading.settled_grades import SaveGrades
from autograder.lesson import written_questions
from autograder.reporting import written_answers

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # of nbgrader's own
NAME = tiny_lesson.NAME
PNG = "iVBORw0KGgo="


def answer(source: str, **more: Any) -> Any:
    """A written answer's cell, which was released with a line to replace."""
    told = {"grade_id": "written_why", "grade": True, "solution": True, "points": 2, "schema_version": 3}
    cell = new_markdown_cell("YOUR ANSWER HERE", metadata={"nbgrader": {**told, "cell_type": "markdown"}})
    cell.metadata.nbgrader["checksum"] = compute_checksum(cell)
    cell.update(source=source, **more)
    return cell


PASTED = answer("", attachments={"mine.png": {"image/png": PNG}})
CASES = [
    (answer("YOUR ANSWER HERE"), 0),
    (answer(""), 0),
    (answer(" \n\u200b"), 0),
    (answer("?"), None),
    (PASTED, None),
]


@pytest.mark.parametrize(("cell", "points"), CASES)
def test_only_nothing_has_0_without_a_person(cell: Any, points: float | None, tmp_path: Path) -> None:
    """Graded by our command as by nbgrader's own."""
    assert empty_answers.points(cell) == points
    school = classes.with_written_answers(tmp_path / "course", NAME, ["ours", "theirs"])
    with Gradebook(school.url) as gradebook:
        place = "written_why", NAME, NAME, "ours"
        recorder._set_grade(gradebook.find_grade(*place), cell, False)
        recorder._set_comment(gradebook.find_comment(*place), cell)
        gradebook.db.commit()
    told = {"notebook": NAME, "assignment": NAME, "student": "theirs", "db_url": school.url}
    resources = {"nbgrader": told, "metadata": {"path": str(tmp_path)}}
    SaveGrades(config=Config()).preprocess(new_notebook(cells=[cell]), resources)
    with Gradebook(school.url) as gradebook:
        for student in school.students:
            grade: Any = gradebook.find_grade("written_why", NAME, NAME, student)
            said: Any = gradebook.find_comment("written_why", NAME, NAME, student)
            assert (grade.auto_score, grade.needs_manual_grade) == (points, points is None), student
            assert said.auto_comment == (None if points is None else "No response."), student


def test_the_list_of_written_answers_asks_for_no_empty_one(tmp_path: Path) -> None:
    school = classes.with_written_answers(tmp_path / "course", NAME, ["ada", "emmy", "noor"])
    for student, source in {"ada": "YOUR ANSWER HERE", "emmy": " "}.items():
        path = school.course.autograded_of(NAME, student) / f"{NAME}.ipynb"
        notebook = json.loads(path.read_text(encoding="utf-8"))
        notebook["cells"][-1] = answer(source)
        nbformat.write(nbformat.from_dict(notebook), path)
    with Gradebook(school.url) as gradebook:
        for student in school.students:
            grade: Any = gradebook.find_grade("written_why", NAME, NAME, student)
            waits = (
                student != "ada"
            )  # emmy was graded by an earlier version, which left her answer to a person
            grade.auto_score, grade.needs_manual_grade = None if waits else 0, waits
        gradebook.db.commit()
    asked = written_questions.questions(tiny_lesson.write(tmp_path / "source"))
    table = tmp_path / "written.csv"

    def made() -> dict[str, dict[str, str]]:
        written_answers.write_table(table, written_answers.groups(school.course, NAME, asked))
        with table.open(encoding="utf-8", newline="") as file:
            return {row["students"]: row for row in csv.DictReader(file)}

    rows = made()
    assert (rows["2"]["group"], rows["2"]["points"], rows["1"]["points"]) == ("empty", "0", "")
    found = written_answers.groups(school.course, NAME, asked)
    assert "need not do anything here" in written_answers.page(NAME, asked, found, table, {})
    taken = written_answers.take(school.course, NAME, asked, found, table, Config())
    assert taken.written == 1  # emmy's; ada's was settled
    with Gradebook(school.url) as gradebook:
        ada: Any = gradebook.find_grade("written_why", NAME, NAME, "ada")
        emmy: Any = gradebook.find_grade("written_why", NAME, NAME, "emmy")
        assert ada.manual_score is None and not ada.needs_manual_grade
        assert emmy.manual_score == 0 and not emmy.needs_manual_grade
    assert made()["2"]["points"] == "0"
