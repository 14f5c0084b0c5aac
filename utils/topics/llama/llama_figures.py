"""Figures: weights on their levels, what mistakes cost, sizes, machines.

Functions get numbers that the lesson measured or computed and draw them; none of them runs a model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from torch import Tensor

from utils.plots import style


def levels(blocks: Tensor) -> None:
    """The weights of some blocks, each block on the 16 levels between its smallest and its largest.

    blocks: (n, 32), n small.
    """
    with style.figure(width=8, height=2.8) as (_, axes):
        for number, block in enumerate(blocks.cpu()):
            start, low = 32 * number, float(block.min())
            distinct = block.unique()
            step = float(distinct.diff().min()) if len(distinct) > 1 else 0.0
            for level in range(16):
                axes.plot(
                    [start - 0.5, start + 31.5], [low + level * step] * 2, color="#E0E0E0", linewidth=0.8
                )
            axes.plot(range(start, start + 32), block, "o", markersize=3, color=style.CYCLE[number])
        axes.grid(visible=False)
        axes.set(title="Each block has levels of its own", xlabel="weight", ylabel="value")


def damage(losses: Mapping[str, float]) -> None:
    """The loss of a model as it should be, and with one mistake each.  losses: name → nats per token."""
    with style.figure(width=7, height=2.2) as (_, axes):
        names, first = list(losses), next(iter(losses.values()))
        colours = [style.GREEN, *[style.RED] * (len(names) - 1)]
        axes.barh(names, list(losses.values()), color=colours, height=0.6)
        for row, value in enumerate(losses.values()):
            more = f"  {value:.2f}" + ("" if row == 0 else f", {value - first:+.2f}")
            axes.text(value, row, more, va="center", fontsize=9)
        axes.axvline(10.80, color=style.GREY, linestyle=":")
        axes.text(10.80, -0.75, "guessing", fontsize=8, color="#555555", ha="center")
        axes.invert_yaxis()
        axes.grid(visible=False)
        axes.set(xlabel="nats per token", xlim=(0, 1.25 * max(11.0, *losses.values())))


def sizes(bytes_of: Mapping[str, Mapping[str, float]], gpu: float = 80e9) -> None:
    """Bytes of models in several formats.  bytes_of: model → format → bytes; gpu: memory of one GPU, in bytes."""
    formats = list(next(iter(bytes_of.values())))
    with style.figure(width=7, height=3.0) as (_, axes):
        for number, (kind, colour) in enumerate(zip(formats, style.CYCLE)):
            places = [model + 0.26 * (number - (len(formats) - 1) / 2) for model in range(len(bytes_of))]
            heights = [row[kind] / 1e9 for row in bytes_of.values()]
            axes.bar(places, heights, width=0.24, color=colour, label=kind)
            for place, height in zip(places, heights):
                axes.text(place, height, f"{height:,.0f}", ha="center", va="bottom", fontsize=8)
        axes.axhline(gpu / 1e9, color=style.GREY, linestyle=":", label=f"a GPU of {gpu / 1e9:.0f} GB")
        axes.set_xticks(range(len(bytes_of)), list(bytes_of))
        axes.set(title="Weights alone, without caches", xlabel="model", ylabel="GB", yscale="log")
        axes.legend(fontsize=9)


def machines(parts: Sequence[float], split: Sequence[Sequence[int]], memory: Sequence[float]) -> None:
    """What each machine holds and what it has.  parts: bytes, table first and head last; split: (start, end) each."""
    with style.figure(width=8, height=0.9 + 0.5 * len(memory)) as (_, axes):
        for row, ((start, end), room) in enumerate(zip(split, memory)):
            axes.barh(row, room / 1e9, color="#EEEEEE", height=0.7)
            left = 0.0
            for part in range(start, end):
                colour = style.ORANGE if part in (0, len(parts) - 1) else style.BLUE
                width = parts[part] / 1e9
                axes.barh(row, width, left=left, color=colour, height=0.6, edgecolor="white", linewidth=0.4)
                left += width
            layers = sum(0 < part < len(parts) - 1 for part in range(start, end))
            words = f"{layers} layers, {left * 1e9 / room:.0%} full"
            axes.text(room / 1e9, row, "  " + words, va="center", fontsize=9)
        axes.set_yticks(range(len(memory)), [f"machine {n + 1}" for n in range(len(memory))])
        axes.invert_yaxis()
        axes.grid(visible=False)
        axes.set(
            xlabel="GB: layers blue, tables of tokens orange, free grey", xlim=(0, 1.3 * max(memory) / 1e9)
        )
