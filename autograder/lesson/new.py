"""A new lesson's folder, from templates: small, whole, and already such that its audit holds."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

from autograder.errors import INSTALL, CourseError

NAME = re.compile(r"(?P<number>\d\d)_(?P<topic>[a-z][a-z0-9_]*)")
TEMPLATES = {
    "notebook.py.template": "{name}.py",
    "exercise.py.template": "exercises/moving_mean.py",
}


def create(name: str, source: Path) -> list[Path]:
    """Write source/NAME with its two files, and return them. Raises CourseError where that cannot be."""
    match = NAME.fullmatch(name)
    if match is None:
        raise CourseError(f"{name!r} is no lesson's name: two digits, _ and a word, such as 04_gpt")
    if not source.is_dir():
        raise CourseError(f"there is no {source}: new lessons are made in a clone of the course's repository")
    folder = source / name
    taken = sorted(path.name for path in source.glob(f"{match['number']}_*") if any(path.iterdir()))
    if taken:
        raise CourseError(f"{source} has a lesson {taken[0]} already: take another number")
    folder.mkdir(exist_ok=True)
    title = f"{match['number']} · {match['topic'].replace('_', ' ').capitalize()}"
    return [_write(folder / file.format(name=name), template, title) for template, file in TEMPLATES.items()]


def _write(path: Path, template: str, title: str) -> Path:
    text = (resources.files("autograder") / "templates" / "lesson" / template).read_text(encoding="utf-8")
    path.parent.mkdir(exist_ok=True)
    path.write_text(text.replace("{{title}}", title).replace("{{install}}", INSTALL), encoding="utf-8")
    return path
