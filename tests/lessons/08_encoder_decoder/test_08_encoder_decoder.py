"""Lesson 08, sitting a: the model against torch's Transformer, properties of its functions, its numbers."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from references import randn, reference, text_of

from utils.blocks.cache import KVCache
from utils.corpora import pronunciations
from utils.corpora.pronunciations import END, START, Row
from utils.topics.encoder_decoder import figures as plots
from utils.topics.encoder_decoder import leakage, library_twins, span_corruption, transduction, two_halves

LESSON = Path(__file__).parents[3] / "source" / "08_encoder_decoder"
NOTEBOOK = LESSON / "08_encoder_decoder.py"


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


# --- the model --------------------------------------------------------------------------------------------------------


def test_the_model_is_torch_s_transformer(a: dict[str, Any]) -> None:
    torch.manual_seed(0)
    model = a["EncoderDecoder"](69, 96, 4, 384, 2, 3).eval()
    theirs = library_twins.torch_transformer(model)
    source, written = torch.randint(0, 69, (3, 7)), torch.randint(0, 69, (3, 5))
    keep = torch.arange(7) < torch.tensor([[7], [4], [1]])
    future = torch.ones(5, 5, dtype=torch.bool).triu(1)
    with torch.no_grad():
        out = theirs(
            model.embed(source),
            model.embed(written),
            tgt_mask=future,
            src_key_padding_mask=~keep,
            memory_key_padding_mask=~keep,
        )
        scores = model(source, keep, written)
    assert torch.allclose(scores, out @ model.tokens.weight.T, atol=1e-4)


@pytest.mark.parametrize("word", ["cat", "a", "knighthood"])
def test_generate_of_transformers_finds_what_the_beam_search_finds(a: dict[str, Any], word: str) -> None:
    """Both penalties off. The model was never trained; its end is made likelier, so that texts end."""
    torch.manual_seed(0)
    model = a["EncoderDecoder"](69, 24, 2, 48, 1, 1).eval()
    decode = model.decode
    model.decode = lambda *given: decode(*given) + 3 * (torch.arange(69) == END)
    ids = torch.tensor([pronunciations.encode(word)])
    keep = torch.ones_like(ids).bool()
    with torch.no_grad():
        memory = model.encode(ids, keep)

        def step(so_far: torch.Tensor) -> torch.Tensor:
            n = len(so_far)
            return model.decode(so_far, memory.expand(n, -1, -1), keep.expand(n, -1))[:, -1]

        ours, _ = a["beam_decode"](step, START, END, 3, 6, 0.0)
        theirs = library_twins.for_generate(model).generate(
            ids,
            attention_mask=torch.ones_like(ids),
            num_beams=3,
            length_penalty=0.0,
            early_stopping="never",
            max_new_tokens=6,
            do_sample=False,
        )
    assert theirs[0, 1:].tolist()[: len(ours)] == ours


def test_a_word_leaks_when_half_of_it_is_a_training_word_said_alike() -> None:
    train = [
        Row("weigh", ("W", "EY")),
        Row("cat", ("K", "AE", "T")),
        Row("table", ("T", "EY", "B", "AH", "L")),
    ]
    test = [
        Row("weighted", ("W", "EY", "T", "IH", "D")),
        Row("cats", ("K", "AE", "T", "S")),  # too short a training word
        Row("tablet", ("T", "AE", "B", "L", "AH", "T")),  # said otherwise
        Row("overweighted", ("OW", "V", "ER", "W", "EY", "T", "IH", "D")),  # less than half
    ]
    assert leakage.leaked(test, train) == [True, False, False, False]


def test_padding_and_what_is_not_written_yet_change_nothing(a: dict[str, Any]) -> None:
    torch.manual_seed(0)
    model = a["EncoderDecoder"](20, 12, 2, 24, 2, 2).eval()
    source, written = torch.randint(3, 20, (1, 6)), torch.randint(3, 20, (1, 5))
    keep = torch.tensor([[True] * 4 + [False] * 2])
    with torch.no_grad():
        scores = model(source, keep, written)
        other = source.clone()
        other[:, 4:] = 1
        later = written.clone()
        later[:, 3:] = 2
        assert torch.allclose(scores, model(other, keep, written), atol=1e-6)
        assert torch.allclose(scores[:, :3], model(source, keep, later)[:, :3], atol=1e-6)
        assert torch.allclose(scores, model(source[:, :4], keep[:, :4], written), atol=1e-5)


def test_caches_give_the_scores_of_the_whole_model_and_the_source_is_read_once(a: dict[str, Any]) -> None:
    torch.manual_seed(0)
    model = a["EncoderDecoder"](20, 12, 2, 24, 2, 3).eval()
    source = torch.randint(3, 20, (4, 6))
    keep = torch.arange(6) < torch.tensor([[6], [3], [1], [5]])
    written = torch.randint(3, 20, (4, 8))
    calls = []
    for block in model.encoder:
        block.register_forward_hook(lambda *_: calls.append("encoder"))
    for block in model.decoder:
        block.cross_attention.kv_proj.register_forward_hook(lambda *_: calls.append("memory"))
    with torch.no_grad():
        whole = model(source, keep, written)
        calls.clear()
        step = a["begin_cached"](model, source, keep)
        one_by_one = torch.stack([step(written[:, : t + 1]) for t in range(8)], dim=1)
    assert torch.allclose(whole, one_by_one, atol=1e-5)
    assert calls == ["encoder"] * 2 + ["memory"] * 3


def test_a_step_keeps_its_symbol_once(a: dict[str, Any]) -> None:
    torch.manual_seed(0)
    model = a["EncoderDecoder"](20, 12, 2, 24, 1, 1).eval()
    memory, past = randn(2, 3, 12), KVCache()
    ((k, v),) = a["cross_cache"](model.decoder, memory)
    assert k.shape == v.shape == (2, 2, 3, 6)
    for n in (1, 2, 3):
        a["decode_step"](model.decoder[0], randn(2, 1, 12), past, k, v, torch.ones(2, 3).bool())
        assert past.length == n


def test_where_the_model_looked_sums_to_one_and_is_of_the_last_block(a: dict[str, Any]) -> None:
    torch.manual_seed(0)
    model = a["EncoderDecoder"](69, 12, 2, 24, 1, 2).eval()
    weights = transduction.cross_weights(model, "cat", ["K", "AE", "T"])
    assert weights.shape == (3, 3) and torch.allclose(weights.sum(1), torch.ones(3), atol=1e-6)
    assert not model.decoder[-1].cross_attention._forward_pre_hooks
    before = weights.clone()
    model.decoder[-1].cross_attention.q_proj.weight.data.mul_(3)
    assert not torch.allclose(before, transduction.cross_weights(model, "cat", ["K", "AE", "T"]))


# --- losses and distances ---------------------------------------------------------------------------------------------


@given(V=st.integers(2, 9), epsilon=st.floats(0, 1), seed=st.integers(0, 99))
@settings(max_examples=50, deadline=None)
def test_no_scores_are_better_than_the_smoothed_distribution(V: int, epsilon: float, seed: int) -> None:
    loss = solution()["label_smoothed_loss"]
    target = torch.tensor([[seed % V]])
    q = torch.full((1, 1, V), epsilon / V)
    q[0, 0, seed % V] += 1 - epsilon
    floor = -(torch.special.xlogy(q, q)).sum().item()
    assert loss(q.clamp(min=1e-30).log(), target, epsilon, -100).item() == pytest.approx(floor, abs=1e-4)
    assert loss(randn(1, 1, V, seed=seed), target, epsilon, -100).item() >= floor - 1e-5


def test_the_floor_of_the_text(text: str) -> None:
    q = 0.9 + 0.1 / 69
    floor = -(q * math.log(q) + 68 * 0.1 / 69 * math.log(0.1 / 69))
    assert f"{floor:.2f} nats" in text and "floor=0.738" in NOTEBOOK.read_text() and f"{floor:.3f}" == "0.738"


TEXTS = st.lists(st.sampled_from("abc"), max_size=7)


@given(x=TEXTS, y=TEXTS, z=TEXTS)
@settings(max_examples=200, deadline=None)
def test_the_distance_is_a_metric(x: list[str], y: list[str], z: list[str]) -> None:
    d = solution()["edit_distance"]
    assert (d(x, y) == 0) == (x == y)
    assert d(x, y) == d(y, x) <= d(x, z) + d(z, y)
    assert abs(len(x) - len(y)) <= d(x, y) <= max(len(x), len(y))


def test_the_examples_of_the_text(a: dict[str, Any], text: str) -> None:
    d = a["edit_distance"]
    assert d("M AE K".split(), "M EY K".split()) == 1 == d("EY K".split(), "M EY K".split())
    assert "`M AE K` for *make*, where `M EY K` is right" in text


# --- masks and spans --------------------------------------------------------------------------------------------------


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_span_corruption_is_undone(data: st.DataObject) -> None:
    n = data.draw(st.integers(2, 60))
    generator = torch.Generator().manual_seed(data.draw(st.integers(0, 10_000)))
    spans = span_corruption.draw(n, data.draw(st.floats(0.05, 0.9)), data.draw(st.floats(1, 5)), generator)
    assert all(b - (a + length) >= 1 for (a, length), (b, _) in pairwise(spans)) and spans[0][0] >= 1
    assert all(length >= 1 for _, length in spans) and spans[-1][0] + spans[-1][1] <= n
    ids = list(range(n))
    inputs, targets = solution()["span_corrupt"](ids, spans, 1000)
    assert span_corruption.restore(inputs, targets) == ids == list(range(n))
    assert len(inputs) + len(targets) == n + 2 * len(spans) + 1


def test_the_example_of_t5() -> None:
    """Figure 2 of the paper: two spans of "Thank you for inviting me to your party last week."."""
    words = "Thank you for inviting me to your party last week .".split()
    ids = list(range(len(words)))
    inputs, targets = solution()["span_corrupt"](ids, [(2, 2), (8, 1)], 99)
    names = dict(enumerate(words)) | {99: "<X>", 98: "<Y>", 97: "<Z>"}
    assert " ".join(names[i] for i in inputs) == "Thank you <X> me to your party <Y> week ."
    assert " ".join(names[i] for i in targets) == "<X> for inviting <Y> last <Z>"


def test_a_text_of_one_id_has_no_room(a: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no room"):
        span_corruption.draw(1, 0.5, 2, torch.Generator())
    with pytest.raises(ValueError, match="closes the targets"):
        span_corruption.restore([5, 98], [99, 7, 98])


def test_lengths_of_t5(text: str) -> None:
    spans = span_corruption.draw(568, 0.15, 3, torch.Generator().manual_seed(0))
    inputs, targets = solution()["span_corrupt"](list(range(568)), spans, 32_099)
    assert (len(spans), len(inputs), len(targets)) == (28, 511, 114)
    assert "568 − 85 + 28 = 511" in text and "85 + 28 + 1 = 114" in text


def test_a_prefix_of_nothing_is_causal_and_of_everything_is_open(a: dict[str, Any]) -> None:
    mask = a["prefix_lm_mask"](torch.tensor([0, 5]), 5)
    assert mask.shape == (2, 1, 5, 5) and mask.dtype == torch.bool
    assert torch.equal(mask[0, 0], torch.ones(5, 5).tril().bool()) and mask[1].all()


# --- figures ----------------------------------------------------------------------------------------------------------


def test_the_drawing_names_both_halves_and_what_is_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("agg")
    monkeypatch.setattr(plt, "show", lambda: None)
    plt.close("all")
    two_halves.two_halves()
    (axes,) = plt.gcf().axes
    said = " ".join(text.get_text() for text in axes.texts)
    for part in ("memory (B, S, D)", "cross-attention", "causal", "encoder blocks", "decoder blocks", "x Eᵀ"):
        assert part in said
    plt.close("all")


def test_the_figure_of_smoothing(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("agg")
    monkeypatch.setattr(plt, "show", lambda: None)
    plots.loss_by_gap([0, 1, 2, 3], {"ε = 0": [3, 2, 1, 0], "ε = 0.1": [3, 1, 2, 3]})
    (axes,) = plt.gcf().axes
    dots = [line for line in axes.get_lines() if line.get_marker() == "o"]
    assert len(dots) == 1 and list(dots[0].get_xdata()) == [
        1
    ]  # a curve that falls for ever has no least place
    plt.close("all")
