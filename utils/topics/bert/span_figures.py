"""Figures: spans as a table, thresholds, what is underlined, and the heads of an encoder.

Functions get scores, weights or measurements that the lesson has and draw them. None of them chooses a span, fits a
threshold or measures a head.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import HTML
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from torch import Tensor

from utils.plots import steerable, style

WIDE = 7.9  # inches, just under 900 pixels with the margin that notebooks add
CLOSED = "#EDEDED"


def _numbers(values: Any) -> np.ndarray:
    """Values as an array, from a tensor on any device."""
    return values.detach().cpu().double().numpy() if isinstance(values, Tensor) else np.asarray(values, float)


# --- spans ----------------------------------------------------------------------------------------------------------


def span_table(
    tokens: Sequence[str], start: Tensor, end: Tensor, longest: int, chosen: tuple[int, int]
) -> None:
    """The sums of all pairs, those that are spans in colour, and a frame around the one that was chosen.

    start, end: (T,) logits.
    """
    a, b = _numbers(start), _numbers(end)
    sums = a[:, None] + b[None, :]
    first, last = np.indices(sums.shape)
    spans = np.where((last >= first) & (last - first < longest), sums, np.nan)
    with style.figure(width=6.4, height=4.6) as (figure, axes):
        shades = plt.get_cmap("viridis").with_extremes(bad=CLOSED)
        picture = axes.imshow(spans, cmap=shades)
        for i, k in np.ndindex(sums.shape):
            value = spans[i, k]
            middle = (np.nanmin(spans) + np.nanmax(spans)) / 2
            colour = style.GREY if np.isnan(value) else "white" if value < middle else "black"
            axes.text(k, i, f"{sums[i, k]:.0f}", ha="center", va="center", fontsize=8, color=colour)
        i, k = chosen
        axes.add_patch(Rectangle((k - 0.5, i - 0.5), 1, 1, fill=False, edgecolor=style.RED, linewidth=3))
        axes.set_xticks(
            range(len(tokens)), [f"{t} {v:g}" for t, v in zip(tokens, b)], rotation=60, ha="right"
        )
        axes.set_yticks(range(len(tokens)), [f"{t} {v:g}" for t, v in zip(tokens, a)])
        axes.set(xlabel="last token, with its score", ylabel="first token, with its score")
        axes.set_title(f"Sums of two scores; grey: no span, or longer than {longest}")
        axes.grid(visible=False)
        figure.colorbar(picture, ax=axes, label="start + end, nats")


def thresholds(margins: Tensor, answered: Tensor, silent: Tensor, chosen: float) -> None:
    """Points by threshold, in all and by kind of question.  answered, silent: (N,) points if answered, if not."""
    m, a, s = _numbers(margins), _numbers(answered), _numbers(silent)
    pad = 0.05 * (m.max() - m.min())
    tries = np.linspace(m.min() - pad, m.max() + pad, 400)
    nothing = s > 0.5  # silence is right
    kinds = {
        "all questions": (np.ones(len(m), bool), style.BLUE, "-"),
        "with an answer": (~nothing, style.GREEN, "--"),
        "without one": (nothing, style.ORANGE, ":"),
    }
    with style.figure(width=7.0, height=3.2) as (_, axes):
        for name, (rows, colour, line) in kinds.items():
            if rows.any():
                points = [np.where(m[rows] > t, a[rows], s[rows]).mean() for t in tries]
                axes.plot(tries, points, line, color=colour, linewidth=2, label=name)
        axes.axvline(min(max(chosen, tries[0]), tries[-1]), color="black", linewidth=1)
        axes.set(xlabel="threshold, nats (black line: fitted)", ylabel="mean F1", ylim=(0, 1))
        axes.legend(loc="lower center", fontsize=9)


def underlined(text: str, begin: int, end: int, title: str = "", note: str = "") -> HTML:
    """A text with the characters from begin to end (excluded) marked; nothing is marked where they are equal."""
    mark = ""
    if end > begin:
        mark = (
            f'<mark style="background: {style.ORANGE}66; color: inherit; border-bottom: 3px solid {style.ORANGE}">'
            f"{escape(text[begin:end])}</mark>"
        )
    body = (escape(text[:begin]) + mark + escape(text[end:])).replace("\n", "<br>")
    heading = f'<div style="font-weight: 600">{escape(title)}</div>' if title else ""
    below = f'<div style="opacity: .75">{escape(note)}</div>' if note else ""
    return HTML(
        f'<div style="margin: .6em 0; max-width: 52em; line-height: 1.6; overflow-wrap: anywhere">'
        f'{heading}<div style="padding: .2em 0">{body}</div>{below}</div>'
    )


def scores(names: Sequence[str], results: Mapping[str, Sequence[float]], baseline: str) -> None:
    """Groups of bars: each name of a measure, with the result of every contestant.

    results: contestant → a value for each name; the baseline is drawn in grey.
    """
    with style.figure(width=7.0, height=3.0) as (_, axes):
        width = 0.8 / len(results)
        colours = iter(style.CYCLE)
        for place, (contestant, values) in enumerate(results.items()):
            x = np.arange(len(names)) + (place - (len(results) - 1) / 2) * width
            colour = "#A0A0A0" if contestant == baseline else next(colours)
            bars = axes.bar(x, values, width=0.94 * width, color=colour, label=contestant)
            axes.bar_label(bars, fmt="%.2f", fontsize=8)
        axes.set_xticks(range(len(names)), names)
        axes.set(ylim=(0, 1.12), ylabel="mean over questions")
        axes.grid(visible=False, axis="x")
        axes.legend(fontsize=8, loc="upper center", ncols=len(results))


# --- heads ----------------------------------------------------------------------------------------------------------


def roles(measured: Mapping[str, tuple[Tensor, float]]) -> None:
    """All heads under each claim, as dots, and what a guess by position alone gets, as a line.

    measured: claim → ((L, H) shares, the guess).
    """
    with style.figure(width=7.4, height=0.9 + 0.85 * len(measured)) as (_, axes):
        for row, (values, guess) in enumerate(measured.values()):
            table = _numbers(values)
            for layer, heads in enumerate(table):
                shade = plt.get_cmap("viridis")(layer / max(1, len(table) - 1))
                axes.plot(heads, row + np.linspace(-0.22, 0.22, len(heads)), "o", color=shade, markersize=5)
            layer, head = np.unravel_index(table.argmax(), table.shape)
            axes.annotate(
                f"layer {layer}, head {head}", (table.max(), row), (0, 17), textcoords="offset points",
                ha="right" if table.max() > 0.8 else "center", fontsize=8,
            )  # fmt: skip
            axes.plot([guess, guess], [row - 0.35, row + 0.35], color=style.RED, linewidth=2)
        axes.set_yticks(range(len(measured)), list(measured))
        axes.set(
            xlim=(-0.02, 1.02), ylim=(len(measured) - 0.4, -0.6), xlabel="share (red: by position alone)"
        )
        axes.set_title("Every dot is a head, dark in the first layer and light in the last", fontsize=10)
        axes.grid(visible=False, axis="y")


def importance(values: Tensor, title: str = "importance of each head") -> None:
    """A number for each head as a map.  values: (L, H)."""
    with style.figure(width=6.2, height=3.2) as (figure, axes):
        picture = _atlas(axes, _numbers(values), title)
        figure.colorbar(picture, ax=axes)


def pruning(curves: Mapping[str, tuple[Sequence[float], Sequence[float]]], chance: float) -> None:
    """A measure by the share of heads that were switched off.  curves: order → (shares, values)."""
    with style.figure(width=7.0, height=3.2) as (_, axes):
        for (name, (shares, values)), colour, line in zip(curves.items(), style.CYCLE, ("-o", "--s", ":^")):
            axes.plot(shares, values, line, color=colour, markersize=4, label=name)
        axes.axhline(chance, color=style.GREY, linestyle=":", linewidth=1)
        axes.text(0.01, chance + 0.01, "a coin", color=style.GREY, fontsize=9)
        axes.set(xlabel="share of the 72 heads that are switched off", ylabel="right pairs")
        axes.legend(fontsize=9, title="switched off first", title_fontsize=9)


def _atlas(axes: Axes, values: np.ndarray, title: str, chosen: tuple[int, int] | None = None) -> Any:
    """A map of heads: a row for each layer, a column for each head, with the number in its field."""
    picture = axes.imshow(values, cmap="viridis", vmin=0, vmax=max(values.max(), 1e-9), aspect="auto")
    for layer, head in np.ndindex(values.shape):
        dark = values[layer, head] < 0.6 * values.max()
        axes.text(
            head, layer, f"{values[layer, head]:.2f}".removeprefix("0"), ha="center", va="center", fontsize=7,
            color="white" if dark else "black",
        )  # fmt: skip
    if chosen is not None:
        layer, head = chosen
        axes.add_patch(
            Rectangle((head - 0.5, layer - 0.5), 1, 1, fill=False, edgecolor=style.RED, linewidth=3)
        )
    axes.set(xlabel="head", ylabel="layer")
    axes.set_xticks(range(values.shape[1]))
    axes.set_yticks(range(values.shape[0]))
    axes.set_title(title, fontsize=10)
    axes.grid(visible=False)
    return picture


def explore_atlas(
    habits: Mapping[str, Tensor],
    attention: Tensor,
    tokens: Sequence[str],
    habit: str,
    layer: int = 0,
    head: int = 0,
) -> None:
    """A map of all heads by a habit, beside one head at work on a sentence, with controls for habit, layer and head.

    habits: name → (L, H); attention: (L, H, T, T) of the sentence with these tokens.
    The figure is an ordinary one that the controls replace, so it is complete as well when they can't be moved.
    """
    import ipywidgets as widgets

    layers, heads = attention.shape[:2]
    controls: list[Any] = [
        widgets.Dropdown(options=list(habits), value=habit, description="map"),
        widgets.IntSlider(layer, min=0, max=layers - 1, description="layer", continuous_update=False),
        widgets.IntSlider(head, min=0, max=heads - 1, description="head", continuous_update=False),
    ]

    def picture() -> Any:
        return _atlas_image(habits, attention, tokens, *(control.value for control in controls))

    steerable.show(controls, picture)


def _atlas_image(
    habits: Mapping[str, Tensor], attention: Tensor, tokens: Sequence[str], habit: str, layer: int, head: int
) -> Any:
    with style.figure(columns=2, width=WIDE, height=3.5) as (figure, (left, right)):
        _atlas(left, _numbers(habits[habit]), habit, (layer, head))
        weights = _numbers(attention[layer, head])
        drawn = right.imshow(weights, cmap="Blues", vmin=0, vmax=1)
        right.set_xticks(range(len(tokens)), tokens, rotation=70, ha="right", fontsize=8)
        right.set_yticks(range(len(tokens)), tokens, fontsize=8)
        right.set(xlabel="key", ylabel="query")
        right.set_title(f"layer {layer}, head {head}", fontsize=10)
        right.grid(visible=False)
        figure.colorbar(drawn, ax=right, label="attention", shrink=0.8)
        return style.picture(figure)
