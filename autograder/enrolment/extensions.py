"""Extensions: how much longer somebody may take for a lesson.

They stand in extensions.json in the course's folder, by lesson and student, because nbgrader can note one only for a
student who has handed in, and takes it along into no new submission. What is noted here is applied whenever a result
is written, so it may be given before or after.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from pathlib import Path

from autograder import private_files
from autograder.enrolment.moments import moment
from autograder.errors import CourseError

FILE = "extensions.json"
ALL = "all lessons"  # the row of the file with those who have more time in the whole course
LENGTH = re.compile(r"(\d{1,3}(?:\.\d+)?)\s*(days?|d|hours?|h)?")


@dataclass(frozen=True)
class Extension:
    """A time span, or a new due date (UTC, without a zone as nbgrader keeps it); never both."""

    length: timedelta | None = None
    until: datetime | None = None

    @classmethod
    def read(cls, text: str) -> Extension | None:
        """`3`, `3 days`, `36 hours`, `2027-03-01`, `2027-03-01 18:00`, with a zone such as +02:00; `0` for none.

        A day alone means all of that day. Without a zone, UTC is meant, as everywhere in nbgrader. Raises ValueError.
        """
        text = text.strip()
        match = LENGTH.fullmatch(text)
        if match:
            count, unit = float(match[1]), match[2] or "d"
            length = timedelta(hours=count) if unit.startswith("h") else timedelta(days=count)
            return cls(length=length) if length else None
        try:
            when = moment(text)
        except ValueError:
            raise ValueError(
                f"{text!r} is no extension: write days (3), hours (36 hours) or a date (2027-03-01 18:00, and "
                "+02:00 after it if that is not UTC)"
            ) from None
        except OverflowError:  # the last day that Python knows, west of Greenwich
            raise ValueError(f"{text!r} is no extension: the date is too far away") from None
        return cls(until=when if ":" in text else datetime.combine(when.date(), time(23, 59, 59)))

    def __str__(self) -> str:
        if self.until is not None:
            return self.until.isoformat(sep=" ")
        assert self.length is not None
        return f"{self.length / timedelta(hours=1):g} hours"

    def beyond(self, due: datetime | None) -> timedelta | None:
        """How much longer than the due date; None where a lesson has no due date to be late for."""
        if due is None:
            return None
        if self.length is not None:
            return self.length
        assert self.until is not None
        return max(self.until - due, timedelta(0))


Table = dict[str, dict[str, Extension]]  # lesson, or ALL → student → extension


def of(table: Table, lesson: str, student: str) -> list[Extension]:
    """What a student has for a lesson: its own extension, and the one for the whole course."""
    return [found for name in (lesson, ALL) if (found := table.get(name, {}).get(student))]


def longest(found: Iterable[Extension], due: datetime | None) -> timedelta | None:
    """The longest of these; they don't add up. None where there is none, or no due date."""
    return max((span for one in found if (span := one.beyond(due)) is not None), default=None)


def due_of(table: Table, lesson: str, student: str, due: datetime | None) -> datetime | None:
    """A student's own due date: the lesson's, later by their longest extension; None where the lesson has none."""
    span = longest(of(table, lesson, student), due)
    return due if due is None or span is None else due + span


def read(root: Path) -> Table:
    """What stands in the course's file; nothing where there is none. Raises CourseError where it cannot be read."""
    path = root / FILE
    if not path.exists():
        return {}
    try:
        raw = json.loads(path.read_text(encoding="utf-8") or "{}")
        return {
            lesson: {student: found for student, text in row.items() if (found := Extension.read(text))}
            for lesson, row in raw.items()
        }
    except (OSError, ValueError, AttributeError) as error:
        raise CourseError(
            f"{path} cannot be read ({error}): fix it, or delete it and import the roster again"
        ) from None


def merged(old: Table, new: Mapping[str, Mapping[str, Extension | None]]) -> Table:
    """The old table with what the new one says; None takes an extension back."""
    found = {lesson: dict(row) for lesson, row in old.items()}
    for lesson, row in new.items():
        for student, extension in row.items():
            kept = found.setdefault(lesson, {})
            if extension is None:
                kept.pop(student, None)
            else:
                kept[student] = extension
    return {lesson: row for lesson, row in found.items() if row}


def taken_back(old: Table, new: Mapping[str, Mapping[str, Extension | None]]) -> int:
    """How many of the old table's extensions the new one takes back."""
    return sum(
        extension is None and student in old.get(lesson, {})
        for lesson, row in new.items()
        for student, extension in row.items()
    )


def write(root: Path, table: Table) -> None:
    """Write the course's file in one step, for its owner alone."""
    raw = {lesson: {student: str(row[student]) for student in sorted(row)} for lesson, row in table.items()}
    private_files.write(root / FILE, json.dumps(raw, indent=1, ensure_ascii=False, sort_keys=True) + "\n")
