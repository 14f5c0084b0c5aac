"""A submission's way through its cells, beside the judge: all in one kernel, then one by one where that one ended.

A check cell is run with an exercise on trial before the judge; when the cell ends, however it ends, its outputs are
replaced by the judge's verdict, which nbgrader then reads. Where the kernel ends, whoever ended it (code can do so
later, from a thread), every check that has no verdict yet gets a fresh kernel, with no answers but those that it needs.
Because a mistake costs its points once, an exercise that calls a wrong answer is tried with a right one
(reference_rerun.py).
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_output

from autograder.checks import panel
from autograder.checks.reassembly import HELPERS
from autograder.checks.scoring import Verdict
from autograder.grading import outputs
from autograder.grading.judged_kernels import End, JudgedKernels, Kernels
from autograder.grading.kept_verdicts import KeptVerdicts
from autograder.grading.needs import Needs
from autograder.grading.reference_rerun import ReferenceRerun, wrong_helpers
from autograder.judge.judge_client import JudgeSession
from autograder.notebook.cell import Cell

LONGEST = 200  # characters of an error's name and of what it says


class Run:
    """One notebook of one submission."""

    def __init__(self, executor: Kernels, nb: NotebookNode, session: JudgeSession) -> None:
        self.executor, self.nb, self.session = executor, nb, session
        self.cells = [Cell.of(node) for node in nb.cells]
        self.checks = [number for number, cell in enumerate(self.cells) if cell.is_check]
        self.kernels, self.kept = JudgedKernels(executor, session), KeptVerdicts()
        self._ran: set[int] = set()  # numbers of cells that have run, whether or not to their end
        self._deadly: set[int] = set()  # of those, what ended a kernel
        self._left_out: set[int] = set()  # answers that end even a kernel of their own
        students = {number for number in range(len(self.cells)) if self._is_by_student(number)}
        self._needs = Needs(self.cells, students)

    @property
    def verdicts(self) -> dict[str, Verdict]:
        """Exercise → its verdict so far."""
        return self.kept.verdicts

    @property
    def incidents(self) -> dict[str, End]:
        """Exercise → how a kernel ended in one of its cells."""
        return self.kept.incidents

    def run(self) -> None:
        """Execute every cell that counts, in order, until the kernel ends; then each check that is left, by itself.

        Last come the checks that call a wrong answer, with a right one in its place.
        """
        self._run_together()
        for number in self.checks:
            if not self.kept.is_settled(self.cells[number].exercise):
                self._run_alone(number)
        ReferenceRerun(self.nb, self._needs, self.kernels, self.kept, self._left_out).run()

    def refuse(self) -> None:
        """Give every check of an unreadable submission its verdict, without running anything."""
        for number in self.checks:
            self._settle(self.cells[number].exercise, "The notebook could not be read.")

    def report(self) -> dict[str, Any]:
        """What the class report needs, for the notebook's metadata."""
        return {
            "verdicts": [verdict.as_dict() for verdict in self.verdicts.values()],
            "incidents": {name: end.sentence for name, end in self.incidents.items()},
            "ends": {name: end.kind for name, end in self.incidents.items()},
            "stopped": self._stopped(),
            "kernels": self.kernels.count,
            "stages": {stage: round(seconds, 4) for stage, seconds in self.kernels.stages.items()},
        }

    def _stopped(self) -> dict[str, dict[str, str]]:
        """Exercise → the error that its own cell stopped with, where its check therefore found nothing to call."""
        return {
            cell.exercise: {"type": str(output.ename)[:LONGEST], "message": str(output.evalue)[:LONGEST]}
            for cell, node in zip(self.cells, self.nb.cells, strict=True)
            if cell.is_answer and self._is_undefined(cell.exercise)
            for output in node.get("outputs", [])
            if output.output_type == "error"
        }

    def _is_undefined(self, exercise: str) -> bool:
        """Whether the check found no answer by this name."""
        verdict = self.verdicts.get(exercise)
        error = (verdict.error if verdict else None) or {}
        return error.get("type") == "NameError" and f"'{exercise}'" in error.get("message", "")

    def settle_outputs(self) -> None:
        """Last of all: verdicts as the judge gave them, and of the student's outputs what a browser may show.

        After all cells have run, because a later cell can change an earlier output whose display id it knows.
        """
        room = outputs.MAX_NOTEBOOK
        for cell, node in zip(self.cells, self.nb.cells, strict=True):
            if cell.is_check:
                _show(node, self.verdicts[cell.exercise])
            elif cell.kind == "code":
                room = outputs.make_safe(node, room)
        self.nb.metadata.pop("widgets", None)

    # All cells in one kernel, then one check in one kernel

    def _run_together(self) -> None:
        """Execute the cells in order until all are done or one takes the kernel along."""
        if not self.checks:
            return
        with self.kernels.kernel():
            for number, cell in enumerate(self.cells):
                run = self._run_check if cell.is_check else self._run_plain
                if cell.is_run and run(number):
                    return  # the kernel ended in this cell; _run_alone does the checks that are left

    def _run_alone(self, index: int) -> None:
        """Run one check in a kernel with no answers but those that it needs; the better verdict counts.

        A cell that ends this kernel before the check is left out of the next one. So there are at most as many kernels
        as cells before the check, and no more than the notebook's time allows.
        """
        exercise = self.cells[index].exercise
        # The judge may know the verdict without a run. Where it does not, begin is called again in _run_check.
        if verdict := self.session.begin(exercise):
            return self.kept.keep(verdict)
        left_out = set(self._left_out)
        while self.executor.seconds_left:
            with self.kernels.kernel():
                before = self._needs.before(index, self._needs.of(self.cells[index]), left_out)
                culprit = next((number for number in before if self._run_plain(number)), None)
                if culprit is None:
                    self._run_check(index)
                    return
            left_out.add(culprit)
            # An answer that ends even the kernel made for its own check is not run for any other check either.
            if self.cells[culprit].exercise == exercise:
                self._left_out.add(culprit)
        if exercise not in self.verdicts:
            self._settle(exercise, self.executor.too_long.sentence)

    def _is_by_student(self, number: int) -> bool:
        """Whether the student wrote this cell: an answer, or a helper cell that rebuild.py has kept."""
        return self.cells[number].is_answer or str(self.nb.cells[number].get("id")).startswith(HELPERS)

    # One cell

    def _run_plain(self, number: int) -> End | None:
        """Run a cell that is no check. The student sees the outputs of its first run; later runs are of a copy."""
        cell = self.nb.cells[number]
        first = number not in self._ran
        with self.kernels.timed("cells"):
            end = self._execute(cell if first else deepcopy(cell), number) or self.kernels.broken_line()
        if end and first:
            cell.outputs = [new_output("stream", name="stdout", text=end.sentence + "\n")]
        return self._note(number, end)

    def _run_check(self, number: int) -> End | None:
        """Run a check with its exercise on trial, and keep the verdict."""
        cell = self.nb.cells[number]
        exercise = self.cells[number].exercise
        with self.kernels.timed("checks"):
            weak = wrong_helpers(self._needs, self.kept, number)
            verdict = self.session.begin(exercise, weak=weak)
            if verdict is None:
                # A copy, because nothing that a check shows counts: settle_outputs writes what the judge says.
                run = deepcopy(cell)
                end = self._execute(run, number)
                cell.execution_count = run.execution_count
                # The judge is told why the kernel ended, now or in the answer's own cell before, for its verdict.
                known = end or self.incidents.get(exercise)
                verdict = self.session.finish(known.sentence if known else None)
                end = end or self.kernels.broken_line(self.session.was_linked)
            else:  # settled without running: not answered, say, or it uses what is forbidden
                end = None
        if end is None and verdict.state == "unfinished":
            # The check did not finish, but its kernel lives; it ran out of memory, say. A kernel in that state would
            # spoil the next exercises, so it is replaced, and this answer is not run again.
            end = End(
                "unfinished",
                "The check stopped before its end, so the kernel was replaced and this answer left out of it.",
            )
        self.kept.keep(verdict)
        return self._note(number, end)

    def _execute(self, cell: NotebookNode, number: int) -> End | None:
        """Execute a cell; one that has ended a kernel before gets less time."""
        self._ran.add(number)
        return self.executor.run_one_cell(cell, number, hurry=number in self._deadly)

    def _note(self, number: int, end: End | None) -> End | None:
        """Remember that a kernel ended in a cell, if it did."""
        if end:
            self._deadly.add(number)
            self.kept.note_end(self.cells[number], end)
        return end

    def _settle(self, exercise: str, reason: str) -> None:
        self.kept.keep(self.session.begin(exercise) or self.session.finish(reason))


def _show(cell: NotebookNode, verdict: Verdict) -> None:
    """The verdict as the cell's only outputs: a panel for people, a number for nbgrader."""
    cell.execution_count = outputs.number_or_none(cell.get("execution_count"))
    shown = {"text/html": panel.html(verdict), "text/plain": panel.text(verdict)}
    cell.outputs = [
        new_output("display_data", data=shown),
        new_output(
            "execute_result",
            data={"text/plain": panel.number(verdict.points)},
            execution_count=cell.execution_count,
        ),
    ]
