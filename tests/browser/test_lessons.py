"""Lessons as a student meets them: to be read, untouched, with a mistake in some exercises, and answered.

Lessons are taken from course/ as they are there, answers and mistakes from source/; no lesson is known by name. Every
notebook is opened and its text measured. Every third is worked through, which is a matter of time: the code behind the
panel is the same in all, `autograder audit` tries every slip of every exercise, and tests/course/test_untouched.py
executes every untouched notebook. The three tests of a notebook share one open page and one kernel, in this order.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from autograder.authoring import Exercise
from autograder.lesson.folder import NotebookText, find_lessons
from tests.browser.accessibility import faults, ours, pale
from tests.browser.lab import Notebook

RELEASED = {
    f"{lesson.name}/{text.stem}.ipynb": (lesson, text)
    for lesson in find_lessons()
    for text in lesson.notebooks
    if (lesson.course_folder / f"{text.stem}.ipynb").exists()
}


WORKED_THROUGH = list(RELEASED)[::3]
# How long cells that explore may run here; `autograder solutions` runs them to their end.
EXPLORING = 10  # seconds a notebook
MISTAKES = 4  # exercises a notebook; the audit tries every slip of each, with the same code behind the panel


@pytest.mark.parametrize("read", RELEASED)
def test_its_text_can_be_read(read: str, open_notebook: Callable[[str], Notebook]) -> None:
    opened = open_notebook(read)
    assert ours(faults(opened)) == []
    for theme in ("dark", "light"):  # the last one stays for the tests after this
        opened.use_theme(theme)
        assert pale(opened) == [], theme


@pytest.fixture(
    scope="module",
    params=[pytest.param(path, marks=pytest.mark.xdist_group(path)) for path in WORKED_THROUGH],
)
def path(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def text(path: str) -> NotebookText:
    return RELEASED[path][1]


@pytest.fixture(scope="module")
def exercises(path: str) -> dict[str, Exercise]:
    return RELEASED[path][0].exercises


@pytest.fixture(scope="module")
def notebook(path: str, open_notebook: Callable[[str], Notebook]) -> Notebook:
    return open_notebook(path)


def test_an_untouched_notebook_runs_to_its_end(notebook: Notebook, text: NotebookText) -> None:
    notebook.restart_and_run_all()
    assert notebook.errors() == []
    for exercise in text.exercises:
        assert notebook.shown(exercise) == f"{exercise} · not answered yet"
        assert notebook.result(f"check_{exercise}") == "0"


def test_mistakes_are_named(notebook: Notebook, text: NotebookText, exercises: dict[str, Exercise]) -> None:
    """The answer follows each mistake, because later checks may call earlier exercises."""
    notebook.run_what_is_given()
    step = max(1, len(text.exercises) // MISTAKES)
    for number, exercise in enumerate(text.exercises):
        slips, answer = exercises[exercise].slips, text.cell(exercise).source
        if number % step == 0:
            slip = slips[number % len(slips)]
            notebook.type_answer(exercise, slip.apply(answer))
            notebook.run(exercise)
            notebook.run(f"check_{exercise}")
            assert f"This is what comes out when {slip.slip.name.replace('`', '')}." in notebook.shown(
                exercise
            )
            assert float(notebook.result(f"check_{exercise}")) < exercises[exercise].points
        notebook.type_answer(exercise, answer)
        notebook.run(exercise)


def test_answers_are_right_and_everything_shows(
    notebook: Notebook, text: NotebookText, exercises: dict[str, Exercise]
) -> None:
    for exercise in text.exercises:
        notebook.type_answer(exercise, text.cell(exercise).source)  # most stand there since the test before
    finished = notebook.restart_and_run_all(exploring=EXPLORING)
    notebook.run_the_rest()
    for exercise in text.exercises:
        points = f"{exercises[exercise].points:g}"
        assert notebook.shown(exercise).startswith(f"{exercise} · {points} of {points} points · ")
        assert notebook.result(f"check_{exercise}") == points
    assert [error for error in notebook.errors() if finished or "KeyboardInterrupt" not in error] == []
    assert notebook.figures() or not finished, "a lesson has something to look at"
    assert all(width > 200 and height > 100 for width, height in notebook.figures())
    assert notebook.broken_widgets() == []
    assert ours(faults(notebook)) == []
    assert pale(notebook) == []
