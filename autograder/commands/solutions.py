"""Execute the reference solutions with papermill.

Writes executed notebooks and HTML to build/solutions/, and a report to build/solutions.json, which keeps the rows of
lessons that were not run this time. The exit code is 1 if a notebook stops, a check earns less than its points, or a
metric is outside the range that the lesson expects, and 2 if the device is missing, before anything runs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from rich.table import Table

from autograder.commands.common import BUILD, add_lessons, chosen_lessons, console
from autograder.commands.reports import replace_rows
from autograder.errors import CourseError
from autograder.lesson.folder import Lesson
from autograder.proof.solutions import Result, run_lesson

EXAMPLES = """examples:
  autograder solutions                               every lesson, on whatever device there is
  autograder solutions 04 --device cuda --scale full one lesson, at full size on a GPU"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_lessons(parser)
    parser.add_argument(
        "--device", choices=["auto", "cpu", "cuda", "mps"], default="auto", help="where to run (default auto)"
    )
    parser.add_argument(
        "--scale", choices=["small", "full"], default="small", help="small for a laptop, full for a GPU"
    )
    parser.add_argument("--kernel", default="python3", help="the Jupyter kernel to use (default python3)")


def run(options: argparse.Namespace) -> int:
    results = run_lessons(chosen_lessons(options), options.device, options.scale, options.kernel)
    return 0 if results else 1


def run_lessons(lessons: Sequence[Lesson], device: str, scale: str, kernel: str = "python3") -> bool:
    """Run these lessons, write build/solutions.json and a table; whether all is as it should be.

    Raises CourseError, before anything is run, when the device is not there.
    """
    from utils import devices

    try:
        device = devices.choose(device)  # so that the report says where the lessons ran, also for "auto"
    except devices.DeviceError as error:
        raise CourseError(str(error)) from None
    results: list[Result] = []
    for lesson in lessons:
        results += run_lesson(
            lesson, BUILD / "solutions", device, scale, kernel, progress=sys.stderr.isatty()
        )
    notebooks = {(result.lesson, result.notebook) for result in results}
    replace_rows(
        BUILD / "solutions.json",
        [result.as_dict() for result in results],
        lambda row: (row["lesson"], row["notebook"]) in notebooks,
        key="notebook",
    )
    console().print(_table(results))
    for result in results:
        for fault in result.faults:
            print(f"{result.notebook}: {fault}", file=sys.stderr)
    return all(result.ok for result in results)


def _table(results: Sequence[Result]) -> Table:
    table = Table(title="Reference solutions", title_justify="left")
    table.add_column("notebook")
    for column in ("seconds", "CPU seconds", "peak MB", "points"):
        table.add_column(column, justify="right")
    table.add_column("metrics")
    for r in results:
        metrics = "\n".join(
            f"{name} {'–' if value is None else f'{value:.4g}'}" for name, value in r.metrics.items()
        )
        table.add_row(
            r.notebook,
            f"{r.seconds:.0f}",
            f"{r.cpu_seconds or 0:.0f}",
            f"{r.peak_mb or 0:.0f}",
            f"{r.points:g} of {r.max_points:g}",
            metrics,
        )
    return table
