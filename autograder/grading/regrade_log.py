"""regrades.jsonl in the course's folder: every note that came by mail, every reply, every erratum. It only grows.

{"when": …, "lesson": …, "who": …, "asked": [note, …]}                      notes from a table
{"when": …, "lesson": …, "who": …, "replies": [note and reply, …]}          what people answered
{"when": …, "lesson": …, "who": …, "why": …, "changes": [change, …], …}     an erratum
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from autograder import private_files
from autograder.errors import CourseError
from autograder.grading.points_history import who
from autograder.grading.regrade_notes import Change, Note

FILE = "regrades.jsonl"


@dataclass(frozen=True)
class Reply:
    """What a person answered to a note. before, after: the points, None where the note names no exercise."""

    student: str
    exercise: str
    text: str
    reply: str
    before: float | None = None
    after: float | None = None

    @property
    def note(self) -> Note:
        return Note(self.student, self.exercise, self.text)

    @property
    def state(self) -> str:
        return "answered" if self.before == self.after else "changed"


def asked(root: Path, lesson: str) -> list[Note]:
    """The notes that were taken from tables."""
    return [Note(**note) for entry in _entries(root, lesson) for note in entry.get("asked", [])]


def replies(root: Path, lesson: str) -> dict[Note, Reply]:
    """Note → the latest reply to it."""
    found = [Reply(**reply) for entry in _entries(root, lesson) for reply in entry.get("replies", [])]
    return {reply.note: reply for reply in found}


def last_erratum(root: Path, lesson: str) -> str:
    """When the last erratum was noted, in UTC as `points_history` has times; empty where there was none."""
    return max((entry["when"] for entry in _entries(root, lesson) if entry.get("why")), default="")


def add(
    root: Path,
    lesson: str,
    *,
    asked: Sequence[Note] = (),
    replies: Sequence[Reply] = (),
    why: str = "",
    changes: Sequence[Change] = (),
) -> None:
    """Add one line."""
    entry: dict[str, Any] = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "lesson": lesson,
        "who": who(),
    }
    if why:
        entry |= {"why": why, "changes": [asdict(change) for change in changes]}
    for name, told in (("asked", asked), ("replies", replies)):
        if told:
            entry[name] = [asdict(each) for each in told]
    private_files.add_line(root / FILE, json.dumps(entry, ensure_ascii=False))


def _entries(root: Path, lesson: str) -> list[dict[str, Any]]:
    path = root / FILE
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        entries = [json.loads(line) for line in lines if line.strip()]
        found = [entry for entry in entries if entry["lesson"] == lesson]
        for entry in found:  # what no regrade wrote is told here, and not in the middle of something
            _ = (
                [Note(**note) for note in entry.get("asked", [])],
                [Reply(**r) for r in entry.get("replies", [])],
            )
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise CourseError(
            f"{path} cannot be read ({type(error).__name__}: {error}): fix it or move it away"
        ) from None
    return found
