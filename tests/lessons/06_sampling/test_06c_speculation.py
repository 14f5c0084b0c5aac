"""Lesson 06, third sitting: every number that its text quotes, its oracles against other people's, and its figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from references import inputs_of, reference, require_right_draws_pass, seeded, text_of
from scipy import stats

from autograder.authoring import load_exercises
from autograder.checks.compare import follows
from utils.blocks import sampling
from utils.topics.sampling import generation_figures as plots

LESSON = Path(__file__).parents[3] / "source" / "06_sampling"


@pytest.fixture(scope="module")
def lesson() -> dict[str, Any]:
    """The names that the notebook's reference solution defines."""
    return reference("06c_speculation")


@pytest.fixture(scope="module")
def exercises() -> dict[str, Any]:
    return load_exercises(LESSON)


# --- numbers in the text ------------------------------------------------------------------------------------


def test_what_is_reckoned_by_hand(lesson: dict[str, Any]) -> None:
    p, q = torch.tensor([0.45, 0.30, 0.15, 0.10]), torch.tensor([0.20, 0.55, 0.20, 0.05])
    assert torch.minimum(p, q).sum().item() == pytest.approx(0.70)
    residual = lesson["residual_distribution"](p, q).tolist()
    assert residual == pytest.approx([0.25 / 0.3, 0, 0, 0.05 / 0.3], abs=1e-6)
    assert [round(x, 2) for x in residual] == [0.83, 0, 0, 0.17]
    assert lesson["prompt_lookup"]("to be or not to be".split(), 2, 2) == ["or", "not"]
    assert lesson["prompt_lookup"]([7, 7, 7], 2, 3) == [7]


def test_what_a_draft_of_26_layers_can_gain() -> None:
    cost = 26 / 30
    assert round(cost, 2) == 0.87
    assert 3 * cost + 1 == pytest.approx(3.6)


def test_tokens_a_pass_for_the_shares_that_were_measured() -> None:
    """The notebook records 0.321 for 26 layers and 0.190 for the bigrams; n = 3."""
    assert [round((1 - a**4) / (1 - a), 2) for a in (0.321, 0.19)] == [1.46, 1.23]


def test_passes_of_the_target(lesson: dict[str, Any]) -> None:
    """Equation 1 of Leviathan et al.: (1 − aⁿ⁺¹)/(1 − a) tokens a pass."""
    p = torch.tensor([0.45, 0.30, 0.15, 0.10])
    q = torch.tensor([0.20, 0.55, 0.20, 0.05])
    generator, n, a = seeded(1), 3, 0.70
    drafts = sampling.sample_multinomial(q, 4000 * n, generator).view(4000, n)
    accept = lesson["speculative_accept"]
    lengths = [len(accept(draft, p.expand(n + 1, -1), q.expand(n, -1), generator)) for draft in drafts]
    assert np.mean(lengths) == pytest.approx((1 - a ** (n + 1)) / (1 - a), abs=0.08)


# --- oracles and other people's ---------------------------------------------------------------------------------


def test_right_draws_are_refused_less_than_once_in_a_thousand_gradings(exercises: dict[str, Any]) -> None:
    require_right_draws_pass(exercises["speculative_accept"], ["first token", "texts"])


@pytest.mark.parametrize("case", range(4))
def test_the_target_is_kept_in_many_draws(
    lesson: dict[str, Any], exercises: dict[str, Any], case: int
) -> None:
    """Speculative sampling, 20,000 draws: first tokens follow p, and whole texts what the oracle says."""
    exercise = exercises["speculative_accept"]
    inputs = inputs_of(exercise, case) | {"trials": 20_000}
    p, q = (torch.as_tensor(inputs[name]).float() for name in "pq")
    generator, (n, V) = seeded(case), q.shape
    drafts = torch.zeros(20_000, n, dtype=torch.int64)
    for i, row in enumerate(q):
        drafts[:, i] = sampling.sample_multinomial(row, 20_000, generator)
    texts = [lesson["speculative_accept"](draft, p, q, generator) for draft in drafts]
    counts = np.bincount([text[0] for text in texts], minlength=V)
    assert stats.chisquare(counts, 20_000 * inputs["p"][0]).pvalue > 1e-4
    codes = [sum((t + 1) * (V + 1) ** (n - i) for i, t in enumerate(text)) for text in texts]
    assert follows(torch.tensor(codes), exercise.oracle(**inputs)["texts"])


def test_what_comes_out_is_what_transformers_draws(exercises: dict[str, Any]) -> None:
    from transformers.generation.utils import _speculative_sampling

    exercise = exercises["speculative_accept"]
    inputs = inputs_of(exercise, 0)
    p, q = (torch.as_tensor(inputs[name]) for name in "pq")
    (n, V), codes = q.shape, []
    torch.manual_seed(0)
    for _ in range(3000):
        draft = torch.stack([row.multinomial(1) for row in q], dim=1)  # (1, n)
        text, _ = _speculative_sampling(draft, q.log()[None], n, p.log()[None])
        codes.append(sum((int(t) + 1) * (V + 1) ** (n - i) for i, t in enumerate(text[0])))
    assert follows(torch.tensor(codes), exercise.oracle(**inputs)["texts"])


@pytest.mark.parametrize("case", [0, 2])
def test_a_mistake_in_accepting_is_told_apart(exercises: dict[str, Any], case: int) -> None:
    """What inputs are chosen by agrees with the oracle; and the draft of three tells the mistakes apart."""
    exercise = exercises["speculative_accept"]
    names, inputs = exercise.oracle.__globals__, inputs_of(exercise, case)
    p, q = inputs["p"], inputs["q"]
    rest = np.maximum(p[:-1] - q, 0)
    rest = np.repeat((rest / rest.sum(-1, keepdims=True))[:, None], q.shape[1], axis=1)
    found = np.sort(names["texts_by"](p, q, np.minimum(1, p[:-1] / q), rest))
    want = np.sort(exercise.oracle(**inputs)["texts"].p)
    assert found[found > 1e-12] == pytest.approx(want[want > 1e-12])
    if case == 2:
        assert names["mistakes_show"](p, q, inputs["trials"])


def test_drawing_again_from_p_is_told_apart(lesson: dict[str, Any], exercises: dict[str, Any]) -> None:
    """The smallest typical slip of a sampler is refused on every one of 20 inputs, the right one on none."""
    exercise = exercises["speculative_accept"]
    for seed in range(20):
        inputs = inputs_of(exercise, 0, seed)
        p, q = (torch.as_tensor(inputs[name]).float() for name in "pq")
        want, (n, V) = exercise.oracle(**inputs)["texts"], q.shape
        for wrong in (False, True):
            generator, codes = seeded(seed), []
            for _ in range(inputs["trials"]):
                draft = torch.cat([sampling.sample_multinomial(row, 1, generator) for row in q])
                text = lesson["speculative_accept"](draft, p, q, generator)
                if wrong and len(text) <= n:
                    text[-1] = int(sampling.sample_multinomial(p[len(text) - 1], 1, generator))
                codes.append(sum((t + 1) * (V + 1) ** (n - i) for i, t in enumerate(text)))
            assert follows(torch.tensor(codes), want) != wrong, seed


def test_draws_follow_their_probabilities() -> None:
    p = torch.tensor([[0.1, 0.0, 0.6, 0.3], [0.25, 0.25, 0.0, 0.5]])
    drawn = torch.stack([sampling.sample_multinomial(row, 20_000, seeded()) for row in p], dim=1)
    for row in range(2):
        counts = drawn[:, row].bincount(minlength=4).numpy()
        assert counts[[1, 2][row]] == 0
        possible = p[row].numpy() > 0
        assert (
            stats.chisquare(
                counts[possible], 20_000 * p[row].double().numpy()[possible] / p[row].double().sum().item()
            ).pvalue
            > 1e-4
        )


# --- what the figures show ----------------------------------------------------------------------------------


def test_figures_draw() -> None:
    import matplotlib.pyplot as plt

    plt.close("all")  # those of earlier tests

    plots.speculation([0.5, 0.5], [0.2, 0.8])
    p = torch.tensor([0.5, 0.5])
    plots.kept_distribution(p, p, p, p)
    plots.accepted({"a": [1, 2, 3], "b": [1]}, 3)
    assert len(plt.get_fignums()) == 3
    plt.close("all")


def test_what_belongs_to_the_sitting_is_there() -> None:
    prose = text_of("06c_speculation")
    assert "Written question" in prose
    assert "prompt_lookup_num_tokens" in prose
