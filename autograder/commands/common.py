"""What several subcommands share."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

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

from autograder.lesson.folder import ROOT, Lesson, find_lessons

if TYPE_CHECKING:
    from autograder.grading.shown_names import Naming
    from autograder.grading.submissions import Course

BUILD = ROOT / "build"
WIDE = 170  # characters of a line in a log; rich would take 80 there, and fold every table


def add_lessons(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "lessons", nargs="*", metavar="LESSON", help="a lesson's folder name or its number; default: all"
    )


def chosen_lessons(options: argparse.Namespace) -> list[Lesson]:
    return list(find_lessons(options.lessons))


def add_lesson(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("lesson", metavar="LESSON", help="a lesson's folder name or its number")


def chosen_lesson(options: argparse.Namespace) -> Lesson:
    (lesson,) = find_lessons([options.lesson])
    return lesson


def add_students(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--students", default="", help="only these, separated by commas")


def chosen_students(options: argparse.Namespace) -> list[str]:
    """The names given with --students; an empty list means everybody."""
    return [name.strip() for name in options.students.split(",") if name.strip()]


def add_course(parser: argparse.ArgumentParser, flag: str = "--course") -> None:
    parser.add_argument(
        flag, type=Path, default=ROOT, help="the nbgrader course's folder (default: this one)"
    )


def add_names(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--no-names", action="store_true", help="show students by their id alone")


def naming_in(options: argparse.Namespace, course: Course) -> Naming:
    """How this command shows students: by name and id, or by id alone with --no-names."""
    from autograder.grading.shown_names import naming

    return naming(course, hide=options.no_names)


def config_path(folder: Path) -> Path:
    """The nbgrader_config.py of a course's folder."""
    return folder.resolve() / "nbgrader_config.py"


def config_in(folder: Path) -> Any:
    """A course's nbgrader configuration. Raises CourseError where there is none."""
    from autograder.release.build import nbgrader_config

    return nbgrader_config(config_path(folder))


def course_in(folder: Path) -> Course:
    """The nbgrader course in a folder. Raises CourseError where there is none."""
    from autograder.grading.submissions import Course  # imports nbgrader

    course = Course.configured(config_in(folder), folder.resolve())
    _require_known_notebooks(course)
    return course


def _require_known_notebooks(course: Course) -> None:
    """Raise CourseError where c.Autograder.notebooks asks for a lesson or a notebook that there isn't."""
    from autograder.errors import CourseError

    if not course.notebooks:
        return
    known = {lesson.name: [text.stem for text in lesson.notebooks] for lesson in find_lessons([])}
    for lesson, asked in course.notebooks.items():
        where = "nbgrader_config.py: c.Autograder.notebooks names"
        if lesson not in known:
            raise CourseError(f"{where} the lesson {lesson!r}, and the lessons are {', '.join(known)}")
        for stem in asked:
            if stem not in known[lesson]:
                raise CourseError(
                    f"{where} the notebook {stem!r}, and those of {lesson} are {', '.join(known[lesson])}"
                )


def graded_course_in(folder: Path, lesson: str) -> Course:
    """The course in a folder, with the graded notebooks of whichever checkout has most of a lesson's.

    Raises CourseError where there is none, or where they can't be read from here.
    """
    from autograder.grading.checkouts import where_graded

    return where_graded(course_in(folder), lesson)


def whole_number(text: str) -> int:
    """An option's value that counts something."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1 on is needed, not {text!r}")
    return int(text)


def counted(number: int, noun: str) -> str:
    """`1 student`, `2 students`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def say_what_waits(number: int, lesson: str) -> None:
    """One line where some students' work is not graded yet, as after a run that was stopped, so a page lacks it."""
    if number:
        whose = "1 student's" if number == 1 else f"{number} students'"
        print(f"{whose} work isn't graded yet: type autograder grade {lesson}")


def console() -> Console:
    """Where a command prints its tables: as wide as the terminal, and wide enough for them in a log or a pipe."""
    there = Console()
    return there if there.is_terminal else Console(width=max(there.width, WIDE))


class _Rate(ProgressColumn):
    """How many are done per minute, once there is something to say."""

    def render(self, task: Task) -> Text:
        return Text(f"{60 * task.speed:.0f} per minute" if task.speed else "")


def progress(rate: bool = False) -> Progress:
    """A progress bar on stderr, silent where stderr is no terminal. rate: show how many are done per minute."""
    stderr = Console(file=sys.stderr)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        *([_Rate()] if rate else []),
        TimeRemainingColumn(),
        console=stderr,
        transient=True,
        disable=not stderr.is_terminal,
    )
