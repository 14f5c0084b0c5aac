"""Remove everything that this course's folder and gradebook hold about one student.

It lists what it found and removes it once you have typed the student's id again; nothing can be brought back but from
a copy of yours. Archives that you downloaded, what Canvas or Moodle have, and copies elsewhere stay:
docs/personal_data.md lists them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from autograder.commands.common import add_course, config_in, course_in
from autograder.errors import CourseError

EXAMPLES = """examples:
  autograder forget ada          list what there is about ada, and remove it once you type ada
  autograder forget ada --list   list it only
  autograder forget ada --yes    remove it without asking"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("student", metavar="STUDENT", help="the student's id")
    parser.add_argument("--list", action="store_true", help="show what there is, and remove nothing")
    parser.add_argument("--yes", action="store_true", help="don't ask")
    add_course(parser)


def run(options: argparse.Namespace) -> int:
    from filelock import FileLock, Timeout

    from autograder.grading import erasure
    from autograder.grading.safe_text import readable

    course = course_in(options.course)
    student = options.student
    if not student.strip(".") or "/" in student or "\0" in student:
        raise CourseError(f"{student!r} is no student's id")
    try:
        with FileLock(course.root / ".grading.lock", timeout=0):
            found = erasure.plan(course, student, _exchange(config_in(options.course)))
            for step in found.steps:
                print(readable(step.what))
            if not found.steps:
                _point_at(found.named)
                raise CourseError(
                    f"there is nothing about {student!r} in {course.root}"
                    + (" but in those files, which are yours to change" if found.named else "")
                )
            if not options.list:
                _agree(options, student)
                for step in found.steps:
                    step.remove()
                print(f"removed: {len(found.steps)} things about {readable(student)}")
    except Timeout:
        raise CourseError(f"a run is grading in {course.root}: wait until it is done") from None
    _point_at(found.named, found.unread)
    return 0


def _point_at(named: Sequence[str], unread: Sequence[str] = ()) -> None:
    """Tell which files of people's own name the student, and which may."""
    from autograder.grading.safe_text import readable

    for names, what in ((named, "names"), (unread, "may name")):
        for name in names:
            print(f"for you to look at: {readable(name)}, a list or an archive of yours, {what} the student")


def _agree(options: argparse.Namespace, student: str) -> None:
    """Raise CourseError unless a person has agreed."""
    if options.yes:
        return
    if not sys.stdin.isatty():
        raise CourseError("nothing was removed: say --yes, or run it in a terminal")
    if input(f"Type {student} to remove all of this: ").strip() != student:
        raise CourseError(f"nothing was removed: only the student's id, {student!r}, removes it")


def _exchange(config: Any) -> Path | None:
    """This course's folder in nbgrader's exchange; None where there is none."""
    from nbgrader.exchange.default import Exchange

    root = config.Exchange.get("root", Exchange.class_traits()["root"].default_value)
    course_id = config.CourseDirectory.get("course_id", "")
    folder = Path(root, course_id) if root and course_id else None
    return folder if folder is not None and folder.is_dir() else None
