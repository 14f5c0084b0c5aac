"""Sums that a program checks: what is drawn and how likely it was, the rewards, and a loop that learns from them."""

from __future__ import annotations

import copy
from functools import cache

import numpy as np
import pytest
import torch
from torch import Tensor

from utils.blocks.gpt import GPT
from utils.topics.assistants import rewards
from utils.topics.assistants.rewards import END, LETTERS, LONGEST, PROMPT, Rules, Sums, digits_found, exact


@cache
def small() -> GPT:
    return rewards.pretrained(Sums.all(), steps=20, progress=False)


def advantages(values: Tensor) -> Tensor:
    return (values - values.mean(1, keepdim=True)) / (values.std(1, keepdim=True) + 1e-4)


def loss(new: Tensor, old: Tensor, a: Tensor, mask: Tensor, low: float, high: float) -> Tensor:
    ratio = (new - old).masked_fill(~mask, 0).exp()
    gain = torch.minimum(ratio * a[:, None], ratio.clamp(1 - low, 1 + high) * a[:, None])
    return -((gain * mask).sum(1) / mask.sum(1)).mean()


def k3(new: Tensor, reference: Tensor) -> Tensor:
    return (reference - new).exp() - (reference - new) - 1


def generator(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def test_held_out_sums_are_not_trained_on() -> None:
    sums = Sums.all()
    assert len(set(sums.train) | set(sums.held_out)) == 2500 and not set(sums.train) & set(sums.held_out)
    assert len(sums.held_out) == 300 and all(len(prompt) == PROMPT for prompt in sums.train)


def test_rewards_see_what_they_should_and_one_sees_too_little() -> None:
    assert [exact("17+25=", said) for said in ("42", "24", "042", "42+", "")] == [1, 0, 0, 0, 0]
    assert [digits_found("17+25=", said) for said in ("42", "41", "24", "9999942", "")] == [1, 0.5, 1, 1, 0]


def test_answers_end_once_and_are_as_likely_as_the_model_says() -> None:
    model, prompts = small(), Sums.all().held_out[:6]
    drawn = rewards.sample(model, prompts, 4, generator())
    assert drawn.prompts == [prompt for prompt in prompts for _ in range(4)]
    for prompt, row, mask, text in zip(drawn.prompts, drawn.ids, drawn.mask, drawn.texts):
        said = row[PROMPT:].tolist()
        assert "".join(LETTERS[i] for i in row[:PROMPT]) == prompt and len(said) <= LONGEST
        length = said.index(END) + 1 if END in said else len(said)
        assert mask.tolist() == [place < length for place in range(len(said))]
        assert text == "".join(LETTERS[i] for i in said[:length]).removesuffix("\n")
    whole = model(drawn.ids).log_softmax(-1)  # (N, PROMPT + T, V)
    for n in range(len(drawn.ids)):
        for t in range(drawn.mask.shape[1]):
            expected = whole[n, PROMPT + t - 1, drawn.ids[n, PROMPT + t]]
            torch.testing.assert_close(rewards.log_probs(model, drawn.ids)[n, t], expected)
    torch.testing.assert_close(drawn.old, rewards.log_probs(model, drawn.ids).detach())


def test_a_generator_decides_and_without_one_the_likeliest_is_taken() -> None:
    model, prompts = small(), Sums.all().held_out[:20]
    one, same, other = (rewards.sample(model, prompts, 1, generator(seed)).texts for seed in (0, 0, 1))
    assert one == same != other
    greedy = rewards.sample(model, prompts)
    scores = model(greedy.ids[:, :-1])[:, PROMPT - 1 :]
    assert (scores.argmax(-1) == greedy.ids[:, PROMPT:])[greedy.mask].all()


def test_a_rewarded_letter_becomes_frequent_and_the_given_model_stays() -> None:
    model = small()
    before = copy.deepcopy(model.state_dict())
    tuned, history = rewards.grpo(
        model, Sums.all(), lambda prompt, said: said.count("7"), Rules(advantages, loss, k3),
        steps=12, prompts=8, every=5, progress=False,
    )  # fmt: skip
    assert history[-1]["reward"] > history[0]["reward"] + 0.3
    assert all(torch.equal(value, before[name]) for name, value in model.state_dict().items())
    assert not torch.equal(tuned.tokens.weight, model.tokens.weight)
    assert [row["step"] for row in history if "held_out" in row] == [1, 5, 10, 12]
    assert history[0]["divergence"] == pytest.approx(0, abs=1e-6) and history[-1]["divergence"] > 0.001
    assert max(row["clipped"] for row in history) > 0


def test_functions_get_what_they_are_promised() -> None:
    seen: list[tuple[Tensor, Tensor, Tensor, Tensor]] = []

    def watched(new: Tensor, old: Tensor, a: Tensor, mask: Tensor, low: float, high: float) -> Tensor:
        seen.append((new.detach(), old, a, mask))
        assert (low, high) == (0.3, 0.3)
        return loss(new, old, a, mask, low, high)

    def in_groups(values: Tensor) -> Tensor:
        assert values.shape == (5, 3)
        return advantages(values)

    rewards.grpo(
        small(), Sums.all(), lambda prompt, said: float(prompt[0]), Rules(in_groups, watched, k3),
        steps=2, prompts=5, group=3, clip=0.3, progress=False,
    )  # fmt: skip
    for new, old, a, mask in seen:
        assert new.shape == old.shape == mask.shape and a.shape == (15,) and mask.dtype == torch.bool
        assert a.abs().max() < 1e-3  # a reward of the prompt alone: rows of one group belong to one prompt
    firsts, seconds = seen[::2], seen[1::2]
    assert all(torch.equal(x[1], y[1]) for x, y in zip(firsts, seconds))  # one batch, two updates
    torch.testing.assert_close(
        firsts[0][0], firsts[0][1]
    )  # at first, the model that learns is the one that wrote


def test_the_divergence_holds_the_model_back() -> None:
    away = []
    for beta in (0.0, 3.0):
        _, history = rewards.grpo(
            small(), Sums.all(), lambda prompt, said: said.count("7"), Rules(advantages, loss, k3),
            steps=8, prompts=8, beta=beta, progress=False,
        )  # fmt: skip
        away.append(history[-1]["divergence"])
    assert away[1] < 0.5 * away[0]


def test_a_tree_draws_a_common_beginning_once(monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib.pyplot as plt

    from utils.topics.assistants import reward_figures as plots

    monkeypatch.setattr(plt, "show", lambda: None)
    plots.tree(["Paris", "Parma", "Par", "Rome"])
    axes = plt.gcf().axes[0]
    assert sorted(text.get_text() for text in axes.texts) == sorted("Par" + "is" + "ma" + "Rome")
    dots = [np.asarray(line.get_xdata())[0] for line in axes.lines if line.get_marker() == "o"]
    assert sorted(dots) == pytest.approx([3.35, 4.35, 5.35, 5.35])
    plt.close("all")
    with pytest.raises(ValueError, match="more than 40 letters"):
        plots.tree(["x" * 41])
