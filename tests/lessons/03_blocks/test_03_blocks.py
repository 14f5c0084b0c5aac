"""Lesson 03: every number that its text quotes, its oracles against one another, and its figures."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from references import reference, text_of
from torch import nn

from autograder.authoring import load_exercises
from autograder.lesson.folder import read_cells
from utils.blocks import block as finished
from utils.blocks import layers as finished_layers
from utils.topics.transformer_block import drawing, measuring
from utils.topics.transformer_block import figures as plots

LESSON = Path(__file__).parents[3] / "source" / "03_blocks"


@pytest.fixture(scope="module")
def layers() -> dict[str, Any]:
    return reference("03a_layers")


@pytest.fixture(scope="module")
def blocks() -> dict[str, Any]:
    return reference("03b_blocks")


# --- numbers in the text ------------------------------------------------------------------------------------


def test_three_tokens_by_hand() -> None:
    table = torch.tensor([[1.0, 3, 3, 5], [0, 0, 0, 4], [2, 2, 2, 2]], dtype=torch.float64)
    assert table.mean(-1).tolist() == [3, 1, 2]
    assert table.var(-1, unbiased=False).tolist() == [2, 3, 0]
    normed = F.layer_norm(table, (4,))
    assert normed[1, 3].item() == pytest.approx(math.sqrt(3), abs=1e-5) == pytest.approx(1.732, abs=1e-3)
    assert normed[2].tolist() == [0, 0, 0, 0]
    assert math.sqrt(767) == pytest.approx(27.7, abs=0.01)


def test_growth_by_ten_per_cent() -> None:
    assert pytest.approx(117, abs=0.5) == 1.1**50
    assert pytest.approx(0.005, abs=2e-4) == 0.9**50


def test_activations() -> None:
    x = torch.linspace(-8, 8, 1_600_001, dtype=torch.float64)
    gelu, silu = F.gelu(x), F.silu(x)
    difference = (F.gelu(x, approximate="tanh") - gelu).abs().max().item()
    assert 4.6e-4 < difference < 5e-4
    assert (x * torch.sigmoid(1.702 * x) - gelu).abs().max().item() == pytest.approx(0.02, abs=1e-3)
    plain_tanh = 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * x))
    assert (plain_tanh - gelu).abs().max().item() == pytest.approx(0.03, abs=5e-3)
    assert gelu.min().item() == pytest.approx(-0.1700, abs=1e-4)
    assert silu.min().item() == pytest.approx(-0.2785, abs=1e-4)
    assert x[silu.argmin()].item() == pytest.approx(-1.278, abs=1e-3)
    assert 1 / math.sqrt(2 * math.pi) == pytest.approx(0.399, abs=1e-3)
    assert 0.5 * 2 / math.pi == pytest.approx(0.318, abs=1e-3)


def test_where_eps_stands_matters_for_small_tokens() -> None:
    size, eps = 1e-2, 1e-5
    assert eps / size == pytest.approx(0.001)
    assert math.sqrt(size**2 + eps) / size - 1 == pytest.approx(0.05, abs=2e-3)
    assert math.sqrt(5 / 4) - 1 == pytest.approx(0.12, abs=2e-3)  # D − 1 for D, at D = 5


def test_a_gated_layer_of_equal_cost() -> None:
    assert 8 * 576 // 3 == 1536
    for d in (576, 768):
        assert 2 * d * 4 * d == 3 * d * (8 * d // 3)


def test_parameters_of_a_block_as_the_lecture_counts_them(blocks: dict[str, Any]) -> None:
    block = blocks["TransformerBlock"](48, 3, 192)
    count = {name: sum(p.numel() for p in part.parameters()) for name, part in block.named_children()}
    assert count["norm1"] + count["norm2"] == 192
    assert count["attention"] == 9_408
    assert count["feed_forward"] == 18_672
    assert sum(count.values()) == 28_272
    peri = blocks["TransformerBlock"](48, 3, 192, norm="peri")
    assert sum(p.numel() for p in peri.parameters()) == 28_272 + 192


def test_dropout_on_the_main_path_loses_nearly_everything() -> None:
    assert pytest.approx(0.99, abs=5e-3) == 1 - 0.9 ** (2 * 24)


def test_logits_of_variance_s2_cost_half_of_it() -> None:
    torch.manual_seed(0)
    for variance in (0.2, 0.8):
        logits = torch.randn(4000, 100) * math.sqrt(variance)
        loss = F.cross_entropy(logits, torch.randint(100, (4000,))).item()
        assert loss == pytest.approx(math.log(100) + variance / 2, abs=0.05)


# --- oracles ------------------------------------------------------------------------------------------------


def test_the_peri_oracle_is_the_finished_block() -> None:
    """The finished block is held against Gemma 2 in test_blocks."""
    exercise = load_exercises(LESSON)["TransformerBlock"]
    inputs = exercise.inputs(np.random.default_rng(0), B=2, T=4, mask="causal")
    found = exercise.oracle(**{k: np.asarray(v) if k == "mask" else v for k, v in inputs.items()})
    block = finished.TransformerBlock(*inputs["sizes"], norm="peri").double()
    block.load_state_dict({name: torch.as_tensor(value) for name, value in inputs["weights"].items()})
    y = block(torch.as_tensor(inputs["x"]), torch.as_tensor(inputs["mask"]))
    torch.testing.assert_close(y, found["peri"])


def test_the_answers_are_the_finished_layers(layers: dict[str, Any]) -> None:
    torch.manual_seed(0)
    x = torch.randn(2, 3, 8) * 2 + 1
    for name, sizes in [
        ("LayerNorm", (8,)),
        ("RMSNorm", (8,)),
        ("FeedForward", (8, 12)),
        ("SwiGLU", (8, 12)),
    ]:
        mine, theirs = layers[name](*sizes), getattr(finished_layers, name)(*sizes)
        theirs.load_state_dict(mine.state_dict())  # the same parameter names
        torch.testing.assert_close(mine(x), theirs(x))


@pytest.mark.parametrize("place", ["pre", "post", "peri"])
def test_the_answers_are_the_finished_blocks(blocks: dict[str, Any], place: str) -> None:
    torch.manual_seed(0)
    x = torch.randn(2, 5, 8)
    mine, theirs = (
        blocks["TransformerBlock"](8, 2, 12, norm=place),
        finished.TransformerBlock(8, 2, 12, place),
    )
    theirs.load_state_dict(mine.state_dict())
    torch.testing.assert_close(mine(x, blocks["causal_mask"](5)), theirs(x, is_causal=True))


def test_the_answers_are_the_finished_encoder_and_decoder(blocks: dict[str, Any]) -> None:
    torch.manual_seed(0)
    x, memory = torch.randn(2, 5, 8), torch.randn(2, 4, 8)
    keep = torch.tensor([[1, 1, 1, 0], [1, 1, 1, 1]]).bool()
    mine, theirs = blocks["EncoderBlock"](8, 2, 12), finished.EncoderBlock(8, 2, 12)
    theirs.load_state_dict(mine.state_dict())
    torch.testing.assert_close(mine(memory, keep), theirs(memory, keep))
    mine, theirs = blocks["DecoderBlock"](8, 2, 12), finished.DecoderBlock(8, 2, 12)
    theirs.load_state_dict(mine.state_dict())
    torch.testing.assert_close(mine(x, memory, keep), theirs(x, memory, keep))


def test_no_exercise_can_import_its_own_answer() -> None:
    from autograder.checks.forbidden import forbidden_uses

    exercises = load_exercises(LESSON)
    for name in ("LayerNorm", "RMSNorm", "FeedForward", "SwiGLU"):
        cell = f"from utils.blocks.layers import {name} as Theirs\n{name} = Theirs"
        assert forbidden_uses(cell, exercises[name].forbid), name
    for name in ("residual", "TransformerBlock", "EncoderBlock", "DecoderBlock"):
        cell = f"import utils.blocks.block as b\n{name} = b.{name}"
        assert forbidden_uses(cell, exercises[name].forbid), name
    for name, call in [("gelu", "F.gelu(x)"), ("silu", "F.silu(x)"), ("LayerNorm", "nn.LayerNorm(3)(x)")]:
        assert forbidden_uses(f"y = {call}", exercises[name].forbid), name


# --- what the figures show ----------------------------------------------------------------------------------


def test_figures_draw(layers: dict[str, Any]) -> None:
    import matplotlib.pyplot as plt

    torch.manual_seed(0)
    plots.epsilon(layers["LayerNorm"], values=[1e-12, 1e-5, 1e-3])
    plots.cloud(layers["LayerNorm"](3), layers["RMSNorm"](3), n_points=20)
    plots.activations({"GELU": layers["gelu"], "SiLU": layers["silu"]}, approximation=layers["gelu"])
    plots.influence(layers["FeedForward"](8, 16), d_model=8, n_tokens=3)
    plots.gate()
    plots.dropout(layers["dropout"], rates=[0.1, 0.5], n_draws=50)
    plots.neurons(torch.rand(2, 3, 9), [0, 4], {"a": "b c d e", "f": "g h i j"})
    drawing.block()
    drawing.placements()
    plots.who_reads_whom(finished.EncoderBlock(8, 2, 12), finished.DecoderBlock(8, 2, 12), d_model=8)
    seeds = torch.rand(3, 5)
    plots.growth_by_depth({"pre": seeds, "post": seeds}, predicted={"peri": torch.ones(5)})
    plots.gradients_by_depth({"pre": seeds, "none": seeds})
    plots.loss_by_depth({"a": seeds, "b": seeds}, [1, 2, 3, 4, 5], chance=0.5)
    plots.similarities({"a": torch.eye(3), "b": torch.rand(3, 3)}, ["x", "y", "z"])
    plots.trained_growth({"pre": torch.rand(5, 4), "post": torch.rand(3, 4)})
    assert len(plt.get_fignums()) >= 15
    plt.close("all")


@pytest.mark.parametrize(
    ("place", "on_the_branches", "on_the_main_path"),
    [("pre", 2, 0), ("post", 0, 2), ("peri", 4, 0), ("olmo2", 2, 0)],
)
def test_the_picture_of_a_block_has_its_norms_where_they_are(
    place: str, on_the_branches: int, on_the_main_path: int
) -> None:
    import matplotlib.pyplot as plt

    _, axes = plt.subplots()
    drawing.draw_block(axes, place)
    norms = [text.get_position()[0] for text in axes.texts if text.get_text() == "norm"]
    assert (norms.count(drawing.BRANCH), norms.count(0)) == (on_the_branches, on_the_main_path)
    assert [text.get_text() for text in axes.texts].count("+") == 2
    plt.close("all")


def test_stream_sizes_are_those_of_run_blocks(blocks: dict[str, Any]) -> None:
    torch.manual_seed(0)
    stack = nn.Sequential(*(blocks["TransformerBlock"](8, 2, 16) for _ in range(3)))
    x = torch.randn(1, 4, 8)
    sizes = measuring.stream_sizes(stack, list(stack), x)
    with torch.no_grad():
        _, whole = blocks["run_blocks"](x, list(stack), nn.Identity())
    assert sizes.shape == (4, 4) and torch.allclose(sizes.pow(2).mean(1).sqrt(), whole)


def test_without_a_final_norm_the_first_loss_grows_with_depth(blocks: dict[str, Any]) -> None:
    def first_loss(depth: int, final: nn.Module) -> float:
        torch.manual_seed(0)
        stack = nn.ModuleList(blocks["TransformerBlock"](32, 4, 128) for _ in range(depth))
        head = nn.Linear(32, 50)
        for p in [*stack.parameters(), *head.parameters()]:
            if p.ndim == 2:
                nn.init.xavier_uniform_(p)
        y, _ = blocks["run_blocks"](torch.randn(8, 16, 32), stack, final)
        return F.cross_entropy(head(y).flatten(0, 1), torch.randint(50, (128,))).item()

    chance = math.log(50)
    bare = [first_loss(depth, nn.Identity()) for depth in (2, 8, 24)]
    assert bare == sorted(bare) and bare[-1] > chance + 2
    assert all(first_loss(depth, nn.LayerNorm(32)) < chance + 0.8 for depth in (2, 8, 24))


def test_lessons_do_not_need_what_they_have_not_taught() -> None:
    """Sitting a imports no finished block; sitting b only attention."""
    for stem, allowed in [("03a_layers", set()), ("03b_blocks", {"utils.blocks.attention"})]:
        cells = [cell.source for cell in read_cells(LESSON / f"{stem}.py") if cell.kind == "code"]
        lines = {
            line.split()[1]
            for cell in cells
            for line in cell.splitlines()
            if line.strip().startswith("from utils.blocks")
        }
        assert lines <= allowed, stem


def test_the_find_the_error_moments_are_there() -> None:
    assert "Find the error" in text_of("03a_layers")
    assert "Find the error" in text_of("03b_blocks")


def test_the_last_gradient_falls_with_depth_in_pre_and_peri_but_not_in_post(blocks: dict[str, Any]) -> None:
    """Four times the blocks, half the gradient: the claim about 1/√depth."""

    def last_gradient(place: str, depth: int) -> float:
        found = []
        for seed in range(2):
            torch.manual_seed(seed)
            stack = nn.ModuleList(blocks["TransformerBlock"](48, 4, 192, norm=place) for _ in range(depth))
            head = nn.Linear(48, 50)
            for p in [*stack.parameters(), *head.parameters()]:
                if p.ndim == 2:
                    nn.init.xavier_uniform_(p)
            final = nn.Identity() if place == "post" else nn.LayerNorm(48)
            y, _ = blocks["run_blocks"](torch.randn(8, 16, 48), stack, final)
            F.cross_entropy(head(y).flatten(0, 1), torch.randint(50, (128,))).backward()
            found.append(stack[-1].feed_forward.down.weight.grad.norm().item())
        return sum(found) / len(found)

    ratio = {place: last_gradient(place, 32) / last_gradient(place, 8) for place in ("pre", "post", "peri")}
    assert 0.4 < ratio["pre"] < 0.65, ratio
    assert 0.4 < ratio["peri"] < 0.65, ratio
    assert 0.7 < ratio["post"] < 1.6, ratio


def test_a_small_variance_at_mean_300_needs_the_deviations() -> None:
    """The text's hint: float32 loses the variance in the mean of the squares."""
    x = torch.randn(200, 7, generator=torch.Generator().manual_seed(0)) + 300
    exact = x.double().var(-1, unbiased=False)
    by_squares = x.pow(2).mean(-1) - x.mean(-1).pow(2)
    assert (x.var(-1, unbiased=False) - exact).abs().max() < 1e-4
    assert (by_squares - exact).abs().max() > 5e-3
