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
    from autograder.grading import student_rows  # imports nbgrader, as the others do by now
    from autograder.grading.safe_text import readable
    from autograder.reporting import class_page

    register(lesson, config_path(options.course))  # in a fresh clone course/ is there, and no gradebook
    course = course_in(options.course)
    outcome = class_run.grade(options, course, lesson, chosen_students(options), options.force)
    rows = student_rows.rows(course, lesson.name, [notebook.stem for notebook in lesson.notebooks])
    for row in rows:
        if row.student in outcome.failures:
            row.state, row.reasons = "not graded", [outcome.failures[row.student]]
    naming = naming_in(options, course)
    folder = course.root / "build" / "grades"
    student_rows.write_csv(folder / f"{lesson.name}.csv", rows, naming)
    class_page.write(folder / f"{lesson.name}.html", lesson.name, rows, naming)
    print(
        f"{outcome.graded} graded now, {outcome.kept} were graded already, {len(outcome.failures)} could not be graded"
    )
    for student, reason in outcome.failures.items():
        print(f"{readable(naming(student))}: {readable(reason)}", file=sys.stderr)
    states = {state: sum(row.state == state for row in rows) for state in sorted({row.state for row in rows})}
    print(f"in all {len(rows)}: {', '.join(f'{count} {state}' for state, count in states.items())}")
    class_run.say_what_was_weaker(rows)
    print(f"see {folder / lesson.name}.html")
    return 1 if outcome.failures else 0
