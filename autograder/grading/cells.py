"""A submission's way through its cells, beside the judge: all in one kernel, then one by one where that one ended.

A check cell is run with an exercise on trial before the judge; when the cell ends, however it ends, its outputs are
replaced by the judge's verdict, which nbgrader then reads. Where the kernel ends, whoever ended it (code can do so
later, from a thread), every check that has no verdict yet gets a fresh kernel, with no answers but those that it needs.
Because a mistake costs its points once, an exercise that calls a wrong answer is tried with a right one
(reference_rerun.py).
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Protocol

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_output

from autograder.checks import panel
from autograder.checks.notebook_api import JUDGE_VARIABLE
from autograder.checks.scoring import Verdict
from autograder.grading import outputs
from autograder.grading.needs import NOTHING, Needs
from autograder.grading.rebuild import HELPERS
from autograder.grading.reference_rerun import once
from autograder.judge.judge_client import JudgeSession
from autograder.notebook.cell import Cell

CLOSED_BOOK = "AUTOGRADER_CLOSED_BOOK"  # the sandbox shows a kernel with it no data and no other files
SEED_VARIABLE = "AUTOGRADER_SEED"  # the sandbox seeds numpy, torch and random from it
STAGES = ("kernel starts", "cells", "checks", "kernel ends")


@dataclass(frozen=True)
class End:
    """How a cell ended its kernel: a word for programs and a sentence for people."""

    kind: str  # time, outputs, messages, exit, unfinished, line, or the kind of a sandbox's Death
    sentence: str


class Kernels(Protocol):
    """What starts kernels and runs cells in them, one kernel at a time (execute.py)."""

    @property
    def seconds_left(self) -> float:
        """What is left for this notebook."""
        ...

    @property
    def too_long(self) -> End:
        """The end of a notebook that has used up its time."""
        ...

    def kernel(self, environment: Mapping[str, str], pass_fds: Sequence[int]) -> AbstractContextManager[None]:
        """A kernel for the block inside."""
        ...

    def run_one_cell(self, cell: NotebookNode, index: int, hurry: bool = False) -> End | None:
        """Execute one cell, or a copy of it; returns how it ended the kernel, if it did. hurry: in less time."""
        ...

    def aside(self) -> AbstractContextManager[None]:
        """Inside the block nothing that a kernel sends reaches the notebook."""
        ...


class Run:
    """One notebook of one submission."""

    def __init__(self, executor: Kernels, nb: NotebookNode, session: JudgeSession) -> None:
        self.executor, self.nb, self.session = executor, nb, session
        self.cells = [Cell.of(node) for node in nb.cells]
        self.checks = [number for number, cell in enumerate(self.cells) if cell.is_check]
        self.verdicts: dict[str, Verdict] = {}
        self.incidents: dict[str, End] = {}  # exercise → how a kernel ended in one of its cells
        self.kernels = 0
        self.stages: dict[str, float] = dict.fromkeys(STAGES, 0.0)  # seconds
        self._ran: set[int] = set()  # numbers of cells that have run, whether or not to their end
        self._deadly: set[int] = set()  # of those, what ended a kernel
        self._left_out: set[int] = set()  # answers that end even a kernel of their own
        students = [number for number in range(len(self.cells)) if self._is_students(number)]
        self._needs = Needs(self.cells, students)
        self._references: dict[str, str] = {}

    def run(self) -> None:
        """Execute every cell that counts, in order, until the kernel ends; then each check that is left, by itself.

        Last come the checks that call a wrong answer, with a right one in its place.
        """
        self._run_together()
        for number in self.checks:
            if not self._is_settled(self.cells[number].exercise):
                self._run_alone(number)
        self._try_with_right_helpers()

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
            "kernels": self.kernels,
            "stages": {stage: round(seconds, 4) for stage, seconds in self.stages.items()},
        }

    def settle_outputs(self) -> None:
        """Last of all: verdicts as the judge gave them, and of the student's outputs what a browser may show.

        A later cell can reach back: an output shown with an id is changed by whoever knows the id.
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
        with self._kernel():
            for number, cell in enumerate(self.cells):
                run = self._run_check if cell.is_check else self._run_plain
                if cell.is_run and run(number):
                    return

    def _run_alone(self, index: int) -> None:
        """Run one check in a kernel with no answers but those that it needs; the better verdict counts.

        What ends this kernel before the check is left out of the next.
        """
        exercise = self.cells[index].exercise
        if verdict := self.session.begin(exercise):  # there is nothing to run; else the check begins again
            return self._keep(verdict)
        left_out = set(self._left_out)
        while self.executor.seconds_left:
            with self._kernel():
                culprit = next((n for n in self._before(index, left_out) if self._run_plain(n)), None)
                if culprit is None:
                    self._run_check(index)
                    return
            left_out.add(culprit)
            if self.cells[culprit].exercise == exercise:
                self._left_out.add(culprit)
        if exercise not in self.verdicts:
            self._settle(exercise, self.executor.too_long.sentence)

    def _before(self, index: int, left_out: set[int]) -> list[int]:
        """The cells that a check in a kernel of its own is run behind: those given, and the answers it needs."""
        return self._plain_cells(index, self._needs.of(self.cells[index]), left_out)

    def _plain_cells(self, end: int, needed: set[int], left_out: set[int]) -> list[int]:
        """The cells before `end` that are no checks: those given, and of the student's those that are needed."""
        return [
            number
            for number, cell in enumerate(self.cells[:end])
            if cell.is_run
            and not cell.is_check
            and number not in left_out
            and (number in needed or not self._is_students(number))
        ]

    def _is_students(self, number: int) -> bool:
        """Whether a cell holds code of the student's: an answer, or a helper of theirs."""
        return self.cells[number].is_answer or str(self.nb.cells[number].get("id")).startswith(HELPERS)

    # Checks that call a wrong answer

    def _wrong_helpers(self, number: int, stand_ins: Mapping[str, str] = NOTHING) -> list[str]:
        """The earlier exercises that a check calls and whose own checks have failed."""
        failed = {name for name, verdict in self.verdicts.items() if verdict.state != "right"}
        failed &= {cell.exercise for cell in self.cells[:number]}
        failed -= {self.cells[number].exercise, *stand_ins}
        if not failed:
            return []
        return sorted(
            failed & {self.cells[n].exercise for n in self._needs.of(self.cells[number], stand_ins)}
        )

    def _all_wrong_helpers(self, number: int) -> dict[str, str]:
        """Exercise → its reference, for the wrong answers that a check calls and those that their references call."""
        found: dict[str, str] = {}
        if self.verdicts[self.cells[number].exercise].state not in ("right", "not answered"):
            while wrong := self._wrong_helpers(number, found):
                found |= {name: self._reference(name) for name in wrong}
        return found

    def _try_with_right_helpers(self) -> None:
        """Run the checks that call wrong answers once more, in a kernel in which these are right.

        What ends this kernel is left out of the next; a kernel that ends at such a place again is the last.
        """
        calls = {number: found for number in self.checks if (found := self._all_wrong_helpers(number))}
        left_out = set(self._left_out)
        while calls and self.executor.seconds_left:
            with self.executor.aside(), self._kernel():
                culprit = self._run_with_references(calls, left_out)
            if culprit is None or culprit in left_out:
                return
            calls.pop(culprit, None)
            left_out.add(culprit)

    def _run_with_references(self, calls: dict[int, dict[str, str]], left_out: set[int]) -> int | None:
        """Run the notebook up to the last of these checks; a wrong answer makes room for its reference after its check.

        So no answer is tried in a kernel that holds its own reference, or after one. calls: what is left to try; checks
        that come to their end are taken out of it. Returns the number of the cell that ended the kernel, if one did.
        """
        references = {name: text for found in calls.values() for name, text in found.items()}
        needed = set[int]().union(*(self._needs.of(self.cells[number], calls[number]) for number in calls))
        last = max(calls)
        run = self._plain_cells(last, needed, left_out)
        present: list[str] = []
        for number, cell in enumerate(self.cells[: last + 1]):
            end = None
            if number in calls:
                end = self._try_again(number, [name for name in present if name in calls[number]], present)
                if end is None:
                    del calls[number]
            elif number in run:
                end = self._run_aside(deepcopy(self.nb.cells[number]), number)
            if end is None and cell.is_check and self._is_replaced(cell.exercise, references):
                end = self._run_aside(new_code_cell(references[cell.exercise]), number)
                present.append(cell.exercise)
            if end:
                return number
        return None

    def _is_replaced(self, exercise: str, references: Mapping[str, str]) -> bool:
        """Whether an answer is still wrong, now that it has been tried for the last time."""
        return exercise in references and self.verdicts[exercise].state != "right"

    def _try_again(self, number: int, wrong: list[str], present: list[str]) -> End | None:
        """Run one check beside the references that are present, of which it calls those of `wrong`."""
        exercise = self.cells[number].exercise
        with self._timed("checks"):
            again, end = self.session.begin(exercise, present), None
            if again is None:
                end = self.executor.run_one_cell(deepcopy(self.nb.cells[number]), number, hurry=True)
                again = self.session.finish(end.sentence if end else None)
                end = end or self._break(self.session.was_linked)
        self.verdicts[exercise] = once(self.verdicts[exercise], again, wrong)
        return end

    def _run_aside(self, node: NotebookNode, number: int) -> End | None:
        with self._timed("cells"):
            return self.executor.run_one_cell(node, number, hurry=True) or self._break()

    def _reference(self, exercise: str) -> str:
        """The reference solution's cell, as the judge has it."""
        if exercise not in self._references:
            self._references[exercise] = self.session.reference(exercise)
        return self._references[exercise]

    # One cell

    def _run_plain(self, number: int) -> End | None:
        """Run a cell that is no check. Its outputs are those of its first run."""
        cell = self.nb.cells[number]
        first = number not in self._ran
        with self._timed("cells"):
            end = self._execute(cell if first else deepcopy(cell), number) or self._break()
        if end and first:
            cell.outputs = [new_output("stream", name="stdout", text=end.sentence + "\n")]
        return self._note(number, end)

    def _run_check(self, number: int) -> End | None:
        """Run a check with its exercise on trial, and keep the verdict."""
        cell = self.nb.cells[number]
        exercise = self.cells[number].exercise
        with self._timed("checks"):
            verdict = self.session.begin(exercise)
            if verdict is None:
                run = deepcopy(cell)  # of what it shows nothing counts
                end = self._execute(run, number)
                cell.execution_count = run.execution_count
                known = end or self.incidents.get(exercise)
                verdict = self.session.finish(known.sentence if known else None, self._wrong_helpers(number))
                end = end or self._break(self.session.was_linked)
            else:
                end = None
        if end is None and verdict.state == "unfinished":
            # Out of memory, say, but alive: the kernel is of no use to the next exercise, nor is what did it.
            end = End(
                "unfinished",
                "The check stopped before its end, so the kernel was replaced and this answer left out of it.",
            )
        self._keep(verdict)
        return self._note(number, end)

    def _execute(self, cell: NotebookNode, number: int) -> End | None:
        self._ran.add(number)
        return self.executor.run_one_cell(cell, number, hurry=number in self._deadly)

    def _break(self, linked: bool | None = None) -> End | None:
        """Whether the cell has left the kernel unable to speak with the judge, who is asked unless it is known."""
        if self.session.linked() if linked is None else linked:
            return None
        return End("line", "The cell broke the line to the judge, and its kernel was replaced.")

    def _note(self, number: int, end: End | None) -> End | None:
        """Remember that a kernel ended in a cell, if it did."""
        if end:
            self._deadly.add(number)
            self.incidents.setdefault(name_of(self.cells[number]), end)
        return end

    # Verdicts

    def _is_settled(self, exercise: str) -> bool:
        """Whether nothing is left to find out: the check came to its end, in a kernel whose record means something.

        What another cell did to the kernel of all is no fault of this exercise.
        """
        verdict = self.verdicts.get(exercise)
        if verdict is None or verdict.state == "unfinished":
            return False
        return not (verdict.state == "forbidden" and verdict.odd)

    def _settle(self, exercise: str, reason: str) -> None:
        self._keep(self.session.begin(exercise) or self.session.finish(reason))

    def _keep(self, verdict: Verdict) -> None:
        """Keep the verdict, unless an earlier one is as good."""
        earlier = self.verdicts.get(verdict.exercise)
        if earlier is not None:
            if verdict.points <= earlier.points:
                return
            ended = earlier.state == "unfinished"
            reason = "a kernel ended here" if ended else "one of them had disturbed the record"
            verdict.notes.append(f"Checked again without the other answers, because {reason}.")
            verdict.odd = list(dict.fromkeys([*earlier.odd, *verdict.odd]))
        incident = self.incidents.get(verdict.exercise)
        if verdict.state != "right" and incident and incident.sentence not in verdict.notes:
            verdict.notes.append(f"In your own cell: {incident.sentence}")
        self.verdicts[verdict.exercise] = verdict

    # Kernels

    @contextmanager
    def _kernel(self) -> Iterator[None]:
        """A kernel with a socket to the judge, which it inherits."""
        self.kernels += 1
        ours, kernels = socket.socketpair()
        try:
            self.session.attach(ours)
            ours.close()  # the judge has it; held here too, the kernel would not notice when the judge hangs up
            environment = {
                **os.environ,
                JUDGE_VARIABLE: str(kernels.fileno()),
                SEED_VARIABLE: str(self.session.seed),
            }
            if self.session.closed_book:
                environment[CLOSED_BOOK] = "1"
            with ExitStack() as stack:
                with self._timed("kernel starts"):
                    stack.enter_context(self.executor.kernel(environment, (kernels.fileno(),)))
                kernels.close()
                try:
                    yield
                finally:
                    with self._timed("kernel ends"):
                        stack.close()
        finally:
            ours.close()
            kernels.close()

    @contextmanager
    def _timed(self, stage: str) -> Iterator[None]:
        started = time.perf_counter()
        try:
            yield
        finally:
            self.stages[stage] += time.perf_counter() - started


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


def name_of(cell: Cell) -> str:
    """The exercise that a cell belongs to, for people."""
    return cell.exercise or "a cell without a name"
