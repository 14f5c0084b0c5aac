"""Which cells of a student's a check needs: those that bind what it calls, and what these call in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from autograder.checks.names import bound_names, free_names
from autograder.notebook.cell import Cell

NOTHING: Mapping[str, str] = {}


class Needs:
    """The student's cells of one notebook, by their numbers."""

    def __init__(self, cells: Sequence[Cell], students: Sequence[int]) -> None:
        self.cells, self.students = cells, students

    def of(self, check: Cell, stand_ins: Mapping[str, str] = NOTHING) -> set[int]:
        """The numbers of the student's cells that a check needs.

        stand_ins: exercise → the text of another answer, which takes its place; of the student's own cell only what
        else it binds is needed then.
        """
        binds = {number: self._binds(self.cells[number], stand_ins) for number in self.students}
        wanted = {check.exercise} | free_names(check.source)
        wanted.update(*(free_names(text) for text in stand_ins.values()))
        needed: set[int] = set()
        while found := {number for number in binds if binds[number] & wanted} - needed:
            needed |= found
            wanted.update(*(free_names(self.cells[number].source) for number in found))
        return needed

    def _binds(self, cell: Cell, stand_ins: Mapping[str, str]) -> frozenset[str]:
        """What a cell is needed for; an answer for its exercise even where it cannot be read or defines another."""
        bound = bound_names(cell.source)
        if not cell.is_answer:
            return bound
        bound = bound | {cell.exercise}
        instead = stand_ins.get(cell.exercise)
        return bound - {cell.exercise} - bound_names(instead) if instead else bound
