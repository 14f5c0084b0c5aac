"""Scores for what comes next: bits per byte as a double loop counts them, and everything that is no honest answer."""

from __future__ import annotations

import math

import pytest
import torch

from autograder.checks import predictions
from autograder.checks.compare import passes
from autograder.checks.expectations import Predictions
from autograder.checks.explain import difference
from autograder.checks.scoring import Case, Rubric, score
from autograder.checks.values import CannotCross, pack, unpack

N, V = 12, 7


def scores(seed: int = 0) -> torch.Tensor:
    found = torch.randn(N, V, generator=torch.Generator().manual_seed(seed))
    found[11] = found[3]  # rows 3 and 11 are asked the same
    return found


def wanted(at_most: float = 10.0, of: str | None = None) -> Predictions:
    targets = torch.arange(N) % V
    sizes = torch.tensor([1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 0, 0])
    return Predictions(targets, sizes, V, at_most, torch.tensor([[3, 11]]), of)


def by_hand(values: torch.Tensor) -> float:
    want, bits, n_bytes = wanted(), 0.0, 0
    for row, target, size in zip(values.tolist(), want.targets.tolist(), want.sizes.tolist(), strict=True):
        if size:
            p = math.exp(row[target]) / sum(map(math.exp, row))
            bits, n_bytes = bits - math.log2(p), n_bytes + size
    return bits / n_bytes


def test_bits_are_those_of_a_double_loop() -> None:
    assert predictions.bits_per_byte(scores(), wanted()) == pytest.approx(by_hand(scores()))


def test_a_threshold_is_a_threshold() -> None:
    level = by_hand(scores())
    assert predictions.holds(scores(), wanted(level + 1e-6)) and not predictions.holds(
        scores(), wanted(level - 1e-6)
    )
    sentence = difference({"scores": scores()}, "scores", {"scores": wanted(1.0)}, 0.1)
    assert sentence == f"takes {level:.3f} bits per byte; at most 1.000 were asked for"


@pytest.mark.parametrize("constant", [5.0, -40.0, 1000.0])
def test_numbers_that_do_not_add_up_to_one_gain_nothing(constant: float) -> None:
    """Were they taken for logarithms of probabilities, any threshold could be met."""
    found = predictions.bits_per_byte(scores() + constant, wanted())
    assert found == pytest.approx(by_hand(scores()), abs=1e-3)


def spoilt(row: int, value: float) -> torch.Tensor:
    found = scores()
    found[row] = value
    return found


LEARNED = scores()
LEARNED[11, 0] += 0.2
NO_SCORES = {
    "another shape": scores()[:, :-1],
    "a row for each target only": scores()[:, 0],
    "whole numbers": scores().long(),
    "a list": scores().tolist(),
    "nothing": None,
    "not a number": spoilt(2, math.nan),
    "infinite": spoilt(2, math.inf),
    "minus infinity": spoilt(2, -math.inf),
    "huge": spoilt(2, 1e30),
    "one text answered in two ways": LEARNED,
}


@pytest.mark.parametrize("name", NO_SCORES)
def test_what_is_no_answer_earns_nothing(name: str) -> None:
    got, want = NO_SCORES[name], wanted(1e9)
    assert predictions.fault(got, want)
    assert not passes({"scores": got}, "scores", {"scores": want}, 1.0)
    assert predictions.bits_per_byte(got, want) is None
    rubric = Rubric("next", 2, {"scores": 1.0}, {"scores": 1e-3})
    verdict = score(rubric, [Case({"scores": want}, list)], [{"values": {"scores": got}}], [])
    assert verdict.points == 0 and not verdict.measured and verdict.criteria[0].difference


def test_an_impossible_token_does_not_hide_a_second_answer() -> None:
    """Were rounding measured by the largest score, one of minus a hundred thousand would allow for anything."""
    got = LEARNED.clone()
    got[:, V - 1] = -1e5
    want = Predictions(torch.zeros(N), wanted().sizes, V, 1e9, wanted().twins)
    assert predictions.fault(got, want)
    got[11] = got[3]
    assert predictions.fault(got, want) is None


def test_rounding_is_no_second_answer() -> None:
    got = scores()
    got[11] += 1e-5 * torch.randn(V)
    assert predictions.fault(got, wanted()) is None


def test_several_thresholds_look_at_one_value_and_one_number_is_told() -> None:
    level = by_hand(scores())
    oracle = {"scores": wanted(level + 1), "better": wanted(level - 1, "scores")}
    rubric = Rubric("next", 4, {"scores": 3.0, "better": 1.0}, {"scores": 1e-3, "better": 1e-3})
    verdict = score(rubric, [Case(oracle, list)], [{"values": {"scores": scores()}}], [])
    assert verdict.points == 3 and verdict.measured == {"scores": round(level, 4)}
    assert [criterion.passed for criterion in verdict.criteria] == [True, False]


def test_a_better_value_under_the_name_of_a_threshold_is_not_looked_at() -> None:
    perfect = torch.nn.functional.one_hot(wanted().targets, V) * 50.0
    perfect[11] = perfect[3]
    oracle = {"scores": wanted(10.0), "better": wanted(0.5, "scores")}
    assert not passes({"scores": scores(), "better": perfect}, "better", oracle, 1.0)


def test_they_are_recorded_and_read_but_never_taken_from_a_student() -> None:
    blob = pack(wanted(1.5, "scores"))
    with pytest.raises(CannotCross):
        unpack(blob)
    read = unpack(blob, trusted=True)
    assert (read.choices, read.at_most, read.of) == (V, 1.5, "scores")
    for name in ("targets", "sizes", "twins"):
        assert torch.equal(getattr(read, name), getattr(wanted(), name))


def test_a_slip_is_known_by_what_each_question_costs() -> None:
    want = wanted()
    kept = predictions.compact(scores(), want)
    assert kept.shape == (10,) and predictions.alike(scores(), kept, want, 1e-4)
    assert not predictions.alike(scores(1), kept, want, 1e-4)
    assert predictions.alike(None, predictions.compact(None, want), want, 1e-4)
    assert not predictions.alike(None, predictions.compact(LEARNED, want), want, 1e-4)


def test_what_counts_for_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="a target and a size"):
        Predictions(torch.zeros(3), torch.zeros(3), V, 1.0)
