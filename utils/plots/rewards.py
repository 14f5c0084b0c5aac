"""Figures of lesson 11, sitting b: what a reward did, a reward that was gamed, what pairs taught.

Functions get the rows of `utils.training.rewards.grpo` or `utils.training.preferences.dpo` and draw them; none of them
runs a model. Each says in its first line what is to be seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from utils.plots import style

Rows = Sequence[Mapping[str, float]]


def _line(rows: Rows, name: str) -> tuple[list[float], list[float]]:
    """The steps that have this value, and the values."""
    kept = [row for row in rows if name in row]
    return [row["step"] for row in kept], [row[name] for row in kept]


def reward_curve(history: Rows) -> None:
    """Two panels by step: the share of right answers, drawn and held out; how far from the start."""
    with style.figure(columns=2, width=8, height=2.8) as (_, (left, other)):
        left.plot(*_line(history, "right"), linewidth=1, alpha=0.6, label="drawn, of the batch")
        left.plot(*_line(history, "held_out"), "o-", label="held-out sums")
        left.set(title="Right", xlabel="step", ylabel="share", ylim=(0, 1.02))
        left.legend(fontsize=8)
        other.plot(*_line(history, "divergence"), color=style.GREEN)
        other.set(title="Away from the start", xlabel="step", ylabel="k3, nats a letter")


def gamed(history: Rows) -> None:
    """Two panels by step: the reward rises while the share of right answers falls to nothing; the answers grow long."""
    with style.figure(columns=2, width=8, height=2.8) as (_, (left, other)):
        left.plot(*_line(history, "reward"), label="reward")
        left.plot(*_line(history, "right"), "--", label="right")
        left.set(title="What was rewarded, and what was meant", xlabel="step", ylim=(0, 1.02))
        left.legend(fontsize=8)
        other.plot(*_line(history, "length"), color=style.PINK)
        other.set(title="Letters of an answer", xlabel="step", ylim=(0, None))


def preference_curve(history: Rows) -> None:
    """Two panels by step: the share of held-out pairs that are won; how likely both answers have become."""
    with style.figure(columns=2, width=8, height=2.8) as (_, (left, other)):
        left.plot(*_line(history, "accuracy"), "o-", label="pairs won")
        left.plot(*_line(history, "likelier"), "s--", label="chosen is the likelier")
        left.set(title="Held-out pairs", xlabel="step", ylabel="share", ylim=(-0.02, 1.05))
        left.legend(fontsize=8)
        for name, mark in ("chosen", "o-"), ("rejected", "s--"):
            other.plot(*_line(history, name), mark, label=name)
        other.set(title="Held-out answers", xlabel="step", ylabel="log-probability, nats")
        other.legend(fontsize=8)


def before_after(pairs: Mapping[str, tuple[float, float]]) -> None:
    """A panel for each measure with two bars, before and after, and their values above.

    pairs: what is measured → the value before and the value after.
    """
    with style.figure(columns=len(pairs), width=3 * len(pairs), height=2.6) as (_, axes):
        for panel, (name, values) in zip([axes] if len(pairs) == 1 else axes, pairs.items()):
            panel.bar(["before", "after"], values, color=[style.GREY, style.BLUE], width=0.6)
            for place, value in enumerate(values):
                panel.text(place, value, f"{value:.1f}", ha="center", va="bottom", fontsize=9)
            panel.set(title=name, ylim=(0, 1.2 * max(values)))
