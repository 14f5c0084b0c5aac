"""Lesson 10, sitting a: the numbers of its text, its answers against libraries and double loops, its figures."""

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
from hypothesis import given, settings
from hypothesis import strategies as st
from references import randn, reference, text_of
from transformers import DebertaV2Config, T5Config
from transformers.models.deberta_v2.modeling_deberta_v2 import DisentangledSelfAttention
from transformers.models.t5.modeling_t5 import T5Attention, T5Stack

from autograder.authoring import load_exercises
from utils.blocks import positions as blocks
from utils.blocks.attention import causal_mask
from utils.topics.relative_positions import distance_figures as plots
from utils.topics.relative_positions.tensor_sizes import LargestTensor

LESSON = Path(__file__).parents[3] / "source" / "10_relative_positions"
NOTEBOOK = LESSON / "10a_distances.py"


@lru_cache
def solution() -> dict[str, Any]:
    """The names that the reference solution defines."""
    return reference(NOTEBOOK.stem)


@pytest.fixture(scope="module")
def a() -> dict[str, Any]:
    return solution()


@pytest.fixture(scope="module")
def text() -> str:
    """All prose of the notebook, on one line."""
    return text_of(NOTEBOOK.stem)


# --- libraries and loops --------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(n_buckets=st.integers(2, 20).map(lambda n: 4 * n), reach=st.integers(2, 40), sided=st.booleans())
def test_buckets_are_t5s_at_every_distance(n_buckets: int, reach: int, sided: bool) -> None:
    distance = torch.arange(-400, 401)
    largest = n_buckets // 2 + reach
    theirs = T5Attention._relative_position_bucket(-distance, sided, n_buckets, largest)
    for found in (solution()["t5_bucket"], blocks.t5_bucket):
        torch.testing.assert_close(found(distance, n_buckets, largest, sided), theirs)


def test_t5_bias_behind_a_cache_is_the_last_rows(a: dict[str, Any]) -> None:
    for module in (a["T5Bias"], blocks.T5Bias):
        bias = module(3, 8, 20, two_sided=False)
        torch.nn.init.normal_(bias.table)
        torch.testing.assert_close(bias(2, 9), bias(9, 9)[:, -2:])


def test_a_whole_t5_encoder_layer_is_ours(a: dict[str, Any]) -> None:
    """Two layers of T5's attention with one table: what the text says of sharing, against T5's own stack."""
    config = T5Config(
        d_model=12,
        d_kv=5,
        num_heads=3,
        num_layers=2,
        d_ff=8,
        vocab_size=11,
        dropout_rate=0.0,
        use_cache=False,
    )
    config._attn_implementation = "eager"
    torch.manual_seed(0)
    stack = T5Stack(config).eval()
    with torch.no_grad():
        for parameter in stack.parameters():
            parameter.normal_(std=0.5)
    own = [layer.layer[0].SelfAttention for layer in stack.block]  # type: ignore[index]
    assert own[0].has_relative_attention_bias and not own[1].has_relative_attention_bias
    bias = a["T5Bias"](3, config.relative_attention_num_buckets, config.relative_attention_max_distance)
    bias.load_state_dict({"table": own[0].relative_attention_bias.weight})
    seen: dict[int, tuple[Any, Any]] = {}
    for n, layer in enumerate(own):
        layer.register_forward_hook(
            lambda module, arguments, options, result, n=n: seen.update({n: (arguments, result[0])}),
            with_kwargs=True,
        )
    stack(torch.randint(11, (2, 150), generator=torch.Generator().manual_seed(0)))
    for n, layer in enumerate(own):
        ours = a["T5Attention"](12, 3, 5)
        names = {"q_proj": layer.q, "k_proj": layer.k, "v_proj": layer.v, "out_proj": layer.o}
        ours.load_state_dict({f"{name}.weight": theirs.weight for name, theirs in names.items()})
        arguments, output = seen[n]
        torch.testing.assert_close(ours(arguments[0], bias(150, 150)), output, atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize("as_printed", [False, True])
def test_deberta_and_what_the_paper_prints(a: dict[str, Any], as_printed: bool) -> None:
    config = DebertaV2Config(
        hidden_size=12,
        num_attention_heads=3,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        relative_attention=True,
        max_relative_positions=4,
        position_buckets=-1,
        share_att_key=False,
        pos_att_type=["c2p", "p2c"],
    )
    theirs = DisentangledSelfAttention(config).eval()
    torch.manual_seed(0)
    ours = a["DisentangledAttention"](12, 3, 4, as_printed)
    names = dict(q_proj="query_proj", k_proj="key_proj", v_proj="value_proj")
    names |= dict(pos_key_proj="pos_key_proj", pos_query_proj="pos_query_proj")
    with torch.no_grad():
        for name, other in names.items():
            getattr(theirs, other).weight.copy_(getattr(ours, name).weight)
            getattr(theirs, other).bias.zero_()
        ours.table.normal_()
    x = randn(2, 11, 12)
    found, expected = ours(x), theirs(x, torch.ones(2, 1, 11, 11), rel_embeddings=ours.table)[0]
    assert torch.allclose(found, expected, atol=1e-5) == (not as_printed)


def test_shaw_in_both_forms_and_the_finished_one(a: dict[str, Any]) -> None:
    torch.manual_seed(0)
    x, mask = randn(2, 9, 12), causal_mask(9)
    plain, finished = a["ShawAttention"](12, 3, 4), blocks.ShawAttention(12, 3, 4)
    finished.load_state_dict(plain.state_dict())
    for allowed in (None, mask):
        torch.testing.assert_close(finished(x, allowed), plain(x, allowed))
    q, index = randn(2, 3, 9, 4), a["relative_index"](9, 9, 4)
    pairs = torch.einsum("bhid,ijd->bhij", q, plain.key_table[index + 4])
    torch.testing.assert_close(a["shaw_scores"](q, plain.key_table, index), pairs)
    weights = randn(2, 3, 9, 9, seed=1).softmax(-1)
    summed = torch.einsum("bhij,ijd->bhid", weights, plain.value_table[index + 4])
    torch.testing.assert_close(a["shaw_context"](weights, plain.value_table, index), summed)


def test_the_finished_form_makes_no_vector_for_each_pair(a: dict[str, Any]) -> None:
    """T = S = 64, one head of width 48: pairs would be 64·64·48 numbers; row numbers are 64·64 of 8 bytes."""
    sizes = []
    for layer in (a["ShawAttention"](48, 1, 8), blocks.ShawAttention(48, 1, 8)):
        with LargestTensor() as memory:
            layer(randn(1, 64, 48))
        sizes.append(memory.bytes)
    assert sizes[0] >= 64 * 64 * 48 * 4 and sizes[1] <= 64 * 64 * 8


@pytest.mark.parametrize("B, H, T, S, d, K", [(1, 1, 6, 6, 6, 2), (2, 3, 16, 16, 32, 3), (1, 2, 3, 8, 8, 9)])
def test_memory_counts_numbers_and_not_bytes(
    a: dict[str, Any], B: int, H: int, T: int, S: int, d: int, K: int
) -> None:
    """Float64 may be used; of the right forms none is too large, even with more rows than keys."""
    q, weights, table = randn(B, H, T, d), randn(B, H, T, S, seed=1).softmax(-1), randn(2 * K + 1, d, seed=2)
    index, heads = a["relative_index"](T, S, K), B * H
    right = {
        "the solution, scores": lambda: a["shaw_scores"](q.double(), table.double(), index),
        "the solution, context": lambda: a["shaw_context"](weights.double(), table.double(), index),
        "query by query": lambda: [(q[:, :, t, None] * table[index[t] + K]).sum(-1) for t in range(T)],
        "a sparse matrix": lambda: torch.ones(T, S).to_sparse() @ torch.ones(S, d),
        "one column more": lambda: torch.cat([weights, weights[..., :1]], dim=-1).double().cumsum(-1),
    }
    for name, form in right.items():
        with LargestTensor() as memory:
            form()
        assert not memory.too_much(heads, T, S, d, 2 * K + 1), name
    with LargestTensor() as memory:
        (index[..., None] == torch.arange(-K, K + 1)).repeat(
            B, H, 1, 1, 1
        )  # a byte each, and three of the axes
    assert memory.too_much(heads, T, S, d, 2 * K + 1)


@pytest.mark.parametrize("name", ["shaw_scores", "shaw_context"])
def test_the_checks_sizes_tell_two_axes_from_three(a: dict[str, Any], name: str) -> None:
    told = []
    for case in load_exercises(LESSON)[name].cases:
        B, H, T, S, d, K = (case[axis] for axis in ("B", "H", "T", "S", "d", "K"))
        rows, table = a["relative_index"](T, S, K) + K, randn(2 * K + 1, d)
        with LargestTensor() as vectors:
            table[rows]
        with LargestTensor() as marks:
            torch.nn.functional.one_hot(rows, 2 * K + 1)
        found = [memory.too_much(B * H, T, S, d, 2 * K + 1) for memory in (vectors, marks)]
        assert found == [T > 1] * 2, case
        told += found
    assert any(told)


def test_a_move_changes_nothing(a: dict[str, Any]) -> None:
    """Scores of relative schemes depend on differences: the last rows of a longer text are those of the text."""
    for K in (None, 2):
        longer, text = a["relative_index"](20, 20, K), a["relative_index"](6, 6, K)
        torch.testing.assert_close(longer[-6:, -6:], text)


# --- the text -------------------------------------------------------------------------------------------------------


def test_examples_by_hand(a: dict[str, Any], text: str) -> None:
    assert a["relative_index"](3, 4).tolist() == [[1, 0, -1, -2], [2, 1, 0, -1], [3, 2, 1, 0]]
    weights = torch.tensor([[[[0.1, 0.2, 0.3, 0.3, 0.1]]]])
    sums = a["shaw_context"](weights, torch.eye(3), a["relative_index"](1, 5, 1))
    torch.testing.assert_close(sums.flatten(), torch.tensor([0.0, 0.1, 0.9]))
    assert "So 0, .1 and .9." in text
    distances = torch.tensor([3, 4, 5, 6, 8, 11, 12, 100])
    assert a["t5_bucket"](distances, 8, 16, False).tolist() == [3, 4, 4, 5, 6, 6, 7, 7]
    assert "So 3, then 4, 4, 5, 6, 6, 7, 7." in text


def test_numbers_of_the_text(a: dict[str, Any], text: str) -> None:
    assert round(4096**2 * 64 * 4 / 1e9, 1) == 4.3 and "that is 4.3 GB" in text
    assert 128 * 128 == 16_384 and "16,384 columns" in text
    assert 64 * 4 == 256 and "8 bytes per pair instead of 256" in text and 256 // 8 == 32
    far = torch.arange(200)
    for sided, begins in ((True, 91), (False, 113)):
        rows = a["t5_bucket"](far, two_sided=sided)
        assert int(far[rows == rows[-1]].min()) == begins
    assert "At 91 and at 113" in text


def test_the_cipher_can_be_read(a: dict[str, Any]) -> None:
    plain = torch.tensor([[21, 8, 6, 4, 13, 4, 17, 4]])
    read = plain[0, :3].tolist()
    for number in a["cipher"](plain)[0].tolist():
        read.append((number - read[-3]) % 26)
    assert read == plain[0].tolist()


def test_no_distance_of_the_checks_lies_on_an_edge() -> None:
    """Where a logarithm is a whole number of buckets, the last bit of a division would decide."""
    exercise = load_exercises(LESSON)["t5_bucket"]
    for seed in range(5):
        for case in exercise.cases:
            inputs = exercise.inputs(np.random.default_rng(seed), **case)
            n = inputs["n_buckets"] // (2 if inputs["two_sided"] else 1)
            e, m = n // 2, inputs["max_distance"]
            far = np.abs(inputs["distance"])
            far = far[(far > e) & (far < m)]
            steps = np.log(far / e) / math.log(m / e) * (n - e)
            assert np.abs(steps - steps.round()).min() > 1e-4


# --- figures --------------------------------------------------------------------------------------------------------


def test_figures_draw(a: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("Agg")
    monkeypatch.setattr("matplotlib.pyplot.show", lambda *_, **__: None)
    plt.close("all")  # what other files of tests have left open
    plots.moved_sentence({0: 1.0, 10: 0.9})
    plots.memory([4, 8], {"one": [10, 20], "other": [5, 6]})
    plots.rulers({"one": randn(5, 9), "other": randn(5, 9)}, 4)
    plots.learned_bias(
        {"one": randn(8, 4)},
        {"one": a["t5_bucket"](torch.arange(48), 8, 16, False)},
        {"one": {24: 1.0, 48: 0.5}},
        trained=24,
    )
    for number in plt.get_fignums():
        assert plt.figure(number).get_size_inches()[0] * 110 < 900, "wider than a notebook's column"
    plt.close("all")


def test_what_a_distance_explains(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("Agg")
    monkeypatch.setattr("matplotlib.pyplot.show", lambda *_, **__: None)
    i = torch.arange(50.0)
    ruler = (-(i[:, None] - i - 1).abs()).expand(1, 50, 50)
    noise = randn(1, 50, 50)
    explained = plots.where_where(torch.cat([ruler, noise]), [0, 1], reach=10)
    assert explained[0] == pytest.approx(1, abs=1e-6) and explained[1] < 0.1
    plt.close("all")


def sliders_of(monkeypatch: pytest.MonkeyPatch, draw: Any) -> tuple[list[Any], list[Any], Any]:
    """The sliders of a steerable figure, what it displays, and what takes later pictures."""
    matplotlib.use("Agg")
    monkeypatch.setattr("matplotlib.pyplot.show", lambda *_, **__: None)
    shown, sliders, later, made = [], [], MagicMock(), widgets.IntSlider
    monkeypatch.setattr(widgets, "IntSlider", lambda *a, **k: sliders.append(made(*a, **k)) or sliders[-1])
    monkeypatch.setattr("IPython.display.display", lambda value, **_: shown.append(value) or later)
    draw()
    return sliders, shown, later


@pytest.mark.parametrize("figure", ["index", "buckets"])
def test_sliders_stand_over_a_complete_figure(
    figure: str, a: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = {
        "index": lambda: plots.explore_index(a["relative_index"], 12, 12, 4),
        "buckets": lambda: plots.explore_buckets(a["t5_bucket"], 32, 128),
    }[figure]
    sliders, (controls, image), later = sliders_of(monkeypatch, draw)
    assert "Open this notebook" in controls["text/plain"] and len(image.data) > 5000
    sliders[-1].value += 10
    assert later.update.call_args.args[0].data != image.data
    assert not plt.get_fignums()
