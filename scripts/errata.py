"""The site's errata: what was wrong in each lesson after it had been handed out, as a list, from CHANGELOG.md.

The changelog has one entry for a lesson ("04e: …"), for several ("Lessons 04a and 05a: …"), or for many, with a list of
its own. An item of such a list belongs to the lesson that it begins with. Items about model answers are left out.
Each item ends with the day on which it was noted. One that does not gets its edition's date, where there is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

EDITION = re.compile(r"^## (?=\[)", re.MULTILINE)
DATE = re.compile(r"\A[^\n]*\b(\d{4}-\d\d-\d\d)$", re.MULTILINE)
SECTION = re.compile(r"^### Errata\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
OWN_DATE = re.compile(r"\(\d{4}-\d\d-\d\d\)$")
NUMBER = re.compile(r"\b(\d\d)[a-e]?\b")
NOT_FOR_STUDENTS = re.compile(r"model answer|rubric|slip", re.IGNORECASE)
HEAD = re.compile(r"\A(?:Lessons? )?\d\d[a-e]?\b[^:.;]{0,80}?(?=:)")


def page(changelog: Path, titles: dict[str, str]) -> str:
    """All errata as a page in Markdown. titles: a lesson's two digits and its title."""
    found = list(_items(changelog.read_text(encoding="utf-8")))
    lines = [
        "# Errata",
        "What was wrong in a lesson or in a check after it was handed out. All of it is fixed in the lessons here.",
    ]
    for number, title in titles.items():
        here = [_shown(item, date) for item, date in found if number in lessons_of(item)]
        if here:
            lines += [f"## {number} · {title}", "\n".join(f"- {item}" for item in here)]
    return "\n\n".join(lines) + "\n"


def lessons_of(item: str) -> set[str]:
    """The numbers of the lessons that an item is about: those before its colon, or else all that it names."""
    head = HEAD.match(item)
    if head:
        return set(NUMBER.findall(head[0]))
    called = re.findall(r"\b[Ll]essons? ((?:\d\d[a-e]?(?:, | and )?)+)", item)
    return set(NUMBER.findall(" ".join(called))) | set(re.findall(r"\A(\d\d)[a-e]?\b", item))


def _shown(item: str, date: str) -> str:
    """An item as the page has it: "Lesson 04a" where the changelog may say "04a", and the date."""
    known = "" if OWN_DATE.search(item) or not date else f" ({date})"
    return re.sub(r"\A(?=\d\d)", "Lesson ", item) + known


def _items(text: str) -> Iterator[tuple[str, str]]:
    """Every item for students, newest first, on one line, and its edition's date; of a nested list its items alone."""
    for edition in EDITION.split(text):
        date = DATE.match(edition)
        for section in SECTION.findall(edition):
            for line in _lines(section):
                if not NOT_FOR_STUDENTS.search(line):
                    yield line, date[1] if date else ""


def _lines(section: str) -> Iterator[str]:
    for entry in re.split(r"^- ", section, flags=re.MULTILINE)[1:]:
        head, *nested = re.split(r"^  - ", entry, flags=re.MULTILINE)
        for item in nested or [head]:
            yield " ".join(item.split())
