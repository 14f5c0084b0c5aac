"""Figures: what a cache saves, what it costs, and what limits it.

Functions get numbers that the lesson measured or computed and draw them; none of them runs a model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.ticker import FuncFormatter, NullFormatter

from utils.plots import style

AGAIN, NEW = "#D9D9D9", style.BLUE
PARTS = {
    "prefix": style.GREEN,
    "dropped": "#D9D9D9",
    "input": style.BLUE,
    "free for the answer": style.ORANGE,
}


def growing(longest: int) -> None:
    """The causal matrix at every step of writing: above without a cache, below with one.

    longest: tokens at the last step; the first has 2.
    """
    lengths = range(2, longest + 1)
    with style.figure(columns=len(lengths), rows=2, width=8.5, height=4.0) as (figure, grid):
        for column, length in enumerate(lengths):
            for row, cached in enumerate((False, True)):
                axes = grid[row, column]
                state = np.zeros((longest, longest))  # 0 nothing, 1 there before, 2 computed
                for query in range(length):
                    state[query, : query + 1] = 2 if query == length - 1 or not cached else 1
                old_again = np.tril(np.ones((longest, longest), bool)) & (
                    np.arange(longest)[:, None] < length - 1
                )
                colours = ListedColormap(["white", "#F0F0F0", NEW, style.RED])
                if not cached:
                    state[old_again] = 3
                axes.imshow(state, cmap=colours, vmin=0, vmax=3)
                style.plain_image(axes)
                axes.set_xticks(np.arange(-0.5, longest), minor=True)
                axes.set_yticks(np.arange(-0.5, longest), minor=True)
                axes.grid(which="minor", color="white", linewidth=1.5)
                axes.tick_params(which="both", length=0)
                axes.set_xlabel(f"{int((state >= 2).sum())} scores", fontsize=9)
                if row == 0:
                    axes.set_title(f"{length} tokens", fontsize=10)
        grid[0, 0].set_ylabel("without a cache")
        grid[1, 0].set_ylabel("with a cache")
        handles = [
            _patch(NEW, "the new row"),
            _patch(style.RED, "recomputed"),
            _patch("#F0F0F0", "not needed"),
        ]
        figure.legend(handles=handles, loc="outside lower center", ncols=3, fontsize=9)


def _patch(colour: str, label: str):
    from matplotlib.patches import Patch

    return Patch(color=colour, label=label)


def past_changes(differences: Mapping[str, Sequence[float]]) -> None:
    """How much the keys of the first tokens change, layer by layer, when more tokens follow.

    differences: name → relative change in each layer.
    """
    with style.figure(width=7, height=2.8) as (_, axes):
        for name, values in differences.items():
            axes.plot(range(len(values)), values, "o-", label=name)
        axes.set(title="Change of the keys that are already cached", xlabel="layer", ylabel="relative change")
        axes.set_xticks(range(max(map(len, differences.values()))))
        axes.legend()


def time_per_token(lengths: Sequence[int], without: Sequence[float], cached: Sequence[float]) -> None:
    """Milliseconds for one new token, by the number of tokens before it."""
    with style.figure(width=7, height=3.0) as (_, axes):
        axes.plot(lengths, without, "o-", color=style.RED, label="without a cache")
        axes.plot(lengths, cached, "o-", color=style.BLUE, label="with a cache")
        axes.set(
            title="One new token",
            xlabel="tokens so far",
            ylabel="milliseconds",
            xscale="log",
            yscale="log",
        )
        axes.set_xticks(lengths, [f"{n:,}" for n in lengths])
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axes.legend()


def roofline(
    points: Mapping[str, float], peak: float, bandwidth: float, counts: Sequence[int], times: Sequence[float]
) -> None:
    """What a listed GPU can reach at an arithmetic intensity, and how long this machine takes for n tokens at once.

    points: name → operations per byte; peak: operations per second; bandwidth: bytes per second;
    counts, times: tokens through one linear map at once, and the milliseconds that takes.
    """
    with style.figure(columns=2, width=9.5, height=3.6) as (_, (left, right)):
        reach = np.geomspace(0.3, 5000, 200)
        left.plot(reach, np.minimum(peak, bandwidth * reach) / 1e12, color=style.GREY)
        ridge = peak / bandwidth
        left.axvline(ridge, color=style.GREY, linestyle=":")
        left.text(ridge * 1.1, 0.6, f"{ridge:.0f} operations per byte", fontsize=8, color="#555555")
        for (name, x), colour in zip(points.items(), style.CYCLE):
            y = min(peak, bandwidth * x) / 1e12
            left.plot(x, y, "o", color=colour, label=f"{name}: {x:,.0f}")
        left.set(
            title="A GPU: memory-bound, then compute-bound",
            xlabel="operations per byte read",
            ylabel="TFLOP/s at most",
            xscale="log",
            yscale="log",
        )
        left.legend(fontsize=8, loc="lower right", bbox_to_anchor=(1.0, 0.1))
        right.plot(counts, times, "o-", color=style.BLUE, label="measured")
        right.plot(counts, [times[0] * n for n in counts], ":", color=style.GREY, label="n times one token")
        right.set(
            title="This machine: one linear layer, n tokens at once",
            xlabel="n",
            ylabel="milliseconds",
            xscale="log",
            yscale="log",
        )
        right.set_xticks(counts, [str(n) for n in counts])
        right.legend(fontsize=8)
        for axes in (left, right):
            axes.xaxis.set_minor_formatter(NullFormatter())
            axes.yaxis.set_minor_formatter(NullFormatter())
            axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))


def cache_against_weights(models: Mapping[str, tuple[float, float]]) -> None:
    """Bytes of the cache by the number of tokens in it, with the weights as a dotted line.

    models: name → (bytes of the weights, bytes of the cache for one token).
    """
    tokens = np.geomspace(100, 2_000_000, 100)
    with style.figure(width=8, height=3.6) as (_, axes):
        for (name, (weights, token)), colour in zip(models.items(), style.CYCLE):
            axes.plot(tokens, token * tokens / 1e9, color=colour, label=name)
            axes.axhline(weights / 1e9, color=colour, linestyle=":", linewidth=1.2)
            axes.plot(weights / token, weights / 1e9, "o", color=colour)
        axes.set(
            title="Cache (lines) and weights (dotted), at 16 bits",
            xlabel="tokens in the cache, over all sequences in the batch",
            ylabel="GB",
            xscale="log",
            yscale="log",
        )
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(
                FuncFormatter(lambda value, _: f"{value:,.0f}" if value >= 1 else f"{value:g}")
            )
        axes.legend()


def windows(rows: Mapping[str, Sequence[tuple[str, int]]], window: int) -> None:
    """What a model reads at each turn of a conversation.

    rows: name of the turn → (part, tokens) in order; parts are those of PARTS; window: in tokens.
    """
    with style.figure(width=8.5, height=0.45 * len(rows) + 1.4) as (_, axes):
        for row, parts in enumerate(rows.values()):
            # What was dropped is drawn to the left of zero: the model does not see it.
            left = -sum(count for part, count in parts if part == "dropped")
            for part, count in sorted(parts, key=lambda item: item[0] != "dropped"):
                axes.barh(row, count, left=left, color=PARTS[part], height=0.7)
                left += count
        axes.axvline(window, color=style.GREY, linestyle=":")
        axes.axvline(0, color="black", linewidth=0.8)
        axes.set_yticks(range(len(rows)), list(rows))
        axes.invert_yaxis()
        axes.grid(visible=False)
        axes.set(xlabel=f"tokens; the window holds {window:,}")
        handles = [_patch(colour, name) for name, colour in PARTS.items()]
        axes.legend(handles=handles, loc="upper center", bbox_to_anchor=(0.5, 1.3), ncols=4, fontsize=9)
