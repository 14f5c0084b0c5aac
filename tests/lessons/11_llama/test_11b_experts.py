"""Lesson 11, sitting b: the numbers of its text, its oracles against one another and the library, its figures."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch
import torch.nn.functional as F
from references import randn, reference, text_of
from torch import Tensor
from transformers import DeepseekV3Config, MixtralConfig, Qwen3Config
from transformers.models.deepseek_v3 import modeling_deepseek_v3 as deepseek
from transformers.models.mixtral import modeling_mixtral as mixtral
from transformers.models.qwen3 import modeling_qwen3 as qwen

from autograder.authoring import load_exercises
from utils.blocks import positions as finished
from utils.blocks.attention import causal_mask
from utils.counting import elements_written
from utils.topics.llama import expert_figures as plots
from utils.topics.llama.experts import TinyMixture, seconds, train

LESSON = Path(__file__).parents[3] / "source" / "11_llama"
NOTEBOOK = LESSON / "11b_experts.py"


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


def hidden(T: int) -> Tensor:
    """The causal mask as the library wants it: added to the scores.  (1, 1, T, T)"""
    return torch.zeros(T, T).masked_fill(~causal_mask(T), -math.inf)[None, None]


# --- heads --------------------------------------------------------------------------------------------------------


def test_normed_heads_are_those_of_qwen3(b: dict[str, Any]) -> None:
    torch.manual_seed(0)
    sizes = Qwen3Config(
        hidden_size=32,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=8,
        attn_implementation="eager",  # type: ignore[call-arg]
    )
    layer, rotary = qwen.Qwen3Attention(sizes, 0), qwen.Qwen3RotaryEmbedding(sizes)
    for norm in (layer.q_norm, layer.k_norm):
        norm.weight.data.uniform_(0.5, 2)
    x, places = randn(2, 7, 32), torch.arange(7)
    q, k, v = (f(x).view(2, 7, -1, 8).transpose(1, 2) for f in (layer.q_proj, layer.k_proj, layer.v_proj))
    theta = finished.rope_frequencies(8)
    q, k = b["qk_norm"](
        q, k, layer.q_norm.weight, layer.k_norm.weight, lambda x: finished.rope(x, places, theta)
    )
    context = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
    ours = layer.o_proj(context.transpose(1, 2).flatten(2))
    torch.testing.assert_close(ours, layer(x, rotary(x, places[None]), hidden(7))[0], rtol=1e-4, atol=1e-5)


def test_only_the_gain_forbids_the_other_order(b: dict[str, Any]) -> None:
    q, gain, theta = randn(1, 2, 5, 8), torch.linspace(0.5, 2, 8), finished.rope_frequencies(8)

    def turn(x: Tensor) -> Tensor:
        return finished.rope(x, torch.arange(5), theta)

    def both(gain: Tensor) -> tuple[Tensor, Tensor]:
        before, _ = b["qk_norm"](q, q, gain, gain, turn)
        behind, _ = b["qk_norm"](turn(q), q, gain, gain, lambda x: x)
        return before, behind

    torch.testing.assert_close(*both(torch.ones(8)))
    before, behind = both(gain)
    assert (before - behind).abs().max() > 0.1


# --- experts ------------------------------------------------------------------------------------------------------


def mixtral_block(seed: int = 0) -> Any:
    torch.manual_seed(seed)
    sizes = MixtralConfig(hidden_size=16, intermediate_size=24, num_local_experts=8, num_experts_per_tok=2)
    block = mixtral.MixtralSparseMoeBlock(sizes)
    for parameter in block.parameters():
        parameter.data.normal_(std=0.3)
    return block


def test_the_router_is_mixtrals(b: dict[str, Any]) -> None:
    block, x = mixtral_block(), randn(3, 5, 16)
    _, weights, chosen = block.gate(x)
    ours, places = b["top_k_router"](x @ block.gate.weight.T, 2)
    torch.testing.assert_close(ours.flatten(0, 1), weights)
    assert torch.equal(places.flatten(0, 1), chosen)


def test_two_orders_are_one_where_weights_are_divided(b: dict[str, Any]) -> None:
    logits = randn(20, 8)
    divided, _ = b["top_k_router"](logits, 3)
    torch.testing.assert_close(divided, logits.topk(3).values.softmax(-1))
    free, _ = b["top_k_router"](logits, 3, renormalize=False)
    assert (free - logits.topk(3).values.softmax(-1)).abs().max() > 0.1


def test_one_choice_divided_by_itself_teaches_nothing(b: dict[str, Any], text: str) -> None:
    for divided, size in ((True, 0), (False, 1)):
        logits = randn(6, 4).requires_grad_()
        weights, _ = b["top_k_router"](logits, 1, renormalize=divided)
        weights.sum().backward()
        assert (logits.grad.abs().max() > 1e-3) == bool(size)  # type: ignore[union-attr]
    assert "the gradient is 0 and the router never learns" in text


def test_the_mixture_is_mixtrals(b: dict[str, Any]) -> None:
    block, x = mixtral_block(), randn(2, 10, 16)

    def expert(number: int) -> Any:
        def run(rows: Tensor) -> Tensor:
            gate, up = F.linear(rows, block.experts.gate_up_proj[number]).chunk(2, dim=-1)
            return F.linear(F.silu(gate) * up, block.experts.down_proj[number])

        return run

    ours = b["moe_forward"](
        x, *b["top_k_router"](x @ block.gate.weight.T, 2), [expert(number) for number in range(8)]
    )
    wanted = block(x)
    assert wanted.abs().max() > 0.1
    torch.testing.assert_close(ours, wanted)


def test_the_table_of_the_text_is_worked_out(b: dict[str, Any]) -> None:
    """Tokens 0, 1, 2 with experts 2 1, 0 2, 1 0."""
    calls: dict[int, int] = {}

    def expert(number: int) -> Any:
        def run(rows: Tensor) -> Tensor:
            calls[number] = calls.get(number, 0) + len(rows)
            return (number + 1.0) * rows

        return run

    weights = torch.tensor([[[0.6, 0.4], [0.7, 0.3], [0.5, 0.5]]])
    chosen = torch.tensor([[[2, 1], [0, 2], [1, 0]]])
    y = b["moe_forward"](torch.ones(1, 3, 1), weights, chosen, [expert(number) for number in range(4)])
    torch.testing.assert_close(y.flatten(), torch.tensor([2.6, 1.6, 1.5]))
    assert calls == {0: 2, 1: 2, 2: 2}


def test_the_balancing_loss_is_the_librarys(b: dict[str, Any]) -> None:
    logits, keep = randn(30, 6), torch.arange(30) % 5 > 0
    for mask in (None, keep):
        wanted = mixtral.load_balancing_loss_func((logits,), 6, 2, None if mask is None else mask[None])
        torch.testing.assert_close(b["load_balancing_loss"](logits, 2, mask), wanted)
    alike = torch.eye(6).repeat(5, 1) * 1e-4  # each expert is the first choice equally often
    assert b["load_balancing_loss"](alike, 1).item() == pytest.approx(1, abs=1e-3)


def test_mixtral_is_counted(b: dict[str, Any], text: str) -> None:
    total, active = b["active_parameters"](32_000, 4096, 32, 32, 8, 128, 14_336, 8, 2)
    assert (total, active) == (46_702_792_704, 12_879_925_248)
    assert f"{total / 1e9:.1f}" == "46.7" and f"{active / 1e9:.1f}" == "12.9"
    experts = 32 * 3 * 4096 * 14_336
    assert f"{experts / 1e9:.3f}" == "5.637" and "5.637 billion each over all layers" in text
    assert f"{(total - 8 * experts) / 1e9:.3f}" == "1.606" and "The shared parts have 1.606 billion" in text
    assert f"{8 * 5.637 + 1.606:.2f} {2 * 5.637 + 1.606:.2f}" == "46.70 12.88" and "+ 1.606 = 12.88" in text
    assert 2 * total / 1e9 == pytest.approx(93.4, abs=0.1) and "93 GB in 16 bits" in text
    assert total * 5 / 8 / 1e9 == pytest.approx(29.2, abs=0.1) and "about 29 GB" in text
    attention = 2 * 4096 * 4096 + 2 * 4096 * 1024
    assert 3 * 4096 * 14_336 / (3 * 4096 * 14_336 + attention) == pytest.approx(0.8, abs=0.01)
    assert "four fifths of the weights" in text


# --- latents ------------------------------------------------------------------------------------------------------


def test_latent_attention_is_deepseeks(b: dict[str, Any]) -> None:
    H, n, r, C, v, T = 4, 8, 4, 6, 10, 9
    sizes = DeepseekV3Config(
        hidden_size=32,
        num_attention_heads=H,
        num_key_value_heads=H,
        q_lora_rank=None,
        kv_lora_rank=C,
        qk_nope_head_dim=n,
        qk_rope_head_dim=r,
        v_head_dim=v,
        attn_implementation="eager",  # type: ignore[call-arg]
    )
    torch.manual_seed(0)
    layer: Any = deepseek.DeepseekV3Attention(sizes, 0)
    rotary = deepseek.DeepseekV3RotaryEmbedding(sizes)
    layer.kv_a_layernorm.weight.data.uniform_(0.5, 2)
    x, places, theta = randn(2, T, 32), torch.arange(T), finished.rope_frequencies(r)
    wanted = layer(x, rotary(x, places[None]), hidden(T))[0]

    def turn(part: Tensor) -> Tensor:
        return finished.rope(part, places, theta, adjacent=True)

    q, q_rot = layer.q_proj(x).view(2, T, H, n + r).transpose(1, 2).split([n, r], dim=-1)
    up_k, up_v = layer.kv_b_proj.weight.view(H, n + v, C).split([n, v], dim=1)
    c, k_rot = b["latent_cache"](x, layer.kv_a_proj_with_mqa.weight, layer.kv_a_layernorm.weight, turn)
    heads = b["latent_attention"](q, turn(q_rot), c, k_rot, up_k, up_v)
    torch.testing.assert_close(layer.o_proj(heads.transpose(1, 2).flatten(2)), wanted, rtol=1e-4, atol=1e-5)
    last = b["latent_attention"](q[:, :, -2:], turn(q_rot)[:, :, -2:], c, k_rot, up_k, up_v)
    torch.testing.assert_close(last, heads[:, :, -2:])


def test_nothing_wide_is_written_for_a_cached_token(b: dict[str, Any]) -> None:
    H, n, r, C = 8, 32, 8, 16
    given = [randn(1, H, 1, n), randn(1, H, 1, r), None, None, randn(H, n, C), randn(H, n, C)]
    counts = [
        elements_written(b["latent_attention"], *given[:2], randn(1, S, C), randn(1, S, r), *given[4:])
        for S in (100, 200)
    ]
    assert (counts[1] - counts[0]) / 100 < H * n / 2, "less for a token than the keys of half the heads"


def test_bytes_of_a_token(text: str) -> None:
    latent = 61 * (512 + 64) * 2
    full, with_rotary = 61 * 128 * 2 * 128 * 2, 61 * 128 * (128 + 64 + 128) * 2
    assert latent == 70_272 and f"{latent / 1024:.1f} KiB" == "68.6 KiB" and "70,272 bytes = 68.6 KiB" in text
    assert full / 1024 == 3904 and "3,904 KiB, 57 times as much" in text and round(full / latent) == 57
    assert with_rotary / 1024 == 4880 and "4,880 KiB" in text
    assert 128 * (128 + 128) == 32_768 and "512 + 64 = 576 numbers per token" in text and "32,768" in text
    assert 126 * 8 * 2 * 128 * 2 / 1024 == 504 and "504 KiB" in text


# --- oracles --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", range(3))
def test_the_oracle_of_the_norm_is_qwens(case: int) -> None:
    exercise = load_exercises(LESSON)["qk_norm"]
    inputs = exercise.inputs(np.random.default_rng(case), **exercise.cases[case])
    found = exercise.oracle(**inputs)["queries"]
    norm = qwen.Qwen3RMSNorm(inputs["q"].shape[-1], eps=1e-6)
    norm.weight.data = torch.tensor(inputs["q_gain"], dtype=torch.float32)
    normed = norm(torch.tensor(inputs["q"], dtype=torch.float32))
    places = torch.arange(inputs["start"], inputs["start"] + normed.shape[2])
    theta = torch.tensor(inputs["theta"], dtype=torch.float32)
    torch.testing.assert_close(
        finished.rope(normed, places, theta).detach().double(), found, rtol=1e-3, atol=1e-3
    )


@pytest.mark.parametrize("case", range(6))
def test_the_oracle_of_latents_is_torchs_attention_with_unpacked_keys(case: int) -> None:
    exercise = load_exercises(LESSON)["latent_attention"]
    given = exercise.inputs(np.random.default_rng(case), **exercise.cases[case])
    found = exercise.oracle(**given)["context"]
    x = {name: torch.tensor(value, dtype=torch.float64) for name, value in given.items()}
    H, S = x["q"].shape[1], x["c"].shape[1]
    rotary = x["k_rot"][:, None].expand(-1, H, -1, -1)
    keys = torch.cat([x["c"][:, None] @ x["up_k"].mT, rotary], dim=-1)
    wanted = F.scaled_dot_product_attention(
        torch.cat([x["q"], x["q_rot"]], dim=-1),
        keys,
        x["c"][:, None] @ x["up_v"].mT,
        attn_mask=causal_mask(x["q"].shape[2], S),
    )
    torch.testing.assert_close(found, wanted)


# --- a small mixture ------------------------------------------------------------------------------------------------


class Alphabet:
    """Letters without a corpus."""

    alphabet, size = list("abcdef"), 6
    validation = torch.randint(6, (8, 24), generator=torch.Generator().manual_seed(1))

    def draw(self, batch: int, generator: torch.Generator) -> Tensor:
        return torch.randint(6, (batch, 24), generator=generator)


def test_a_small_mixture_learns_and_counts_its_choices(b: dict[str, Any]) -> None:
    letters: Any = Alphabet()
    found = []
    for _ in range(2):
        torch.manual_seed(0)
        model = TinyMixture(6, 4, 2, b["top_k_router"], b["moe_forward"], d_model=16, d_hidden=8, n_heads=2)
        before = {name: p.detach().clone() for name, p in model.named_parameters()}
        history = train(model, letters, 11, b["load_balancing_loss"], 0.1)
        assert all((p != before[name]).any() for name, p in model.named_parameters()), "all of it is trained"
        found.append(model.loads(letters.validation))
    assert history.shape == (2, 4) and torch.equal(*found)
    torch.testing.assert_close(found[0].sum(-1), torch.full((2,), 2.0))
    table = model.by_letter(letters)
    torch.testing.assert_close(table.sum(1), torch.ones(6))
    assert 0 < model.held_out(letters) < 10 and seconds(lambda: None, 1) >= 0
    choice = model.first_choices(letters.validation[0], layer=1)
    assert (
        choice.shape == (24,) and (model.choices(letters.validation[:1])[1, 0][range(24), choice] == 1).all()
    )
    early, whole = model(letters.validation[:, :9]), model(letters.validation)
    torch.testing.assert_close(early, whole[:, :9], rtol=1e-4, atol=1e-5)


# --- figures --------------------------------------------------------------------------------------------------------


def test_figures_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("agg")
    monkeypatch.setattr(plt, "show", lambda: None)
    plots.growth([1, 2], [0.2, 0.9], [0.2, 0.2])
    plots.work([2, 4], {"chosen experts": [1e-3, 1e-3], "all experts": [1e-3, 2e-3]})
    plots.loads({"free": torch.rand(2, 4), "balanced": torch.rand(2, 4)}, k=2)
    plots.by_letter(torch.tensor([[0.5, 0.5], [math.nan, math.nan], [1.0, 0.0]]), ["a", "b", "\n"])
    plots.written([64, 256], {"folded": [10, 20], "unpacked": [100, 400]})
    shown = str(plots.letters("a <", torch.tensor([0, 7, 3])).data)
    assert shown.count("<ruby") == 3 and "&lt;" in shown and "<rt>7</rt>" in shown
    figures = [plt.figure(number) for number in plt.get_fignums()]
    assert len(figures) == 5
    assert all(figure.get_size_inches()[0] * 110 <= 900 for figure in figures)
    assert all(axes.get_xlabel() for figure in figures for axes in figure.axes if axes.get_title())
    plt.close("all")
