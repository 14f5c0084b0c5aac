"""A lesson as the judge has it at hand: its exercises, its stubs and, once somebody slips, its slips."""

from __future__ import annotations

from functools import cached_property

from autograder.authoring import Exercise
from autograder.checks.client import Probe
from autograder.checks.scoring import Outcome
from autograder.lesson import Lesson, NotebookText
from autograder.stubs import stub
from autograder.workspace import Workspace, outcome_of, quiet


class Bench:
    """One notebook of one release of a lesson."""

    def __init__(self, lesson: Lesson, stem: str) -> None:
        self.lesson = lesson
        self.notebook: NotebookText = next(n for n in lesson.notebooks if n.stem == stem)
        self._slips: dict[str, list[Probe]] = {}

    @cached_property
    def _workspace(self) -> Workspace:
        return Workspace(self.notebook)

    def stub(self, exercise: str) -> str:
        """The answer cell as it was released."""
        return stub(self.notebook.cell(exercise).source)

    def slip_outcomes(self, exercise: Exercise, inputs: bytes) -> list[Outcome]:
        """What each known mistake gives on these inputs."""
        if exercise.name not in self._slips:
            with quiet():
                self._slips[exercise.name] = self._workspace.slip_probes(exercise)
        with quiet():
            return [outcome_of(probe, inputs) for probe in self._slips[exercise.name]]
