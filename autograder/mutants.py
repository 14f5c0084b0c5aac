"""Small random mistakes in a solution, made by cosmic-ray's operators, to find out whether a check would notice."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from autograder.stubs import BEGIN, END


@dataclass(frozen=True)
class Mutant:
    """One changed solution cell and the line that was changed, old and new, without indentation."""

    source: str
    old: str
    new: str

    @property
    def change(self) -> str:
        return f"{self.old}  →  {self.new}"


def mutants(cell: str) -> Iterator[Mutant]:
    """Every mutant of the part of a cell that students write, each different one once."""
    from cosmic_ray.mutating import mutate_code

    seen = {_normal(cell)}
    for operator in _operators():
        occurrence = 0
        while (mutated := mutate_code(cell, operator, occurrence)) is not None:
            occurrence += 1
            if _normal(mutated) in seen:
                continue
            seen.add(_normal(mutated))
            mutant = _locate(cell, mutated)
            if mutant is not None:
                yield mutant


@cache
def _operators() -> list[Any]:
    """All of cosmic-ray's operators that need no settings and change what code does."""
    from cosmic_ray import plugins

    left_out = ("core/NoOp", "core/RemoveDecorator", "core/VariableInserter", "core/VariableReplacer")
    names = [name for name in plugins.operator_names() if name not in left_out]
    return [plugins.get_operator(name)() for name in names]


def _locate(cell: str, mutated: str) -> Mutant | None:
    """The mutant with its changed line, or None when it lies outside the solution."""
    before, after = cell.splitlines(), mutated.splitlines()
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            if not any(start <= i1 and i2 <= end for start, end in _solution_parts(before)):
                return None
            old, new = (" ".join(line.strip() for line in part) for part in (before[i1:i2], after[j1:j2]))
            return Mutant(mutated, _without_comment(old), _without_comment(new))
    return None


def _solution_parts(lines: list[str]) -> Iterator[tuple[int, int]]:
    start = None
    for number, line in enumerate(lines):
        if line.strip() == BEGIN:
            start = number + 1
        elif line.strip() == END and start is not None:
            yield start, number
            start = None


def _without_comment(line: str) -> str:
    return line.split("  #")[0].strip()


def _normal(source: str) -> str:
    return "\n".join(line.rstrip() for line in source.splitlines())
