"""What people have given in the formgrader or in a regrade, which a table of written answers undoes only when told to.

Points that the same person brought in with such a table are a correction's to change. The gradebook's own notes
(points_history) say where each value came from; one that no note explains counts as somebody else's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from autograder.grading import points_history
from autograder.grading.points_history import POINTS, Entry

TABLE = re.compile(r"autograder written\b.* --take\b")
CORRECTION = re.compile(r"autograder written\b.* --correct\b")

Notes = dict[tuple[str, str, str], Entry]  # student, question and what changed → where its value is from


def reason(lesson: str, table: Path) -> str:
    """Why points change that come from a table, as the history tells it."""
    return f"autograder written {lesson} --take {table}"


def notes(entries: Iterable[Entry]) -> Notes:
    """The last note of each value. A correction of a rubric's points leaves what was given, and so where it is from."""
    found: Notes = {}
    for entry in entries:
        key = entry.student, entry.cell, entry.what
        if key in found and CORRECTION.match(entry.why):
            entry = replace(found[key], after=entry.after)
        found[key] = entry
    return found


def by_others(known: Notes, student: str, question: str, has: dict[str, float | str | None]) -> str:
    """What of these values this person's tables have not given, with where it is from; empty where they gave all.

    has: POINTS or COMMENT → what the gradebook has and a table would change.
    """
    me = points_history.who()
    for what, value in has.items():
        entry = known.get((student, question, what))
        if value in (None, "") and entry is None:
            continue
        shown = f"{value:g} points" if what == POINTS and isinstance(value, float | int) else f"the {what}"
        if entry is None or entry.after != points_history.shown(value):
            return f"nothing tells where {shown} came from"
        if entry.who != me or not TABLE.match(entry.why):
            return f"{shown} by {entry.who}, {entry.at[:16].replace('T', ' ')} UTC ({entry.why})"
    return ""
