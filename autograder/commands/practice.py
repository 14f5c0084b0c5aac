"""Make notebooks of bug hunts for students whose work is graded: wrong answers to fix, their own mistakes first.

A hunt shows code close to the solution, so you can hand it out from a student's due date on, not before. --from sets
another day. Writes practice/STUDENT/LESSON/week-1 and so on: a notebook, and the recorded cases that its checks read.
"""

from __future__ import annotations

import argparse
from datetime import date

from autograder.commands.common import (
    add_course,
    add_lesson,
    add_names,
    add_students,
    chosen_lesson,
    chosen_students,
    counted,
    graded_course_in,
    naming_in,
    whole_number,
)

EXAMPLES = """examples:
  autograder practice 02                             every student whose due date has passed
  autograder practice 02 --students ada,emmy         two students
  autograder practice 02 --from 2027-03-01 --weeks 2 for a lesson without a due date"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_lesson(parser)
    add_students(parser)
    parser.add_argument(
        "--from",
        dest="first",
        type=_day,
        help="the day from which hunts may be handed out (default: due dates)",
    )
    parser.add_argument("--weeks", type=whole_number, default=3, help="over how many weeks (default 3)")
    parser.add_argument(
        "--hunts", type=whole_number, default=4, help="at most this many per week (default 4)"
    )
    add_names(parser)
    add_course(parser)


def run(options: argparse.Namespace) -> int:
    from autograder.practice.classwork import make

    lesson = chosen_lesson(options)
    course, students = graded_course_in(options.course, lesson.name), chosen_students(options)
    made = make(course, lesson, students, options.first, options.weeks, options.hunts, date.today())
    naming = naming_in(options, course)
    for reason, left_out in made.left_out.items():
        print(f"{reason}: {', '.join(map(naming, left_out))}")
    hunts, given = counted(made.hunts, "hunt"), counted(made.students, "student")
    print(f"{hunts} for {given} in {course.root / 'practice'}")
    return 0


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a day as 2027-03-01 is needed, not {text!r}") from None
