"""Grade one submission in a worker process: read, rebuild, execute beside the judge. Writes nothing of the course."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder import processes
from autograder.errors import CourseError
from autograder.grading import imports
from autograder.grading.safe_text import RENAMED, readable
from autograder.grading.submission_file import file_hash, read_submission
from autograder.grading.submissions import Submission
from autograder.lesson.folder import SOURCE
from autograder.notebook.cell import OURS

FAULT = "a fault of the course's own stopped it ({}): AUTOGRADER_DEBUG=1 shows where; please report it"
_config: Any = None
_executors: dict[str, Any] = {}  # by lesson


@dataclass
class Graded:
    """What a worker gives back: executed notebooks as text, or the reason why there are none."""

    student: str
    notebooks: dict[str, str] = field(default_factory=dict)  # stem → notebook as JSON
    failure: str | None = None
    lost: bool = False  # the failure was a lost kernel or judge, and another attempt may succeed
    seconds: float = 0.0


def start(config_text: str, environment: Mapping[str, str]) -> None:
    """Prepare this worker: nbgrader's configuration, and an end when its parent ends."""
    global _config
    from autograder.judge.judge_client import shared_judge
    from autograder.release.build import nbgrader_config

    os.environ.clear()  # what the fork server had was that of its own start
    os.environ.update({"OMP_NUM_THREADS": "1", **environment})
    processes.be_called("worker")
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # but while it grades, in `grade_until_stopped`
    shared_judge(forked=sys.platform == "linux")  # now, while this process has one thread
    processes.sweep()
    _config = nbgrader_config(Path(config_text))
    _config.WarmProvisioner.setdefault("linger", 1)  # the next kernel need not wait for the end of the last
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def grade_until_stopped(submission: Submission) -> Graded:
    """Grade one submission in a process that `start` prepared. Raises KeyboardInterrupt on Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return grade(submission)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def grade(submission: Submission) -> Graded:
    """Grade one submission. Never raises: what goes wrong is in the result."""
    started = time.perf_counter()
    result = Graded(submission.student)
    try:
        for stem, path in submission.notebooks.items():
            result.notebooks[stem] = _grade_notebook(submission, stem, path)
    except Exception as error:
        result.notebooks = {}
        ours = isinstance(error, CourseError)  # its message is one for people
        result.failure = str(error) if ours else FAULT.format(f"{type(error).__name__}: {error}")
        result.lost = _is_lost(error)
        if os.environ.get("AUTOGRADER_DEBUG"):
            traceback.print_exc()
    result.seconds = time.perf_counter() - started
    return result


def _is_lost(error: Exception) -> bool:
    from autograder.grading.execute import KernelLost
    from autograder.judge.judge_client import JudgeLost

    return isinstance(error, KernelLost | JudgeLost)


def _grade_notebook(submission: Submission, stem: str, path: Path) -> str:
    import nbformat

    from autograder.grading.rebuild import rebuild_submission

    started = time.perf_counter()
    notebook = rebuild_submission(read_submission(path), submission.lesson, stem, file_hash(path))
    rebuilt = time.perf_counter()
    if path.stem != stem:
        notebook.metadata[OURS]["changes"].append(f"{RENAMED} {readable(path.name)}")
    resources = {
        "metadata": {"name": stem},
        "nbgrader": {"student": submission.student, "assignment": submission.lesson, "notebook": stem},
    }
    notebook, _ = _executor_for(submission.lesson).preprocess(notebook, resources)
    notebook, _ = _limit_output().preprocess(notebook, resources)
    notebook.metadata[OURS]["stages"]["read and rebuild"] = round(rebuilt - started, 4)
    return nbformat.writes(notebook)


def _executor_for(lesson: str) -> Any:
    """What runs a lesson's notebooks: its kernels come from a parent that has imported what the lesson needs."""
    if lesson not in _executors:
        from autograder.grading.execute import JudgedExecute

        config = deepcopy(_config)
        imports.choose(config, SOURCE / lesson)
        _executors[lesson] = JudgedExecute(config=config)
    return _executors[lesson]


def _limit_output() -> Any:
    from nbgrader.preprocessors import LimitOutput

    return LimitOutput(config=_config)


def _leave_with_parent() -> None:
    """End this worker once the process that started it is gone, because nobody would take the result."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
