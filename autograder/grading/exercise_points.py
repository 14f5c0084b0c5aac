"""The points of each exercise and each written question, as the gradebook has them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

Points = dict[
    str, float | None
]  # exercise or written question → points; None: a person has still to give them


def every(notebook: str) -> bool:
    """The notebooks that count, where all of a lesson's were asked for."""
    return True


def submissions(gradebook: Any, lesson: str) -> dict[str, Any]:
    """Student → what the gradebook has of their work; nothing where it knows no such lesson."""
    from nbgrader.api import MissingEntry

    try:
        return {each.student.id: each for each in gradebook.find_assignment(lesson).submissions}
    except MissingEntry:
        return {}


def of(submission: Any, by_people: bool = False, counts: Callable[[str], bool] = every) -> Points:
    """The points of one submission's exercises and written questions, notebook by notebook.

    They are points before a late penalty, those of people where a person has given some. by_people: those alone. A
    notebook that is missing has 0 in the gradebook, which is nobody's where the others can't be graded. counts: whether
    a notebook was asked for; others have no points.
    """
    return {
        grade.name.removeprefix("check_"): None if by_people and grade.manual_score is None else _given(grade)
        for notebook in submission.notebooks
        if counts(notebook.name)
        for grade in notebook.grades
    }


def for_a_person(submission: Any, counts: Callable[[str], bool] = every) -> list[Any]:
    """The grades that a person has to give or to look at again, in those of its notebooks that could be read.

    counts: whether a notebook was asked for.
    """
    return [
        grade
        for notebook in submission.notebooks
        if counts(notebook.name)
        for grade in notebook.grades
        if grade.needs_manual_grade and (grade.manual_score is not None or not _is_unread(notebook))
    ]


def _is_unread(notebook: Any) -> bool:
    """Whether its file could not be read: then its checks have no points, and not 0 either."""
    return any(grade.cell.cell_type == "code" and grade.auto_score is None for grade in notebook.grades)


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
