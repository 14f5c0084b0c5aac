"""Lesson 10, sitting b: the numbers of its text, its oracles against one another and the library, its figures."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import ipywidgets as widgets
import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch
from references import randn, reference, text_of
from torch import Tensor
from transformers import LlamaConfig
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS
from transformers.models.bloom.modeling_bloom import _get_alibi_slopes, build_alibi_tensor
from transformers.models.llama import modeling_llama as llama

from autograder.authoring import load_exercises
from utils.blocks import positions as finished
from utils.blocks.attention import causal_mask, sinusoidal_positions
from utils.blocks.cache import KVCache
from utils.topics.relative_positions import recall
from utils.topics.relative_positions import rotation_figures as plots

LESSON = Path(__file__).parents[3] / "source" / "10_relative_positions"
NOTEBOOK = LESSON / "10b_rotations.py"


@lru_cache
def solution() -> dict[str, Any]:
    """The names that the reference solution defines."""
    return reference(NOTEBOOK.stem)


@pytest.fixture(scope="module")
def b() -> dict[str, Any]:
    return solution()


@pytest.fixture(scope="module")
def text() -> str:
    """All prose of the notebook, on one line."""
    return text_of(NOTEBOOK.stem)


# --- rotations ----------------------------------------------------------------------------------------------------


def test_rope_is_that_of_llama(b: dict[str, Any]) -> None:
    config = LlamaConfig(
        hidden_size=64, num_attention_heads=4, rope_parameters={"rope_theta": 5e5, "rope_type": "default"}
    )
    turn, positions = llama.LlamaRotaryEmbedding(config), torch.arange(70, 90)
    q, k = randn(2, 4, 20, 16), randn(2, 4, 20, 16, seed=1)
    wanted = llama.apply_rotary_pos_emb(q, k, *turn(q, positions[None]))
    theta = b["rope_frequencies"](16, 5e5)
    torch.testing.assert_close(theta, turn.inv_freq)
    for x, want in zip((q, k), wanted):
        torch.testing.assert_close(b["rope"](x, positions, theta), want, rtol=1e-4, atol=1e-5)


def test_both_layouts_are_one_up_to_the_order_of_features(b: dict[str, Any]) -> None:
    x, theta, positions = randn(2, 5, 8), b["rope_frequencies"](8), torch.arange(5)
    halves = b["rope"](x, positions, theta)
    order = torch.tensor([0, 4, 1, 5, 2, 6, 3, 7])  # neighbours of the one are partners of the other
    torch.testing.assert_close(b["rope"](x[..., order], positions, theta, True), halves[..., order])
    assert not torch.allclose(b["rope"](x, positions, theta, True), halves)


@pytest.mark.parametrize("adjacent", [False, True])
def test_a_score_depends_on_the_distance_only_and_lengths_stay(b: dict[str, Any], adjacent: bool) -> None:
    q, k = randn(2, 1, 32).double()
    theta = b["rope_frequencies"](32).double()

    def at(x: Tensor, position: int) -> Tensor:
        return b["rope"](x, torch.tensor([position]), theta, adjacent)

    scores = [(at(q, i) @ at(k, i - 7).T).item() for i in (7, 8, 500, 90_000)]
    assert max(scores) - min(scores) < 1e-8
    assert at(q, 12_345).norm().item() == pytest.approx(q.norm().item())


def test_the_shift_of_the_sinusoids_is_this_rotation(b: dict[str, Any]) -> None:
    """Lesson 02's matrix M_k: sine and cosine of t + k are those of t, turned by −kθ."""
    table, theta = sinusoidal_positions(40, 16).double(), b["rope_frequencies"](16).double()
    moved = b["rope"](table[:30], torch.full((30,), -7), theta, True)
    torch.testing.assert_close(moved, table[7:37], rtol=1e-4, atol=1e-5)


def test_counted_from_one_is_another_clock(b: dict[str, Any], text: str) -> None:
    assert round(10_000 ** (-2 / 64), 2) == 0.75 and "10000^(−2/64) = .75" in text
    assert b["rope_frequencies"](64)[0] == 1


def test_hands_of_the_text(b: dict[str, Any], text: str) -> None:
    assert 2 * math.pi / b["rope_frequencies"](64)[-1].item() == pytest.approx(47_117, abs=2)
    assert "47,000 tokens for a turn" in text
    slowest = b["rope_frequencies"](8, 100.0)[-1].item()
    assert 2 * math.pi / slowest == pytest.approx(199, abs=1), "about 200 tokens for a whole turn"
    assert math.degrees(10 * slowest) == pytest.approx(18.1, abs=0.1) and "by 18 degrees" in text


def test_hands_of_the_small_reader(b: dict[str, Any], text: str) -> None:
    turns = 64 * b["rope_frequencies"](16) / (2 * math.pi)
    assert (turns < 1).sum() == 5 and "The last five have seen only part of their circle" in text


def test_positions_in_half_precision(text: str) -> None:
    rounded = torch.tensor([8001.0, 8017.0]).bfloat16()
    assert rounded.tolist() == [8000.0, 8032.0]
    assert "position 8,001 rounds to 8,000 and position 8,017 to 8,032" in text


def test_angles_in_half_precision_point_elsewhere(b: dict[str, Any], text: str) -> None:
    x, theta, positions = randn(4, 16).half(), b["rope_frequencies"](16), torch.arange(300, 304)
    want = b["rope"](x.float(), positions, theta)
    torch.testing.assert_close(b["rope"](x, positions, theta).float(), want, rtol=1e-2, atol=5e-3)
    coarse = b["rope"](x.float(), positions, theta.half().float())
    assert (coarse - want).abs().max() > 0.03
    assert "angles are computed in float32" in text


def test_each_key_is_turned_once_and_two_texts_may_be_read_in_turn(b: dict[str, Any]) -> None:
    theta, turned = b["rope_frequencies"](8), []

    def rotate(x: Tensor, positions: Tensor) -> Tensor:
        turned.append(x.shape[2])
        return finished.rope(x, positions, theta)

    torch.manual_seed(0)
    layer = b["RotaryAttention"](32, 4, rotate)
    texts, caches = randn(2, 1, 9, 32), (KVCache(), KVCache())
    chunks = [[layer(part, cache) for part, cache in zip(both, caches)] for both in texts.split([4, 1, 4], 2)]
    assert sum(turned) == 2 * 2 * 9, "queries and keys of two texts"
    for parts, text in zip(zip(*chunks), texts):
        torch.testing.assert_close(torch.cat(parts, dim=1), layer(text), rtol=1e-4, atol=1e-5)


def test_the_layer_is_llamas_with_a_cache(b: dict[str, Any]) -> None:
    torch.manual_seed(0)
    theta = b["rope_frequencies"](8)
    layer = b["RotaryAttention"](32, 4, lambda x, positions: b["rope"](x, positions, theta))
    config = LlamaConfig(
        hidden_size=32,
        num_attention_heads=4,
        num_key_value_heads=4,
        attn_implementation="eager",  # type: ignore[call-arg]
    )
    other, turn = llama.LlamaAttention(config, 0), llama.LlamaRotaryEmbedding(config)
    for name, weight in zip("qkvo", [*layer.qkv_proj.weight.chunk(3), layer.out_proj.weight]):
        getattr(other, f"{name}_proj").weight.data.copy_(weight)
    x = randn(2, 12, 32)
    mask = torch.zeros(12, 12).masked_fill(~causal_mask(12), -math.inf)[None, None]
    want, _ = other(x, turn(x, torch.arange(12)[None]), mask)
    cache = KVCache()
    parts = torch.cat([layer(part, cache) for part in x.split([5, 1, 6], dim=1)], dim=1)
    torch.testing.assert_close(layer(x), want, rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(parts, want, rtol=1e-4, atol=1e-5)


# --- slopes -------------------------------------------------------------------------------------------------------


def test_slopes_are_those_of_bloom_and_mpt(b: dict[str, Any]) -> None:
    from transformers.models.mpt.modeling_mpt import build_mpt_alibi_tensor

    for heads in range(1, 40):
        ours = b["alibi_slopes"](heads)
        torch.testing.assert_close(ours, _get_alibi_slopes(heads, torch.device("cpu")))
        mpt = build_mpt_alibi_tensor(heads, 2, alibi_bias_max=8)  # (H, 1, 2): −1·m and 0
        torch.testing.assert_close(ours, -mpt[:, 0, 0].float())


def test_slopes_of_the_text(b: dict[str, Any], text: str) -> None:
    assert b["alibi_slopes"](8).tolist() == [2.0**-h for h in range(1, 9)] and "1/2, 1/4, …, 1/256" in text
    assert b["alibi_slopes"](3).tolist() == [1 / 16, 1 / 256, 1 / 4] and "2^(−8/4) = 1/4" in text
    assert math.exp(-256 / 256) == pytest.approx(math.exp(-1))
    weights = torch.exp(-b["alibi_slopes"](8)[0] * torch.arange(1000))
    assert weights[:10].sum() / weights.sum() > 0.99, "hardly more than its last ten tokens"


def test_alibi_is_that_of_bloom_after_softmax(b: dict[str, Any]) -> None:
    H, T = 12, 30
    scores = randn(H, T, T).double()
    ours = b["alibi"](b["alibi_slopes"](H), T, T).double()
    bloom = build_alibi_tensor(torch.ones(1, T), H, torch.float32).double()
    hidden = ours == -math.inf
    assert (ours - bloom)[~hidden].abs().max() > 1, "the tensors differ"
    of_bloom = (scores + bloom).masked_fill(hidden, -math.inf).softmax(-1)
    torch.testing.assert_close((scores + ours).softmax(-1), of_bloom, rtol=1e-5, atol=1e-6)
    torch.testing.assert_close(b["alibi"](b["alibi_slopes"](H), 3, T), ours[:, -3:].float())


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
    theta = b["rope_frequencies"](64, 1e5)
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
    theta = b["rope_frequencies"](64)
    ratio = theta / b["scaled_frequencies"](theta, 4, "ntk")
    assert ratio[0].item() == pytest.approx(1) and ratio[-1].item() == pytest.approx(4, rel=1e-5)


def test_rounding_to_whole_hands_changes_little(b: dict[str, Any]) -> None:
    """`transformers` rounds the two bounds outwards unless it is told otherwise; the lesson does not."""
    rounded, _ = frequencies_of("yarn", 64, 1e5, factor=4, original_max_position_embeddings=8192)
    assert (b["yarn"](64, 1e5, 4, 8192)[0] / rounded - 1).abs().max() < 0.06


def test_a_last_hand_with_more_than_one_turn_keeps_a_part_of_its_speed(b: dict[str, Any]) -> None:
    theta = b["rope_frequencies"](24, 400.0)
    assert 8000 * theta[-1] / (2 * math.pi) > 1
    stretched, _ = b["yarn"](24, 400.0, 4, 8000)
    assert theta[-1] / 4 < stretched[-1] < theta[-1]


# --- looking inside -----------------------------------------------------------------------------------------------


def test_a_head_that_copies_has_score_one(b: dict[str, Any]) -> None:
    n, T = 5, 10
    weights = torch.eye(T)
    weights[n:] = torch.eye(T)[1 : n + 1]  # each query looks n − 1 back
    assert b["induction_score"](weights, n) == 1
    assert b["induction_score"](torch.eye(T), n) == 0


def test_the_lens_ends_at_the_models_own_logits(b: dict[str, Any]) -> None:
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=40, hidden_size=32, intermediate_size=40, num_hidden_layers=3, num_attention_heads=4
    )
    model = llama.LlamaForCausalLM(config).eval()
    with torch.no_grad():
        model.model.norm.weight.mul_(torch.rand(32) * 3)
        out = model(torch.arange(10)[None], output_hidden_states=True)
        lens = b["logit_lens"](out.hidden_states, model.model.norm, model.lm_head.weight)
        twice = model.lm_head(model.model.norm(out.hidden_states[-1]))
    assert lens.shape == (4, 1, 10, 40)
    torch.testing.assert_close(lens[-1], out.logits)
    assert (twice - out.logits).abs().max() > 1e-3, "the last of the states has been through the norm"


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


def test_learned_positions_end(text: str) -> None:
    from utils.blocks.attention import LearnedPositions

    with pytest.raises(ValueError, match="Position 64 has no vector"):
        LearnedPositions(64, 8)(torch.zeros(1, 65, 8))
    assert "beyond 64 there are none" in text


# --- the text -------------------------------------------------------------------------------------------------------


def test_numbers_of_the_text(text: str) -> None:
    assert math.log(8) == pytest.approx(2.08, abs=5e-3) and "ln 8 = 2.08" in text
    assert math.log(49_152) == pytest.approx(10.8, abs=5e-2) and "ln 49,152 = 10.8" in text


# --- oracles --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_scores_of_the_layer_depend_on_what_is_turned(b: dict[str, Any], seed: int) -> None:
    """The oracle of the layer knows i − j only; so does the finished rotation, at any start."""
    exercise = load_exercises(LESSON)["RotaryAttention"]
    inputs = exercise.inputs(np.random.default_rng(seed), **exercise.cases[0])
    weights = {name: torch.tensor(w, dtype=torch.float32) for name, w in inputs["weights"].items()}
    theta = torch.tensor(inputs["theta"], dtype=torch.float32)
    layer = b["RotaryAttention"](12, 3, lambda x, p: finished.rope(x, p + 300, theta))
    layer.load_state_dict(weights)
    y = layer(torch.tensor(inputs["x"], dtype=torch.float32))
    torch.testing.assert_close(y.detach().double(), exercise.oracle(**inputs)["output"], rtol=1e-3, atol=1e-3)


def test_finished_versions_agree_with_the_lesson(b: dict[str, Any]) -> None:
    x, positions = randn(2, 3, 6, 8), torch.arange(4, 10)
    theta = finished.rope_frequencies(8, 777.0)
    torch.testing.assert_close(theta, b["rope_frequencies"](8, 777.0))
    for adjacent in (False, True):
        torch.testing.assert_close(
            finished.rope(x, positions, theta, adjacent), b["rope"](x, positions, theta, adjacent)
        )
    for heads in (1, 8, 12):
        slopes = finished.alibi_slopes(heads)
        torch.testing.assert_close(slopes, b["alibi_slopes"](heads))
        torch.testing.assert_close(finished.alibi(slopes, 3, 7), b["alibi"](slopes, 3, 7))


# --- figures --------------------------------------------------------------------------------------------------------


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("agg")
    monkeypatch.setattr(plt, "show", lambda: None)


def test_figures_are_drawn(b: dict[str, Any], quiet: None) -> None:
    theta = b["rope_frequencies"](16)
    plots.by_distance({"base 10": torch.rand(200), "base 20": torch.rand(200)})
    plots.slowing(theta, {"linear": theta / 4, "NTK": b["scaled_frequencies"](theta, 4, "ntk")})
    plots.turns(theta, trained=64)
    slopes = b["alibi_slopes"](4)
    plots.slopes(slopes, b["alibi"](slopes, 6, 6))
    curve = torch.cat([torch.tensor([math.nan]), torch.rand(127)])
    plots.race({"none": {64: torch.rand(2, 32), 256: curve.repeat(2, 1)}, "RoPE": {256: curve[None]}}, 64)
    plots.far([0, 10, 100], {"as trained": [1, 2, 3.0], "YaRN": [1, 1, 1.0]}, trained=50)
    plots.attentions(torch.tensor([3, 12, 3, 12]), {"one layer": torch.rand(2, 4, 4)})
    plots.heads(torch.rand(5, 3), torch.rand(8, 8), torch.rand(7), 4)
    tokenizer = MagicMock()
    tokenizer.decode.side_effect = lambda ids: f" t{ids[0]}"
    plots.lens(torch.randn(6, 9).log_softmax(-1), 4, tokenizer)
    figures = [plt.figure(number) for number in plt.get_fignums()]
    assert len(figures) == 9
    assert all(figure.get_size_inches()[0] * 110 <= 900 for figure in figures)
    assert all(axes.get_xlabel() for figure in figures for axes in figure.axes if axes.get_title())
    plt.close("all")


def test_hands_turn_when_a_slider_is_moved(
    b: dict[str, Any], quiet: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    sliders: list[Any] = []
    shown = MagicMock()

    def slider(*args: Any, **options: Any) -> Any:
        made = widgets.IntSlider(*args, **options)
        sliders.append(made)
        return made

    class Widgets:
        IntSlider, HBox = staticmethod(slider), widgets.HBox

    monkeypatch.setitem(__import__("sys").modules, "ipywidgets", Widgets)
    monkeypatch.setattr("IPython.display.display", lambda *args, **options: shown)
    plots.clocks(b["rope_frequencies"](8, 100.0), query=3)
    assert len(sliders) == 2 and not shown.update.called
    sliders[1].value = 7
    assert shown.update.called
    plt.close("all")
