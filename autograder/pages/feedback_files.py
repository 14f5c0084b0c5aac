"""Everyone's feedback pages, made from the gradebook as it is now: also where there are older ones.

nbgrader makes them, into a folder beside the one that students get theirs from. A student's old pages go only once the
new ones are there. (nbgrader itself leaves pages that exist as they are, or removes them first.)
"""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from nbgrader.converters import GenerateFeedback, NbGraderException
from nbgrader.coursedir import CourseDirectory

from autograder import private_files
from autograder.errors import CourseError
from autograder.grading import lateness
from autograder.grading.gradebook import is_there
from autograder.grading.submissions import Course
from autograder.release.build import nbgrader_config


@dataclass
class Made:
    """How many students got how many pages, in which folder, and who got no new ones."""

    folder: Path
    students: int = 0
    pages: int = 0
    without: list[str] = field(default_factory=list)
    penalties: list[tuple[str, float, float]] = field(default_factory=list)  # student, before, now


def make(config_path: Path, lesson: str, students: Sequence[str]) -> Made:
    """Make the pages of a lesson's graded submissions; students: whose, everyone's where none is named.

    Late penalties are renewed first. Raises CourseError where nothing is graded, or a named student's work isn't.
    """
    config = nbgrader_config(config_path)
    config.CourseDirectory.setdefault("root", str(config_path.parent))
    config.CourseDirectory.ignore = [*config.CourseDirectory.get("ignore", []), "*.checks"]
    course = CourseDirectory(config=config)
    ours = Course.configured(config, config_path.parent)
    graded = replace(ours, submitted=ours.autograded).submitted_by(lesson)
    unknown = next((name for name in students if name not in graded), None)
    if unknown or not graded or not is_there(course.db_url):
        whose = f" of {unknown}" if unknown else ""
        raise CourseError(f"nothing{whose} is graded in {lesson} yet: type autograder grade {lesson}")
    made = Made(Path(course.root, course.feedback_directory))
    made.penalties = lateness.renew_in(course.db_url, lesson, config)
    draft = made.folder.with_name(f".{made.folder.name}.draft")
    try:
        for wanted in students or ["*"]:
            _convert(config, lesson, wanted, draft)
        private_files.close_step(
            Path(course.root), course.directory_structure, course.feedback_directory, make=True
        )
        for student in students or graded:
            _take_over(course, lesson, student, draft, made)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return made


def _convert(config: Any, lesson: str, wanted: str, draft: Path) -> None:
    """Let nbgrader make the pages of one student, or of everyone with *, in a folder of their own."""
    config = deepcopy(config)
    course = config.CourseDirectory
    course.feedback_directory, course.assignment_id, course.student_id = str(draft), lesson, wanted
    quiet = logging.getLogger(__name__)
    quiet.setLevel(logging.CRITICAL)
    try:
        converter = GenerateFeedback(
            coursedir=CourseDirectory(config=config), config=config, force=True, log=quiet
        )
        converter.start()
    except NbGraderException:
        pass  # someone's pages could not be made, and who has none is seen afterwards


def _take_over(course: CourseDirectory, lesson: str, student: str, draft: Path, made: Made) -> None:
    """Put a student's new pages in the place of the old ones."""
    new = Path(course.format_path(str(draft), student, lesson))
    old = Path(course.format_path(course.feedback_directory, student, lesson))
    if not new.is_dir():
        made.without.append(student)
        return
    made.students += 1
    made.pages += len(list(new.glob("*.html")))
    old.parent.mkdir(parents=True, exist_ok=True)
    aside = old.with_name(f".{old.name}.old")
    shutil.rmtree(aside, ignore_errors=True)
    if old.exists():
        os.rename(old, aside)
    os.rename(new, old)
    shutil.rmtree(aside, ignore_errors=True)
