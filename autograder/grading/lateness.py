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
from autograder.grading.gradebook import opened
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
