"""What instructors need besides: packages for grading, the sandbox, the secret, the gradebook, fresh releases."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from packaging.requirements import Requirement

from autograder.doctor.everyone import NOTE, OK, PACKAGE, PROBLEM, Finding, missing_package
from autograder.errors import INSTALL_INSTRUCTOR, CourseError
from autograder.lesson.folder import COURSE, ROOT, SOURCE, find_lessons
from autograder.release.handed_out import releases_in


def examine() -> Iterator[Finding]:
    """Everything that grading and authoring need, the quickest first."""
    yield packages()
    yield secret()
    yield gradebook()
    yield from workers()
    yield from releases()
    yield from sandbox()


def is_wanted() -> bool:
    """Whether an instructor works here: lessons have their sources, and what grades them is installed."""
    return SOURCE.is_dir() and importlib.util.find_spec("nbgrader") is not None


def packages() -> Finding:
    """The packages of the extra `instructor`."""
    try:
        declared = map(Requirement, importlib.metadata.requires(PACKAGE) or [])
    except importlib.metadata.PackageNotFoundError:
        return Finding("Packages", PROBLEM, "the course is not installed", INSTALL_INSTRUCTOR)
    extras = ("instructor", "oracles", "sandbox", "validate")
    wanted = {
        each.name: each
        for each in declared
        if each.marker
        and each.name != PACKAGE
        and any(each.marker.evaluate({"extra": extra}) for extra in extras)
        and not each.marker.evaluate({"extra": ""})
    }
    missing = [sentence for each in wanted.values() if (sentence := missing_package(each))]
    if missing:
        return Finding("Packages", PROBLEM, "; ".join(missing), INSTALL_INSTRUCTOR)
    if moved := _moved():
        says = f"the course was updated and not installed again: {moved} is not there any more"
        return Finding("Packages", PROBLEM, says, INSTALL_INSTRUCTOR)
    return Finding("Packages", OK, f"{', '.join(wanted)} are here")


def _moved() -> str | None:
    """A module that this environment looks for, and that is elsewhere since the course was updated."""
    for each in importlib.metadata.distribution(PACKAGE).entry_points:
        try:
            there = importlib.util.find_spec(each.module)
        except ModuleNotFoundError:
            there = None
        if there is None:
            return each.module
    return None


def secret() -> Finding:
    """The grading secret, unseen: whether it is there and readable by nobody else."""
    from autograder.judge.secret import load_secret, secret_id, secret_path

    path = secret_path()
    if not path.exists():
        return Finding(
            "Secret",
            NOTE,
            f"none yet: the first grading makes one in {path}",
            "keep a copy, so that grading again gives the same result",
        )
    try:
        return Finding("Secret", OK, f"{secret_id(load_secret())} in {path}")
    except CourseError as error:
        return Finding("Secret", PROBLEM, str(error))


def gradebook() -> Finding:
    """nbgrader's configuration loads, and its gradebook can be written."""
    from nbgrader.coursedir import CourseDirectory

    from autograder.release.build import nbgrader_config

    try:
        url = CourseDirectory(config=nbgrader_config()).db_url
    except Exception as error:  # the file is code: anything may go wrong in it
        says = f"nbgrader_config.py in {ROOT} cannot be loaded: {type(error).__name__}: {error}"
        return Finding("Gradebook", PROBLEM, says, "git checkout nbgrader_config.py, or fix that line")
    shown = _without_password(url)
    if url.startswith("sqlite:") and not Path(shown).exists():
        return Finding("Gradebook", OK, f"{shown}, made by the first command that needs it")
    try:
        _try_gradebook(url)
    except (Damaged, sqlite3.DatabaseError) as error:
        if isinstance(error, sqlite3.OperationalError):
            return _unwritable(shown, error)
        reason = str(error).splitlines()[-1]
        remedy = "put a copy in its place, or move it away, release the lessons again and grade with --force"
        return Finding("Gradebook", PROBLEM, f"{shown} is damaged: {reason}", remedy)
    except Exception as error:  # each database has errors of its own
        return _unwritable(shown, error)
    return Finding(
        "Gradebook", OK, f"{shown} can be written" if url.startswith("sqlite:") else f"{shown} answers"
    )


class Damaged(Exception):
    """A gradebook's file has a hole, or is empty; the message is what SQLite says of it."""


def _unwritable(shown: str, error: Exception) -> Finding:
    reason = (str(getattr(error, "orig", error)).splitlines() or [""])[0]
    remedy = "make it yours with chown or chmod, or set c.CourseDirectory.db_url in nbgrader_config.py"
    return Finding("Gradebook", PROBLEM, f"{shown} cannot be written: {reason}", remedy)


def workers() -> Iterator[Finding]:
    """What grading in several processes needs of the system; silent where it is there."""
    from autograder.processes import no_semaphores

    if reason := no_semaphores():
        what, _, remedy = reason.partition(": ")
        yield Finding("Workers", PROBLEM, what, remedy)


def _try_gradebook(url: str) -> None:
    """Take SQLite's lock for writing, give it back, and look through the file; another database is only asked for.

    Raises Damaged where the file is no complete gradebook, and whatever the database raises.
    """
    from sqlalchemy import create_engine, text

    if url.startswith("sqlite:"):
        with closing(sqlite3.connect(_without_password(url), timeout=5, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
            ((found, *_), *_) = connection.execute("PRAGMA quick_check(1)")
        if found != "ok":
            raise Damaged(found)
        return
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            connection.execute(text("SELECT 1"))
    finally:
        engine.dispose()


def releases() -> Iterator[Finding]:
    """Whether course/ was built from the source/ that is here."""
    try:
        lessons = list(find_lessons())
    except OSError as error:
        yield Finding("Releases", PROBLEM, f"{SOURCE} cannot be read: {error}")
        return
    stale = [lesson.name for lesson in lessons if releases_in(COURSE / lesson.name) != {lesson.release}]
    if stale:
        says = f"course/ is older than source/ for {', '.join(stale)}"
        yield Finding("Releases", NOTE, says, f"autograder release {' '.join(stale)}")
    elif lessons:
        yield Finding("Releases", OK, f"{len(lessons)} lessons, course/ is up to date")


def sandbox() -> Iterator[Finding]:
    """How well submissions are kept apart from this machine while they are graded."""
    from autograder.sandbox.mechanisms import capabilities

    try:
        found = capabilities()
    except Exception as error:
        yield Finding("Sandbox", PROBLEM, f"it could not be tried: {type(error).__name__}: {error}")
        return
    if not found.missing:
        yield Finding("Sandbox", OK, "level full: every protection works")
        return
    worst = "do not grade strangers' notebooks on this machine" if found.level == "none" else ""
    yield Finding("Sandbox", NOTE, f"level {found.level}", worst)
    for each in found.missing:
        yield Finding("", NOTE, f"no {each.name} ({each.detail}): {each.without}")


def _without_password(url: str) -> str:
    from sqlalchemy import make_url

    return make_url(url).render_as_string(hide_password=True).removeprefix("sqlite:///")
