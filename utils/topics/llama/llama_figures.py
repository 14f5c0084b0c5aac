"""Figures: weights on their levels, the whole model, what mistakes cost, sizes, machines.

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
        axes.set(title="Each block has its own 16 levels", xlabel="weight", ylabel="value")


def whole_model(config: Mapping[str, float]) -> None:
    """A Llama from left to right: the residual stream, and the two branches of a block that read it and add to it.

    config: d_model, n_layers, n_heads, n_kv_heads, d_hidden, vocab_size and tied, as in the lesson.
    """
    D, V = config["d_model"], config["vocab_size"]
    head = "head\n(the token table)" if config["tied"] else "head"
    with style.figure(width=8, height=3.1) as (_, axes):

        def box(x: float, y: float, text: str, colour: str) -> None:
            frame = dict(boxstyle="round,pad=0.35", facecolor="white", edgecolor=colour, linewidth=1.6)
            axes.text(x, y, text, ha="center", va="center", fontsize=8, bbox=frame)

        axes.annotate("", (11.4, 0), (0.4, 0), arrowprops=dict(arrowstyle="->", color=style.GREY, lw=2.5))
        axes.text(5.2, -0.45, f"residual stream, {D:,} numbers per token", ha="center", fontsize=8)
        branches = [
            (2.0, f"attention with RoPE\n{config['n_heads']} query heads,\n{config['n_kv_heads']} KV heads"),
            (5.3, f"SwiGLU\nwidth {config['d_hidden']:,}"),
        ]
        for start, name in branches:
            for a, b in [((start, 0), (start, 1.3)), ((start + 2.6, 2.4), (start + 2.6, 0.2))]:
                axes.annotate("", b, a, arrowprops=dict(arrowstyle="->", color=style.GREY))
            axes.plot([start, start, start + 2.6], [1.3, 2.4, 2.4], color=style.GREY, linewidth=1)
            box(start, 1.3, "RMSNorm", style.GREEN)
            box(start + 1.4, 2.4, name, style.BLUE)
            box(start + 2.6, 0, "+", style.ORANGE)
        axes.plot(
            [1.3, 8.3, 8.3, 1.3, 1.3], [-0.8, -0.8, 3.2, 3.2, -0.8], "--", color=style.GREY, linewidth=1
        )
        axes.text(8.2, 3.3, f"a block, {config['n_layers']} times", ha="right", fontsize=9)
        box(0.4, 0, f"tokens\n{V:,} × {D:,}", style.PINK)
        box(9.1, 0, "RMSNorm", style.GREEN)
        box(10.6, 0, head, style.PINK)
        axes.grid(visible=False)
        axes.set_axis_off()
        axes.set(xlim=(-0.5, 11.6), ylim=(-1, 3.6))


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
            xlabel="GB (blue: layers, orange: token tables, grey: free)", xlim=(0, 1.3 * max(memory) / 1e9)
        )
