"""Right answers on the real path: none loses a point to the record of what ran, and none is said to tamper.

By default three answers of each exercise of one lesson, always the same; the slow run takes all of every lesson.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest

from autograder.lesson.folder import ROOT, Lesson

from . import bank
from .field import Field

QUICK = "03_blocks"  # its exercises forbid functions of torch and blocks of utils


def _graded(name: str, most: int | None) -> dict[str, dict[str, Any]]:
    """Answer → the verdict on it."""
    lesson = Lesson(ROOT / "source" / name)
    answers = bank.right_answers(lesson, most)
    assert len(answers) > 20
    with tempfile.TemporaryDirectory(prefix="ag-", dir="/tmp") as folder:
        bank.write(Path(folder) / "text", lesson, answers)
        field = Field(Path(folder), bank.NAME, source=Path(folder) / "text")
        field.release()
        field.hand_in([field.answering("everybody", {each.copy: each.cell for each in answers})])
        done = field.grade(check=False)
        result = field.results()["everybody"]
    graded = [v for notebook in result.notebooks for v in notebook["metadata"]["autograder"]["verdicts"]]
    verdicts = {verdict["exercise"]: verdict for verdict in graded}
    assert len(verdicts) == len(answers), done.stdout[-2000:] + done.stderr[-2000:] + result.told
    return {f"{each.exercise}, {each.name}": verdicts[each.copy] for each in answers}


def _check(verdicts: dict[str, dict[str, Any]]) -> None:
    accused = {
        name: (verdict["odd"], verdict["notes"])
        for name, verdict in verdicts.items()
        if verdict["odd"] or verdict["state"] in ("forbidden", "refused")
    }
    assert accused == {}
    unpaid = {
        name: (verdict["state"], verdict["notes"], verdict["error"])
        for name, verdict in verdicts.items()
        if verdict["state"] != "right"
    }
    assert unpaid == {}


def test_some_right_answers_are_paid_and_not_accused() -> None:
    _check(_graded(QUICK, most=3))


@pytest.mark.slow
@pytest.mark.parametrize("name", bank.lessons())
def test_all_right_answers_are_paid_and_not_accused(name: str) -> None:
    _check(_graded(name, most=None))
