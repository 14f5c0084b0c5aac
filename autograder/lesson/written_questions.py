"""The questions of a lesson that people grade: what is asked, a model answer, and the rubric.

They stand in the lesson's text, in the question's own cell between ### BEGIN SOLUTION and ### END SOLUTION: first the
model answer, then a paragraph that begins with **Rubric.** and holds its items (lesson/rubrics.py). Where the numbers
differ from student to student, **Expected.** stands between the two (lesson/variants.py).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from autograder.lesson.folder import Lesson
from autograder.lesson.rubrics import Item, items_of, require_whole
from autograder.lesson.variants import Variant, variant_of

SOLUTION = re.compile(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", re.DOTALL)
EXPECTED = "**Expected.**"
RUBRIC = "**Rubric.**"


@dataclass(frozen=True)
class Question:
    """One question. Texts are Markdown; rubric is empty where a lesson has none.

    items: the rubric's, where it has items. variant: None where all students have the same numbers.
    """

    notebook: str
    grade_id: str
    points: float
    asked: str
    model_answer: str
    rubric: str
    items: tuple[Item, ...] = ()
    variant: Variant | None = None


def questions(lesson: Lesson) -> list[Question]:
    """A lesson's written questions, in order. Raises LessonError where a rubric or a variant cannot be used."""
    found = []
    for notebook in lesson.notebooks:
        for number, cell in enumerate(notebook.cells):
            if not cell.is_written:
                continue
            solution = SOLUTION.search(cell.source + "\n")
            answer, _, rubric = (solution[1] if solution else "").partition(RUBRIC)
            answer, _, expected = answer.partition(EXPECTED)
            points = float(cell.nbgrader.get("points") or 0)
            require_whole(f"{notebook.path.name}, {cell.grade_id}", rubric, points)
            asked = SOLUTION.sub("", cell.source + "\n").strip()
            if not asked and number:  # the question stands in the cell before
                asked = notebook.cells[number - 1].source
            found.append(
                Question(
                    notebook.stem,
                    cell.grade_id,
                    points,
                    asked,
                    answer.strip().removeprefix("**Model answer.**").strip(),
                    rubric.strip(),
                    items_of(rubric),
                    variant_of(cell.grade_id, notebook.cells, expected),
                )
            )
    return found
