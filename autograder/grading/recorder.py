"""The one writer of a grading run: results into nbgrader's gradebook and the autograded folder.

A submission's grades are committed in one transaction, and then its folder is put in place in one step. Whenever a run
is killed, a submission is either graded or it is not; the next run finds out which by the hash of what was handed in.
Manual scores and comments are never written.
"""

from __future__ import annotations

import os
import shutil
import time
import warnings
from collections.abc import Callable, Container
from functools import cached_property
from pathlib import Path
from typing import Any

import nbformat
from nbgrader import utils
from nbgrader.api import Grade, InvalidEntry, MissingEntry
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, SAWarning, SQLAlchemyError

from autograder.enrolment import extensions
from autograder.errors import CourseError
from autograder.grading import empty_answers, settled_grades
from autograder.grading.gradebook import cause, opened, passes_by, shown
from autograder.grading.lateness import extend, penalty
from autograder.grading.nbgrader_files import plain_files, submission_time
from autograder.grading.submissions import Course, Submission
from autograder.grading.worker import Graded
from autograder.notebook.cell import OURS, Cell
from autograder.notebook.manifest import SUFFIX

LOCK_SECONDS = 60.0  # how long to wait for somebody else's transaction
COLLISIONS = 20  # how often one write may fail because another grader has just made the same row


_RECORDED = text(
    "SELECT submitted_assignment.student_id, SUM(grade.auto_score) FROM submitted_assignment "
    "JOIN assignment ON submitted_assignment.assignment_id = assignment.id "
    "JOIN submitted_notebook ON submitted_notebook.assignment_id = submitted_assignment.id "
    "JOIN grade ON grade.notebook_id = submitted_notebook.id "
    "WHERE assignment.name = :lesson GROUP BY submitted_assignment.student_id"
)


class Recorder:
    """Keeps one connection to the gradebook for a whole run."""

    def __init__(self, course: Course, lesson: str, config: Any) -> None:
        self.course, self.lesson, self.config = course, lesson, config
        self.extensions = extensions.read(course.root)
        self.gradebook = opened(course.db_url)
        try:
            self.gradebook.find_assignment(lesson)
        except MissingEntry:
            self.gradebook.close()
            raise CourseError(
                f"the gradebook knows no lesson {lesson}: release it first, with nbgrader generate_assignment {lesson}"
            ) from None

    @cached_property
    def recorded(self) -> dict[str, float]:
        """Student → points from checks that the gradebook had for the lesson when this run began."""
        found = self.gradebook.db.execute(_RECORDED, {"lesson": self.lesson})
        return {student: float(points or 0) for student, points in found}

    def close(self) -> None:
        self.gradebook.close()

    def record(self, submission: Submission, graded: Graded) -> None:
        """Write one result: grades first, then the folder. Raises CourseError when the disk or gradebook refuses."""
        notebooks = {
            stem: nbformat.reads(content, as_version=4) for stem, content in graded.notebooks.items()
        }
        target = self.course.autograded_of(self.lesson, submission.student)
        before, now = settled_grades.answers_in(target), settled_grades.answers(notebooks.items())
        same = {place for place, answer in now.items() if before.get(place) == answer}
        draft = self._write_draft(submission, graded)
        try:
            self._patiently(lambda: self._write_grades(submission, notebooks, same))
            _swap(draft, target)
        finally:
            shutil.rmtree(draft, ignore_errors=True)

    # --- the gradebook --------------------------------------------------------------------------------------------

    def _write_grades(
        self, submission: Submission, notebooks: dict[str, Any], same: Container[tuple[str, str]]
    ) -> None:
        """same: the graded cells, by notebook and name, whose answers are those that were graded before."""
        gradebook, student = self.gradebook, submission.student
        gradebook.update_or_create_student(student)
        time_of_submission = submission_time(submission.folder)
        times: dict[str, Any] = {"timestamp": time_of_submission} if time_of_submission else {}
        with warnings.catch_warnings():
            # SQLAlchemy remarks on the order in which nbgrader adds rows.
            warnings.simplefilter("ignore", SAWarning)
            entry = gradebook.update_or_create_submission(self.lesson, student, **times)
        extend(entry, extensions.of(self.extensions, self.lesson, student))
        with gradebook.db.no_autoflush:  # each name that is looked up would first write what was set before
            for notebook in entry.notebooks:
                # Loads all cells in one query; else each name below is a query of its own.
                _ = notebook.notebook.grade_cells
                handed_in = notebooks.get(notebook.name)
                cells = {Cell.of(c).grade_id: c for c in _graded_cells(handed_in)}
                unread = handed_in is not None and bool(handed_in.metadata.get(OURS, {}).get("invalid"))
                for grade in notebook.grades:
                    _set_grade(grade, cells.get(grade.name), (notebook.name, grade.name) in same, unread)
                for comment in notebook.comments:
                    _set_comment(comment, cells.get(comment.name))
        gradebook.db.flush()
        for notebook in entry.notebooks:
            notebook.late_submission_penalty = penalty(entry, notebook, self.config)
        gradebook.db.commit()

    def _patiently(self, write: Callable[[], None]) -> None:
        """Write, waiting while another process holds the gradebook."""
        end, collisions = time.monotonic() + LOCK_SECONDS, 0
        while True:
            try:
                write()
                return
            except (SQLAlchemyError, InvalidEntry) as error:
                self.gradebook.db.rollback()
                collisions += isinstance(error, InvalidEntry | IntegrityError)
                if not passes_by(error) or collisions > COLLISIONS or time.monotonic() > end:
                    raise CourseError(
                        f"the gradebook {shown(self.course.db_url)} cannot be written ({cause(error)}); "
                        "what was graded before is kept: run the same command again when it can"
                    ) from None
                time.sleep(0.2)
            except BaseException:
                self.gradebook.db.rollback()
                raise

    # --- the folder -----------------------------------------------------------------------------------------------

    def _write_draft(self, submission: Submission, graded: Graded) -> Path:
        target = self.course.autograded_of(self.lesson, submission.student)
        draft = target.with_name(f".{target.name}.draft")
        try:
            _remove_tree(draft)
            draft.mkdir(parents=True)
            _copy_files(submission.folder, draft)
            for stem, content in graded.notebooks.items():
                (draft / f"{stem}.ipynb").write_text(content, encoding="utf-8")
            for path in draft.rglob("*"):
                if path.is_file():
                    path.chmod(0o444)
        except OSError as error:
            shutil.rmtree(draft, ignore_errors=True)
            raise CourseError(
                f"{draft.parent} cannot be written ({error.strerror}); what was graded before is kept: "
                "make room and run the same command again"
            ) from None
        return draft


def _graded_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if Cell.of(cell).grade_id] if notebook else []


def _set_grade(grade: Any, cell: Any | None, is_same: bool, unread: bool = False) -> None:
    """What SaveGrades writes in nbgrader's own command; a notebook that was not handed in earns nothing.

    is_same: the answer is the one that was graded before. Points that a person gave for it then need no second look,
    unless the check gives others now. unread: the file could not be read, so nobody has given any points, and no 0.
    """
    if cell is None or not utils.is_grade(cell):
        grade.auto_score, grade.needs_manual_grade = 0, False
        return
    before = grade.auto_score
    grade.auto_score = None if unread else empty_answers.points(cell)
    is_same = is_same and before == grade.auto_score
    if is_same and grade.manual_score is not None:
        return
    # Asked of the database as it writes: a person may have given points since this row was read.
    if is_same:
        grade.needs_manual_grade = Grade.manual_score.is_(None) if grade.auto_score is None else False
    else:
        grade.needs_manual_grade = grade.auto_score is None or Grade.manual_score.isnot(None)


def _set_comment(comment: Any, cell: Any | None) -> None:
    unanswered = cell is None or empty_answers.is_empty(cell)
    comment.auto_comment = (
        "No response." if unanswered and (cell is None or not utils.is_task(cell)) else None
    )


def _copy_files(folder: Path, target: Path) -> None:
    """What was handed in besides notebooks."""
    for name in plain_files(str(folder), ["*.ipynb", f"*{SUFFIX}", "*.pyc"]):
        destination = target / Path(name).relative_to(folder)
        destination.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(name, destination)


def _swap(draft: Path, target: Path) -> None:
    """Put the draft in the target's place; an old result goes only once the new one is there."""
    old = target.with_name(f".{target.name}.old")
    _remove_tree(old)
    if target.exists():
        os.rename(target, old)
    os.rename(draft, target)
    _remove_tree(old)


def _remove_tree(folder: Path) -> None:
    if folder.exists():
        utils.rmtree(str(folder))
