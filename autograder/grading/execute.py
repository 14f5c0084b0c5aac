"""Execute a rebuilt submission and let the judge decide what it earns.

The kernel runs the student's code and is trusted with nothing. This file is nbgrader's side of it: one cell at a time,
with a deadline for each and one for all, and a sentence for everything that ends a kernel. Which cells run, and what
they are worth, is cells.py.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbclient.util import run_sync
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import Execute
from traitlets import Bool, Float, default

from autograder import processes
from autograder.checks.reassembly import counted
from autograder.errors import CourseError
from autograder.grading.cells import Run
from autograder.grading.judged_kernels import End
from autograder.judge.judge_client import PATIENCE, shared_judge
from autograder.kernels.bounded_client import KernelStopped
from autograder.kernels.manager import PromptManager
from autograder.notebook.cell import OURS
from autograder.sandbox.jail import LEVELS

GRACE = 5.0  # seconds at least after which the sandbox ends a cell that should have been ended here
HURRIED = 5.0  # seconds that a cell has at least, or a quarter of its usual time, when it is tried once more


class KernelLost(CourseError):
    """The kernel ended through no fault of the student; the warm parent was killed, for example."""


class JudgedExecute(Execute):
    """nbgrader's Execute with the judge beside it. Configure `timeout` (seconds a cell) as for Execute."""

    notebook_timeout = Float(
        1200.0, help="Seconds for all cells of one submitted notebook, over all the kernels that it uses up."
    ).tag(config=True)
    interrupt_on_timeout = Bool(False, help="A cell that runs too long ends with its kernel.").tag(
        config=True
    )

    _end = float("inf")
    _hurry = _called_exit = _timed_out = False

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**{"kernel_manager_class": PromptManager, **keywords})
        self._levels = set[str]()  # of the sandbox, that this notebook's kernels ran at

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
        with tempfile.TemporaryDirectory(
            prefix=f"{processes.FOLDERS}{os.getpid()}-", ignore_cleanup_errors=True
        ) as empty:
            # Files beside the notebook would tell it at a second grading what it was asked at the first.
            given = {**resources, "metadata": {**resources["metadata"], "path": empty}}
            return self._execute_notebook(nb, given, km), resources

    def _execute_notebook(self, nb: NotebookNode, resources: Mapping[str, Any], km: Any) -> NotebookNode:
        """Run a notebook in the folder that the resources name, and write into it what the judge says."""
        NotebookClient.__init__(self, nb, km)
        self.reset_execution_trackers()
        self._check_assign_resources(resources)
        self._end, self._levels = float("inf"), set[str]()
        ours, nbgrader = nb.metadata[OURS], resources["nbgrader"]
        answers = counted(nb)
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
        nb.metadata[OURS] = {
            **ours,
            **run.report(),
            "secret": session.secret,
            "sandbox": min(self._levels, key=LEVELS.index, default=""),
        }
        del nb.metadata[OURS]["folder"]
        return nb

    # Time

    @property
    def seconds_left(self) -> float:
        """What is left for this notebook."""
        return max(0.0, self._end - time.monotonic())

    @property
    def too_long(self) -> End:
        """The end of a notebook that has used up its time."""
        return End(
            "time", f"The notebook ran longer than {self.notebook_timeout:g} seconds in all and was stopped."
        )

    def _get_timeout(self, cell: NotebookNode | None) -> Any:
        """Seconds that a cell may take: its own limit, or the rest of the notebook's time if that is less."""
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
        """Let the sandbox keep the time too: it ends the kernel even if this process hangs. A plain kernel cannot.

        Setting a deadline costs a message to the guard. Between cells the old one stays, if it comes later than the
        judge can take.
        """
        provisioner: Any = getattr(self.km, "provisioner", None)
        if not hasattr(provisioner, "set_deadline"):
            return
        if seconds is not None:
            reason = f"a cell took longer than {seconds:.4g} seconds"
            await provisioner.set_deadline(seconds + GRACE, reason, leeway=2 * PATIENCE)
        elif provisioner.seconds_left < PATIENCE:
            await provisioner.set_deadline(None)

    async def _async_handle_timeout(self, *arguments: Any) -> Any:
        """As in nbclient; notes that it was the cell's time that was over, and not that of its last outputs."""
        self._timed_out = True
        return await super()._async_handle_timeout(*arguments)

    # Kernels and cells

    @contextmanager
    def kernel(self, environment: Mapping[str, str], pass_fds: Sequence[int]) -> Iterator[None]:
        """A kernel for the block inside.

        With the first one the notebook's time begins: starting the judge is not its doing.
        """
        self.km = self.kc = None
        with ExitStack() as stack:
            with self._starting():
                stack.enter_context(self.setup_kernel(env=dict(environment), pass_fds=tuple(pass_fds)))
            self._levels.add(getattr(getattr(self.km, "provisioner", None), "reached_level", None) or "none")
            if self._end == float("inf"):
                self._end = time.monotonic() + self.notebook_timeout
            yield

    def on_cell_executed(self, **kwargs: Any) -> None:
        """As in nbgrader; notes too that a cell has called exit(), which ends the kernel a moment later."""
        super().on_cell_executed(**kwargs)
        payload = kwargs["execute_reply"]["content"].get("payload") or []
        self._called_exit = any(part.get("source") == "ask_exit" for part in payload)

    def run_one_cell(self, cell: NotebookNode, index: int, hurry: bool = False) -> End | None:
        """Execute one cell, or a copy of it; returns how it ended the kernel, if it did. hurry: in less time.

        Of a copy nothing is left in the notebook, and no later cell can reach what it showed.
        """
        self._called_exit, self._timed_out, self._hurry = False, False, hurry
        original = self.nb.cells[index]
        self.nb.cells[index] = cell
        try:
            return self._execute(cell, index)
        finally:
            self.nb.cells[index] = original
            if cell is not original:
                self.clear_display_id_mapping(index)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Inside the block nothing that a kernel sends reaches the notebook, not even by an earlier output's id."""
        notebook, shown = self.nb, self._display_id_map
        self.nb, self._display_id_map = deepcopy(notebook), {}
        try:
            yield
        finally:
            self.nb, self._display_id_map = notebook, shown

    def _execute(self, cell: NotebookNode, index: int) -> End | None:
        try:
            self.execute_cell(cell, index, store_history=True)
        except CellTimeoutError:
            if not self._timed_out:
                return End("outputs", "The cell ended without an end of its outputs.")
            if not self.seconds_left:
                return self.too_long
            return End("time", f"The cell ran longer than {self.timeout} seconds and was stopped.")
        except (KernelStopped, DeadKernelError) as error:
            return self._end_of_kernel(error)
        except Exception as error:  # what a kernel sends may be anything, and nbclient takes it at its word
            return End("messages", f"The kernel sent messages that cannot be read ({type(error).__name__}).")
        return End("exit", "The cell called exit(), which ends the kernel.") if self._called_exit else None

    def _end_of_kernel(self, error: KernelStopped | DeadKernelError) -> End:
        """How a kernel ended. Raises KernelLost when it was ended from outside: that is not the student's doing."""
        death = getattr(getattr(self.km, "provisioner", None), "death", None)  # a plain kernel tells none
        if death is not None and death.kind == "guard":
            raise KernelLost(f"the kernel was lost ({death.reason}); grade this submission again")
        if isinstance(error, KernelStopped):
            return End(death.kind if death else "output", f"The kernel stopped: {error.reason}.")
        if death is not None:
            return End(death.kind, f"The kernel stopped: {death.reason}.")
        return End("exit", "The cell ended the Python process it ran in.")

    @contextmanager
    def _starting(self) -> Iterator[None]:
        """An error while a kernel starts is not the student's fault: none of their code has run in it yet."""
        try:
            yield
        except CourseError:
            raise
        except Exception as error:
            raise KernelLost(str(error)) from error
