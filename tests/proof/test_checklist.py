"""What a docstring promises in the words of a regime, a case or a criterion of the exercise holds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from autograder.authoring import Exercise
from autograder.lesson.folder import find_lessons
from autograder.proof.checklist import KINDS, unheld


def exercise(**more: object) -> Exercise:
    return replace(
        Exercise(
            name="f",
            points=2,
            cases=[{"size": 1.0, "n": 3}],
            inputs=lambda rng, size, n: {"x": rng.uniform(0.5, 1, n) * size, "words": ["a"]},
            oracle=lambda x, words: {"y": np.cumsum(x)},
            slips=[],
        ),
        **more,  # type: ignore[arg-type]
    )


def test_every_regime_that_a_docstring_promises_has_a_case() -> None:
    found = [
        f"{lesson.name}/{name}: {sentence}"
        for lesson in find_lessons()
        for name, each in lesson.exercises.items()
        for sentence in unheld(each)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("docstring", "settled"),
    [
        ("x: (n,), left as it is.", {"oracle": lambda x, words: {"y": x, "x unchanged": x}}),
        ("words: perhaps empty.", {"inputs": lambda rng, size, n: {"x": rng.uniform(1, 2, n), "words": []}}),
        ("x: (n,), tiny numbers too.", {"cases": [{"size": 1e-6, "n": 3}]}),
        ("x: (n,), of any size.", {"cases": [{"size": 800.0, "n": 3}]}),
        ("In a tie the first one wins.", {"promises": {"a tie goes to the first": {"n": 3}}}),
    ],
)
def test_each_kind_is_missed_and_can_be_settled(docstring: str, settled: dict[str, object]) -> None:
    (told,) = unheld(exercise(docstring=docstring))
    assert told.startswith("its docstring promises ") and "add" in told
    if "oracle" in settled:
        settled = {**settled, "inputs": lambda rng, size, n: {"x": rng.uniform(1, 2, n), "words": ["a"]}}
    assert not unheld(exercise(docstring=docstring, **settled))


def test_a_promise_that_names_no_case_holds_nothing() -> None:
    tie = exercise(docstring="In a tie the first one wins.", promises={"a tie goes to the first": {"n": 4}})
    assert len(unheld(tie)) == 1


def test_nothing_promised_is_nothing_missed() -> None:
    assert not unheld(exercise(docstring="Returns the running sums of x."))
    assert len({kind.name for kind in KINDS}) == len(KINDS)
