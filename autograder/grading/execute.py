"""Execute a rebuilt submission and let the judge decide what it earns.

The kernel runs the student's code and is trusted with nothing. This file is nbgrader's side of it: one cell at a time,
with a deadline for each and one for all, and a sentence for everything that ends a kernel. Which cells run, and what
they are worth, is cells.py.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbclient.util import run_sync
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import Execute
from traitlets import Bool, Float, default

from autograder.errors import CourseError
from autograder.grading.cells import Run, is_answer
from autograder.grading.reading import OURS
from autograder.grading.rebuild import HELPERS
from autograder.judge.client import shared_judge
from autograder.sandbox.client import KernelStopped

GRACE = 5.0  # seconds after which the sandbox ends a cell that should have been ended here
HURRIED = 5.0  # seconds that a cell has at least, or a quarter of its usual time, when it is tried once more


class KernelLost(CourseError):
    """The kernel ended for no reason of the student's: the warm parent was killed, say."""


class JudgedExecute(Execute):
    """nbgrader's Execute with the judge beside it. Configure `timeout` (seconds a cell) as for Execute."""

    notebook_timeout = Float(
        1200.0, help="Seconds for all cells of one submitted notebook, over all the kernels that it uses up."
    ).tag(config=True)
    interrupt_on_timeout = Bool(False, help="A cell that runs too long ends with its kernel.").tag(
        config=True
    )

    _end = float("inf")
    _hurry = _called_exit = False

    @default("iopub_timeout")
    def _iopub_timeout(self) -> int:
        return 15  # seconds for the last outputs of a cell that has ended; a busy machine needs them

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
        self._end = float("inf")
        ours, nbgrader = nb.metadata[OURS], resources["nbgrader"]
        answers = {c.metadata.nbgrader["grade_id"]: c.source for c in nb.cells if is_answer(c)}
        answers.update((c.id, c.source) for c in nb.cells if str(c.get("id")).startswith(HELPERS))
        with shared_judge().session(
            Path(ours["folder"]),
            ours["release"],
            nbgrader["notebook"],
            nbgrader["student"],
            answers,
            file=ours["file"],
        ) as session:
            run = Run(self, nb, session)
            if ours.get("invalid"):
                run.refuse()
            else:
                run.run()
        run.settle_outputs()
        nb.metadata[OURS] = {**ours, **run.report(), "secret": session.secret}
        del nb.metadata[OURS]["folder"]
        return nb, resources

    # Time

    def start_clock(self) -> None:
        """From now on the notebook's time runs: the first kernel is there. Starting the judge is not its doing."""
        self._end = time.monotonic() + self.notebook_timeout

    @property
    def seconds_left(self) -> float:
        """What is left for this notebook."""
        return max(0.0, self._end - time.monotonic())

    @property
    def too_long(self) -> str:
        """The sentence for a notebook that has used up its time."""
        return f"The notebook ran longer than {self.notebook_timeout:g} seconds in all and was stopped."

    def _get_timeout(self, cell: NotebookNode | None) -> Any:
        """Seconds that a cell may take: its own limit, or what is left for the notebook if that is less."""
        own = super()._get_timeout(cell)
        if own and self._hurry:
            own = min(own, max(HURRIED, own / 4))
        return self.seconds_left if own is None else min(own, self.seconds_left)

    async def async_execute_cell(self, cell: NotebookNode, *arguments: Any, **keywords: Any) -> NotebookNode:
        """As in nbclient, with the same deadline kept by the sandbox, and nothing left running when it raises."""
        before = asyncio.all_tasks()
        await self._set_deadline(self._get_timeout(cell))
        try:
            done = await super().async_execute_cell(cell, *arguments, **keywords)
        except Exception:
            # nbclient leaves the task behind that waits for this cell's output; it would take the next one's.
            readers = asyncio.all_tasks() - before
            for task in readers:
                task.cancel()
            await asyncio.gather(*readers, return_exceptions=True)
            raise
        await self._set_deadline(None)
        return done

    execute_cell = run_sync(async_execute_cell)

    async def _set_deadline(self, seconds: float | None) -> None:
        """Let the sandbox keep the time too: it ends the kernel even if this process hangs. A plain kernel cannot."""
        provisioner: Any = getattr(self.km, "provisioner", None)
        if hasattr(provisioner, "set_deadline"):
            reason = "" if seconds is None else f"a cell took longer than {seconds:.4g} seconds"
            await provisioner.set_deadline(None if seconds is None else seconds + GRACE, reason)

    # Cells

    def on_cell_executed(self, **kwargs: Any) -> None:
        """As in nbgrader; notes too that a cell has called exit(), which ends the kernel a moment later."""
        super().on_cell_executed(**kwargs)
        payload = kwargs["execute_reply"]["content"].get("payload") or []
        self._called_exit = any(part.get("source") == "ask_exit" for part in payload)

    def run_one_cell(self, cell: NotebookNode, index: int, hurry: bool = False) -> str | None:
        """Execute one cell; returns a sentence when it took the kernel with it. hurry: with less time than usual."""
        self._called_exit, self._hurry = False, hurry
        try:
            self.execute_cell(cell, index, store_history=True)
        except CellTimeoutError as error:
            if "IOPub" in str(error):
                return "The cell ended without an end of its outputs."
            if not self.seconds_left:
                return self.too_long
            return f"The cell ran longer than {self.timeout} seconds and was stopped."
        except KernelStopped as stopped:
            self._blame_nobody()
            return f"The kernel stopped: {stopped.reason}."
        except DeadKernelError:
            self._blame_nobody()
            return self._death() or "The cell ended the Python process it ran in."
        except Exception as error:  # what a kernel sends may be anything, and nbclient takes it at its word
            return f"The kernel sent messages that cannot be read ({type(error).__name__})."
        return "The cell called exit(), which ends the kernel." if self._called_exit else None

    @contextmanager
    def starting(self) -> Iterator[None]:
        """What goes wrong while a kernel starts is no doing of the student's, whose code has not run in it yet."""
        try:
            yield
        except CourseError:
            raise
        except Exception as error:
            raise KernelLost(str(error)) from error

    def _blame_nobody(self) -> None:
        """Stop grading this submission when its kernel was ended from outside: that is not the student's doing."""
        death = getattr(getattr(self.km, "provisioner", None), "death", None)
        if death is not None and death.kind == "guard":
            raise KernelLost(f"the kernel was lost ({death.reason}); grade this submission again")

    def _death(self) -> str | None:
        """Why the sandbox says that the kernel ended; a plain kernel says nothing."""
        reason = getattr(getattr(self.km, "provisioner", None), "death_reason", None)
        return f"The kernel stopped: {reason}." if reason else None
