"""A slip must cost no other exercise a point, unless that one says that it uses this one; and it stops no cell below.

Only what can be reached by a slip is run with it: cells that use the answer (cell_uses.py), and checks of such cells.
All other checks get the first case with right answers, once.
"""

from __future__ import annotations

from collections.abc import Iterator

from autograder.authoring import Exercise
from autograder.checks.probe import Probe
from autograder.lesson.folder import Lesson
from autograder.lesson.workspace import Workspace
from autograder.proof.cell_uses import answers_reached, cell_uses
from autograder.proof.draws import Draw


class Cascades:
    """One notebook, in which each exercise is tried with the slips of the others."""

    def __init__(self, lesson: Lesson, workspace: Workspace) -> None:
        self.lesson, self.workspace = lesson, workspace
        uses = cell_uses(workspace.notebook)
        self.reached = [
            (use.cell, answers)
            for use, answers in zip(uses, answers_reached(uses), strict=True)
            if not use.cell.is_explored
        ]
        self.first_cases: dict[str, Draw] = {}
        self.spoilt: dict[str, bool] = {}  # an exercise → whether it loses points with right answers already

    def faults(self, exercise: Exercise) -> Iterator[str]:
        """A sentence for each slip of this exercise that costs another exercise points.

        Raises LessonError where a cell below stops with a slip.
        """
        name, solution = exercise.name, self.workspace.notebook.cell(exercise.name).source
        others = [
            other
            for each in self.workspace.notebook.exercises
            if (other := self.lesson.exercises.get(each)) and each != name and name not in other.uses
        ]
        touched = [cell for cell, answers in self.reached if name in answers and cell.exercise != name]
        checks = {cell.exercise for cell in touched if cell.is_check}
        for slip in exercise.slips:
            probes = self.workspace.probes_with(name, slip.apply(solution)) if touched else {}
            for other in others:
                if (
                    self._misses(other, probes[other.name])
                    if other.name in checks
                    else self._is_spoilt(other)
                ):
                    yield f"slip {slip.slip.name!r} also costs {other.name} points, which does not say it uses it"

    def _misses(self, exercise: Exercise, probe: Probe) -> bool:
        """Whether an exercise misses something in its first case."""
        if exercise.name not in self.first_cases:
            self.first_cases[exercise.name] = Draw(exercise, [], b"cascade", count=1)
        draw = self.first_cases[exercise.name]
        return not draw.passes(exercise.rubric(list(draw.cases[0].oracle)), probe)

    def _is_spoilt(self, exercise: Exercise) -> bool:
        if exercise.name not in self.spoilt:
            self.spoilt[exercise.name] = self._misses(exercise, self.workspace.probe(exercise.name))
        return self.spoilt[exercise.name]
