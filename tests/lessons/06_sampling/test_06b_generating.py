"""Lesson 06, second sitting: every number that its text quotes, its oracles against other people's, and its figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from references import inputs_of, reference, require_right_draws_pass, seeded, text_of

from autograder.authoring import load_exercises
from autograder.checks.forbidden import forbidden_uses
from utils.blocks import sampling
from utils.topics.sampling import generation_figures as plots

LESSON = Path(__file__).parents[3] / "source" / "06_sampling"


@pytest.fixture(scope="module")
def lesson() -> dict[str, Any]:
    """The names that the notebook's reference solution defines."""
    return reference("06b_generating")


@pytest.fixture(scope="module")
def exercises() -> dict[str, Any]:
    return load_exercises(LESSON)


# --- numbers in the text ------------------------------------------------------------------------------------


def test_what_is_reckoned_by_hand(lesson: dict[str, Any]) -> None:
    texts = ["abab", "abcd"]
    assert lesson["distinct"](texts) == 4 / 6
    assert lesson["self_overlap"](texts) == pytest.approx((2 / 3 + 1 / 3) / 2) == 0.5
    scores = [(-2 / 2, -2), (-4 / 5, -4)]  # two texts: for alpha = 1, for alpha = 0
    assert scores == [(-1, -2), (-0.8, -4)]


def test_the_loop_by_hand(lesson: dict[str, Any]) -> None:
    """The table of section 1: two calls, and the stop tokens belong to the texts."""
    said, calls = [[7, 0], [0, 0]], []

    def model(chunk: torch.Tensor, start: int, cache: list[int]) -> torch.Tensor:
        calls.append(chunk.shape[1])
        scores = torch.zeros(2, chunk.shape[1], 9)
        for row in range(2):
            scores[row, -1, said[row][len(calls) - 1]] = 100
        return scores

    texts = lesson["generate"](model, list, torch.tensor([[5, 8], [5, 2]]), 9, [], [0, 1], [0])
    assert texts == [[7, 0], [0]] and calls == [2, 1]


# --- oracles and other people's ---------------------------------------------------------------------------------


def test_right_draws_are_refused_less_than_once_in_a_thousand_gradings(exercises: dict[str, Any]) -> None:
    require_right_draws_pass(exercises["generate"], ["draws"])


@pytest.mark.parametrize("seen", [slice(0, 1), slice(-1, None)], ids=["the first token", "the last token"])
def test_a_penalty_that_sees_too_little_is_told_apart(exercises: dict[str, Any], seen: slice) -> None:
    """The inputs are such that its texts share less than 0.7 of their probability with the right ones."""
    exercise = exercises["generate"]
    names = exercise.oracle.__globals__
    for seed in range(5):
        inputs = inputs_of(exercise, 2, seed)
        parts = inputs["table"], inputs["places"], inputs["head"]
        asked = inputs["ids"][0].tolist(), parts, inputs["stop"], inputs["order"]
        right, wrong = names["chances"](*asked), names["chances"](*asked, lambda text: text[seen])
        assert sum(right.values()) == pytest.approx(1)
        assert sum(min(chance, wrong.get(text, 0.0)) for text, chance in right.items()) < 0.7


@pytest.mark.parametrize("case", range(4))
def test_what_inputs_are_chosen_by_is_what_the_oracle_says(exercises: dict[str, Any], case: int) -> None:
    """The quick enumeration of texts, and the one that is written out."""
    exercise = exercises["generate"]
    names, inputs = exercise.oracle.__globals__, inputs_of(exercise, case)
    parts, ids = (inputs["table"], inputs["places"], inputs["head"]), inputs["ids"][0].tolist()

    def weigh(z: np.ndarray, tokens: np.ndarray) -> np.ndarray:
        return np.exp(names["log_softmax"](names["filtered_at_once"](z, inputs["order"], tokens)))

    quick = np.sort(names["chances_at_once"](ids, parts, inputs["stop"], weigh))
    slow = sorted(names["chances"](ids, parts, inputs["stop"], inputs["order"]).values())
    assert quick[quick > 0] == pytest.approx(slow)


def test_no_two_scores_give_one_order_of_beams(exercises: dict[str, Any]) -> None:
    """Where nothing is thrown away, the right score and seven mistakes order the texts in eight ways."""
    exercise = exercises["beam_search"]
    names = exercise.oracle.__globals__
    for seed in range(5):
        inputs = inputs_of(exercise, 1, seed)
        parts = inputs["table"], inputs["places"], inputs["head"]
        asked = inputs["prompt"], inputs["width"], inputs["n_new"], inputs["stop"], inputs["alpha"]
        found, _, _ = names["naive_beams"](parts, *asked)
        by, _ = names["orders"](found, inputs["alpha"], len(inputs["prompt"]), inputs["stop"])
        assert len({tuple(order) for order in by.values()}) == len(by) == 8
        assert by["right"] == sorted(by["right"])  # they come best first


def test_beams_are_all_texts_where_nothing_is_thrown_away(
    lesson: dict[str, Any], exercises: dict[str, Any]
) -> None:
    """The search and the list of every text agree, and the search finds the best for a width of V^(n − 1)."""
    exercise = exercises["beam_search"]
    names = exercise.oracle.__globals__
    inputs = inputs_of(exercise, 1)
    parts = inputs["table"], inputs["places"], inputs["head"]
    asked = inputs["prompt"], inputs["n_new"], inputs["stop"]
    every = names["every_text"](parts, *asked, 0.7)
    found, calls, _ = names["naive_beams"](parts, asked[0], 27, *asked[1:], 0.7)
    assert [text for text, _ in found] == [text for text, _ in every] and calls == [1, 2, 4]
    table, places, head = (torch.as_tensor(part) for part in parts)

    def log_probs(ids: torch.Tensor) -> torch.Tensor:
        return (((table[ids] * places[: ids.shape[1]]).sum(dim=1)).tanh() @ head).log_softmax(dim=-1)

    mine = lesson["beam_search"](log_probs, asked[0], 27, *asked[1:], 0.7)
    assert [tuple(text) for text, _ in mine] == [text for text, _ in every]
    assert [total for _, total in mine] == pytest.approx([total for _, total in every])
    narrow, _, _ = names["naive_beams"](parts, asked[0], 3 ** (asked[1] - 1), *asked[1:], 0.0)
    assert narrow[0][0] == names["every_text"](parts, *asked, 0.0)[0][0]


def test_the_search_finds_what_transformers_finds(lesson: dict[str, Any]) -> None:
    """Without a stop token both are the same search, over a GPT-2 with random weights."""
    from transformers import GPT2Config, GPT2LMHeadModel

    torch.manual_seed(0)
    sizes = dict(vocab_size=30, n_positions=32, n_embd=32, n_head=2, n_layer=2, initializer_range=0.5)
    model = GPT2LMHeadModel(GPT2Config(**sizes, bos_token_id=None, eos_token_id=None, pad_token_id=0)).eval()
    prompt = [3, 7, 1]

    @torch.no_grad()
    def log_probs(ids: torch.Tensor) -> torch.Tensor:
        return model(ids).logits[:, -1].log_softmax(-1)

    found = lesson["beam_search"](log_probs, prompt, 4, 5, -1, 1.0)
    ids = torch.tensor([prompt])
    options = dict(num_beams=4, num_return_sequences=4, max_new_tokens=5, do_sample=False, length_penalty=1.0)
    theirs = model.generate(ids, attention_mask=torch.ones_like(ids), **options)  # type: ignore[operator]
    assert [text for text, _ in found] == theirs[:, 3:].tolist()


def test_the_loop_writes_what_transformers_writes(lesson: dict[str, Any]) -> None:
    """Greedy, with a stop token and a repetition penalty, with that library's cache."""
    from transformers import DynamicCache, GPT2Config, GPT2LMHeadModel

    torch.manual_seed(1)
    sizes = dict(vocab_size=12, n_positions=64, n_embd=32, n_head=2, n_layer=2, initializer_range=0.5)
    model = GPT2LMHeadModel(GPT2Config(**sizes, bos_token_id=None, eos_token_id=None, pad_token_id=0)).eval()
    ids = torch.randint(12, (4, 5))

    @torch.no_grad()
    def drive(chunk: torch.Tensor, start: int, cache: Any) -> torch.Tensor:
        return model(chunk, past_key_values=cache, use_cache=True).logits

    filters = [
        lambda z, seen: sampling.repetition_penalty(z, seen, 1.3),
        lambda z, seen: sampling.top_k(z, 1),
    ]
    whole = dict(
        attention_mask=torch.ones_like(ids), max_new_tokens=12, do_sample=False, repetition_penalty=1.3
    )
    for stop in (3, 5, 8):
        mine = lesson["generate"](drive, DynamicCache, ids, 12, filters, range(4), [stop])
        theirs = model.generate(ids, eos_token_id=stop, **whole)[:, 5:].tolist()  # type: ignore[operator]
        cut = [row[: row.index(stop) + 1] if stop in row else row for row in theirs]
        assert mine == cut


def test_filters_are_those_of_transformers() -> None:
    from transformers import (
        MinPLogitsWarper,
        RepetitionPenaltyLogitsProcessor,
        TemperatureLogitsWarper,
        TopKLogitsWarper,
        TopPLogitsWarper,
    )

    for seed in range(30):
        z = torch.randn(4, 25, generator=seeded(seed)) * 3
        ids = torch.randint(25, (4, 9), generator=seeded(seed))
        for mine, theirs in [
            (sampling.top_k(z, 5), TopKLogitsWarper(5)),
            (sampling.top_p(z, 0.7), TopPLogitsWarper(0.7)),
            (sampling.top_p(z, 0.2, k=3), TopPLogitsWarper(0.2, min_tokens_to_keep=3)),
            (sampling.min_p(z, 0.1), MinPLogitsWarper(0.1)),
            (sampling.with_temperature(z, 0.7), TemperatureLogitsWarper(0.7)),
            (sampling.repetition_penalty(z, ids, 1.4), RepetitionPenaltyLogitsProcessor(1.4)),
        ]:
            torch.testing.assert_close(mine, theirs(ids, z))
        assert torch.equal(sampling.greedy(z), z.argmax(-1))
        assert torch.equal(sampling.with_temperature(z, 0).isfinite().sum(-1), torch.ones(4).long())
    with pytest.raises(ValueError, match="0 or more"):
        sampling.with_temperature(z, -1)


def test_what_is_forbidden(exercises: dict[str, Any]) -> None:
    for name, cell in {
        "generate": "from transformers import GenerationMixin as g\ng.generate(model)",
    }.items():
        assert forbidden_uses(cell, exercises[name].forbid), name


# --- what the figures show ----------------------------------------------------------------------------------


def test_figures_draw() -> None:
    import matplotlib.pyplot as plt

    plt.close("all")  # those of earlier tests

    plots.quality_against_diversity({1.0: (-2.0, 0.8, 0.1), 2.0: (-3.0, 0.9, 0.0)}, -2.5)
    plots.beam_tree([[([1], -1.0), ([2], -2.0)], [([1, 3], -1.5), ([1, 4], -2.5)]], [1, 3], str)
    assert len(plt.get_fignums()) == 2
    plt.close("all")


def test_what_belongs_to_the_sitting_is_there() -> None:
    prose = text_of("06b_generating")
    assert "Find the error" in prose
    assert "Written question" in prose
    assert "friend" in prose
    assert "generate`" in prose
