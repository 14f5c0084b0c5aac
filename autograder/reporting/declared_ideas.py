"""What a class says that its ideas were worth: read from a literal in answers whose predictions were measured.

An answer may hold `IDEAS = {"RMSNorm": 0.02}`, what was kept and the bits per byte that it saved in the student's own
trials. It earns nothing, so there is nothing to gain from inventing it, and it is a stranger's text: it is read as data
and never run, its size, types and ranges are checked, and an idea is named only if enough students name it, which
keeps a class's jokes, and anything that would tell who wrote it, off the page.
"""

from __future__ import annotations

import ast
import math
import statistics
import unicodedata
from dataclasses import dataclass

from autograder.checks.forbidden import parse
from autograder.reporting.gather import Class

NAME = "IDEAS"
MOST = 30  # ideas of one student that count
LONGEST = 48  # characters of an idea's name
LARGEST = 3.0  # bits per byte; more is no trial's result
NAMED_BY = 3  # students; an idea of fewer isn't named


@dataclass(frozen=True)
class Idea:
    """One idea in the class: how many kept it, and what it saved them, in bits per byte, median and extremes."""

    name: str
    students: int
    median: float
    low: float
    high: float


@dataclass(frozen=True)
class Ideas:
    """The ideas of one exercise, the most frequent first. declared: students who named any; rare: ideas not named."""

    exercise: str
    declared: int
    ideas: list[Idea]
    rare: int


def ideas_in(code: str) -> dict[str, float]:
    """The ideas that an answer declares; empty where it declares none, or anything but names with numbers."""
    tree = parse(code)
    for statement in reversed(tree.body if tree else []):
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if any(isinstance(target, ast.Name) and target.id == NAME for target in targets):
            assert isinstance(statement, ast.Assign)
            return _checked(statement.value)
    return {}


def tables(group: Class) -> list[Ideas]:
    """The ideas of each exercise that measures predictions and in which somebody declares any."""
    found = []
    for exercise in group.exercises:
        declared = [
            ideas
            for each in group.measured
            if (answer := each.answers.get(exercise)) and answer.measured and answer.state != "forbidden"
            if (ideas := ideas_in(each.code.get(exercise, "")))
        ]
        if declared:
            found.append(_table(exercise, declared))
    return found


def _table(exercise: str, declared: list[dict[str, float]]) -> Ideas:
    values: dict[str, list[float]] = {}
    for ideas in declared:
        for name, saved in ideas.items():
            values.setdefault(name, []).append(saved)
    named = [
        Idea(name, len(saved), statistics.median(saved), min(saved), max(saved))
        for name, saved in values.items()
        if len(saved) >= NAMED_BY
    ]
    named.sort(key=lambda idea: (-idea.students, -idea.median, idea.name))
    return Ideas(exercise, len(declared), named, len(values) - len(named))


def _checked(value: ast.expr) -> dict[str, float]:
    """The entries of a dict literal that are a short name and a plausible number, at most MOST of them.

    The tree is read entry by entry and nothing is evaluated, so neither depth nor size can cost anything.
    """
    if not isinstance(value, ast.Dict):
        return {}
    found: dict[str, float] = {}
    for key, number in list(zip(value.keys, value.values, strict=True))[:MOST]:
        saved = _number(number)
        if isinstance(key, ast.Constant) and isinstance(key.value, str) and saved is not None:
            name = _name(key.value)
            if name:
                found.setdefault(name, saved)
    return found


def _number(value: ast.expr) -> float | None:
    """A number with or without a sign; None for anything else, or beyond what a trial can give."""
    sign = 1.0
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub | ast.UAdd):
        sign, value = (-1.0 if isinstance(value.op, ast.USub) else 1.0), value.operand
    found = value.value if isinstance(value, ast.Constant) else None
    if isinstance(found, bool) or not isinstance(found, int | float):
        return None
    if isinstance(found, int) and abs(found) > LARGEST:  # an integer may be too long for a float
        return None
    number = sign * float(found)
    return number if math.isfinite(number) and abs(number) <= LARGEST else None


def _name(text: str) -> str:
    """An idea's name in one spelling: no case, single spaces, printable characters only; empty where it is too long."""
    words = unicodedata.normalize("NFKC", text[: 4 * LONGEST]).casefold().split()
    name = " ".join(words)
    return name if len(text) <= LONGEST and len(name) <= LONGEST and name.isprintable() else ""
