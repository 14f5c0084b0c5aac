"""What nbgrader itself takes from the folder of a submission, which may hold anything.

nbgrader copies all files beside the notebook to autograded/ and from there to feedback/, which students get. It follows
links, so one that leads to the gradebook would hand it out. A named pipe ends the grading of that submission, and a
timestamp.txt that is no time ends it too and takes the formgrader's list of all submissions down. `protect` makes
nbgrader read times and copy files as `autograder grade` does.
"""

from __future__ import annotations

import datetime
import os
import stat
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from nbgrader import utils
from nbgrader.apps.api import NbGraderAPI
from nbgrader.converters import Autograde, GenerateFeedback, NbGraderException, base
from nbgrader.coursedir import CourseDirectory

from autograder import private_files
from autograder.errors import CourseError
from autograder.grading import course_facts, points_history
from autograder.grading.gradebook import opened
from autograder.grading.safe_text import readable
from autograder.judge.secret import load_secret, secret_id
from autograder.release.build import close_to_others, refuse_empty
from autograder.release.ta_copy import require_solutions

MAX_BYTES = 100_000_000  # of all files of one submission besides its notebooks
MAX_FILES = 500
_all_files = utils.find_all_files


def protect() -> None:
    """Patch nbgrader in this process, and note which points it changes. Calling it again changes nothing."""
    base.find_all_files = plain_files
    CourseDirectory.get_existing_timestamp = _existing_timestamp
    NbGraderAPI.get_submitted_timestamp = _submitted_timestamp
    points_history.watch()
    if "nbgrader.server_extensions.formgrader" in sys.modules:
        _prepare_with_care()


def _prepare_with_care() -> None:
    """Let the formgrader know no page whose address holds HTML, and read the gradebook anew for each request.

    It writes the names in an address into its pages as they are, so a link that somebody is sent could run a script
    there, with all that the instructor may do. And it keeps one session with the gradebook for as long as it runs,
    which never reads again what it has read: points that another person gives, in another formgrader or by a command,
    would not be seen, and could be replaced by the old ones.
    """
    from nbgrader.server_extensions.formgrader.base import BaseHandler
    from tornado.web import HTTPError

    base: Any = BaseHandler
    prepare = base.prepare
    if hasattr(prepare, "with_care"):
        return

    async def careful(self: Any, **keywords: Any) -> None:
        parts = [*self.path_args, *self.path_kwargs.values()]
        if any(set('<>"\\') & set(unquote(part)) for part in parts if part):
            raise HTTPError(404)
        gradebook = self.settings.get("nbgrader_gradebook")
        if gradebook is not None:
            gradebook.db.rollback()  # each request commits what it changes; everything is read anew
        done = prepare(self, **keywords)
        if done is not None:
            await done

    careful.with_care = True  # type: ignore[attr-defined]
    base.prepare = careful


def before_conversion(converter: Any) -> None:
    """Called once by each exporter, before nbgrader's converter removes an old result or opens the gradebook.

    Raises NbGraderException, after a line in the log, where the gradebook is an empty file, or autograding would use
    another secret than before.
    """
    course = converter.coursedir
    try:
        refuse_empty(course.db_url)
        if isinstance(converter, Autograde):
            require_solutions(Path(course.root))
            with opened(course.db_url) as gradebook:
                course_facts.claim_secret(gradebook, course.db_url, secret_id(load_secret()))
    except CourseError as reason:
        converter.log.error("%s", reason)
        raise NbGraderException(str(reason)) from None
    _close(converter)
    converter.assignments = nameable(getattr(converter, "assignments", {}), converter.log)


def _close(converter: Any) -> None:
    """Take the gradebook and what was handed in, graded and commented from everybody but the course's owner."""
    course = converter.coursedir
    close_to_others(course.db_url)
    made = (
        course.feedback_directory if isinstance(converter, GenerateFeedback) else course.autograded_directory
    )
    for step in (course.submitted_directory, course.autograded_directory, course.feedback_directory):
        private_files.close_step(Path(course.root), course.directory_structure, step, make=step == made)


def nameable(assignments: dict[str, list[str]], log: Any) -> dict[str, list[str]]:
    """Of the notebooks found, by folder, those whose names the gradebook can look for: others are no text.

    A folder with a line break in its name is left out and said in the log: nbgrader would stop there, before all that
    come after it.
    """
    found = {}
    for folder, names in assignments.items():
        if len(folder.splitlines()) > 1:
            log.error("Left out: %s has a line break in its name. Rename that folder.", readable(folder))
        else:
            found[folder] = [name for name in names if name.encode("utf-8", "replace").decode() == name]
    return found


def _existing_timestamp(self: CourseDirectory, dest_path: str) -> datetime.datetime | None:
    return submission_time(Path(dest_path))


def _submitted_timestamp(self: Any, assignment_id: str, student_id: str) -> datetime.datetime | None:
    course = self.coursedir
    return submission_time(Path(course.format_path(course.submitted_directory, student_id, assignment_id)))


def plain_files(path: str, exclude: list[str] | None = None) -> list[str]:
    """As nbgrader's find_all_files, but only regular files, and only as many as fit.

    A file with another name elsewhere (a hard link) may be somebody else's, and is left out too.
    """
    found, left = [], MAX_BYTES
    for name in sorted(_all_files(path, exclude or [])):
        status = os.lstat(name)
        if (
            stat.S_ISREG(status.st_mode)
            and status.st_nlink == 1
            and status.st_size <= left
            and len(found) < MAX_FILES
        ):
            left -= status.st_size
            found.append(name)
    return found


def submission_time(folder: Path) -> datetime.datetime | None:
    """The time in a submission's timestamp.txt, if there is one that can be read; the file comes from the student."""
    path = folder / "timestamp.txt"
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > 200:
            return None
        time = utils.parse_utc(path.read_text(encoding="utf-8", errors="replace").strip())
        return time if 2000 < time.year < 2200 else None
    except Exception:  # dateutil raises many kinds
        return None
