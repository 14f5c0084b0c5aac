"""What several subcommands share."""

from __future__ import annotations

import argparse
import sys

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from autograder.lesson import ROOT, Lesson, find_lessons

BUILD = ROOT / "build"


def add_lessons(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "lessons", nargs="*", metavar="LESSON", help="a lesson's folder name or its number; default: all"
    )


def chosen_lessons(options: argparse.Namespace) -> list[Lesson]:
    return list(find_lessons(options.lessons))


def progress() -> Progress:
    """A progress bar on stderr, silent where stderr is no terminal."""
    from rich.console import Console

    console = Console(file=sys.stderr)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
