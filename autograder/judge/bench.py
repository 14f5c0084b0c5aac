"""A lesson as the judge has it at hand: its exercises, its stubs and, once somebody slips, its slips."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property

from autograder.authoring import Exercise
from autograder.checks import recorded
from autograder.checks.probe import Probe
from autograder.checks.recorded import Recording
from autograder.checks.scoring import Outcome
from autograder.lesson.folder import Lesson, NotebookText
from autograder.lesson.workspace import SlipOutcomes, Workspace, quiet
from autograder.notebook import manifest
from autograder.notebook.stubs import stub


class Bench:
    """One notebook of one release of a lesson."""

    def __init__(self, lesson: Lesson, stem: str) -> None:
        self.lesson = lesson
        self.notebook: NotebookText = next(n for n in lesson.notebooks if n.stem == stem)
        self._slips: dict[str, list[Probe]] = {}
        self._recordings: dict[str, Recording | None] = {}

    @property
    def closed_book(self) -> bool:
        """Whether a kernel gets no data, no weights and no other files: so it is where one exercise asks for it."""
        known = self.lesson.exercises
        return any(known[name].closed_book for name in self.notebook.exercises if name in known)

    @cached_property
    def _workspace(self) -> Workspace:
        return Workspace(self.notebook)

    def stub(self, exercise: str) -> str:
        """The answer cell as it was released."""
        return stub(self.notebook.cell(exercise).source)

    def recording(self, exercise: Exercise) -> Recording | None:
        """What the student's own check compares with; None where it isn't here, or is of another release."""
        if exercise.name not in self._recordings:
            self._recordings[exercise.name] = self._read(exercise)
        return self._recordings[exercise.name]

    def _read(self, exercise: Exercise) -> Recording | None:
        beside = self.notebook.path.with_suffix(manifest.SUFFIX)
        for path in (beside, self.lesson.course_folder / beside.name):
            known = manifest.find(path)
            if known is not None and known.release in self.lesson.releases:
                with suppress(recorded.RecordingError):
                    found = recorded.read_one(path, exercise.name)
                    if found and [s.name for s in found.slips] == [s.slip.name for s in exercise.slips]:
                        return found
        return None

    def slip_outcomes(self, exercise: Exercise, inputs: bytes) -> Sequence[Outcome]:
        """What each known mistake gives on these inputs."""
        if exercise.name not in self._slips:
            with quiet():
                self._slips[exercise.name] = self._workspace.slip_probes(exercise)
        return SlipOutcomes(self._slips[exercise.name], inputs)
