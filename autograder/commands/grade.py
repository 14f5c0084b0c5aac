"""Grade a whole class in parallel, into nbgrader's own gradebook and folders.

Reads submitted/, writes autograded/ and the gradebook, as nbgrader autograde does. You can stop it at any point and
run it again; finished submissions keep their grades. Writes build/grades/LESSON.csv and .html: one row per submission.
"""

from __future__ import annotations

import argparse
import sys

from autograder.commands import class_run
from autograder.commands.common import (
    add_students,
    chosen_lesson,
    chosen_students,
    config_path,
    counted,
    course_in,
    naming_in,
)

EXAMPLES = """examples:
  autograder grade 01                          every submission that is not graded yet
  autograder grade 01 --workers 8              on more CPU cores
  autograder grade 01 --students ada,emmy      two students
  autograder grade 01 --scheduler tcp://10.0.0.5:8786     on a Dask cluster
  autograder grade 01 --force                  everything again; an old result stays until the new one is there"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    class_run.add_arguments(parser)
    add_students(parser)
    parser.add_argument("--force", action="store_true", help="grade again what is graded already")


def run(options: argparse.Namespace) -> int:
    from autograder.release.build import register

    lesson = chosen_lesson(options)
    class_run.import_ahead(options.course, lesson)
    from autograder.grading.safe_text import readable  # imports nbgrader, as the others do by now

    register(lesson, config_path(options.course))  # in a fresh clone course/ is there, and no gradebook
    course = course_in(options.course)
    outcome = class_run.grade(options, course, lesson, chosen_students(options), options.force)
    naming = naming_in(options, course)
    rows, absent = class_run.write_class_page(course, lesson, naming, outcome.failures)
    print(
        f"{outcome.graded} graded now, {outcome.kept} were graded already, {len(outcome.failures)} could not be graded"
    )
    for student, reason in outcome.failures.items():
        print(f"{readable(naming(student))}: {readable(reason)}", file=sys.stderr)
    states = {state: sum(row.state == state for row in rows) for state in sorted({row.state for row in rows})}
    print(f"in all {len(rows)}: {', '.join(f'{count} {state}' for state, count in states.items())}")
    if absent:
        print(f"nothing from {counted(len(absent), 'student')} of the gradebook, whom the class page names")
    class_run.say_what_was_weaker(rows)
    print(f"see {course.root / 'build' / 'grades' / lesson.name}.html")
    return 1 if outcome.failures else 0
