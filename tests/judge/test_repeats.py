"""The questions that find out whether an answer's draws come from its generator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.authoring import Exercise
from autograder.checks.expectations import Distribution, SameAs
from autograder.checks.scoring import Case, Verdict, score
from autograder.checks.values import pack, unpack
from autograder.judge.repeats import Repeats

P = np.full(6, 1 / 6)
Answer = Callable[[int], list[int]]  # seed → draws


def exercise(draws: int) -> Exercise:
    return Exercise(
        name="draw",
        points=2,
        cases=[{}],
        inputs=lambda rng: {"n": draws, "seed": int(rng.integers(2**31))},
        oracle=lambda n, seed: {"draws": Distribution(P, n=int(n)), "again": SameAs("draws")},
        slips=[],
    )


def honest(draws: int) -> Answer:
    return lambda seed: np.random.default_rng(seed).choice(6, size=draws, p=P).tolist()


def verdict_of(answer: Answer, draws: int, secret: bytes) -> Verdict:
    """The verdict that the judge would give on one case and its repeats."""
    asked = exercise(draws)
    first = asked.packed_inputs(secret, 0)
    repeats = Repeats(asked, secret, first)

    def outcome(inputs: bytes) -> dict[str, Any]:
        seed = int(unpack(inputs)["seed"])
        values = {"draws": np.array(answer(seed)), "again": np.array(answer(seed))}
        return unpack(pack({"values": values}))

    once = outcome(first)
    rubric = asked.rubric(["draws", "again"])
    verdict = score(rubric, [Case(asked.expected(first), list)], [once], [])
    repeats.apply(verdict, rubric, once, [outcome(inputs) for inputs in repeats.inputs])
    return verdict


@settings(deadline=None, max_examples=50)
@given(secret=st.binary(min_size=8, max_size=8), draws=st.sampled_from([600, 2000]))
def test_an_honest_answer_loses_nothing(secret: bytes, draws: int) -> None:
    verdict = verdict_of(honest(draws), draws, secret)
    assert not any(c.difference.startswith("asked") for c in verdict.criteria)


@settings(deadline=None, max_examples=50)
@given(secret=st.binary(min_size=8, max_size=8))
def test_an_answer_that_ignores_the_seed_is_found(secret: bytes) -> None:
    verdict = verdict_of(lambda _: honest(600)(1), 600, secret)
    assert verdict.state == "wrong" and 0 < verdict.points < 2
    assert "other seeds" in verdict.criteria[1].difference


@settings(deadline=None, max_examples=50)
@given(secret=st.binary(min_size=8, max_size=8))
def test_an_answer_that_draws_anew_every_second_time_is_found(secret: bytes) -> None:
    calls = iter(range(1000))
    verdict = verdict_of(lambda _: honest(600)(next(calls) // 2), 600, secret)
    assert verdict.state == "wrong" and "same seed" in verdict.criteria[1].difference


@pytest.mark.parametrize("alike", [1, 2])
def test_draws_that_agree_by_chance_under_some_other_seeds_cost_nothing(alike: int) -> None:
    asked = exercise(1)
    first = asked.packed_inputs(b"secret", 0)
    repeats = Repeats(asked, b"secret", first)
    outcome = {"values": {"draws": np.array([3])}}
    others = iter([outcome] * alike + [{"values": {"draws": np.array([4])}}] * 6)
    answers = [outcome if same else next(others) for same in repeats.same]
    assert repeats.same.count(False) > alike
    assert repeats._difference("draws", outcome, answers) == ""
