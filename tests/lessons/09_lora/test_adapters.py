"""Adapters of `utils.blocks` against PEFT, their benchmark, and the figures of lesson 09."""

from __future__ import annotations

import copy
import json
from typing import Any

import matplotlib.pyplot as plt
import peft
import pytest
import torch
from torch import Tensor, nn

from benchmarks import adapters as benchmark
from utils.blocks.adapters import DoRALinear, LoRALinear, NF4Linear, inject, nf4_levels, qlora_linear
from utils.plots import steerable, style
from utils.topics.lora import adapter_figures as plots
from utils.topics.lora import quantization_figures

PUBLISHED = [  # bitsandbytes, functional.py, and appendix E of the paper
    -1.0, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453, -0.28444138169288635,
    -0.18477343022823334, -0.09105003625154495, 0.0, 0.07958029955625534, 0.16093020141124725,
    0.24611230194568634, 0.33791524171829224, 0.44070982933044434, 0.5626170039176941, 0.7229568362236023, 1.0,
]  # fmt: skip


# --- against PEFT ---------------------------------------------------------------------------------------------------


def pair(r: int = 3, alpha: float = 5.0, bias: bool = True, **options: Any) -> tuple[LoRALinear, Any]:
    """Ours and PEFT's adapter of one layer that is not square, with the same A, B (and m)."""
    torch.manual_seed(0)
    layer = nn.Linear(7, 11, bias=bias).double()
    dora = options.get("use_dora", False)
    kind = DoRALinear if dora else LoRALinear
    ours = kind(copy.deepcopy(layer), r, alpha, options.get("use_rslora", False))
    config = peft.LoraConfig(r=r, lora_alpha=alpha, target_modules=["0"], lora_dropout=0.0, **options)  # type: ignore[arg-type]
    theirs: Any = peft.get_peft_model(nn.Sequential(copy.deepcopy(layer)), config).base_model.model[0]  # type: ignore[index, union-attr]
    theirs.double()
    with torch.no_grad():
        ours.A.normal_()
        ours.B.normal_()
        theirs.lora_A["default"].weight.copy_(ours.A)
        theirs.lora_B["default"].weight.copy_(ours.B)
        if dora:
            ours.m.mul_(torch.rand_like(ours.m) + 0.5)
            theirs.lora_magnitude_vector["default"].weight.copy_(ours.m)
    return ours, theirs


KINDS = {"LoRA": {}, "rsLoRA": {"use_rslora": True}, "DoRA": {"use_dora": True}}


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("kind", KINDS)
def test_outputs_and_gradients_are_peft_s(kind: str, bias: bool) -> None:
    ours, theirs = pair(bias=bias, **KINDS[kind])
    x = torch.randn(2, 5, 7, dtype=torch.float64)
    found = []
    for layer in (ours, theirs):
        own = x.clone().requires_grad_()
        out = layer(own)
        out.sin().sum().backward()
        found.append((out.detach(), own.grad))
    A, B = theirs.lora_A["default"].weight.grad, theirs.lora_B["default"].weight.grad
    for mine, other in [*zip(*found), (ours.A.grad, A), (ours.B.grad, B)]:
        assert torch.allclose(mine, other, atol=1e-9)  # type: ignore[arg-type]
    if isinstance(ours, DoRALinear):
        assert torch.allclose(ours.m.grad, theirs.lora_magnitude_vector["default"].weight.grad)  # type: ignore[arg-type]
    assert ours.base.weight.grad is None


@pytest.mark.parametrize("kind", KINDS)
def test_merged_weights_are_peft_s_and_merging_twice_is_merging_once(kind: str) -> None:
    ours, theirs = pair(**KINDS[kind])
    x = torch.randn(4, 7, dtype=torch.float64)
    before, weight = ours(x), ours.base.weight.clone()
    for _ in range(2):
        ours.merge()
        assert torch.allclose(ours(x), before, atol=1e-12)
    theirs.merge()
    assert torch.allclose(ours.base.weight, theirs.base_layer.weight, atol=1e-7)
    for _ in range(2):
        ours.unmerge()
        assert torch.allclose(ours.base.weight, weight, atol=1e-12)
    assert torch.allclose(ours(x), before, atol=1e-12)


@pytest.mark.parametrize("kind", [LoRALinear, DoRALinear])
def test_a_fresh_adapter_changes_nothing_and_freezes_its_base(kind: type[LoRALinear]) -> None:
    layer = nn.Linear(6, 4)
    x = torch.randn(3, 6)
    expected = layer(x)
    fresh = kind(layer, 2, 4)
    assert torch.allclose(fresh(x), expected, atol=1e-6)
    assert fresh.A.abs().min() > 0 and not fresh.B.any()
    names = {name for name, p in fresh.named_parameters() if p.requires_grad}
    assert names == ({"A", "B", "m"} if kind is DoRALinear else {"A", "B"})


def test_a_dora_s_lengths_are_those_of_the_changed_rows() -> None:
    ours, _ = pair(use_dora=True)
    assert isinstance(ours, DoRALinear)
    changed = ours.base.weight + ours.scale * ours.B @ ours.A
    assert torch.allclose(ours.lengths(), changed.norm(dim=1), atol=1e-10)


def test_inject_adapts_layers_by_their_last_name() -> None:
    model = nn.ModuleDict(
        {"a": nn.ModuleDict({"q": nn.Linear(4, 4), "qq": nn.Linear(4, 4)}), "q": nn.Linear(4, 2)}
    )
    assert inject(model, ["q"], 2, 4) == ["a.q", "q"]
    trained = {name for name, p in model.named_parameters() if p.requires_grad}
    assert trained == {"a.q.A", "a.q.B", "q.A", "q.B"}
    assert type(model["a"]["qq"]) is nn.Linear  # type: ignore[index]


# --- four bits ------------------------------------------------------------------------------------------------------


def test_levels_are_the_published_ones() -> None:
    assert torch.allclose(nf4_levels(), torch.tensor(PUBLISHED), atol=1e-6)


def by_hand(weight: Tensor) -> Tensor:
    """Blocks of 64, each divided by its largest, every number moved to the nearest level; scales not rounded."""
    levels = torch.tensor(PUBLISHED, dtype=torch.float64)
    found = []
    for block in weight.double().flatten().split(64):
        largest = block.abs().max()
        nearest = (block[:, None] / largest - levels).abs().argmin(1)
        found.append(levels[nearest] * largest)
    return torch.cat(found).view(weight.shape)


@pytest.mark.parametrize(("rows", "columns"), [(10, 32), (7, 13), (300, 64)])
def test_weights_come_back_as_near_as_they_should(rows: int, columns: int) -> None:
    torch.manual_seed(0)
    layer = nn.Linear(columns, rows)
    quantised = NF4Linear(layer)
    assert quantised.weight.shape == (rows, columns)
    blocks = layer.weight.detach().flatten().split(64)
    largest = torch.cat([block.abs().max().expand(len(block)) for block in blocks]).view(rows, columns)
    rounded_scales = (quantised.weight - by_hand(layer.weight)).abs() / largest
    assert rounded_scales.max() < 0.02, "a scale in eight bits is off by less than 2 %"
    assert ((quantised.weight - layer.weight).abs() / largest).max() < 0.152 + 0.02, "half the widest gap"


def test_four_bits_and_an_eighth_is_what_a_weight_takes() -> None:
    layer = NF4Linear(nn.Linear(1024, 1024, bias=False))
    bits = 8 * sum(layer.state_dict()[name].nbytes for name in layer.state_dict()) / 1024**2
    assert bits == pytest.approx(4 + 8 / 64 + 32 / (64 * 256), abs=1e-3)


def test_the_forgetful_pass_is_the_plain_one() -> None:
    torch.manual_seed(0)
    layer = qlora_linear(nn.Linear(12, 8), 2, 4)
    x = torch.randn(3, 5, 12, requires_grad=True)
    out = layer(x)
    out.sin().sum().backward()
    own = x.detach().clone().requires_grad_()
    plain = own @ layer.base.weight.T + layer.base.bias + layer.scale * own @ layer.A.T @ layer.B.T
    plain.sin().sum().backward()
    assert torch.allclose(out, plain, atol=1e-6) and torch.allclose(x.grad, own.grad, atol=1e-6)  # type: ignore[arg-type]
    assert {name for name, p in layer.named_parameters() if p.requires_grad} == {"A", "B"}


def test_no_weight_is_kept_for_the_backward_pass() -> None:
    saved: list[int] = []
    layer = qlora_linear(nn.Linear(64, 96), 2, 4)
    with torch.autograd.graph.saved_tensors_hooks(lambda t: (saved.append(t.numel()), t)[1], lambda t: t):
        layer(torch.randn(3, 64, requires_grad=True))
    assert saved and max(saved) < 64 * 96


# --- the benchmark --------------------------------------------------------------------------------------------------


def test_both_sides_do_the_same_work() -> None:
    model = benchmark.llama(layers=1, vocabulary=30, width=36, heads=6)
    found = benchmark.measure(model, batch=2, tokens=8, rounds=2, device="cpu")
    assert found.keys() == {"LoRA", "DoRA", "QLoRA"}
    for way, rows in found.items():
        assert rows["ours"]["trained parameters"] == rows["PEFT"]["trained parameters"] > 0
        assert all(row["seconds"] > 0 and row["peak memory, MB"] > 0 for row in rows.values()), way
    json.dumps(found)


def test_another_scale_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    class Louder(LoRALinear):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            self.scale *= 200

    monkeypatch.setitem(benchmark.OURS, "LoRA", Louder)
    model = benchmark.llama(layers=1, vocabulary=30, width=36, heads=6)
    with pytest.raises(RuntimeError, match="do not compute the same loss in step 0"):
        benchmark.measure(model, batch=2, tokens=8, rounds=1, device="cpu")


def test_memory_is_counted_at_its_peak() -> None:
    def work() -> None:
        for _ in range(3):
            large = torch.ones(1_000_000)
            del large
        torch.ones(100_000)

    assert benchmark.extra_memory(work, "cpu") == pytest.approx(4_000_000, rel=0.01)


@pytest.mark.slow
def test_ours_are_not_larger() -> None:
    rows = benchmark.measure(benchmark.llama(2, 512), batch=2, tokens=64, rounds=1, device="cpu")
    for way, row in rows.items():
        assert row["ours"]["peak memory, MB"] <= 1.005 * row["PEFT"]["peak memory, MB"], way


# --- figures --------------------------------------------------------------------------------------------------------


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Figures that were shown, and whatever a steerable figure displays."""
    found: list[Any] = []

    class Handle:
        def update(self, picture: Any) -> None:
            found.append(picture)

    def display(thing: Any, **_: Any) -> Handle:
        found.append(thing)
        return Handle()

    monkeypatch.setattr(plt, "show", lambda *_, **__: found.append(plt.gcf()) if plt.get_fignums() else None)
    monkeypatch.setattr("IPython.display.display", display)
    yield found  # type: ignore[misc]
    plt.close("all")


def labelled(figure: Any) -> bool:
    """Whether every axis of the figure says what it shows, within 900 pixels."""
    narrow = figure.get_size_inches()[0] * figure.dpi <= 900
    return narrow and all(
        axes.get_xlabel() or axes.get_ylabel() or axes.get_yticklabels() for axes in figure.axes
    )


def test_figures_of_the_first_sitting(shown: list[Any]) -> None:
    values = {"words": [3, 4], "f1": [0.1, 0.2], "cosine": torch.tensor([0.5, 0.6])}
    plots.measured(values, values, people=5.5)
    plots.starts({"B zero": [1, 0.1], "both zero": [1, 1]})
    plots.scales([1, 2, 4], {"α/r": [1, 2, 3], "α/√r": [1, 1, 1]})
    plots.ranks({1: [2.0, 2.1], 4: [1.9, 1.8]}, full=1.7, untuned=3.0, parameters={1: 900, 4: 3_600_000})
    plots.ranks({1: [2.0], 4: [1.9]}, full=1.7, untuned=3.0, recorded=[1])
    plots.kept([1, 2, 4], [3, 2, 1.8], full=1.7, untuned=3.0)
    plots.spectra({"change": torch.tensor([3.0, 1.0, 0.0]), "LoRA": [2, 1]})
    plots.prompt_weights({0: (2.0, 3.0), 0.1: (2.0, 2.5)})
    assert len(shown) == 8 and all(map(labelled, shown))


def test_figures_of_the_second_sitting(shown: list[Any]) -> None:
    quantization_figures.memory_by_size(["a", "b"], [0.1, 8], {"full": [1.6, 128], "LoRA": [0.4, 32]})
    quantization_figures.levels({"NF4": nf4_levels(), "int4": torch.linspace(-1, 1, 16)}, torch.randn(500))
    quantization_figures.rounding_errors({"real": {"NF4": 0.09, "int4": 0.12}, "normal": {"NF4": 0.1}})
    quantization_figures.by_block([16, 64], {"NF4": [0.08, 0.1]}, bits=[6, 4.5])
    quantization_figures.nats_after({"as loaded": 3.0, "int4, one scale": 11.0})
    quantization_figures.norm_and_direction(
        {"full": (torch.rand(5), torch.rand(5)), "LoRA": (torch.rand(5), torch.rand(5))}
    )
    quantization_figures.where_to_adapt(
        ["q and v", "head"], {"head": [2.0], "q and v": [1.9, 2.1]}, untuned=3.0
    )
    assert len(shown) == 7 and all(map(labelled, shown))


def test_a_rank_has_its_figure() -> None:
    asked = []

    def cut(delta: Tensor, r: int) -> Tensor:
        asked.append(r)
        return delta

    with style.collected() as pictures:
        plots.rank(torch.eye(40, 30), cut, 3)
    assert asked == [3] and "r = 3 keeps 10% of the squares" in pictures[0].alt


def test_memory_can_be_moved(shown: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    controls, asked = steered(monkeypatch), []

    def memory(billions: float, rank: int, bits: float) -> dict[str, float]:
        asked.append((billions, rank, bits))
        return {"weights": billions * bits / 8, "adapters": 0.02 * rank}

    quantization_figures.explore_memory(memory, billions=8.0, rank=16, bits=4.0)
    controls[1].value = 0
    assert asked == [(8.0, 16, 4.0), (8.0, 0, 4.0)]
    assert sum(isinstance(thing, style.Picture) for thing in shown) == 2


def steered(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The sliders that a figure is given."""
    controls: list[Any] = []
    show = steerable.show

    def keep(chosen: Any, picture: Any) -> None:
        controls.extend(chosen)
        show(chosen, picture)

    monkeypatch.setattr(steerable, "show", keep)
    return controls


def test_chats_and_answers_are_escaped() -> None:
    html = plots.chat_tokens(["<|im_end|>", "\n", "a b"], [1, 0, 0.5]).data
    assert "&lt;|im_end|&gt;" in html and "<|" not in html.replace('title="', "") and html.count("<span") == 3
    assert html.count("border-bottom") == 1 and "⏎" in html and "weight 0.5" in html
    with pytest.raises(ValueError):
        plots.chat_tokens(["a"], [1, 2])
    table = plots.before_after([("Ant", "insect", "<b>bold</b>", "x")]).data
    assert "&lt;b&gt;bold" in table and table.count("<td") == 4
