"""No cell of a notebook that students read may hold the answer to an exercise: what counts as holding it."""

from __future__ import annotations

from pathlib import Path

import pytest
import tiny_lesson

from autograder.lesson.folder import find_lessons
from autograder.proof import copies
from autograder.proof.answers import Answer, answers_of

CELL = """# %%
def spread(values, mass):
    {}

# %% tags=["explore"]
if answered("weighted_mean"):
"""


def faults(tmp_path: Path, code: str, typed: str = "") -> list[str]:
    """What is found when a cell before the first figure defines a function with this body."""
    cell = CELL.format(code.replace("\n", "\n    "))
    lesson = tiny_lesson.write(
        tmp_path, text=[('# %% tags=["explore"]\nif answered("weighted_mean"):\n', cell)]
    )
    answers = [Answer("weighted_mean", "typed", True, typed)] if typed else []
    return copies.faults(lesson, {"weighted_mean": answers})


def test_a_sound_lesson_holds_none(tmp_path: Path) -> None:
    assert copies.faults(tiny_lesson.write(tmp_path), {}) == []


@pytest.mark.parametrize(
    "code",
    [
        "return (values * mass).sum(dim=-1) / mass.sum()",
        "total = (values * mass).sum(dim=-1)\nreturn total / mass.sum()",
        "parts = values * mass\nabove = parts.sum(dim=-1)\nbelow = mass.sum()\nprint(values)\nreturn above / below",
    ],
)
def test_a_solution_is_found_under_other_names(tmp_path: Path, code: str) -> None:
    (fault,) = faults(tmp_path, code)
    assert fault.startswith(
        "00_tiny: the cell 'def spread(values, mass):' holds 100% of a right answer to weighted_mean"
    )


def test_right_answers_of_other_kinds_are_found_too(tmp_path: Path) -> None:
    typed = "def weighted_mean(x, w):\n    return torch.tensordot(x, w.double(), dims=1).div(w.sum().item())"
    held = "return torch.tensordot(values, mass.double(), dims=1).div(mass.sum().item()) + 1"
    assert faults(tmp_path / "known", held, typed) and not faults(tmp_path / "unknown", held)


@pytest.mark.parametrize(
    "code",
    ["return values.sum(dim=-1)", "return (values - mass).mean() / mass.sum()", "return values[:, None]"],
)
def test_a_piece_of_a_solution_is_none(tmp_path: Path, code: str) -> None:
    assert faults(tmp_path, code) == []


@pytest.mark.slow
@pytest.mark.parametrize("lesson", list(find_lessons()), ids=lambda lesson: lesson.name)
def test_no_lesson_gives_an_exercise_away(lesson: copies.Lesson) -> None:
    assert copies.faults(lesson, answers_of(lesson)) == []
