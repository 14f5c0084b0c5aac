"""Lesson 11, sitting a: the numbers of its text, its oracles against one another and the library, its figures."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import pytest
import torch
from gguf import GGMLQuantizationType
from gguf.quants import dequantize, quantize
from references import cells_of, randn, reference, text_of
from torch import Tensor
from transformers import LlamaConfig, LlamaForCausalLM

from utils.blocks.cache import KVCache
from utils.blocks.positions import rope, rope_frequencies
from utils.topics.llama import llama_figures as plots
from utils.topics.llama import stand_ins

LESSON = Path(__file__).parents[3] / "source" / "11_llama"
NOTEBOOK = LESSON / "11a_llama.py"


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


# --- the file -----------------------------------------------------------------------------------------------------


def test_blocks_are_decoded_as_gguf_does(a: dict[str, Any]) -> None:
    blocks = quantize(randn(60, 64).numpy(), GGMLQuantizationType.Q4_1).reshape(-1, 20)
    want = torch.from_numpy(dequantize(blocks, GGMLQuantizationType.Q4_1))
    assert torch.equal(a["dequantize_q4"](torch.from_numpy(blocks)), want)


def test_bits_of_the_text(text: str) -> None:
    assert 20 * 8 / 32 == 5 and "160 bits for 32 weights, so five bits per weight" in text
    total = 106_168_320 * 20 // 32 + 28_311_552 * 34 // 32 + 35_136 * 4
    assert total == 96_576_768 and "The weights take 96.58 megabytes" in text
    assert round(8 * total / 134_515_008, 2) == 5.74 and "5.74 bits" in text


def permuted(weight: Tensor, n_heads: int) -> Tensor:
    """As llama.cpp's convert_hf_to_gguf.py sorts rows (LlamaModel.permute)."""
    rows = weight.reshape(n_heads, 2, weight.shape[0] // n_heads // 2, *weight.shape[1:])
    return rows.swapaxes(1, 2).reshape(weight.shape)


@pytest.mark.parametrize(("heads", "d"), [(1, 6), (3, 64), (9, 10)])
def test_rows_come_back_and_the_table_is_that_of_the_text(a: dict[str, Any], heads: int, d: int) -> None:
    weight = randn(heads * d, 5)
    stored = permuted(weight, heads)
    assert torch.equal(a["unpermute_qk"](stored, heads), weight)
    rows = permuted(torch.arange(6)[:, None], 1).flatten().tolist()
    assert rows == [0, 3, 1, 4, 2, 5]


def test_neighbours_unsorted_are_halves_sorted(a: dict[str, Any]) -> None:
    wq, wk, x, theta = randn(16, 12), randn(16, 12, seed=1), randn(7, 12, seed=2), rope_frequencies(16)
    places = torch.arange(7)
    theirs = rope(x @ wq.T, places, theta, True) @ rope(x @ wk.T, places, theta, True).T
    sq, sk = (a["unpermute_qk"](w, 1) for w in (wq, wk))
    ours = rope(x @ sq.T, places, theta) @ rope(x @ sk.T, places, theta).T
    torch.testing.assert_close(ours, theirs, rtol=1e-4, atol=1e-4)


# --- the model ----------------------------------------------------------------------------------------------------


def library_model(tied: bool) -> tuple[LlamaForCausalLM, dict[str, Any]]:
    """A small Llama of transformers with random weights, and its sizes under our names."""
    config = dict(vocab_size=50, d_model=24, n_layers=3, n_heads=6, n_kv_heads=2, d_hidden=20)
    config |= dict(theta=500.0, eps=1e-4, tied=tied)
    torch.manual_seed(0)
    model = LlamaForCausalLM(
        LlamaConfig(
            vocab_size=50,
            hidden_size=24,
            num_hidden_layers=3,
            num_attention_heads=6,
            num_key_value_heads=2,
            intermediate_size=20,
            rms_norm_eps=1e-4,
            tie_word_embeddings=tied,
            rope_parameters={"rope_theta": 500.0, "rope_type": "default"},
        )
    ).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(torch.randn(parameter.shape) * 0.3 + (parameter.dim() == 1))
    return model, config


INSIDE = {
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
}
OUTSIDE = {"model.embed_tokens": "token_embd", "model.norm": "output_norm", "lm_head": "output"}


def as_file(model: LlamaForCausalLM) -> Any:
    """The model as llama.cpp would store it."""
    weights = {}
    for name, w in model.named_parameters():
        name = name.removesuffix(".weight")
        if name in OUTSIDE:
            weights[f"{OUTSIDE[name]}.weight"] = w.detach()
            continue
        _, _, layer, part = name.split(".", 3)
        heads = {"attn_q": 6, "attn_k": 2}.get(INSIDE[part])
        weights[f"blk.{layer}.{INSIDE[part]}.weight"] = permuted(w.detach(), heads) if heads else w.detach()
    return stand_ins.stored_file(
        weights, {"llama.attention.head_count": 6, "llama.attention.head_count_kv": 2}
    )


@pytest.mark.parametrize("tied", [True, False])
def test_a_model_that_is_loaded_is_the_librarys(a: dict[str, Any], tied: bool) -> None:
    theirs, config = library_model(tied)
    file = as_file(theirs)
    assert ("output.weight" in file.tensors) is not tied
    ours = a["load_gguf"](a["make_llama"](config), file, stand_ins.Stand.decode, a["unpermute_qk"])
    ids = torch.randint(0, 50, (2, 15), generator=torch.Generator().manual_seed(0))
    with torch.no_grad():
        want = theirs(ids).logits
        torch.testing.assert_close(ours(ids), want, rtol=1e-4, atol=1e-4)
        torch.testing.assert_close(ours(ids, last=True), want[:, -1:], rtol=1e-4, atol=1e-4)
        caches = ours.new_caches()
        parts = torch.cat([ours(part, caches) for part in ids.split([6, 1, 8], dim=1)], dim=1)
        torch.testing.assert_close(parts, want, rtol=1e-4, atol=1e-4)
        for block in ours.blocks:
            block.attention.theta = rope_frequencies(4, 10_000.0)
        assert (ours(ids) - want).abs().max() > 0.1, "the angles of another model are another model"


def test_the_cache_holds_few_heads(a: dict[str, Any]) -> None:
    layer, cache = a["LlamaAttention"](24, 6, 2, rope_frequencies(4)), KVCache()
    layer(randn(1, 5, 24), cache)
    keys, values = cache.append(torch.zeros(1, 2, 0, 4), torch.zeros(1, 2, 0, 4))
    assert keys.shape == values.shape == (1, 2, 5, 4)


def test_moving_query_heads_is_tiling_keys(a: dict[str, Any]) -> None:
    """What the notebook's `tiled` does to the weights, against keys that are laid down again and again."""
    torch.manual_seed(0)
    layer, x = a["LlamaAttention"](576, 9, 3, rope_frequencies(64)), randn(1, 6, 576)
    model = torch.nn.Module()
    block = torch.nn.Module()
    block.attention = layer
    model.blocks = torch.nn.ModuleList([block])
    source = next(cell.source for cell in cells_of(NOTEBOOK.stem) if cell.grade_id == "LlamaAttention")
    names = dict(a)
    exec(source.replace("part.repeat_interleave(n, dim=1)", "part.repeat(1, n, 1, 1)"), names)
    other = names["LlamaAttention"](576, 9, 3, rope_frequencies(64))
    other.load_state_dict(layer.state_dict())
    a["tiled"](model)
    torch.testing.assert_close(layer(x), other(x), rtol=1e-4, atol=1e-5)


# --- the chat -----------------------------------------------------------------------------------------------------


def test_a_chat_with_caches_says_what_a_chat_without_says(a: dict[str, Any]) -> None:
    torch.manual_seed(0)
    config = dict(
        vocab_size=stand_ins.VOCABULARY, d_model=24, n_layers=2, n_heads=6, n_kv_heads=2, d_hidden=20
    )
    model = a["make_llama"](config | dict(theta=500.0, eps=1e-5, tied=True)).eval()
    (stop,) = stand_ins.encode("<|im_end|>")

    def greedy(scores: Tensor) -> int:
        return int(scores.argmax())

    chat = a["Chat"](model, model.new_caches(), stand_ins.encode, stop, greedy, "Be brief.")
    whole = "<|im_start|>system\nBe brief.<|im_end|>\n"
    for question in ("Who are you?", "Why?"):
        said = list(chat.reply(question, 7))
        whole += f"<|im_start|>user\n{question}<|im_end|>\n<|im_start|>assistant\n"
        ids, again = stand_ins.encode(whole), []
        with torch.no_grad():
            while len(again) < 7 and (token := greedy(model(torch.tensor([ids + again]))[0, -1])) != stop:
                again.append(token)
        assert said == again
        whole += stand_ins.decode(again) + "<|im_end|>\n"


def test_letters_and_marks() -> None:
    text = "<|im_start|>user\nA b, 3? @ ~<|im_end|>\n"
    ids = stand_ins.encode(text)
    assert ids[0] == 64 and ids[-2] == 65 and len(set(ids)) > 10 and max(ids) < stand_ins.VOCABULARY
    assert stand_ins.decode(ids) == text


# --- the text -------------------------------------------------------------------------------------------------------


def test_guessing(text: str) -> None:
    assert round(math.log(49_152), 1) == 10.8 and "ln 49,152 = 10.8" in text
    assert round(math.exp(1.75)) == 6 and "six times less likely" in text


# --- figures --------------------------------------------------------------------------------------------------------


def test_figures_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("agg")
    monkeypatch.setattr(plt, "show", lambda: None)
    plots.levels(torch.randint(0, 16, (3, 32)) * 0.1 - 0.7)
    plots.whole_model(
        dict(d_model=4, n_layers=2, n_heads=2, n_kv_heads=1, d_hidden=8, vocab_size=9, tied=True)
    )
    plots.damage({"as it should be": 2.8, "heads tiled": 12.7})
    figures = [plt.figure(number) for number in plt.get_fignums()]
    assert len(figures) == 3
    assert all(figure.get_size_inches()[0] * 110 <= 900 for figure in figures)
    assert all(axes.get_xlabel() for figure in figures for axes in figure.axes if axes.axison)
    plt.close("all")
