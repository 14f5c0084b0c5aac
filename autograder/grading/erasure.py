"""Everything that a course's folder holds about one student: found first, and removed when a person has agreed.

What is made from grades (pages, archives for Canvas) is removed whole where it names the student, because a command
makes it again. Tables and records lose the student's rows. docs/personal_data.md says where else to look.
"""

from __future__ import annotations

import glob
import html
import json
import os
import re
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nbgrader.api import Base, MissingEntry
from sqlalchemy import inspect, text
from sqlalchemy.exc import SQLAlchemyError

from autograder import private_files
from autograder.enrolment import archive_names, spreadsheets
from autograder.errors import CourseError
from autograder.grading import points_history, rows_about
from autograder.grading.gradebook import cause, is_there, opened, shown
from autograder.grading.rows_about import Known, Sheet
from autograder.grading.submissions import Course

GRADES = Path("build") / "grades"
LOG = ".nbgrader.log"
GRADES_OF = (
    "SELECT grade.id FROM grade JOIN submitted_notebook ON grade.notebook_id = submitted_notebook.id "
    "JOIN submitted_assignment ON submitted_notebook.assignment_id = submitted_assignment.id "
    "WHERE submitted_assignment.student_id = :student"
)
ARCHIVES = (".zip", ".xlsx", ".ods")  # nobody looks into people's own
TEXTS = (".csv", ".tsv", ".tab", ".txt")
ALONE = "1"  # in a table's column `students`: the row is about one person


@dataclass(frozen=True)
class Step:
    """One thing to remove: what it is, for a person to read, and how it goes."""

    what: str
    remove: Callable[[], None]


@dataclass
class Plan:
    """All that is to go, and what is for a person to change: files that name the student, and archives that may."""

    steps: list[Step] = field(default_factory=list)
    named: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


def plan(course: Course, student: str, exchange: Path | None = None) -> Plan:
    """What there is about a student. exchange: the folder of the course in nbgrader's exchange, if it has one.

    Raises CourseError where a file can't be read.
    """
    who = rows_about.known(course, student)
    words, sent_as = _words(who), archive_names.of_student(course.root, student)
    answers = set(_answers(course, student))
    found = Plan()
    for folder in _folders(course, student, exchange):
        found.steps.append(
            Step(f"{_shown(folder, course)}/, {_files(folder)} files", lambda f=folder: shutil.rmtree(f))
        )
    made = [path for path in sorted((course.root / GRADES).rglob("*")) if path.is_file()]
    tables = [path for path in made if ".csv" in path.name]  # and hidden copies, whose names go on
    for path in [*tables, course.root / "grades.csv"]:
        if path.is_file():
            _plan_table(path, who, answers, found, course)
    for path in made:
        if {".html", ".zip"} & {*path.suffixes} and _names(path, words, answers, sent_as):
            found.steps.append(Step(f"{_shown(path, course)}, which a command makes again", path.unlink))
    _plan_log(course.root / LOG, words, found, course)
    # what tells how else the student is called goes last, so that a removal that stopped can be finished
    for path in sorted([*course.root.glob("*.json"), *course.root.glob("*.jsonl")]):
        _plan_record(path, student, found, course)
    _plan_gradebook(course, student, found)
    others = [path for path in made if path not in tables and not {".html", ".zip"} & {*path.suffixes}]
    _plan_mentions([*sorted(course.root.glob("*")), *others], who, words, found, course)
    return found


# --- folders ------------------------------------------------------------------------------------------------------


def _folders(course: Course, student: str, exchange: Path | None) -> Iterator[Path]:
    """What was handed in, graded and given back, lesson by lesson or, where all lessons are in one folder, that."""
    for step in (course.submitted, course.autograded, course.feedback):
        place = {"nbgrader_step": step, "student_id": student}
        above = course.structure.format(**place, assignment_id="\0").partition("\0")[0]
        if course.structure.endswith("/{student_id}/{assignment_id}"):
            folders = [course.root / above]
        else:
            place = {key: glob.escape(value) for key, value in place.items()}
            pattern = os.path.join(glob.escape(str(course.root)), course.structure)
            folders = [Path(found) for found in glob.glob(pattern.format(**place, assignment_id="*"))]
        yield from (folder for folder in folders if folder.is_dir() and not folder.is_symlink())
    made = [
        course.root / "practice" / student,
        *(course.root / "build" / "give-back").glob(f"*/{glob.escape(student)}"),
    ]
    yield from (folder for folder in made if folder.is_dir())
    if exchange is not None:
        yield from sorted((exchange / "inbound").glob(f"{glob.escape(student)}+*"))


def _files(folder: Path) -> int:
    return sum(path.is_file() for path in folder.rglob("*"))


# --- records and tables -------------------------------------------------------------------------------------------


def _plan_record(path: Path, student: str, found: Plan, course: Course) -> None:
    """A JSON file, or one with a JSON value on each line: without what belongs to the student."""
    lines = path.suffix == ".jsonl"
    try:
        content = path.read_text(encoding="utf-8")
        before = (
            [json.loads(line) for line in content.splitlines() if line.strip()]
            if lines
            else json.loads(content)
        )
    except (OSError, ValueError) as error:
        raise CourseError(
            f"{path} cannot be read ({error}): fix it or move it away, then run it again"
        ) from None
    after, count = _without(before, student)
    if not count:
        return
    if lines:
        new = "".join(f"{json.dumps(value, ensure_ascii=False)}\n" for value in after)
    else:
        new = json.dumps(after, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    what = f"{_shown(path, course)}: {count} entr{'y' if count == 1 else 'ies'}"
    found.steps.append(Step(what, lambda: private_files.write(path, new)))


def _without(value: Any, student: str) -> tuple[Any, int]:
    """A JSON value without a student: entries under the student's id, and those that name it as their student."""
    if isinstance(value, dict):
        kept = {key: _without(each, student) for key, each in value.items() if not _is_of(key, each, student)}
        gone = len(value) - len(kept) + sum(count for _, count in kept.values())
        return {key: each for key, (each, _) in kept.items()}, gone
    if isinstance(value, list):
        inner = [
            _without(each, student) for each in value if each != student and not _is_of("", each, student)
        ]
        return [each for each, _ in inner], len(value) - len(inner) + sum(count for _, count in inner)
    return value, 0


def _is_of(key: str, value: Any, student: str) -> bool:
    return key == student or (isinstance(value, dict) and value.get("student") == student)


def _plan_table(path: Path, who: Known, answers: Set[str], found: Plan, course: Course) -> None:
    """A table of ours or nbgrader's, also as a spreadsheet saved it: without the rows of the student."""
    sheet = Sheet.read(path)
    rows = sorted({*rows_about.of(sheet, who), *_rows_with(sheet, answers)})
    if rows:
        what = f"{_shown(path, course)}: {len(rows)} row{'' if len(rows) == 1 else 's'}"
        content = sheet.without(rows)
        found.steps.append(Step(what, lambda: private_files.write_bytes(path, content)))
    elif who.has_namesake and rows_about.may_be_of(sheet, who) and not {*rows_about.OWN_ID} & {*sheet.header}:
        found.named.append(_shown(path, course))


def _rows_with(sheet: Sheet, answers: Set[str]) -> Iterator[int]:
    """The rows that begin an answer that nobody else has given."""
    for number, (_, row) in enumerate(sheet.rows):
        told = dict(zip(sheet.header, row, strict=False))
        if told.get("students") == ALONE and told.get("begins", "").removeprefix("'") in answers:
            yield number


def _answers(course: Course, student: str) -> Iterator[str]:
    """How each text that the student wrote begins, as the table of `autograder written` has it."""
    for folder in course.root.glob(f"{glob.escape(course.autograded)}/{glob.escape(student)}/*"):
        for path in folder.glob("*.ipynb"):
            try:
                cells = json.loads(path.read_text(encoding="utf-8")).get("cells", [])
            except (OSError, ValueError):
                continue
            for cell in cells:
                told = cell.get("metadata", {}).get("nbgrader", {})
                begins = " ".join("".join(cell["source"]).split())[:60]
                if begins and told.get("solution") and cell.get("cell_type") == "markdown":
                    yield begins


# --- pages, archives, the log -------------------------------------------------------------------------------------


def _words(who: Known) -> re.Pattern[str]:
    """What names a student in a text: the id, the full name, the email."""
    return re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in who.words))


def _names(path: Path, words: re.Pattern[str], answers: Iterable[str], sent_as: Sequence[str]) -> bool:
    """Whether a page or an archive that we made names the student, or may hold an answer of theirs.

    sent_as: what the names of the student's files have in them in an archive for Canvas or Moodle.
    """
    if ".zip" in path.suffixes:
        try:
            with zipfile.ZipFile(path) as archive:
                return any(
                    words.search(name.replace("_", " "))
                    or words.search(name)
                    or any(part in name for part in sent_as)
                    for name in archive.namelist()
                )
        except (OSError, zipfile.BadZipFile):
            return True
    content = html.unescape(path.read_text(encoding="utf-8", errors="replace"))
    return bool(words.search(content)) or (path.name.endswith("-written.html") and any(answers))


def _plan_log(path: Path, words: re.Pattern[str], found: Plan, course: Course) -> None:
    if not path.is_file():
        return
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
    kept = [line for line in lines if not words.search(line)]
    if len(kept) < len(lines):
        what = f"{_shown(path, course)}: {len(lines) - len(kept)} lines"
        found.steps.append(Step(what, lambda: private_files.write(path, "".join(kept))))


def _plan_mentions(
    paths: Iterable[Path], who: Known, words: re.Pattern[str], found: Plan, course: Course
) -> None:
    """Lists and archives that people put into the course's folder, in any encoding: theirs to change."""
    for path in paths:
        if not path.is_file() or path == course.root / "grades.csv":
            continue
        if path.suffix.lower() in ARCHIVES:
            found.unread.append(_shown(path, course))
        elif path.suffix.lower() in TEXTS:
            try:
                text, _ = spreadsheets.text_of(path)
                if words.search(text) or rows_about.may_be_of(Sheet.read(path), who):
                    found.named.append(_shown(path, course))
            except CourseError:
                found.unread.append(_shown(path, course))


# --- the gradebook ------------------------------------------------------------------------------------------------


def _plan_gradebook(course: Course, student: str, found: Plan) -> None:
    if not is_there(course.db_url):
        return
    with opened(course.db_url) as gradebook:
        try:
            known: Any = gradebook.find_student(student)
        except MissingEntry:
            return
        count = len(known.submissions)
    what = (
        f"gradebook {shown(course.db_url)}: the student, with {count} submission{'' if count == 1 else 's'}"
    )
    found.steps.append(Step(what, lambda: _remove_from_gradebook(course.db_url, student)))


def _remove_from_gradebook(db_url: str, student: str) -> None:
    """Remove all rows, and what the database keeps of removed ones in its file."""
    with opened(db_url) as gradebook:
        try:
            points_history.forget(gradebook.engine, student)
            for table, column in _our_columns(gradebook.engine):
                whose = f"IN ({GRADES_OF})" if column == "grade_id" else "= :student"
                gradebook.db.execute(
                    text(f'DELETE FROM "{table}" WHERE "{column}" {whose}'), {"student": student}
                )
            gradebook.remove_student(student)
            gradebook.db.commit()
            if gradebook.engine.dialect.name == "sqlite":
                gradebook.db.execute(text("VACUUM"))
        except SQLAlchemyError as error:
            gradebook.db.rollback()
            raise CourseError(
                f"the gradebook {shown(db_url)} cannot be written ({cause(error)}): run it again when it can"
            ) from None


def _our_columns(engine: Any) -> Iterator[tuple[str, str]]:
    """The columns with ids of students, or of their grades, in tables that are not nbgrader's own."""
    looked_at = inspect(engine)
    for table in set(looked_at.get_table_names()) - set(Base.metadata.tables) - {points_history.NAME}:
        for column in looked_at.get_columns(table):
            if column["name"] in ("student", "student_id", "grade_id"):
                yield table, column["name"]


def _shown(path: Path, course: Course) -> str:
    return str(path.relative_to(course.root) if path.is_relative_to(course.root) else path)
