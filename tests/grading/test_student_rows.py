"""The class report: whoever lost a point is told where, exercise by exercise, and late work is called late."""

from __future__ import annotations

import csv
import json
from dataclasses import asdict
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import gradebooks
import pytest
from nbgrader.api import Gradebook

from autograder.checks.scoring import Criterion, Slip, Verdict
from autograder.grading import student_rows, submissions
from autograder.notebook.cell import OURS
from autograder.reporting import class_page

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # of nbgrader's own
LESSON, NOTEBOOKS = "03_blocks", ("03a_blocks", "03b_blocks")
DUE = datetime(2026, 11, 20, 12)
SLIP = Slip("the scale is forgotten", "It matters.", "Where is it?")
ERROR = {"type": "RuntimeError", "message": "shapes do not fit"}
BROKEN = {"type": "SyntaxError", "message": "'(' was never closed (line 1 of its cell): def f("}
LOST = [
    Verdict("named", 1, 2, "wrong", [Criterion("y", False, "is 2 times too large")], slip=SLIP),
    Verdict("unnamed", 1, 2, "wrong", [Criterion("x", True), Criterion("grad", False, "has shape (2,)")]),
    Verdict("raises", 0, 2, "error", error=ERROR),
    Verdict("unreadable", 0, 2, "error", error=BROKEN),
    Verdict("hangs", 0, 2, "unfinished", [Criterion("y", False)]),
    Verdict("borrows", 0, 2, "forbidden", notes=["no"]),
    Verdict("refused", 0, 2, "refused", notes=["The cell of `refused` does not define it."]),
    Verdict("empty", 0, 2, "not answered"),
    Verdict("blank", 0, 2, "not answered"),
]


class Course:
    """Submissions and what grading made of them, without any grading."""

    def __init__(self, root: Path) -> None:
        self.root, self.url = root, f"sqlite:///{root / 'gradebook.db'}"
        gradebooks.place(root)
        with Gradebook(self.url) as gradebook:
            gradebook.add_assignment(LESSON, duedate=DUE)
            for stem in NOTEBOOKS:
                gradebook.add_notebook(stem, LESSON)
                gradebook.add_grade_cell("check", stem, LESSON, max_score=8, cell_type="code")

    def hand_in(
        self, student: str, graded: dict[str, list[Verdict]], late: float = -1, penalty: float = 0
    ) -> None:
        submitted, autograded = (self.root / step / student / LESSON for step in ("submitted", "autograded"))
        submitted.mkdir(parents=True)
        autograded.mkdir(parents=True)
        for stem, verdicts in graded.items():
            (submitted / f"{stem}.ipynb").write_text("{}", encoding="utf-8")
            ours: dict[str, Any] = {"verdicts": [asdict(verdict) for verdict in verdicts]}
            notebook = json.dumps({"metadata": {OURS: ours}})
            (autograded / f"{stem}.ipynb").write_text(notebook, encoding="utf-8")
        with Gradebook(self.url) as gradebook:
            gradebook.add_student(student)
            made = gradebook.add_submission(LESSON, student, timestamp=DUE + timedelta(hours=late))
            for notebook in made.notebooks:
                verdicts = graded.get(notebook.name, [])
                notebook.grades[0].auto_score = sum(verdict.points for verdict in verdicts)
                notebook.late_submission_penalty = penalty / 2
            gradebook.db.commit()

    def rows(self) -> dict[str, student_rows.Row]:
        course = submissions.Course(self.root, self.url)
        return {row.student: row for row in student_rows.rows(course, LESSON, NOTEBOOKS)}


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return Course(tmp_path)


def test_every_lost_point_has_a_reason(course: Course, tmp_path: Path) -> None:
    course.hand_in("ada", {NOTEBOOKS[0]: LOST[:4], NOTEBOOKS[1]: LOST[4:]})
    row = course.rows()["ada"]
    told = [*row.mistakes, *row.reasons]
    assert {
        verdict.exercise for verdict in LOST if not any(verdict.exercise in line for line in told)
    } == set()
    assert "unnamed: 1 of 2 points: grad has shape (2,)" in row.reasons
    assert "not answered: empty, blank" in row.reasons
    assert "unreadable: SyntaxError: '(' was never closed (line 1 of its cell): def f(" in row.mistakes
    student_rows.write_csv(tmp_path / "class.csv", [row])
    (read,) = csv.DictReader((tmp_path / "class.csv").read_text(encoding="utf-8").splitlines())
    class_page.write(tmp_path / "class.html", LESSON, [row])
    page = (tmp_path / "class.html").read_text(encoding="utf-8")
    for shown in (f"{read['mistakes']} {read['reasons']}", page):
        assert all(verdict.exercise in shown for verdict in LOST)


def test_full_marks_need_no_reason(course: Course) -> None:
    right = {stem: [Verdict("f", 8, 8, "right", [Criterion("y", True)])] for stem in NOTEBOOKS}
    course.hand_in("ada", right)
    row = course.rows()["ada"]
    assert (row.score, row.max_score, row.state, row.mistakes, row.reasons) == (16, 16, "graded", [], [])


def test_a_notebook_that_was_not_handed_in_is_a_state(course: Course) -> None:
    course.hand_in("ada", {NOTEBOOKS[0]: [Verdict("f", 8, 8, "right")]})
    row = course.rows()["ada"]
    assert row.state == "incomplete" and row.reasons == ["03b_blocks.ipynb was not handed in"]
    (course.root / "submitted" / "ada" / LESSON / "03b_blocks.ipynb").write_text("{}", encoding="utf-8")
    assert course.rows()["ada"].reasons == ["03b_blocks.ipynb is not graded"]


@pytest.mark.parametrize(
    "hours, penalty, says",
    [
        (0.05, 0, "handed in 3 min late; no points are taken off"),
        (27.5, 4, "handed in 1 d 3 h late; nbgrader takes 4 points off"),
    ],
)
def test_late_work_is_called_late(course: Course, hours: float, penalty: float, says: str) -> None:
    right = {stem: [Verdict("f", 8, 8, "right")] for stem in NOTEBOOKS}
    course.hand_in("ada", right)
    course.hand_in("emmy", right, late=hours, penalty=penalty)
    rows = course.rows()
    assert rows["ada"].reasons == [] and rows["emmy"].reasons == [says]


@pytest.mark.parametrize(
    ("hours", "says"),
    [
        (-1, []),
        (42, ["handed in 1 d 18 h late, but within an extension of 3 d; no points are taken off"]),
        (75, ["handed in 3 h late, after an extension of 3 d; nbgrader takes 4 points off"]),
    ],
)
def test_an_extension_is_told_where_it_matters(course: Course, hours: float, says: list[str]) -> None:
    penalty = 4 if hours > 72 else 0
    course.hand_in("ada", {stem: [Verdict("f", 8, 8, "right")] for stem in NOTEBOOKS}, hours, penalty)
    with Gradebook(course.url) as gradebook:
        gradebook.find_submission(LESSON, "ada").extension = timedelta(days=3)
        gradebook.db.commit()
    assert course.rows()["ada"].reasons == says


@pytest.mark.parametrize(
    ("ours", "state"),
    [
        ({"incidents": {"f": "It took long."}, "ends": {"f": "time"}}, "timed out"),
        ({"incidents": {"f": "It took long."}, "ends": {"f": "deadline"}}, "timed out"),
        (
            {"incidents": {"f": "x ran longer than y", "g": ""}, "ends": {"f": "exit", "g": "time"}},
            "partly graded",
        ),
        ({"incidents": {"f": "graded by an earlier version"}}, "partly graded"),
        ({"edited": ["check_f"], "incidents": {"f": ""}, "ends": {"f": "time"}}, "tampered"),
        ({"changes": ["its file was called: the cell check_f was edited"]}, "graded"),
    ],
)
def test_states_follow_from_what_happened_and_not_from_words(ours: dict[str, Any], state: str) -> None:
    row = student_rows.Row("ada", 0, 1, "graded")
    student_rows._take(row, ours)
    assert row.state == state
