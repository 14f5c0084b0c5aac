"""Points and comments of a page from the gradebook, as nbgrader's own step takes them, and replies to requests."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import GetGrades

from autograder.errors import CourseError
from autograder.grading import regrade_requests, ticks
from autograder.grading.gradebook import opened
from autograder.grading.regrade_requests import Request
from autograder.grading.shown_names import naming
from autograder.grading.submissions import Course
from autograder.lesson.folder import find_lessons
from autograder.lesson.rubrics import Item
from autograder.lesson.written_questions import questions
from autograder.notebook.cell import OURS
from autograder.pages import made_from

GIVEN = "given"  # the key in a cell's nbgrader metadata of the rubric's items that an answer was given


class Grades(GetGrades):
    """nbgrader reads 0 where nobody has graded yet; here that is None.

    The student is called as everywhere, rubrics' items come in today's words, and the student's requests for a regrade
    are among the grades.
    """

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        told = resources["nbgrader"]
        self._rubrics = _rubrics(told["assignment"])
        nb, resources = super().preprocess(nb, resources)
        course = Course.configured(self.config, Path.cwd())
        told["shown"] = naming(replace(course, db_url=told["db_url"]))(told["student"])
        told["requests"] = self._requests(course)
        told["made_from"] = self._made_from(course, nb)
        return nb, resources

    def _requests(self, course: Course) -> list[Request]:
        """What this student asked to be looked at again, in the whole lesson; nothing where that cannot be read."""
        try:
            with opened(self.db_url) as gradebook:
                known = regrade_requests.places(gradebook, self.assignment_id)
            return regrade_requests.requests(course, self.assignment_id, known, [self.student_id])
        except CourseError as reason:
            self.log.error("%s", reason)
            return []

    def _made_from(self, course: Course, nb: NotebookNode) -> str:
        """The page's fingerprint; empty where the replies cannot be read, which `_requests` has reported."""
        try:
            said = made_from.said(course.root, self.assignment_id).get(self.student_id, [])
            with opened(self.db_url) as gradebook:
                notebook = gradebook.find_submission_notebook(
                    self.notebook_id, self.assignment_id, self.student_id
                )
                return made_from.fingerprint(gradebook, notebook, nb.metadata.get(OURS, {}), said)
        except CourseError:
            return ""

    def _get_score(self, cell: NotebookNode, resources: Any) -> None:
        super()._get_score(cell, resources)
        told = cell.metadata.nbgrader
        grade: Any = self.gradebook.find_grade(
            told["grade_id"], self.notebook_id, self.assignment_id, self.student_id
        )
        if grade.needs_manual_grade and grade.manual_score is None:
            told["score"] = None
        items = self._rubrics.get(told["grade_id"])
        letters = ticks.ticked(self.gradebook, grade) if items else None
        told[GIVEN] = [f"{i.points:g}: {i.text}" for i in items or () if i.letter in (letters or "")]


def _rubrics(lesson: str) -> dict[str, tuple[Item, ...]]:
    """Question → the items of its rubric; none where the lesson's text is not here."""
    try:
        (found,) = find_lessons([lesson])
        return {question.grade_id: question.items for question in questions(found) if question.items}
    except (CourseError, OSError):
        return {}
