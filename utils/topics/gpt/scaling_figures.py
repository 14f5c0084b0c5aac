"""Figures: rounds of a polynomial, singular values, a race of optimizers, and a line through a few runs.

Functions get numbers that the lesson measured and draw them; none of them trains anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from utils.plots import style


def rounds(a: float, b: float, c: float, rounds: Sequence[int]) -> None:
    """What x becomes after some rounds of x ↦ ax + bx³ + cx⁵, for small x and for all."""
    with style.figure(columns=2, width=9, height=3.0) as (_, (left, right)):
        for axes, x in [(left, np.linspace(0, 1, 801)), (right, np.geomspace(1e-4, 1, 801))]:
            for n, colour in zip(rounds, style.CYCLE):
                y = x
                for _ in range(n):
                    y = a * y + b * y**3 + c * y**5
                axes.plot(x, y, color=colour, label=f"{n} round{'s' * (n > 1)}")
            axes.axhline(1, color=style.GREY, linestyle=":")
            axes.set(xlabel="singular value before", ylim=(0, 1.3))
        left.set(title="After some rounds", ylabel="after")
        right.set(title="The same, small values spread out", xscale="log")
        left.legend(loc="lower right")


def singular_values(before, after) -> None:
    """Singular values of a gradient, the largest first, before and after five rounds.  before, after: (n,)."""
    with style.figure(columns=2, width=9, height=2.8) as (_, (left, right)):
        left.semilogy(np.asarray(before), "o-", color=style.ORANGE, markersize=3)
        left.set(title="The gradient", xlabel="direction", ylabel="singular value")
        right.plot(np.asarray(after), "o-", color=style.BLUE, markersize=3)
        right.axhline(1, color=style.GREY, linestyle=":")
        right.set(title="After five rounds", xlabel="direction", ylim=(0, 1.3))


def race(rates: Mapping[str, Sequence[float]], found: Mapping[str, Sequence[Sequence[float]]]) -> None:
    """Bits per byte by learning rate.  rates: optimiser → its rates; found: optimiser → rate → seeds."""
    every = [bits for tried in found.values() for seeds in tried for bits in seeds]
    with style.figure(columns=len(rates), width=8, height=3.0) as (_, row):
        for axes, (name, tried), colour in zip(row, found.items(), (style.ORANGE, style.BLUE)):
            for rate, seeds in zip(rates[name], tried):
                axes.plot([rate] * len(seeds), seeds, "o", color=colour, alpha=0.6)
            axes.plot(rates[name], [np.mean(seeds) for seeds in tried], color=colour)
            axes.set(
                title=name, xscale="log", xlabel="learning rate", ylim=(min(every) - 0.1, max(every) + 0.1)
            )
            axes.set_xticks(rates[name], [f"{rate:g}" for rate in rates[name]])
            axes.minorticks_off()
        row[0].set_ylabel("bits per byte")


def law(compute, bits, at: float, forecast: Mapping[str, np.ndarray], measured: float) -> None:
    """Losses of small models, the predictions of two laws for a larger one, and its measured loss.

    compute: (sizes,); bits: (sizes, seeds); at: the compute of the larger model; forecast: law → its predictions.
    """
    with style.figure(height=3.4) as (_, axes):
        for n, values in zip(compute, np.asarray(bits)):
            axes.plot([n] * len(values), values, "o", color=style.BLUE, alpha=0.6)
        for place, (name, values), colour in zip((0.94, 1.06), forecast.items(), (style.ORANGE, style.GREEN)):
            low, middle, high = np.min(values), np.median(values), np.max(values)
            axes.errorbar(
                at * place,
                middle,
                [[middle - low], [high - middle]],
                fmt="s",
                color=colour,
                capsize=4,
                label=name,
            )
        axes.plot(at, measured, "*", color=style.RED, markersize=12, label="measured")
        axes.set(
            title="Four sizes of models, and a fifth",
            xlabel="operations",
            ylabel="bits per byte",
            xscale="log",
            yscale="log",
        )
        axes.yaxis.set_major_formatter("{x:.1f}")
        axes.yaxis.set_minor_formatter("{x:.1f}")
        axes.legend(loc="upper right")
