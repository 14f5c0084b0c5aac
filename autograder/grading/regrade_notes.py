"""Grade again what a note or an erratum is about, and say what changed.

A student who disagrees with a check writes a text cell into the notebook before handing it in, or tells the instructor:

    Regrade dot_score: the case without keys has no answer, says the docstring.

regrades.jsonl in the course's folder keeps every regrade: when, why, and each change of points. So nothing that was
ever graded is forgotten, and a note is answered once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from autograder import private_files
from autograder.errors import CourseError
from autograder.grading import filled_tables
from autograder.grading.gradebook import opened
from autograder.grading.submission_file import read_submission
from autograder.grading.submissions import Submission

FILE = "regrades.jsonl"
NOTE = re.compile(r"^\W*regrade\W+(?P<exercise>\w+)\W*[:.,-]?\s*(?P<text>.*)", re.IGNORECASE | re.DOTALL)
LONGEST = 2000  # characters of a note that are kept

Points = Mapping[str, Mapping[str, float]]  # student → cell → points from checks


@dataclass(frozen=True)
class Note:
    """A student asks for one exercise to be looked at again."""

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


def notes_in(submissions: Iterable[Submission], exercises: Sequence[str]) -> list[Note]:
    """The notes in text cells of what was handed in. exercise is empty where none of the lesson's is named."""
    found = []
    for submission in submissions:
        for path in submission.notebooks.values():
            for cell in read_submission(path).cells:
                match = NOTE.match(cell.source) if cell.cell_type == "markdown" else None
                if match:
                    named = match["exercise"] in exercises
                    text = (match["text"] if named else cell.source).strip()[:LONGEST]
                    found.append(Note(submission.student, match["exercise"] if named else "", text))
    return found


def notes_from(path: Path, exercises: Sequence[str]) -> list[Note]:
    """Notes that came another way, as a table: student, exercise, note. Raises CourseError with the line."""
    found = []
    for line, row in filled_tables.rows(path, ("student", "exercise", "note")):
        if row["exercise"] not in exercises:
            raise CourseError(
                f"{path}, line {line}: no exercise of this lesson is called {row['exercise']!r}"
            )
        found.append(Note(row["student"].strip(), row["exercise"], row["note"].strip()[:LONGEST]))
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


def changes(before: Points, after: Points) -> list[Change]:
    """What differs, by student and exercise."""
    return [
        Change(student, exercise, before.get(student, {}).get(exercise, 0.0), now)
        for student in sorted(after)
        for exercise, now in after[student].items()
        if before.get(student, {}).get(exercise, 0.0) != now
    ]


def answered(root: Path) -> set[tuple[str, Note]]:
    """The notes that a regrade was made for: (lesson, note)."""
    try:
        return {(entry["lesson"], Note(**note)) for entry in _entries(root) for note in entry["notes"]}
    except (TypeError, KeyError) as error:
        raise CourseError(
            f"{root / FILE} has a line that no regrade wrote ({error}): fix it or move it away"
        ) from None


def remember(root: Path, lesson: str, why: str, notes: Sequence[Note], changed: Sequence[Change]) -> None:
    """Add one line to the course's record."""
    entry: dict[str, Any] = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "lesson": lesson,
        "why": why,
        "notes": [asdict(note) for note in notes],
        "changes": [asdict(change) for change in changed],
    }
    private_files.add_line(root / FILE, json.dumps(entry, ensure_ascii=False))


def _entries(root: Path) -> list[dict[str, Any]]:
    path = root / FILE
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        return [json.loads(line) for line in lines if line.strip()]
    except (OSError, ValueError) as error:
        raise CourseError(f"{path} cannot be read ({error}): fix it or move it away") from None
