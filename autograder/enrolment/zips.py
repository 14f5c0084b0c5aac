"""Read the zip of all submissions that Canvas or Moodle gives, and say whose each file is.

Canvas ("Download submissions") names a file `lovelaceada_LATE_1815_99012_02a_scores-1.ipynb`: the sortable name, LATE
where it was, the student's Canvas id, the file's id and its own name, with -1, -2 … for later attempts. Moodle
("Download all submissions") makes a folder `Ada Lovelace_34512_assignsubmission_file_` or, without folders, puts that
before the file's name; its number belongs to this student in this assignment, so the full name says who it is.
Neither says when something was handed in.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from autograder.enrolment import known_notebooks
from autograder.enrolment.known_notebooks import Asked
from autograder.enrolment.roster_file import Person
from autograder.errors import CourseError

CANVAS = re.compile(r"(?P<name>[^_]*)_(?P<late>LATE_)?(?P<id>\d{1,18})_(?P<submission>\d{1,18})_(?P<file>.+)")
MOODLE = re.compile(r"(?P<name>.+?)_(?P<submission>\d{1,18})_assignsubmission_file_?/?(?P<file>[^/]+)")
# What reading one damaged, cut or encrypted file of an archive may raise.
DAMAGED = (OSError, EOFError, ValueError, RuntimeError, struct.error, zipfile.BadZipFile, zlib.error)
MAX_FILES, MAX_BYTES = 20_000, 20 * 2**20  # of an archive; of one file, as grading reads it
MAX_PACKED = 100  # files of an archive that a student handed in

Order = tuple[
    int, int, bool
]  # of attempts: the system's number, the number in the name, whether the name is no copy's


@dataclass
class Found:
    """What an archive holds: notebooks by student and notebook, and the rest with the reason why it was left.

    others: what a student handed in that is no notebook, by its own name. besides: file in the archive → that name.
    whose: file → student, of files that were left. renamed: (student, file, notebook) of files that are called
    otherwise. numbers: student → the beginning of their files' names in this archive, by which the system knows them
    when files come back.
    """

    notebooks: dict[str, dict[str, bytes]] = field(default_factory=lambda: defaultdict(dict))
    others: dict[str, dict[str, bytes]] = field(default_factory=lambda: defaultdict(dict))
    besides: dict[str, str] = field(default_factory=dict)
    left: list[tuple[str, str]] = field(default_factory=list)
    whose: dict[str, str] = field(default_factory=dict)
    renamed: list[tuple[str, str, str]] = field(default_factory=list)
    late: set[str] = field(default_factory=set)  # students whom Canvas calls late, without saying by how much
    numbers: dict[str, str] = field(default_factory=dict)


def read(
    path: Path,
    people: Iterable[Person],
    stems: Sequence[str],
    system: str,
    asked: Asked | None = None,
    given: Mapping[str, str] | None = None,
) -> Found:
    """The notebooks of a lesson in an archive. system: "canvas" or "moodle". Raises CourseError where it is none.

    asked: the ids in each notebook. given: a file's name in the archive, or how it begins → whose it is, as a person
    has decided: `student`, or `student/notebook`.
    """
    people = list(people)
    whose = _by_id(people) if system == "canvas" else _by_name(people)
    pattern = CANVAS if system == "canvas" else MOODLE
    try:
        with zipfile.ZipFile(path) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            if len(members) > MAX_FILES:
                raise CourseError(f"{path} holds {len(members)} files; more than {MAX_FILES} are not read")
            numbers = _numbers(members, pattern, whose) if system == "moodle" else {}
            reading = _Reading(archive, pattern, whose, numbers, stems, asked or {}, given or {})
            reading.refuse_unknown({person.student for person in people}, members)
            for member in members:
                reading.take(member)
    except (OSError, zipfile.BadZipFile, ValueError) as error:
        raise CourseError(f"{path} is no zip archive that can be read ({error})") from None
    return reading.found


def _matched(name: str, pattern: re.Pattern[str]) -> re.Match[str] | None:
    """The parts of a file's name, as a system writes it; an archive's own folders may come before it."""
    parts = PurePosixPath(name).parts
    return next((m for start in range(len(parts)) if (m := pattern.fullmatch("/".join(parts[start:])))), None)


def _numbers(
    members: Iterable[zipfile.ZipInfo], pattern: re.Pattern[str], whose: Mapping[str, str | None]
) -> dict[str, set[str]]:
    """Student → the numbers of the submissions that an archive of Moodle's has under that name."""
    found: dict[str, set[str]] = defaultdict(set)
    for member in members:
        match = _matched(member.filename, pattern)
        student = whose.get(_folded(match["name"])) if match else None
        if match and student:
            found[student].add(str(int(match["submission"])))
    return found


class _Left(Exception):
    """Why a file is left."""


@dataclass
class _Reading:
    """One pass over an archive."""

    archive: zipfile.ZipFile
    pattern: re.Pattern[str]
    whose: Mapping[str, str | None]
    numbers: Mapping[str, set[str]]
    stems: Sequence[str]
    asked: Asked
    given: Mapping[str, str]
    found: Found = field(default_factory=Found)
    taken: dict[tuple[str, str], tuple[Order, str]] = field(default_factory=dict)  # which attempt we have

    def refuse_unknown(self, students: set[str], members: Sequence[zipfile.ZipInfo]) -> None:
        """Raise CourseError where somebody decided about a file, a student or a notebook that isn't there."""
        for name, told in self.given.items():
            student, _, stem = told.partition("/")
            if student not in students:
                raise CourseError(f"--give {name}={told}: nobody in the gradebook is called {student!r}")
            if stem and stem not in self.stems:
                raise CourseError(f"--give {name}={told}: the notebooks are {', '.join(self.stems)}")
            if not any(member.filename.startswith(name) for member in members):
                raise CourseError(f"--give {name}={told}: no file in the archive begins with {name!r}")

    def take(self, member: zipfile.ZipInfo) -> None:
        """Take one file of the archive, or note why it is left."""
        match = _matched(member.filename, self.pattern)
        try:
            student, stem = self._owner(member.filename, match)
            self.found.whose[member.filename] = student
            if match:
                self.found.numbers[student] = _beginning(match)
            self._take(member, match, student, stem)
        except _Left as reason:
            self.found.left.append((member.filename, str(reason)))

    def _owner(self, name: str, match: re.Match[str] | None) -> tuple[str, str]:
        """Whose a file is, and which notebook it is if a person has said so."""
        told = next((told for begins, told in self.given.items() if name.startswith(begins)), "")
        if told:
            student, _, stem = told.partition("/")
            return student, stem
        if match is None:
            raise _Left("its name is not one that this system gives")
        by_id = "id" in self.pattern.groupindex
        key = match["id"] if by_id else _folded(match["name"])
        student = self.whose.get(key)
        if student is None:
            two = "two students have this id" if by_id else "two students have this name"
            raise _Left(two if key in self.whose else "nobody in the gradebook has this id or name")
        if len(self.numbers.get(student, ())) > 1:
            raise _Left(
                "two people in the archive have this name (numbers "
                f"{', '.join(sorted(self.numbers[student], key=int))}), and the gradebook knows one of them, "
                f"{student}: look in Moodle whose it is"
            )
        return student, ""

    def _take(self, member: zipfile.ZipInfo, match: re.Match[str] | None, student: str, stem: str) -> None:
        name = PurePosixPath(match["file"] if match else member.filename).name
        if member.file_size > MAX_BYTES:
            raise _Left(f"it is larger than {MAX_BYTES >> 20} MB")
        try:
            content = self.archive.read(member)
        except DAMAGED as error:
            raise _Left(f"it cannot be read ({error}): download the archive again") from None
        number = int(match["submission"]) if match else 0
        is_late = bool(match and match.groupdict().get("late"))
        if name.endswith(".zip"):
            if not self._keep_packed(member.filename, content, number, student, is_late):
                self._put_besides(member.filename, name, content, student)
                raise _Left("it is a zip archive without a notebook of this lesson")
        elif not self._keep(member.filename, name, content, number, student, stem, is_late):
            self._put_besides(member.filename, name, content, student)
            raise _Left(f"it is not {' or '.join(f'{stem}.ipynb' for stem in self.stems)}")

    def _put_besides(self, file: str, name: str, content: bytes, student: str) -> None:
        """Note a file that is no notebook of the lesson, for a person to look at."""
        self.found.others[student][name] = content
        self.found.besides[file] = name

    def _keep_packed(self, file: str, content: bytes, number: int, student: str, is_late: bool) -> bool:
        """Keep the notebooks in an archive that a student handed in; False where it has none of the lesson's."""
        has_any = False
        for inner, inside in _packed(content):
            name = f"{file}: {inner}"
            try:
                has_any |= self._keep(name, PurePosixPath(inner).name, inside, number, student, "", is_late)
            except _Left as reason:
                self.found.left.append((name, str(reason)))
                self.found.whose[name] = student
                has_any = True
        return has_any

    def _keep(
        self, file: str, name: str, content: bytes, number: int, student: str, stem: str, is_late: bool
    ) -> bool:
        """Keep a notebook of the lesson unless a later attempt is there; False where it is none."""
        stem = stem or known_notebooks.which(name, content, self.stems, self.asked)
        if not stem:
            return False
        attempt = known_notebooks.ATTEMPT.search(name)
        bare = known_notebooks.ATTEMPT.sub("", name)
        order = number, int(re.sub(r"\D", "", attempt[0])) if attempt else 0, bare == f"{stem}.ipynb"
        before = self.taken.get((student, stem))
        if before and before[0] >= order:
            raise _Left(f"{_instead(before[0], order)}: {before[1]}")
        if before:
            self.found.left.append((before[1], f"{_instead(order, before[0])}: {file}"))
            self.found.whose[before[1]] = student
            self.found.renamed = [each for each in self.found.renamed if each[1] != before[1]]
        self.taken[student, stem] = order, file
        self.found.notebooks[student][stem] = content
        if bare != f"{stem}.ipynb":
            self.found.renamed.append((student, file, stem))
        if is_late:
            self.found.late.add(student)
        return True


def _instead(kept: Order, left: Order) -> str:
    """Why one of two files of the same notebook is left."""
    return "a later attempt is there" if kept[:2] != left[:2] else "another file of this notebook is there"


def _packed(content: bytes) -> Iterator[tuple[str, bytes]]:
    """The notebooks in an archive that a student handed in; none where it can't be read."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for member in archive.infolist()[:MAX_PACKED]:
                if member.filename.endswith(".ipynb") and member.file_size <= MAX_BYTES:
                    yield member.filename, archive.read(member)
    except DAMAGED:
        return


def _beginning(match: re.Match[str]) -> str:
    """What comes before a file's own name, by which the system knows the student."""
    number = f"{match['id']}_" if "id" in match.re.groupindex else ""
    return f"{match['name']}_{number}{match['submission']}"


def _by_id(people: Iterable[Person]) -> dict[str, str | None]:
    """Canvas' id → student; None where two have it."""
    found: dict[str, str | None] = {}
    for person in people:
        number = person.id_in("canvas")
        if number:
            found[number] = None if number in found else person.student
    return found


def _by_name(people: Iterable[Person]) -> dict[str, str | None]:
    """Full name → student; None where two have it."""
    found: dict[str, str | None] = {}
    for person in people:
        for name in {
            f"{person.first_name} {person.last_name}",
            f"{person.last_name} {person.first_name}",
        }:
            key = _folded(name)
            if key:
                found[key] = person.student if found.get(key, person.student) == person.student else None
    return found


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())
