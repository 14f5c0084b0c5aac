"""Write a lesson's grades as a table that Canvas or Moodle imports, or as a plain table with everything.

Scores are those of the gradebook: points from checks and from people, minus late penalties. If a student handed in
nothing, or nothing that is graded, the cell is empty. In the plain table, days_late counts days that have begun, so one
minute late is 1. Writes build/grades/LESSON-canvas.csv, for example. Without a lesson, it writes one plain table of
every lesson that somebody has handed in.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.commands.common import add_course, chosen_lesson, config_in, counted, course_in
from autograder.errors import CourseError

if TYPE_CHECKING:
    from autograder.grading.student_rows import Row
    from autograder.grading.submissions import Course
    from autograder.reporting.export import Grade

EXAMPLES = """examples:
  autograder export                            all scores of all lessons: build/grades/all-lessons.csv
  autograder export 02 --to canvas             in Canvas: Grades, Import
  autograder export 02 --to moodle             in Moodle: Grades, Import, CSV file; map by e-mail address or ID number
  autograder export 02 --to csv --out 02.csv   with dates, days late, penalties and the points of each exercise"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "lesson", metavar="LESSON", nargs="?", help="a lesson's folder name or its number; default: all"
    )
    parser.add_argument(
        "--to", choices=["canvas", "moodle", "csv"], default="csv", help="for whom (default csv)"
    )
    parser.add_argument("--out", type=Path, help="another file than the one in build/grades/")
    add_course(parser)


def run(options: argparse.Namespace) -> int:
    if options.lesson is None and options.to != "csv":
        raise CourseError(f"name one LESSON for --to {options.to}; all lessons together are for --to csv")
    course, config = course_in(options.course), config_in(options.course)
    folder = course.root / "build" / "grades"
    if options.lesson is None:
        return _all_lessons(course, config, options.out or folder / "all-lessons.csv")
    from autograder.reporting import export

    lesson = chosen_lesson(options)
    asked = [cell.exercise for text in lesson.notebooks for cell in text.cells if cell.is_graded]
    stems = [text.stem for text in lesson.notebooks]
    found, told = _grades(course, config, lesson.name, stems, asked)
    path = options.out or folder / f"{lesson.name}-{options.to}.csv"
    export.write(path, export.FORMATS[options.to](found, lesson.name))
    print(f"{len(found)} students in {path}")
    for line in told:
        print(line)
    return 0


def _all_lessons(course: Course, config: Any, path: Path) -> int:
    """One table with every lesson that somebody has handed in."""
    from autograder.reporting import export

    known = export.lessons(course.db_url)
    every = {lesson: _grades(course, config, lesson, stems) for lesson, stems in known.items()}
    given = {
        lesson: (found, told)
        for lesson, (found, told) in every.items()
        if course.submitted_by(lesson) or any(grade.score is not None for grade in found)
    }
    if not given:
        raise CourseError("nobody has handed in anything yet, so there are no scores")
    export.write(path, export.of_all_lessons({lesson: found for lesson, (found, _) in given.items()}))
    print(f"{counted(len(given), 'lesson')} in {path}")
    for lesson, (_, told) in given.items():
        for line in told:
            print(f"{lesson}: {line}")
    return 0


def _grades(
    course: Course, config: Any, lesson: str, stems: Sequence[str], asked: Sequence[str] = ()
) -> tuple[list[Grade], list[str]]:
    """A lesson's grades, and what there is to know about them, line by line. stems: its notebooks."""
    from autograder.enrolment import extensions, system_ids
    from autograder.grading import lateness
    from autograder.reporting import export

    lateness.renew_in(course.db_url, lesson, config)
    ids, extended = system_ids.read(course.root), extensions.read(course.root)
    found = export.grades(course.db_url, lesson, asked, ids, extended, partial(course.counts, lesson))
    found, told = _with_reasons(found, course, lesson, stems)
    if waiting := sum(grade.waits for grade in found if grade.score is not None):
        have = "1 student has" if waiting == 1 else f"{waiting} students have"
        told.append(f"{have} a question that nobody has graded yet: it counts 0 here")
    if again := sum(grade.again for grade in found):
        have = "1 student has" if again == 1 else f"{again} students have"
        told.append(
            f"{have} changed something that a person had graded: the points of before count here until somebody "
            "looks at it again"
        )
    return found, told


def _with_reasons(
    found: list[Grade], course: Course, lesson: str, stems: Sequence[str]
) -> tuple[list[Grade], list[str]]:
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
        rows = student_rows.rows(where_graded(course, lesson), lesson, stems)
    except CourseError:  # what was handed in can't be read from here; the scores can
        return found, [f"{len(empty)} have no grade: their cells are empty"] if empty else []
    handed_in = {row.student: row for row in rows}
    empty |= {student for student in doubtful if student in handed_in and not handed_in[student].graded}
    now = datetime.now(UTC).replace(tzinfo=None)
    in_time = {
        grade.student for grade in found if grade.student not in handed_in and grade.due and grade.due >= now
    }
    told = [
        _without_score(grade, handed_in.get(grade.student), grade.student in in_time)
        if grade.student in empty
        else grade
        for grade in found
    ]
    return told, _counts(
        [handed_in.get(student) for student in empty - in_time], len(empty & in_time), lesson
    )


def _without_score(grade: Grade, row: Row | None, in_time: bool) -> Grade:
    """A grade without any points, and the reason. row: None where nothing was handed in. in_time: it still may be."""
    absent = "nothing was handed in so far; not due yet" if in_time else "nothing was handed in"
    why = absent if row is None else "; ".join(row.reasons)
    return replace(grade, score=None, ungraded=why, waits=False, points=dict.fromkeys(grade.points))


def _counts(rows: Sequence[Row | None], in_time: int, lesson: str) -> list[str]:
    """A line for each reason that some have no score. rows: theirs, None for those who handed in nothing."""
    nothing = sum(row is None for row in rows)
    unfit = sum(row is not None and row.state == "invalid" for row in rows)
    waiting = len(rows) - nothing - unfit
    lines = [
        f"{nothing} handed in nothing: their cells are empty" if nothing else "",
        f"{in_time} handed in nothing so far and still have time: their cells are empty" if in_time else "",
        f"{unfit} sent a file that cannot be graded: their cells are empty; autograder report says why"
        if unfit
        else "",
        f"{waiting} not graded yet: their cells are empty; type autograder grade {lesson}" if waiting else "",
    ]
    return [line for line in lines if line]
