"""Work that is not graded yet: it holds up nobody else, and no page counts it as 0."""

from __future__ import annotations

from pathlib import Path

import classes
import pytest
from nbgrader.api import Gradebook

from autograder.checks.scoring import Verdict
from autograder.grading import regrade_requests
from autograder.grading.regrade_notes import Note
from autograder.grading.student_rows import Row
from autograder.reporting import class_page

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # of nbgrader's own
LESSON = "01_made"


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
    shown = class_page.page(LESSON, [Row("ada", 0, 9, "graded"), Row("noor", 0, 9, "not graded")])
    assert '0 to 9 %</th><td class="number">1</td>' in shown
    assert ">0 of 9<" in shown and ">– of 9<" in shown
