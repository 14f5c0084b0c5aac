"""Lesson 09, sitting b: the numbers of its text, its layers against PEFT, its rounding against bounds, its figures."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from statistics import NormalDist
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from references import randn, reference, text_of
from torch import Tensor, nn

from autograder.authoring import load_exercises
from utils.topics.lora import quantization_figures as plots

LESSON = Path(__file__).parents[3] / "source" / "09_lora"
PUBLISHED = [  # QLoRA, appendix E
    -1.0,
    -0.6961928009986877,
    -0.5250730514526367,
    -0.39491748809814453,
    -0.28444138169288635,
    -0.18477343022823334,
    -0.09105003625154495,
    0.0,
    0.07958029955625534,
    0.16093020141124725,
    0.24611230194568634,
    0.33791524171829224,
    0.44070982933044434,
    0.5626170039176941,
    0.7229568362236023,
    1.0,
]
INT4 = torch.cat([torch.arange(-7, 0) / 7, torch.arange(9) / 8])  # as in the notebook
LLAMA_65B = 65_285_660_672


@lru_cache
def solution() -> dict[str, Any]:
    """The names that the reference solution defines."""
    return reference("09b_four_bits")


@pytest.fixture(scope="module")
def b() -> dict[str, Any]:
    return solution()


@pytest.fixture(scope="module")
def text() -> str:
    """All prose of the notebook, on one line."""
    return text_of("09b_four_bits")


# --- levels -------------------------------------------------------------------------------------------------------


def test_the_levels_are_the_published_ones(b: dict[str, Any]) -> None:
    torch.testing.assert_close(b["nf_levels"](4), torch.tensor(PUBLISHED), atol=1e-6, rtol=0)


def test_both_sets_of_levels_have_a_zero(b: dict[str, Any]) -> None:
    for levels in (b["nf_levels"](4), INT4):
        assert len(levels) == 16 and (levels == 0).sum() == 1 and (levels < 0).sum() == 7
        codes, absmax = b["quantize_nf4"](torch.zeros(2, 64), levels)
        assert not absmax.any() and not levels[codes].any()


def test_the_offset_is_half_an_outermost_step_from_1(text: str) -> None:
    assert pytest.approx(0.9677083, abs=5e-8) == 1 - (1 / 30 + 1 / 32) / 2
    assert r"1 - \frac12\left(\frac1{30} + \frac1{32}\right)" in text


def test_the_rule_that_the_paper_prints_gives_other_levels(text: str) -> None:
    q = NormalDist().inv_cdf
    rule = [(q(i / 17) + q((i + 1) / 17)) / 2 for i in range(1, 16)]
    scaled = [value / rule[-1] for value in rule]
    assert np.allclose(scaled, [-value for value in reversed(scaled)]), "symmetric"
    assert round(scaled[-2], 2) == 0.77 and round(PUBLISHED[-2], 2) == 0.72
    assert "the second largest is .77 where the list has .72" in text


def test_levels_by_hand(b: dict[str, Any], text: str) -> None:
    found = b["nf_levels"](2, 0.9)
    q = NormalDist().inv_cdf
    torch.testing.assert_close(found, torch.tensor([-1.0, 0.0, q(0.7) / q(0.9), 1.0]))
    assert round(found[2].item(), 2) == 0.41 and "Q(.7)/Q(.9) = .41" in text


# --- rounding -----------------------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**31), block=st.sampled_from([2, 16, 64]), spread=st.floats(1e-6, 1e3))
def test_no_weight_moves_further_than_half_a_gap(seed: int, block: int, spread: float) -> None:
    b, levels = solution(), torch.tensor(PUBLISHED)
    w = spread * randn(8, 64, seed=seed)
    codes, absmax = b["quantize_nf4"](w, levels, block)
    back = b["dequantize_nf4"](codes, absmax, levels, block)
    bound = levels.diff().max() / 2 * absmax.repeat_interleave(block).reshape(w.shape)
    assert ((back - w).abs() <= bound * (1 + 1e-5)).all()
    again, largest = b["quantize_nf4"](back, levels, block)
    torch.testing.assert_close(largest, absmax)
    assert torch.equal(again, codes), "levels stay levels"


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**31), n=st.integers(1, 700))
def test_no_scale_moves_further_than_half_a_step(seed: int, n: int) -> None:
    absmax = randn(n, seed=seed).abs() + 0.1
    codes, steps, mean = solution()["double_quantize"](absmax)
    wide = steps.repeat_interleave(256)[:n]
    assert codes.dtype == torch.int8 and int(codes.long().abs().max()) <= 127
    assert ((codes * wide + mean - absmax).abs() <= wide * 0.501 + 1e-6).all()


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 15), min_size=2, max_size=40).filter(lambda codes: len(codes) % 2 == 0))
def test_bytes_give_back_their_codes(codes: list[int]) -> None:
    packed = solution()["pack_codes"](torch.tensor(codes))
    assert packed.dtype == torch.uint8 and len(packed) == len(codes) / 2
    assert solution()["unpack_codes"](packed).tolist() == codes


def test_packing_by_hand(b: dict[str, Any]) -> None:
    assert b["pack_codes"](torch.tensor([4, 7])).tolist() == [71] == [0x47]


def test_errors_of_normal_numbers(b: dict[str, Any], text: str) -> None:
    drawn, int4 = randn(512, 1024), INT4
    nf4 = b["nf_levels"](4)
    found = {
        (name, block): b["rounding_error"](drawn, levels, block)
        for name, levels in (("NF4", nf4), ("int4", int4))
        for block in (16, 64, drawn.numel())
    }
    assert round(found["NF4", 64], 3) == 0.092 and round(found["int4", 64], 3) == 0.101
    assert "the error is 9.2 % against 10.1 %" in text
    assert found["NF4", 16] > found["int4", 16]
    assert found["NF4", drawn.numel()] < found["int4", drawn.numel()] * 0.8


# --- layers against PEFT ------------------------------------------------------------------------------------------


def peft_twin(base: nn.Linear, weights: dict[str, Tensor], alpha: float, dora: bool) -> nn.Module:
    """PEFT's layer over a copy of the base, with these weights of the adapter."""
    peft = pytest.importorskip("peft")
    twin = nn.Linear(base.in_features, base.out_features, bias=base.bias is not None).to(base.weight.dtype)
    twin.load_state_dict(base.state_dict())
    config = peft.LoraConfig(
        r=len(weights["A"]), lora_alpha=alpha, target_modules=["0"], use_dora=dora, lora_dropout=0.0
    )
    model = peft.get_peft_model(nn.Sequential(twin), config)
    layer = model.base_model.model[0]
    with torch.no_grad():
        layer.lora_A["default"].weight.copy_(weights["A"])
        layer.lora_B["default"].weight.copy_(weights["B"])
        if dora:
            layer.lora_magnitude_vector["default"].weight.copy_(weights["m"])
    return layer


def adapter_weights(out: int, width: int, r: int) -> dict[str, Tensor]:
    return {"A": randn(r, width, seed=1), "B": randn(out, r, seed=2), "m": randn(out, seed=3).abs() + 0.5}


def gradients(layer: nn.Module, x: Tensor, gradient: Tensor, names: list[str]) -> dict[str, Tensor]:
    """The output, and the gradients of x and of these parameters."""
    x = x.clone().requires_grad_()
    y = layer(x)
    y.backward(gradient)
    parameters = dict(layer.named_parameters())
    found = {name: parameters[name].grad for name in names}
    return {"output": y.detach(), "x": x.grad, **found}  # type: ignore[dict-item]


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize(("out", "width"), [(7, 4), (4, 9)])
def test_dora_is_that_of_peft(b: dict[str, Any], out: int, width: int, bias: bool) -> None:
    torch.manual_seed(0)
    base, weights = nn.Linear(width, out, bias=bias), adapter_weights(out, width, 3)
    twin = peft_twin(base, weights, 5.0, dora=True)
    layer = b["DoRALinear"](base, 3, 5.0)
    torch.testing.assert_close(layer(randn(2, width)), base(randn(2, width)))
    for name, value in weights.items():
        getattr(layer, name).data.copy_(value)
    x, gradient = randn(2, 5, width, seed=4), randn(2, 5, out, seed=5)
    ours = gradients(layer, x, gradient, ["A", "B", "m"])
    names = {"A": "lora_A.default.weight", "B": "lora_B.default.weight"}
    names["m"] = "lora_magnitude_vector.default.weight"
    theirs = gradients(twin, x, gradient, list(names.values()))
    for name in ours:
        torch.testing.assert_close(ours[name], theirs[names.get(name, name)], atol=1e-5, rtol=1e-5)
    twin.merge()  # type: ignore[operator]
    torch.testing.assert_close(layer.acting(), twin.get_base_layer().weight, atol=1e-5, rtol=1e-5)  # type: ignore[operator]
    base.weight.data.copy_(layer.acting().detach())
    torch.testing.assert_close(base(x), twin(x), atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize(("out", "width"), [(6, 32), (64, 10)])
def test_qlora_is_lora_of_peft_over_the_restored_weight(b: dict[str, Any], out: int, width: int) -> None:
    torch.manual_seed(0)
    base, weights = nn.Linear(width, out), adapter_weights(out, width, 3)
    layer = b["to_four_bits"](base, 3, 5.0)
    codes = b["unpack_codes"](layer.packed).reshape(out, width)
    base.weight.data.copy_(b["dequantize_nf4"](codes, layer.absmax, layer.levels))
    twin = peft_twin(base, weights, 5.0, dora=False)
    layer.A.data.copy_(weights["A"])
    layer.B.data.copy_(weights["B"])
    x, gradient = randn(2, 5, width, seed=4), randn(2, 5, out, seed=5)
    ours = gradients(layer, x, gradient, ["A", "B"])
    names = {"A": "lora_A.default.weight", "B": "lora_B.default.weight"}
    theirs = gradients(twin, x, gradient, list(names.values()))
    for name in ours:
        torch.testing.assert_close(ours[name], theirs[names.get(name, name)], atol=1e-5, rtol=1e-5)


def test_oracles_agree_with_peft() -> None:
    """What decides the exercise, which has no PEFT in it, against the library."""
    exercise = load_exercises(LESSON)["DoRALinear"]
    case = exercise.inputs(np.random.default_rng(0), **exercise.cases[0])
    want = exercise.oracle(**case)
    t = {name: torch.tensor(case[name], dtype=torch.float64) for name in ("x", "gradient", "weight", "bias")}
    weights = {name: torch.tensor(value) for name, value in case["weights"].items()}
    base = nn.Linear(t["weight"].shape[1], t["weight"].shape[0]).double()
    base.weight.data, base.bias.data = t["weight"], t["bias"]
    twin = peft_twin(base, weights, case["alpha"], dora=True).double()
    names = {
        "grad_A": "lora_A.default.weight",
        "grad_B": "lora_B.default.weight",
        "grad_m": "lora_magnitude_vector.default.weight",
    }
    found = gradients(twin, t["x"], t["gradient"], list(names.values()))
    for name, theirs in {"output": "output", "grad_x": "x", **names}.items():
        np.testing.assert_allclose(found[theirs].numpy(), want[name], rtol=1e-5, atol=1e-5)


def test_the_gradient_through_the_norm_is_another(b: dict[str, Any]) -> None:
    torch.manual_seed(0)
    layer = b["DoRALinear"](nn.Linear(6, 5, bias=False), 2, 4.0)
    layer.B.data.copy_(randn(5, 2, seed=1))
    x = randn(3, 6, seed=2)
    layer(x).square().sum().backward()
    cut = layer.B.grad.clone()
    layer.B.grad = None
    adapted = layer.base.weight + 2 * layer.B @ layer.A
    (x @ ((layer.m / adapted.norm(dim=1))[:, None] * adapted).T).square().sum().backward()
    assert not torch.allclose(cut, layer.B.grad, rtol=1e-2)


# --- numbers of the text --------------------------------------------------------------------------------------------


def test_the_bill(b: dict[str, Any], text: str) -> None:
    bill, sizes = b["training_memory"], b["models"]
    assert sum(bill(0, LLAMA_65B, 16, 16).values()) == 12 * LLAMA_65B
    assert round(12 * LLAMA_65B / 1e9) == round(12 * 65.29) == 783 and "783 gigabytes" in text
    n, tables, shape = sizes["8B"]
    extra = b["adapter_size"](16, *shape)
    assert extra == 16 * 2_621_440 == 41_943_040
    totals = [sum(parts.values()) / 1e9 for parts in (bill(0, n, 16, 16), bill(n, extra, 16))]
    four_bits = sum(bill(n - tables, extra, 4.127).values()) / 1e9
    assert [*map(round, totals), round(four_bits + 2 * tables / 1e9, 1)] == [96, 17, 6.4]
    assert "96 gigabytes in full, 17 with LoRA, 6.4 with QLoRA" in text
    assert round(8 * tables / n) == 1 and round(3 * 2 * tables / 1e9 / 6.4) == 1
    assert "an eighth of the weights" in text and "a third of its QLoRA bill" in text


def test_bits_of_a_weight(text: str) -> None:
    bits = 4 + 8 / 64 + 32 / (64 * 256)
    assert round(bits, 3) == 4.127 and "4.127 bits, the odd number of section 1, instead of 4.5" in text
    assert round((4.5 - bits) * LLAMA_65B / 8e9, 2) == round((4.5 - bits) * 65.29 / 8, 2) == 3.04
    assert "On 65.29 billion weights that saves 3.04 gigabytes" in text
    assert round(LLAMA_65B / 2 / 8 / 1e9) == 4 and "that is 4 gigabytes" in text
    assert 576 * 576 / 64 == 5184 and 5184 % 256


def test_numbers_of_the_model_answer(b: dict[str, Any], text: str) -> None:
    n, tables, shape = b["models"]["70B"]
    assert round(2 * n / 1e9) == 141 and "take 141 GB" in text
    stored = 4.127 * (n - tables) / 8e9 + 2 * tables / 1e9
    assert round(stored, 1) == 39.5 and "39.5 GB" in text
    assert round(12 * n / 1e9) == 847 and "847 GB" in text
    extra = b["adapter_size"](16, *shape)
    assert round(extra / 1e6) == 207 and round(16 * extra / 1e9, 1) == 3.3
    assert "207 million numbers" in text and "3.3 GB" in text
    assert round(48 - stored - 16 * extra / 1e9) == 5 and "about 5 GB are left" in text


def test_ranks_of_equal_budgets(b: dict[str, Any]) -> None:
    q, kv, up, down = (576, 576), (192, 576), (1536, 576), (576, 1536)
    spots = {"q and v": [q, kv], "attention": [q, q, kv, kv], "MLP": [up, up, down]}
    ranks = {spot: b["rank_for_budget"](6 * shapes, 400_000) for spot, shapes in spots.items()}
    ranks["head"] = b["rank_for_budget"]([(49_152, 576)], 400_000)
    assert ranks == {"q and v": 34, "attention": 17, "MLP": 10, "head": 8}
    shapes = {spot: 6 * each for spot, each in spots.items()} | {"head": [(49_152, 576)]}
    numbers = [ranks[spot] * sum(map(sum, shapes[spot])) for spot in ranks]
    assert min(numbers) > 0.95 * max(numbers), "budgets that are nearly equal"


def test_a_loss_of_a_tenth_of_a_nat(text: str) -> None:
    assert round(math.exp(-0.1), 2) == 0.90 and "= .90 of the probability" in text
    assert round(math.log(49_152), 1) == 10.8 and "ln 49,152 = 10.8 nats" in text


# --- the real model -------------------------------------------------------------------------------------------------


@pytest.mark.network
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_head_is_the_worst_place(seed: int) -> None:
    """The sweep of section 10, which the notebook does with one seed: held-out loss by place."""
    from functools import partial

    from utils import instructions, smollm2
    from utils.blocks.adapters import inject
    from utils.topics.lora import adapting

    b = reference("09b_four_bits")
    b["smollm"], b["tokenizer"] = smollm2.load()
    b["adapting"], b["n_steps"] = adapting, 16
    described = instructions.load(["describe"])
    b["to_train"] = b["rows_of"](described["train"]["messages"][:96])
    b["to_test"] = b["rows_of"](described["test"]["messages"][:48])
    spots = {
        "head": (["lm_head"], 8),
        "q and v": (["q_proj", "v_proj"], 34),
        "attention": (["q_proj", "k_proj", "v_proj", "o_proj"], 17),
        "MLP": (["gate_proj", "up_proj", "down_proj"], 10),
    }
    losses = {}
    for spot, (names, r) in spots.items():
        losses[spot] = b["tune"](partial(inject, names=names, r=r, alpha=2 * r), 2e-3, seed)[1]
        print(seed, spot, losses[spot], flush=True)
    head = losses.pop("head")
    assert head > max(losses.values()) + 0.3
    assert max(losses.values()) - min(losses.values()) < 0.25


# --- figures --------------------------------------------------------------------------------------------------------


def test_figures_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("Agg")
    monkeypatch.setattr("matplotlib.pyplot.show", lambda *_, **__: None)
    plt.close("all")  # what other files of tests have left open
    int4 = INT4
    plots.memory_by_size(["a", "b"], [0.1, 8.0], {"full": [1.0, 96.0], "LoRA": [0.3, 17.0]})
    plots.levels({"NF4": torch.tensor(PUBLISHED), "int4": int4}, randn(500).clamp(-1, 1))
    plots.by_block([16, 64], {"NF4": [0.08, 0.09], "int4": [0.08, 0.1]}, [6.0, 4.5])
    plots.rounding_errors({"normal numbers": {"NF4": 0.092, "int4": 0.1}})
    plots.nats_after({"as loaded": 3.0, "NF4": 3.1, "one scale": 10.0})
    plots.norm_and_direction({"full": (randn(12), randn(12, seed=1)), "LoRA": (randn(12), randn(12, seed=2))})
    plots.where_to_adapt(["q and v", "head"], {"q and v": [2.4], "head": [2.6, 2.7]}, 3.7, ["head"])
    for number in plt.get_fignums():
        assert plt.figure(number).get_size_inches()[0] * 110 < 901, "wider than a notebook's column"
    plt.close("all")
