"""What several checkouts of a course must agree on, kept in the gradebook they share: the secret, and who graded where.

It is one table of our own beside nbgrader's, in SQLite as in PostgreSQL. Nothing in it is secret: the grading secret is
known by an id that tells nothing about it.
"""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

from sqlalchemy import inspect, text
from sqlalchemy.exc import SQLAlchemyError

from autograder.errors import CourseError
from autograder.grading.gradebook import cause, passes_by, shown
from autograder.judge.secret import VARIABLE, secret_path

TABLE = "autograder_fact"
SECRET, GRADED = "secret", "graded"
TRIES = 5  # where another checkout makes the table or the row at the same moment


def claim_secret(gradebook: Any, db_url: str, ours: str, anew: bool = False) -> None:
    """Note the id of the secret that the course is graded with, or raise CourseError where it was another.

    ours: this user's secret, by its id. anew: from now on it is this one, because the old secret is lost.
    """
    theirs = _recall(gradebook, SECRET)
    if theirs is None or anew:
        _remember(gradebook, SECRET, ours)
    elif theirs != ours:
        raise CourseError(
            f"the gradebook {shown(db_url)} was graded with another grading secret ({theirs}) than {secret_path()} "
            f"({ours}), so the same work would be asked other questions: copy the file of whoever graded first, or "
            f"name it in {VARIABLE}; if it is lost, autograder grade LESSON --new-secret goes on with yours"
        )


def note_graded(gradebook: Any, lesson: str, root: Path) -> None:
    """Note that graded notebooks of a lesson are in this checkout."""
    places = graded_in(gradebook, lesson)
    place = (socket.gethostname(), str(root))
    if place not in places:
        _remember(gradebook, f"{GRADED} {lesson}", json.dumps([*places, place]))


def graded_in(gradebook: Any, lesson: str) -> list[tuple[str, str]]:
    """The checkouts in which a lesson was graded: machine and folder."""
    value = _recall(gradebook, f"{GRADED} {lesson}")
    return [(str(host), str(root)) for host, root in json.loads(value or "[]")]


def _recall(gradebook: Any, name: str) -> str | None:
    if not inspect(gradebook.engine).has_table(TABLE):
        return None
    row = gradebook.db.execute(text(f"SELECT value FROM {TABLE} WHERE name = :name"), {"name": name}).first()
    return None if row is None else str(row[0])


def _remember(gradebook: Any, name: str, value: str) -> None:
    make = text(f"CREATE TABLE IF NOT EXISTS {TABLE} (name VARCHAR(128) PRIMARY KEY, value TEXT)")
    put = text(
        f"INSERT INTO {TABLE} (name, value) VALUES (:name, :value) "
        "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
    )
    for left in reversed(range(TRIES)):
        try:
            gradebook.db.execute(make)
            gradebook.db.execute(put, {"name": name, "value": value})
            gradebook.db.commit()
            return
        except SQLAlchemyError as error:
            gradebook.db.rollback()
            if not left or not passes_by(error):
                address = gradebook.engine.url.render_as_string(hide_password=False)
                raise CourseError(
                    f"the gradebook {shown(address)} cannot be written ({cause(error)})"
                ) from None
