"""Points and comments of a page from the gradebook, as nbgrader's own step takes them, and replies to requests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import GetGrades

from autograder.errors import CourseError
from autograder.grading import regrade_requests
from autograder.grading.gradebook import opened
from autograder.grading.regrade_requests import Request
from autograder.grading.submissions import Course


class Grades(GetGrades):
    """nbgrader reads 0 where nobody has graded yet; here that is None. The student's requests are among the grades."""

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        nb, resources = super().preprocess(nb, resources)
        resources["nbgrader"]["requests"] = self._requests()
        return nb, resources

    def _requests(self) -> list[Request]:
        """What this student asked to be looked at again, in the whole lesson; nothing where that cannot be read."""
        course = Course.configured(self.config, Path.cwd())
        try:
            with opened(self.db_url) as gradebook:
                known = regrade_requests.places(gradebook, self.assignment_id)
            return regrade_requests.requests(course, self.assignment_id, known, [self.student_id])
        except CourseError as reason:
            self.log.error("%s", reason)
            return []

    def _get_score(self, cell: NotebookNode, resources: Any) -> None:
        super()._get_score(cell, resources)
        grade: Any = self.gradebook.find_grade(
            cell.metadata.nbgrader["grade_id"], self.notebook_id, self.assignment_id, self.student_id
        )
        if grade.needs_manual_grade and grade.manual_score is None:
            cell.metadata.nbgrader["score"] = None
