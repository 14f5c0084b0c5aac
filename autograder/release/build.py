"""Build what students get: lesson texts → source notebooks and recorded cases → nbgrader → course/."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder import private_files
from autograder.errors import CourseError
from autograder.lesson import text as lesson_text
from autograder.lesson.folder import COURSE, ROOT, Lesson, find_lessons
from autograder.notebook import manifest
from autograder.release import handed_out

CONFIG = ROOT / "nbgrader_config.py"


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
        path = text.path.with_suffix(manifest.SUFFIX)
        handed_out = lesson.course_folder / path.name
        if not path.exists() and handed_out.exists():
            # Start from what was recorded earlier: values that would differ by rounding only are kept.
            shutil.copy(handed_out, path)
        recorded = manifest.find(path)
        if recorded is None or (recorded.release, recorded.form) != (lesson.release, manifest.FORM):
            from autograder.notebook.stubs import stub
            from autograder.release.record import record  # imports torch, which a fresh lesson does not need

            lesson.require_fitting_edits()
            stubs = {name: stub(text.cell(name).source) for name in text.exercises}
            record(text, lesson.exercises, stubs, path, lesson.release)


def prepare_named(words: Sequence[str]) -> None:
    """Prepare the lessons that a command line names, or all where it names none; quick where nothing changed."""
    lessons = list(find_lessons())
    named = [lesson for lesson in lessons if any(lesson.name in word.split("=") for word in words)]
    for lesson in named or lessons:
        prepare(lesson)


def register_released(words: Sequence[str]) -> None:
    """Make the gradebook know the lessons that a command line names and that lie in course/ already.

    nbgrader's generate_assignment skips these, and in a fresh clone the gradebook has never heard of them.
    """
    global _registering
    if _registering:
        return  # registering reads the configuration, which calls this
    _registering = True
    try:
        for lesson in find_lessons():
            named = any(lesson.name in word.split("=") for word in words)
            if not named or not lesson.course_folder.is_dir():
                continue
            if register(lesson, CONFIG):
                print(f"{lesson.name}: course/ has it already, and now the gradebook knows it too.")
            if stale := handed_out.older(lesson):
                print(stale)
    finally:
        _registering = False


_registering = False


def register_before_autograde(assignment: str, **_: Any) -> None:
    """A hook of nbgrader's Autograde, which calls it in the course's folder before each submission."""
    config = Path.cwd() / CONFIG.name
    if config.is_file():
        for lesson in find_lessons():
            if lesson.name == assignment:
                register(lesson, config)


def register(lesson: Lesson, config_path: Path) -> bool:
    """Make a course's gradebook know a lesson, where it does not; returns whether that was needed.

    Nothing is written but the gradebook: what students get stays as it is.
    """
    config = nbgrader_config(config_path)
    refuse_empty(_gradebook(config))
    if _is_registered(lesson.name, config):
        return False
    prepare(lesson)
    with tempfile.TemporaryDirectory(prefix="autograder-register-") as draft:
        _generate(lesson, Path(draft), config)
    return True


def release(
    lesson: Lesson, on_step: Callable[[str], None] = lambda _: None, config_path: Path = CONFIG
) -> list[Change]:
    """Release one lesson into course/ by nbgrader's own generate_assignment, and tell what changed there.

    config_path: the nbgrader_config.py of the course whose gradebook gets to know the lesson.
    """
    on_step("cases")
    prepare(lesson)
    on_step("notebook")
    before = _contents(lesson.course_folder)
    draft = ROOT / "build" / "release"
    shutil.rmtree(draft / lesson.name, ignore_errors=True)
    _generate(lesson, draft, nbgrader_config(config_path))
    _replace(lesson.course_folder, draft / lesson.name)
    return _changes(lesson.course_folder, before)


def _is_registered(lesson: str, config: Any) -> bool:
    """Whether a course's gradebook has this lesson with its notebooks. Makes no gradebook where there is none."""
    from sqlalchemy import create_engine, inspect, text
    from sqlalchemy.exc import SQLAlchemyError

    url = _gradebook(config)
    path = gradebook_file(url)
    if path is not None and not path.exists():
        return False
    query = (
        "SELECT 1 FROM assignment JOIN notebook ON notebook.assignment_id = assignment.id "
        "WHERE assignment.name = :name"
    )
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            known = inspect(connection).has_table("notebook")
            return known and connection.execute(text(query), {"name": lesson}).first() is not None
    except SQLAlchemyError:  # whoever grades opens it next, and says what is wrong with it
        return True
    finally:
        engine.dispose()


def _gradebook(config: Any) -> str:
    """The address of the gradebook that a configuration names."""
    from nbgrader.coursedir import CourseDirectory

    return CourseDirectory(config=config).db_url


def gradebook_file(url: str) -> Path | None:
    """The file of a gradebook; None for one on a server."""
    from sqlalchemy.engine import make_url

    address = make_url(url)
    return Path(address.database) if address.get_backend_name() == "sqlite" and address.database else None


def refuse_empty(url: str) -> None:
    """Raise CourseError where a gradebook's file is empty: nbgrader would fill it anew, and nobody would be told."""
    path = gradebook_file(url)
    if path is not None and path.is_file() and not path.stat().st_size:
        raise CourseError(
            f"the gradebook {path} is an empty file, so the points in it are lost: put a copy in its place, or delete "
            "it to start a new gradebook"
        )


def close_to_others(url: str) -> None:
    """A gradebook's file holds names and scores, and nbgrader makes it readable for every user of the machine."""
    path = gradebook_file(url)
    if path is not None:
        private_files.close(path)


def nbgrader_config(path: Path = CONFIG) -> Any:
    """A course's nbgrader configuration, as nbgrader's own commands read it. Raises CourseError without one."""
    from traitlets.config.loader import PyFileConfigLoader

    if not path.is_file():
        raise CourseError(f"there is no {path}: {path.parent} is no nbgrader course")
    return PyFileConfigLoader(path.name, path=str(path.parent)).load_config()


def _generate(lesson: Lesson, draft: Path, config: Any) -> None:
    import logging

    from nbgrader.converters import GenerateAssignment
    from nbgrader.converters.base import NbGraderException
    from nbgrader.coursedir import CourseDirectory

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
    close_to_others(course.db_url)


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
