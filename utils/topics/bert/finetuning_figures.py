"""Figures: rates, errors, thresholds, likeness of texts, and what a search finds.

Functions get numbers and texts that the lesson has and show them. The metrics of the steerable figure are the reader's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import numpy as np
import torch
from IPython.display import HTML, display
from matplotlib.axes import Axes
from torch import Tensor

from utils.plots import steerable, style

WIDE = 7.9  # inches, just under 900 pixels with the margin that notebooks add


def _numbers(values: Any) -> np.ndarray:
    return values.detach().cpu().numpy() if isinstance(values, Tensor) else np.asarray(values)


# --- learning rates and labels --------------------------------------------------------------------------------------


def rates(shares: Mapping[float, Sequence[float]], levels: Sequence[str]) -> None:
    """The learning rate of each level as a share of the head's.  shares: decay → one number for each level."""
    with style.figure(width=WIDE, height=3.0) as (_, axes):
        for (decay, values), marker in zip(shares.items(), "osD^v"):
            axes.plot(range(len(levels)), values, marker + "-", label=f"decay {decay:g}")
        axes.set_xticks(range(len(levels)), levels, fontsize=9)
        axes.set(
            yscale="log",
            xlabel="level, from the words up",
            ylabel="rate / rate of the head",
            ylim=(None, 1.5),
        )
        axes.legend(loc="lower right")


def by_labels(amounts: Sequence[int], curves: Mapping[str, Sequence[float]]) -> None:
    """Accuracy by the number of labelled rows, a line for each way to learn."""
    with style.figure(width=7.0, height=3.2) as (_, axes):
        for (name, values), marker in zip(curves.items(), "osD^v"):
            axes.plot(amounts, values, marker + "-", label=name)
        axes.axhline(0.5, color=style.GREY, linestyle=":")
        axes.set_xscale("log")
        axes.set_xticks(amounts, [f"{n:,}" for n in amounts])
        axes.minorticks_off()
        axes.set(xlabel="labelled rows", ylabel="accuracy on test rows")
        axes.legend()


# --- right and wrong ------------------------------------------------------------------------------------------------


def _table(axes: Axes, counts: np.ndarray, names: Sequence[str]) -> None:
    """A confusion matrix: shares of each row as shades, counts as numbers."""
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1)
    for i, j in np.ndindex(*counts.shape):
        colour = "white" if shares[i, j] > 0.6 else "black"
        axes.text(j, i, f"{counts[i, j]:,}", ha="center", va="center", color=colour)
    axes.grid(visible=False)
    axes.set_xticks(range(len(names)), names)
    axes.set_yticks(range(len(names)), names)
    axes.set(xlabel="what was said", ylabel="what is true")


def confusion(counts: Tensor, names: Sequence[str]) -> None:
    """Which class was taken for which.  counts: (C, C), rows are true classes, columns are what was said."""
    with style.figure(width=1.6 + 0.9 * len(names), height=1.0 + 0.8 * len(names)) as (_, axes):
        _table(axes, _numbers(counts).astype(int), names)


def verdicts(rows: Sequence[tuple[str, float, float]]) -> None:
    """Sentences with what a model and people said.  rows: (text, probability of praise, mean rating from −4 to 4)."""
    lines = "".join(
        f"<tr><td style='text-align: right'>{p:.2f}</td><td style='text-align: right'>{rating:+.1f}</td>"
        f"<td style='text-align: left'>{escape(text)}</td></tr>"
        for text, p, rating in rows
    )
    head = "<tr><th>p(praise)</th><th>people, −4 to 4</th><th style='text-align: left'>snippet</th></tr>"
    display(HTML(f"<table style='max-width: 55em'>{head}{lines}</table>"))


def explore_threshold(
    p: Tensor,
    actual: Tensor,
    metrics: Mapping[str, Callable[[Tensor, Tensor], float]],
    threshold: float = 0.5,
) -> None:
    """What metrics think of a threshold, with a slider for it.

    p: (N,) probability of class 1; actual: (N,) classes 0 and 1; metrics: name → function of (predicted, actual).
    The figure is an ordinary one that the slider replaces, so it is complete as well when no slider can be moved.
    """
    import ipywidgets as widgets

    places = np.linspace(0.02, 0.98, 33)
    curves = {
        name: [float(metric((p > place).long(), actual)) for place in places]
        for name, metric in metrics.items()
    }
    slider: Any = widgets.FloatSlider(
        threshold, min=0.02, max=0.98, step=0.03, description="threshold", continuous_update=False
    )

    def picture() -> Any:
        return _threshold_image(p, actual, places, curves, slider.value)

    steerable.show([slider], picture, slider)


def _threshold_image(
    p: Tensor, actual: Tensor, places: np.ndarray, curves: Mapping[str, Sequence[float]], threshold: float
) -> Any:
    said = (p > threshold).long()
    counts = torch.bincount(2 * actual + said, minlength=4).reshape(2, 2)
    with style.figure(columns=2, width=WIDE, height=3.2) as (figure, (left, right)):
        for (name, values), line in zip(curves.items(), ("-", "--", "-.", ":")):
            here = float(np.interp(threshold, places, values))
            left.plot(places, values, line, label=f"{name}: {here:.3f}")
        left.axvline(threshold, color=style.GREY, linewidth=1)
        left.set(
            title=f"at {threshold:.2f}", xlabel="threshold for praise", ylabel="metric", ylim=(-0.05, 1.02)
        )
        left.legend(loc="lower center", fontsize=8)
        _table(right, counts.cpu().numpy(), ["scorn", "praise"])
        return style.picture(figure)


# --- likeness -------------------------------------------------------------------------------------------------------


def likeness(cosines: Tensor, texts: Sequence[str]) -> None:
    """Cosines of all pairs of a few texts, (N, N)."""
    table = _numbers(cosines)
    with style.figure(width=WIDE, height=0.55 * len(texts) + 0.9) as (_, axes):
        axes.imshow(table, cmap=style.SEQUENTIAL, vmin=0, vmax=1, aspect="auto")
        for i, j in np.ndindex(*table.shape):
            colour = "black" if table[i, j] > 0.6 else "white"
            axes.text(j, i, f"{table[i, j]:.2f}", ha="center", va="center", color=colour)
        axes.grid(visible=False)
        axes.set_yticks(range(len(texts)), [f"{i}  {text}" for i, text in enumerate(texts)], fontsize=9)
        axes.set_xticks(range(len(texts)))
        axes.set(title="cosine of two sentences", xlabel="sentence")


def against(x: Tensor, y: Tensor, x_name: str, y_name: str) -> None:
    """Two columns of numbers as points."""
    with style.figure(width=5.5, height=3.4) as (_, axes):
        axes.plot(_numbers(x), _numbers(y), "o", markersize=3, alpha=0.4)
        axes.set(xlabel=x_name, ylabel=y_name)


def graded(columns: Mapping[str, Tensor], kinds: Tensor, names: Sequence[str]) -> None:
    """How a number is distributed among kinds of pairs.  columns: what → (N,); kinds: (N,) from 0; names: of kinds."""
    which = _numbers(kinds)
    with style.figure(columns=len(columns), width=WIDE, height=2.6) as (figure, _):
        for axes, (name, column) in zip(figure.axes, columns.items()):
            values = _numbers(column)
            groups = [values[which == kind] for kind in range(len(names))]
            axes.boxplot(groups, orientation="horizontal", widths=0.6, sym=".", flierprops={"markersize": 3})
            axes.set_yticks(range(1, len(names) + 1), names if axes is figure.axes[0] else [""] * len(names))
            axes.set_title(name, fontsize=10)
            axes.set(xlabel="prediction" if "tuned" in name else "cosine")


# --- texts ----------------------------------------------------------------------------------------------------------


def choices(asked: Sequence[tuple[str, Sequence[str]]], answers: Tensor, p: Tensor) -> None:
    """Multiple-choice questions, a bar for each choice.  asked: (text, choices); answers: (B,); p: (B, C)."""
    parts = []
    for (text, options), answer, row in zip(asked, answers.tolist(), p.tolist()):
        lines = "".join(
            f"<tr><td style='text-align: right; width: 4em'>{value:.2f}</td>"
            f"<td style='width: 110px'>{_bar(value)}</td>"
            f"<td style='text-align: left'>{escape(option)}{' <b>← right</b>' if i == answer else ''}</td></tr>"
            for i, (option, value) in enumerate(zip(options, row))
        )
        parts.append(
            f"<p style='max-width: 50em; margin: .8em 0 .2em'>{escape(text)} …</p><table>{lines}</table>"
        )
    display(HTML("".join(parts)))


def found(question: str, pages: Sequence[tuple[Mapping[str, str], float]]) -> None:
    """What a search found, nearest first.  pages: (article with title, description and extract, cosine)."""
    lines = "".join(
        f"<tr><td style='text-align: right'>{cosine:.2f}</td><td style='width: 110px'>{_bar(cosine)}</td>"
        f"<td style='text-align: left'><b>{escape(page['title'])}</b>, {escape(page['description'])}<br>"
        f"<span style='opacity: .75'>{escape(page['extract'][:140])} …</span></td></tr>"
        for page, cosine in pages
    )
    heading = f"<p style='margin: .8em 0 .2em'><i>{escape(question)}</i></p>"
    display(HTML(f"{heading}<table style='max-width: 55em'>{lines}</table>"))


def _bar(value: float) -> str:
    """A bar of up to 100 pixels."""
    width = round(100 * min(max(value, 0.0), 1.0))
    return f"<div style='width: {width}px; height: .8em; background: {style.BLUE}'></div>"
