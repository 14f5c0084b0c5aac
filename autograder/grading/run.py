"""Grade a class: workers execute submissions in parallel, one writer records them, and a run can stop at any point.

Workers are processes of this machine (`parallel`) or of a Dask cluster (`cluster`); what they give back is the same.

What is graded is known from the course's own folders, so a run that was killed is finished by starting it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from autograder.errors import CourseError
from autograder.grading import course_facts, parallel, submissions
from autograder.grading.recorder import Recorder
from autograder.grading.submissions import Course, Submission
from autograder.grading.worker import Graded
from autograder.judge.secret import load_secret, secret_id
from autograder.lesson.folder import Lesson
from autograder.release.build import nbgrader_config
from autograder.release.ta_copy import require_solutions

ROUNDED = 0.05  # points: verdicts are rounded on their way into the gradebook, and no exercise counts less


@dataclass
class Outcome:
    """What a run did: how many it graded, found graded, and could not grade, with reasons."""

    graded: int = 0
    kept: int = 0
    failures: dict[str, str] = field(default_factory=dict)  # student → reason
    seconds: list[float] = field(default_factory=list)


def grade_class(
    course: Course,
    lesson: Lesson,
    config_path: Path,
    *,
    workers: int = 2,
    scheduler: str = "",
    students: Sequence[str] = (),
    force: bool = False,
    new_secret: bool = False,
    on_start: Callable[[int], None] = lambda total: None,
    on_done: Callable[[str], None] = lambda student: None,
) -> Outcome:
    """Grade every submission of a lesson that is not graded yet (or all, with force).

    config_path: the course's nbgrader_config.py. workers: processes on this machine; with a scheduler, which is the
    address of a Dask scheduler, that one's workers grade instead. students: whose, everybody's where none is named.
    new_secret: go on with this user's secret where the course was graded with another.

    Raises CourseError when another run is at work, the course was graded with another secret, or the gradebook or disk
    refuses; what was graded stays.
    """
    outcome = Outcome()
    config = nbgrader_config(config_path)
    stems = [notebook.stem for notebook in lesson.notebooks]
    _refuse_weak_sandbox(config)
    require_solutions(course.root)
    secret = secret_id(load_secret())  # or every judge would stop at it, submission after submission
    with _only_run(course.root), _recorder(course, lesson.name, config) as recorder:
        course_facts.claim_secret(recorder.gradebook, course.db_url, secret, new_secret)
        found = submissions.find(course, lesson.name, stems, students)
        todo = []
        for submission in found:
            if not submission.notebooks:
                continue  # the report says what was handed in instead
            if not force and _is_kept(course, recorder, submission):
                outcome.kept += 1
            else:
                todo.append(submission)
        if found:
            course.close()
            course_facts.note_graded(recorder.gradebook, lesson.name, course.root)
        on_start(len(todo))
        for submission, graded in _graded(todo, workers, config_path, scheduler):
            failure = graded.failure or _record(recorder, submission, graded)
            if failure:
                outcome.failures[submission.student] = failure
            else:
                outcome.graded += 1
                outcome.seconds.append(graded.seconds)
            on_done(submission.student)
    return outcome


def _is_kept(course: Course, recorder: Recorder, submission: Submission) -> bool:
    """Whether a submission was graded and the gradebook has its points: it may be a new one, or an older copy."""
    folder = course.autograded_of(submission.lesson, submission.student)
    if not submission.is_graded(folder):
        return False
    recorded = recorder.recorded.get(submission.student)
    return recorded is not None and abs(recorded - submission.points_in(folder)) < ROUNDED


def _graded(
    todo: Sequence[Submission], workers: int, config_path: Path, scheduler: str
) -> Iterator[tuple[Submission, Graded]]:
    """Each submission with its result, as they come."""
    if not scheduler:
        return parallel.graded(todo, workers, config_path)
    from autograder.grading import cluster

    return cluster.graded(todo, scheduler)


def _refuse_weak_sandbox(config: Any) -> None:
    """Say in one sentence, before anything is graded, that this machine isolates less than the course asks for."""
    from autograder.kernels import KERNEL_NAME

    if config.Execute.get("kernel_name") != KERNEL_NAME:
        return
    from autograder.kernels.provisioner import WarmProvisioner
    from autograder.sandbox.jail import TooWeak, level_within
    from autograder.sandbox.mechanisms import capabilities

    traits, wanted = WarmProvisioner.class_traits(), config.WarmProvisioner
    minimum = wanted.get("minimum_level", traits["minimum_level"].default_value)
    asked = wanted.get("level", traits["level"].default_value)
    try:
        level_within(asked, capabilities().level, minimum)
    except TooWeak as reason:
        raise CourseError(str(reason)) from None


def _record(recorder: Recorder, submission: Submission, graded: Graded) -> str | None:
    """Record a result, or say why it cannot be: one submission must not end the run. A full disk does."""
    try:
        recorder.record(submission, graded)
    except CourseError:
        raise
    except Exception as error:
        return f"its result could not be recorded ({type(error).__name__}: {error})"
    return None


@contextmanager
def _recorder(course: Course, lesson: str, config: Any) -> Iterator[Recorder]:
    recorder = Recorder(course, lesson, config)
    try:
        yield recorder
    finally:
        recorder.close()


@contextmanager
def _only_run(root: Path) -> Iterator[None]:
    """Hold the course's lock; a second run on the same course is refused."""
    lock = FileLock(root / ".grading.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise CourseError(
            f"another run is grading in {root}: wait until it is done, or stop it; what it has graded stays"
        ) from None
    except OSError as error:
        raise CourseError(
            f"{root} cannot be written ({error.strerror}): grading needs to write there"
        ) from None
    try:
        yield
    finally:
        lock.release()
