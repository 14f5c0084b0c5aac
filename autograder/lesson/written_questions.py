"""The questions of a lesson that people grade: what is asked, a model answer, and the rubric.

They stand in the lesson's text, in the question's own cell between ### BEGIN SOLUTION and ### END SOLUTION: first the
model answer, then a paragraph that begins with **Rubric.**
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from autograder.lesson.folder import Lesson

SOLUTION = re.compile(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", re.DOTALL)
RUBRIC = "**Rubric.**"


@dataclass(frozen=True)
class Question:
    """One question. Texts are Markdown; rubric is empty where a lesson has none."""

    notebook: str
    grade_id: str
    points: float
    asked: str
    model_answer: str
    rubric: str


def questions(lesson: Lesson) -> list[Question]:
    """A lesson's written questions, in order."""
    found = []
    for notebook in lesson.notebooks:
        for number, cell in enumerate(notebook.cells):
            if not cell.is_written:
                continue
            solution = SOLUTION.search(cell.source + "\n")
            answer, _, rubric = (solution[1] if solution else "").partition(RUBRIC)
            asked = SOLUTION.sub("", cell.source + "\n").strip()
            if not asked and number:  # the question stands in the cell before
                asked = notebook.cells[number - 1].source
            found.append(
                Question(
                    notebook.stem,
                    cell.grade_id,
                    float(cell.nbgrader.get("points") or 0),
                    asked,
                    answer.strip().removeprefix("**Model answer.**").strip(),
                    rubric.strip(),
                )
            )
    return found
