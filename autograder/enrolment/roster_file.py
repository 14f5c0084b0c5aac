"""Read a list of students: our own columns, the files that Canvas and Moodle write, or any table with a mapping.

Canvas' gradebook export (its help, "How do I export grades in the Gradebook?") has the columns Student, ID,
SIS User ID, SIS Login ID and Section before the assignments. Moodle's participants and grades have First name,
Last name (or Surname), Email address and, where a site shows them, ID number and Username (docs.moodle.org, "Grade
export"). Their names are translated where a site speaks another language, so a mapping says which column is which.
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.enrolment import spreadsheets, system_ids
from autograder.enrolment.extensions import ALL, Extension
from autograder.errors import CourseError

OWN = ("student", "first_name", "last_name", "email", "lms_id", "canvas_id", "moodle_id")
FORMULA = ("=", "+", "-", "@")  # how a field begins that a spreadsheet computes
EXTENSION = "extension "  # how the name of a lesson's column begins
EVERYWHERE = "extension"  # the column for the whole course
Find = Callable[[str], str]  # a lesson's name as typed → its folder's name


@dataclass(frozen=True)
class Person:
    """One student. Empty fields say nothing: what the gradebook holds stays."""

    student: str  # nbgrader's student id: the name of their folder in submitted/
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    lms_id: str = ""  # in the one system that a course uses
    extensions: Mapping[str, Extension | None] = field(default_factory=dict)  # by lesson; None takes one back
    canvas_id: str = ""
    moodle_id: str = ""

    def id_in(self, system: str) -> str:
        """The student's id in "canvas" or "moodle"; empty where none is known."""
        return system_ids.id_in(system, {"canvas": self.canvas_id, "moodle": self.moodle_id}, self.lms_id)


def read(
    path: Path, find: Find, columns: Mapping[str, str] | None = None, say: Callable[[str], None] = print
) -> list[Person]:
    """The students of a list. Raises CourseError with the line where it cannot be read; then nothing is taken of it.

    columns: our column → the file's, by name or by number from 1 on, for a list in another language. say is told where
    the encoding was guessed.
    """
    text, encoding = spreadsheets.text_of(path)
    table = csv.reader(io.StringIO(text, newline=""), delimiter=spreadsheets.separator(text))
    try:
        people = _people(table, path, find, columns or {})
    except csv.Error as error:
        raise CourseError(f"{path}, line {table.line_num}: it cannot be read as CSV ({error})") from None

    if encoding == spreadsheets.WINDOWS:
        say(f"{path.name} is not in UTF-8, so it was read as {encoding}{_example(people)}")
    return people


def _example(people: Iterable[Person]) -> str:
    """A name that shows whether the encoding was guessed right; empty where all names are plain."""
    names = (f"{person.first_name} {person.last_name}".strip() for person in people)
    name = next((name for name in names if not name.isascii()), "")
    return f": is {name!r} spelled right?" if name else ""


def columns_of(text: str) -> dict[str, str]:
    """A mapping as typed, `student=Anmeldename, first_name=2`, as our column → the file's. Raises CourseError."""
    found = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        ours, equals, theirs = (side.strip() for side in part.partition("="))
        if not equals or ours not in OWN or not theirs:
            raise CourseError(
                f"--columns: {part!r} names no column: write {OWN[0]}=Username, with {', '.join(OWN)} before the sign "
                "and the file's column after it, by name or by number"
            )
        found[ours] = theirs
    return found


def _people(table: Any, path: Path, find: Find, columns: Mapping[str, str]) -> list[Person]:
    """The students of a table, as csv.reader gives it."""
    header = [name.strip() for name in next(table, [])]
    taken = _mapped(header, path, find, columns) if columns else _reader(header, path, find)
    people: dict[str, Person] = {}
    known = Known()
    while (row := _next(table)) is not None:
        begins, values = row
        where = f"{path}, line {begins}"
        if len(values) != len(header):
            raise CourseError(f"{where}: {len(values)} fields where the first line has {len(header)}")
        person = taken(dict(zip(header, values, strict=True)), where)
        if person is None:
            continue
        if person.student in people:
            raise CourseError(f"{where}: {person.student} stands in this list twice")
        _require_plain(person, where)
        known.add(person)
        clash = known.same_folder(person) or known.shared(person)
        if clash:
            raise CourseError(f"{where}: {clash}")
        people[person.student] = person
    if not people:
        raise CourseError(f"{path} names no student")
    return list(people.values())


def _next(table: Any) -> tuple[int, list[str]] | None:
    """The next row that has anything in it, without spaces at the ends of its fields, and the line it begins in."""
    while True:
        begins = table.line_num + 1
        row = next(table, None)
        if row is None:
            return None
        values = [value.strip() for value in row]
        if any(values):
            return begins, values


def _require_plain(person: Person, where: str) -> None:
    """Raise CourseError where a name, an email or an ID has a line break, another control character or a tag in it."""
    for name in OWN[1:]:
        value = getattr(person, name)
        if any(unicodedata.category(character) in ("Cc", "Zl", "Zp") for character in value):
            what = "a line break" if len(value.splitlines()) > 1 else "a control character"
            raise CourseError(
                f"{where}: {name} has {what} in it ({value[:40]!r}): remove it, or close a quote that was left open"
            )
        if "<" in value or ">" in value:
            raise CourseError(
                f"{where}: {name} has a < or > in it ({value[:40]!r}), which the formgrader would take for HTML: "
                "remove it"
            )


@dataclass
class Known:
    """Students, and what no two of them may share: an id, an ID in the other system, an email."""

    students: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # folded id → ids
    # (system, ID) → students
    lms_ids: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    emails: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # folded email → students

    def add(self, person: Person) -> None:
        self.students[folded(person.student)].append(person.student)
        for system in system_ids.SYSTEMS:
            if person.id_in(system):
                self.lms_ids[system, person.id_in(system)].append(person.student)
        if person.email:
            self.emails[folded(person.email)].append(person.student)

    def same_folder(self, person: Person) -> str:
        """Says whose folder some systems take for this student's; empty where the id is unlike all others."""
        for other in self.students.get(folded(person.student), ()):
            if other != person.student:
                return (
                    f"{person.student} and {other} differ only in upper and lower case or in how Unicode stores a "
                    "letter, and on some systems that is one folder: choose another id"
                )
        return ""

    def shared(self, person: Person, where: str = "") -> str:
        """Says which ID or email another student has already (where: "in the gradebook"); empty where none has."""
        already = f"{where} already" if where else "already"
        for system in system_ids.SYSTEMS:
            for other in self.lms_ids.get((system, person.id_in(system)), ()):
                if other != person.student:
                    return (
                        f"{person.student} has the ID {person.id_in(system)}, which {other} has {already}: one "
                        "student's work would count for the other"
                    )
        for other in self.emails.get(folded(person.email), ()):
            if other != person.student:
                return (
                    f"{person.student} has the email {person.email}, which {other} has {already}: Moodle, which can "
                    "match by email, would give one student's grade to the other"
                )
        return ""


def folded(text: str) -> str:
    """Equal for two texts that differ only in case or in how Unicode stores them (Unicode's caseless matching)."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).casefold())


Take = Callable[[Mapping[str, str], str], "Person | None"]


def _reader(header: Sequence[str], path: Path, find: Find) -> Take:
    """How a row of this header becomes a person."""
    if len(set(header)) < len(header):
        raise CourseError(f"{path}, line 1: two columns have the same name")
    if "SIS Login ID" in header:
        return _canvas
    if "Email address" in header and "First name" in header:
        if not {"Username", "ID number"} & set(header):
            raise CourseError(
                f"{path}: Username or ID number is needed among Moodle's columns: it names a student's folder"
            )
        return _moodle
    return _own(header, path, find)


def _mapped(header: Sequence[str], path: Path, find: Find, columns: Mapping[str, str]) -> Take:
    """A row of any table, whose columns a person has named; other columns than those and extensions don't count."""
    places = {ours: _place(theirs, header, path) for ours, theirs in columns.items()}
    extensions = [name for name in header if name.startswith(EXTENSION)]
    take = _own([*places, *extensions], path, find)

    def taken(row: Mapping[str, str], where: str) -> Person | None:
        return take(
            {**{name: row[name] for name in extensions}, **{k: row[v] for k, v in places.items()}}, where
        )

    return taken


def _place(theirs: str, header: Sequence[str], path: Path) -> str:
    """The header of the column that a person means: by its name or, if none is called so, by its number."""
    if theirs in header:
        return theirs
    if theirs.isdecimal() and 1 <= int(theirs) <= len(header):
        return header[int(theirs) - 1]
    known = ", ".join(f"{number} {name}" for number, name in enumerate(header, start=1))
    raise CourseError(f"{path}, line 1: there is no column {theirs!r}; there are {known or 'none'}")


def _own(header: Sequence[str], path: Path, find: Find) -> Take:
    if "student" not in header:
        raise CourseError(
            f"{path}, line 1: no column is called student; there are {', '.join(header) or 'none'}. If they have other "
            'names, say which is which, as in --columns "student=Anmeldename, last_name=3", by name or by number'
        )
    lessons = {name: find(name[len(EXTENSION) :].strip()) for name in header if name.startswith(EXTENSION)}
    if EVERYWHERE in header:
        lessons[EVERYWHERE] = ALL
    unknown = [name for name in header if name not in OWN and name not in lessons]
    if unknown:
        raise CourseError(
            f"{path}, line 1: unknown column {unknown[0]!r}; known are {', '.join(OWN)}, "
            f"{EVERYWHERE} and, for a lesson, '{EXTENSION}04'"
        )

    def take(row: Mapping[str, str], where: str) -> Person:
        try:
            extensions = {lesson: Extension.read(row[name]) for name, lesson in lessons.items() if row[name]}
        except ValueError as reason:
            raise CourseError(f"{where}: {reason}") from None
        general = extensions.get(ALL)
        if general is not None and general.until is not None:
            raise CourseError(
                f"{where}: the column {EVERYWHERE} is for all lessons and takes days (3) or hours (36 hours), no date: "
                f"a date belongs into a lesson's own column, such as '{EXTENSION}04'"
            )
        fields = {name: row.get(name, "") for name in OWN}
        return Person(**{**fields, "student": _folder_name(fields["student"], where)}, extensions=extensions)

    return take


def _canvas(row: Mapping[str, str], where: str) -> Person | None:
    """A row without a login is Canvas' own: the points possible, or its test student."""
    if not row["SIS Login ID"]:
        return None
    last, _, first = (part.strip() for part in row.get("Student", "").partition(","))
    student = _folder_name(row["SIS Login ID"], where)
    return Person(student, first, last, canvas_id=row.get("ID", ""))


def _moodle(row: Mapping[str, str], where: str) -> Person:
    student = row.get("Username") or row.get("ID number") or ""
    last = row.get("Last name") or row.get("Surname") or ""
    fields = row["First name"], last, row["Email address"]
    return Person(_folder_name(student, where), *fields, moodle_id=row.get("ID number", ""))


def _folder_name(student: str, where: str) -> str:
    """A student's id is the name of a folder, and a part of a line on a page."""
    if not student:
        raise CourseError(f"{where}: the student has no id")
    if student != student.strip(".") or any(c in '/\\*?"<>|:' or not c.isprintable() for c in student):
        raise CourseError(f"{where}: {student!r} cannot be the name of a folder")
    if student.startswith(FORMULA):
        raise CourseError(
            f"{where}: {student!r} begins with {student[0]}, so spreadsheets would take it for a formula: choose "
            "another id"
        )
    return student
