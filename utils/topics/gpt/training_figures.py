"""Figures: what a model costs, and how it learns.

Functions get numbers that the lesson measured and draw them; none of them trains anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from matplotlib.ticker import FuncFormatter, NullFormatter, PercentFormatter

from utils.plots import style
from utils.plots.losses import draw_history, level_line

PARTS = {
    "embeddings": style.BLUE,
    "attention": style.ORANGE,
    "feed_forward": style.GREEN,
    "norms": style.GREY,
    "head": style.SKY,
}


# --- sittings a and b -------------------------------------------------------------------------------------------


def two_units(rows: Sequence[tuple[int, float, float]]) -> None:
    """One text under several vocabularies, in two units.  rows: (V, perplexity, bits per byte)."""
    sizes, perplexities, bits = zip(*rows)
    with style.figure(columns=2, width=8, height=2.8) as (_, (left, right)):
        left.plot(sizes, perplexities, "o-", color=style.RED)
        left.set(title="perplexity: per token", ylim=(0, None))
        right.plot(sizes, bits, "o-", color=style.BLUE)
        right.set(title="bits per byte: per text", ylim=(0, None))
        for axes in (left, right):
            axes.set(xscale="log", xlabel="entries in the vocabulary")
            axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
            axes.xaxis.set_minor_formatter(NullFormatter())


def parameters_by_part(counts: Mapping[str, Mapping[str, int]]) -> None:
    """Which part of a model holds its parameters.  counts: model → part → number, with "total"."""
    names = list(counts)
    with style.figure(width=8, height=0.5 * len(names) + 1.3) as (_, axes):
        left = np.zeros(len(names))
        for part, colour in PARTS.items():
            share = np.array([counts[name][part] / counts[name]["total"] for name in names])
            axes.barh(names, share, left=left, color=colour, label=part.replace("_", "-"), height=0.7)
            left += share
        for row, name in enumerate(names):
            axes.text(1.01, row, _short(counts[name]["total"]), va="center")
        axes.invert_yaxis()
        axes.grid(visible=False)
        axes.xaxis.set_major_formatter(PercentFormatter(1))
        axes.set(title="Where the parameters are", xlim=(0, 1))
        axes.legend(loc="upper center", bbox_to_anchor=(0.4, -0.1), ncols=len(PARTS), fontsize=9)


def operations(lengths: Sequence[int], share: Sequence[float], speeds: Mapping[int, float]) -> None:
    """Attention's share of the work by length, and this machine's speed by the size of a product.

    share: of T-dependent operations, for each length; speeds: n → GFLOP/s of an (n, n) by (n, n) product.
    """
    with style.figure(columns=2, width=9, height=3.0) as (_, (left, right)):
        left.plot(lengths, share, "o-", color=style.BLUE)
        left.axhline(0.5, color=style.GREY, linestyle=":")
        left.set(
            title="GPT-2 small: scores and weighted sums",
            xlabel="tokens in the text",
            ylabel="share of all operations",
            xscale="log",
            ylim=(0, 1),
        )
        left.yaxis.set_major_formatter(PercentFormatter(1))
        left.set_xticks(lengths[::3], [f"{n:,}" for n in lengths[::3]])
        right.plot(list(speeds), list(speeds.values()), "o-", color=style.ORANGE)
        right.set(
            title="This machine: multiplying two (n, n) matrices",
            xlabel="n",
            ylabel="GFLOP/s",
            xscale="log",
            ylim=(0, None),
        )
        right.set_xticks(list(speeds)[::2], [f"{n:,}" for n in list(speeds)[::2]])
        for axes in (left, right):
            axes.xaxis.set_minor_formatter(NullFormatter())


def one_page(losses: Sequence[float], chance: float) -> None:
    """The loss of a model that learns one page by heart."""
    with style.figure(height=2.8) as (_, axes):
        axes.plot(losses, color=style.BLUE)
        axes.axhline(chance, color=style.GREY, linestyle=":")
        axes.text(len(losses), chance, "ln V", va="bottom", ha="right", color=style.GREY)
        axes.set(
            title="One page, again and again", xlabel="step", ylabel="loss, nats per token", ylim=(0, None)
        )


def _short(number: float) -> str:
    """405,853,388,800 as 405.9 B."""
    for unit, size in [("B", 1e9), ("M", 1e6), ("k", 1e3)]:
        if number >= size:
            return f"{number / size:.1f} {unit}"
    return f"{number:g}"


_thousands = FuncFormatter(lambda value, _: f"{value:,.0f}")


# --- sitting c ----------------------------------------------------------------------------------------------


def valley(steepness, paths: Mapping[str, object]) -> None:
    """Paths of optimizers on θ ↦ ½ Σ steepness·θ².  steepness: (2,); paths: name → (steps + 1, 2)."""
    x, y = np.meshgrid(np.linspace(-5, 2.5, 120), np.linspace(-2.2, 2.2, 80))
    a, b = (float(s) for s in steepness)
    height = (a * x**2 + b * y**2) / 2
    with style.figure(columns=2, rows=2, width=9, height=4.6) as (_, grid):
        for axes, (name, path), colour in zip(grid.flat, paths.items(), style.CYCLE):
            points = np.asarray(path)
            axes.contour(x, y, height, levels=np.geomspace(0.05, 60, 10), colors="#C8C8C8", linewidths=0.8)
            axes.plot(points[:, 0], points[:, 1], "o-", color=colour, markersize=3, linewidth=1.2)
            axes.plot(0, 0, "+", color="black", markersize=9)
            end = (a * points[-1, 0] ** 2 + b * points[-1, 1] ** 2) / 2
            axes.set(title=f"{name}: ends at height {end:.2g}", xlim=(-5, 2.5), ylim=(-2.2, 2.2))
            axes.grid(visible=False)


def run_with_levels(history: Sequence[Mapping[str, float]], levels: Mapping[str, float]) -> None:
    """One run: the loss with levels to compare it with, and the gradient norm."""
    steps = [row["step"] for row in history]
    with style.figure(columns=2, width=9.5, height=3.2) as (_, (left, right)):
        draw_history(left, history)
        for name, level in levels.items():
            level_line(left, name, level, steps[-1])
        left.set(title="Loss, nats per token", xlabel="step", xlim=(0, steps[-1]))
        left.legend(loc="center right")
        right.semilogy(steps, [row["grad_norm"] for row in history], color=style.ORANGE, linewidth=0.8)
        right.axhline(1, color=style.GREY, linestyle=":")
        right.set(title="Gradient norm (clipped at 1)", xlabel="step", xlim=(0, steps[-1]))


def loss_by_place(losses, bigram: float) -> None:
    """The mean loss at each position of a segment, in groups that double, because single positions are noisy.

    losses: (T,).
    """
    values = np.asarray(losses)
    edges = [0, *(2**n for n in range(len(values).bit_length())), len(values)]
    groups = [(a, min(b, len(values))) for a, b in pairwise(edges) if a < min(b, len(values))]
    names = [str(a) if b - a == 1 else f"{a}–{b - 1}" for a, b in groups]
    with style.figure(height=2.8) as (_, axes):
        axes.plot(names, [values[a:b].mean() for a, b in groups], "o-", color=style.BLUE)
        level_line(axes, "bigram", bigram, len(groups) - 1)
        axes.set(
            title="More context, better guesses",
            xlabel="position in the segment",
            ylabel="loss, nats per token",
        )


def warmup_runs(runs: Mapping[str, object], unigram: float) -> None:
    """Losses of short runs with the spread over seeds.  runs: name → (seeds, steps)."""
    with style.figure(height=3.6) as (_, axes):
        for (name, losses), colour in zip(runs.items(), [style.RED, style.ORANGE, style.BLUE, style.SKY]):
            values = _smoothed(np.asarray(losses))
            steps = range(1, values.shape[1] + 1)
            axes.plot(steps, values.mean(0), color=colour, label=name)
            axes.fill_between(steps, values.min(0), values.max(0), color=colour, alpha=0.2, linewidth=0)
        level_line(axes, "single tokens", unigram, values.shape[1])
        axes.set(title="Four blocks, three seeds", xlabel="step", ylabel="training loss", ylim=(None, 6.5))
        axes.legend(loc="upper right", fontsize=9)


def laboratory(histories: Mapping[str, Sequence[Mapping[str, float]]], chance: float, unigram: float) -> None:
    """Loss and gradient norm of each patient, with the healthy run behind it in gray."""
    healthy = histories["H"]
    others = [name for name in histories if name != "H"]
    with style.figure(columns=3, rows=4, width=9.5, height=8) as (_, grid):
        for column, name in enumerate(others):
            row = 2 * (column // 3)
            losses, norms = grid[row, column % 3], grid[row + 1, column % 3]
            for history, colour in [(healthy, "#B0B0B0"), (histories[name], style.BLUE)]:
                steps = [r["step"] for r in history]
                losses.plot(steps, [r["loss"] for r in history], color=colour, linewidth=1.2)
                norms.semilogy(steps, [r["grad_norm"] for r in history], color=colour, linewidth=1.0)
            top = min(20.0, max(7.0, 1.05 * max(r["loss"] for r in histories[name])))
            for level in (chance, unigram):
                losses.axhline(level, color=style.GREY, linestyle=":", linewidth=1)
            end = len(histories[name])
            losses.set(title=f"{name}: loss", ylim=(-0.2, top), xlim=(0, end))
            norms.set(title="gradient norm", xlim=(0, end))


def dependences(tables: Mapping[str, object]) -> None:
    """How much each position (row) depends on each token (column), for each model; black means not at all."""
    width = 1.36 * max(2, len(tables))
    with style.figure(columns=len(tables), width=width, height=1.7) as (_, row):
        for axes, (name, table) in zip(np.atleast_1d(row), tables.items()):
            values = np.asarray(table)
            axes.imshow(np.log10(values + 1e-6), vmin=-6, vmax=1, cmap="magma")
            axes.set_title(name)
            style.plain_image(axes)


def _smoothed(values: np.ndarray, window: int = 5) -> np.ndarray:
    """A running mean along the last axis, of what came before.  (…, N) to (…, N)."""
    padded = np.concatenate([np.repeat(values[..., :1], window - 1, -1), values], -1)
    return np.lib.stride_tricks.sliding_window_view(padded, window, -1).mean(-1)
