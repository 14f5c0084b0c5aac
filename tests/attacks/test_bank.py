"""Right answers on the real path: none loses a point to the record of what ran, and none is said to tamper.

By default three answers of each exercise of one lesson, always the same; the slow run takes all of every lesson.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from autograder.lesson.folder import ROOT, Lesson

from . import bank
from .field import Field

QUICK = "03_blocks"  # its exercises forbid functions of torch and blocks of utils


def _accused(name: str, most: int | None) -> dict[str, str]:
    """Answer → what is said of it, where that is not that it is right."""
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
        verdicts = {
            verdict["exercise"]: verdict
            for notebook in result.notebooks
            for verdict in notebook["metadata"]["autograder"]["verdicts"]
        }
    assert len(verdicts) == len(answers), done.stdout[-2000:] + done.stderr[-2000:] + result.told
    return {
        f"{each.exercise}, {each.name}": f"{verdict['state']}, {verdict['odd']}: {verdict['notes'] or verdict['error']}"
        for each in answers
        if (verdict := verdicts[each.copy])["state"] != "right" or verdict["odd"]
    }


def test_some_right_answers_are_paid_and_not_accused() -> None:
    assert _accused(QUICK, most=3) == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", bank.lessons())
def test_all_right_answers_are_paid_and_not_accused(name: str) -> None:
    assert _accused(name, most=None) == {}
