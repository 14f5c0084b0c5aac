"""Which cells of a student's a check needs: those that define what it calls, and what these call in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nbformat import NotebookNode

from autograder.checks.names import free_names
from autograder.grading.rebuild import definitions

NO_STAND_INS: Mapping[str, NotebookNode] = {}


class Needs:
    """The student's cells of one notebook, by their exercise where they answer one; each is read once."""

    def __init__(self, cells: Sequence[tuple[str | None, NotebookNode]]) -> None:
        self.cells = cells
        self._read: dict[int, tuple[NotebookNode, set[str], set[str]]] = {}

    def of(
        self, exercise: str, check: str, stand_ins: Mapping[str, NotebookNode] = NO_STAND_INS
    ) -> list[NotebookNode]:
        """The cells that an exercise's check needs. check: its text.

        stand_ins: exercise → another answer, which takes its place; of the student's own cell only what else it
        defines is needed then.
        """
        unused: list[tuple[NotebookNode, set[str]]] = []
        for answers, cell in self.cells:
            names = self._names(cell)[0]
            if answers and (instead := stand_ins.get(answers)):
                unused.append((instead, self._names(instead)[0]))
                names = names - unused[-1][1]
            unused.append((cell, names))
        wanted, needed = {exercise} | free_names(check), []
        while found := [cell for cell, names in unused if names & wanted]:
            for cell in found:
                needed.append(cell)
                wanted |= self._names(cell)[1]
            unused = [(cell, names) for cell, names in unused if not is_among(cell, needed)]
        return needed

    def _names(self, cell: NotebookNode) -> tuple[set[str], set[str]]:
        """What a cell defines and what it needs, as it was read when the notebook was put together."""
        if id(cell) not in self._read:
            self._read[id(cell)] = cell, definitions(cell.source), free_names(cell.source)
        return self._read[id(cell)][1:]


def is_among(cell: NotebookNode, cells: Sequence[NotebookNode]) -> bool:
    """Whether this very cell is among them; two cells may be equal."""
    return any(cell is other for other in cells)
