"""Who changed which points of whom, when and why: a table beside nbgrader's own, in the same gradebook.

It notes points that a person gave, comments, late penalties, and points from checks that were others before, whichever
program changed them: our commands, nbgrader's, the formgrader. A note is written in one transaction with the change, so
neither is there without the other. The database refuses to change or remove a note; only `forget` removes a student's.
"""

from __future__ import annotations

import getpass
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from nbgrader import api
from sqlalchemy import Column, Integer, MetaData, String, Table, Text, event, insert, inspect, select, text
from sqlalchemy.engine import Connection, Engine

NAME = "points_history"
WORDS = ("at", "who", "why", "lesson", "student", "notebook", "cell", "what", "before", "after")
_TABLE = Table(
    NAME,
    MetaData(),
    Column("number", Integer, primary_key=True),
    *(
        Column(name, Text if name in ("why", "before", "after") else String(255), nullable=False)
        for name in WORDS
    ),
)
POINTS, COMMENT, CHECKED = "points from a person", "comment", "points from the check"
# class → its columns that are watched, and how people call them
_WATCHED: dict[type, dict[str, str]] = {
    api.Grade: {
        "manual_score": POINTS,
        "auto_score": CHECKED,
        "extra_credit": "extra credit",
    },
    api.Comment: {"manual_comment": COMMENT},
    api.SubmittedNotebook: {"late_submission_penalty": "late penalty"},
}
_ONLY_GROWS = {
    "sqlite": [
        f"CREATE TRIGGER {NAME}_no_{act} BEFORE {act} ON {NAME} BEGIN SELECT RAISE(ABORT, '{NAME} only grows'); END"
        for act in ("UPDATE", "DELETE")
    ],
    "postgresql": [
        f"CREATE RULE {NAME}_no_{act} AS ON {act} TO {NAME} DO INSTEAD NOTHING"
        for act in ("UPDATE", "DELETE")
    ],
}
_MAY_SHRINK = {
    "sqlite": f"DROP TRIGGER {NAME}_no_DELETE",
    "postgresql": f"DROP RULE {NAME}_no_DELETE ON {NAME}",
}
_reason: ContextVar[str] = ContextVar("reason", default="")


@dataclass(frozen=True)
class Entry:
    """One change. at: UTC, to the second. before, after: points or a comment; empty where there was none."""

    at: str
    who: str
    why: str
    lesson: str
    student: str
    notebook: str
    cell: str
    what: str
    before: str
    after: str


def watch() -> None:
    """From now on note every change that this process makes in a gradebook. Calling it again changes nothing."""
    for kind, columns in _WATCHED.items():
        if event.contains(kind, "after_update", _note):
            return
        event.listen(kind, "after_update", _note)
        for name in columns:  # so that the old value is known even where no one has read it
            event.listen(getattr(kind, name), "set", _do_nothing, active_history=True)


@contextmanager
def because(reason: str) -> Iterator[None]:
    """Give the reason of the changes that are made inside; otherwise it is the command that was typed."""
    token = _reason.set(reason)
    try:
        yield
    finally:
        _reason.reset(token)


def history(engine: Engine, lesson: str, students: Sequence[str] = ()) -> list[Entry]:
    """What was noted for a lesson, of everyone or of these students, the oldest first."""
    if not inspect(engine).has_table(NAME):
        return []
    wanted = (
        select(*(_TABLE.c[name] for name in WORDS)).where(_TABLE.c.lesson == lesson).order_by(_TABLE.c.number)
    )
    if students:
        wanted = wanted.where(_TABLE.c.student.in_(students))
    with engine.connect() as connection:
        return [Entry(*row) for row in connection.execute(wanted)]


def forget(engine: Engine, student: str) -> int:
    """Remove what was noted of one student, who has the right to it; returns how many notes there were."""
    if not inspect(engine).has_table(NAME):
        return 0
    dialect = engine.dialect.name
    with engine.begin() as connection:
        if dialect in _MAY_SHRINK:
            connection.execute(text(_MAY_SHRINK[dialect]))
        gone = connection.execute(_TABLE.delete().where(_TABLE.c.student == student)).rowcount
        if dialect in _ONLY_GROWS:
            connection.execute(text(_ONLY_GROWS[dialect][1]))
    return gone


def _do_nothing(*_: Any) -> None: ...


def _note(_mapper: Any, connection: Connection, row: Any) -> None:
    """Called by SQLAlchemy when it has written a changed row."""
    changes = []
    for name, what in _WATCHED[type(row)].items():
        change = inspect(row).attrs[name].history
        before, after = (values[0] if values else None for values in (change.deleted, change.added))
        is_first = name == "auto_score" and before is None  # grading for the first time changes nothing
        if name == "late_submission_penalty":
            before, after = before or None, after or None  # none and 0 are the same
        if change.has_changes() and shown(before) != shown(after) and not is_first:
            changes.append((what, shown(before), shown(after)))
    if not changes:
        return
    if not inspect(connection).has_table(NAME):
        _TABLE.create(connection)
        for statement in _ONLY_GROWS.get(connection.dialect.name, []):
            connection.execute(text(statement))
    told = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "who": who(),
        "why": _reason.get() or _command(),
        **_place(connection, row),
    }
    rows = [{**told, "what": what, "before": before, "after": after} for what, before, after in changes]
    connection.execute(insert(_TABLE), rows)


def who() -> str:
    """The user who runs this: of the hub, where there is one, or of the machine."""
    try:
        return os.environ.get("JUPYTERHUB_USER") or getpass.getuser()
    except (OSError, KeyError):  # a number without a name, as in some containers
        return "someone without a name"


def _command() -> str:
    """What was typed to start this process."""
    program = Path(sys.argv[0])
    name = program.parent.name if program.stem == "__main__" else program.stem
    # of a server's own arguments no one learns anything; of nbgrader, only the formgrader changes points there
    return "formgrader" if name.startswith("jupyter") else " ".join([name, *sys.argv[1:]])[:500]


def shown(value: Any) -> str:
    """Points or a comment as a note has it; empty where there are none."""
    if value is None:
        return ""
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def _place(connection: Connection, row: Any) -> dict[str, str]:
    """Whose points these are, in which cell."""
    handed, assignments, cells = (
        kind.__table__ for kind in (api.SubmittedAssignment, api.Assignment, api.BaseCell)
    )
    notebooks, names = api.SubmittedNotebook.__table__, api.Notebook.__table__
    is_notebook = isinstance(row, api.SubmittedNotebook)
    found = connection.execute(
        select(assignments.c.name, handed.c.student_id, names.c.name)
        .select_from(notebooks)
        .join(handed, handed.c.id == notebooks.c.assignment_id)
        .join(assignments, assignments.c.id == handed.c.assignment_id)
        .join(names, names.c.id == notebooks.c.notebook_id)
        .where(notebooks.c.id == (row.id if is_notebook else row.notebook_id))
    ).first()
    lesson, student, notebook = found or ("", "", "")
    cell = "" if is_notebook else connection.scalar(select(cells.c.name).where(cells.c.id == row.cell_id))
    return {"lesson": lesson, "student": student, "notebook": notebook, "cell": cell or ""}
