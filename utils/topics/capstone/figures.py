"""Figures: runs in pairs, what ideas were worth, a run beside the bigram model.

Functions get numbers that the notebook has measured and draw them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from torch import Tensor

from utils.plots import style


def passes_over_the_text(designs: Mapping[str, int], tokens: int, budget: float) -> None:
    """How often each design reads the text under one budget.

    designs: name → number of parameters.  tokens: in the text.  budget: parameters × tokens seen in training.
    """
    passes = [budget / n / tokens for n in designs.values()]
    with style.figure(width=7, height=2.6) as (_, axes):
        axes.barh(
            range(len(passes)),
            passes,
            height=0.6,
            color=[style.BLUE if p >= 1 else style.GREY for p in passes],
        )
        for row, times in enumerate(passes):
            axes.text(times, row, f"  {times:.2g}", va="center", fontsize=9)
        axes.axvline(1, color=style.RED, linewidth=1)
        axes.set_yticks(range(len(passes)), list(designs))
        axes.invert_yaxis()
        axes.set(
            title="Blue: reads the whole text",
            xlabel="passes over the text",
            xscale="log",
            xlim=(0.005, 2000),
        )


def pairs(found: Mapping[str, Tensor]) -> None:
    """Two designs over the same seeds, a line for each seed.  found: name → (S,) bits per byte, two of them."""
    (first, second), values = list(found), list(found.values())
    with style.figure(width=4.5, height=2.8) as (_, axes):
        for before, after in zip(*(value.tolist() for value in values)):
            axes.plot([0, 1], [before, after], "o-", color=style.BLUE, markersize=5)
        axes.set_xticks([0, 1], [first, second])
        axes.set(title="The same seeds, before and after", ylabel="bits per byte", xlim=(-0.3, 1.3))


def worth(
    found: Mapping[str, tuple[float, float]], recorded: Mapping[str, tuple[float, float]] | None = None
) -> None:
    """What each idea saves, with an error bar.

    found, recorded: idea → saving and its error, the student's and the course's.
    """
    recorded = recorded or {}
    names = list(dict.fromkeys([*found, *recorded]))
    with style.figure(width=8, height=1.4 + 0.32 * len(names)) as (_, axes):
        for row, name in enumerate(names):
            if name in found:
                saved, error = found[name]
                axes.barh(row, saved, color=style.BLUE if saved > 0 else style.RED, height=0.6)
                axes.errorbar(saved, row, xerr=error, color="black", capsize=3, linewidth=1)
            if name in recorded:
                axes.errorbar(
                    recorded[name][0],
                    row,
                    xerr=recorded[name][1],
                    fmt="D",
                    color=style.ORANGE,
                    markerfacecolor="none",
                    capsize=3,
                    linewidth=1,
                )
            saved, error = found.get(name) or recorded[name]
            axes.text(
                1.02, row, f"{saved:+.3f} ± {error:.3f}", va="center", transform=axes.get_yaxis_transform()
            )
        axes.axvline(0, color=style.GREY, linewidth=0.8)
        axes.set_yticks(range(len(names)), names)
        axes.invert_yaxis()
        axes.grid(visible=False)
        title = "What each idea saves" + (
            " (bars: yours, diamonds: the course's)" if found and recorded else ""
        )
        axes.set(title=title, xlabel="bits per byte, mean over seeds with its standard error")


def ladder(bits: Mapping[str, float]) -> None:
    """Models and what a byte costs them.  bits: name → bits per byte."""
    with style.figure(width=7, height=1 + 0.4 * len(bits)) as (_, axes):
        axes.barh(range(len(bits)), list(bits.values()), color=style.BLUE, height=0.6)
        for row, value in enumerate(bits.values()):
            axes.text(value, row, f"  {value:.3f}", va="center")
        axes.set_yticks(range(len(bits)), list(bits))
        axes.invert_yaxis()
        axes.margins(x=0.15)
        axes.grid(visible=False)
        axes.set(title="The same text, three models", xlabel="bits per byte (fewer are better)")


def run(losses: Sequence[float], bits: float, bigram: float) -> None:
    """The loss of a run, smoothed, and where model and bigram model end.

    losses: nats per token, one a step; bits, bigram: bits per byte on the text that was kept for measuring.
    """
    width = max(1, len(losses) // 100)
    smooth = [sum(losses[i : i + width]) / width for i in range(0, len(losses) - width + 1, width)]
    with style.figure(columns=2, width=8, height=2.8) as (_, (left, right)):
        left.plot([width * (i + 0.5) for i in range(len(smooth))], smooth)
        left.set(title="Training", xlabel="step", ylabel="nats per token")
        left.set_ylim(top=min(max(smooth), math.log(512) + 0.2))
        right.bar(["bigram model", "yours"], [bigram, bits], color=[style.GREY, style.BLUE], width=0.6)
        for place, value in enumerate((bigram, bits)):
            right.text(place, value, f"{value:.3f}", ha="center", va="bottom")
        right.grid(visible=False)
        right.set(title="On text it has not seen", ylabel="bits per byte", ylim=(0, 1.15 * bigram))
