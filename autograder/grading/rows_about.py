"""Which rows of a table are about one student: by id, email, the ids in Canvas and Moodle, or by name alone.

The tables are ours, in any form in which a spreadsheet may have saved them, or people's own lists.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.enrolment import spreadsheets, system_ids
from autograder.enrolment.roster_file import folded
from autograder.errors import CourseError
from autograder.grading.gradebook import is_there, opened
from autograder.grading.submissions import Course

OWN_ID = ("student", "student_id", "SIS Login ID")  # the columns in which our tables have nbgrader's ids
IDS_OF = {  # in which columns a system's ids are; Moodle's has nbgrader's where no other is known
    "canvas": ("ID", "canvas_id"),
    "moodle": ("ID number", "moodle_id"),
}


@dataclass(frozen=True)
class Known:
    """What is known of one student, and of the others, so that a namesake's row stays.

    numbers, theirs: by system, the student's ids in Canvas and Moodle and everybody else's. others: everybody else's
    ids and emails, folded.
    """

    student: str
    first: str = ""
    last: str = ""
    email: str = ""
    numbers: Mapping[str, str] = field(default_factory=dict)
    others: frozenset[str] = frozenset()
    theirs: Mapping[str, frozenset[str]] = field(default_factory=dict)
    has_namesake: bool = False

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}".strip()

    @property
    def words(self) -> list[str]:
        """What names the student in a text."""
        return [word for word in (self.student, self.name, self.email) if word]


def known(course: Course, student: str) -> Known:
    """What the gradebook and lms_ids.json tell of a student. Raises CourseError where one of them can't be read."""
    people: list[Any] = []
    if is_there(course.db_url):
        with opened(course.db_url) as gradebook:
            people = [(p.id, p.first_name, p.last_name, p.email, p.lms_user_id) for p in gradebook.students]
    ids = system_ids.read(course.root)

    def numbers(who: str, general: str | None) -> dict[str, str]:
        own = {system: ids.get(system, {}).get(who, "") for system in system_ids.SYSTEMS}
        return {system: system_ids.id_in(system, own, general or "") for system in system_ids.SYSTEMS}

    first, last, email, general = next((tuple(p[1:]) for p in people if p[0] == student), ("", "", "", ""))
    people = [person for person in people if person[0] != student]
    general_of = {who: number for who, *_, number in people}
    everybody = {*general_of, *(who for system in ids.values() for who in system)} - {student}
    found = [numbers(who, general_of.get(who)) for who in everybody]
    name = _plain(f"{first or ''} {last or ''}")
    return Known(
        student,
        first or "",
        last or "",
        email or "",
        numbers(student, general),
        frozenset(folded(word) for who, _, _, mail, _ in people for word in (who, mail) if word),
        {system: frozenset(each[system] for each in found) for system in system_ids.SYSTEMS},
        bool(name) and any(_plain(f"{p[1] or ''} {p[2] or ''}") == name for p in people),
    )


@dataclass(frozen=True)
class Sheet:
    """A table as it is in its file: each row's own text beside its fields, the header first."""

    path: Path
    encoding: str
    rows: Sequence[tuple[str, Sequence[str]]]

    @classmethod
    def read(cls, path: Path) -> Sheet:
        """Raises CourseError where the file can't be read as a table."""
        text, encoding = spreadsheets.text_of(path)
        lines = list(io.StringIO(text, newline=""))
        table = csv.reader(lines, delimiter=spreadsheets.separator(text))
        rows: list[tuple[str, Sequence[str]]] = []
        before = 0
        try:
            for row in table:
                rows.append(("".join(lines[before : table.line_num]), row))
                before = table.line_num
        except csv.Error as error:
            raise CourseError(
                f"{path} cannot be read ({error}): fix it or move it away, then run it again"
            ) from None
        return cls(path, encoding, rows)

    @property
    def header(self) -> list[str]:
        return [name.strip() for name in self.rows[0][1]] if self.rows else []

    def without(self, rows: Iterable[int]) -> bytes:
        """The file's content without the rows of these numbers, the rest as it was."""
        gone = set(rows)
        return "".join(text for n, (text, _) in enumerate(self.rows) if n not in gone).encode(self.encoding)


def of(sheet: Sheet, who: Known) -> list[int]:
    """The numbers of the rows that are about a student and nobody else."""
    header = sheet.header
    return [number for number, (_, row) in enumerate(sheet.rows) if _is_about(header, _clean(row), who)]


def may_be_of(sheet: Sheet, who: Known) -> bool:
    """Whether a table of any form has a field or a name that is the student's."""
    wanted = {folded(word) for word in [*who.words, *who.numbers.values()] if word}
    return any(
        wanted & {folded(value) for value in _clean(row)} or _has_name(_clean(row), who)
        for _, row in sheet.rows
    )


def _is_about(header: Sequence[str], row: Sequence[str], who: Known) -> bool:
    pairs = list(zip(header, row, strict=False))
    named = [value for name, value in pairs if name in OWN_ID and value]
    numbered = [
        (system, value) for system, names in IDS_OF.items() for n, value in pairs if n in names and value
    ]
    # an id such as 7 or full is in other columns too, and means something else there
    ids = [*named, *(value for _, value in numbered)] if {*OWN_ID, "ID number"} & {*header} else row
    if who.student in ids or (who.email and folded(who.email) in map(folded, row)):
        return True
    if named:
        return False
    if any(who.numbers.get(system) == value for system, value in numbered):
        return True
    others = {folded(value) for value in row} & who.others or any(
        value in who.theirs.get(system, ()) for system, value in numbered
    )
    return not others and not who.has_namesake and _has_name(row, who)


def _has_name(row: Sequence[str], who: Known) -> bool:
    values = {_plain(value) for value in row}
    first, last = _plain(who.first), _plain(who.last)
    if not first or not last:
        return bool(first or last) and (first or last) in values
    return {first, last} <= values or bool(
        values & {f"{first} {last}", f"{last}, {first}", f"{last} {first}"}
    )


def _clean(row: Sequence[str]) -> list[str]:
    """The fields without spaces at their ends and without the mark that keeps a spreadsheet from computing."""
    return [value.strip().removeprefix("'") for value in row]


def _plain(name: str) -> str:
    return folded(" ".join(name.split()))
