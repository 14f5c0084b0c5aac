"""Write one HTML page about a graded class: what to teach again, and why each point was lost.

With --course, the page shows who has fallen behind, over all graded lessons. It grades nothing. The page needs no
network, so you can send it as a file; with --pseudonyms it contains no names.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.commands.common import (
    add_course,
    add_names,
    chosen_lesson,
    course_in,
    naming_in,
    say_what_waits,
)
from autograder.errors import CourseError

if TYPE_CHECKING:
    from autograder.grading.shown_names import Naming
    from autograder.grading.submissions import Course
    from autograder.reporting.gather import Class

EXAMPLES = """examples:
  autograder report 01                  build/grades/01_tokenization-report.html
  autograder report --course            all graded lessons: build/grades/course-report.html
  autograder report 01 --pseudonyms     to show it to others: build/grades/01_tokenization-report-pseudonyms.html"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("lesson", metavar="LESSON", nargs="?", help="a lesson's folder name or its number")
    parser.add_argument(
        "--course", action="store_true", help="who has fallen behind, over all graded lessons"
    )
    parser.add_argument(
        "--pseudonyms", action="store_true", help="no names, and nothing that students wrote themselves"
    )
    add_names(parser)
    add_course(parser, "--folder")  # --course means all lessons here


def run(options: argparse.Namespace) -> int:
    if bool(options.lesson) == options.course:
        raise CourseError("name one LESSON, or say --course for all of them")
    lesson = chosen_lesson(options) if options.lesson else None
    course = course_in(options.folder)
    naming = _pseudonyms() if options.pseudonyms else naming_in(options, course)
    ending = "-report-pseudonyms.html" if options.pseudonyms else "-report.html"
    if lesson is None:
        written = _course(course, naming, options.pseudonyms, ending)
    else:
        stems = [notebook.stem for notebook in lesson.notebooks]
        written = _lesson(course, lesson.name, stems, naming, options.pseudonyms, ending)
    print(f"see {written}")
    return 0


def _lesson(
    course: Course, lesson: str, stems: list[str], naming: Naming, pseudonyms: bool, ending: str
) -> Path:
    from autograder.grading.checkouts import where_graded
    from autograder.reporting import gather, measures, page, render

    group = gather.one_lesson(where_graded(course, lesson), lesson, stems, naming, own_words=not pseudonyms)
    path = course.root / "build" / "grades" / f"{lesson}{ending}"
    render.write(path, page.lesson_page(group, pseudonyms))
    for item in measures.teach_again(measures.items(group)):
        most = item.mistakes[0] if item.mistakes else None
        who = f"{most.count} students" if most and most.count > 1 else "1 student"
        told = f"; the commonest cause, for {who}: when {most.name}" if most else ""
        print(f"teach again: {item.exercise}: {item.right} of {item.count} got it right{told}")
    say_what_waits(_ungraded(group), lesson)
    return path


def _course(course: Course, naming: Naming, pseudonyms: bool, ending: str) -> Path:
    from autograder.reporting import gather, page, render

    classes = gather.all_lessons(course, naming)
    path = course.root / "build" / "grades" / f"course{ending}"
    render.write(path, page.course_page(classes, pseudonyms))
    for group in classes:
        say_what_waits(_ungraded(group), group.lesson)
    return path


def _ungraded(group: Class) -> int:
    """How many handed in what could be graded and is not."""
    return sum(each.row.state == "not graded" for each in group.handed)


def _pseudonyms() -> Naming:
    from autograder.reporting.pseudonyms import of_this_course

    return of_this_course()
