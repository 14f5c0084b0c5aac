"""What the pictures in docs/images show, for the test that takes them and for the quick one that reads their words.

docs/images/shown.json keeps the words. test_screenshots.py writes it with the pictures; tests/house/test_pictures.py
finds the words anew, without a browser, and fails when they have changed.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from autograder.checks.scoring import Verdict
from autograder.lesson.folder import find_lessons
from autograder.notebook import stubs
from autograder.progress import remembered

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
RECORD = "shown.json"
TAKE = "AUTOGRADER_SCREENSHOTS=docs/images python -m pytest tests/browser/test_screenshots.py"
LESSON = "00_welcome/00_welcome.ipynb"
EXERCISE = "standardize"
CELLS = ("imports", EXERCISE, f"check_{EXERCISE}")  # what is run for the picture of a named slip
FIRST = ("00_welcome", "01_tokenization", "02_attention")  # the lessons in the picture of progress
STUB = "    # YOUR CODE HERE\n    raise NotImplementedError()"
# A mistake that few students will make: the picture must not give away one that is waiting for them.
WRONG = (
    "    low, high = x.amin(dim=dim, keepdim=True), x.amax(dim=dim, keepdim=True)\n"
    "    return (x - low) / (high - low)"
)


def wrong_answer(released: nbformat.NotebookNode) -> str:
    """The answer in the picture: the released stub with one wrong line in place of the error."""
    stub = cell(released, EXERCISE).source
    assert STUB in stub
    return stub.replace(STUB, WRONG)


def cell(notebook: nbformat.NotebookNode, grade_id: str) -> nbformat.NotebookNode:
    return next(c for c in notebook.cells if c.metadata.get("nbgrader", {}).get("grade_id") == grade_id)


def given(released: nbformat.NotebookNode) -> list[str]:
    """The texts of the cells in the picture, from the exercise to its check."""
    ids = [each.metadata.get("nbgrader", {}).get("grade_id") for each in released.cells]
    cells = released.cells[ids.index(EXERCISE) : ids.index(f"check_{EXERCISE}") + 1]
    return [each.source for each in cells]


def next_release() -> nbformat.NotebookNode:
    """The notebook as the next release gives it to students; course/ may be older than the lesson's text."""
    folder, name = LESSON.split("/")
    (lesson,) = find_lessons([folder])
    (text,) = [each for each in lesson.notebooks if each.path.stem == Path(name).stem]
    cells = []
    for each in text.cells:
        source = stubs.stub(each.source) if each.is_answer else each.source
        make = new_code_cell if each.kind == "code" else new_markdown_cell
        cells.append(make(source, metadata=dict(each.metadata)))
    return new_notebook(cells=cells)


def remember_a_student(folder: Path) -> Path:
    """A student in the middle of lesson 01: some exercises hold, one in part, one not.

    Makes a course of the first lessons in `folder` and returns it; the whole one would change with every lesson.
    """
    course = folder / "beginning"
    for lesson in FIRST:
        shutil.copytree(ROOT / "course" / lesson, course / lesson)
    shares = [1, 1, 1, 1, 1, 0.5, 1, 0]
    for row in remembered.rows(course)[:2]:
        for step in row.steps:
            share = shares.pop(0) if shares else None
            if share is not None:
                points = share * step.max_points
                verdict = Verdict(step.exercise, points, step.max_points, "right" if share == 1 else "wrong")
                remembered.remember(verdict, row.path.parent)
    return course


def write(folder: Path, **words: object) -> None:
    """Add what pictures show to the record."""
    path = folder / RECORD
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    path.write_text(
        json.dumps(known | words, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8"
    )
