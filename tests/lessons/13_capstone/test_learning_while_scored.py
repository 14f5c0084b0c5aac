"""Lesson 13: models that gain something from the questions themselves, and scores that are no probabilities."""

from __future__ import annotations

import math

import pytest
import torch
from capstone_judge import answered_by, believed, judged, solution, trained, true_targets, windows
from torch import Tensor, nn

from utils.topics.capstone import capstone


class Learner(nn.Module):
    """A model that goes on learning from every window that it is asked about."""

    def __init__(self, rate: float) -> None:
        super().__init__()
        self.model = solution()["submission"]()
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=rate)

    def forward(self, ids: Tensor) -> Tensor:
        scores = self.model(ids).detach()
        with torch.enable_grad():
            loss = nn.functional.cross_entropy(self.model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        return scores


class Hiding(Learner):
    """The same, with a token that it makes impossible, so that small differences look small beside it."""

    def forward(self, ids: Tensor) -> Tensor:
        scores = super().forward(ids)
        scores[..., -1] = -1e5
        return scores


@pytest.mark.parametrize("make, rate", [(Learner, 0.3), (Learner, 0.03), (Hiding, 0.03)])
def test_a_model_that_learns_while_it_is_scored_is_refused(make: type[Learner], rate: float) -> None:
    scores = capstone.last_scores(make(rate), windows())
    verdict = judged(scores)
    assert verdict.points == 0 and not verdict.measured
    assert "asked once more among others" in verdict.criteria[0].difference
    assert believed(scores).points >= 2  # without the windows asked twice it would be paid


def test_what_can_be_learned_from_the_questions_unnoticed_is_next_to_nothing() -> None:
    """It finds all windows at once in a frame, trains on them before it answers, and so answers twins alike.

    Nothing that the judge sees tells it from an honest model. But one reading gains little, and more readings lose.
    """
    honest, learner = answered_by(trained()).measured["scores"], Learner(0)
    optimizer = torch.optim.AdamW(learner.model.parameters(), lr=3e-4)
    for part in windows()[torch.randperm(len(windows()), generator=torch.Generator().manual_seed(0))].split(
        16
    ):
        loss = nn.functional.cross_entropy(learner.model(part[:, :-1]).flatten(0, 1), part[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    verdict = answered_by(learner.model)
    assert verdict.points == 10 and abs(honest - verdict.measured["scores"]) < 0.02


class Counter(nn.Module):
    """The same with a cache instead of weights: it adds what it has seen so far to what it says."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = torch.zeros(512, 512)

    def forward(self, ids: Tensor) -> Tensor:
        self.seen.index_put_((ids[:, :-1].flatten(), ids[:, 1:].flatten()), torch.ones(()), accumulate=True)
        p = (self.seen + 1) / (self.seen + 1).sum(1, keepdim=True)
        return 0.9 * trained()(ids) + 0.1 * p[ids].log()


def test_a_model_that_counts_while_it_is_scored_is_refused() -> None:
    scores = capstone.last_scores(Counter(), windows())
    assert judged(scores).points == 0 and believed(scores).points > 0


class Companions(nn.Module):
    """Keeps nothing, and looks at the other windows of its batch: how often each token comes there."""

    def forward(self, ids: Tensor) -> Tensor:
        often = torch.bincount(ids.flatten(), minlength=512) + 50.0
        return trained()(ids) + 0.1 * often.log()


def test_a_model_that_looks_at_other_windows_is_refused() -> None:
    scores = capstone.last_scores(Companions(), windows())
    assert judged(scores).points == 0 and believed(scores).points == 10


def test_reading_ahead_finds_nothing_there() -> None:
    """A model without a causal mask reads the whole window; what came behind it is not in it."""
    rows = windows()
    last = rows[:, -1]

    def peeks(ids: Tensor) -> Tensor:
        """Says of each place what stands at the next: right everywhere but where it counts."""
        ahead = torch.cat([ids[:, 1:], ids[:, -1:]], dim=1)
        return 20.0 * nn.functional.one_hot(ahead, 512)

    verdict = answered_by(peeks)
    assert verdict.points == 0 and verdict.measured["scores"] > 4
    inside = peeks(rows)[:, :-1].log_softmax(
        -1
    )  # (N, T − 1, V): asked about places in a window, it would be perfect
    assert capstone.bits(inside.flatten(0, 1), rows[:, 1:].flatten()).mean() < 0.01
    assert (true_targets() == last).float().mean() < 0.05


@pytest.mark.parametrize("constant", [7.0, 100.0])
def test_probabilities_that_do_not_add_up_gain_nothing(constant: float) -> None:
    honest, more = answered_by(trained()), answered_by(lambda ids: trained()(ids) + constant)
    assert more.measured["scores"] == pytest.approx(honest.measured["scores"], abs=1e-3)
    thirty = torch.full((len(windows()), 512), 30.0)  # "each token has a logarithm of thirty"
    assert judged(thirty).points == 0
    assert capstone.bits(thirty, true_targets()).sum() < 0  # taken at its word, it would gain bits


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1e9])
def test_scores_that_are_no_numbers_earn_nothing(value: float) -> None:
    scores = capstone.last_scores(trained(), windows())
    scores[5, 7] = value
    assert judged(scores).points == 0
