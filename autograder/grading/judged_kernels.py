"""Kernels with a line to the judge, one at a time, and the time that each stage of a run takes.

Every kernel inherits one end of a socket pair; the judge has the other. The grader keeps neither, so a judge that hangs
up is noticed in the kernel at once.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from typing import Protocol

from nbformat import NotebookNode

from autograder.checks.notebook_api import JUDGE_VARIABLE
from autograder.judge.judge_client import JudgeSession

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


class JudgedKernels:
    """The kernels of one submission's notebook."""

    def __init__(self, executor: Kernels, session: JudgeSession) -> None:
        self.executor, self.session = executor, session
        self.count = 0
        self.stages: dict[str, float] = dict.fromkeys(STAGES, 0.0)  # seconds

    @contextmanager
    def kernel(self) -> Iterator[None]:
        """A new kernel for the block inside, with a socket to the judge."""
        self.count += 1
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
                with self.timed("kernel starts"):
                    stack.enter_context(self.executor.kernel(environment, (kernels.fileno(),)))
                kernels.close()
                try:
                    yield
                finally:
                    with self.timed("kernel ends"):
                        stack.close()
        finally:
            ours.close()
            kernels.close()

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Count the time of the block inside as this stage's."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self.stages[stage] += time.perf_counter() - started

    def broken_line(self, linked: bool | None = None) -> End | None:
        """The end of a kernel that can no longer speak with the judge; None where it can.

        linked: whether it can, where the judge has said so already; otherwise the judge is asked.
        """
        if self.session.linked() if linked is None else linked:
            return None
        return End("line", "The cell broke the line to the judge, and its kernel was replaced.")
