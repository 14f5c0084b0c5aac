"""Open nbgrader's gradebook, or say in one sentence why it can't be opened."""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook, InvalidEntry
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DatabaseError, DBAPIError, IntegrityError, OperationalError

from autograder.errors import CourseError
from autograder.grading import points_history
from autograder.release.build import close_to_others, refuse_empty

# PostgreSQL's names for what another writer causes, and for a server that stops or comes back (its manual, appendix A):
# serialization, deadlock, lock, unique, a table that another has just made; shutdown, crash, starting up; the
# connection is gone.
PASSING = {"40001", "40P01", "55P03", "23505", "42P07", "57P01", "57P02", "57P03", "08000", "08003", "08006"}


def opened(db_url: str) -> Gradebook:
    """The gradebook, which nbgrader makes where there is none. Raises CourseError where it cannot be read.

    Its file, if it is one, is closed to everybody but its owner.
    """
    refuse_empty(db_url)
    points_history.watch()
    try:
        gradebook = Gradebook(db_url)
        len(gradebook.assignments)  # the first look into it
    except OperationalError as error:
        again = ": another program is writing to it; run the same command again when that is done"
        raise CourseError(
            f"the gradebook {shown(db_url)} cannot be opened ({cause(error)}){again if passes_by(error) else ''}"
        ) from None
    except DatabaseError as error:
        raise CourseError(
            f"the gradebook {shown(db_url)} is damaged ({cause(error)}): put a copy in its place, or move it "
            "away, release the lesson again and grade with --force"
        ) from None
    close_to_others(db_url)
    return gradebook


def absent(db_url: str, handed_in: Container[str]) -> list[str]:
    """Everybody in the gradebook but those who have handed in, in the order of their ids."""
    with opened(db_url) as gradebook:
        everybody: list[Any] = list(gradebook.students)
        return sorted(student.id for student in everybody if student.id not in handed_in)


def is_there(db_url: str) -> bool:
    """Whether there is a gradebook to open; of a database on a server that is left to the server."""
    url = make_url(db_url)
    return url.get_backend_name() != "sqlite" or bool(url.database and Path(url.database).is_file())


def passes_by(error: Exception) -> bool:
    """Whether the same write may succeed a moment later: somebody else was writing, or the server restarts."""
    if isinstance(error, InvalidEntry | IntegrityError):
        return True  # another grader has made the same row meanwhile, so that it is found the next time
    if not isinstance(error, DBAPIError):
        return False
    state = getattr(error.orig, "sqlstate", "SQLite")
    if state == "SQLite":
        return isinstance(error, OperationalError) and "locked" in str(error)
    # None where the server did not answer at all
    return state in PASSING or (state is None and isinstance(error, OperationalError))


def shown(db_url: str) -> str:
    """The address of a gradebook as it may be shown: without a password."""
    return make_url(db_url).render_as_string(hide_password=True)


def cause(error: Exception) -> str:
    """What the database itself says, without the statement."""
    return str(getattr(error, "orig", None) or error).splitlines()[0]
