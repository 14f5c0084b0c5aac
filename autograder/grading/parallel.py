"""Grade submissions on this machine: a pool of worker processes, and what becomes of a submission whose worker dies."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from autograder import processes
from autograder.errors import CourseError
from autograder.grading import worker
from autograder.grading.submissions import Submission
from autograder.grading.worker import Graded

ATTEMPTS = 3  # a submission that loses its kernel, its judge or its worker this often is given up in this run
GIVEN_UP = "its worker process ended every time while grading it"


def graded(
    todo: Sequence[Submission], workers: int, config_path: Path
) -> Iterator[tuple[Submission, Graded]]:
    """Results as they come. A worker that dies takes its pool along; the others' work is simply done again."""
    waiting = list(todo)
    attempts: Counter[str] = Counter()
    while waiting:
        pool = pool_of(min(workers, len(waiting)), config_path)
        given: dict[str, Submission] = {}  # what the pool has, by student
        running: dict[Future[Graded], Submission] = {}
        finished: list[tuple[Submission, Graded]] = []
        try:
            while waiting or running:
                while waiting and len(running) < workers:
                    submission = waiting.pop(0)
                    given[submission.student] = submission
                    attempts[submission.student] += 1
                    running[pool.submit(worker.grade_until_stopped, submission)] = submission
                # Only now, when all workers are busy: to record one result takes the caller a tenth of the time that a
                # worker needs for it.
                while finished:
                    yield finished.pop(0)
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    result = future.result()
                    submission = given.pop(running.pop(future).student)
                    if result.lost and attempts[submission.student] < ATTEMPTS:
                        waiting.append(submission)  # a lost kernel or judge is replaced
                    else:
                        finished.append((submission, result))
        except (BrokenProcessPool, EOFError, OSError):  # a worker has ended, or could not be started
            for submission in given.values():
                if attempts[submission.student] < ATTEMPTS:
                    waiting.append(submission)
                else:
                    yield submission, Graded(submission.student, failure=GIVEN_UP)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
        yield from finished


def pool_of(workers: int, config_path: Path) -> ProcessPoolExecutor:
    """A pool whose processes are forked from a fresh one that has imported, and end with this process.

    Raises CourseError where processes cannot wait for each other.
    """
    context = processes.context()
    if reason := processes.no_semaphores(context):
        raise CourseError(reason)
    processes.import_ahead()
    return ProcessPoolExecutor(
        workers,
        mp_context=context,
        initializer=worker.start,
        initargs=(str(config_path), dict(os.environ)),
    )
