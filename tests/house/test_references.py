"""What one part of the course says of another: lessons and sittings named exist, and nothing is used too early."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from autograder.lesson.folder import Lesson, NotebookText, find_lessons

ROOT = Path(__file__).resolve().parents[2]
LESSONS = list(find_lessons())
NOTEBOOKS = [(lesson, notebook) for lesson in LESSONS for notebook in lesson.notebooks]
NUMBERS = {lesson.name[:2] for lesson in LESSONS}
SITTINGS = {m[0] for _, notebook in NOTEBOOKS if (m := re.match(r"\d\d[a-z]", notebook.stem))}

# "lesson 04", "Lesson 06b", "lessons 07 and 12": a number with its letter, and more of them after "and" or a comma
NAMED = re.compile(
    r"\blessons? (\d\d[a-e]?\b(?:(?:, | and | or | to |–)(?:lesson )?\d\d[a-e]?\b)*)", re.IGNORECASE
)
SITTING = re.compile(r"(?<![\w.#/-])\d\d[a-e](?![\w-])")
FILE = re.compile(r"(?<![\w-])\d\d[a-e]?_[a-z]\w*")  # a lesson's folder or a notebook's name

TEXTS = [
    path
    for pattern in (
        "source/**/*.py",
        "utils/**/*.py",
        "autograder/**/*.py",
        "docs/**/*.md",
        "*.md",
        "tests/lessons/**/*.py",
    )
    for path in sorted(ROOT.glob(pattern))
    if path.name not in ("authors.md", "authors_reference.md")  # about a lesson 90 that a reader makes
]

# Finished parts that a lesson may use before they are built, each with the reason.
EARLY: dict[tuple[str, str], str] = {}


def numbers_in(text: str) -> Iterator[str]:
    for found in NAMED.finditer(text):
        yield from re.findall(r"\d\d[a-e]?", found[1])


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_lessons_and_sittings_that_are_named_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    known = NUMBERS | SITTINGS
    wrong = {name for name in numbers_in(text) if name not in known}
    wrong |= {name for name in SITTING.findall(text) if name not in SITTINGS}
    assert not wrong, f"no lesson or sitting is called {', '.join(sorted(wrong))}"


def test_a_test_of_what_is_named_can_fail() -> None:
    assert list(numbers_in("Lesson 06b, and lessons 07 and 12 or lesson 15.")) == ["06b", "07", "12", "15"]
    assert SITTING.findall("as 04c does; 0a1f-08ab, 2.08a and 09z are none") == ["04c"]


@pytest.mark.parametrize("pattern", ["source/**/*.py", "utils/**/*.py", "docs/*.md", "README.md"])
def test_folders_and_notebooks_that_are_named_exist(pattern: str) -> None:
    known = {lesson.name for lesson in LESSONS} | {notebook.stem for _, notebook in NOTEBOOKS}
    examples = {"90_noise", "00_x"}
    for path in ROOT.glob(pattern):
        if path.name.startswith("authors"):
            continue
        wrong = set(FILE.findall(path.read_text(encoding="utf-8"))) - known - examples
        assert not wrong, f"{path.relative_to(ROOT)}: {', '.join(sorted(wrong))}"


@cache
def built_in() -> dict[str, str]:
    """Exercise → the number of the lesson in which it is built first."""
    found: dict[str, str] = {}
    for lesson, notebook in NOTEBOOKS:
        for name in notebook.exercises:
            found.setdefault(name, lesson.name[:2])
    return found


def imported(notebook: NotebookText) -> set[str]:
    """The names that a notebook takes from utils/: imported, or an attribute of a module that is imported."""
    found: set[str] = set()
    attributes: set[tuple[str, str]] = set()
    for cell in notebook.cells:
        if cell.kind != "code":
            continue
        source = "\n".join("" if line.startswith(("%", "!")) else line for line in cell.source.splitlines())
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("utils"):
                found |= {alias.asname or alias.name for alias in node.names}
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                attributes.add((node.value.id, node.attr))
    return found | {name for module, name in attributes if module in found}


@pytest.mark.parametrize(("lesson", "notebook"), NOTEBOOKS, ids=lambda each: getattr(each, "stem", ""))
def test_no_lesson_uses_what_a_later_one_builds(lesson: Lesson, notebook: NotebookText) -> None:
    number = lesson.name[:2]
    early = {
        n for n in imported(notebook) if built_in().get(n, "00") > number and (notebook.stem, n) not in EARLY
    }
    assert not early, {name: f"built in lesson {built_in()[name]}" for name in early}
    uses = re.search(
        r"^\| Uses \|(.*)\|$", "\n".join(cell.source for cell in notebook.cells[:3]), re.MULTILINE
    )
    if uses is not None:
        later = [n for n in re.findall(r"\b\d\d\b", uses[1]) if n > number]
        assert not later, f"its table says that it uses lessons {later}"
