"""Lesson 07, sitting d: its answers against libraries and brute force, its figures."""

from __future__ import annotations

import itertools
import math
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import ipywidgets as widgets
import matplotlib
import matplotlib.pyplot as plt
import pytest
import torch
from references import randn, reference
from torch import Tensor, nn

from utils.topics.bert import span_figures as plots

NOTEBOOK = Path(__file__).parents[3] / "source" / "07_bert" / "07d_heads.py"


@lru_cache
def solution() -> dict[str, Any]:
    """The names that the reference solution defines."""
    return reference(NOTEBOOK.stem)


@pytest.fixture(scope="module")
def d() -> dict[str, Any]:
    return solution()


def test_what_masks_do_where_nothing_is_visible(d: dict[str, Any]) -> None:
    scores, none = torch.tensor([2.0, 1, 0, 3]), torch.zeros(1, 4, dtype=torch.long)
    shares = (scores + d["extended_mask"](none)[0, 0, 0]).softmax(-1)
    torch.testing.assert_close(shares, scores.softmax(-1), atol=1e-3, rtol=0)
    assert (scores + d["extended_mask"](none, -math.inf)[0, 0, 0]).softmax(-1).isnan().all()
    assert len(set((scores - 10000).to(torch.bfloat16).tolist())) == 1


def test_pruned_layers_are_pytorchs_own_with_closed_gates(d: dict[str, Any]) -> None:
    """The columns of a head that is gone are closed in `nn.MultiheadAttention`."""
    D, H, keep = 12, 4, [3, 0]
    parts = ("q_proj", "k_proj", "v_proj", "out_proj")
    weights = {f"{p}.weight": randn(D, D, seed=i) for i, p in enumerate(parts)}
    weights |= {f"{p}.bias": randn(D, seed=10 + i) for i, p in enumerate(parts)}
    theirs = nn.MultiheadAttention(D, H, batch_first=True)
    open_columns = torch.tensor([d for d in range(D) if d // (D // H) in keep])
    closed = torch.zeros(D, D)
    closed[:, open_columns] = weights["out_proj.weight"][:, open_columns]
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.cat([weights[f"{p}.weight"] for p in parts[:3]]))
        theirs.in_proj_bias.copy_(torch.cat([weights[f"{p}.bias"] for p in parts[:3]]))
        theirs.out_proj.weight.copy_(closed)
        theirs.out_proj.bias.copy_(weights["out_proj.bias"])
    x = randn(2, 5, D, seed=99)
    small = d["prune_heads"](weights, keep, H)
    q, k, v = (
        nn.functional.linear(x, small[f"{p}.weight"], small[f"{p}.bias"])
        .unflatten(-1, (2, -1))
        .transpose(1, 2)
        for p in parts[:3]
    )
    joined = nn.functional.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2)
    ours = nn.functional.linear(joined, small["out_proj.weight"], small["out_proj.bias"])
    torch.testing.assert_close(ours, theirs(x, x, x)[0])


def test_importance_is_the_slope_of_the_loss(d: dict[str, Any]) -> None:
    """Against a difference of two losses, gate by gate, in double precision."""
    x, w = randn(3, 2, 4).double(), randn(2, 4, seed=1).double()

    def loss_of(example: Any, gates: Tensor) -> Tensor:
        return torch.sin((w * torch.tanh(x[int(example)] * gates)).sum())

    slopes = torch.zeros(2, 4, dtype=torch.double)
    for place in itertools.product(range(2), range(4)):
        step = torch.zeros(2, 4, dtype=torch.double)
        step[place] = 1e-6
        rises = [(loss_of(n, 1 + step) - loss_of(n, 1 - step)) / 2e-6 for n in range(3)]
        slopes[place] = torch.stack(rises).abs().mean()
    wanted = slopes / slopes.norm(dim=1, keepdim=True)
    found = d["head_importance"](loss_of, [0, 1, 2], (2, 4))
    torch.testing.assert_close(found.double(), wanted, atol=1e-5, rtol=1e-5)


def test_even_attention_gives_every_offset_the_same(d: dict[str, Any]) -> None:
    attention, valid = torch.full((3, 2, 8, 8), 1 / 8), torch.ones(3, 8, dtype=torch.bool)
    valid[0, 5:] = False
    for offset in range(-7, 8):
        torch.testing.assert_close(
            d["attention_to_offset"](attention, valid, offset), torch.full((2,), 1 / 8)
        )


def test_the_atlas_stands_complete_and_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("Agg")
    monkeypatch.setattr("matplotlib.pyplot.show", lambda *_, **__: None)
    shown: list[Any] = []
    sliders, later = [], MagicMock()
    made = widgets.IntSlider
    monkeypatch.setattr(widgets, "IntSlider", lambda *a, **k: sliders.append(made(*a, **k)) or sliders[-1])
    monkeypatch.setattr("IPython.display.display", lambda value, **_: shown.append(value) or later)
    habits = {"one": torch.rand(2, 3), "other": torch.rand(2, 3)}
    plots.explore_atlas(habits, torch.rand(2, 3, 4, 4), list("abcd"), "other", layer=1, head=2)
    controls, image = shown
    assert "application/vnd.jupyter.widget-view+json" in controls
    assert image.data.startswith(b"\x89PNG")
    assert [slider.value for slider in sliders] == [1, 2] and [slider.max for slider in sliders] == [1, 2]
    sliders[0].value = 0
    ((moved,), _) = later.update.call_args
    assert moved.data.startswith(b"\x89PNG") and moved.data != image.data


def test_figures_of_heads_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    plt.close("all")  # what other files of tests have left open
    matplotlib.use("Agg")
    monkeypatch.setattr("matplotlib.pyplot.show", lambda *_, **__: None)
    plots.roles({"a claim": (torch.rand(6, 12), 0.1), "another": (torch.rand(6, 12), 0.5)})
    plots.importance(torch.rand(6, 12))
    plots.pruning({"one": ([0, 0.5], [0.8, 0.6]), "other": ([0, 0.5], [0.8, 0.7])}, chance=0.5)
    for number in plt.get_fignums():
        assert plt.figure(number).get_size_inches()[0] * 110 < 900, "wider than a notebook's column"
    plt.close("all")
