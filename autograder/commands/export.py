"""Write a lesson's grades as a table that Canvas or Moodle imports, or as a plain table with everything.

Scores are those of the gradebook: points from checks and from people, minus late penalties. If a student handed in
nothing, or nothing that is graded, the cell is empty. Writes build/grades/LESSON-canvas.csv, for example.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.commands.common import add_course, add_lesson, chosen_lesson, config_in, course_in
from autograder.errors import CourseError

if TYPE_CHECKING:
    from autograder.grading.submissions import Course
    from autograder.lesson.folder import Lesson

EXAMPLES = """examples:
  autograder export 02 --to canvas             in Canvas: Grades, Import
  autograder export 02 --to moodle             in Moodle: Grades, Import, CSV file; map by e-mail address or ID number
  autograder export 02 --to csv --out 02.csv   with dates, days late and penalties"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_lesson(parser)
    parser.add_argument(
        "--to", choices=["canvas", "moodle", "csv"], default="csv", help="for whom (default csv)"
    )
    parser.add_argument("--out", type=Path, help="another file than build/grades/LESSON-TO.csv")
    add_course(parser)


def run(options: argparse.Namespace) -> int:
    from autograder.enrolment import system_ids
    from autograder.grading import lateness
    from autograder.reporting import export

    lesson = chosen_lesson(options)
    course = course_in(options.course)
    lateness.renew_in(course.db_url, lesson.name, config_in(options.course))
    asked = [cell.exercise for text in lesson.notebooks for cell in text.cells if cell.is_graded]
    found = export.grades(course.db_url, lesson.name, asked, system_ids.read(course.root))
    path = options.out or course.root / "build" / "grades" / f"{lesson.name}-{options.to}.csv"
    export.write(path, export.FORMATS[options.to](found, lesson.name))
    print(f"{len(found)} students in {path}")
    _say_who_is_empty([grade.student for grade in found if grade.score is None], course, lesson)
    waiting = sum(grade.waits for grade in found)
    if waiting:
        have = "1 student has" if waiting == 1 else f"{waiting} students have"
        print(f"{have} a question that nobody has graded yet: it counts 0 here")
    if again := sum(grade.again for grade in found):
        have = "1 student has" if again == 1 else f"{again} students have"
        print(
            f"{have} changed something that a person had graded: the points of before count here until somebody "
            "looks at it again"
        )
    return 0


def _say_who_is_empty(students: Sequence[str], course: Course, lesson: Lesson) -> None:
    """How many of those without a score handed in nothing, wait to be graded, or sent what can't be."""
    from autograder.grading import student_rows
    from autograder.grading.checkouts import where_graded

    if not students:
        return
    try:
        graded = where_graded(course, lesson.name)
        rows = student_rows.rows(graded, lesson.name, [text.stem for text in lesson.notebooks])
    except CourseError:  # what was handed in can't be read from here; the scores can
        print(f"{len(students)} have no grade: their cells are empty")
        return
    states = {row.student: row.state for row in rows}
    nothing = sum(student not in states for student in students)
    unfit = sum(states.get(student) == "invalid" for student in students)
    if nothing:
        print(f"{nothing} handed in nothing: their cells are empty")
    if unfit:
        print(f"{unfit} sent a file that cannot be graded: their cells are empty; autograder report says why")
    if waiting := len(students) - nothing - unfit:
        print(f"{waiting} not graded yet: their cells are empty; type autograder grade {lesson.name}")
