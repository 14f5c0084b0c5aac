"""Lesson 05, first sitting: the numbers of its text, its oracles, the finished cache, its figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest
import torch
import torch.nn.functional as F
from references import reference, text_of

from autograder.authoring import load_exercises
from utils import checkpoints
from utils.blocks import attention, gpt
from utils.blocks import cache as finished
from utils.topics.kv_cache import cache_figures as plots
from utils.topics.kv_cache.cached_gpt import CachedGPT, ReadOnce, in_chunks

LESSON = Path(__file__).parents[3] / "source" / "05_kv_cache"
NOTEBOOK = LESSON / "05a_cache.py"


@pytest.fixture(scope="module")
def a() -> dict[str, Any]:
    """The names that the reference solution defines."""
    return reference(NOTEBOOK.stem)


@pytest.fixture(scope="module")
def text() -> str:
    """All prose of the notebook, on one line."""
    return text_of(NOTEBOOK.stem)


def cached(a: dict[str, Any], gpt: gpt.GPT) -> CachedGPT:
    """The model with the reference's attention and cache."""
    return CachedGPT(gpt, a["CachedAttention"], a["KVCache"])


# --- the past does not change ---------------------------------------------------------------------------------


def test_keys_of_the_past_change_only_without_a_mask(a: dict[str, Any]) -> None:
    model = a["random_gpt"]()
    ids = torch.randint(200, (1, 12), generator=torch.Generator().manual_seed(0))
    for causal, changes in [(True, False), (False, True)]:
        longer = [k[:, :8] for k in a["keys_of"](model, ids, causal=causal)]
        change = a["relative_change"](longer, a["keys_of"](model, ids[:, :8], causal=causal))
        assert change[0] < 1e-5, "a key of the first layer depends on its token and position only"
        assert (change[1] > 0.05) == changes
        assert (max(change) < 1e-5) != changes


def test_keys_of_are_the_keys_of_the_model(a: dict[str, Any]) -> None:
    model, found = a["random_gpt"](), []
    for block in model.blocks:
        block.attention.qkv_proj.register_forward_hook(lambda _, __, y: found.append(y.chunk(3, -1)[1]))
    ids = torch.arange(9)[None]
    model(ids, start=3)
    for ours, theirs in zip(a["keys_of"](model, ids, start=3), found[:6], strict=True):
        torch.testing.assert_close(ours, theirs)


def test_a_cut_front_stays_in_deeper_keys(a: dict[str, Any]) -> None:
    model = a["random_gpt"]()
    ids = torch.randint(200, (1, 60), generator=torch.Generator().manual_seed(0))
    kept = [k[:, 20:] for k in a["keys_of"](model, ids)]
    same = a["relative_change"](a["keys_of"](model, ids[:, 20:], start=20), kept)
    restarted = a["relative_change"](a["keys_of"](model, ids[:, 20:]), kept)
    assert same[0] < 1e-5 < 0.05 < min(same[1:])
    assert restarted[0] > 0.1


# --- attention and its oracles --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_the_finished_cache_and_the_lesson_s_agree(a: dict[str, Any], seed: int) -> None:
    torch.manual_seed(seed)
    one, other = a["KVCache"](), finished.KVCache()
    for t in (3, 1, 2, 1):
        k, v = torch.randn(2, 2, 4, t, 5)
        for ours, theirs in zip(one.append(k, v), other.append(k, v), strict=True):
            assert torch.equal(ours, theirs)
        assert one.length == other.length == ours.shape[2]


@pytest.mark.parametrize("case", range(4))
def test_the_oracle_of_attention_is_the_finished_layer_without_a_cache(case: int) -> None:
    exercise = load_exercises(LESSON)["CachedAttention"]
    inputs = exercise.inputs(np.random.default_rng(case), **exercise.cases[case])
    expected = exercise.oracle(**inputs)
    layer = attention.MultiHeadAttention(inputs["d_model"], inputs["n_heads"]).double()
    layer.load_state_dict({name: torch.as_tensor(value) for name, value in inputs["weights"].items()})
    x = torch.as_tensor(inputs["x"])
    mask = attention.causal_mask(x.shape[1]).unsqueeze(0)
    if inputs["keep"] is not None:
        keep = torch.as_tensor(inputs["keep"])
        mask = mask & keep.unsqueeze(1)
    y = layer(x, mask)
    if inputs["keep"] is not None:
        y = y * keep.unsqueeze(-1)
    found = torch.cat([expected["first chunk"], expected["later chunks"]], dim=1)
    torch.testing.assert_close(found, y)


@pytest.mark.parametrize("chunks", [[24], [20, 1, 1, 1, 1], [10, 5, 6, 3], [1] * 24])
def test_scores_equal_transformers_with_and_without_its_cache(a: dict[str, Any], chunks: list[int]) -> None:
    from transformers import DynamicCache, GPT2Config, GPT2LMHeadModel

    torch.manual_seed(1)
    sizes = dict(n_positions=64, n_embd=48, n_head=4, n_layer=3, initializer_range=0.2)
    theirs = (
        GPT2LMHeadModel(GPT2Config(vocab_size=200, **sizes, bos_token_id=None, eos_token_id=None))
        .eval()
        .double()
    )
    ours = checkpoints.load_gpt2(gpt.GPT(gpt.GPTConfig(200, 64, 48, 4, 3)).double(), theirs.state_dict())
    mine = cached(a, ours.eval()).double()
    mine.attentions.load_state_dict(
        {
            f"{i}.{name}": value
            for i, block in enumerate(ours.blocks)
            for name, value in block.attention.state_dict().items()
        }
    )
    ids = torch.randint(200, (2, 24))
    cache, their_cache = mine.new_cache(), DynamicCache()
    scores = in_chunks(lambda part, start: mine(part, start, cache), ids, chunks)
    others = in_chunks(lambda part, _: theirs(part, past_key_values=their_cache).logits, ids, chunks)
    with torch.no_grad():
        whole = theirs(ids).logits
    torch.testing.assert_close(scores, whole)
    torch.testing.assert_close(others, whole)


def test_nan_at_padding_does_not_reach_the_text(a: dict[str, Any]) -> None:
    """Softmax of −∞ alone, as in attention written by hand, gives nan; the text promises that no query sees it."""
    gpt = a["random_gpt"](n_layers=3)
    mine = cached(a, gpt)
    for layer in mine.attentions:
        layer.register_forward_hook(
            lambda module, args, y: y.masked_fill(~args[2][:, -y.shape[1] :, None], torch.nan)
        )
    ids = torch.randint(1, 200, (1, 5))
    padded, keep = torch.cat([torch.zeros(1, 3, dtype=torch.long), ids], dim=1), torch.arange(8)[None] >= 3
    scores = mine(padded, 0, mine.new_cache(), keep)[:, 3:]
    torch.testing.assert_close(scores, gpt(ids), atol=1e-3, rtol=1e-3)


def test_is_causal_of_torch_starts_in_the_top_left_corner() -> None:
    q, k, v = torch.randn(3, 1, 1, 5, 4).unbind(0)
    got = F.scaled_dot_product_attention(q[:, :, 3:], k, v, is_causal=True)
    top_left = F.scaled_dot_product_attention(q[:, :, 3:], k, v, attn_mask=torch.ones(2, 5).tril().bool())
    right = F.scaled_dot_product_attention(q[:, :, 3:], k, v, attn_mask=attention.causal_mask(2, 5))
    torch.testing.assert_close(got, top_left)
    assert not torch.allclose(got, right)


# --- writing --------------------------------------------------------------------------------------------------


def test_writing_with_a_cache_gives_the_tokens_of_writing_without(a: dict[str, Any]) -> None:
    model = a["random_gpt"]()
    mine = cached(a, model)
    prompt = torch.randint(200, (3, 7), generator=torch.Generator().manual_seed(0))
    assert torch.equal(a["generate_cached"](mine, mine.new_cache, prompt, 30), model.generate(prompt, 30))
    assert mine.passed == 3 * (7 + 30 - 1)


def test_numbers_of_positions(text: str) -> None:
    with_cache, without = 6 + 20 - 1, sum(range(6, 26))  # a story of 6 tokens and 20 new ones
    assert without == 20 * 6 + 20 * 19 // 2
    assert (
        f"{without} tokens go through the model" in text
        and f"{with_cache} tokens go through the model" in text
    )
    assert f"{with_cache} tokens through the model instead of {without}, about a twelfth as many" in text
    assert round(without / with_cache) == 12
    (wasteful,) = [
        s.slip
        for s in load_exercises(LESSON)["generate_cached"].slips
        if "recomputed for every" in s.slip.name
    ]
    assert f"{sum(range(100, 200)):,} positions instead of {100 + 100 - 1}" in wasteful.why
    assert "T + n − 1 with a cache, and nT + n(n − 1)/2 without one" in text


# --- work ----------------------------------------------------------------------------------------------------


def test_the_roofline_numbers(a: dict[str, Any], text: str) -> None:
    work = a["work_of_a_pass"]
    peak, bandwidth = 312e12, 2.039e12
    assert round(peak / bandwidth) == 153
    operations, read = work(1, 1024)
    assert operations / read == pytest.approx(1, abs=0.05)
    assert read == pytest.approx(15e9, rel=0.02)
    assert 1000 * read / bandwidth == pytest.approx(7.4, abs=0.05)
    assert bandwidth / read == pytest.approx(135, abs=0.5)
    assert operations / peak < 0.01 * read / bandwidth
    operations, read = work(1024, 0)
    assert operations / read == pytest.approx(1024, rel=0.02)
    assert 1000 * operations / peak == pytest.approx(50, abs=0.5)
    cache, weights = 16 * 8193 * 131_072, 2 * (8_030_261_248 - 128_256 * 4096)
    operations, read = work(1, 8192, batch=16)
    assert read == cache + weights and cache > weights
    for batch_of_16, alone, says in [
        (work(1, 1024, batch=16), work(1, 1024), "By a factor of {:.1f}, from {:.2f} to {:.1f} operations"),
        (work(1, 8192, batch=16), work(1, 8192), "the factor is only {:.0f}, from {:.2f} to {:.1f}"),
    ]:
        many, one = (operations / read for operations, read in (batch_of_16, alone))
        assert says.format(many / one, one, many) in text


def test_the_work_counted_by_torch(a: dict[str, Any]) -> None:
    """2 operations per weight and token; attention by its definition."""
    from torch.utils.flop_counter import FlopCounterMode
    from transformers import LlamaConfig, LlamaForCausalLM

    with torch.device("meta"):
        model = LlamaForCausalLM(
            LlamaConfig(
                vocab_size=128_256, hidden_size=4096, intermediate_size=14_336, num_hidden_layers=32,
                num_attention_heads=32, num_key_value_heads=8, tie_word_embeddings=False,
                attn_implementation="eager",
            )
        )  # fmt: skip
        ids = torch.zeros(1, 16, dtype=torch.long)
        with FlopCounterMode(display=False) as counter, torch.no_grad():
            model(ids, attention_mask=torch.zeros(1, 1, 16, 16), use_cache=False)
    operations, _ = a["work_of_a_pass"](16, 0)
    whole_square = 4 * 32 * 4096 * (16 * 16 - 16 * 17 / 2)  # computed and masked out
    assert counter.get_total_flops() == pytest.approx(operations + whole_square, rel=1e-4)


# --- the window -----------------------------------------------------------------------------------------------


def test_the_conversation_forgets_from_turn_five(a: dict[str, Any]) -> None:
    text, dropped = list(range(300)), []
    for _ in range(7):
        text += range(len(text), len(text) + 400)
        dropped.append(len(a["context_budget"](text, 4096, 500, n_prefix=300)["dropped"]))
        text += range(len(text), len(text) + 500)
    assert [n > 0 for n in dropped].index(True) + 1 == 5
    assert dropped[4] >= 400, "all of the first question"
    assert 8192 - 8000 == 192


def test_figures_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("Agg")
    monkeypatch.setattr("matplotlib.pyplot.show", lambda *_, **__: None)
    plots.growing(4)
    plots.past_changes({"one": [0.0, 0.1], "other": [0.2, 0.3]})
    plots.time_per_token([32, 64], [3.0, 6.0], [1.0, 1.1])
    plots.roofline({"prefill": 1000.0, "decode": 1.0}, 312e12, 2e12, [1, 2, 4], [1.0, 1.1, 1.5])
    plots.cache_against_weights({"one": (2e9, 1e5), "other": (2e10, 1e6)})
    plots.windows(
        {"turn 1": [("prefix", 3), ("dropped", 2), ("input", 4), ("free for the answer", 2)]},
        9,
    )


def test_read_once_reads_only_what_is_new(a: dict[str, Any]) -> None:
    """A sequence that grows is read once; one that doesn't continue the last is read from its beginning."""
    model = a["random_gpt"]()
    mine = cached(a, model)
    once, ids = ReadOnce(mine), torch.arange(12)[None]
    for end in (5, 6, 9, 12):
        torch.testing.assert_close(
            once(ids[:, :end])[:, -1], model(ids[:, :end])[:, -1], atol=1e-4, rtol=1e-4
        )
    assert mine.passed == 12
    for other in (ids[:, 3:10], ids[:, 3:9], ids[:, 3:9]):  # another beginning, a shorter one, the same again
        torch.testing.assert_close(once(other), model(other), atol=1e-4, rtol=1e-4)
    assert mine.passed == 12 + 7 + 6 + 6


def test_a_model_whose_attention_has_other_parameters_is_refused(a: dict[str, Any]) -> None:
    with pytest.raises(RuntimeError, match="qkv_proj"):
        CachedGPT(a["random_gpt"](), lambda d_model, n_heads: torch.nn.Linear(d_model, d_model), a["KVCache"])
