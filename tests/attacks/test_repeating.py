"""Draws that must hang on the generator: to remember the first result and give it again when it is due gains nothing.

Held on every exercise, of the lessons attacked, whose check calls the answer twice with one seed.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from autograder.authoring import EditedSlip, Exercise
from autograder.checks.expectations import SameAs
from autograder.lesson.folder import ROOT, Lesson

from .field import Field, lessons

pytestmark = pytest.mark.slow
IGNORED = "the generator is ignored"  # the slip that remembering would hide
# The answer is wrapped: of the calls of one case, as the check makes them, the last gives the first one's result again.
_REMEMBER = """
_forgetful, _calls, _first = {name}, 0, None
def {name}(*arguments, **named):
    global _calls, _first
    _calls += 1
    if _calls % {period} == 0:
        return _first
    result = _forgetful(*arguments, **named)
    if _calls % {period} == 1:
        _first = result
    return result
"""


def _exercises(lesson: Lesson) -> list[tuple[Exercise, EditedSlip]]:
    found = []
    for exercise in lesson.exercises.values():
        expected = exercise.expected(exercise.packed_inputs(b"any", 0))
        ignored = [slip for slip in exercise.slips if slip.slip.name == IGNORED]
        if ignored and any(isinstance(want, SameAs) for want in expected.values()):
            found.append((exercise, ignored[0]))
    return found


@pytest.mark.parametrize("name", lessons())
def test_remembering_gains_nothing(name: str):
    chosen = _exercises(Lesson(ROOT / "source" / name))
    if not chosen:
        pytest.skip("no exercise of this lesson is asked twice")
    with tempfile.TemporaryDirectory(prefix="ag-", dir="/tmp") as folder:
        field = Field(Path(folder), name)
        field.release()
        for exercise, slip in chosen:
            forgetful = slip.apply(field.right[exercise.name])
            field.hand_in(
                [field.answering(f"forgetful {exercise.name}", {**field.right, exercise.name: forgetful})]
            )
            for period in (2, 3, 4):
                answer = forgetful + _REMEMBER.format(name=exercise.name, period=period)
                answers = {**field.right, exercise.name: answer}
                field.hand_in([field.answering(f"every {period} {exercise.name}", answers)])
        field.hand_in([field.answering("honest", field.right)])
        field.grade(check=False)
        results = field.results()
        assert results["honest"].points == field.max_points
        for exercise, _ in chosen:
            least = results[f"forgetful {exercise.name}"].points[exercise.name]
            assert least < exercise.points
            for period in (2, 3, 4):
                result = results[f"every {period} {exercise.name}"]
                assert result.points[exercise.name] <= least, (period, result.told)
