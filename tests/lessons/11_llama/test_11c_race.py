"""Lesson 11, sitting c: the numbers of its text, its oracles against one another, its figures."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch
from references import reference, text_of

from autograder.authoring import load_exercises
from utils.blocks.gpt import GPT, GPTConfig
from utils.topics.llama import expert_figures as plots
from utils.topics.llama import llama_figures, race

LESSON = Path(__file__).parents[3] / "source" / "11_llama"
NOTEBOOK = LESSON / "11c_race.py"
FAMILY = {"8B": (4096, 32, 32, 14336), "70B": (8192, 80, 64, 28672), "405B": (16384, 126, 128, 53248)}


@lru_cache
def solution() -> dict[str, Any]:
    """The names that the reference solution defines."""
    return reference(NOTEBOOK.stem)


@pytest.fixture(scope="module")
def c() -> dict[str, Any]:
    return solution()


@pytest.fixture(scope="module")
def text() -> str:
    """All prose of the notebook, on one line."""
    return text_of(NOTEBOOK.stem)


# --- sizes --------------------------------------------------------------------------------------------------------


def config_of(name: str) -> dict[str, Any]:
    D, L, H, hidden = FAMILY[name]
    return dict(
        vocab_size=128_256, d_model=D, n_layers=L, n_heads=H, n_kv_heads=8, d_hidden=hidden, tied=False
    )


def test_sizes_of_published_models(c: dict[str, Any], text: str) -> None:
    published = {"8B": 8_030_261_248, "70B": 70_553_706_496, "405B": 405_853_388_800}
    for name, n in published.items():
        assert c["model_size"](config_of(name), 16) == (n, 2 * n)
    n, size = c["model_size"](config_of("405B"), 16)
    assert "405,853,388,800" in text and round(size / 1e9, 1) == 811.7 and round(size / 2**30, 1) == 756.0
    small = dict(
        vocab_size=49_152, d_model=576, n_layers=30, n_heads=9, n_kv_heads=3, d_hidden=1536, tied=True
    )
    assert c["model_size"](small, 16)[0] == 134_515_008


def test_errors_of_the_lecture(text: str) -> None:
    assert 128_256 * 16_384 == 2_101_346_304 and "2,101,346,304" in text
    assert 3 * 16_384 * 53_248 == 2_617_245_696 and "2,617,245,696" in text
    three_norms = 405_853_388_800 + 126 * 16_384
    assert three_norms == 405_855_453_184 and "405,855,453,184" in text
    assert 405_855_453_248 - three_norms == 64 and "64 too high" in text


def test_a_cut_is_the_best_of_all(c: dict[str, Any]) -> None:
    exercise = load_exercises(LESSON)["split_layers"]
    for seed, case in enumerate(exercise.cases):
        inputs = exercise.inputs(np.random.default_rng(seed), **case)
        best = exercise.oracle(**inputs)["the fullest machine"]
        split = c["split_layers"](inputs["parts"], inputs["memory"])
        shares = [sum(inputs["parts"][s:e]) / m for (s, e), m in zip(split, inputs["memory"])]
        assert max(shares) == pytest.approx(best)
        with pytest.raises(ValueError, match="does not fit"):
            c["split_layers"](inputs["parts"], inputs["tight"])


def test_what_crosses_a_cable(text: str) -> None:
    assert 2 * 16_384 == 32_768 and pytest.approx(0.262, abs=1e-3) == 32_768 * 8 / 1e9 * 1e3
    assert "takes a quarter of a millisecond" in text


# --- compute ------------------------------------------------------------------------------------------------------


def test_operations_are_those_of_lesson_04(c: dict[str, Any]) -> None:
    model = GPT(GPTConfig(vocab_size=70, context=50, d_model=32, n_heads=4, n_layers=3))
    ours = c["compute_per_token"](V=70, D=32, L=3, H=4, H_kv=4, F=128, T=50, gated=False)
    assert ours == model.flops_per_token()


def test_a_line_that_is_moved_gives_the_factor_it_was_moved_by(c: dict[str, Any]) -> None:
    compute = 10 ** torch.tensor([12.0, 12.5, 13.5])
    original = 8 - 0.5 * compute.log10()
    modern = 8 - 0.5 * (4 * compute).log10()
    for at in (1e11, 3e13):
        assert c["times_compute"](compute, original, modern, at) == pytest.approx(4, rel=1e-4)


def test_numbers_of_the_race(c: dict[str, Any], text: str) -> None:
    compute, original = race.of_block("original")
    loss = {name: race.of_block(name)[1] for name in race.BLOCKS}
    means = {name: values.view(3, 3).mean(dim=1) for name, values in loss.items()}  # (sizes,)
    steps = {new: means[old] - means[new] for old, new in pairwise(race.BLOCKS)}
    for name, written in {
        "pre-norm": "brings .045 nats",
        "SwiGLU": "the gate .060",
        "RoPE": "RoPE .077",
    }.items():
        assert f"{steps[name][2]:.3f}"[1:] == re.sub(r"[^.\d]", "", written) and written in text
    assert f"{steps['RoPE'][0]:.3f}" == "0.149" and "RoPE alone brings .149" in text
    noise = max(values.view(3, 3).std(dim=1).max().item() for values in loss.values())
    assert abs(steps["RMSNorm"][2]) < noise and abs(steps["modern"][2]) < noise
    assert f"{-steps['modern'][1]:.3f}" == "0.047" and "leaving out biases costs .047" in text
    at = compute.max().item()
    assert (
        f"{c['times_compute'](compute, original, loss['modern'], at):.1f}" == "7.6"
        and "give 7.6 times the compute" in text
    )
    assert (
        f"{c['times_compute'](compute, original, loss['RoPE'], at):.1f}" == "9.4"
        and "a factor of 9.4" in text
    )
    x = compute.log10()
    z = x - x.mean()
    slope = (z * loss["modern"]).sum() / z.square().sum()
    miss = (loss["modern"] - loss["modern"].mean() - slope * z).view(3, 3).mean(dim=1)
    assert f"{miss[1]:.3f}" == "0.036" and "misses its own line by .036 nats" in text
    assert miss[1] > 2 * loss["modern"].view(3, 3).std(dim=1)[1] and "twice what seeds differ" in text
    chosen = race.kept()["chosen"]
    assert [chosen[size]["original"]["lr"] for size in race.SIZES] == [0.016, 0.008, 0.004]
    assert all(chosen["large"][name]["lr"] == 0.016 for name in race.BLOCKS if name != "original")
    assert sum(chosen["medium"][name]["lr"] == 0.016 for name in race.BLOCKS) == 3, "three of the five stay"
    assert chosen["small"]["RoPE"]["lr"] == 0.016
    assert f"{means['modern'][0]:.3f} {means['original'][2]:.3f}" == "1.948 1.958"
    assert (
        "the small modern model has 1.948 nats, the large original with ten times the compute 1.958" in text
    )
    assert compute[-1] / compute[0] == pytest.approx(10, rel=0.01)
    largest = max(run["parameters"] for run in race.kept()["runs"])
    assert 1.9e5 < largest < 2.1e5 and "Two hundred thousand parameters" in text
    old = loss["original"]
    back = (old * z).sum() / z.square().sum()
    reached = [x.mean() + (mean - old.mean()) / back for mean in means["modern"]]
    factors = [10 ** (there - x[3 * n]).item() for n, there in enumerate(reached)]
    assert [f"{factor:.1f}" for factor in factors] == ["11.8", "5.3", "9.6"] and "11.8, 5.3 and 9.6" in text
    took = {
        name: sum(
            run["seconds"] for run in race.kept()["runs"] if (run["block"], run["size"]) == (name, "large")
        )
        for name in race.BLOCKS
    }
    assert round(100 * (took["modern"] / took["original"] - 1)) == 28
    assert round(100 * (took["SwiGLU"] / took["RMSNorm"] - 1)) == 27 and round(took["SwiGLU"]) == 89
    assert [round(took[name]) for name in ("pre-norm", "RMSNorm", "original", "modern")] == [67, 70, 69, 88]
    assert (
        "three runs took 70 s instead of 67 s" in text
        and "took 88 s for its three runs, 28 % more than the 69 s of the original" in text
    )


# --- figures --------------------------------------------------------------------------------------------------------


def test_figures_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("agg")
    monkeypatch.setattr(plt, "show", lambda: None)
    llama_figures.sizes({"8B": {"16 bits": 16e9, "4 bits": 5e9}, "70B": {"16 bits": 141e9, "4 bits": 44e9}})
    llama_figures.machines([2e9, 1e9, 1e9, 1e9, 2e9], [(0, 2), (2, 5)], [4e9, 5e9])
    plots.own_parts([{"version": name, "bits_per_byte": x} for name in "ab" for x in (2.0, 2.1)])
    plots.curves({"original": [(1e10, 3.0), (2e10, 2.5)], "modern": [(1e10, 2.9), (2e10, 2.4)]})
    runs = [
        {"block": block, "size": size, "compute": compute, "loss": 2.0 + seed / 10}
        for block in ("original", "pre-norm", "modern")
        for size, compute in (("small", 1e11), ("large", 1e12))
        for seed in range(2)
    ]
    plots.race(runs)
    plots.factors(torch.rand(50) + 1, 1.5)
    figures = [plt.figure(number) for number in plt.get_fignums()]
    assert len(figures) == 6
    assert all(figure.get_size_inches()[0] * 110 <= 900 for figure in figures)
    assert all(axes.get_xlabel() for figure in figures for axes in figure.axes if axes.get_title())
    plt.close("all")
