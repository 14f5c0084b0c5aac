"""The column `items` in the table of written answers: which items of the rubric an answer is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from autograder.errors import CourseError
from autograder.grading import filled_tables
from autograder.lesson.rubrics import letters_in, spelled, worth
from autograder.lesson.written_questions import Question

ITEMS = "items"


@dataclass(frozen=True)
class Given:
    """What a row gives. letters: of the items, in order; None where it gives points and no items."""

    points: float
    letters: str | None = None


def given(row: Mapping[str, str], question: Question, where: str) -> Given | None:
    """What a row gives; None where it is not filled in yet.

    Raises CourseError where an item is unknown, or where items and points are both there and disagree.
    """
    items, points = (row.get(ITEMS) or "").strip(), row["points"].strip()
    if not items:
        return Given(filled_tables.points(points, question.points, where)) if points else None
    letters = "".join(letters_in(items, question.items, where))
    total = worth(question.items, letters)
    if points and filled_tables.points(points, question.points, where) != total:
        raise CourseError(
            f"{where}: the items {spelled(letters)} are worth {total:g} points, and the column points says {points}: "
            "leave one of the two empty"
        )
    return Given(total, letters)


def fields(points: float | None, letters: str | None) -> dict[str, str]:
    """The two columns for what the gradebook has: items where there are any, else points."""
    if letters is not None:
        return {ITEMS: spelled(letters), "points": ""}
    return {ITEMS: "", "points": "" if points is None else f"{points:g}"}


def as_shown(row: Mapping[str, str], question: Question) -> dict[str, str]:
    """What a person filled in in a row, as the page's boxes and fields take it; as it is where they can't."""
    typed = {ITEMS: (row.get(ITEMS) or "").strip(), "points": row["points"].strip()}
    try:
        found = given(row, question, "")
    except CourseError:
        found = None
    if found:
        points = "" if found.letters is not None and not typed["points"] else f"{found.points:g}"
        typed = {ITEMS: "" if found.letters is None else spelled(found.letters), "points": points}
    return {**typed, "comment": row["comment"].strip().removeprefix("'")}
