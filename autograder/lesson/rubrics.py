"""A written question's rubric as items with points, which a grader ticks.

In a lesson's text each item is a line of a list, with a letter that it keeps for good: `- a, 0.5 points: sees that …`.
What is kept of a graded answer is the letters it was given, so that a correction of an item's points or words reaches
everybody who has it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from autograder.errors import CourseError, LessonError

ITEM = re.compile(r"- ([a-z]), (\d+(?:\.\d+)?) points?: (.+)")
NONE = "none"  # how a grader says that no item holds, which is not the same as not having looked yet
MARKED = re.compile(r"^\s*- .*\bpoints?\b", re.MULTILINE)  # a line that is meant as an item


@dataclass(frozen=True)
class Item:
    """One thing that an answer can get points for. text: Markdown, one line."""

    letter: str
    points: float
    text: str


def items_of(rubric: str) -> tuple[Item, ...]:
    """The items of a rubric, in order; none where it is written as plain text."""
    found: list[Item] = []
    for line in rubric.splitlines():
        match = ITEM.fullmatch(line.strip())
        if match:
            found.append(Item(match[1], float(match[2]), match[3]))
        elif found and line.startswith("  "):
            last = found[-1]
            found[-1] = Item(last.letter, last.points, f"{last.text} {line.strip()}")
    return tuple(found)


def fault(rubric: str, points: float) -> str:
    """What is wrong with a rubric of a question with so many points, as a sentence; empty where nothing is."""
    found = items_of(rubric)
    if not found:
        return "it has no items (write each as a line: - a, 1 point: what an answer has to say)"
    if len(MARKED.findall(rubric)) > len(found):
        return "a line of it is no item (write each as: - a, 1 point: what an answer has to say)"
    letters = [item.letter for item in found]
    if len(set(letters)) < len(letters):
        return f"two items have the same letter ({', '.join(letters)})"
    total = sum(item.points for item in found)
    if abs(total - points) > 1e-9:
        return f"its items add up to {total:g} points, and the question has {points:g}"
    return ""


def require_whole(where: str, rubric: str, points: float) -> None:
    """Raise LessonError where a rubric has items and they are not those of its question."""
    if items_of(rubric) and (found := fault(rubric, points)):
        raise LessonError(f"{where}: the rubric cannot be used: {found}")


def worth(items: Sequence[Item], letters: Collection[str]) -> float:
    """The points of the items with these letters; a letter that the rubric no longer has is worth nothing."""
    return sum(item.points for item in items if item.letter in letters)


def letters_in(text: str, items: Sequence[Item], where: str) -> tuple[str, ...]:
    """The letters that a grader typed: `ac`, `a c`, `a, c`, or `none`, in the rubric's order.

    Raises CourseError where the rubric has no such item.
    """
    typed = text.strip().casefold()
    if typed == NONE:
        return ()
    letters = re.sub(r"[\s,;+&]+", "", typed)
    known = [item.letter for item in items]
    for letter in letters:
        if letter not in known:
            has = f"its items are {', '.join(known)}" if known else "its rubric has no items"
            raise CourseError(f"{where}: {letter!r} is no item of this question; {has}, or write none")
    return tuple(letter for letter in known if letter in letters)


def spelled(letters: Collection[str]) -> str:
    """The letters as a table has them."""
    return " ".join(sorted(letters)) or NONE
