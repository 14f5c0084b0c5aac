"""Lesson 12, sitting c: numbers of its text, functions compared with sums over everything that is possible, figures."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import pytest
import torch
from references import randn, reference, text_of

from utils.topics.assistants import reward_figures as plots

LESSON = Path(__file__).parents[3] / "source" / "12_assistants"
NOTEBOOK = LESSON / "12c_rewards.py"


@lru_cache
def solution() -> dict[str, Any]:
    """The names that the reference solution defines."""
    return reference(NOTEBOOK.stem)


@pytest.fixture(scope="module")
def c() -> dict[str, Any]:
    return solution()


@pytest.fixture(scope="module")
def text() -> str:
    """All prose of the notebook, on one line."""
    return text_of(NOTEBOOK.stem)


# --- preferences and rewards ------------------------------------------------------------------------------------------


def test_the_probabilities_of_all_answers_sum_to_one(c: dict[str, Any]) -> None:
    """With logits that do not depend on the text, all answers of two tokens have a total probability of 1."""
    V, logits = 4, randn(1, 3, 4)
    answers = torch.tensor([[0, x, y] for x in range(V) for y in range(V)])  # (16, 3)
    sums = c["completion_logprob"](
        logits.expand(16, 3, V), answers, torch.ones(16, dtype=torch.int64), torch.full((16,), 3)
    )
    assert sums.exp().sum().item() == pytest.approx(1, abs=1e-5)


def test_the_loss_at_the_start(c: dict[str, Any], text: str) -> None:
    at_start = torch.tensor([-30.0, -4.0])
    loss, margins = c["dpo_loss"](at_start, 2 * at_start, at_start, 2 * at_start, 0.3)
    assert loss.item() == pytest.approx(math.log(2), abs=1e-6) and not margins.any()
    assert "is 0.693" in text


def test_preferences_of_bradley_and_terry_come_back(c: dict[str, Any]) -> None:
    """The policy that minimises the expected loss has the rewards that explain the comparisons (equation 4 of DPO)."""
    wins = 0.8
    gap = torch.zeros((), requires_grad=True)
    optimizer = torch.optim.SGD([gap], lr=20.0)
    zero = torch.zeros(1)
    for _ in range(300):
        won, _ = c["dpo_loss"](gap[None], zero, zero, zero, 0.5)
        lost, _ = c["dpo_loss"](zero, gap[None], zero, zero, 0.5)
        optimizer.zero_grad()
        (wins * won + (1 - wins) * lost).backward()
        optimizer.step()
    assert torch.sigmoid(0.5 * gap).item() == pytest.approx(wins, abs=1e-3)


def test_advantages_of_the_text(c: dict[str, Any], text: str) -> None:
    rewards = torch.tensor([[1.0] * 4 + [0.0] * 4, [1.0] + [0.0] * 7])
    half, alone = c["group_advantages"](rewards)[:, 0].tolist()
    assert f"{half:.2f} and {alone:.2f}" in text


def test_the_gradient_is_that_of_the_expected_reward(c: dict[str, Any]) -> None:
    """All answers of two tokens at once, each as often as the policy writes it: the exact policy gradient."""
    V, logits = 4, randn(2, 4).requires_grad_()
    worth = randn(V, V, seed=1)
    log_p = logits.log_softmax(1)
    pairs = [(x, y) for x in range(V) for y in range(V)]
    expected = sum((log_p[0, x] + log_p[1, y]).exp() * worth[x, y] for x, y in pairs)
    (exact,) = torch.autograd.grad(expected, logits, retain_graph=True)
    new = torch.stack([torch.stack([log_p[0, x], log_p[1, y]]) for x, y in pairs])  # (16, 2)
    often = new.detach().sum(1).exp()  # (16,) how often each answer is written
    rewards = torch.stack([worth[x, y] for x, y in pairs])
    mask = torch.ones(16, 2, dtype=torch.bool)
    loss = c["clipped_policy_loss"](new, new.detach(), 16 * often * rewards, mask, 0.2, 0.2)
    (found,) = torch.autograd.grad(-2 * loss, logits)  # a mean over two tokens stands for their sum
    assert torch.allclose(found, exact, atol=1e-5)


def test_the_gradient_equals_finite_differences(c: dict[str, Any]) -> None:
    old, advantages = randn(3, 4).double() - 2, randn(3, seed=2).double()
    new = (old + 0.5 * randn(3, 4, seed=3).double()).requires_grad_()
    mask = torch.tensor([[1, 1, 1, 1], [1, 1, 0, 0], [1, 0, 0, 0]]).bool()
    assert torch.autograd.gradcheck(
        lambda new: c["clipped_policy_loss"](new, old, advantages, mask, 0.2, 0.3), new
    )


def test_k3_is_right_in_the_mean_and_never_negative(c: dict[str, Any], text: str) -> None:
    policy, start = randn(2, 50, seed=4).double().mul(2).log_softmax(1)
    k3 = c["kl_k3"](policy[None], start[None])[0]
    assert (k3 >= 0).all()
    exact = (policy.exp() * (policy - start)).sum()
    assert (policy.exp() * k3).sum().item() == pytest.approx(exact.item(), rel=1e-9)
    one = c["kl_k3"](torch.tensor([[-2.0]]), torch.tensor([[-1.0]])).item()
    assert one == pytest.approx(math.e - 2, abs=1e-6) and "The estimate is e − 2" in text


# --- figures ----------------------------------------------------------------------------------------------------------


def test_figures_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("agg")
    monkeypatch.setattr(plt, "show", lambda: None)
    row = {"reward": 0.5, "right": 0.2, "divergence": 0.1, "length": 3.0, "held_out": 0.4}
    history = [row | {"step": step} for step in (1, 2)]
    plots.reward_curve(history)
    plots.gamed(history)
    plots.rewarded(history)
    pair = {"accuracy": 0.9, "likelier": 0.1, "chosen": -20.0, "rejected": -9.0}
    plots.preference_curve([{"step": 1, "loss": 0.6}, pair | {"step": 2}])
    plots.methods()
    plots.before_after({"words": (20.0, 6.0), "won": (0.1, 0.9)})
    figures = [plt.figure(number) for number in plt.get_fignums()]
    assert len(figures) == 6
    assert all(figure.get_size_inches()[0] * 110 <= 900 for figure in figures)
    assert sum(bool(axes.get_title(loc="left")) for figure in figures for axes in figure.axes) == 9
    plt.close("all")
