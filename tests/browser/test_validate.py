"""nbgrader's Validate button, as a student presses it before handing in."""

from __future__ import annotations

from collections.abc import Callable

from autograder.lesson.folder import find_lessons
from tests.browser.lab import Notebook

FIRST = next(lesson for lesson in find_lessons() if lesson.course_folder.exists())
TEXT = FIRST.notebooks[0]


def test_validate_says_the_truth(open_notebook: Callable[[str], Notebook]) -> None:
    """All checks fail on an untouched notebook; with right answers only the question in words is open; then none."""
    notebook = open_notebook(f"{FIRST.name}/{TEXT.stem}.ipynb")
    first, *others = TEXT.exercises
    written = [cell.grade_id for cell in TEXT.cells if cell.is_written]
    told = notebook.validate()
    assert told.count("The following cell failed:") == len(TEXT.exercises) + len(written)
    assert all(f'@check("{exercise}")' in told for exercise in TEXT.exercises)

    slip = FIRST.exercises[first].slips[0]
    notebook.type_answer(first, slip.apply(TEXT.cell(first).source))
    for exercise in others:
        notebook.type_answer(exercise, TEXT.cell(exercise).source)
    told = notebook.validate()
    assert f'@check("{first}")' in told and not any(f'@check("{exercise}")' in told for exercise in others)

    notebook.type_answer(first, TEXT.cell(first).source)
    for grade_id in written:
        notebook.write_text(grade_id, "One letter of context says no more.")
    assert "Success! Your notebook passes all the tests." in notebook.validate()
