"""Minutes, points and exercises of the opening table: counted, filled in by the build, placeholders in the text."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest

from autograder.lesson import facts, jupyterlab
from autograder.lesson.folder import read_cells
from autograder.lesson.text import build_source_notebook, lesson_texts, to_notebook, to_text
from autograder.notebook.cell import Cell

ROOT = Path(__file__).resolve().parents[2]
TEXT = """# %% [markdown]
# | Time | {{minutes, running 7}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the question |

# %% [markdown]
# *Easy · 12 minutes*

# %% nbgrader={"grade_id": "double", "solution": true}
def double(x):
    return 2 * x

# %% nbgrader={"grade_id": "check_double", "grade": true, "locked": true, "points": 2.5}
double(2)

# %% [markdown] nbgrader={"grade_id": "written", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 20 minutes). Why?
# ### BEGIN SOLUTION
# Because.
# ### END SOLUTION
"""
TIME = "| Time | 40 minutes, 12 of them on exercises |"


def text_cell(source: str, **nbgrader: object) -> Cell:
    return Cell("markdown", {"nbgrader": nbgrader} if nbgrader else {}, source)


ANSWER = Cell("code", {"nbgrader": {"grade_id": "double", "solution": True}}, "def double(x): ...")


def test_the_notebook_has_numbers_and_the_text_has_placeholders() -> None:
    notebook = to_notebook(TEXT, spacing=True)
    assert notebook.cells[0].source.splitlines() == [
        TIME,
        "| Points | 2.5 for 1 exercise, 2 for the question |",
    ]
    assert to_text(notebook, TEXT) == TEXT
    assert to_notebook(TEXT, fill=False).cells[0].source in TEXT.replace("# |", "|")


def test_an_edit_of_another_line_keeps_the_placeholders() -> None:
    notebook = to_notebook(TEXT, spacing=True)
    notebook.cells[0].source = "| Uses | nothing |\n" + notebook.cells[0].source.replace("40", "45")
    assert to_text(notebook, TEXT) == TEXT.replace("# | Time", "# | Uses | nothing |\n# | Time", 1)


def test_an_edit_of_the_line_itself_is_kept_as_it_is() -> None:
    notebook = to_notebook(TEXT, spacing=True)
    notebook.cells[0].source = notebook.cells[0].source.replace("minutes, ", "minutes in all, ")
    after = to_text(notebook, TEXT)
    assert "# | Time | 40 minutes in all, 12 of them" in after and "{{points}}" in after


def test_what_is_counted() -> None:
    cells = [
        text_cell("one " * 1000 + "\n```\n" + "code " * 500 + "\n```\n$" + "x " * 300 + "$"),
        text_cell("<details>" + "folded " * 900 + "</details>", grade_id="double_hints"),
        text_cell("A line such as *Easy · 8 minutes · without `max`* says how hard an exercise is."),
        text_cell("*Medium · 30 minutes · without `sum`*"),
        ANSWER,
        text_cell(facts.STOP),
        text_cell("*Hard · 10 minutes*"),
        ANSWER,
        text_cell("*Easy · 5 minutes*\n\nWhy?"),
        text_cell("### BEGIN SOLUTION\n" + "so " * 400, grade_id="written", grade=True, solution=True),
        text_cell("**Written question** (by hand).", grade_id="another", grade=True, solution=True),
    ]
    first, second = facts.sittings(cells)
    assert (first.exercises, round(first.reading), first.written) == (30, 5, 0)
    assert (second.exercises, round(second.reading), second.written) == (10, 0, 5 + facts.WRITTEN_MINUTES)


@pytest.mark.parametrize(("minutes", "shown"), [(0, 5), (7.4, 5), (7.5, 10), (62.4, 60), (62.5, 65)])
def test_minutes_are_given_to_the_nearest_five(minutes: float, shown: int) -> None:
    assert facts.rounded(minutes) == shown


def test_saving_in_jupyterlab_writes_placeholders_back_and_counts_again(tmp_path: Path) -> None:
    path = tmp_path / "source" / "00_x" / "00_x.py"
    path.parent.mkdir(parents=True)
    path.write_text(TEXT, encoding="utf-8")
    notebook = nbformat.read(build_source_notebook(path), as_version=4)
    assert TIME in notebook.cells[0].source
    notebook.cells[1].source = "*Easy · 22 minutes*"
    for _ in range(2):  # the second time, the browser still shows the old numbers
        model = {"type": "notebook", "content": nbformat.from_dict(notebook)}
        manager = type("Manager", (), {"root_dir": str(tmp_path)})
        jupyterlab.before_save(model, "source/00_x/00_x.ipynb", manager)
        assert path.read_text(encoding="utf-8") == TEXT.replace("12 minutes", "22 minutes")
        saved = nbformat.from_dict(model["content"])
        assert saved.cells[0].source.startswith("| Time | 50 minutes, 22 of them on exercises |")
        path.with_suffix(".ipynb").write_text(nbformat.writes(saved), encoding="utf-8")
        assert build_source_notebook(path).exists(), "and the file agrees with its text"


@pytest.mark.parametrize("path", lesson_texts(ROOT / "source"), ids=lambda path: path.stem)
def test_no_placeholder_is_left_in_a_lesson(path: Path) -> None:
    cells = read_cells(path)
    filled = "\n".join(cell.source for cell in facts.fill(cells) if cell.kind == "markdown")
    assert not any(f"{{{{{name}" in filled for name in facts.NAMES)
