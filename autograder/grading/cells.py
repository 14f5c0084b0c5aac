"""A submission's way through its cells, beside the judge, over as many kernels as it takes.

A check cell is run with an exercise on trial before the judge; when the cell ends, however it ends, its outputs are
replaced by the judge's verdict, which nbgrader then reads. A cell that hangs or kills the kernel costs its own points:
the kernel is replaced, the earlier good cells run again, and grading goes on behind it. Because code can also end the
kernel later, from a thread, an exercise in whose cells a kernel ended is tried once more without the other answers.
And because a mistake costs its points once, an exercise that calls a wrong answer is tried with a right one (once.py).
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_output

from autograder.checks import panel
from autograder.checks.client import JUDGE_VARIABLE
from autograder.checks.scoring import Verdict
from autograder.grading import outputs
from autograder.grading.needs import NO_STAND_INS, Needs, is_among
from autograder.grading.once import once
from autograder.grading.rebuild import HELPERS
from autograder.judge.client import JudgeSession

if TYPE_CHECKING:
    from autograder.grading.execute import JudgedExecute

SEED_VARIABLE = "AUTOGRADER_SEED"  # the sandbox seeds numpy, torch and random from it
STAGES = ("kernel starts", "cells", "checks", "kernel ends")
MAX_KERNELS = 12  # so many in the first pass; what they have not reached is tried by itself


class Run:
    """One notebook of one submission."""

    def __init__(self, executor: JudgedExecute, nb: NotebookNode, session: JudgeSession) -> None:
        self.executor, self.nb, self.session = executor, nb, session
        self.verdicts: dict[str, Verdict] = {}
        self.incidents: dict[str, str] = {}  # exercise → how a kernel ended in one of its cells
        self.good: list[NotebookNode] = []  # cells that a new kernel has to run again
        self.kernels = 0
        self._needs = Needs([(_answers(cell), cell) for cell in nb.cells if _is_students(cell)])
        self._references: dict[str, NotebookNode] = {}
        self.stages: dict[str, float] = dict.fromkeys(STAGES, 0.0)  # seconds

    def run(self) -> None:
        """Execute every cell that counts, in order; then try again what may have suffered from another cell."""
        left = [(i, cell) for i, cell in enumerate(self.nb.cells) if is_run(cell)]
        while any(is_check(cell) for _, cell in left):  # behind the last one nothing earns a point
            reason = self._exhausted()
            if reason:
                for _, cell in left:
                    if is_check(cell):
                        self._settle(cell, reason)
                break
            with self._kernel():
                if self._replay():
                    left = self._run_until_death(left)
        for cell in self.nb.cells:
            if is_check(cell) and self.executor.seconds_left and self._may_have_suffered(cell):
                self._try_alone(cell)
        for cell in self.nb.cells:
            if is_check(cell) and self.executor.seconds_left:
                self._try_with_right_helpers(cell)

    def refuse(self) -> None:
        """Give every check of an unreadable submission its verdict, without running anything."""
        for cell in self.nb.cells:
            if is_check(cell):
                self._settle(cell, "The notebook could not be read.")

    def report(self) -> dict[str, Any]:
        """What the class report needs, for the notebook's metadata."""
        return {
            "verdicts": [verdict.as_dict() for verdict in self.verdicts.values()],
            "incidents": self.incidents,
            "kernels": self.kernels,
            "stages": {stage: round(seconds, 4) for stage, seconds in self.stages.items()},
        }

    def settle_outputs(self) -> None:
        """Last of all: verdicts as the judge gave them, and of the student's outputs what a browser may show.

        A later cell can reach back: an output shown with an id is changed by whoever knows the id.
        """
        room = outputs.MAX_NOTEBOOK
        for cell in self.nb.cells:
            if is_check(cell):
                _show(cell, self.verdicts[name_of(cell)])
            elif cell.cell_type == "code":
                room = outputs.make_safe(cell, room)
        self.nb.metadata.pop("widgets", None)

    # The first pass: all cells in order

    def _exhausted(self) -> str | None:
        """Why this notebook gets no further kernel."""
        if not self.executor.seconds_left:
            return self.executor.too_long
        return f"{MAX_KERNELS} kernels ended before this check." if self.kernels >= MAX_KERNELS else None

    def _run_until_death(self, left: list[tuple[int, NotebookNode]]) -> list[tuple[int, NotebookNode]]:
        """Execute cells until all are done or one takes the kernel along; returns those behind it."""
        for position, (index, cell) in enumerate(left):
            with self._timed("checks" if is_check(cell) else "cells"):
                end = self._run_check(cell, index) if is_check(cell) else self._run_plain(cell, index)
            if end:
                self.incidents.setdefault(name_of(cell), end)
                return left[position + 1 :]
        return []

    def _run_plain(self, cell: NotebookNode, index: int) -> str | None:
        end = self.executor.run_one_cell(cell, index) or self._break()
        if end:
            cell.outputs = [new_output("stream", name="stdout", text=end + "\n")]
        else:
            self.good.append(deepcopy(cell))
        return end

    def _run_check(self, cell: NotebookNode, index: int) -> str | None:
        exercise = name_of(cell)
        verdict, end = self._try(cell, index)
        if end is None and verdict.state == "unfinished":
            # Out of memory, say, but alive: the kernel is of no use to the next exercise, nor is what did it.
            end = (
                "The check stopped before its end, so the kernel was replaced and this answer left out of it."
            )
            self.good = [good for good in self.good if name_of(good) != exercise]
        self._keep(cell, verdict)
        return end

    def _replay(self) -> bool:
        """Run the earlier good cells in a new kernel; False when one of them now ends it."""
        for number, cell in enumerate(self.good):
            index = next(
                i for i, original in enumerate(self.nb.cells) if original.get("id") == cell.get("id")
            )
            with self._kept(index):
                end = self.executor.run_one_cell(deepcopy(cell), index)
            if end:
                del self.good[number]
                self.incidents.setdefault(name_of(cell), end)
                return False
        return True

    # The second pass: by itself

    def _may_have_suffered(self, check: NotebookNode) -> bool:
        """Whether another answer may be the reason that this one earned nothing.

        A kernel that ended in a cell may have been ended, or held up, by a thread of an earlier one.
        """
        verdict = self.verdicts[name_of(check)]
        if verdict.state in ("right", "not answered", "forbidden"):
            return False
        if not self.incidents:
            return verdict.state == "unfinished"
        touched = {name_of(check), *(name_of(cell) for cell in self._needed_cells(check))} & set(
            self.incidents
        )
        return bool(touched) or verdict.state == "unfinished"

    def _try_alone(self, check: NotebookNode) -> None:
        """Run one check in a kernel with no answers but those that it needs; the better verdict counts."""
        needed, before = self._needed_cells(check), self._before(check)
        if all(is_among(cell, needed) for cell in before if _is_students(cell) and is_run(cell)):
            return  # nothing would be different
        with self._kernel():
            if not self._run_needed(check):
                return
            with self._timed("checks"), self._kept(len(before)):
                verdict, _ = self._try(deepcopy(check), len(before), hurry=True)
        if verdict.points > self.verdicts[name_of(check)].points:
            verdict.notes.append("Checked again without the other answers, because a kernel ended here.")
            self._keep(check, verdict)

    def _run_needed(self, check: NotebookNode, stand_ins: Mapping[str, NotebookNode] = NO_STAND_INS) -> bool:
        """Run what stands before a check, of the student's cells those that it needs; False when the kernel ended."""
        needed = self._needed_cells(check, stand_ins)
        for index, cell in enumerate(self._before(check)):
            left_out = is_check(cell) or (_is_students(cell) and not is_among(cell, needed))
            instead = stand_ins.get(_answers(cell) or "")
            for each in ([] if left_out or not is_run(cell) else [cell]) + ([instead] if instead else []):
                with self._kept(index):
                    if self.executor.run_one_cell(deepcopy(each), index, hurry=True):
                        return False
        return True

    # The third pass: with right answers in the place of wrong ones

    def _wrong_helpers(
        self, check: NotebookNode, stand_ins: Mapping[str, NotebookNode] = NO_STAND_INS
    ) -> list[str]:
        """The earlier exercises that this one calls and whose own checks have failed."""
        if all(verdict.state == "right" for verdict in self.verdicts.values()):
            return []
        names = {name_of(cell) for cell in self._needed_cells(check, stand_ins)}
        names -= {name_of(check), *stand_ins}
        earlier = map(name_of, self._before(check))
        failed = (name for name, verdict in self.verdicts.items() if verdict.state != "right")
        return sorted(names.intersection(earlier).intersection(failed))

    def _try_with_right_helpers(self, check: NotebookNode) -> None:
        """Run one check in a kernel in which the wrong answers that it calls are right (see once.py)."""
        first = self.verdicts[name_of(check)]
        stand_ins: dict[str, NotebookNode] = {}
        if first.state not in ("right", "not answered"):
            while wrong := self._wrong_helpers(check, stand_ins):  # a reference may call others
                stand_ins |= {name: self._reference(name) for name in wrong}
        if not stand_ins:
            return
        with self._aside(), self._kernel():
            if not self._run_needed(check, stand_ins):
                return
            with self._timed("checks"):
                index = len(self._before(check))
                again, _ = self._try(deepcopy(check), index, hurry=True, without=list(stand_ins))
        self._keep(check, once(first, again, [name for name in self.verdicts if name in stand_ins]))

    def _reference(self, exercise: str) -> NotebookNode:
        """The reference solution's cell, as the judge has it."""
        if exercise not in self._references:
            self._references[exercise] = new_code_cell(self.session.reference(exercise))
        return self._references[exercise]

    @contextmanager
    def _aside(self) -> Iterator[None]:
        """Inside the block nothing that a kernel sends reaches the notebook, not even by an earlier output's id."""
        executor = self.executor
        notebook, shown = executor.nb, executor._display_id_map
        executor.nb, executor._display_id_map = deepcopy(notebook), {}
        try:
            yield
        finally:
            executor.nb, executor._display_id_map = notebook, shown

    def _needed_cells(
        self, check: NotebookNode, stand_ins: Mapping[str, NotebookNode] = NO_STAND_INS
    ) -> list[NotebookNode]:
        """The student's cells that the check needs, and stand-ins where they take the place of one."""
        return self._needs.of(name_of(check), check.source, stand_ins)

    def _before(self, check: NotebookNode) -> list[NotebookNode]:
        """The cells before a check, which may be a copy of the notebook's."""
        return list(takewhile(lambda cell: cell.get("id") != check.get("id"), self.nb.cells))

    # One check

    def _try(
        self, cell: NotebookNode, index: int, hurry: bool = False, without: Sequence[str] = ()
    ) -> tuple[Verdict, str | None]:
        """Put the exercise on trial and run its check. without: answers that something else stands in for."""
        exercise = name_of(cell)
        verdict = self.session.begin(exercise, without)
        if verdict is not None:
            return verdict, None
        end = self.executor.run_one_cell(cell, index, hurry)
        weak = [name for name in self._wrong_helpers(cell) if name not in without]
        verdict = self.session.finish(end or self.incidents.get(exercise), weak)
        self.executor.clear_display_id_mapping(index)
        return verdict, end or self._break()

    def _break(self) -> str | None:
        """Whether the cell has left the kernel unable to speak with the judge."""
        if self.session.linked():
            return None
        return "The cell broke the line to the judge, and its kernel was replaced."

    def _settle(self, cell: NotebookNode, reason: str) -> None:
        verdict = self.session.begin(name_of(cell)) or self.session.finish(reason)
        self._keep(cell, verdict)

    def _keep(self, cell: NotebookNode, verdict: Verdict) -> None:
        """Keep the verdict and show it in its cell."""
        incident = self.incidents.get(verdict.exercise)
        if verdict.state != "right" and incident and incident not in verdict.notes:
            verdict.notes.append(f"In your own cell: {incident}")
        self.verdicts[verdict.exercise] = verdict
        _show(cell, verdict)

    @contextmanager
    def _kept(self, index: int) -> Iterator[None]:
        """Run a copy of a cell inside the block: nbclient puts what it has run into the notebook, we put it back."""
        original = self.nb.cells[index]
        try:
            yield
        finally:
            self.nb.cells[index] = original

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
            executor = self.executor
            executor.km = executor.kc = None
            with ExitStack() as stack:
                with self._timed("kernel starts"), executor.starting():
                    stack.enter_context(executor.setup_kernel(env=environment, pass_fds=(kernels.fileno(),)))
                kernels.close()
                if self.kernels == 1:
                    executor.start_clock()
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


def is_run(cell: NotebookNode) -> bool:
    """Whether a cell is executed at grading: code, and not for exploring."""
    return (
        cell.cell_type == "code"
        and bool(cell.source.strip())
        and "explore" not in cell.metadata.get("tags", [])
    )


def is_check(cell: NotebookNode) -> bool:
    nbgrader = cell.metadata.get("nbgrader", {})
    return cell.cell_type == "code" and bool(nbgrader.get("grade")) and not nbgrader.get("solution")


def is_answer(cell: NotebookNode) -> bool:
    return cell.cell_type == "code" and bool(cell.metadata.get("nbgrader", {}).get("solution"))


def name_of(cell: NotebookNode) -> str:
    """The exercise that a cell belongs to."""
    grade_id = cell.metadata.get("nbgrader", {}).get("grade_id", "a cell without a name")
    return grade_id.removeprefix("check_")


def _answers(cell: NotebookNode) -> str | None:
    """The exercise that a cell answers; None where it answers none."""
    return name_of(cell) if is_answer(cell) else None


def _is_students(cell: NotebookNode) -> bool:
    """Whether a cell holds code of the student's: an answer, or a helper of theirs."""
    return is_answer(cell) or str(cell.get("id")).startswith(HELPERS)
