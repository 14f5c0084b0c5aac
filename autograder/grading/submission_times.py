"""When a class handed in, as far as an archive, a person or a table tells, and what it costs those graded already."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from nbgrader.api import MissingEntry

from autograder.enrolment import extensions
from autograder.enrolment.moments import moment
from autograder.enrolment.zips import Found
from autograder.errors import CourseError
from autograder.grading import filled_tables
from autograder.grading.gradebook import is_there, opened
from autograder.grading.lateness import extend, penalty
from autograder.grading.submissions import Course

LEAST = timedelta(minutes=1)  # how late somebody is of whom Canvas only says that they are
COLUMNS = ("student", "submitted")


def time_of(text: str, what: str = "--at") -> datetime | None:
    """A time as a person types it, in UTC unless it ends with a time zone; None for nothing. Raises CourseError."""
    if not text.strip():
        return None
    try:
        return moment(text)
    except (ValueError, OverflowError):
        raise CourseError(
            f"{what} {text!r} is no time: write it as 2027-03-01 18:00, and +02:00 after it if that is not UTC"
        ) from None


def table(path: Path) -> dict[str, datetime]:
    """Student → time, from a table with the columns student and submitted. Raises CourseError with the line."""
    found = {}
    for line, row in filled_tables.rows(path, COLUMNS):
        when = time_of(row["submitted"], f"{path}, line {line}:")
        if when is not None:
            found[row["student"].strip()] = when
    return found


def due(course: Course, lesson: str) -> datetime | None:
    """The lesson's due date in the gradebook, for those who have no extension."""
    if not is_there(course.db_url):
        return None
    with opened(course.db_url) as gradebook:
        try:
            assignment: Any = gradebook.find_assignment(lesson)
            return assignment.duedate
        except MissingEntry:
            return None


def known(
    found: Found, at: datetime | None, told: Mapping[str, datetime], due_date: datetime | None
) -> dict[str, datetime | None]:
    """Student → when they handed in; None where nothing tells.

    told: from a table, which counts first. at: one time for all, such as when the archive was downloaded. Where Canvas
    calls somebody late, everybody else was on time, so `at` counts for those who were late, and the due date at most
    for the rest. Without it, late means one minute.
    """
    times: dict[str, datetime | None] = {}
    for student in {*found.notebooks, *found.others}:
        when = at
        if due_date is not None and found.late:
            earliest = due_date + LEAST
            when = max(at or earliest, earliest) if student in found.late else at and min(at, due_date)
        times[student] = told.get(student, when)
    return times


def note(
    course: Course, lesson: str, times: Mapping[str, datetime | None], students: Iterable[str], config: Any
) -> list[tuple[str, float, float]]:
    """Note the times of these students in the gradebook, where they are graded; (student, before, now) of penalties."""
    granted = extensions.read(course.root)
    changed = []
    with opened(course.db_url) as gradebook:
        for student in students:
            try:
                submission: Any = gradebook.find_submission(lesson, student)
            except MissingEntry:
                continue
            before = sum(notebook.late_submission_penalty or 0 for notebook in submission.notebooks)
            submission.timestamp = times[student]
            extend(submission, extensions.of(granted, lesson, student))
            for notebook in submission.notebooks:
                notebook.late_submission_penalty = penalty(submission, notebook, config)
            now = sum(notebook.late_submission_penalty or 0 for notebook in submission.notebooks)
            if now != before:
                changed.append((student, float(before), float(now)))
        gradebook.db.commit()
    return changed
