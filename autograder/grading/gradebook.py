"""nbgrader's gradebook, opened; what is wrong with it is said in one sentence."""

from __future__ import annotations

from pathlib import Path

from nbgrader.api import Gradebook
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DatabaseError, OperationalError, SQLAlchemyError

from autograder.errors import CourseError


def opened(db_url: str) -> Gradebook:
    """The gradebook, which nbgrader makes where there is none. Raises CourseError where it cannot be read."""
    try:
        gradebook = Gradebook(db_url)
        len(gradebook.assignments)  # the first look into it
    except OperationalError as error:
        raise CourseError(f"the gradebook {db_url} cannot be opened ({cause(error)})") from None
    except DatabaseError as error:
        raise CourseError(
            f"the gradebook {db_url} is damaged ({cause(error)}): put a copy in its place, or move it "
            "away, release the lesson again and grade with --force"
        ) from None
    return gradebook


def is_there(db_url: str) -> bool:
    """Whether there is a gradebook to open; of a database on a server that is left to the server."""
    url = make_url(db_url)
    return url.get_backend_name() != "sqlite" or bool(url.database and Path(url.database).is_file())


def cause(error: SQLAlchemyError) -> str:
    """What the database itself says, without the statement."""
    return str(getattr(error, "orig", None) or error).splitlines()[0]
