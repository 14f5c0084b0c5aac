"""Grade submissions on a Dask cluster: what travels there, what a worker there does with it, and what comes home.

A task holds the bytes of one submission, so a worker needs this package, the lesson and the grading secret, and neither
the gradebook nor the submissions' folder. Dask gives a lost worker's tasks to others; whoever asked records each result
once, as it comes.

Dask moves results and errors as pickles, and reading a pickle can run code. Whoever can speak to the scheduler can
therefore run code on the workers, and on the machine that grades and holds the gradebook. That is not prevented here:
without certificates the command says so (`open_to`), and docs/scale.md shows how to make a cluster that lets nobody
else in.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from autograder import processes
from autograder.errors import CourseError
from autograder.grading.parallel import ATTEMPTS, GIVEN_UP, pool_of
from autograder.grading.submissions import Submission
from autograder.grading.worker import Graded, grade_until_stopped

CONNECTING = 10.0  # seconds until a scheduler that does not answer is called absent
WAITING = 60.0  # seconds for the first worker, which a queue of jobs may still have to start
AHEAD = 2  # submissions for each thread of the cluster that are on their way at a time


@dataclass(frozen=True)
class Setting:
    """What has to be the same on every machine that grades a class, or grades would depend on the machine."""

    release: str  # of the lesson
    secret: str  # the id of the grading secret
    torch: str

    def differences(self, other: Setting) -> list[str]:
        """What other has in the place of each thing that is not the same, as words."""
        ours, theirs = vars(self), vars(other)
        called = {"release": "release of the lesson", "secret": "grading secret", "torch": "torch"}
        return [
            f"{called[name]} {theirs[name]}, here {ours[name]}" for name in ours if ours[name] != theirs[name]
        ]


@dataclass(frozen=True)
class Task:
    """A submission on its way to another machine."""

    student: str
    lesson: str
    stems: tuple[str, ...]
    files: dict[str, bytes]  # name → content of its notebooks
    setting: Setting


def task_of(submission: Submission, setting: Setting) -> Task:
    """A submission with the bytes of its notebooks."""
    files = {path.name: path.read_bytes() for path in submission.notebooks.values()}
    return Task(submission.student, submission.lesson, submission.stems, files, setting)


@cache
def setting_of(lesson: str) -> Setting:
    """What this machine would grade a lesson with."""
    from importlib.metadata import version

    from autograder.judge.secret import load_secret, secret_id
    from autograder.lesson.folder import find_lessons

    (found,) = find_lessons([lesson])
    return Setting(found.release, secret_id(load_secret()), version("torch").partition("+")[0])


# --- on the cluster ---------------------------------------------------------------------------------------------------

_pool: ProcessPoolExecutor | None = None
_pool_lock = threading.Lock()


def grade_task(task: Task) -> Graded:
    """Grade one submission in a process of this worker's own.  Never raises: what goes wrong is in the result."""
    try:
        differences = task.setting.differences(setting_of(task.lesson))
        if differences:
            where = f"the worker on {os.uname().nodename}"
            return Graded(task.student, failure=f"{where} has another {'; another '.join(differences)}")
        with tempfile.TemporaryDirectory(prefix=f"{processes.FOLDERS}{os.getpid()}-") as folder:
            for name, content in task.files.items():
                (Path(folder) / name).write_bytes(content)
            submission = Submission(task.student, task.lesson, Path(folder), task.stems)
            return _own_pool().submit(grade_until_stopped, submission).result()
    except (BrokenProcessPool, EOFError):
        _forget_pool()
        return Graded(task.student, failure=GIVEN_UP, lost=True)
    except (CourseError, OSError) as error:
        return Graded(task.student, failure=f"the worker on {os.uname().nodename} cannot grade: {error}")


def _own_pool() -> ProcessPoolExecutor:
    """This worker's processes, as many as it has threads, each with a warm parent and a judge.

    A Dask worker has threads of its own, so neither a judge nor a kernel may be forked from it.
    """
    global _pool
    with _pool_lock:
        if _pool is None:
            from distributed import get_worker

            from autograder.lesson.folder import ROOT

            # A nanny makes its worker a daemon, which may have no children, so that none are left behind. Ours leave
            # with their parent by themselves.
            multiprocessing.current_process()._config["daemon"] = False  # type: ignore[attr-defined]
            os.environ.setdefault("OMP_NUM_THREADS", "1")
            _pool = pool_of(get_worker().state.nthreads, ROOT / "nbgrader_config.py")
        return _pool


def _forget_pool() -> None:
    global _pool
    with _pool_lock:
        if _pool is not None:
            _pool.shutdown(wait=False, cancel_futures=True)
        _pool = None


# --- at home ----------------------------------------------------------------------------------------------------------


def graded(todo: Sequence[Submission], address: str) -> Iterator[tuple[Submission, Graded]]:
    """Results as they come from the workers of a scheduler.  Raises CourseError when it has none, or goes away."""
    if not todo:
        return
    setting = setting_of(todo[0].lesson)
    with _connected(address) as client:
        try:
            yield from _results(client, todo, setting)
        except (CancelledError, OSError) as error:  # distributed's errors of a lost connection are OSErrors
            raise CourseError(
                f"the scheduler at {address} went away ({type(error).__name__}); what was graded is kept: "
                "run the same command again when it is back"
            ) from None


def open_to(address: str) -> str:
    """One sentence on what a cluster without certificates means; empty for one with them."""
    if address.startswith("tls://"):
        return ""
    return (
        f"everybody who can reach {address} can run code on this machine, where the gradebook is, and on the workers: "
        "use it in a network that you trust, or with certificates and tls:// (docs/scale.md)"
    )


def _results(
    client: Any, todo: Sequence[Submission], setting: Setting
) -> Iterator[tuple[Submission, Graded]]:
    from distributed import as_completed

    waiting, attempts = list(todo), Counter[str]()
    running: dict[Any, Submission] = {}  # future → what it grades
    done = as_completed(loop=client.loop)
    while waiting or running:
        # As many as keep the workers busy and no more: a class is larger than a message should be.
        while waiting and len(running) < AHEAD * max(1, sum(client.nthreads().values())):
            submission = waiting.pop(0)
            attempts[submission.student] += 1
            try:
                task = task_of(submission, setting)
            except OSError as error:
                yield submission, Graded(submission.student, failure=f"it cannot be read ({error.strerror})")
                continue
            future = client.submit(grade_task, task, pure=False)
            running[future] = submission
            done.add(future)
        if running:
            future = next(done)
            submission = running.pop(future)
            result = _result(future, submission)
            if result.lost and attempts[submission.student] < ATTEMPTS:
                waiting.append(submission)
            else:
                yield submission, result


def _result(future: Any, submission: Submission) -> Graded:
    """What a future holds; a worker that cannot even start is a reason."""
    from distributed import KilledWorker

    try:
        return future.result()
    except KilledWorker:
        return Graded(submission.student, failure=GIVEN_UP)
    except (CancelledError, OSError):
        raise
    except Exception as error:  # the worker could not load the task: another package, or none
        reason = f"a worker of the cluster cannot grade ({type(error).__name__}: {error}): install this course there"
        return Graded(submission.student, failure=reason)


def _require_certificate(address: str) -> None:
    """Raise CourseError where the certificate in Dask's configuration does not fit the scheduler's address."""
    from distributed.security import Security

    try:
        security = Security()
        context = security.get_connection_args("client").get("ssl_context")
    except (OSError, ValueError) as error:
        raise CourseError(
            f"the certificate for the cluster cannot be used ({error}): look at the variables "
            "DASK_DISTRIBUTED__COMM__TLS__… (docs/scale.md)"
        ) from None
    if address.startswith("tls://") and context is None:
        raise CourseError(
            f"{address} lets nobody in without a certificate: name yours in the variables "
            "DASK_DISTRIBUTED__COMM__TLS__CA_FILE, …CLIENT__CERT and …CLIENT__KEY (docs/scale.md)"
        )
    if security.require_encryption and not address.startswith("tls://"):
        raise CourseError(
            f"Dask's configuration asks for certificates, and {address} has none: give the address that begins with tls://"
        )


@contextlib.contextmanager
def _connected(address: str) -> Iterator[Any]:
    """A client of the scheduler that has at least one worker."""
    try:
        import dask
        from distributed import Client
    except ModuleNotFoundError:
        raise CourseError(
            "grading on a cluster needs Dask: type pip install 'transformer-course[cluster]'"
        ) from None
    # What is lost is said once, in a sentence; Dask would say it in a hundred lines.
    for name in logging.root.manager.loggerDict:
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
    dask.config.set({"distributed.comm.timeouts.connect": f"{CONNECTING}s"})
    _require_certificate(address)
    try:
        client = Client(address, timeout=CONNECTING, set_as_default=False, name="autograder")
    except (OSError, ValueError, TimeoutError) as error:
        raise CourseError(
            f"no Dask scheduler answers at {address} ({type(error).__name__}): start one with dask scheduler, "
            "and give the address that it shows, such as tcp://10.0.0.5:8786"
        ) from None
    try:
        try:
            client.wait_for_workers(1, timeout=WAITING)
        except TimeoutError:
            raise CourseError(
                f"no worker has joined the scheduler at {address} within {WAITING:.0f} s: start some with "
                f"dask worker {address} --nthreads 1"
            ) from None
        yield client
    finally:
        with contextlib.suppress(OSError, TimeoutError):
            client.close(timeout=5)  # its tasks go with it
