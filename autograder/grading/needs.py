"""Which cells of a student's a check needs: those that bind what it calls, and what these call in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from autograder.checks.names import bound_names, free_names
from autograder.notebook.cell import Cell

NOTHING: Mapping[str, str] = {}


class Needs:
    """The student's cells of one notebook, by their numbers; each is read once, and only when it is asked for."""

    def __init__(self, cells: Sequence[Cell], students: Sequence[int]) -> None:
        self.cells, self.students = cells, students
        self._read: dict[str, tuple[set[str], set[str]]] = {}

    def of(self, check: Cell, stand_ins: Mapping[str, str] = NOTHING) -> set[int]:
        """The numbers of the student's cells that a check needs.

        stand_ins: exercise → the text of another answer, which takes its place; of the student's own cell only what
        else it binds is needed then.
        """
        binds = {number: self._binds(self.cells[number], stand_ins) for number in self.students}
        wanted = {check.exercise} | self._names(check.source)[1]
        wanted.update(*(self._names(text)[1] for text in stand_ins.values()))
        needed: set[int] = set()
        while found := {number for number in binds if binds[number] & wanted} - needed:
            needed |= found
            wanted.update(*(self._names(self.cells[number].source)[1] for number in found))
        return needed

    def _binds(self, cell: Cell, stand_ins: Mapping[str, str]) -> set[str]:
        """What a cell is needed for; an answer for its exercise even where it cannot be read or defines another."""
        bound = self._names(cell.source)[0]
        if not cell.is_answer:
            return bound
        bound = bound | {cell.exercise}
        instead = stand_ins.get(cell.exercise)
        return bound - {cell.exercise} - self._names(instead)[0] if instead else bound

    def _names(self, source: str) -> tuple[set[str], set[str]]:
        """What a piece of code binds and what it needs."""
        if source not in self._read:
            self._read[source] = bound_names(source), free_names(source)
        return self._read[source]
