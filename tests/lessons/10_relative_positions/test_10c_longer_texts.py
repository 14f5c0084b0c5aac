"""Lesson 10, sitting c: stretched frequencies against the library, and the race."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import pytest
import torch
from references import reference, text_of
from torch import Tensor
from transformers import LlamaConfig
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS
from transformers.models.llama import modeling_llama as llama

from utils.blocks import positions as finished
from utils.topics.relative_positions import pretended, recall, seven_schemes
from utils.topics.relative_positions import rotation_figures as plots

NOTEBOOK = "10c_longer_texts"


@pytest.fixture(scope="module")
def b() -> dict[str, Any]:
    """The names that the reference solution defines."""
    return reference(NOTEBOOK)


@pytest.fixture(scope="module")
def text() -> str:
    """All prose of the notebook, on one line."""
    return text_of(NOTEBOOK)


# --- stretched ----------------------------------------------------------------------------------------------------


def frequencies_of(kind: str, d: int, base: float, seq_len: int | None = None, **settings: Any) -> Any:
    """Frequencies and attention factor of transformers."""
    config: Any = SimpleNamespace(
        head_dim=d,
        hidden_size=d,
        num_attention_heads=1,
        max_position_embeddings=1000,
        rope_parameters={"rope_type": kind, "rope_theta": base, **settings},
        standardize_rope_params=lambda: None,
    )
    return ROPE_INIT_FUNCTIONS[kind](config, torch.device("cpu"), seq_len)


@pytest.mark.parametrize("factor", [1.5, 4.0, 16.0])
def test_stretched_frequencies_are_those_of_transformers(b: dict[str, Any], factor: float) -> None:
    theta = finished.rope_frequencies(64, 1e5)
    linear, _ = frequencies_of("linear", 64, 1e5, factor=factor)
    torch.testing.assert_close(b["scaled_frequencies"](theta, factor, "linear"), linear)
    larger, _ = frequencies_of("dynamic", 64, 1e5, factor=1.0, seq_len=int(1000 * factor))
    torch.testing.assert_close(b["scaled_frequencies"](theta, factor, "ntk"), larger, rtol=1e-4, atol=1e-8)


@pytest.mark.parametrize(
    ("d", "base", "trained", "factor"), [(64, 1e5, 8192, 4), (128, 1e4, 4096, 16), (16, 1e4, 64, 4)]
)
def test_yarn_is_that_of_transformers(
    b: dict[str, Any], d: int, base: float, trained: int, factor: float
) -> None:
    want, attention = frequencies_of(
        "yarn", d, base, factor=factor, original_max_position_embeddings=trained, truncate=False
    )
    ours, ours_attention = b["yarn"](d, base, factor, trained)
    torch.testing.assert_close(ours, want, rtol=1e-4, atol=1e-8)
    assert ours_attention == pytest.approx(attention) == pytest.approx(0.1 * math.log(factor) + 1)


def test_the_two_ends_of_ntk(b: dict[str, Any]) -> None:
    theta = finished.rope_frequencies(64)
    ratio = theta / b["scaled_frequencies"](theta, 4, "ntk")
    assert ratio[0].item() == pytest.approx(1) and ratio[-1].item() == pytest.approx(4, rel=1e-5)


def test_rounding_to_whole_hands_changes_little(b: dict[str, Any]) -> None:
    """`transformers` rounds the two bounds outwards unless it is told otherwise; the lesson does not."""
    rounded, _ = frequencies_of("yarn", 64, 1e5, factor=4, original_max_position_embeddings=8192)
    assert (b["yarn"](64, 1e5, 4, 8192)[0] / rounded - 1).abs().max() < 0.06


def test_a_last_hand_with_more_than_one_turn_keeps_a_part_of_its_speed(b: dict[str, Any]) -> None:
    theta = finished.rope_frequencies(24, 400.0)
    assert 8000 * theta[-1] / (2 * math.pi) > 1
    stretched, _ = b["yarn"](24, 400.0, 4, 8000)
    assert theta[-1] / 4 < stretched[-1] < theta[-1]


# --- the race -----------------------------------------------------------------------------------------------------


def test_texts_of_the_game() -> None:
    ids, known = recall.draw_texts(50, 64, torch.Generator().manual_seed(0))
    assert ids.shape == (50, 64) and known.shape == (50, 63)
    for row, marks in zip(ids.tolist(), known.tolist()):
        table: dict[int, int] = {}
        for place in range(0, 64, 2):
            key, value = row[place], row[place + 1]
            assert key < recall.KEYS <= value < recall.KEYS + recall.VALUES
            assert marks[place] == (key in table) and table.setdefault(key, value) == value
        assert not any(marks[1::2]), "keys cannot be guessed"


def test_the_reader_keeps_to_the_past_and_its_weights_are_those_it_uses() -> None:
    theta = finished.rope_frequencies(16)
    scheme = recall.Scheme(rotate=lambda x: finished.rope(x, torch.arange(x.shape[2]), theta))
    torch.manual_seed(0)
    model = recall.Reader(scheme).eval()
    ids, _ = recall.draw_texts(2, 20, torch.Generator().manual_seed(0))
    weights: list[Tensor] = []
    full, part = model(ids, weights), model(ids[:, :11])
    torch.testing.assert_close(full[:, :11], part)
    assert len(weights) == 2 and weights[0].shape == (2, 4, 20, 20)
    torch.testing.assert_close(weights[0].sum(-1), torch.ones(2, 4, 20))
    assert not weights[0].triu(1).any()


@pytest.mark.parametrize("both", [False, True])
def test_vectors_of_distances_are_a_double_loop(both: bool) -> None:
    torch.manual_seed(0)
    q, k, vectors = torch.randn(2, 3, 7, 4), torch.randn(2, 3, 7, 4), finished.DistanceVectors(4, 2, both)
    found = vectors(q, k)
    for i in range(7):
        for j in range(7):
            row = min(max(i - j, -2), 2) + 2
            expected = q[:, :, i] @ vectors.for_queries[row]
            if both:
                expected = expected + k[:, :, j] @ vectors.for_keys[row]
            assert torch.allclose(found[:, :, i, j], expected / 2, atol=1e-6)  # √4 = 2


def test_training_can_be_repeated_and_trains_what_a_scheme_brings() -> None:
    found = []
    for _ in range(2):
        bias = finished.T5Bias(4, two_sided=False)
        training = recall.Training(recall.Scheme(bias=bias), steps=3, batch=4)
        for _ in range(3):
            training.step()
        found.append(bias.table.detach())
    assert torch.equal(*found) and found[0].abs().max() > 0


def test_every_scheme_of_the_race_learns_and_reads_longer_texts() -> None:
    made = seven_schemes.schemes("cpu")
    assert set(seven_schemes.HOLD) < set(made) and len(made) == 7
    for make in made.values():
        reader = seven_schemes.learn(make(), steps=1, device="cpu")
        losses = seven_schemes.losses_by_length([reader])
        assert [losses[T].shape for T in seven_schemes.LENGTHS] == [
            (1, T // 2) for T in seven_schemes.LENGTHS
        ]
        assert seven_schemes.last_quarter(losses).item() == pytest.approx(
            losses[256][0, 96:].mean().item(), abs=1e-6
        )


def test_recorded_losses_are_those_of_the_schemes_and_hold_what_the_text_claims() -> None:
    found = seven_schemes.RECORDED
    assert set(found) == set(seven_schemes.schemes("cpu"))
    assert all(tuple(by_length) == seven_schemes.LENGTHS for by_length in found.values())
    worst = max(loss for name in seven_schemes.HOLD for losses in found[name].values() for loss in losses)
    broken = min(loss for name in found if name not in seven_schemes.HOLD for loss in found[name][256])
    assert 10 * worst < broken


def test_learned_positions_end(text: str) -> None:
    from utils.blocks.attention import LearnedPositions

    with pytest.raises(ValueError, match="Position 64 has no vector"):
        LearnedPositions(64, 8)(torch.zeros(1, 65, 8))
    assert "beyond 64 there are none" in text


# --- pretended positions ------------------------------------------------------------------------------------------


def test_pretended_positions_are_the_models_own_when_nothing_is_pretended() -> None:
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=50, hidden_size=32, intermediate_size=40, num_hidden_layers=2, num_attention_heads=4
    )
    model: Any = llama.LlamaForCausalLM(config).eval()
    ids = torch.randint(50, (1, 12), generator=torch.Generator().manual_seed(0))
    theta = finished.rope_frequencies(8)
    order = pretended.with_gap(12, 5, 0, "cpu")
    with torch.no_grad():
        wanted = torch.nn.functional.cross_entropy(model(ids).logits[0, :-1], ids[0, 1:], reduction="none")
    torch.testing.assert_close(pretended.losses_at(model, ids, order, theta), wanted)
    gap = pretended.with_gap(12, 5, 100, "cpu")
    assert gap.tolist() == [*range(6), *range(106, 112)]
    moved = pretended.losses_at(model, ids, gap, theta)
    torch.testing.assert_close(moved[:5], wanted[:5])
    assert (moved[5:] - wanted[5:]).abs().max() > 1e-4, "what comes after the gap is read from afar"
    pretended.losses_at(model, ids, order, theta / 4, 1.3)
    torch.testing.assert_close(pretended.losses_at(model, ids, order, theta), wanted)
    twice = pretended.block_twice(7, "cpu")[0]
    assert twice[0] == 0 and torch.equal(twice[1:8], twice[8:])


# --- the text -------------------------------------------------------------------------------------------------------


def test_numbers_of_the_text(text: str) -> None:
    assert math.log(8) == pytest.approx(2.08, abs=5e-3) and "ln 8 = 2.08" in text
    assert math.log(49_152) == pytest.approx(10.8, abs=5e-2) and "ln 49,152 = 10.8" in text
    assert pytest.approx(0.0003, abs=5e-5) == 10_000 ** (-14 / 16) and "10,000^(−14/16) = .0003" in text


def test_hands_of_the_small_reader(text: str) -> None:
    turns = 64 * finished.rope_frequencies(16) / (2 * math.pi)
    assert (turns < 1).sum() == 5 and "The last five have seen only part of their circle" in text


# --- figures --------------------------------------------------------------------------------------------------------


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("agg")
    monkeypatch.setattr(plt, "show", lambda: None)


def test_figures_of_longer_texts_are_drawn(b: dict[str, Any], quiet: None) -> None:
    plt.close("all")
    theta = finished.rope_frequencies(16)
    plots.slowing(theta, {"linear": theta / 4, "NTK": b["scaled_frequencies"](theta, 4, "ntk")})
    plots.turns(theta, trained=64)
    curve = torch.cat([torch.tensor([math.nan]), torch.rand(127)])
    plots.race({"none": {64: torch.rand(2, 32), 256: curve.repeat(2, 1)}, "RoPE": {256: curve[None]}}, 64)
    plots.recorded_race(seven_schemes.RECORDED)
    plots.far([0, 10, 100], {"as trained": [1, 2, 3.0], "YaRN": [1, 1, 1.0]}, trained=50)
    figures = [plt.figure(number) for number in plt.get_fignums()]
    assert len(figures) == 5
    assert all(figure.get_size_inches()[0] * 110 <= 900 for figure in figures)
    assert all(axes.get_xlabel() for figure in figures for axes in figure.axes if axes.get_title())
    plt.close("all")
