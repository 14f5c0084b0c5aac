"""Show who changed which points of whom, when and why.

Points that a person gave, comments, late penalties, and points from checks that a regrade changed are noted in the
gradebook, whichever program changed them. Writes build/grades/LESSON-history.csv with everything; with --students, it
only shows these students' changes, all of them, and leaves that file alone.
"""

from __future__ import annotations

import argparse
import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder import private_files
from autograder.commands.common import (
    add_course,
    add_lesson,
    add_students,
    chosen_lesson,
    chosen_students,
    console,
    counted,
    course_in,
)
from autograder.errors import CourseError, did_you_mean

if TYPE_CHECKING:
    from autograder.grading.points_history import Entry

LATEST = 30  # changes that are shown; the file has all

EXAMPLES = """examples:
  autograder history 02                         the latest changes, and a file with all
  autograder history 02 --students ada          all changes of one student"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_lesson(parser)
    add_students(parser)
    add_course(parser)


def run(options: argparse.Namespace) -> int:
    from rich.markup import escape
    from rich.table import Table

    from autograder.grading import points_history
    from autograder.grading.gradebook import is_there, opened
    from autograder.grading.gradebook import shown as gradebook_address
    from autograder.grading.safe_text import readable

    lesson, course = chosen_lesson(options), course_in(options.course)
    if not is_there(course.db_url):
        raise CourseError(f"there is no gradebook yet: type autograder grade {lesson.name}, which makes it")
    wanted = chosen_students(options)
    with opened(course.db_url) as gradebook:
        found = points_history.history(gradebook.engine, lesson.name)
        known: list[Any] = list(gradebook.students) if wanted else []
        ids = {*(student.id for student in known), *(entry.student for entry in found)}
        for name in wanted:
            if name not in ids:
                raise CourseError(
                    f"the gradebook {gradebook_address(course.db_url)} knows no student {name!r}"
                    f"{did_you_mean(name, sorted(ids))}"
                )
    found = [entry for entry in found if not wanted or entry.student in wanted]
    latest = found if wanted else found[-LATEST:]
    shown = Table(*("when (UTC)", "who", "student", "cell", "what", "before", "after", "why"))
    for entry in latest:
        words = [entry.who, entry.student, entry.cell, entry.what, entry.before, entry.after, entry.why]
        shown.add_row(entry.at[:16].replace("T", " "), *(escape(readable(word)) for word in words))
    if found:
        console().print(shown)
    if wanted:
        print(f"{counted(len(found), 'change')} of {readable(', '.join(wanted))} in {lesson.name}")
        return 0
    path = course.root / "build" / "grades" / f"{lesson.name}-history.csv"
    _write(path, found)
    earlier = f", the latest {LATEST} of them above" if len(found) > LATEST else ""
    print(f"{counted(len(found), 'change')} in {path}{earlier}")
    return 0


def _write(path: Path, found: Sequence[Entry]) -> None:
    """A table of all changes."""
    from autograder.grading import points_history
    from autograder.grading.safe_text import table_field

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(points_history.WORDS)
    writer.writerows([table_field(getattr(entry, name)) for name in points_history.WORDS] for entry in found)
    private_files.write(path, text.getvalue())
