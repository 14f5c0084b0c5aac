"""Run the whole course once: fetch, release, solve, and grade a made-up class as you would grade yours.

It works in build/demo/, with a gradebook of its own, and writes build/demo/scores.csv. In your real course it only
brings course/LESSON up to date and keeps that release in releases/. It takes two minutes on two cores.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.table import Table

from autograder.commands import fetch, solutions
from autograder.commands.common import BUILD, console, progress
from autograder.grading import student_rows
from autograder.lesson.folder import find_lessons
from autograder.proof.demo_course import DemoCourse, grade_class
from autograder.release.build import release

LESSON = "01_tokenization"
EXAMPLES = """examples:
  autograder demo                      lesson 01, if it is there
  autograder demo --lesson 00          another lesson"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lesson", default=LESSON, help=f"which lesson (default {LESSON})")


def run(options: argparse.Namespace) -> int:
    screen, started = console(), time.perf_counter()

    def say(step: str) -> None:
        screen.print(f"[dim]{time.perf_counter() - started:5.0f} s[/]  {step}")

    (lesson,) = find_lessons([options.lesson])
    say(f"fetch what {lesson.name} uses")
    fetch.fetch_for([lesson])
    say(f"release {lesson.name}")
    course = DemoCourse(BUILD / "demo")
    course.create()
    release(lesson, config_path=course.config_path)
    say("run the reference solution")
    outcome = solutions.run_lessons([lesson], device="cpu", scale="small")
    rows = grade_class(lesson, course, say, _bar)
    student_rows.write_csv(course.root / "scores.csv", rows)
    say("done")
    screen.print(_table(rows, screen.width))
    _paths(screen, course, lesson.name)
    return 0 if outcome else 1


@contextmanager
def _bar(total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar for the time of one step, moved by how many of the class are done."""
    with progress() as shown:
        task = shown.add_task("submissions", total=total)
        yield lambda done: shown.update(task, completed=done)


def _table(rows: list[student_rows.Row], width: int) -> Table:
    table = Table(title="A made-up class and its grades", title_justify="left", width=max(width, 100))
    for column in ("student", "score", "state", "named mistakes, or the reason"):
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(
            row.student,
            f"{row.score:g} of {row.max_score:g}" if row.graded else f"– of {row.max_score:g}",
            row.state,
            "\n".join([*row.mistakes, *row.reasons]),
        )
    return table


def _paths(screen: Console, course: DemoCourse, lesson: str) -> None:
    screen.print("\nTo look at next:")
    screen.print(f"  what a student gets       course/{lesson}/    (open it with: make lab LESSONS={lesson})")
    screen.print(
        f"  what a student gets back  {course.root.relative_to(BUILD.parent)}/feedback/slip-1/{lesson}/"
    )
    screen.print(
        f"  the class on one page     {course.root.relative_to(BUILD.parent)}/build/grades/{lesson}.html"
    )
    screen.print(f"  the scores                {course.root.relative_to(BUILD.parent)}/scores.csv")
    screen.print("  the executed solution     build/solutions/")
