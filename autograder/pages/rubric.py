"""The model answer and the rubric, under each written answer in the formgrader."""

from __future__ import annotations

from typing import Any

from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from autograder.errors import CourseError
from autograder.lesson.folder import find_lessons
from autograder.lesson.written_questions import Question, questions


class ShowRubric(Preprocessor):
    """Acts on pages that the formgrader shows, and on no others: students' pages never pass here.

    nbgrader_config.py puts it into HTMLExporter.preprocessors; only the formgrader gives a submission's id along.
    """

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        if "submission_id" not in resources or "assignment_id" not in resources:
            return nb, resources
        try:
            (lesson,) = find_lessons([resources["assignment_id"]])
            asked = {question.grade_id: question for question in questions(lesson)}
        except (CourseError, OSError):
            return nb, resources  # the page is shown all the same
        cells = []
        for cell in nb.cells:
            cells.append(cell)
            question = asked.get(cell.metadata.get("nbgrader", {}).get("grade_id"))
            if question:
                cells.append(new_markdown_cell(_shown(question)))
        nb.cells = cells
        return nb, resources


def _shown(question: Question) -> str:
    parts = [f"> **For you alone: a model answer.** {_quoted(question.model_answer)}"]
    if question.rubric:
        parts.append(f"> **Rubric**, {question.points:g} points. {_quoted(question.rubric)}")
    return "\n>\n".join(parts)


def _quoted(text: str) -> str:
    return text.replace("\n", "\n> ")
