"""One comparison for every kind of value: numbers, not types; draws by a test that hardly refuses who is right."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.checks.compare import MIN_DRAWS, _pool_rare, agrees, follows, passes, resembles
from autograder.checks.expectations import Distribution, SameAs

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("got", "want"),
    [
        (torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.0], dtype=torch.float64)),
        (torch.tensor([1, 2], dtype=torch.int32), torch.tensor([1, 2])),
        (torch.tensor([1, 2]), torch.tensor([1.0, 2.0])),
        (torch.tensor([True, False]), torch.tensor([1, 0])),
        ([1.0, 2.0], torch.tensor([1.0, 2.0])),
        ([[1], [2]], torch.tensor([[1], [2]])),
        (torch.tensor([1, 2]), [1, 2]),
        (torch.tensor(3), 3),
        (3, torch.tensor(3)),
        (3.0, 3),
        ((1, (2, "a")), [1, [2, "a"]]),
        ({"a": (1, 2)}, {"a": [1, 2]}),
        (torch.tensor([NAN, INF, -INF]), torch.tensor([NAN, INF, -INF])),
        (NAN, NAN),
        (-INF, -INF),
        (torch.zeros(0, 3), torch.zeros(0, 3)),
        ("", ""),
        (b"ab", b"ab"),
        (None, None),
        (10**300, 1e300),
    ],
)
def test_equal_up_to_type(got: Any, want: Any) -> None:
    assert agrees(got, want)


@pytest.mark.parametrize(
    ("got", "want"),
    [
        (torch.zeros(2, 3), torch.zeros(3, 2)),
        (torch.zeros(3), torch.zeros(1, 3)),
        (torch.tensor([NAN]), torch.tensor([0.0])),
        (torch.tensor([0.0]), torch.tensor([NAN])),
        (torch.tensor([INF]), torch.tensor([-INF])),
        (torch.tensor([50_001]), torch.tensor([50_000])),
        (50_001, 50_000),
        (torch.tensor([1.0]), 1.0),
        ([1, 2, 3], [1, 2]),
        ([[1], [2, 3]], torch.tensor([[1], [2]])),
        (["a"], torch.tensor([1])),
        ("1", 1),
        (b"a", "a"),
        ({"a": 1}, {"a": 1, "b": 2}),
        ({1: "a"}, {"1": "a"}),
        ([1], {0: 1}),
        ("ab", ["a", "b"]),
        (None, 0),
        (0, None),
        (10**400, 1e300),
        (10**400, 1.0),
        ([10**400], torch.tensor([1])),
        ([None], torch.tensor([1.0])),
    ],
)
def test_different(got: Any, want: Any) -> None:
    assert not agrees(got, want)


@given(st.floats(0.01, 100), st.sampled_from([1e-6, 2e-4, 1e-2]), st.sampled_from([-1, 1]))
@settings(deadline=None, max_examples=50)
def test_the_tolerance_is_absolute_and_relative(value: float, tolerance: float, sign: int) -> None:
    inside, outside = (value + sign * share * tolerance * (1 + value) for share in (0.9, 1.1))
    for kind in (float, lambda x: torch.tensor([x], dtype=torch.float64)):
        assert agrees(kind(inside), kind(value), tolerance)
        assert not agrees(kind(outside), kind(value), tolerance)


def test_whole_numbers_know_no_tolerance_and_floats_with_whole_values_do() -> None:
    assert not agrees(torch.tensor([10_001]), torch.tensor([10_000]), tolerance=0.1)
    assert agrees(torch.tensor([10_001.0]), torch.tensor([10_000]), tolerance=0.1)


def test_a_nested_value_is_compared_within_its_tolerance() -> None:
    want = {"layers": [torch.ones(2), {"scale": 1.0}]}
    assert agrees({"layers": [torch.full((2,), 1.05), {"scale": 0.95}]}, want, tolerance=0.1)
    assert not agrees({"layers": [torch.full((2,), 1.05), {"scale": 0.5}]}, want, tolerance=0.1)


# --- draws --------------------------------------------------------------------------------------------------------


def draws(p: np.ndarray, n: int, rng: np.random.Generator) -> torch.Tensor:
    return torch.from_numpy(rng.choice(len(p), size=n, p=p / p.sum()))


def some_probabilities(rng: np.random.Generator) -> np.ndarray:
    p = rng.gamma(rng.choice([0.2, 1.0, 20.0]), size=rng.integers(2, 40)) + 1e-9
    return p / p.sum()


def test_right_draws_are_hardly_ever_refused() -> None:
    """At most one refusal in a million is meant: the p-values of right draws must be as small as chance makes them."""
    from autograder.checks import compare

    rng = np.random.default_rng(0)
    trials = 400
    samples = [(p, draws(p, 2000, rng)) for p in (some_probabilities(rng) for _ in range(trials))]
    refused = {}
    for level in (1e-2, 1e-3, 1e-6):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(compare, "REFUSE_DRAWS_BELOW", level)
            refused[level] = sum(not follows(got, Distribution(p)) for p, got in samples)
    assert refused[1e-6] == 0
    assert refused[1e-3] <= 5  # 0.4 are expected
    assert refused[1e-2] <= 14  # 4 are expected


@given(st.lists(st.floats(0, 40), min_size=1, max_size=60))
def test_rare_draws_are_put_together_until_all_columns_hold_enough(expected: list[float]) -> None:
    table = np.stack([np.ones(len(expected)), expected])
    pooled = _pool_rare(table, weights_row=1)
    assert np.allclose(pooled.sum(axis=1), table.sum(axis=1))
    assert pooled.shape[1] == 1 or pooled[1].min() >= 10
    assert (np.array(expected) >= 10).sum() <= pooled.shape[1], "those that hold enough stay apart"


@pytest.mark.parametrize(
    "mistake",
    [
        lambda p: np.ones_like(p),
        lambda p: p**2,
        lambda p: p**0.5,
        lambda p: p[::-1],
        lambda p: np.roll(p, 1),
        lambda p: 0.5 * p + 0.5 / len(p),
        lambda p: np.where(p == p.max(), p, 0) + 1e-12,
        lambda p: np.where(p >= np.sort(p)[-len(p) // 2], p, 0),
    ],
    ids=["uniform", "squared", "root", "backwards", "off by one", "half uniform", "argmax", "top half"],
)
def test_real_mistakes_are_always_refused(mistake: Any) -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        p = rng.permutation([0.3, 0.25, 0.2, 0.12, 0.08, 0.05])
        assert not follows(draws(mistake(p), 2000, rng), Distribution(p))


def test_an_impossible_draw_is_refused_and_a_certain_one_is_not() -> None:
    assert not follows(
        torch.cat([torch.zeros(1999), torch.ones(1)]).long(), Distribution(np.array([1.0, 0.0]))
    )
    assert follows(torch.zeros(1999).long(), Distribution(np.array([1.0, 0.0])))


@pytest.mark.parametrize(
    "got",
    [
        torch.zeros(0).long(),
        torch.zeros(2000),
        torch.zeros(2000, dtype=torch.bool),
        torch.full((2000,), 9),
        torch.full((2000,), -1),
        torch.randint(0, 2, (MIN_DRAWS - 1,), generator=torch.Generator().manual_seed(0)),
        [0],
        0,
        "a",
        None,
        {"a": 1},
    ],
)
def test_what_are_no_draws(got: Any) -> None:
    assert not follows(got, Distribution(np.array([0.5, 0.5])))


def test_one_draw_proves_nothing() -> None:
    """A single index agrees with every distribution, and so does a handful."""
    rng = np.random.default_rng(2)
    for n in (1, 5, 50):
        assert not follows(draws(np.ones(4), n, rng), Distribution(np.ones(4)))


def test_the_number_of_draws_counts_where_it_is_given() -> None:
    rng = np.random.default_rng(3)
    p = np.array([0.2, 0.3, 0.5])
    assert follows(draws(p, 2000, rng), Distribution(p, 2000))
    assert follows(draws(p, 2000, rng).reshape(2, 1000), Distribution(p, 2000))
    assert not follows(draws(p, 1000, rng), Distribution(p, 2000))


def test_a_distribution_is_one() -> None:
    assert Distribution(np.array([2.0, 6.0])).p.tolist() == [0.25, 0.75]
    assert Distribution(np.ones(9), words="{}, then {}").said(5) == "1, then 2"
    for words, n in (("none", 9), ("{} and {}", 8), ("{} and {} and {}", 9)):
        with pytest.raises(ValueError, match="do not fit"):
            Distribution(np.ones(n), words=words)
    for p in ([], [0.0], [-1.0, 2.0], [NAN, 1.0], [[0.5, 0.5]]):
        with pytest.raises(ValueError, match="non-negative"):
            Distribution(np.array(p))


def test_same_as_counts_only_when_the_other_one_is_right() -> None:
    oracle = {"draws": Distribution(np.array([0.5, 0.5])), "again": SameAs("draws"), "loss": 1.0}
    right = draws(np.ones(2), 2000, np.random.default_rng(4))
    other = draws(np.ones(2), 2000, np.random.default_rng(5))
    assert passes({"draws": right, "again": right.clone()}, "again", oracle, 1e-4)
    assert not passes({"draws": right, "again": other}, "again", oracle, 1e-4)
    wrong = torch.zeros(2000).long()
    assert not passes({"draws": wrong, "again": wrong}, "again", oracle, 1e-4)
    assert not passes({"again": right}, "again", oracle, 1e-4)
    assert not passes({"draws": right}, "again", oracle, 1e-4)


def test_same_as_may_ask_for_the_first_draws_only() -> None:
    oracle = {"draws": Distribution(np.array([0.5, 0.5])), "again": SameAs("draws", first=50)}
    right = draws(np.ones(2), 2000, np.random.default_rng(4))
    assert passes({"draws": right, "again": right[:50].clone()}, "again", oracle, 1e-4)
    for wrong in (right, right[1:51], right[:49], 1 - right[:50], [0] * 50, None):
        assert not passes({"draws": right, "again": wrong}, "again", oracle, 1e-4)
    assert not passes(
        {"draws": torch.zeros(2000).long(), "again": torch.zeros(50).long()}, "again", oracle, 1e-4
    )
    assert not passes({"draws": None, "again": right[:50]}, "again", oracle, 1e-4)


def test_two_samples_resemble_each_other_when_one_mistake_made_both() -> None:
    rng = np.random.default_rng(6)
    p = np.array([0.1, 0.2, 0.3, 0.4])
    oracle, tolerance = {"draws": Distribution(p)}, {"draws": 1e-4}
    mistakes = [np.ones(4), p**2, p[::-1]]
    for _ in range(30):
        for i, first in enumerate(mistakes):
            for j, second in enumerate(mistakes):
                ours, theirs = {"draws": draws(first, 2000, rng)}, {"draws": draws(second, 2000, rng)}
                assert resembles(ours, theirs, oracle, tolerance) == (i == j)


def test_outcomes_with_other_criteria_do_not_resemble_each_other() -> None:
    oracle = {"output": torch.ones(2), "loss": 1.0}
    tolerance = dict.fromkeys(oracle, 1e-4)
    both = {"output": torch.zeros(2), "loss": 1.0}
    assert resembles(both, {"output": torch.zeros(2), "loss": 1.0}, oracle, tolerance)
    assert not resembles(both, {"output": torch.zeros(2)}, oracle, tolerance)
    assert not resembles(both, {"output": torch.ones(2), "loss": 1.0}, oracle, tolerance)
