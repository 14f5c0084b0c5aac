"""Which of the student's cells a check needs: those that bind what it calls, and what these call in turn."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from autograder.checks.names import bound_names, free_names
from autograder.notebook.cell import Cell

NOTHING: Mapping[str, str] = {}


class Needs:
    """The cells of one notebook by their numbers, and which of them the others need."""

    def __init__(self, cells: Sequence[Cell], students: Collection[int]) -> None:
        """students: the numbers of the cells that a student wrote: answers, and helpers between them."""
        self.cells, self.students = cells, students

    def of(self, check: Cell, stand_ins: Mapping[str, str] = NOTHING) -> set[int]:
        """The numbers of the student's cells that a check needs.

        stand_ins: exercise → the text that replaces its answer. The student's own cell is then needed only for other
        names that it defines.
        """
        binds = {number: self._binds(self.cells[number], stand_ins) for number in self.students}
        wanted = {check.exercise} | free_names(check.source)
        wanted.update(*(free_names(text) for text in stand_ins.values()))
        needed: set[int] = set()
        while found := {number for number in binds if binds[number] & wanted} - needed:
            needed |= found
            wanted.update(*(free_names(self.cells[number].source) for number in found))
        return needed

    def before(self, end: int, needed: set[int], left_out: set[int]) -> list[int]:
        """The cells to run before the check at `end`: all of the release's, and those of the student's that are needed.

        Other checks are not among them, and neither are the cells in `left_out`.
        """
        return [
            number
            for number, cell in enumerate(self.cells[:end])
            if cell.is_run
            and not cell.is_check
            and number not in left_out
            and (number in needed or number not in self.students)
        ]

    def called(self, number: int, stand_ins: Mapping[str, str] = NOTHING) -> set[str]:
        """The earlier exercises that a check calls, except its own and those with a stand-in."""
        earlier = {cell.exercise for cell in self.cells[:number]} - {self.cells[number].exercise, *stand_ins}
        return earlier & {self.cells[needed].exercise for needed in self.of(self.cells[number], stand_ins)}

    def _binds(self, cell: Cell, stand_ins: Mapping[str, str]) -> frozenset[str]:
        """What a cell is needed for; an answer for its exercise even where it cannot be read or defines another."""
        bound = bound_names(cell.source)
        if not cell.is_answer:
            return bound
        bound = bound | {cell.exercise}
        instead = stand_ins.get(cell.exercise)
        return bound - {cell.exercise} - bound_names(instead) if instead else bound
