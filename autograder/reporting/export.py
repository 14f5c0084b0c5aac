"""A lesson's grades as the tables that Canvas, Moodle and people read.

Canvas: the columns of its own gradebook export, which it takes back (Student, ID, SIS User ID, SIS Login ID, Section,
then one column for an assignment; a second row with the points possible). Its column ID is the student's id in
Canvas, its SIS Login ID nbgrader's student id. Moodle: any columns that its import maps, one of them the student's
e-mail address or ID number (docs.moodle.org, "Grade import"); it wants points and feedback together, or it forgets the
points.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from nbgrader.api import MissingEntry

from autograder import private_files
from autograder.enrolment import extensions, system_ids
from autograder.enrolment.system_ids import Ids
from autograder.errors import CourseError
from autograder.grading import exercise_points
from autograder.grading.gradebook import is_there, opened
from autograder.grading.safe_text import table_field

DAY = 24 * 3600


@dataclass(frozen=True)
class Grade:
    """One student's grade for one lesson. score is after the late penalty; None where nobody has graded anything.

    ungraded: why that is so.
    """

    student: str
    first_name: str
    last_name: str
    email: str
    canvas_id: str
    moodle_id: str
    max_score: float
    due: datetime | None  # with the student's extension
    score: float | None = None
    penalty: float = 0.0
    submitted: datetime | None = None
    days_late: int = 0  # begun days
    ungraded: str = ""
    waits: bool = False  # a question is still to be graded by a person
    again: bool = False  # a person gave points for an answer, or beside a check's points, that are others now
    by_people: bool = False  # whether a person gave points, a 0 perhaps
    comments: tuple[str, ...] = ()  # of people
    # exercise → points before a penalty; None: nobody has given any yet
    points: Mapping[str, float | None] = field(default_factory=dict)


def grades(
    db_url: str,
    lesson: str,
    asked: Sequence[str] = (),
    ids: Ids | None = None,
    extended: extensions.Table | None = None,
    counts: Callable[[str], bool] = exercise_points.every,
) -> list[Grade]:
    """A grade for every student in the gradebook, by last name. Raises CourseError without a gradebook or lesson.

    asked: the lesson's exercises and written questions, in its order. ids: students' ids in Canvas and Moodle, where
    nbgrader's lms_user_id isn't the one to take. extended: the course's extensions, which move the due date of those
    who handed in nothing; the gradebook has those of the others. counts: whether a notebook was asked for; what the
    other notebooks give is in no score.
    """
    if not is_there(db_url):
        raise CourseError(
            f"there is no gradebook {db_url}: grade the lesson first, with autograder grade {lesson}"
        )
    with opened(db_url) as gradebook:
        try:
            assignment: Any = gradebook.find_assignment(lesson)
        except MissingEntry:
            raise CourseError(
                f"the gradebook knows no lesson {lesson}: grade it first, with autograder grade {lesson}"
            ) from None
        handed_in = {submission.student.id: submission for submission in assignment.submissions}
        highest = sum((n.max_score for n in assignment.notebooks if counts(n.name)), 0.0)
        found = []
        students: list[Any] = list(gradebook.students)
        for student in students:
            due = extensions.due_of(extended or {}, lesson, student.id, assignment.duedate)
            blank = _blank(student, highest, due, ids or {})
            submission = handed_in.get(student.id)
            found.append(blank if submission is None else _filled(blank, submission, asked, counts))
    return sorted(
        found, key=lambda grade: (grade.last_name.casefold(), grade.first_name.casefold(), grade.student)
    )


def lessons(db_url: str) -> dict[str, list[str]]:
    """Lesson → its notebooks, in order, for all that the gradebook knows. Raises CourseError where there is none."""
    if not is_there(db_url):
        raise CourseError(
            f"there is no gradebook {db_url}: grade a lesson first, with autograder grade LESSON"
        )
    with opened(db_url) as gradebook:
        known: list[Any] = list(gradebook.assignments)
        return {
            each.name: sorted(notebook.name for notebook in each.notebooks)
            for each in sorted(known, key=lambda each: each.name)
        }


def _blank(student: Any, max_score: float, due: datetime | None, ids: Ids) -> Grade:
    """The grade of a student who handed in nothing."""
    own = {system: ids.get(system, {}).get(student.id, "") for system in system_ids.SYSTEMS}
    general = str(student.lms_user_id or "")
    return Grade(
        student=student.id,
        first_name=student.first_name or "",
        last_name=student.last_name or "",
        email=student.email or "",
        canvas_id=system_ids.id_in("canvas", own, general),
        moodle_id=system_ids.id_in("moodle", own, general),
        max_score=max_score,
        due=due,
    )


def _filled(grade: Grade, submission: Any, asked: Sequence[str], counts: Callable[[str], bool]) -> Grade:
    """The same grade with what the gradebook has of a submission's notebooks that count."""
    notebooks = [notebook for notebook in submission.notebooks if counts(notebook.name)]
    penalty = float(sum(notebook.late_submission_penalty or 0.0 for notebook in notebooks))
    comments = [comment.manual_comment for notebook in notebooks for comment in notebook.comments]
    flagged = exercise_points.for_a_person(submission, counts)
    given = [g for notebook in notebooks for g in notebook.grades if _is_given(g)]
    return replace(
        grade,
        score=max(0.0, sum(notebook.score for notebook in notebooks) - penalty) if given else None,
        penalty=penalty,
        submitted=submission.timestamp,
        due=submission.duedate,
        days_late=math.ceil(submission.total_seconds_late / DAY),
        waits=any(grade.manual_score is None for grade in flagged),
        again=any(grade.manual_score is not None for grade in flagged),
        by_people=any(g.manual_score is not None for notebook in notebooks for g in notebook.grades),
        comments=tuple(comment.strip() for comment in comments if comment and comment.strip()),
        points=exercise_points.ordered(exercise_points.of(submission, counts=counts), asked),
    )


def _is_given(grade: Any) -> bool:
    return grade.auto_score is not None or grade.manual_score is not None


# --- tables -------------------------------------------------------------------------------------------------------

Table = list[Sequence[str]]


def for_canvas(found: Iterable[Grade], lesson: str) -> Table:
    """Canvas' gradebook. An empty cell leaves what Canvas has; a column of a new name becomes a new assignment."""
    found = list(found)
    rows: Table = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section", lesson]]
    rows.append(["    Points Possible", "", "", "", "", _points(found[0].max_score if found else None)])
    for grade in found:
        name = ", ".join(part for part in (grade.last_name, grade.first_name) if part) or grade.student
        who = [table_field(name), table_field(grade.canvas_id), "", table_field(grade.student), ""]
        rows.append([*who, _points(grade.score)])
    return rows


def for_moodle(found: Iterable[Grade], lesson: str) -> Table:
    """Moodle's grade import; map "Email address" to it, or "ID number" where students have no address here."""
    rows: Table = [["First name", "Last name", "ID number", "Email address", lesson, f"{lesson} feedback"]]
    for grade in found:
        who = [
            table_field(grade.first_name),
            table_field(grade.last_name),
            table_field(grade.moodle_id or grade.student),
            table_field(grade.email),
        ]
        rows.append([*who, _points(grade.score), table_field(" ".join(grade.comments))])
    return rows


COLUMNS = (
    "lesson student last_name first_name email score max_score late_penalty submitted due days_late waits not_graded"
).split()


def for_people(found: Iterable[Grade], lesson: str) -> Table:
    """All that the gradebook knows of each student and this lesson; a column for each exercise at the end."""
    found = list(found)
    exercises = list(dict.fromkeys(name for grade in found for name in grade.points))
    rows: Table = [[*COLUMNS, *exercises]]
    for grade in found:
        points = [exercise_points.shown(grade.points.get(name)) for name in exercises]
        rows.append([*_fields(grade, lesson), *points])
    return rows


def of_all_lessons(found: Mapping[str, Iterable[Grade]]) -> Table:
    """Lesson → grades as one table, with a row for each student and lesson."""
    return [COLUMNS, *(_fields(grade, lesson) for lesson, each in found.items() for grade in each)]


def _fields(grade: Grade, lesson: str) -> list[str]:
    """What COLUMNS hold."""
    return [
        lesson,
        table_field(grade.student),
        table_field(grade.last_name),
        table_field(grade.first_name),
        table_field(grade.email),
        _points(grade.score),
        _points(grade.max_score),
        _points(grade.penalty),
        _time(grade.submitted),
        _time(grade.due),
        str(grade.days_late),
        "yes" if grade.waits else "no",
        table_field(grade.ungraded),
    ]


FORMATS: dict[str, Callable[[Iterable[Grade], str], Table]] = {
    "canvas": for_canvas,
    "moodle": for_moodle,
    "csv": for_people,
}


def write(path: Path, rows: Table) -> None:
    """Write a table in one step, in UTF-8, for its owner alone; the old one stays until the new one is whole."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    private_files.write(path, text.getvalue())


def _points(score: float | None) -> str:
    return "" if score is None else f"{round(score, 4):g}"


def _time(when: datetime | None) -> str:
    return "" if when is None else f"{when:%Y-%m-%d %H:%M:%S} UTC"
