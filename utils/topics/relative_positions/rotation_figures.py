"""Figures: rotating hands, slopes, exchanged positions, and loss by position.

Functions get numbers that the lesson has computed and draw them; none of them rotates a query.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from torch import Tensor

from utils.plots import steerable, style
from utils.topics.relative_positions.recall import VALUES

WIDE = 7.9  # inches, just under 900 pixels with the margin that notebooks add
COLOURS = {
    "none": style.GREY,
    "no positions": style.GREY,
    "learned table": style.SKY,
    "sinusoidal": style.SKY,
    "Shaw": style.RED,
    "DeBERTa": style.PINK,
    "T5": style.GREEN,
    "ALiBi": style.ORANGE,
    "RoPE": style.BLUE,
    "as trained": style.BLUE,
    "linear": style.ORANGE,
    "NTK": style.GREEN,
    "YaRN": style.RED,
}
MARKERS = "osD^v*P"


def _numbers(values: Any) -> np.ndarray:
    return values.detach().cpu().double().numpy() if isinstance(values, Tensor) else np.asarray(values)


def _styles(names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """A colour and a marker for each name, so that colour is not all there is to see."""
    return {
        name: {"color": COLOURS.get(name, style.CYCLE[n % 6]), "marker": MARKERS[n % len(MARKERS)]}
        for n, name in enumerate(names)
    }


# --- hands ----------------------------------------------------------------------------------------------------------


def clocks(theta: Tensor, query: int = 0, key: int = 0, longest: int = 40) -> None:
    """The pairs of a query and a key as hands, with a slider for the position of each.

    theta: frequencies, (n,). The figure is an ordinary one that the sliders replace, so it is complete as well when a
    program executes the notebook and nobody can move a slider.
    """
    import ipywidgets as widgets

    options: Any = {"continuous_update": False, "min": 0, "max": longest}
    controls: list[Any] = [
        widgets.IntSlider(query, description="query at", **options),
        widgets.IntSlider(key, description="key at", **options),
    ]

    def picture() -> Any:
        return _clocks_image(_numbers(theta), *(control.value for control in controls))

    steerable.show(controls, picture)


def _clocks_image(theta: np.ndarray, i: int, j: int) -> Any:
    with style.figure(columns=len(theta), width=WIDE, height=2.7) as (figure, _):
        for n, (axes, angle) in enumerate(zip(figure.axes, theta)):
            _clock(axes, i * angle, j * angle)
            axes.set_title(f"pair {n}: {angle:.3g} rad per token", fontsize=9)
            axes.set_xlabel(f"adds {math.cos((i - j) * angle):+.2f}", fontsize=10)
        total = np.cos((i - j) * theta).sum()
        figure.suptitle(
            f"query (blue, long) at {i}, key (orange, short) at {j}: i − j = {i - j}, score {total:+.2f}",
            fontsize=10,
        )
        return style.picture(figure)


def _clock(axes: Axes, query: float, key: float) -> None:
    """One face: both hands start at three o'clock and turn against the clock, as angles do."""
    circle = np.linspace(0, 2 * math.pi, 100)
    axes.plot(np.cos(circle), np.sin(circle), color="#D9D9D9")
    for angle, length, colour in ((query, 1.0, style.BLUE), (key, 0.75, style.ORANGE)):
        end = (length * math.cos(angle), length * math.sin(angle))
        axes.annotate("", end, (0, 0), arrowprops={"arrowstyle": "-|>", "color": colour, "lw": 2.5})
    axes.set(xlim=(-1.15, 1.15), ylim=(-1.15, 1.15), aspect="equal")
    style.plain_image(axes)
    for side in axes.spines.values():
        side.set_visible(False)


def by_distance(curves: Mapping[str, Tensor]) -> None:
    """Scores by distance, near and far.  curves: name → scores at distance 0, 1, …"""
    with style.figure(columns=2, width=WIDE, height=3.0) as (_, (near, far)):
        for (name, curve), dash in zip(curves.items(), ("-", "--", ":")):
            values = _numbers(curve)
            near.plot(values[:65], dash, label=name)
            edges = np.unique(np.geomspace(1, len(values), 40).astype(int))
            means = [values[start:end].mean() for start, end in pairwise(edges)]
            far.plot(edges[:-1], means, dash, label=name)
        for axes, title in ((near, "Near"), (far, "Far (means of neighbouring distances)")):
            axes.axhline(0, color=style.GREY, linewidth=0.8)
            axes.set(title=title, xlabel="distance i − j, tokens", ylabel="score, relative to distance 0")
        far.set_xscale("log")
        near.legend()


def turns(theta: Tensor, trained: int) -> None:
    """How often each hand goes round within the trained length.  theta: frequencies, (n,)."""
    own = _numbers(theta)
    with style.figure(width=6.5, height=2.8) as (_, axes):
        axes.semilogy(trained * own / (2 * math.pi), "o-", markersize=3)
        for limit in (1, 32):
            axes.axhline(limit, color=style.GREY, linestyle=":")
            axes.text(
                len(own) - 1, limit * 1.2, f"{limit} turn{'s' if limit > 1 else ''}", ha="right", fontsize=9
            )
        axes.set(title=f"Turns of each hand within {trained:,} tokens", xlabel="hand i", ylabel="turns")


def slowing(theta: Tensor, scaled: Mapping[str, Tensor]) -> None:
    """By what factor each hand is slowed.  scaled: name → its frequencies, (n,)."""
    with style.figure(width=6.5, height=2.8) as (_, axes):
        for (name, values), look in zip(scaled.items(), _styles(list(scaled)).values()):
            axes.plot(_numbers(theta) / _numbers(values), label=name, markersize=3, **look)
        axes.set(title="How much slower each hand becomes", xlabel="hand i", ylabel="factor")
        axes.legend()


# --- slopes ---------------------------------------------------------------------------------------------------------


def slopes(slopes: Tensor, bias: Tensor) -> None:
    """What is left of a weight by distance for each head, and the bias of the first head.  bias: (H, T, T)."""
    table = _numbers(bias[0])
    with style.figure(columns=2, width=WIDE, height=3.1) as (figure, (left, right)):
        distance = np.linspace(0, 256, 1025)
        shades = plt.get_cmap(style.SEQUENTIAL)(np.linspace(0, 0.85, len(slopes)))
        for slope, colour in zip(_numbers(slopes), shades):
            left.plot(distance, np.exp(-slope * distance), color=colour)
            left.text(math.log(2) / slope, 0.5, f" 1/{1 / slope:g}", fontsize=8, color=colour, weight="bold")
        left.set(
            title="How much of a weight remains, by slope m",
            xlabel="distance i − j, tokens",
            ylabel="factor exp(−m(i − j))",
        )
        left.set_xscale("symlog", linthresh=4, base=2)
        left.set_xticks([0, 4, 16, 64, 256], ["0", "4", "16", "64", "256"])
        image = right.imshow(np.where(np.isinf(table), np.nan, table))
        right.grid(visible=False)
        right.set(title="Bias of the first head (white: −∞)", xlabel="key j", ylabel="query i")
        figure.colorbar(image, ax=right, shrink=0.8)


def exchanges(losses: Mapping[str, Sequence[float]]) -> None:
    """What a GPT loses when its positions are replaced.  losses: name → before training, after it, and at four times
    the length (nan where that length can't be read)."""
    stages = ("replaced", "after training", "4 × the length")
    looks = _styles(list(losses))
    with style.figure(width=6.5, height=3.1) as (_, axes):
        for name, values in losses.items():
            axes.plot(stages, values, label=name, **looks[name])
        axes.set(title="One GPT, four ways to know positions", ylabel="loss, nats per token", xlabel="stage")
        axes.legend()


# --- texts longer than those of training ----------------------------------------------------------------------------


def race(losses: Mapping[str, Mapping[int, Tensor]], trained: int) -> None:
    """Loss by position in the longest texts, and the mean at every length, of each seed.

    losses: name → length → (seeds, places), one place for each pair of tokens.
    """
    looks = _styles(list(losses))
    with style.figure(columns=2, width=WIDE, height=3.4) as (_, (left, right)):
        for name, by_length in losses.items():
            longest = max(by_length)
            curve = _numbers(by_length[longest].nanmean(dim=0))
            kernel = np.ones(9) / 9  # neighbouring places are means of few texts
            smooth = np.convolve(np.nan_to_num(curve[1:]), kernel, mode="valid")
            left.plot(2 * np.arange(len(smooth)) + 10, smooth, color=looks[name]["color"], label=name)
        left.axvline(trained, color="black", linestyle=":")
        left.axhline(math.log(VALUES), color=style.GREY, linewidth=0.8)
        left.set(
            title="Dotted: the longest text of training",
            xlabel="position",
            ylabel="loss, nats per value",
            ylim=(0, None),
        )
        _means(
            right,
            {
                name: {T: _numbers(loss.nanmean(dim=1)) for T, loss in by_length.items()}
                for name, by_length in losses.items()
            },
        )


def recorded_race(means: Mapping[str, Mapping[int, Sequence[float]]]) -> None:
    """The mean loss at every length, of runs that were recorded.  means: name → length → one mean per seed."""
    with style.figure(width=6.5, height=3.4) as (_, axes):
        _means(axes, means)
        axes.set(title="Recorded: mean over a text (grey line: guessing)")


def _means(axes: Axes, means: Mapping[str, Mapping[int, Any]]) -> None:
    """A line for each name, and a mark for each seed where there are several.  means: name → length → (seeds,)."""
    looks = _styles(list(means))
    for name, by_length in means.items():
        axes.plot(
            list(by_length), [np.mean(seeds) for seeds in by_length.values()], label=name, **looks[name]
        )
        for T, seeds in by_length.items():
            if len(seeds) > 1:
                axes.plot([T] * len(seeds), seeds, "_", color=looks[name]["color"], markersize=10)
    lengths = sorted({T for by_length in means.values() for T in by_length})
    lowest = min(
        float(np.min(np.asarray(curve.get_ydata()))) for curve in axes.lines
    )  # after long training: next to nothing
    axes.axhline(math.log(VALUES), color=style.GREY, linewidth=0.8)
    axes.set_xscale("log", base=2)
    axes.set_xticks(lengths, [str(T) for T in lengths])
    axes.set(
        title="Mean over a text (grey line: guessing)",
        xlabel="length of the text, tokens",
        ylabel="loss, nats per value",
        yscale="log",
        ylim=(min(3e-4, max(1e-6, lowest / 2)), 60),
    )
    axes.legend(fontsize=8, ncols=2, loc="upper left")


def far(gaps: Sequence[int], curves: Mapping[str, Sequence[float]], trained: int) -> None:
    """Loss on a repetition by the gap before it."""
    looks = _styles(list(curves))
    with style.figure(width=7.5, height=3.3) as (_, axes):
        for name, values in curves.items():
            axes.plot(gaps, values, label=name, **looks[name])
        axes.axvline(trained, color="black", linestyle=":")
        axes.text(trained, axes.get_ylim()[1], " longest text of training", va="top", fontsize=9)
        axes.set(
            title="Copying what was read before a gap",
            xlabel="gap in the positions, tokens",
            ylabel="loss on the repetition, nats per token",
            ylim=(0, None),
        )
        axes.legend()
