"""Write a lesson's grades as a table that Canvas or Moodle imports, or as a plain table with everything.

Scores are those of the gradebook: points from checks and from people, minus late penalties. If a student handed in
nothing, the cell is empty. Writes build/grades/LESSON-canvas.csv, for example.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from autograder.commands.common import add_course, add_lesson, chosen_lesson, config_in, course_in

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
    missing, waiting = sum(grade.score is None for grade in found), sum(grade.waits for grade in found)
    print(f"{len(found)} students in {path}")
    if missing:
        print(f"{missing} handed in nothing: their cells are empty")
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
