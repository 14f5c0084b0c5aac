"""Read the zip of all submissions that Canvas or Moodle gives, and say whose each file is.

Canvas ("Download submissions") names a file `lovelaceada_LATE_1815_99012_02a_scores-1.ipynb`: the sortable name, LATE
where it was, the student's Canvas id, the submission's id and the file's own name, with -1, -2 … for later attempts.
Moodle ("Download all submissions") makes a folder `Ada Lovelace_34512_assignsubmission_file_` or, without folders, puts
that before the file's name; its number belongs to the submission, so the full name says who it is.
Neither says when something was handed in.
"""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from autograder.enrolment.roster_file import Person
from autograder.errors import CourseError

CANVAS = re.compile(r"(?P<name>[^_]*)_(?P<late>LATE_)?(?P<id>\d{1,18})_(?P<submission>\d{1,18})_(?P<file>.+)")
MOODLE = re.compile(r"(?P<name>.+?)_(?P<submission>\d{1,18})_assignsubmission_file_?/?(?P<file>[^/]+)")
# What a second attempt or a browser's copy adds to a file's name.
ATTEMPT = re.compile(r"(?:-\d{1,9}| ?\(\d{1,9}\))(?=\.ipynb$)")
# What reading one damaged, cut or encrypted file of an archive may raise.
DAMAGED = (OSError, EOFError, ValueError, RuntimeError, struct.error, zipfile.BadZipFile, zlib.error)
MAX_FILES, MAX_BYTES = 20_000, 20 * 2**20  # of an archive; of one notebook, as grading reads it


@dataclass
class Found:
    """What an archive holds: notebooks by student and notebook, and the rest with the reason why it was left."""

    notebooks: dict[str, dict[str, bytes]] = field(default_factory=lambda: defaultdict(dict))
    left: list[tuple[str, str]] = field(default_factory=list)
    late: set[str] = field(default_factory=set)  # students whom Canvas calls late, without saying by how much


def read(path: Path, people: Iterable[Person], stems: Sequence[str], system: str) -> Found:
    """The notebooks of a lesson in an archive. system: "canvas" or "moodle". Raises CourseError where it is none."""
    whose = _by_id(people) if system == "canvas" else _by_name(people)
    pattern = CANVAS if system == "canvas" else MOODLE
    found = Found()
    taken: dict[tuple[str, str], tuple[tuple[int, int], str]] = {}  # which attempt of a notebook we have
    try:
        with zipfile.ZipFile(path) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            if len(members) > MAX_FILES:
                raise CourseError(f"{path} holds {len(members)} files; more than {MAX_FILES} are not read")
            numbers = _numbers(members, pattern, whose) if system == "moodle" else {}
            for member in members:
                reason = _take(archive, member, pattern, whose, numbers, stems, found, taken)
                if reason:
                    found.left.append((member.filename, reason))
    except (OSError, zipfile.BadZipFile, ValueError) as error:
        raise CourseError(f"{path} is no zip archive that can be read ({error})") from None
    return found


def _matched(member: zipfile.ZipInfo, pattern: re.Pattern[str]) -> re.Match[str] | None:
    """The parts of a file's name, as a system writes it; an archive's own folders may come before it."""
    parts = PurePosixPath(member.filename).parts
    return next((m for start in range(len(parts)) if (m := pattern.fullmatch("/".join(parts[start:])))), None)


def _numbers(
    members: Iterable[zipfile.ZipInfo], pattern: re.Pattern[str], whose: Mapping[str, str | None]
) -> dict[str, set[str]]:
    """Student → the numbers of the submissions that an archive of Moodle's has under that name."""
    found: dict[str, set[str]] = defaultdict(set)
    for member in members:
        match = _matched(member, pattern)
        student = whose.get(_folded(match["name"])) if match else None
        if match and student:
            found[student].add(str(int(match["submission"])))
    return found


def _take(
    archive: zipfile.ZipFile,
    member: zipfile.ZipInfo,
    pattern: re.Pattern[str],
    whose: Mapping[str, str | None],
    numbers: Mapping[str, set[str]],
    stems: Sequence[str],
    found: Found,
    taken: dict[tuple[str, str], tuple[tuple[int, int], str]],
) -> str:
    """Take one file of the archive; the reason where it is left."""
    match = _matched(member, pattern)
    if match is None:
        return "its name is not one that this system gives"
    key = match["id"] if "id" in pattern.groupindex else _folded(match["name"])
    student = whose.get(key)
    if student is None:
        two = "two students have this id" if "id" in pattern.groupindex else "two students have this name"
        return two if key in whose else "nobody in the gradebook has this id or name"
    if len(numbers.get(student, ())) > 1:
        return (
            f"two people in the archive have this name (numbers {', '.join(sorted(numbers[student], key=int))}), and "
            f"the gradebook knows one of them, {student}: look in Moodle whose it is and copy the file by hand"
        )
    name = PurePosixPath(match["file"]).name
    attempt = ATTEMPT.search(name)
    stem = _stem(ATTEMPT.sub("", name), stems)
    if stem is None:
        return f"it is not {' or '.join(f'{stem}.ipynb' for stem in stems)}"
    if member.file_size > MAX_BYTES:
        return f"it is larger than {MAX_BYTES >> 20} MB"
    order = int(match["submission"]), int(re.sub(r"\D", "", attempt[0])) if attempt else 0
    before = taken.get((student, stem))
    if before and before[0] >= order:
        return f"a later attempt is there: {before[1]}"
    try:
        content = archive.read(member)
    except DAMAGED as error:
        return f"it cannot be read ({error}): download the archive again"
    if before:
        found.left.append((before[1], f"a later attempt is there: {member.filename}"))
    taken[student, stem] = order, member.filename
    found.notebooks[student][stem] = content
    if match.groupdict().get("late"):
        found.late.add(student)
    return ""


def _stem(name: str, stems: Sequence[str]) -> str | None:
    """Which of the lesson's notebooks a file is; a lesson of one notebook takes any notebook."""
    if not name.endswith(".ipynb"):
        return None
    bare = name.removesuffix(".ipynb")
    if bare in stems:
        return bare
    return stems[0] if len(stems) == 1 else None


def _by_id(people: Iterable[Person]) -> dict[str, str | None]:
    """Canvas' id → student; None where two have it."""
    found: dict[str, str | None] = {}
    for person in people:
        if person.lms_id:
            found[person.lms_id] = None if person.lms_id in found else person.student
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
