"""Execute a rebuilt submission and let the judge decide what it earns.

The kernel runs the student's code and is trusted with nothing. A check cell is run with an exercise on trial before the
judge; when the cell ends, however it ends, its outputs are replaced by the judge's verdict, which nbgrader then reads.
A cell that hangs or kills the kernel costs its own points: the kernel is replaced, the earlier good cells run again,
and grading goes on behind it.
"""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

from jupyter_core.utils import ensure_event_loop
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.preprocessors import Execute
from traitlets import Bool, default

from autograder.checks import panel
from autograder.checks.client import JUDGE_VARIABLE
from autograder.checks.scoring import Verdict
from autograder.errors import CourseError
from autograder.grading import outputs
from autograder.grading.reading import OURS
from autograder.grading.rebuild import HELPERS
from autograder.judge.client import JudgeSession, shared_judge
from autograder.sandbox.client import KernelStopped

SEED_VARIABLE = "AUTOGRADER_SEED"  # the sandbox seeds numpy, torch and random from it
STAGES = ("kernel starts", "cells", "checks", "kernel ends")
MAX_KERNELS = 12  # a submission that uses up this many is not run to its end


class KernelLost(CourseError):
    """The kernel ended for no reason of the student's: the warm parent was killed, say."""


class JudgedExecute(Execute):
    """nbgrader's Execute with the judge beside it. Configure `timeout` (seconds a cell) as for Execute."""

    interrupt_on_timeout = Bool(False, help="A cell that runs too long ends with its kernel.").tag(
        config=True
    )

    @default("store_widget_state")
    def _store_widget_state(self) -> bool:
        return False  # a student's state of widgets is not for other people's browsers

    @default("shutdown_kernel")
    def _shutdown_kernel(self) -> str:
        return "immediate"

    def preprocess(  # type: ignore[override]
        self, nb: NotebookNode, resources: ResourcesDict, km: Any = None
    ) -> tuple[NotebookNode, ResourcesDict]:
        NotebookClient.__init__(self, nb, km)
        self.reset_execution_trackers()
        self._check_assign_resources(resources)
        ours, nbgrader = nb.metadata[OURS], resources["nbgrader"]
        answers = {c.metadata.nbgrader["grade_id"]: c.source for c in nb.cells if _is_answer(c)}
        answers.update((c.id, c.source) for c in nb.cells if str(c.get("id")).startswith(HELPERS))
        with shared_judge().session(
            Path(ours["folder"]), ours["release"], nbgrader["notebook"], nbgrader["student"], answers
        ) as session:
            run = _Run(self, nb, session)
            if ours.get("invalid"):
                run.refuse()
            else:
                run.run()
        run.settle_outputs()
        nb.metadata[OURS] = {**ours, **run.report(), "secret": session.secret}
        del nb.metadata[OURS]["folder"]
        return nb, resources

    def on_cell_executed(self, **kwargs: Any) -> None:
        """As in nbgrader; notes too that a cell has called exit(), which ends the kernel a moment later."""
        super().on_cell_executed(**kwargs)
        payload = kwargs["execute_reply"]["content"].get("payload") or []
        self._called_exit = any(part.get("source") == "ask_exit" for part in payload)

    def run_one_cell(self, cell: NotebookNode, index: int) -> str | None:
        """Execute one cell; returns a sentence when it took the kernel with it."""
        self._called_exit = False
        try:
            self.execute_cell(cell, index, store_history=True)
        except CellTimeoutError:
            _cancel_readers()  # nbclient leaves the one that waits for this cell's output behind
            return f"The cell ran longer than {self.timeout} seconds and was stopped."
        except KernelStopped as stopped:
            self._blame_nobody()
            return f"The kernel stopped: {stopped.reason}."
        except DeadKernelError:
            self._blame_nobody()
            return self._death() or "The cell ended the Python process it ran in."
        except Exception as error:  # what a kernel sends may be anything, and nbclient takes it at its word
            _cancel_readers()
            return f"The kernel sent messages that cannot be read ({type(error).__name__})."
        return "The cell called exit(), which ends the kernel." if self._called_exit else None

    def _blame_nobody(self) -> None:
        """Stop grading this submission when its kernel was ended from outside: that is not the student's doing."""
        death = getattr(getattr(self.km, "provisioner", None), "death", None)
        if death is not None and death.kind == "guard":
            raise KernelLost(f"the kernel was lost ({death.reason}); grade this submission again")

    def _death(self) -> str | None:
        """Why the sandbox says that the kernel ended; a plain kernel says nothing."""
        reason = getattr(getattr(self.km, "provisioner", None), "death_reason", None)
        return f"The kernel stopped: {reason}." if reason else None


class _Run:
    """One submission's way through its cells, over as many kernels as it takes."""

    def __init__(self, executor: JudgedExecute, nb: NotebookNode, session: JudgeSession) -> None:
        self.executor, self.nb, self.session = executor, nb, session
        self.verdicts: dict[str, Verdict] = {}
        self.incidents: dict[str, str] = {}  # grade_id → what happened there
        self.written: list[tuple[NotebookNode, Verdict]] = []
        self.good: list[NotebookNode] = []  # cells that a new kernel has to run again
        self.kernels = 0
        self.stages: dict[str, float] = dict.fromkeys(STAGES, 0.0)  # seconds

    def run(self) -> None:
        """Execute every cell that counts, in order."""
        left = [(i, cell) for i, cell in enumerate(self.nb.cells) if _is_run(cell)]
        while left:
            if not any(_is_check(cell) for _, cell in left):
                break  # nothing behind here earns a point
            if self.kernels == MAX_KERNELS:
                for _, cell in left:
                    if _is_check(cell):
                        self._settle(cell, f"{MAX_KERNELS} kernels ended before this check.")
                break
            with self._kernel():
                if self._replay():
                    left = self._run_until_death(left)

    def refuse(self) -> None:
        """Give every check of an unreadable submission its verdict, without running anything."""
        for cell in self.nb.cells:
            if _is_check(cell):
                self._settle(cell, "The notebook could not be read.")

    def report(self) -> dict[str, Any]:
        """What the class report needs, for the notebook's metadata."""
        return {
            "verdicts": [verdict.as_dict() for verdict in self.verdicts.values()],
            "incidents": self.incidents,
            "kernels": self.kernels,
            "stages": {stage: round(seconds, 4) for stage, seconds in self.stages.items()},
        }

    def _run_until_death(self, left: list[tuple[int, NotebookNode]]) -> list[tuple[int, NotebookNode]]:
        """Execute cells until all are done or one takes the kernel along; returns those behind it."""
        for position, (index, cell) in enumerate(left):
            with self._timed("checks" if _is_check(cell) else "cells"):
                end = self._run_check(cell, index) if _is_check(cell) else self._run_plain(cell, index)
            if end:
                self.incidents[_name(cell)] = end
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
        exercise = _name(cell)
        verdict = self.session.begin(exercise)
        end = None
        if verdict is None:
            end = self.executor.run_one_cell(cell, index)
            verdict = self.session.finish(end or self.incidents.get(exercise))
            end = end or self._break()
            if end is None and verdict.state == "unfinished":
                # Out of memory, say, but alive: the kernel is of no use to the next exercise, nor is what did it.
                end = "The check stopped before its end, so the kernel was replaced and this answer left out of it."
                self.good = [good for good in self.good if _name(good) != exercise]
            self.executor.clear_display_id_mapping(index)
        self._write(cell, verdict)
        return end

    def _break(self) -> str | None:
        """A sentence when the cell has left the kernel unable to speak with the judge."""
        return (
            None
            if self.session.linked()
            else "The cell broke the line to the judge, and its kernel was replaced."
        )

    def _settle(self, cell: NotebookNode, reason: str) -> None:
        verdict = self.session.begin(_name(cell)) or self.session.finish(reason)
        self._write(cell, verdict)

    def _write(self, cell: NotebookNode, verdict: Verdict) -> None:
        """Keep the verdict and show it in its cell."""
        if verdict.exercise in self.incidents and self.incidents[verdict.exercise] not in verdict.notes:
            verdict.notes.append(f"In your own cell: {self.incidents[verdict.exercise]}")
        self.verdicts[verdict.exercise] = verdict
        self.written.append((cell, verdict))
        _show(cell, verdict)

    def settle_outputs(self) -> None:
        """Last of all: verdicts as the judge gave them, and of the student's outputs what a browser may show.

        A later cell can reach back: an output shown with an id is changed by whoever knows the id.
        """
        checks = {id(cell) for cell, _ in self.written}
        for cell, verdict in self.written:
            _show(cell, verdict)
        room = outputs.MAX_NOTEBOOK
        for cell in self.nb.cells:
            if cell.cell_type == "code" and id(cell) not in checks:
                room = outputs.make_safe(cell, room)
        self.nb.metadata.pop("widgets", None)

    def _replay(self) -> bool:
        """Run the earlier good cells in a new kernel; False when one of them now ends it."""
        for number, cell in enumerate(self.good):
            if self.executor.run_one_cell(deepcopy(cell), self.nb.cells.index(_original(self.nb, cell))):
                del self.good[number]
                return False
        return True

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
                with self._timed("kernel starts"):
                    stack.enter_context(executor.setup_kernel(env=environment, pass_fds=(kernels.fileno(),)))
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


def _cancel_readers() -> None:
    loop = ensure_event_loop()
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))


def _is_run(cell: NotebookNode) -> bool:
    return (
        cell.cell_type == "code"
        and bool(cell.source.strip())
        and "explore" not in cell.metadata.get("tags", [])
    )


def _is_check(cell: NotebookNode) -> bool:
    nbgrader = cell.metadata.get("nbgrader", {})
    return cell.cell_type == "code" and bool(nbgrader.get("grade")) and not nbgrader.get("solution")


def _is_answer(cell: NotebookNode) -> bool:
    return cell.cell_type == "code" and bool(cell.metadata.get("nbgrader", {}).get("solution"))


def _name(cell: NotebookNode) -> str:
    grade_id = cell.metadata.get("nbgrader", {}).get("grade_id", "a cell without a name")
    return grade_id.removeprefix("check_")


def _original(nb: NotebookNode, cell: NotebookNode) -> NotebookNode:
    return next(c for c in nb.cells if c.get("id") == cell.get("id"))
