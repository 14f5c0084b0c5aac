"""The race of blocks: each change is one change, both ends are what they are called, and equal compute is equal."""

from __future__ import annotations

import json
import math
import statistics
from collections import Counter
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch.utils.flop_counter import FlopCounterMode

from utils.topics.llama import race
from utils.topics.llama.race import BLOCKS, SIZES, Block, Racer, Size

V = 11
TINY = Size(16, 2, 2, 2e9)


def tiny_text() -> tuple[Tensor, Tensor, int]:
    """A text with a rule: each number is the one before it plus 1 or 2."""
    steps = torch.randint(1, 3, (6000,), generator=torch.Generator().manual_seed(0))
    ids = steps.cumsum(0) % V
    return ids[:5000], ids[5000:], V


def drawn(B: int, T: int) -> Tensor:
    return torch.randint(V, (B, T), generator=torch.Generator().manual_seed(1))


def test_each_block_changes_one_thing() -> None:
    blocks = [asdict(block) for block in BLOCKS.values()]
    assert [sum(a[key] != b[key] for key in a) for a, b in pairwise(blocks)] == [1] * (len(blocks) - 1)
    first, last = blocks[0], blocks[-1]
    assert all(first[key] != last[key] for key in first), "from 2017 to today everything has changed"


def test_the_original_is_torchs_transformer() -> None:
    torch.manual_seed(0)
    model = Racer(BLOCKS["original"], TINY, V)
    for parameter in model.parameters():
        nn.init.normal_(parameter, std=0.3)
    other = nn.TransformerEncoder(
        nn.TransformerEncoderLayer(16, 2, 64, dropout=0.0, batch_first=True), 2, enable_nested_tensor=False
    )
    for theirs, ours in zip(other.layers, model.layers):
        weights = {
            "self_attn.in_proj_weight": ours.attention.qkv_proj.weight,
            "self_attn.in_proj_bias": ours.attention.qkv_proj.bias,
            "self_attn.out_proj.weight": ours.attention.out_proj.weight,
            "self_attn.out_proj.bias": ours.attention.out_proj.bias,
        }
        for number, name in enumerate(("up", "down"), start=1):
            weights[f"linear{number}.weight"] = getattr(ours.feed_forward, name).weight
            weights[f"linear{number}.bias"] = getattr(ours.feed_forward, name).bias
            weights[f"norm{number}.weight"] = getattr(ours, f"norm{number}").weight
            weights[f"norm{number}.bias"] = getattr(ours, f"norm{number}").bias
        theirs.load_state_dict(weights)
    ids = drawn(2, 9)
    angles = torch.arange(9)[:, None] / 10_000 ** (torch.arange(0, 16, 2) / 16)
    waves = torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)
    x = 4 * model.tokens.weight[ids] + waves
    mask = nn.Transformer.generate_square_subsequent_mask(9)
    expected = other(x, mask=mask, is_causal=True) @ model.tokens.weight.T
    torch.testing.assert_close(model(ids), expected, rtol=1e-4, atol=1e-4)


def test_the_modern_one_is_transformers_llama() -> None:
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    model = Racer(BLOCKS["modern"], TINY, V)
    for parameter in model.parameters():
        nn.init.normal_(parameter, std=0.3)
    sizes = dict(hidden_size=16, intermediate_size=42, num_hidden_layers=2, num_attention_heads=2)
    other = LlamaForCausalLM(LlamaConfig(vocab_size=V, tie_word_embeddings=True, rms_norm_eps=1e-5, **sizes))
    weights = {"model.embed_tokens.weight": model.tokens.weight, "model.norm.weight": model.norm.weight}
    weights["lm_head.weight"] = model.tokens.weight
    for number, layer in enumerate(model.layers):
        own = f"model.layers.{number}"
        for name, part in zip("qkv", layer.attention.qkv_proj.weight.chunk(3)):
            weights[f"{own}.self_attn.{name}_proj.weight"] = part
        weights[f"{own}.self_attn.o_proj.weight"] = layer.attention.out_proj.weight
        for name in ("gate", "up", "down"):
            weights[f"{own}.mlp.{name}_proj.weight"] = getattr(layer.feed_forward, name).weight
        weights[f"{own}.input_layernorm.weight"] = layer.norm1.weight
        weights[f"{own}.post_attention_layernorm.weight"] = layer.norm2.weight
    other.load_state_dict(weights)
    assert sum(p.numel() for p in model.parameters()) == sum(p.numel() for p in other.parameters())
    ids = drawn(2, 9)
    expected = other.eval()(inputs_embeds=4 * model.tokens.weight[ids]).logits
    torch.testing.assert_close(model(ids), expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("name", BLOCKS)
def test_every_block_looks_back_only_and_knows_positions(name: str) -> None:
    torch.manual_seed(0)
    model = Racer(BLOCKS[name], TINY, V)
    ids = drawn(2, 9)
    changed = ids.clone()
    changed[:, 5] = (changed[:, 5] + 1) % V
    before, after = model(ids), model(changed)
    torch.testing.assert_close(after[:, :5], before[:, :5])
    assert ((after - before)[:, 5:].abs().amax(-1) > 1e-4).all()
    swapped = ids[:, [1, 0, *range(2, 9)]]
    assert (model(swapped) - before)[:, 5:].abs().max() > 1e-4, "the order of earlier tokens counts"
    biased = [key for key, _ in model.named_parameters() if key.endswith("bias") and "norm" not in key]
    assert bool(biased) == BLOCKS[name].bias


@pytest.mark.parametrize("size", SIZES.values(), ids=list(SIZES))
def test_models_of_a_size_cost_the_same(size: Size) -> None:
    models = {name: Racer(block, size, 69) for name, block in BLOCKS.items()}
    weights = [sum(p.numel() for p in model.parameters() if p.ndim == 2) for model in models.values()]
    assert max(weights) / min(weights) < 1.006
    assert max(model.operations() for model in models.values()) < 1.006 * models["modern"].operations()


@pytest.mark.parametrize("name", ["original", "modern"])
def test_operations_are_those_that_torch_counts(name: str) -> None:
    model = Racer(BLOCKS[name], TINY, V)
    ids = drawn(3, 64)
    with FlopCounterMode(display=False) as counter, nn.attention.sdpa_kernel(nn.attention.SDPBackend.MATH):
        model(ids).sum().backward()
    assert model.operations() * ids.numel() == counter.get_total_flops()


def test_a_race_is_repeatable_and_its_figures_belong_together() -> None:
    rows = [race.race("modern", TINY, seed, 8e-3, given=tiny_text()) for seed in (1, 1, 2)]
    for row in rows:
        assert row.pop("seconds") > 0
    row = rows[0]
    assert row == rows[1] and row["loss"] != rows[2]["loss"]
    model = Racer(BLOCKS["modern"], TINY, V)
    assert row["compute"] == row["tokens"] * model.operations() and row["tokens"] == row["steps"] * 16 * 64
    assert abs(row["compute"] / TINY.compute - 1) < 0.5 / row["steps"]
    assert row["parameters"] == sum(p.numel() for p in model.parameters())
    assert row["bits_per_byte"] == pytest.approx(row["loss"] / math.log(2))
    assert math.log(2) < row["loss"] < 0.8 * math.log(V), (
        "it has learned something, and not more than there is"
    )
    computes, losses = zip(*row["curve"])
    assert computes[-1] == pytest.approx(row["compute"]) and len(computes) == 20
    assert list(computes) == sorted(computes) and losses[-1] < losses[0]


def test_a_run_that_fails_is_infinitely_bad() -> None:
    row = race.race("original", TINY, lr=1e30, given=tiny_text())
    assert row["loss"] == row["bits_per_byte"] == math.inf


# --- the whole race, with runs that cost nothing --------------------------------------------------------------------

BEST = {"original": 1e-3, "pre-norm": 8e-3, "RMSNorm": 8e-3, "SwiGLU": 32e-3, "RoPE": 16e-3, "modern": 4e-3}


@pytest.fixture
def raced(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """In the place of training: a loss that is lowest at a block's own rate, half of it at the large size."""
    calls: list[dict[str, Any]] = []

    def instead(name: str, size: Size, seed: int, lr: float, warm_up: float) -> dict[str, Any]:
        calls.append(dict(name=name, size=size, seed=seed, lr=lr, warm_up=warm_up))
        best = BEST[name] / (2 if size.d_model == 64 else 1)
        loss = 2 + abs(math.log2(lr / best)) / 10 + (0.01 if warm_up < 0.1 else 0) + seed / 1000
        run = dict(
            block=name, seed=seed, lr=lr, warm_up=warm_up, loss=loss, compute=size.compute, seconds=1.0
        )
        return run | {"curve": [(1.0, 2.0)]}

    monkeypatch.setattr(race, "race", instead)
    return calls


def test_each_block_gets_its_own_best_settings(raced: list[dict[str, Any]], tmp_path: Path) -> None:
    figures = race.whole(tmp_path / "book.json")
    for size, chosen in figures["chosen"].items():
        for name, best in BEST.items():
            assert chosen[name] == {"lr": best / (2 if size == "large" else 1), "warm_up": 0.2}
    assert len(figures["runs"]) == 6 * 3 * 3
    assert len({(run["block"], run["size"], run["seed"]) for run in figures["runs"]}) == 54
    for run in figures["runs"]:
        assert {key: run[key] for key in ("lr", "warm_up")} == figures["chosen"][run["size"]][run["block"]]
        assert run["compute"] == SIZES[run["size"]].compute
    assert {row["seed"] for row in figures["search"]} == {0}
    assert len(figures["search"]) + 54 == len(raced) == figures["seconds"]
    assert all("curve" not in row for row in figures["search"])


def test_an_interrupted_race_goes_on(
    raced: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, instead = tmp_path / "book.json", race.race

    def interrupted(**settings: Any) -> dict[str, Any]:
        if len(raced) == 30:
            raise KeyboardInterrupt
        return instead(**settings)

    with monkeypatch.context() as patch:
        patch.setattr(race, "race", interrupted)
        with pytest.raises(KeyboardInterrupt):
            race.whole(path)
    figures = race.whole(path)
    assert len(raced) == len(json.loads(path.read_text())), "no run was made twice"
    assert figures == race.whole(tmp_path / "other.json")


def test_the_table_has_means_and_spreads() -> None:
    runs = [dict(block="modern", size="small", loss=loss) for loss in (1.0, 2.0, 3.0)]
    runs.append(dict(block="original", size="small", loss=4.0))
    lines = race.table(runs).splitlines()
    assert lines[0].split() == ["nats", "a", "byte", "small"]
    assert lines[1].split() == ["modern", "2.0000", "±", "1.0000"]
    assert lines[2].split() == ["original", "4.0000"]


def test_six_digits_are_kept() -> None:
    assert race._rounded({"a": [1.23456789, (12345678.0, 3)], "b": "x"}) == {
        "a": [1.23457, [12345700.0, 3]],
        "b": "x",
    }


def test_a_small_race_uses_the_kept_settings(raced: list[dict[str, Any]]) -> None:
    settings = {"original": {"lr": 1.0, "warm_up": 0.5}, "modern": {"lr": 2.0, "warm_up": 0.25}}
    found: list[dict[str, Any]] = []

    def instead(name: str, size: Size, seed: int, lr: float, warm_up: float, device: str) -> dict[str, Any]:
        found.append(dict(name=name, lr=lr, warm_up=warm_up, compute=size.compute))
        return {}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(race, "race", instead)
        race.small(share=0.5, figures={"chosen": {"small": settings}})
    half = SIZES["small"].compute / 2
    assert found == [dict(name=name, compute=half, **settings[name]) for name in ("original", "modern")]


# --- the kept figures -----------------------------------------------------------------------------------------------


def test_the_kept_figures_are_of_this_race() -> None:
    figures = race.kept()
    assert figures["about"] == race.ABOUT
    assert (figures["context"], figures["batch"]) == (race.CONTEXT, race.BATCH)
    assert {name: Block(**block) for name, block in figures["blocks"].items()} == BLOCKS
    assert {name: Size(**size) for name, size in figures["sizes"].items()} == SIZES
    runs = figures["runs"]
    assert Counter((run["size"], run["block"]) for run in runs) == {(s, b): 3 for s in SIZES for b in BLOCKS}
    assert {run["seed"] for run in runs} == set(race.SEEDS) and race.SEARCH_SEED not in race.SEEDS
    for run in runs:
        assert run["compute"] == pytest.approx(SIZES[run["size"]].compute, rel=0.003), "equal compute"
        assert 1 < run["loss"] < math.log(69) and run["bits_per_byte"] == pytest.approx(
            run["loss"] / math.log(2), rel=1e-5
        )
        assert {"lr": run["lr"], "warm_up": run["warm_up"]} == figures["chosen"][run["size"]][run["block"]]
    for size, chosen in figures["chosen"].items():
        for name, settings in chosen.items():
            rows = [row for row in figures["search"] if (row["size"], row["block"]) == (size, name)]
            best = min(rows, key=lambda row: row["loss"])
            assert {"lr": best["lr"], "warm_up": best["warm_up"]} == settings
            rates = [row["lr"] for row in rows]
            assert min(rates) < best["lr"] < max(rates), "the best rate lies inside of what was tried"


def test_losses_fall_with_compute_and_modern_wins() -> None:
    means = {}
    for name in BLOCKS:
        compute, loss = race.of_block(name)
        assert compute.dtype == loss.dtype == torch.float64 and compute.shape == loss.shape == (9,)
        assert (compute.diff() > -0.01 * compute[:-1]).all(), "by size"
        means[name] = loss.view(3, 3).mean(dim=1)
        assert (means[name].diff() < 0).all()
    assert (means["modern"] < means["original"]).all()


@pytest.mark.slow
@pytest.mark.network
def test_a_kept_run_comes_out_again() -> None:
    """On another processor the last digits differ, and training enlarges that: within the spread of seeds."""
    kept = [run for run in race.kept()["runs"] if (run["size"], run["block"]) == ("small", "modern")]
    row = race.race("modern", SIZES["small"], kept[0]["seed"], kept[0]["lr"], kept[0]["warm_up"])
    assert row["steps"] == kept[0]["steps"] and row["compute"] == pytest.approx(kept[0]["compute"], rel=1e-5)
    assert abs(row["loss"] - kept[0]["loss"]) < 0.03
    assert statistics.stdev(run["loss"] for run in kept) < 0.03
