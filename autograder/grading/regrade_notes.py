"""What a student writes who disagrees with a grade, and which points a regrade changed.

A note is a text cell in what was handed in, or a line of a table for notes that came another way:

    Regrade dot_score: the case without keys has no answer, says the docstring.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import CourseError
from autograder.grading import filled_tables
from autograder.grading.gradebook import opened
from autograder.grading.points_history import CHECKED, Entry
from autograder.grading.submission_file import read_submission
from autograder.grading.submissions import Submission

NOTE = re.compile(r"\W*re-?grade\b", re.IGNORECASE)  # how a note begins
ERRATUM = "erratum: "  # how the reason of a change begins that an erratum made
LONGEST = 2000  # characters of a note that are kept

Points = Mapping[str, Mapping[str, float]]  # student → exercise → points from checks


@dataclass(frozen=True)
class Note:
    """A student asks for an exercise or a written question to be looked at again; empty where none is named."""

    student: str
    exercise: str
    text: str


@dataclass(frozen=True)
class Change:
    """Points of one exercise that a regrade made others."""

    student: str
    exercise: str
    before: float
    after: float


def notes_in(submissions: Iterable[Submission], exercises: Collection[str]) -> list[Note]:
    """The notes in text cells of what was handed in."""
    found = []
    for submission in submissions:
        for path in submission.notebooks.values():
            for cell in read_submission(path).cells:
                if cell.cell_type == "markdown" and NOTE.match(cell.source):
                    found.append(_read(submission.student, cell.source, exercises))
    return found


def _read(student: str, source: str, exercises: Collection[str]) -> Note:
    """A note from a cell's text: which exercise its first line, or failing that another, names."""
    for line in source.splitlines():
        for word in re.findall(r"\w+", line):
            named = next((name for name in exercises if word.casefold() == name.casefold()), None)
            if named:
                plain = re.match(
                    rf"\W*re-?grade\W+{re.escape(word)}\W+(.*)", source, re.IGNORECASE | re.DOTALL
                )
                return Note(student, named, (plain[1] if plain else source).strip()[:LONGEST])
    return Note(student, "", source.strip()[:LONGEST])


def notes_from(path: Path, exercises: Collection[str], students: Collection[str]) -> list[Note]:
    """Notes that came another way, as a table: student, exercise, note. Raises CourseError with the line."""
    found = []
    for line, row in filled_tables.rows(path, ("student", "exercise", "note")):
        student, exercise, text = (row[name].strip() for name in ("student", "exercise", "note"))
        if exercise and exercise not in exercises:
            raise CourseError(f"{path}, line {line}: no exercise of this lesson is called {exercise!r}")
        if student not in students:
            raise CourseError(
                f"{path}, line {line}: nothing of a student called {student!r} is graded in this lesson"
            )
        found.append(Note(student, exercise, text[:LONGEST]))
    return found


def points(db_url: str, lesson: str) -> dict[str, dict[str, float]]:
    """Student → cell → points from checks, as the gradebook has them."""
    with opened(db_url) as gradebook:
        return {
            submission.student.id: {
                grade.name.removeprefix("check_"): grade.auto_score or 0.0
                for notebook in submission.notebooks
                for grade in notebook.grades
                if grade.cell.cell_type == "code"
            }
            for submission in gradebook.find_assignment(lesson).submissions
        }


def before_an_unfinished_erratum(now: Points, entries: Iterable[Entry], since: str) -> Points:
    """The points as they were before an erratum that stopped on its way changed some of them.

    entries: the lesson's notes in the gradebook, the oldest first. since: when the last erratum was done.
    """
    found = {student: dict(each) for student, each in now.items()}
    seen: set[tuple[str, str]] = set()
    for entry in entries:
        place = entry.student, entry.cell.removeprefix("check_")
        if (
            entry.why.startswith(ERRATUM)
            and entry.what == CHECKED
            and entry.at > since
            and place[0] in found
            and place not in seen
        ):
            seen.add(place)
            found[place[0]][place[1]] = float(entry.before or 0)
    return found


def changes(before: Points, after: Points) -> list[Change]:
    """What differs, by student and exercise."""
    return [
        Change(student, exercise, before.get(student, {}).get(exercise, 0.0), now)
        for student in sorted(after)
        for exercise, now in after[student].items()
        if before.get(student, {}).get(exercise, 0.0) != now
    ]
