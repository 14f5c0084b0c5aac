"""Which items of a rubric each answer was given, in a table of our own beside nbgrader's.

A row belongs to one grade of nbgrader's, by that grade's id, so it holds letters and points and nobody's name. Points
come from the items; where a person has typed other points since, those count and the letters are only remembered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from nbgrader.api import Gradebook
from sqlalchemy import Column, Float, MetaData, String, Table, delete, insert, select, update

from autograder.lesson.rubrics import Item, worth
from autograder.lesson.written_questions import Question

TICKS = Table(
    "autograder_ticks",
    MetaData(),
    Column("grade_id", String(32), primary_key=True),
    Column("items", String(26), nullable=False),  # their letters
    Column("points", Float, nullable=False),  # what they were worth when they were ticked, or corrected
)


@dataclass(frozen=True)
class Correction:
    """A grade whose items are worth something else than when they were ticked."""

    question: str
    student: str
    letters: str
    before: float
    now: float
    grade: Any


def ticked(gradebook: Gradebook, grade: Any) -> str | None:
    """The letters that an answer was given; None where nobody has ticked, or where points were typed since."""
    _make_table(gradebook)
    row = gradebook.db.execute(select(TICKS).where(TICKS.c.grade_id == grade.id)).first()
    if row is None or grade.manual_score is None or abs(grade.manual_score - row.points) > 1e-9:
        return None
    return str(row.items)


def tick(gradebook: Gradebook, grade: Any, items: Sequence[Item], letters: Sequence[str]) -> float:
    """Give an answer these items, and the points they are worth; the caller commits. Returns the points."""
    points = worth(items, letters)
    grade.manual_score, grade.needs_manual_grade = points, False
    remember(gradebook, grade, letters, points)
    return points


def remember(gradebook: Gradebook, grade: Any, letters: Sequence[str] | None, points: float) -> None:
    """Note which items stand behind a grade; None where a person has given points and no items."""
    _make_table(gradebook)
    gradebook.db.execute(delete(TICKS).where(TICKS.c.grade_id == grade.id))
    if letters is not None:
        gradebook.db.execute(
            insert(TICKS).values(grade_id=grade.id, items="".join(sorted(letters)), points=points)
        )


def corrections(gradebook: Gradebook, lesson: str, asked: Sequence[Question]) -> list[Correction]:
    """Everybody whose ticked items are worth something else in the lesson as it is now."""
    found = []
    for question in asked:
        for student, grade in _grades(gradebook, lesson, question):
            letters = ticked(gradebook, grade)
            if letters is None:
                continue
            now = worth(question.items, letters)
            if abs(now - grade.manual_score) > 1e-9:
                found.append(Correction(question.grade_id, student, letters, grade.manual_score, now, grade))
    return found


def correct(gradebook: Gradebook, found: Sequence[Correction]) -> None:
    """Write what `corrections` has found, all of it or nothing."""
    try:
        for one in found:
            one.grade.manual_score = one.now
            gradebook.db.execute(update(TICKS).where(TICKS.c.grade_id == one.grade.id).values(points=one.now))
        gradebook.db.commit()
    except BaseException:
        gradebook.db.rollback()
        raise


def _grades(gradebook: Gradebook, lesson: str, question: Question) -> Iterator[tuple[str, Any]]:
    """Every student's grade for a question."""
    for notebook in gradebook.notebook_submissions(question.notebook, lesson):
        for grade in notebook.grades:
            if grade.name == question.grade_id:
                yield notebook.student.id, grade


def _make_table(gradebook: Gradebook) -> None:
    """Make the table where there is none, within the session's own transaction."""
    TICKS.metadata.create_all(gradebook.db.connection())
