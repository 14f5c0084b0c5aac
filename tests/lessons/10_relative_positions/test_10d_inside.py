"""Lesson 10, sitting d: heads that copy, the lens, patching, and the streams of a GPT."""

from __future__ import annotations

from typing import Any
from unittest.mock import MagicMock

import matplotlib
import matplotlib.pyplot as plt
import pytest
import torch
from references import reference
from torch import nn
from transformers import LlamaConfig
from transformers.models.llama import modeling_llama as llama

from utils import own_model
from utils.topics.relative_positions import inside_figures as plots
from utils.topics.relative_positions import looking_inside

NOTEBOOK = "10d_inside"


@pytest.fixture(scope="module")
def b() -> dict[str, Any]:
    """The names that the reference solution defines."""
    return reference(NOTEBOOK)


# --- looking inside -----------------------------------------------------------------------------------------------


def test_a_head_that_copies_has_score_one(b: dict[str, Any]) -> None:
    n, T = 5, 10
    weights = torch.eye(T)
    weights[n:] = torch.eye(T)[1 : n + 1]  # each query looks n − 1 back
    assert b["induction_score"](weights, n) == 1
    assert b["induction_score"](torch.eye(T), n) == 0


def test_the_lens_ends_at_the_models_own_logits(b: dict[str, Any]) -> None:
    model = tiny_llama()
    with torch.no_grad():
        model.model.norm.weight.mul_(torch.rand(32) * 3)
        out = model(torch.arange(10)[None], output_hidden_states=True)
        lens = b["logit_lens"](out.hidden_states, model.model.norm, model.lm_head.weight)
        twice = model.lm_head(model.model.norm(out.hidden_states[-1]))
    assert lens.shape == (4, 1, 10, 40)
    torch.testing.assert_close(lens[-1], out.logits)
    assert (twice - out.logits).abs().max() > 1e-3, "the last of the states has been through the norm"


def tiny_llama() -> Any:
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=40, hidden_size=32, intermediate_size=40, num_hidden_layers=3, num_attention_heads=4
    )
    return llama.LlamaForCausalLM(config).eval()


@torch.no_grad()
def test_a_patch_from_the_same_run_changes_nothing_and_one_from_another_does(b: dict[str, Any]) -> None:
    model, ids, other = tiny_llama(), torch.arange(10)[None], torch.arange(20, 30)[None]
    states = [model(i, output_hidden_states=True).hidden_states for i in (ids, other)]
    plain = model(ids).logits
    same = b["patched_run"](model, ids, model.model.layers[1], 4, states[0][2][:, 4]).logits
    torch.testing.assert_close(same, plain)
    changed = b["patched_run"](model, ids, model.model.layers[1], 4, states[1][2][:, 4]).logits
    torch.testing.assert_close(changed[:, :4], plain[:, :4])
    assert (changed[:, 4:] - plain[:, 4:]).abs().amax(-1).min() > 1e-5, (
        "this position, and all that read from it"
    )
    torch.testing.assert_close(model(ids).logits, plain)


def test_a_run_that_fails_leaves_no_hook(b: dict[str, Any]) -> None:
    model = nn.Sequential(nn.Identity(), nn.Linear(3, 3))
    with pytest.raises(RuntimeError):
        b["patched_run"](model, torch.zeros(1, 2, 4), model[0], 0, torch.zeros(4))
    assert not model[0]._forward_hooks


@torch.no_grad()
def test_a_silenced_head_adds_nothing() -> None:
    model, ids = tiny_llama(), torch.arange(10)[None]
    attention = model.model.layers[1].self_attn
    seen: list[torch.Tensor] = []
    handle = attention.o_proj.register_forward_hook(lambda module, inputs, output: seen.append(inputs[0]))
    plain = model(ids).logits
    with looking_inside.silenced(model, [(1, 2), (1, 0)]):
        model(ids)
    torch.testing.assert_close(model(ids).logits, plain)
    handle.remove()
    width = model.config.head_dim
    assert not seen[1][..., :width].any() and not seen[1][..., 2 * width : 3 * width].any()
    torch.testing.assert_close(seen[1][..., width : 2 * width], seen[0][..., width : 2 * width])


@torch.no_grad()
def test_streams_of_a_gpt_end_at_its_logits() -> None:
    gpt, tokenizer, _ = own_model.load_own_model("cpu")
    ids = torch.tensor([tokenizer.encode_ordinary(own_model.OPENING_LINE)])
    streams = looking_inside.own_streams(gpt, ids)
    assert len(streams) == gpt.config.n_layers + 1
    torch.testing.assert_close(gpt.logits(streams[-1]), gpt(ids))


# --- figures --------------------------------------------------------------------------------------------------------


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("agg")
    monkeypatch.setattr(plt, "show", lambda: None)


def test_figures_of_what_is_inside_are_drawn(quiet: None) -> None:
    plt.close("all")
    plots.attentions(torch.tensor([3, 12, 3, 12]), {"one layer": torch.rand(2, 4, 4)})
    plots.heads(torch.rand(5, 3), torch.rand(8, 8), torch.rand(7), 4)
    tokenizer = MagicMock()
    tokenizer.decode.side_effect = lambda ids: f" t{ids[0]}"
    plots.lens(torch.randn(6, 9).log_softmax(-1), 4, tokenizer)
    plots.patched(torch.rand(3, 3), [0, 2, 4], [" The", "C", " of"])
    figures = [plt.figure(number) for number in plt.get_fignums()]
    assert len(figures) == 4
    assert all(figure.get_size_inches()[0] * 110 <= 900 for figure in figures)
    assert all(axes.get_xlabel() for figure in figures for axes in figure.axes if axes.get_title())
    plt.close("all")
