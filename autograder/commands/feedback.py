"""Make everyone's feedback pages from the points, comments and replies as they are now.

Run it again after a regrade, an erratum or new comments: all pages are made anew, and late penalties with them. Writes
feedback/STUDENT/LESSON/NOTEBOOK.html. (nbgrader generate_feedback leaves pages that exist as they are.)
"""

from __future__ import annotations

import argparse
import sys

from autograder.commands.common import (
    add_course,
    add_lesson,
    add_students,
    chosen_lesson,
    chosen_students,
    config_path,
)

EXAMPLES = """examples:
  autograder feedback 02                        everyone whose work is graded
  autograder feedback 02 --students ada,emmy    two students"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_lesson(parser)
    add_students(parser)
    add_course(parser)


def run(options: argparse.Namespace) -> int:
    from autograder.grading.safe_text import readable
    from autograder.pages import feedback_files

    lesson = chosen_lesson(options)
    made = feedback_files.make(config_path(options.course), lesson.name, chosen_students(options))
    for student, before, now in made.penalties:
        print(f"{readable(student)}: the late penalty is {now:g} points now, it was {before:g}")
    pages = "1 page" if made.pages == 1 else f"{made.pages} pages"
    students = "1 student" if made.students == 1 else f"{made.students} students"
    print(f"{pages} for {students} in {made.folder}")
    for student in made.without:
        print(
            f"{readable(student)}: no page could be made, and an older one stays; "
            f"nbgrader generate_feedback {lesson.name} --force --student {readable(student)} shows why",
            file=sys.stderr,
        )
    return 1 if made.without else 0
