"""docs/slips/: every exercise, name and number in the catalogue of slips made by hand is one of the lessons'."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from autograder.lesson.folder import find_lessons

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "slips"
INDEX = (FOLDER / "index.md").read_text(encoding="utf-8")
PAGES = sorted(path for path in FOLDER.glob("*.md") if path.name != "index.md")
COLUMNS = ["exercise", "typed", "points", "the check said", "what came of it"]


def rows(page: Path) -> list[list[str]]:
    """The page's one table, without its line of dashes."""
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in (lines[0], *lines[2:])]


def names_in(said: str) -> list[str]:
    return re.findall(r"\*\*(.+?)\*\*", said)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_names_is_in_its_lesson(page: Path) -> None:
    (lesson,) = find_lessons([page.stem])
    head, *attempts = rows(page)
    assert head == COLUMNS and attempts
    for attempt in attempts:
        exercise = lesson.exercises[attempt[0].strip("`")]
        earned, highest = map(float, attempt[2].split(" of "))
        assert highest == exercise.points and 0 <= earned <= highest, attempt
        known = {slip.slip.name for slip in exercise.slips}
        assert set(names_in(attempt[3])) <= known, attempt
        assert all(attempt), "a cell is empty"


def test_the_index_lists_every_page_with_its_numbers() -> None:
    for page in PAGES:
        attempts = rows(page)[1:]
        named = sum(bool(names_in(attempt[3])) for attempt in attempts)
        title = page.stem[:2]
        assert re.search(
            rf"^\| \[{title} .+\]\({page.name}\) \| {len(attempts)} \| {named} \|$", INDEX, re.MULTILINE
        ), page.name
    assert INDEX.count(".md) |") == len(PAGES)
