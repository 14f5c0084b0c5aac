"""Late, and what it costs: the course's extensions in nbgrader's rows, and nbgrader's own penalty."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nbgrader.api import MissingEntry
from nbgrader.plugins import LateSubmissionPlugin
from nbgrader.preprocessors import NbGraderPreprocessor

from autograder.enrolment import extensions
from autograder.enrolment.extensions import Extension
from autograder.grading.gradebook import is_there, opened
from autograder.grading.submissions import Course


def extend(submission: Any, found: Sequence[Extension]) -> None:
    """Note the longest extension in a gradebook's row of a submission. None at all leaves what nbgrader has there."""
    if found:
        submission.extension = extensions.longest(found, submission.assignment.duedate)


def penalty(submission: Any, notebook: Any, config: Any) -> float | None:
    """The penalty of nbgrader's late-submission plugin, between zero and the score; None if nothing is late."""
    if submission.total_seconds_late <= 0:
        return None
    plugin_class = config.AssignLatePenalties.get("plugin_class", LateSubmissionPlugin)
    if isinstance(plugin_class, str):
        from traitlets.utils.importstring import import_item

        plugin_class = import_item(plugin_class)
    points = plugin_class(config=config).late_submission_penalty(
        submission.student.id, notebook.score, submission.total_seconds_late
    )
    return None if points is None else min(max(points, 0), notebook.score)


def renew(gradebook: Any, lesson: str, config: Any) -> list[tuple[str, float, float]]:
    """Compute a lesson's late penalties from the points as they are now, those of people among them.

    nbgrader computes one when a submission is graded by its checks, and never again; where no person gave points, that
    one holds. Returns student, before and now
    where it changed. The caller commits.
    """
    gradebook.db.flush()
    gradebook.db.expire_all()  # scores are read from the database, and so have what was written last
    changed = []
    for submission in gradebook.find_assignment(lesson).submissions:
        before = now = 0.0
        for notebook in submission.notebooks:
            old = notebook.late_submission_penalty or 0.0
            by_people = any(grade.manual_score is not None or grade.extra_credit for grade in notebook.grades)
            new = penalty(submission, notebook, config) or 0.0 if by_people or old > notebook.score else old
            before, now = before + old, now + new
            if new != old:
                notebook.late_submission_penalty = new
        if abs(now - before) > 1e-9:
            changed.append((submission.student.id, before, now))
    return changed


def renew_in(db_url: str, lesson: str, config: Any) -> list[tuple[str, float, float]]:
    """`renew` in a gradebook that nobody has open here; nothing where it, or the lesson in it, is missing."""
    if not is_there(db_url):
        return []
    with opened(db_url) as gradebook:
        try:
            changed = renew(gradebook, lesson, config)
        except MissingEntry:
            return []
        gradebook.db.commit()
    return changed


class NoteExtension(NbGraderPreprocessor):
    """In nbgrader autograde, before its penalties: what extensions.json says of this student."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        told = resources["nbgrader"]
        root = Course.configured(self.config, Path.cwd()).root
        found = extensions.of(extensions.read(root), told["assignment"], told["student"])
        if found:
            with opened(told["db_url"]) as gradebook:
                try:
                    extend(gradebook.find_submission(told["assignment"], told["student"]), found)
                except MissingEntry:
                    return nb, resources
                gradebook.db.commit()
        return nb, resources
