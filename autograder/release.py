"""Build what students get: lesson texts → source notebooks and recorded cases → nbgrader → course/."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder import lesson_text
from autograder.errors import CourseError
from autograder.lesson import COURSE, ROOT, Lesson, find_lessons

RECORDED = ".checks"


@dataclass(frozen=True)
class Change:
    """One file of course/ that a release wrote: new, changed, removed or the same."""

    path: Path
    what: str


def prepare(lesson: Lesson) -> None:
    """Bring a lesson's source notebooks and recorded cases up to date, where they are not."""
    for text in lesson.notebooks:
        try:
            lesson_text.build_source_notebook(text.path)
        except ValueError as error:
            raise CourseError(str(error)) from None
        path = text.path.with_suffix(RECORDED)
        handed_out = lesson.course_folder / path.name
        if not path.exists() and handed_out.exists():
            shutil.copy(
                handed_out, path
            )  # what was recorded earlier is kept where nothing but rounding would differ
        if _recorded_release(path) != lesson.release:
            from autograder.record import record  # imports torch, which a fresh lesson does not need
            from autograder.stubs import stub

            stubs = {name: stub(text.cell(name).source) for name in text.exercises}
            record(text, lesson.exercises, stubs, path, lesson.release)


def prepare_named(words: Sequence[str]) -> None:
    """Prepare the lessons that a command line names, or all where it names none; quick where nothing changed."""
    lessons = list(find_lessons())
    named = [lesson for lesson in lessons if any(lesson.name in word.split("=") for word in words)]
    for lesson in named or lessons:
        prepare(lesson)


def register_named(words: Sequence[str]) -> None:
    """Make the gradebook know the lessons that a command line names: in a fresh clone, only course/ does."""
    global _registering
    if _registering:
        return  # registering reads the configuration, which calls this
    _registering = True
    try:
        named = [found for found in find_lessons() if any(found.name in word.split("=") for word in words)]
        for lesson in (found for found in named if not _is_registered(found)):
            prepare(lesson)
            draft = ROOT / "build" / "release"
            _generate(lesson, draft)
            shutil.rmtree(draft / lesson.name, ignore_errors=True)
    finally:
        _registering = False


_registering = False


def release(lesson: Lesson, on_step: Callable[[str], None] = lambda _: None) -> list[Change]:
    """Release one lesson into course/ by nbgrader's own generate_assignment, and tell what changed there."""
    on_step("cases")
    prepare(lesson)
    on_step("notebook")
    before = _contents(lesson.course_folder)
    draft = ROOT / "build" / "release"
    shutil.rmtree(draft / lesson.name, ignore_errors=True)
    _generate(lesson, draft)
    _replace(lesson.course_folder, draft / lesson.name)
    return _changes(lesson.course_folder, before)


def _is_registered(lesson: Lesson) -> bool:
    """Whether the gradebook in the course's folder has this lesson; a gradebook elsewhere is left alone."""
    config = nbgrader_config()
    if config.CourseDirectory.get("db_url"):
        return True
    query = "SELECT 1 FROM assignment JOIN notebook ON notebook.assignment_id = assignment.id WHERE assignment.name = ?"
    try:
        with closing(sqlite3.connect(f"file:{ROOT / 'gradebook.db'}?mode=ro", uri=True)) as database:
            return database.execute(query, [lesson.name]).fetchone() is not None
    except sqlite3.OperationalError:  # no such file, or nothing in it yet
        return False


def nbgrader_config(path: Path = ROOT / "nbgrader_config.py") -> Any:
    """A course's nbgrader configuration, as nbgrader's own commands read it. Raises CourseError without one."""
    from traitlets.config.loader import PyFileConfigLoader

    if not path.is_file():
        raise CourseError(f"there is no {path}: {path.parent} is no nbgrader course")
    return PyFileConfigLoader(path.name, path=str(path.parent)).load_config()


def _generate(lesson: Lesson, draft: Path) -> None:
    import logging

    from nbgrader.converters import GenerateAssignment
    from nbgrader.converters.base import NbGraderException
    from nbgrader.coursedir import CourseDirectory

    config = nbgrader_config()
    config.CourseDirectory.release_directory = str(draft)
    config.CourseDirectory.assignment_id = lesson.name
    course = CourseDirectory(config=config)
    quiet = logging.getLogger("autograder.release")
    quiet.setLevel(logging.ERROR)
    converter = GenerateAssignment(coursedir=course, config=config, force=True, log=quiet)
    try:
        converter.start()
    except (NbGraderException, SystemExit) as error:
        raise CourseError(f"nbgrader could not release {lesson.name}: {error}") from None


def _replace(folder: Path, draft: Path) -> None:
    """Put the draft in the folder's place, in one step, leaving equal files as they are."""
    folder.parent.mkdir(exist_ok=True)
    old = folder.with_name(f".{folder.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        for path in draft.rglob("*"):
            twin = folder / path.relative_to(draft)
            if path.is_file() and twin.is_file() and path.read_bytes() == twin.read_bytes():
                shutil.copystat(twin, path)
        folder.rename(old)
    shutil.move(draft, folder)
    shutil.rmtree(old, ignore_errors=True)


def _contents(folder: Path) -> dict[Path, bytes]:
    return {p.relative_to(folder): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def _changes(folder: Path, before: dict[Path, bytes]) -> list[Change]:
    after = _contents(folder)
    words = {(False, True): "new", (True, False): "removed"}
    return [
        Change(
            COURSE.relative_to(ROOT) / folder.name / path,
            words.get(
                (path in before, path in after), "same" if before.get(path) == after.get(path) else "changed"
            ),
        )
        for path in sorted(before.keys() | after.keys())
    ]


def _recorded_release(path: Path) -> str | None:
    """The release that a file of recorded cases was made for; None where there is no readable file."""
    import json
    import zipfile

    try:
        with zipfile.ZipFile(path) as archive:
            return json.loads(archive.read("manifest.json")).get("release")
    except (OSError, KeyError, ValueError, zipfile.BadZipFile):
        return None
