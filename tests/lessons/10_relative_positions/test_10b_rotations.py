"""Lesson 10, sitting b: the numbers of its text, its oracles against one another and the library, its figures."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
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
from transformers.models.bloom.modeling_bloom import _get_alibi_slopes, build_alibi_tensor
from transformers.models.llama import modeling_llama as llama

from autograder.authoring import load_exercises
from utils.blocks import positions as finished
from utils.blocks.attention import causal_mask, merge_heads, sinusoidal_positions, split_heads
from utils.blocks.cache import KVCache
from utils.blocks.gpt import GPT, GPTConfig
from utils.blocks.scheme_attention import SchemeAttention
from utils.topics.relative_positions import exchanged_positions
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


# --- exchanged positions ---------------------------------------------------------------------------------------


def tiny_gpt() -> GPT:
    torch.manual_seed(0)
    return GPT(GPTConfig(vocab_size=30, context=16, d_model=16, n_heads=2, n_layers=2)).eval()


@torch.no_grad()
def test_an_exchanged_gpt_without_a_scheme_is_the_gpt_without_its_table() -> None:
    gpt, ids = tiny_gpt(), torch.randint(30, (2, 12), generator=torch.Generator().manual_seed(0))
    bare = exchanged_positions.exchanged(gpt, 40)
    kept = exchanged_positions.exchanged(gpt, None)
    torch.testing.assert_close(kept(ids), gpt(ids))
    gpt.positions.weight.zero_()
    torch.testing.assert_close(bare(ids), gpt(ids))
    assert bare(torch.zeros(1, 40, dtype=torch.int64)).shape == (1, 40, 30)


@torch.no_grad()
def test_an_exchanged_gpt_has_the_scheme_in_every_layer() -> None:
    gpt, ids = tiny_gpt(), torch.randint(30, (1, 9), generator=torch.Generator().manual_seed(0))
    theta, slopes = finished.rope_frequencies(8), finished.alibi_slopes(2)
    for options in (
        dict(rotate=lambda x: finished.rope(x, torch.arange(x.shape[2]), theta)),
        dict(bias=lambda T: finished.alibi(slopes, T, T)),
    ):
        model, calls = exchanged_positions.exchanged(gpt, 16, **options), 0
        x = gpt.tokens(ids)
        for block, old in zip(model.blocks, gpt.blocks):
            inner: Any = old.attention
            h = old.norm1(x)
            q, k, v = (split_heads(part, 2) for part in inner.qkv_proj(h).chunk(3, dim=-1))
            if "rotate" in options:
                q, k = options["rotate"](q), options["rotate"](k)
            scores = (q @ k.mT / math.sqrt(8)).masked_fill(~causal_mask(9), -math.inf)
            scores = scores if "rotate" in options else scores + options["bias"](9)
            x = x + inner.out_proj(merge_heads(scores.softmax(-1) @ v))
            x = x + old.feed_forward(old.norm2(x))
            calls += isinstance(block.attention, SchemeAttention)
        torch.testing.assert_close(model(ids), gpt.logits(gpt.norm(x)), rtol=1e-4, atol=1e-5)
        assert calls == 2


def test_an_exchanged_gpt_learns_and_its_original_does_not() -> None:
    gpt = tiny_gpt()
    before = {name: value.clone() for name, value in gpt.state_dict().items()}
    ids = torch.arange(30).repeat(20)
    found = exchanged_positions.before_and_after(
        exchanged_positions.exchanged(gpt, 32), ids, ids, steps=20, lengths=(8, 32)
    )
    assert found[1] < found[0] and not math.isnan(found[2])
    table = exchanged_positions.before_and_after(
        exchanged_positions.exchanged(gpt, None), ids, ids, steps=2, lengths=(8, 32)
    )
    assert math.isnan(table[2]), "its table ends at 16"
    assert all(torch.equal(before[name], value) for name, value in gpt.state_dict().items())


# --- figures --------------------------------------------------------------------------------------------------------


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("agg")
    monkeypatch.setattr(plt, "show", lambda: None)


def test_figures_are_drawn(b: dict[str, Any], quiet: None) -> None:
    plt.close("all")
    plots.by_distance({"base 10": torch.rand(200), "base 20": torch.rand(200)})
    slopes = b["alibi_slopes"](4)
    plots.slopes(slopes, b["alibi"](slopes, 6, 6))
    plots.exchanges({"learned table": (3.8, 3.7, math.nan), "RoPE": (4.3, 3.9, 4.0)})
    figures = [plt.figure(number) for number in plt.get_fignums()]
    assert len(figures) == 3
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
