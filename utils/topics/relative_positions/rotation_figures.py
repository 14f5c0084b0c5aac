"""Figures: hands that turn, slopes, loss by position, and heads that copy.

Functions get numbers that the lesson has computed and draw them; none of them turns a query or scores a head.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from torch import Tensor

from utils.plots import style
from utils.topics.relative_positions.recall import KEYS, VALUES

WIDE = 7.9  # inches, just under 900 pixels with the margin that notebooks add
COLOURS = {
    "none": style.GREY,
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
    from IPython.display import display

    options: Any = {"continuous_update": False, "min": 0, "max": longest}
    controls: list[Any] = [
        widgets.IntSlider(query, description="query at", **options),
        widgets.IntSlider(key, description="key at", **options),
    ]

    def picture() -> Any:
        return _clocks_image(_numbers(theta), *(control.value for control in controls))

    bundle: Any = widgets.HBox(
        controls
    )._repr_mimebundle_()  # data, or (data, metadata), depending on the version
    data = dict(bundle[0] if isinstance(bundle, tuple) else bundle)
    data["text/plain"] = "(Open this notebook in JupyterLab to move the sliders.)"
    display(data, raw=True)
    shown: Any = display(picture(), display_id=True)
    for control in controls:
        control.observe(lambda _: shown.update(picture()), names="value")


def _clocks_image(theta: np.ndarray, i: int, j: int) -> Any:
    with style.figure(columns=len(theta), width=WIDE, height=2.7) as (figure, _):
        for n, (axes, angle) in enumerate(zip(figure.axes, theta)):
            _clock(axes, i * angle, j * angle)
            axes.set_title(f"pair {n}: {angle:.3g} rad a token", fontsize=9)
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
            axes.set(title=title, xlabel="distance i − j, tokens", ylabel="score, as a share of that at 0")
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
            title="What is left of a weight, by slope m",
            xlabel="distance i − j, tokens",
            ylabel="factor exp(−m(i − j))",
        )
        left.set_xscale("symlog", linthresh=4, base=2)
        left.set_xticks([0, 4, 16, 64, 256], ["0", "4", "16", "64", "256"])
        image = right.imshow(np.where(np.isinf(table), np.nan, table))
        right.grid(visible=False)
        right.set(title="Bias of the first head (white: −∞)", xlabel="key j", ylabel="query i")
        figure.colorbar(image, ax=right, shrink=0.8)


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
            means = {T: _numbers(loss.nanmean(dim=1)) for T, loss in by_length.items()}  # (seeds,)
            right.plot(list(means), [seeds.mean() for seeds in means.values()], label=name, **looks[name])
            for T, seeds in means.items():
                if len(seeds) > 1:
                    right.plot([T] * len(seeds), seeds, "_", color=looks[name]["color"], markersize=10)
        left.axvline(trained, color="black", linestyle=":")
        for axes in (left, right):
            axes.axhline(math.log(VALUES), color=style.GREY, linewidth=0.8)
            axes.set(ylabel="loss, nats a value", ylim=(0, None))
        left.set(title="Dotted: the longest text of training", xlabel="position")
        right.set(title="Mean over a text (grey line: guessing)", xlabel="length of the text, tokens")
        lengths = sorted({T for by_length in losses.values() for T in by_length})
        right.set_xscale("log", base=2)
        right.set_xticks(lengths, [str(T) for T in lengths])
        lowest = min(min(curve.get_ydata()) for curve in right.lines)  # after long training: next to nothing
        right.set(yscale="log", ylim=(min(3e-4, max(1e-6, lowest / 2)), 60))
        right.legend(fontsize=8, ncols=2, loc="upper left")


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


# --- heads ----------------------------------------------------------------------------------------------------------


def attentions(ids: Tensor, maps: Mapping[str, Tensor]) -> None:
    """The attention weights of one text of keys and values, of the sharpest head of each layer.

    ids: (T,) keys and values of `recall`, in turn; maps: name → (H, T, T). Frames: the value after each earlier
    place of a key.
    """
    tokens = ids.tolist()
    words = [f"k{token}" if token < KEYS else f"v{token - KEYS}" for token in tokens]
    with style.figure(columns=len(maps), width=WIDE, height=3.3) as (figure, _):
        for axes, (name, weights) in zip(figure.axes, maps.items()):
            table = _numbers(weights)
            peaks = table[:, len(words) // 2 :].max(axis=-1)  # (H, T / 2)
            head = int(np.maximum(peaks[:, ::2].mean(axis=-1), peaks[:, 1::2].mean(axis=-1)).argmax())
            axes.imshow(table[head], vmin=0, vmax=1, cmap="Blues")
            for i in range(0, len(tokens), 2):
                for j in (j for j in range(0, i, 2) if tokens[j] == tokens[i]):
                    axes.add_patch(
                        Rectangle((j + 0.5, i - 0.5), 1, 1, fill=False, color=style.ORANGE, lw=1.5)
                    )
            axes.grid(visible=False)
            axes.set_xticks(range(len(words)), words, fontsize=6, rotation=90)
            axes.set_yticks(range(len(words)), words, fontsize=6)
            axes.set_title(f"{name}, head {head}", fontsize=9)
            axes.set(xlabel="key", ylabel="query" if axes is figure.axes[0] else "")


def heads(table: Tensor, weights: Tensor, nats: Tensor, n: int) -> None:
    """Scores of all heads, the weights of the best one, and the loss on a block and on its repetition.

    table: (layers, H); weights: (T, T); nats: (T − 1,) of tokens 1, 2, …; n: length of the block.
    """
    with style.figure(columns=3, width=WIDE, height=3.2) as (figure, (left, middle, right)):
        image = left.imshow(_numbers(table), vmin=0, vmax=1, aspect="auto")
        left.set(title="Induction score", xlabel="head", ylabel="layer", xticks=range(table.shape[1]))
        figure.colorbar(image, ax=left, shrink=0.8)
        middle.imshow(_numbers(weights), vmin=0, vmax=1, cmap="Blues")
        middle.set(title="The best head", xlabel="key", ylabel="query")
        for axes in (left, middle):
            axes.grid(visible=False)
        right.plot(range(1, len(nats) + 1), _numbers(nats), color=style.BLUE)
        right.axvline(n, color="black", linestyle=":")
        right.set(title="Dotted: the block again", xlabel="position", ylabel="loss, nats", ylim=(0, None))


def lens(log_p: Tensor, answer: int, tokenizer: Any) -> None:
    """What each layer would say: its best token, and the probability of the answer.  log_p: (L + 1, V)."""
    best = log_p.argmax(dim=-1).tolist()
    p = log_p.exp()
    rows = np.arange(len(best))
    words = [tokenizer.decode([token]).replace("\n", "⏎").replace("$", r"\$") for token in best]
    with style.figure(width=7.0, height=5.2) as (_, axes):
        axes.barh(rows, _numbers(p.amax(dim=-1)), color="#D9D9D9", label="the layer's best token")
        answer_word = tokenizer.decode([answer]).strip()
        axes.barh(rows, _numbers(p[:, answer]), height=0.45, color=style.BLUE, label=f"“{answer_word}”")
        axes.set_yticks(rows, [f"{_printable(word)}   {row}" for row, word in zip(rows, words)], fontsize=8)
        axes.grid(visible=False, axis="y")
        axes.set(xlabel="probability", xlim=(0, 1), ylabel="best token and layer")
        axes.legend(loc="center right", fontsize=9)


def _printable(word: str) -> str:
    """A token that the figure's font has: letters of other scripts are given by their number."""
    return "".join(c if ord(c) < 0x250 or c == "⏎" else f"U+{ord(c):04X}" for c in word) or "(empty)"
