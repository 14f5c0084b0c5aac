"""Show who changed which points of whom, when and why.

Points that a person gave, comments, late penalties, and points from checks that a regrade changed are noted in the
gradebook, whichever program changed them. Writes build/grades/LESSON-history.csv with everything.
"""

from __future__ import annotations

import argparse
import csv
import io

from autograder import private_files
from autograder.commands.common import (
    add_course,
    add_lesson,
    add_students,
    chosen_lesson,
    chosen_students,
    console,
    course_in,
)
from autograder.errors import CourseError

LATEST = 30  # changes that are shown; the file has all

EXAMPLES = """examples:
  autograder history 02                         the latest changes, and a file with all
  autograder history 02 --students ada          of one student"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_lesson(parser)
    add_students(parser)
    add_course(parser)


def run(options: argparse.Namespace) -> int:
    from rich.markup import escape
    from rich.table import Table

    from autograder.grading import points_history
    from autograder.grading.gradebook import is_there, opened
    from autograder.grading.safe_text import readable, table_field

    lesson, course = chosen_lesson(options), course_in(options.course)
    if not is_there(course.db_url):
        raise CourseError(f"there is no gradebook yet: type autograder grade {lesson.name}, which makes it")
    with opened(course.db_url) as gradebook:
        found = points_history.history(gradebook.engine, lesson.name, chosen_students(options))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(points_history.WORDS)
    writer.writerows([table_field(getattr(entry, name)) for name in points_history.WORDS] for entry in found)
    path = course.root / "build" / "grades" / f"{lesson.name}-history.csv"
    private_files.write(path, text.getvalue())
    shown = Table(*("when (UTC)", "who", "student", "cell", "what", "before", "after", "why"))
    for entry in found[-LATEST:]:
        words = [entry.who, entry.student, entry.cell, entry.what, entry.before, entry.after, entry.why]
        shown.add_row(entry.at[:16].replace("T", " "), *(escape(readable(word)) for word in words))
    if found:
        console().print(shown)
    changes = "1 change" if len(found) == 1 else f"{len(found)} changes"
    earlier = f", the latest {LATEST} of them above" if len(found) > LATEST else ""
    print(f"{changes} in {path}{earlier}")
    return 0
