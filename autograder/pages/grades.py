"""Points and comments from the gradebook, as nbgrader's own step takes them, and which points are still to be given."""

from __future__ import annotations

from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import GetGrades


class Grades(GetGrades):
    """nbgrader reads 0 where nobody has graded yet; here that is None."""

    def _get_score(self, cell: NotebookNode, resources: Any) -> None:
        super()._get_score(cell, resources)
        grade: Any = self.gradebook.find_grade(
            cell.metadata.nbgrader["grade_id"], self.notebook_id, self.assignment_id, self.student_id
        )
        if grade.needs_manual_grade and grade.manual_score is None:
            cell.metadata.nbgrader["score"] = None
