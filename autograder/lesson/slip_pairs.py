"""Two mistakes in one answer cell: the edits of two slips, one after the other, where they don't collide."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass

from autograder.authoring import Exercise
from autograder.editing import EditedSlip, apply_edit
from autograder.errors import LessonError


@dataclass(frozen=True)
class Pair:
    """Two slips of an exercise by their numbers, and the answer cell with both mistakes in it."""

    first: int
    second: int
    cell: str


def pairs(exercise: Exercise, solution: str, order: str = "") -> Iterator[Pair]:
    """All pairs of different mistakes whose edits give the same cell in either order.

    order: a text that the order of the pairs depends on; without it, slips that the exercise lists first come first.
    """
    every = sorted(itertools.combinations(range(len(exercise.slips)), 2), key=sum)
    if order:
        random.Random(order).shuffle(every)
    base = exercise.base(solution)
    for first, second in every:
        one, two = exercise.slips[first], exercise.slips[second]
        if one.slip.name == two.slip.name or isinstance(one.edit, str) or isinstance(two.edit, str):
            continue  # a whole text leaves no room for another edit
        try:
            cell = apply_edit(base, [*_edits(one), *_edits(two)])
            if cell == apply_edit(base, [*_edits(two), *_edits(one)]):
                yield Pair(first, second, cell)
        except LessonError:
            continue


def _edits(slip: EditedSlip) -> list[tuple[str, str]]:
    if isinstance(slip.edit, str):
        raise LessonError(f"slip {slip.slip.name!r} is a whole text")
    return [slip.edit] if isinstance(slip.edit, tuple) else list(slip.edit)
