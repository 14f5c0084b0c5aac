"""Figures: tokens of a pair, places, words in company, leaks, losses, gaps filled in.

Functions get tokens, tensors or numbers that the lesson has and draw them. None of them cuts, masks or encodes a text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np
from IPython.display import HTML, display
from torch import Tensor

from utils.plots import style

WIDE = 7.9  # inches, just under 900 pixels with the margin that notebooks add
SEGMENTS = ("0, 114, 178", "230, 159, 0")  # blue and orange of the course, as red, green, blue


def _numbers(values: Any) -> np.ndarray:
    return values.detach().cpu().numpy() if isinstance(values, Tensor) else np.asarray(values)


def tokens(
    texts: Mapping[str, Sequence[str]],
    segments: Sequence[int] | None = None,
    mask: Sequence[int] | None = None,
    chosen: Sequence[Sequence[bool]] | None = None,
) -> None:
    """Texts as rows of tokens. Colour says which segment a token belongs to; [MASK] is dark.

    texts: name → tokens; segments, mask: of every row, 0 or 1, padding is grey and slanted; chosen: what gets a frame,
    by row.
    """
    rows = []
    for number, (name, row) in enumerate(texts.items()):
        boxes = []
        for place, token in enumerate(row):
            real = mask is None or bool(mask[place])
            colour = (
                f"rgba({SEGMENTS[segments[place] if segments else 0]}, .22)"
                if real
                else "rgba(128, 128, 128, .15)"
            )
            ink = "inherit"
            slant = "normal" if real and token != "[PAD]" else "italic"
            if token == "[MASK]":
                colour, ink = "#333333", "#ffffff"
            framed = chosen is not None and bool(chosen[number][place])
            border = f"2px solid {style.RED}" if framed else "2px solid transparent"
            boxes.append(
                f'<span title="place {place}" style="background: {colour}; color: {ink}; border: {border}; '
                f'font-style: {slant}; border-radius: 4px; padding: 0 4px; margin: 1px; display: inline-block">'
                f"{escape(token)}</span>"
            )
        label = f'<span style="opacity: .6; margin-right: .6em">{escape(name)}</span>' if name else ""
        rows.append(f'<div style="margin: .25em 0">{label}{"".join(boxes)}</div>')
    display(HTML(f'<div style="font: 14px/1.7 var(--jp-code-font-family, monospace)">{"".join(rows)}</div>'))


def places(likeness: Any, place: int = 100, radius: int = 40) -> None:
    """How similar the vectors of positions are.  likeness: (context, context) cosines."""
    table = _numbers(likeness)
    with style.figure(columns=2, width=WIDE, height=3.2) as (figure, (left, right)):
        image = left.imshow(table, cmap=style.DIVERGING, vmin=-1, vmax=1)
        left.grid(visible=False)
        left.set(title="All pairs of places", xlabel="place", ylabel="place")
        figure.colorbar(image, ax=left, label="cosine", shrink=0.8)
        near = np.arange(max(0, place - radius), min(len(table), place + radius + 1))
        right.plot(near, table[place, near], color=style.BLUE)
        right.set(title=f"Place {place} and its neighbourhood", xlabel="other place", ylabel="cosine")


def company(word: str, sentences: Sequence[str], likeness: Sequence[Any], layer: int) -> None:
    """How similar the vectors of one word are in several sentences, in one layer, and beside it in all.

    likeness: for each layer, from the embeddings on, (n, n) cosines.
    """
    n, tables = len(sentences), [_numbers(table) for table in likeness]
    with style.figure(columns=2, width=WIDE, height=3.2) as (figure, (left, right)):
        image = left.imshow(tables[layer], vmin=0.6, vmax=1)
        left.grid(visible=False)
        left.set_yticks(range(n), [_short(sentence) for sentence in sentences], fontsize=8)
        left.set_xticks(range(n), [str(i + 1) for i in range(n)], fontsize=8)
        for i in range(n):
            for j in range(n):
                dark = tables[layer][i, j] < 0.8
                left.text(
                    j,
                    i,
                    f"{tables[layer][i, j]:.2f}",
                    ha="center",
                    va="center",
                    fontsize=7,
                    color="w" if dark else "k",
                )
        left.set_title(f"“{word}” in layer {layer}: cosines", fontsize=10)
        figure.colorbar(image, ax=left, shrink=0.8)
        for i in range(1, n):
            right.plot(
                [table[0, i] for table in tables],
                "o-",
                color=style.CYCLE[(i - 1) % 6],
                label=f"1 and {i + 1}",
            )
        right.axvline(layer, color=style.GREY, linestyle=":")
        right.set(
            title="Sentence 1 and the others",
            xlabel="layer (0: embeddings)",
            ylabel="cosine",
            ylim=(None, 1.02),
        )
        right.legend(fontsize=8)


def _short(text: str, longest: int = 30) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def depends(pictures: Mapping[str, Any]) -> None:
    """Which inputs each output depends on.  pictures: name → (T, T) sizes of gradients, row: output."""
    with style.figure(columns=len(pictures), width=WIDE, height=2.9) as (figure, _):
        for axes, (name, sizes) in zip(figure.axes, pictures.items()):
            table = _numbers(sizes)
            axes.imshow(table / table.max(), cmap="Greys", vmin=0, vmax=0.6)
            n = len(table)
            axes.plot(range(n), range(n), "o", markersize=7, markerfacecolor="none", color=style.RED)
            axes.grid(visible=False)
            axes.set(title=name, xlabel="input", ylabel="output", xticks=range(n), yticks=range(n))


def schedule(rates: Sequence[float]) -> None:
    """The learning rate of every step."""
    with style.figure(height=2.4) as (_, axes):
        axes.plot(rates, color=style.BLUE)
        axes.set(
            xlabel="step", ylabel="learning rate", ylim=(0, None), title="1 % of all steps up, the rest down"
        )
        axes.ticklabel_format(axis="y", style="sci", scilimits=(0, 0))


def pretraining(history: Mapping[str, Sequence[float]], levels: Mapping[str, Mapping[str, float]]) -> None:
    """The losses of both tasks by step, smoothed.  levels: task → name → loss of something that knows less."""
    titles = {"mlm": "Masked tokens", "nsp": "Next sentence"}
    with style.figure(columns=2, width=WIDE, height=3.0) as (figure, _):
        for axes, (task, losses), colour in zip(figure.axes, history.items(), (style.BLUE, style.GREEN)):
            axes.plot(losses, color=colour, alpha=0.2, linewidth=0.8)
            axes.plot(_smooth(losses), color=colour)
            for (name, level), place in zip(levels[task].items(), (0.98, 0.98)):
                axes.axhline(level, color=style.GREY, linestyle=":")
                axes.text(
                    place * len(losses), level, name, ha="right", va="bottom", fontsize=9, color="#555555"
                )
            axes.set(title=titles[task], xlabel="step", ylabel="loss, nats")


def _smooth(values: Sequence[float], decay: float = 0.95) -> list[float]:
    """A running mean that forgets, without the pull of its start."""
    mean, weight, found = 0.0, 0.0, []
    for value in values:
        mean, weight = decay * mean + (1 - decay) * value, decay * weight + 1 - decay
        found.append(mean / weight)
    return found


def gaps(shares: Mapping[str, Mapping[str, float]]) -> None:
    """The likeliest words for a gap, as bars.  shares: sentence → word → probability, one gap each."""
    rows = -(-len(shares) // 2)
    height = 0.6 + 0.19 * max(len(found) for found in shares.values())  # of a panel, in inches
    with style.figure(columns=2, rows=rows, width=WIDE, height=height * rows) as (figure, _):
        for axes, (sentence, found) in zip(figure.axes, shares.items()):
            axes.barh(range(len(found)), list(found.values()), color=style.BLUE)
            axes.set_yticks(range(len(found)), list(found))
            axes.invert_yaxis()
            axes.grid(visible=False, axis="y")
            axes.set(xlim=(0, 1))
            axes.set_title(sentence.replace("$", r"\$"), fontsize=9)
        for axes in figure.axes[len(shares) :]:
            axes.set_axis_off()
