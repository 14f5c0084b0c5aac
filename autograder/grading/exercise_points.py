"""The points of each exercise and each written question, as the gradebook has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Points = dict[
    str, float | None
]  # exercise or written question → points; None: a person has still to give them


def by_student(gradebook: Any, lesson: str) -> dict[str, Points]:
    """Student → points of each exercise; nothing where the gradebook knows no such lesson.

    They are points before a late penalty, those of people where a person has given some.
    """
    from nbgrader.api import MissingEntry

    try:
        submissions = gradebook.find_assignment(lesson).submissions
    except MissingEntry:
        return {}
    return {submission.student.id: of(submission) for submission in submissions}


def of(submission: Any) -> Points:
    """The points of one submission's exercises and written questions, notebook by notebook."""
    return {
        grade.name.removeprefix("check_"): _given(grade)
        for notebook in submission.notebooks
        for grade in notebook.grades
    }


def _given(grade: Any) -> float | None:
    if grade.manual_score is None and (grade.auto_score is None or grade.needs_manual_grade):
        return None
    return float(grade.score)


def ordered(points: Mapping[str, float | None], order: Iterable[str]) -> Points:
    """The same points in the lesson's order, which the gradebook doesn't keep; any others follow by name."""
    places = {name: place for place, name in enumerate(order)}
    return {
        name: points[name] for name in sorted(points, key=lambda name: (places.get(name, len(places)), name))
    }


def shown(points: float | None) -> str:
    """Points in a table's field."""
    return "" if points is None else f"{round(points, 4):g}"
