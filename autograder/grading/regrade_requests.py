"""Requests for a regrade, from a student's note to a person's reply: open, answered or changed.

Nothing is graded again for a note: the same file gets the same points, since inputs follow from it. A person reads the
note, gives other points or not, and says why. The student finds the reply on the feedback page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbgrader.api import MissingEntry

from autograder.errors import CourseError
from autograder.grading import filled_tables, lateness, points_history, regrade_log
from autograder.grading.gradebook import opened
from autograder.grading.regrade_log import Reply
from autograder.grading.regrade_notes import Change, Note, notes_in
from autograder.grading.safe_text import table_field
from autograder.grading.submissions import Course, Submission

COLUMNS = ("student", "exercise", "note", "points", "of", "new_points", "reply")
OPEN = "open"


@dataclass(frozen=True)
class Place:
    """Where the points of an exercise or a written question are kept."""

    notebook: str
    cell: str
    highest: float


@dataclass(frozen=True)
class Request:
    """A note and what became of it. state: open, answered or changed."""

    note: Note
    reply: Reply | None = None

    @property
    def state(self) -> str:
        return self.reply.state if self.reply else OPEN


def places(gradebook: Any, lesson: str) -> dict[str, Place]:
    """Exercise or written question → its place. Raises CourseError where the gradebook does not know the lesson."""
    try:
        notebooks = gradebook.find_assignment(lesson).notebooks
    except MissingEntry:
        raise CourseError(
            f"the gradebook knows no lesson {lesson}: type autograder grade {lesson} first"
        ) from None
    return {
        cell.name.removeprefix("check_"): Place(notebook.name, cell.name, cell.max_score)
        for notebook in sorted(notebooks, key=lambda notebook: notebook.name)
        for cell in notebook.grade_cells
    }


def requests(
    course: Course, lesson: str, known: Mapping[str, Place], students: Sequence[str] = ()
) -> list[Request]:
    """Every request of a lesson, of everyone or of these students: the open ones first."""
    stems = tuple(sorted({place.notebook for place in known.values()}))
    handed_in = [
        Submission(student, lesson, folder, stems)
        for student, folder in course.submitted_by(lesson).items()
        if (not students or student in students) and folder.is_dir() and not folder.is_symlink()
    ]
    replies = regrade_log.replies(course.root, lesson)
    notes = dict.fromkeys([*notes_in(handed_in, known), *regrade_log.asked(course.root, lesson), *replies])
    found = [Request(note, replies.get(note)) for note in notes if not students or note.student in students]
    return sorted(
        found, key=lambda request: (request.state != OPEN, request.note.student, request.note.exercise)
    )


def write_table(path: Path, found: Sequence[Request], gradebook: Any, lesson: str) -> filled_tables.Kept:
    """A line for each open request, with empty fields for other points and a reply; no points where none are graded."""
    known = places(gradebook, lesson)
    made = []
    for request in found:
        if request.state == OPEN:
            place = known.get(request.note.exercise)
            try:
                points = _grade(gradebook, lesson, request.note, place).score if place else None
            except CourseError:  # not graded yet: the others' requests can be answered all the same
                points = None
            row = [
                *_key(request.note),
                "" if points is None else f"{points:g}",
                f"{place.highest:g}" if place else "",
            ]
            made.append(dict(zip(COLUMNS, [*row, "", ""], strict=True)))
    return filled_tables.write(path, made, COLUMNS[:3], COLUMNS[5:], COLUMNS)


def take(course: Course, lesson: str, path: Path, config: Any) -> list[Reply]:
    """Replies and points of a table: all of it or, where a line is wrong, nothing. Lines without a reply wait.

    config: nbgrader's, which says what lateness costs. Raises CourseError with the line.
    """
    replies = []
    with opened(course.db_url) as gradebook:
        known = places(gradebook, lesson)
        notes = {_key(request.note): request.note for request in requests(course, lesson, known)}
        try:
            for line, row in filled_tables.rows(path, [*COLUMNS[:3], *COLUMNS[5:]]):
                where = f"{path}, line {line}"
                said = row["reply"].strip().removeprefix("'")
                if not said and not row["new_points"].strip():
                    continue
                if not said:
                    raise CourseError(
                        f"{where}: the student gets no reply: say in a few words why the points change"
                    )
                note = notes.get((row["student"].strip(), row["exercise"].strip(), row["note"].strip()))
                if note is None:
                    raise CourseError(f"{where}: no such note is known any more; make the table anew")
                replies.append(_answer(gradebook, lesson, note, known, row["new_points"], said, where))
            lateness.renew(gradebook, lesson, config)
            gradebook.db.commit()
        except BaseException:
            gradebook.db.rollback()
            raise
    if replies:
        regrade_log.add(course.root, lesson, replies=replies)
    filled_tables.remember_as_taken(path)
    return replies


def by_erratum(found: Sequence[Request], changed: Sequence[Change], why: str) -> list[Reply]:
    """The replies to open requests that an erratum settles: those about points that it changed."""
    changes = {(change.student, change.exercise): change for change in changed}
    return [
        Reply(note.student, note.exercise, note.text, why, change.before, change.after)
        for request in found
        if request.state == OPEN
        and (note := request.note)
        and (change := changes.get((note.student, note.exercise)))
    ]


def _answer(
    gradebook: Any, lesson: str, note: Note, known: Mapping[str, Place], new: str, said: str, where: str
) -> Reply:
    """Give the points that a line names, and return the reply."""
    place = known.get(note.exercise)
    if place is None:
        if new.strip():
            raise CourseError(
                f"{where}: the note names no exercise of the lesson, so no points can be given for it"
            )
        return Reply(note.student, note.exercise, note.text, said)
    grade = _grade(gradebook, lesson, note, place)
    before = after = float(grade.score)
    if new.strip():
        after = filled_tables.points(new, place.highest, where)
    if after != before:
        with points_history.because(f"regrade request: {said}"):
            grade.manual_score, grade.needs_manual_grade = after, False
            gradebook.db.flush()
    return Reply(note.student, note.exercise, note.text, said, before, after)


def _grade(gradebook: Any, lesson: str, note: Note, place: Place) -> Any:
    try:
        return gradebook.find_grade(place.cell, place.notebook, lesson, note.student)
    except MissingEntry:
        raise CourseError(
            f"nothing of {note.student} is graded in {place.notebook}: type autograder grade {lesson}"
        ) from None


def _key(note: Note) -> tuple[str, str, str]:
    """How a note stands in a table."""
    return table_field(note.student), note.exercise, table_field(note.text)
