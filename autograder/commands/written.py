"""Grade written answers: one page with the rubric, empty and equal answers together, alike ones side by side.

Writes build/grades/LESSON-written.html to read and LESSON-written.csv to fill in: points and a comment for each group,
who is in it is not said. --take brings them into nbgrader's gradebook, for every student of a group.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from autograder.commands.common import (
    add_course,
    add_lesson,
    add_names,
    chosen_lesson,
    graded_course_in,
    naming_in,
)

EXAMPLES = """examples:
  autograder written 02                                          the page and the table
  autograder written 02 --take build/grades/02_attention-written.csv"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_lesson(parser)
    parser.add_argument(
        "--take", type=Path, metavar="FILE", help="bring a filled-in table into the gradebook"
    )
    parser.add_argument(
        "--replace", action="store_true", help="also where a person has given other points since"
    )
    add_names(parser)
    add_course(parser)


def run(options: argparse.Namespace) -> int:
    from autograder.grading.safe_text import readable
    from autograder.lesson.written_questions import questions
    from autograder.reporting import render, written_answers

    lesson = chosen_lesson(options)
    course = graded_course_in(options.course, lesson.name)
    asked = questions(lesson)
    found = written_answers.groups(course, lesson.name, asked)
    if options.take:
        taken = written_answers.take(course, lesson.name, asked, found, options.take, options.replace)
        print(f"{taken.written} grades written")
        naming = naming_in(options, course)
        for question, student in taken.kept:
            print(
                f"kept: {readable(naming(student))}, {question}: a person has given other points; --replace takes yours"
            )
        return 0
    folder = course.root / "build" / "grades"
    table = folder / f"{lesson.name}-written.csv"
    written_answers.write_table(table, found)
    render.write(
        folder / f"{lesson.name}-written.html", written_answers.page(lesson.name, asked, found, table)
    )
    for question in asked:
        several = found[question.grade_id]
        count = f"{len(several)} group" + ("" if len(several) == 1 else "s")
        print(f"{question.grade_id}: {sum(len(g.students) for g in several)} answers in {count}")
    print(f"see {folder / lesson.name}-written.html, and fill in {table}")
    return 0
