"""What several subcommands share."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from autograder.lesson.folder import ROOT, Lesson, find_lessons

BUILD = ROOT / "build"
WIDE = 170  # characters of a line in a log; rich would take 80 there, and fold every table


def add_lessons(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "lessons", nargs="*", metavar="LESSON", help="a lesson's folder name or its number; default: all"
    )


def chosen_lessons(options: argparse.Namespace) -> list[Lesson]:
    return list(find_lessons(options.lessons))


def whole_number(text: str) -> int:
    """An option's value that counts something."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1 on is needed, not {text!r}")
    return int(text)


def console() -> Console:
    """Where a command prints its tables: as wide as the terminal, and wide enough for them in a log or a pipe."""
    there = Console()
    return there if there.is_terminal else Console(width=max(there.width, WIDE))


def progress() -> Progress:
    """A progress bar on stderr, silent where stderr is no terminal."""
    stderr = Console(file=sys.stderr)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=stderr,
        transient=True,
        disable=not stderr.is_terminal,
    )
