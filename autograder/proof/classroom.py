"""A made-up class: submissions of every kind, made from the released notebook of any lesson.

The demo, the tests and the benchmarks grade it. Students' names say what they handed in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder.authoring import EditedSlip, Exercise
from autograder.lesson.folder import Lesson, NotebookText
from autograder.notebook.cell import Cell
from autograder.notebook.stubs import without_markers

Edit = Callable[[NotebookNode], None]

ENDLESS = "while True:\n    pass\n"
ENDED = "import os\nos._exit(3)\n"


@dataclass
class Submission:
    """What one student hands in: file name → content."""

    student: str
    files: dict[str, str]

    def write(self, submitted: Path, lesson: str) -> None:
        """Put the files where nbgrader looks for them."""
        folder = submitted / self.student / lesson
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in self.files.items():
            (folder / name).write_text(content, encoding="utf-8")


class Classroom:
    """Makes submissions for one lesson from the notebooks that students get."""

    def __init__(self, lesson: Lesson, released: Path | None = None) -> None:
        self.lesson = lesson
        folder = released or lesson.course_folder
        self.blank = {
            n.stem: nbformat.read(folder / f"{n.stem}.ipynb", as_version=4) for n in lesson.notebooks
        }
        self.solutions = {
            cell.grade_id: without_markers(cell.source)
            for notebook in lesson.notebooks
            for cell in notebook.cells
            if cell.is_answer
        }

    def everybody(self) -> Iterator[Submission]:
        """At least fifteen submissions: right, untouched, partial, every slip, broken in each of the usual ways."""
        yield self.answering("right", self.solutions)
        yield self.answering("untouched", {})
        names = list(self.solutions)
        for number, count in enumerate(sorted({1, len(names) // 2, max(1, len(names) - 1)})):
            yield self.answering(f"partial-{number + 1}", {n: self.solutions[n] for n in names[:count]})
        yield from self.slips()
        first = names[0]
        yield self.answering("syntax-error", {**self.solutions, first: f"def {first}(:\n    return\n"})
        yield self.answering("raises", {**self.solutions, first: _raising(self.solutions[first])})
        yield self.answering("endless-loop", {**self.solutions, first: ENDLESS})
        yield self.answering("kernel-ended", {**self.solutions, first: ENDED})
        yield self.cut_off("cut-off-file")
        yield self.edited("check-deleted", self.solutions, lambda nb: nb.cells.pop(_check_index(nb)))
        yield self.edited("check-twice", self.solutions, _repeat_check)
        yield self.edited("check-edited", self.answers_with_slips(0), _weaken_check)
        yield self.edited("order-changed", self.solutions, _move_answers_to_the_end)
        yield Submission("no-notebook", {"answers.txt": "I could not export the notebook."})

    def slips(self) -> Iterator[Submission]:
        """Each slip of each exercise at least once; student k makes the k-th slip of every exercise."""
        most = max(len(_first_spellings(exercise)) for exercise in self.lesson.exercises.values())
        for number in range(most):
            yield self.answering(f"slip-{number + 1}", self.answers_with_slips(number))

    def answers_with_slips(self, number: int) -> dict[str, str]:
        """The solutions with the slip of this number (counted round) in every exercise."""
        answers = {}
        for notebook in self.lesson.notebooks:
            for name in notebook.exercises:
                slips = _first_spellings(self.lesson.exercises[name])
                source = notebook.cell(name).source
                answers[name] = without_markers(slips[number % len(slips)].apply(source))
        return answers

    def answering(self, student: str, answers: dict[str, str]) -> Submission:
        """The released notebooks with these answers typed in."""
        return self.edited(student, answers, lambda nb: None)

    def edited(self, student: str, answers: dict[str, str], edit: Edit) -> Submission:
        """The same, with something else done to the first notebook."""
        files = {}
        for number, (stem, blank) in enumerate(self.blank.items()):
            notebook = deepcopy(blank)
            for cell in notebook.cells:
                grade_id = Cell.of(cell).grade_id
                if cell.cell_type == "code" and grade_id in answers:
                    cell.source = answers[grade_id]
            if number == 0:
                edit(notebook)
            files[f"{stem}.ipynb"] = json.dumps(notebook, indent=1)  # as it is: some are not valid on purpose
        return Submission(student, files)

    def cut_off(self, student: str) -> Submission:
        """A file that ends in the middle, as after a full disk."""
        whole = self.answering(student, self.solutions)
        name = next(iter(whole.files))
        whole.files[name] = whole.files[name][: len(whole.files[name]) // 2]
        return whole


def reference_notebook(notebook: NotebookText) -> NotebookNode:
    """A lesson's notebook with its solutions, as papermill executes it."""
    from autograder.lesson import text as lesson_text

    return lesson_text.to_notebook(lesson_text.read(notebook.path))


def _first_spellings(exercise: Exercise) -> list[EditedSlip]:
    """One spelling of each known mistake."""
    first: dict[str, EditedSlip] = {}
    for slip in exercise.slips:
        first.setdefault(slip.slip.name, slip)
    return list(first.values())


def _raising(solution: str) -> str:
    """A solution whose first function stops with an exception that the student wrote."""
    lines = solution.splitlines()
    start = next(i for i, line in enumerate(lines) if line.lstrip().startswith("def "))
    indent = len(lines[start]) - len(lines[start].lstrip()) + 4
    end = next(i for i in range(start, len(lines)) if lines[i].rstrip().endswith(":"))
    return "\n".join(
        [*lines[: end + 1], " " * indent + 'raise ValueError("I will do this later")', *lines[end + 1 :]]
    )


def _check_index(notebook: NotebookNode) -> int:
    return next(number for number, cell in enumerate(notebook.cells) if Cell.of(cell).is_check)


def _repeat_check(notebook: NotebookNode) -> None:
    index = _check_index(notebook)
    notebook.cells.insert(index + 1, deepcopy(notebook.cells[index]))


def _weaken_check(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        if Cell.of(cell).is_check:
            # Its result is the number that nbgrader would read as the score.
            cell.source = json.dumps(cell.metadata.nbgrader.points)


def _move_answers_to_the_end(notebook: NotebookNode) -> None:
    answers = [cell for cell in notebook.cells if Cell.of(cell).is_answer]
    notebook.cells = [c for c in notebook.cells if c not in answers] + answers
