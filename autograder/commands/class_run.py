"""What `grade` and `regrade` share: their options, what is imported ahead, and a class graded under a progress bar.

This is no command of its own.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.commands.common import (
    add_course,
    add_lesson,
    add_names,
    config_in,
    config_path,
    progress,
    whole_number,
)
from autograder.lesson.folder import Lesson

if TYPE_CHECKING:
    from autograder.grading.run import Outcome
    from autograder.grading.shown_names import Naming
    from autograder.grading.student_rows import Row
    from autograder.grading.submissions import Course


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_lesson(parser)
    parser.add_argument(
        "--workers",
        type=whole_number,
        default=os.cpu_count() or 2,
        help="how many submissions are graded at a time (default: one per CPU core)",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        default="",
        help="grade on the workers of this Dask scheduler (docs/scale.md)",
    )
    parser.add_argument(
        "--new-secret",
        action="store_true",
        help="go on with your grading secret where the course was graded with another that is lost",
    )
    add_names(parser)
    add_course(parser)


def import_ahead(folder: Path, lesson: Lesson) -> None:
    """Start the processes that import for workers, judges and kernels, so that they do it while this one imports too.

    folder: the course's. Call it before anything that imports nbgrader.
    """
    from autograder import processes
    from autograder.grading import imports
    from autograder.kernels import KERNEL_NAME, runtime

    config = config_in(folder)
    processes.import_ahead()
    if config.Execute.get("kernel_name") == KERNEL_NAME:
        imports.choose(config, lesson.folder)
        runtime.start_ahead(config.WarmProvisioner)


def grade(
    options: argparse.Namespace, course: Course, lesson: Lesson, students: Sequence[str], force: bool
) -> Outcome:
    """Grade a lesson's submissions, those of these students or all of them, as the options say."""
    from autograder.grading.run import grade_class

    if options.scheduler:
        from autograder.grading.cluster import open_to

        if warning := open_to(options.scheduler):
            print(warning, file=sys.stderr)
    with progress(rate=True) as bar:
        task = bar.add_task(lesson.name, total=None)
        return grade_class(
            course,
            lesson,
            config_path(options.course),
            workers=options.workers,
            scheduler=options.scheduler,
            students=students,
            force=force,
            new_secret=options.new_secret,
            on_start=lambda total: bar.update(task, total=total),
            on_done=lambda student: bar.advance(task),
        )


def write_class_page(
    course: Course, lesson: Lesson, naming: Naming, failures: Mapping[str, str] | None = None
) -> tuple[list[Row], list[str]]:
    """Write build/grades/LESSON.csv and .html; returns their rows, and the students who handed in nothing.

    failures: student → why their work could not be graded just now.
    """
    from autograder.grading import gradebook, student_rows
    from autograder.reporting import class_page

    rows = student_rows.rows(course, lesson.name, [notebook.stem for notebook in lesson.notebooks])
    for row in rows:
        if failures and row.student in failures:
            row.state, row.reasons = "not graded", [failures[row.student]]
    absent = gradebook.absent(course.db_url, {row.student for row in rows})
    folder = course.root / "build" / "grades"
    student_rows.write_csv(folder / f"{lesson.name}.csv", rows, naming)
    class_page.write(folder / f"{lesson.name}.html", lesson.name, rows, naming, absent)
    return rows, absent


def renew_class_page(course: Course, lesson: Lesson, naming: Naming) -> None:
    """Write a class page that is there again, because points or lateness in it have changed."""
    page = course.root / "build" / "grades" / f"{lesson.name}.html"
    if page.exists():
        write_class_page(course, lesson, naming)
        print(f"the class page has the change: {page}")


def say_what_was_weaker(rows: Iterable[Row]) -> None:
    """One line on stderr for each level of the sandbox below full that submissions ran at."""
    from autograder.grading.student_rows import weaker

    for sentence in weaker(rows):
        print(f"{sentence}; autograder doctor says what the machine lacks", file=sys.stderr)
