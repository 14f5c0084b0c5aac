"""A graded class as a report needs it, read from the gradebook and from the graded notebooks."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from nbgrader.api import MissingEntry

from autograder.checks.reassembly import HELPERS
from autograder.enrolment import extensions
from autograder.errors import CourseError
from autograder.grading import exercise_points, student_rows
from autograder.grading.causes import Cause, causes
from autograder.grading.checkouts import where_graded
from autograder.grading.gradebook import is_there, opened
from autograder.grading.shown_names import Naming, by_id
from autograder.grading.submissions import Course
from autograder.notebook.cell import Cell

OWN_CELLS = "cells of their own"  # what students wrote outside of any exercise, beside the exercises' names


@dataclass(frozen=True)
class Answer:
    """What became of one exercise of one submission.

    state: right, wrong, error, not answered, forbidden, refused, unfinished. cause, look: why points are missing, where
    that is known, and what its panel told the student to look at. measured: criterion → bits per byte, where
    predictions were held against what came.
    """

    exercise: str
    points: float
    max_points: float
    state: str
    cause: str = ""
    look: str = ""
    measured: Mapping[str, float] = field(default_factory=dict)

    @property
    def is_right(self) -> bool:
        return self.state == "right"


@dataclass
class Handed:
    """One submission: its row of the class report, and what the row was made from.

    code: exercise → what was written there, only of cells that were changed. by_hand: written answers that wait for a
    person. seconds: of grading, by stage.
    """

    student: str
    row: student_rows.Row
    answers: dict[str, Answer] = field(default_factory=dict)
    code: dict[str, str] = field(default_factory=dict)
    stages: dict[str, float] = field(default_factory=dict)
    kernels: int = 0
    ends: dict[str, str] = field(default_factory=dict)  # exercise → the kind of end that a kernel had there
    odd: list[str] = field(default_factory=list)  # exercises in which something looks like tampering
    by_hand: int = 0

    @property
    def is_measured(self) -> bool:
        """Whether its answers say something about the exercises: it could be read and graded."""
        return bool(self.answers) and self.row.state not in ("invalid", "not graded")

    @property
    def share(self) -> float:
        """The share of the points from checks, between 0 and 1."""
        return self.row.score / self.row.max_score if self.row.max_score else 0.0

    @property
    def seconds(self) -> float:
        return sum(self.stages.values())

    @property
    def why(self) -> list[str]:
        """Why points are missing; never empty where some are."""
        told = [*self.row.mistakes, *self.row.reasons]
        if told or self.row.score >= self.row.max_score:
            return told
        return [
            "the gradebook holds fewer points than the checks gave: grade this submission again, with --force"
        ]


@dataclass
class Class:
    """Everybody in one lesson."""

    lesson: str
    exercises: dict[str, str]  # name → the notebook that it stands in
    handed: list[Handed]
    absent: list[str]  # those in the gradebook who handed in nothing
    due: datetime | None = None
    later: dict[str, datetime] = field(
        default_factory=dict
    )  # of the absent: due dates that an extension moved

    @property
    def measured(self) -> list[Handed]:
        return [each for each in self.handed if each.is_measured]

    def not_due(self, now: datetime) -> dict[str, datetime]:
        """Those who handed in nothing and still have time, with their own due date. now: in UTC, without a zone."""
        dates = {student: self.later.get(student, self.due) for student in self.absent}
        return {student: due for student, due in dates.items() if due is not None and due >= now}


def one_lesson(
    course: Course, lesson: str, stems: Sequence[str], naming: Naming = by_id, own_words: bool = True
) -> Class:
    """The class in one lesson. Raises CourseError where there is nothing to report."""
    _is_there(course)
    gradebook: Any = opened(course.db_url)
    try:
        found = _gather(course, gradebook, lesson, stems, naming, own_words)
    finally:
        gradebook.close()
    if not any(each.row.state != "not graded" for each in found.handed):
        raise CourseError(f"nothing of {lesson} is graded yet: type autograder grade {lesson}")
    return found


def all_lessons(course: Course, naming: Naming = by_id) -> list[Class]:
    """The class in every lesson of which something is graded, in the lessons' order.

    Raises CourseError where there is none.
    """
    _is_there(course)
    gradebook: Any = opened(course.db_url)
    try:
        stems = {a.name: sorted(n.name for n in a.notebooks) for a in gradebook.assignments}
        found = [
            _gather(where_graded(course, name), gradebook, name, stems[name], naming, False)
            for name in sorted(stems)
        ]
    finally:
        gradebook.close()
    graded = [each for each in found if any(one.row.graded for one in each.handed)]
    if not graded:
        raise CourseError("no lesson is graded yet: type autograder grade LESSON for the first one")
    return graded


def _is_there(course: Course) -> None:
    if not is_there(course.db_url):
        raise CourseError(
            f"there is no gradebook {course.db_url.removeprefix('sqlite:///')}: type autograder grade LESSON first, "
            "which makes it"
        )


def _gather(
    course: Course, gradebook: Any, lesson: str, stems: Sequence[str], naming: Naming, own_words: bool
) -> Class:
    stems = [stem for stem in stems if course.counts(lesson, stem)]
    rows = student_rows.rows(course, lesson, stems, own_words)
    exercises: dict[str, str] = {}
    handed = []
    for row in rows:
        student, row.student = row.student, naming(row.student)
        each = Handed(row.student, row)
        for stem in stems:
            _read(each, course.autograded_of(lesson, student) / f"{stem}.ipynb", stem, exercises)
        each.by_hand = _by_hand(gradebook, course, lesson, student) if row.graded else 0
        handed.append((student, each))
    present = {student for student, _ in handed}
    absent = {student.id: naming(student.id) for student in gradebook.students if student.id not in present}
    try:
        due = gradebook.find_assignment(lesson).duedate
    except MissingEntry:
        due = None
    # in the order of the names that are shown: under pseudonyms the order of names would tell
    in_order = sorted((each for _, each in handed), key=lambda each: each.student)
    return Class(
        lesson, exercises, in_order, sorted(absent.values()), due, _later(course, lesson, absent, due)
    )


def _later(
    course: Course, lesson: str, absent: Mapping[str, str], due: datetime | None
) -> dict[str, datetime]:
    """The due dates of those who have an extension. absent: id → the name that is shown."""
    table = extensions.read(course.root)
    dates = {shown: extensions.due_of(table, lesson, student, due) for student, shown in absent.items()}
    return {shown: date for shown, date in dates.items() if date is not None and date != due}


def _read(each: Handed, path: Path, stem: str, exercises: dict[str, str]) -> None:
    """Add what one graded notebook tells. Grading has written it, so it can be read."""
    if not path.exists():
        return
    notebook = json.loads(path.read_text(encoding="utf-8"))
    data = student_rows.findings(notebook)
    cells = [(str(node.get("id")), Cell.of(node)) for node in notebook.get("cells", [])]
    verdicts = {verdict["exercise"]: verdict for verdict in data.get("verdicts", [])}
    order = [cell.exercise for _, cell in cells if cell.is_check and cell.exercise in verdicts]
    why = {cause.exercise: cause for cause in causes(data)}
    for name in dict.fromkeys([*order, *verdicts]):
        exercises.setdefault(name, stem)
        each.answers[name] = _answer(verdicts[name], why.get(name))
        if verdicts[name].get("odd"):
            each.odd.append(name)
    for stage, seconds in data.get("stages", {}).items():
        each.stages[stage] = each.stages.get(stage, 0.0) + seconds
    each.kernels += data.get("kernels", 0)
    each.ends |= data.get("ends") or dict.fromkeys(data.get("incidents", {}), "unknown")
    if data.get("invalid"):
        return
    for cell_id, cell in cells:
        answer = each.answers.get(cell.exercise)
        if cell.is_answer and answer and answer.state != "not answered":
            each.code[cell.exercise] = cell.source
        elif cell_id.startswith(HELPERS):
            each.code[OWN_CELLS] = f"{each.code.get(OWN_CELLS, '')}\n{cell.source}"


def _answer(verdict: dict[str, Any], cause: Cause | None) -> Answer:
    return Answer(
        verdict["exercise"],
        verdict["points"],
        verdict["max_points"],
        verdict["state"],
        cause.name if cause else "",
        cause.look if cause else "",
        verdict.get("measured", {}),  # earlier releases have none
    )


def _by_hand(gradebook: Any, course: Course, lesson: str, student: str) -> int:
    """How many written answers of a submission wait for a person."""
    try:
        submission = gradebook.find_submission(lesson, student)
        return len(exercise_points.for_a_person(submission, partial(course.counts, lesson)))
    except MissingEntry:
        return 0
