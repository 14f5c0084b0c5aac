"""A cell has its time, a notebook has its time, and which of the two was over is said in one sentence."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from .field import Field, Result, lessons

pytestmark = pytest.mark.slow
CELL, NOTEBOOK = 10, 14
CONFIG = f"c.JudgedExecute.timeout = {CELL}\nc.JudgedExecute.notebook_timeout = {NOTEBOOK}\n"


def _sleeping(field: Field, names: list[str], seconds: float) -> dict[str, str]:
    pause = f"import time\ntime.sleep({seconds})\n"
    return {**field.right, **{name: pause + field.right[name] for name in names}}


@pytest.fixture(scope="module")
def graded() -> Iterator[tuple[Field, dict[str, Result]]]:
    with tempfile.TemporaryDirectory(prefix="ag-", dir="/tmp") as folder:
        field = Field(Path(folder), lessons()[0], CONFIG)
        field.release()
        names = field.lesson.notebooks[0].exercises
        field.hand_in([
            field.answering("one cell", _sleeping(field, names[-1:], 4 * CELL)),
            field.answering("all cells", _sleeping(field, names, 0.6 * CELL)),
            field.answering("honest", field.right),
        ])  # fmt: skip
        field.grade(check=False)
        yield field, field.results()


def test_a_cell_has_its_time(graded: tuple[Field, dict[str, Result]]):
    field, results = graded
    result, last = results["one cell"], field.lesson.notebooks[0].exercises[-1]
    assert result.row.reasons == [f"{last}: The cell ran longer than {CELL} seconds and was stopped."]
    assert result.row.state == "timed out"
    assert result.points == {**field.max_points, last: 0}


def test_a_notebook_has_its_time(graded: tuple[Field, dict[str, Result]]):
    """Each cell keeps within its own; what was done before the end is paid."""
    field, results = graded
    result, names = results["all cells"], field.lesson.notebooks[0].exercises
    assert f"The notebook ran longer than {NOTEBOOK} seconds in all" in result.told
    assert "The cell ran longer" not in result.told and result.row.state == "timed out"
    assert result.points[names[0]] == field.max_points[names[0]] and result.points[names[-1]] == 0


def test_an_honest_notebook_needs_little(graded: tuple[Field, dict[str, Result]]):
    field, results = graded
    assert results["honest"].points == field.max_points and results["honest"].row.state == "graded"
