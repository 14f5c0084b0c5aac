"""Write a lesson's grades as a table that Canvas or Moodle imports, or as a plain table with everything.

Scores are those of the gradebook: points from checks and from people, minus late penalties. If a student handed in
nothing, or nothing that is graded, the cell is empty. In the plain table, days_late counts days that have begun, so one
minute late is 1. Writes build/grades/LESSON-canvas.csv, for example.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.commands.common import add_course, add_lesson, chosen_lesson, config_in, course_in
from autograder.errors import CourseError

if TYPE_CHECKING:
    from autograder.grading.student_rows import Row
    from autograder.grading.submissions import Course
    from autograder.lesson.folder import Lesson
    from autograder.reporting.export import Grade

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
    found, told = _with_reasons(found, course, lesson)
    path = options.out or course.root / "build" / "grades" / f"{lesson.name}-{options.to}.csv"
    export.write(path, export.FORMATS[options.to](found, lesson.name))
    print(f"{len(found)} students in {path}")
    for line in told:
        print(line)
    waiting = sum(grade.waits for grade in found if grade.score is not None)
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


def _with_reasons(found: list[Grade], course: Course, lesson: Lesson) -> tuple[list[Grade], list[str]]:
    """The grades, each without a score with its reason, and a line for each kind of reason.

    A notebook that was not handed in has 0 points in the gradebook; where the others can't be graded, that 0 is no
    score.
    """
    from autograder.grading import student_rows
    from autograder.grading.checkouts import where_graded

    empty = {grade.student for grade in found if grade.score is None}
    doubtful = {grade.student for grade in found if grade.score == 0 and not grade.by_people}
    if not empty | doubtful:
        return found, []
    try:
        graded = where_graded(course, lesson.name)
        rows = student_rows.rows(graded, lesson.name, [text.stem for text in lesson.notebooks])
    except CourseError:  # what was handed in can't be read from here; the scores can
        return found, [f"{len(empty)} have no grade: their cells are empty"] if empty else []
    handed_in = {row.student: row for row in rows}
    empty |= {student for student in doubtful if student in handed_in and not handed_in[student].graded}
    told = [
        replace(grade, score=None, ungraded=_why(handed_in.get(grade.student)))
        if grade.student in empty
        else grade
        for grade in found
    ]
    nothing = len(empty - handed_in.keys())
    unfit = sum(handed_in[student].state == "invalid" for student in empty & handed_in.keys())
    waiting = len(empty) - nothing - unfit
    lines = [
        f"{nothing} handed in nothing: their cells are empty" if nothing else "",
        f"{unfit} sent a file that cannot be graded: their cells are empty; autograder report says why"
        if unfit
        else "",
        f"{waiting} not graded yet: their cells are empty; type autograder grade {lesson.name}"
        if waiting
        else "",
    ]
    return told, [line for line in lines if line]


def _why(row: Row | None) -> str:
    return "nothing was handed in" if row is None else "; ".join(row.reasons)
