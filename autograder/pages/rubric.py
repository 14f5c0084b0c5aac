"""In the formgrader, under each written answer: model answer, the rubric's items to tick, the student's own numbers."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from autograder.errors import CourseError
from autograder.grading.outputs import inline
from autograder.grading.own_results import own, secret_if_any
from autograder.grading.submissions import Course, Submission
from autograder.lesson.folder import find_lessons
from autograder.lesson.rubrics import NONE
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
        cells, has_items = [], False
        for cell in nb.cells:
            cells.append(cell)
            question = asked.get(cell.metadata.get("nbgrader", {}).get("grade_id"))
            if question:
                cells.append(
                    new_markdown_cell(_shown(question, self._own_numbers(question, cell, resources)))
                )
                if question.items:
                    cells.append(new_markdown_cell(_boxes(question)))
                    has_items = True
        if has_items:
            cells.append(new_markdown_cell(f"<script>\n{_script()}\n</script>"))
        nb.cells = cells
        return nb, resources

    def _own_numbers(self, question: Question, cell: NotebookNode, resources: Any) -> list[str]:
        """What is expected of this very student, where the question has numbers of their own."""
        lesson, student = resources["assignment_id"], resources.get("student")
        if question.variant is None or not student:
            return []
        course = Course.configured(self.config, Path.cwd())
        handed_in = Submission(student, lesson, course.submitted_of(lesson, student), (question.notebook,))
        found = own(question, student, handed_in.notebooks.get(question.notebook), secret_if_any())
        return found.lines(cell.source) if found else []


def _shown(question: Question, own_numbers: list[str]) -> str:
    parts = [f"> **For you alone: a model answer.** {_quoted(question.model_answer)}"]
    if own_numbers:
        parts.append("> **Numbers.** " + escape(" ".join(own_numbers), quote=False))
    if question.rubric and not question.items:
        parts.append(f"> **Rubric**, {question.points:g} points. {_quoted(question.rubric)}")
    return "\n>\n".join(parts)


def _boxes(question: Question) -> str:
    """The items as boxes to tick. Without an empty line, or Markdown would end the HTML there."""
    lines = [
        f'<div class="autograder-rubric" data-question="{question.grade_id}">',
        f"<p><strong>Rubric</strong>, {question.points:g} points. Tick what the answer says; the points follow.</p>",
    ]
    for item in question.items:
        lines.append(
            _box(item.letter, f"<b>{item.letter}</b>, {item.points:g}: {inline(item.text, mathml=False)}")
        )
    lines.append(_box(NONE, "none of these"))
    return "\n".join([*lines, '<p role="status"></p>', "</div>"])


def _box(value: str, label: str) -> str:
    return f'<div><label style="font-weight: normal"><input type="checkbox" value="{value}"> {label}</label></div>'


@cache
def _script() -> str:
    """What ticking does; Markdown would end it at an empty line."""
    lines = (files("autograder.pages") / "rubric.js").read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if line.strip())


def _quoted(text: str) -> str:
    return text.replace("\n", "\n> ")
