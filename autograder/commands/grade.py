"""Grade a whole class in parallel, into nbgrader's own gradebook and folders.

Reads submitted/, writes autograded/ and the gradebook, as nbgrader autograde does. Can be stopped at any point and run
again: what is graded stays, what is not is graded. Writes build/grades/LESSON.csv and .html: one row a submission.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from autograder.commands.common import whole_number
from autograder.lesson.folder import ROOT, find_lessons

EXAMPLES = """examples:
  autograder grade 01                          every submission that is not graded yet
  autograder grade 01 --workers 8              on more processors
  autograder grade 01 --students ada,emmy      two students
  autograder grade 01 --scheduler tcp://10.0.0.5:8786     on a Dask cluster
  autograder grade 01 --force                  everything again; a result is replaced once the new one is there"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("lesson", metavar="LESSON", help="a lesson's folder name or its number")
    parser.add_argument(
        "--workers",
        type=whole_number,
        default=os.cpu_count() or 2,
        help="processes at a time (default: processors)",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        default="",
        help="grade on the workers of this Dask scheduler (docs/scale.md)",
    )
    parser.add_argument("--students", default="", help="only these, separated by commas")
    parser.add_argument("--force", action="store_true", help="grade again what is graded already")
    parser.add_argument(
        "--course", type=Path, default=ROOT, help="the nbgrader course's folder (default: this one)"
    )


def run(options: argparse.Namespace) -> int:
    from autograder.release.build import nbgrader_config, register

    (lesson,) = find_lessons([options.lesson])
    config_path = options.course.resolve() / "nbgrader_config.py"
    config = nbgrader_config(config_path)
    _import_ahead(config, lesson.folder)
    from autograder.grading import class_report, student_rows  # imports nbgrader, as the others do by now
    from autograder.grading.run import grade_class
    from autograder.grading.safe_text import readable
    from autograder.grading.submissions import Course

    register(lesson, config_path)  # in a fresh clone course/ is there, and no gradebook
    course = Course.configured(config, options.course.resolve())
    stems = [notebook.stem for notebook in lesson.notebooks]
    students = [name.strip() for name in options.students.split(",") if name.strip()]
    with _progress() as bar:
        task = bar.add_task(lesson.name, total=None)
        outcome = grade_class(
            course,
            lesson.name,
            stems,
            config_path,
            config,
            options.workers,
            students,
            options.force,
            options.scheduler,
            on_start=lambda total: bar.update(task, total=total),
            on_done=lambda student: bar.advance(task),
        )
    rows = student_rows.rows(course.root, lesson.name, course.db_url, stems, course)
    for row in rows:
        if row.student in outcome.failures:
            row.state, row.reasons = "not graded", [outcome.failures[row.student]]
    folder = course.root / "build" / "grades"
    student_rows.write_csv(folder / f"{lesson.name}.csv", rows)
    class_report.write(folder / f"{lesson.name}.html", lesson.name, rows)
    print(
        f"{outcome.graded} graded now, {outcome.kept} were graded already, {len(outcome.failures)} could not be graded"
    )
    for student, reason in outcome.failures.items():
        print(f"{readable(student)}: {readable(reason)}", file=sys.stderr)
    states = {state: sum(row.state == state for row in rows) for state in sorted({row.state for row in rows})}
    print(f"in all {len(rows)}: {', '.join(f'{count} {state}' for state, count in states.items())}")
    print(f"see {folder / lesson.name}.html")
    return 1 if outcome.failures else 0


def _import_ahead(config: Any, lesson: Path) -> None:
    """Start what imports for workers, judges and kernels, so that it does so while this process imports too."""
    from autograder import processes
    from autograder.grading import imports
    from autograder.kernels import KERNEL_NAME, runtime

    processes.import_ahead()
    if config.Execute.get("kernel_name") == KERNEL_NAME:
        imports.choose(config, lesson)
        runtime.start_ahead(config.WarmProvisioner)


class _Rate(ProgressColumn):
    """Submissions a minute, once there is something to say."""

    def render(self, task: Task) -> Text:
        return Text(f"{60 * task.speed:.0f} a minute" if task.speed else "")


def _progress() -> Progress:
    console = Console(file=sys.stderr)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=console,
        disable=not console.is_terminal,
    )
