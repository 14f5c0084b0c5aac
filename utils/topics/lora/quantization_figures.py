"""Figures: memory, levels and their errors, norm and direction, where to adapt."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator
from torch import Tensor

from utils.plots import steerable, style
from utils.topics.lora.adapter_figures import LINES, MARKS, WIDE, numbers, powers_of_two

CARDS = {"laptop GPU": 8, "gaming card": 24, "data centre": 80}


# --- memory ---------------------------------------------------------------------------------------------------------


def memory_by_size(
    names: Sequence[str],
    sizes: Sequence[float],
    gigabytes: Mapping[str, Sequence[float]],
    cards: Mapping[str, float] = CARDS,
) -> None:
    """Memory for training by the size of the model, a line for each way.

    names, sizes: of the models, sizes in billions of parameters; gigabytes: way → a number for each model, without
    activations; cards: what memory there is to be bought.
    """
    with style.figure(width=WIDE, height=3.8) as (_, axes):
        for card, size in cards.items():
            axes.axhline(size, color=style.GREY, linewidth=0.8)
            axes.annotate(
                f"{card}, {size:g} GB", (min(sizes), size), fontsize=8, va="bottom", color="#555555"
            )
        for (way, values), mark, line in zip(gigabytes.items(), MARKS, LINES):
            axes.plot(sizes, numbers(values), mark + line, label=way)
        axes.set(xscale="log", yscale="log", ylabel="memory, GB (10⁹ bytes), no activations")
        axes.set_xticks(sizes, [f"{name}\n{size:g}" for name, size in zip(names, sizes)], fontsize=8)
        axes.xaxis.set_minor_locator(NullLocator())
        axes.set_xlabel("parameters, billions")
        axes.legend()


def explore_memory(
    memory: Callable[[float, int, float], Mapping[str, float]],
    billions: float = 8.0,
    rank: int = 16,
    bits: float = 4.127,
    cards: Mapping[str, float] = CARDS,
) -> None:
    """What lies in memory while a model is trained, with sliders for its size, the rank and the bits of a weight.

    memory(billions, rank, bits): name → gigabytes, drawn in this order; rank 0 means that all weights are trained.
    """
    import ipywidgets as widgets

    options: Any = {"continuous_update": False}
    controls: list[Any] = [
        widgets.FloatLogSlider(
            billions,
            min=-1,
            max=np.log10(405),
            step=0.05,
            description="billions",
            readout_format=".2f",
            **options,
        ),
        widgets.IntSlider(rank, min=0, max=256, step=4, description="rank", **options),
        widgets.FloatSlider(
            bits, min=4, max=32, step=0.001, description="bits", readout_format=".3f", **options
        ),
    ]

    def picture() -> Any:
        return _memory_image(memory, cards, *(control.value for control in controls))

    steerable.show(controls, picture)


def _memory_image(
    memory: Callable, cards: Mapping[str, float], billions: float, rank: int, bits: float
) -> Any:
    parts = memory(billions, rank, bits)
    total = sum(parts.values())
    with style.figure(width=WIDE, height=2.4) as (figure, axes):
        left = 0.0
        for (name, size), colour, hatch in zip(
            parts.items(), style.CYCLE, ("", "//", "..", "xx", "\\\\", "oo")
        ):
            axes.barh(
                0, size, left=left, color=colour, label=f"{name} {size:.3g}", hatch=hatch, edgecolor="white"
            )
            left += size
        axes.set_xlim(0, max(1.05 * total, 1.15 * min(cards.values())))
        for card, size in cards.items():
            if size <= axes.get_xlim()[1]:
                axes.axvline(size, color="black", linewidth=1)
                axes.annotate(f" {card}, {size:g} GB", (size, 0.56), fontsize=8, annotation_clip=False)
        way = "all weights trained" if rank == 0 else f"rank {rank}"
        axes.set_title(
            f"{billions:.3g} billion parameters, {way}, {bits:g} bits per weight: {total:.3g} GB", pad=14
        )
        axes.set(xlabel="memory, GB (10⁹ bytes), no activations", ylim=(-0.55, 0.55))
        axes.set_yticks([])
        figure.legend(loc="outside lower center", ncols=len(parts), fontsize=8)
        return style.picture(figure)


# --- rounding -------------------------------------------------------------------------------------------------------


def levels(sets: Mapping[str, Tensor], weights: Tensor) -> None:
    """Where levels lie, under the weights that they are for.  sets: name → (16,); weights: scaled to −1 … 1."""
    with style.figure(width=WIDE, height=2.2 + 0.35 * len(sets)) as (_, axes):
        counts, *_ = axes.hist(numbers(weights).ravel(), bins=120, color="#BBBBBB", density=True)
        top = float(np.max(counts))
        ticks = []
        for i, (name, found) in enumerate(sets.items()):
            height = -(i + 1) * 0.16 * top
            axes.vlines(
                numbers(found), height - 0.05 * top, height + 0.05 * top, color=style.CYCLE[i], linewidth=2
            )
            ticks.append((height, name))
        axes.set_yticks([height for height, _ in ticks], [name for _, name in ticks])
        axes.set(xlabel="weight / largest of its block", ylim=(ticks[-1][0] - 0.12 * top, 1.05 * top))
        axes.grid(visible=False)


def rounding_errors(errors: Mapping[str, Mapping[str, float]]) -> None:
    """Relative errors as points, a line for each group.  errors: group → method → error (1 is 100 %)."""
    methods = list(dict.fromkeys(method for group in errors.values() for method in group))
    with style.figure(width=WIDE, height=1.0 + 0.4 * len(errors)) as (_, axes):
        for i, method in enumerate(methods):
            found = [(100 * group[method], y) for y, group in enumerate(errors.values()) if method in group]
            axes.plot(*zip(*found), MARKS[i], label=method, markersize=8)
        axes.set_yticks(range(len(errors)), list(errors))
        axes.set_ylim(len(errors) - 0.5, -0.5)
        axes.set(xlabel="root mean square error, % of the weights'")
        axes.set_xlim(left=0)
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))


def by_block(blocks: Sequence[int], errors: Mapping[str, Sequence[float]], bits: Sequence[float]) -> None:
    """Relative error by the size of a block (1 is 100 %); bits: what a weight costs, its scale included."""
    with style.figure(width=7.0, height=3.4) as (_, axes):
        for (name, values), mark in zip(errors.items(), MARKS):
            axes.plot(blocks, 100 * numbers(values), mark + "-", label=name)
        powers_of_two(axes, blocks)
        axes.set(xlabel="weights in a block", ylabel="root mean square error, %")
        axes.set_ylim(bottom=0)
        axes.legend(loc="lower right")
        top = axes.secondary_xaxis("top")
        top.set_xticks(list(blocks), [f"{value:.3g}" for value in bits], fontsize=8)
        top.xaxis.set_minor_locator(NullLocator())
        top.set_xlabel("bits per weight", fontsize=9)


def nats_after(values: Mapping[str, float]) -> None:
    """Nats a token of one text, after each way of rounding the weights."""
    with style.figure(width=WIDE, height=0.9 + 0.35 * len(values)) as (_, axes):
        axes.plot(list(values.values()), range(len(values)), "o", color=style.BLUE, markersize=8)
        for y, value in enumerate(values.values()):
            axes.annotate(f"{value:.3f}", (value, y), xytext=(8, 0), textcoords="offset points", va="center")
        _names(axes, list(values))
        if max(values.values()) > 3 * min(values.values()):
            axes.set_xscale("log")
            axes.xaxis.set_minor_formatter("{x:g}")
            axes.xaxis.set_major_formatter("{x:g}")
        axes.set(xlabel="nats per token")
        axes.margins(x=0.15)


# --- norm, direction, places ----------------------------------------------------------------------------------------


def norm_and_direction(points: Mapping[str, tuple[Tensor, Tensor]]) -> None:
    """How far rows turned and how much their lengths changed, a point for each matrix.

    points: way → (change of direction (n,), relative change of norms (n,)).
    """
    with style.figure(columns=len(points), width=WIDE, height=3.2) as (figure, _):
        for i, (axes, (name, found)) in enumerate(zip(figure.axes, points.items())):
            x, y = (1000 * numbers(values).ravel() for values in found)
            axes.plot(x, y, MARKS[i], color=style.CYCLE[i], markersize=5, alpha=0.6)
            slope, height = np.polyfit(x, y, 1)
            ends = np.array([x.min(), x.max()])
            axes.plot(ends, slope * ends + height, color="black", linewidth=1)
            axes.set_title(f"{name}: correlation {np.corrcoef(x, y)[0, 1]:.2f}", fontsize=10)
            axes.set(xlabel="1 − cosine, in thousandths")
        figure.axes[0].set_ylabel("change of length, in thousandths")


def where_to_adapt(
    names: Sequence[str],
    losses: Mapping[str, Sequence[float]],
    untuned: float,
    recorded: Collection[str] = (),
) -> None:
    """Held-out loss by place: each seed a point, their mean a bar.

    losses: name → a loss for each seed; recorded: names whose losses were measured before, on another machine.
    """
    with style.figure(width=WIDE, height=1.0 + 0.45 * len(names)) as (_, axes):
        for y, name in enumerate(names):
            values = numbers(losses[name])
            inside = "white" if name in recorded else style.BLUE
            axes.plot(values, [y] * len(values), "o", color=style.BLUE, markerfacecolor=inside, alpha=0.6)
            axes.vlines(values.mean(), y - 0.3, y + 0.3, color="black", linewidth=2, zorder=3)
        axes.axvline(untuned, color=style.GREY, linestyle=":")
        axes.annotate("untuned ", (untuned, -0.45), ha="right", va="center", fontsize=9, color="#555555")
        _names(axes, [f"{name}, recorded" if name in recorded else name for name in names])
        axes.set(xlabel="held-out loss, nats per token of the answer")


def _names(axes: Axes, names: Sequence[str]) -> None:
    """Names down the y axis, the first on top."""
    axes.set_yticks(range(len(names)), list(names))
    axes.set_ylim(len(names) - 0.4, -0.6)
