"""How a student is called wherever one is shown: by name and id, or by the id alone.

Every page, list and message takes its names from `naming`, so one switch hides them all: `--no-names` for one command,
`c.Autograder.names = False` in nbgrader_config.py for all of them and for the pages that students get. Tables keep the
id in a column of its own, because other programs look people up by it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograder.grading.gradebook import is_there, opened
from autograder.grading.safe_text import readable
from autograder.grading.submissions import Course

Naming = Callable[[str], str]


def by_id(student: str) -> str:
    """The student's id and nothing else."""
    return student


def naming(course: Course, hide: bool = False) -> Naming:
    """Student id → what is shown: `Ada Lovelace (ada)`, or `ada` where names are hidden or the gradebook has none.

    hide: show ids, whatever the course's configuration says. The gradebook is read once.
    """
    if hide or not course.names or not is_there(course.db_url):
        return by_id
    with opened(course.db_url) as gradebook:
        students: list[Any] = list(gradebook.students)
        known: dict[str, str] = {student.id: shown(student) for student in students}
    return lambda student: known.get(student, student)


def shown(student: Any) -> str:
    """What is shown of a gradebook's student."""
    name = full_name(student.first_name, student.last_name)
    return f"{name} ({student.id})" if name else student.id


def full_name(first: str | None, last: str | None) -> str:
    """First and last name in one line; empty where the gradebook has neither."""
    return readable(" ".join(part for part in (first, last) if part)).strip()
