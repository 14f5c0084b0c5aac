"""Run a lesson's own code: its reference solution, or that solution with one cell replaced.

For trusted code only: slips, alternatives and mutants of our own solutions. Student code never comes here.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from typing import Any

from autograder.authoring import Exercise
from autograder.checks.notebook_api import capturing
from autograder.checks.probe import Probe, run_probe, run_untold
from autograder.checks.scoring import Outcome
from autograder.checks.values import unpack
from autograder.errors import LessonError
from autograder.lesson.folder import Cell, NotebookText


class Workspace:
    """The names that a notebook's cells define, in order, without the cells that grading leaves out."""

    def __init__(self, notebook: NotebookText) -> None:
        self.notebook = notebook
        self._before: dict[str, dict[str, Any]] = {}  # exercise → the names defined before its cell
        self.probes: dict[str, Probe] = {}
        self._run_all()

    def probe(
        self, exercise: str, answer: str | None = None, wrap: Callable[[Any], Any] | None = None
    ) -> Probe:
        """The exercise's probe over the reference solution or over another answer cell.

        wrap: what to put in the place of what the answer cell defines.
        """
        if answer is None:
            return self.probes[exercise]
        namespace = dict(self._before[exercise])
        _execute(answer, f"<{exercise}>", namespace)
        if wrap is not None:
            namespace[exercise] = wrap(namespace[exercise])
        with capturing() as probes:
            _execute(self.notebook.cell(f"check_{exercise}").source, f"<check_{exercise}>", namespace)
        return probes[exercise]

    def slip_probes(self, exercise: Exercise) -> list[Probe]:
        """The exercise's probe over each of its known mistakes. Raises LessonError for one that cannot be run."""
        solution = self.notebook.cell(exercise.name).source
        probes = []
        for slip in exercise.slips:
            answer = slip.apply(solution)
            try:
                probes.append(self.probe(exercise.name, answer))
            except Exception as error:
                raise LessonError(
                    f"{self.notebook.path}: slip {slip.slip.name!r} of {exercise.name} cannot be run: "
                    f"{type(error).__name__}: {error}"
                ) from error
        return probes

    def probes_with(self, exercise: str, answer: str) -> dict[str, Probe]:
        """All probes of the notebook when one answer cell is replaced; later cells see the replacement."""
        return _run_cells(self.notebook, {exercise: answer})

    def _run_all(self) -> None:
        namespace: dict[str, Any] = {"__name__": "__main__"}
        with capturing() as self.probes:
            for cell in _graded_cells(self.notebook):
                if cell.is_answer:
                    self._before[cell.grade_id] = dict(namespace)
                _run_cell(cell, cell.source, namespace, self.notebook)


def outcome_of(probe: Probe, inputs: bytes, told: bool = True) -> dict[str, Any]:
    """What one call of a probe gives, after crossing as a student's would.

    told: with what messages to students say besides, for which a probe may be called once more (run_untold).
    """
    return unpack(run_probe(probe, inputs) if told else run_untold(probe, inputs))


class SlipOutcomes(Sequence[Outcome]):
    """What each known mistake gives in one case. A mistake runs only when its outcome is asked for.

    After the first case few of them are left that could be the answer's.
    """

    def __init__(self, probes: Sequence[Probe], inputs: bytes) -> None:
        self.probes, self.inputs = probes, inputs
        self.known: dict[int, Outcome] = {}

    def __len__(self) -> int:
        return len(self.probes)

    def __getitem__(self, index: Any) -> Any:
        if index not in self.known:
            with quiet():
                self.known[index] = outcome_of(self.probes[index], self.inputs, told=False)
        return self.known[index]


@contextmanager
def quiet() -> Iterator[None]:
    """Swallow what lesson cells print, and what libraries warn of, while our tools run them.

    A warning names a line of ours, a known mistake's perhaps, and whoever reads it would look for it in a submission.
    """
    with redirect_stdout(StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _run_cells(notebook: NotebookText, replace: dict[str, str]) -> dict[str, Probe]:
    namespace: dict[str, Any] = {"__name__": "__main__"}
    with capturing() as probes:
        for cell in _graded_cells(notebook):
            _run_cell(cell, replace.get(cell.grade_id, cell.source), namespace, notebook)
    return probes


def _graded_cells(notebook: NotebookText) -> list[Cell]:
    return [cell for cell in notebook.cells if cell.kind == "code" and not cell.is_explored]


def _run_cell(cell: Cell, source: str, namespace: dict[str, Any], notebook: NotebookText) -> None:
    try:
        with quiet():
            _execute(source, f"<{cell.grade_id or 'cell'}>", namespace)
    except Exception as error:
        where = cell.grade_id or source.strip().splitlines()[0]
        raise LessonError(
            f"{notebook.path}: the cell {where!r} stops with {type(error).__name__}: {error}"
        ) from error


def _execute(source: str, name: str, namespace: dict[str, Any]) -> None:
    try:
        code = compile(source, name, "exec")  # a line of a text, such as weights in base 85, may begin with %
    except SyntaxError:
        lines = [("" if line.startswith(("%", "!")) else line) for line in source.splitlines()]
        code = compile("\n".join(lines), name, "exec")
    exec(code, namespace)
