"""Points and comments from the gradebook, as nbgrader's own step takes them, and which points are still to be given."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import GetGrades

from autograder.grading.shown_names import naming
from autograder.grading.submissions import Course


class Grades(GetGrades):
    """nbgrader reads 0 where nobody has graded yet; here that is None. The student is called as everywhere."""

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        nb, resources = super().preprocess(nb, resources)
        told = resources["nbgrader"]
        course = Course.configured(self.config, Path.cwd())
        told["shown"] = naming(replace(course, db_url=told["db_url"]))(told["student"])
        return nb, resources

    def _get_score(self, cell: NotebookNode, resources: Any) -> None:
        super()._get_score(cell, resources)
        grade: Any = self.gradebook.find_grade(
            cell.metadata.nbgrader["grade_id"], self.notebook_id, self.assignment_id, self.student_id
        )
        if grade.needs_manual_grade and grade.manual_score is None:
            cell.metadata.nbgrader["score"] = None
