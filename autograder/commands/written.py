"""Grade written answers on one page with the rubric: identical answers in one group, similar ones side by side.

Writes build/grades/LESSON-written.html to read and LESSON-written.csv to fill in: items of the rubric (a c, or none) or
points, and a comment, for each group, without names. You can also tick the items in the page, which then gives you the
filled-in table. What you have typed stays when the table is made again. --take enters all of it into nbgrader's
gradebook, for every student of a group, and renews late penalties, which may depend on it. Take a corrected table as
often as you like; what came from the formgrader, from a regrade or from another person is kept and listed.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.commands import class_run
from autograder.commands.common import (
    add_course,
    add_lesson,
    add_names,
    add_students,
    chosen_lesson,
    chosen_students,
    config_in,
    graded_course_in,
    naming_in,
    say_what_waits,
)

if TYPE_CHECKING:
    from autograder.grading.submissions import Course
    from autograder.lesson.written_questions import Question

EXAMPLES = """examples:
  autograder written 02                                          the page and the table
  autograder written 02 --take build/grades/02_attention-written.csv
  autograder written 02 --take written.csv --replace --students ada   also over points from elsewhere, for ada alone
  autograder written 02 --correct                                the points of a rubric's items have changed"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_lesson(parser)
    parser.add_argument(
        "--take", type=Path, metavar="FILE", help="bring a filled-in table into the gradebook"
    )
    parser.add_argument(
        "--replace",
        action="store_true",
        help="also where other points came from the formgrader, a regrade or another person since",
    )
    add_students(parser)
    add_names(parser)
    parser.add_argument(
        "--correct",
        action="store_true",
        help="give everybody who has an item of the rubric the points it is worth now",
    )
    add_course(parser)


def run(options: argparse.Namespace) -> int:
    from autograder.grading import submissions
    from autograder.grading.safe_text import readable
    from autograder.lesson.written_questions import questions
    from autograder.reporting import render, same_words, written_answers

    lesson = chosen_lesson(options)
    course = graded_course_in(options.course, lesson.name)
    asked = questions(lesson)
    if options.correct:
        naming = naming_in(options, course)
        corrected = _correct(course, lesson.name, asked, config_in(options.course), naming)
        if corrected:
            class_run.renew_class_page(course, lesson, naming)
        return 0
    found = written_answers.groups(course, lesson.name, asked)
    if options.take:
        config = config_in(options.course)
        students = chosen_students(options)
        taken = written_answers.take(
            course, lesson.name, asked, found, options.take, config, options.replace, students
        )
        print("1 grade written" if taken.written == 1 else f"{taken.written} grades written")
        naming = naming_in(options, course)
        _show(taken.penalties, naming)
        for question, student, others in taken.kept:
            print(f"kept: {readable(naming(student))}, {question}: {readable(others)}")
        if taken.kept:
            print(
                "--replace takes the table's instead and undoes all of these, points from a regrade too; with "
                f"--students {taken.kept[0][1]} it does so for one student"
            )
        if taken.written:
            class_run.renew_class_page(course, lesson, naming)
        return 0
    folder = course.root / "build" / "grades"
    table = folder / f"{lesson.name}-written.csv"
    kept = written_answers.write_table(table, found)
    stems = [notebook.stem for notebook in lesson.notebooks]
    why_none = {
        question.grade_id: written_answers.why_empty(course, lesson.name, stems, question)
        for question in asked
        if not found[question.grade_id]
    }
    page = written_answers.page(lesson.name, asked, found, table, why_none)
    render.write(folder / f"{lesson.name}-written.html", page)
    for question in asked:
        several = found[question.grade_id]
        if not several:
            print(f"{question.grade_id}: no answers; {why_none[question.grade_id]}")
            continue
        count = f"{len(several)} group" + ("" if len(several) == 1 else "s")
        empty = sum(len(g.students) for g in several if g.key == same_words.EMPTY and not g.again)
        told = f"; {empty} empty, with 0 points and nothing to do" if empty else ""
        print(f"{question.grade_id}: {sum(len(g.students) for g in several)} answers in {count}{told}")
    waiting = [
        each
        for each in submissions.find(course, lesson.name, stems)
        if not each.is_begun(course.autograded_of(lesson.name, each.student))
    ]
    say_what_waits(len(waiting), lesson.name)
    if kept.rows:
        rows, them = ("1 row is", "it") if kept.rows == 1 else (f"{kept.rows} rows are", "them")
        print(
            f"{rows} in the new table as you had filled {them} in, because the gradebook doesn't have that for every "
            f"student there; --take enters {them} and lists those whose points from elsewhere it keeps"
        )
    if again := sum(bool(group.again) for several in found.values() for group in several):
        rows = "1 row has" if again == 1 else f"{again} rows have"
        print(
            f"{rows} an answer that was changed after it had been graded: the column {written_answers.AGAIN} shows the "
            "old points, and new ones are yours to fill in"
        )
    if kept.copy:
        print(f"what you had typed for answers that are gone, or that could not be read, is in {kept.copy}")
    print(f"see {folder / lesson.name}-written.html, and fill in {table}")
    return 0


def _show(penalties: Sequence[tuple[str, float, float]], naming: Callable[[str], str]) -> None:
    from autograder.grading.safe_text import readable

    for student, before, now in penalties:
        print(f"{readable(naming(student))}: the late penalty is {now:g} points now, it was {before:g}")


def _correct(
    course: Course, lesson: str, asked: Sequence[Question], config: Any, naming: Callable[[str], str]
) -> int:
    """Give everybody who has an item what it is worth in the lesson as it is now; returns how many scores changed."""
    from autograder.grading import lateness, ticks
    from autograder.grading.gradebook import opened
    from autograder.grading.safe_text import readable
    from autograder.lesson.rubrics import spelled

    with opened(course.db_url) as gradebook:
        found = ticks.corrections(gradebook, lesson, asked)
        ticks.correct(gradebook, found)
        penalties = lateness.renew(gradebook, lesson, config) if found else []
        gradebook.db.commit()
    for one in found:
        has = f"{one.question}, items {spelled(one.letters)}"
        print(f"{readable(naming(one.student))}: {one.now:g} points, before {one.before:g} ({has})")
    _show(penalties, naming)
    print(f"{len(found)} scores corrected" if found else "every score is what its items are worth")
    return len(found)
