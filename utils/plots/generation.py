"""Figures of lesson 06, second sitting: texts, trees of beams, drafts, and instruments to judge with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from torch import Tensor

from utils.plots import style

Beams = Sequence[tuple[Sequence[int], float]]  # texts and their log-probabilities


def quality_against_diversity(found: Mapping[str, tuple[float, float, float]]) -> None:
    """Likelihood against two measures of variety.

    found: name → (nats a token, distinct-2, self-overlap); a number that was not measured is nan.
    """
    with style.figure(columns=2, width=9, height=3.2) as (_, panels):
        for axes, which, label in zip(
            panels, (1, 2), ("distinct-2: new pairs", "self-overlap: pairs shared"), strict=True
        ):
            points = [(name, row[which], row[0]) for name, row in found.items() if row[which] == row[which]]
            drawn = [(x, y) for name, x, y in points if name.startswith("T")]
            axes.plot(*zip(*drawn, strict=True), color=style.GREY, linewidth=1, zorder=1)
            for name, x, y in points:
                axes.plot(x, y, "o", color=style.BLUE if name.startswith("T") else style.ORANGE)
                axes.annotate(name, (x, y), (5, 4), textcoords="offset points", fontsize=9)
            axes.set(xlabel=label, ylabel="mean log-probability, nats a token")
            axes.margins(x=0.2, y=0.15)


def beam_tree(kept: Sequence[Beams], decode: Callable[[int], str]) -> None:
    """The texts that a beam search kept after 1, 2, … tokens, as a tree; what has no descendants is grey.

    kept: for each number of tokens the pairs (tokens, log-probability) that a search of that length returns.
    """
    levels = [sorted(beams, key=lambda pair: -pair[1]) for beams in kept]
    alive = {tuple(text[:n]) for text, _ in levels[-1] for n in range(1, len(text) + 1)}
    places: dict[tuple[int, ...], tuple[float, float]] = {(): (0.0, 0.0)}
    tall = max(map(len, levels))
    with style.figure(width=10, height=0.75 * tall + 0.6) as (_, axes):
        style.plain_image(axes)
        axes.spines[:].set_visible(False)
        for depth, beams in enumerate(levels, start=1):
            new = [(tuple(text), total) for text, total in beams if len(text) == depth]
            for row, (text, total) in enumerate(new):
                x, y = float(depth), (len(new) - 1) / 2 - row
                places[text] = x, y
                colour = style.BLUE if text in alive else style.GREY
                x0, y0 = places.get(text[:-1], (x - 1, y))
                axes.plot([x0, x], [y0, y], color=colour, linewidth=1.2, zorder=1)
                axes.text(
                    x, y, f"{decode(text[-1]).strip() or '␣'}\n{total:.1f}", ha="center", va="center",
                    fontsize=9, color=colour, bbox={"boxstyle": "round", "facecolor": "white", "edgecolor": colour},
                )  # fmt: skip
        axes.text(0, 0, "prompt", ha="center", va="center", bbox={"boxstyle": "round", "facecolor": "white"})
        axes.set(xlim=(-0.4, len(levels) + 0.5), ylim=(-tall / 2 - 0.1, tall / 2 + 0.1))


def speculation(p: Sequence[float], q: Sequence[float]) -> None:
    """Target and draft over a few tokens: what is accepted, what is refused, what has to be made up for."""
    x, target, draft = np.arange(len(p)), np.array(p), np.array(q)
    both = np.minimum(target, draft)
    with style.figure(height=2.8) as (_, axes):
        axes.bar(x, both, 0.6, color=style.GREEN, label=f"accepted, {both.sum():.2f}")
        axes.bar(
            x, draft - both, 0.6, both, color="white", edgecolor=style.RED, hatch="//", label="draft refused"
        )
        axes.bar(x, target - both, 0.6, both, color=style.BLUE, label="residual, p − q")
        axes.set(xticks=x, xticklabels=[f"token {i}" for i in x], ylabel="probability")
        axes.legend(fontsize=9)


def kept_distribution(p: Tensor, q: Tensor, first: Tensor, direct: Tensor) -> None:
    """How often each token came first, by way of a draft and drawn directly, beside target and draft."""
    x = np.arange(len(p))
    with style.figure(height=2.8) as (_, axes):
        axes.bar(x - 0.2, first.tolist(), 0.36, color=style.BLUE, label="by way of a draft")
        axes.bar(x + 0.2, direct.tolist(), 0.36, color=style.SKY, label="drawn from the target")
        axes.plot(x, p.tolist(), "_", color="black", markersize=38, label="p")
        axes.plot(x, q.tolist(), "x", color=style.RED, label="q of the draft")
        axes.set(xticks=x, xticklabels=[f"token {i}" for i in x], ylabel="share")
        axes.legend(fontsize=9)


def accepted(gained: Mapping[str, Sequence[int]], n_draft: int) -> None:
    """How many tokens the passes of the target gave, for each draft."""
    with style.figure(columns=len(gained), width=9, height=2.3) as (_, panels):
        for axes, (name, each) in zip(np.atleast_1d(panels), gained.items(), strict=True):
            counts = np.bincount(list(each), minlength=n_draft + 2)[1 : n_draft + 2]
            axes.bar(np.arange(1, n_draft + 2), counts / max(1, counts.sum()), color=style.BLUE)
            mean = sum(each) / max(1, len(each))
            axes.axvline(mean, color=style.ORANGE, linewidth=1.5)
            axes.set(
                title=f"{name}: {mean:.2f}",
                xlabel="tokens of a pass",
                ylim=(0, 1),
                xticks=range(1, n_draft + 2),
            )
        np.atleast_1d(panels)[0].set_ylabel("share of passes")


def interval(values: Tensor, low: float, high: float) -> None:
    """Values as dots on a line, their mean, and an interval around it."""
    mean = values.mean().item()
    with style.figure(height=1.6) as (_, axes):
        axes.plot(values.tolist(), [0.0] * len(values), "o", color=style.SKY, alpha=0.7, label="one article")
        axes.plot([low, high], [0.5, 0.5], color=style.BLUE, linewidth=3, label="95 % of the means")
        axes.plot(mean, 0.5, "o", color="black", label="mean")
        axes.set(yticks=[], ylim=(-0.5, 1), xlabel="nats a token")
        axes.legend(fontsize=8, ncols=3, loc="upper left", bbox_to_anchor=(0, 1.35))


def pass_at(curve: Sequence[float], biased: Sequence[float]) -> None:
    """pass@k against k, by counting choices and by the biased formula."""
    k = np.arange(1, len(curve) + 1)
    with style.figure(height=2.8) as (_, axes):
        axes.plot(k, curve, "o-", color=style.BLUE, label="counted")
        axes.plot(k, biased, "s--", color=style.GREY, label="1 − (1 − c/n)ᵏ")
        axes.set(xlabel="k", ylabel="pass@k", ylim=(0, 1.02), xticks=k)
        axes.legend(fontsize=9)


def reliability(confidence: Tensor, correct: Tensor, n_bins: int, error: float) -> None:
    """The share of right predictions by confidence, and how many predictions there are of each."""
    sure, right = confidence.double().numpy(), correct.double().numpy()
    bins = np.minimum((sure * n_bins).astype(int), n_bins - 1)
    with style.figure(columns=2, width=9, height=3) as (_, (left, panel)):
        for m in np.unique(bins):
            x, y = sure[bins == m].mean(), right[bins == m].mean()
            left.bar((m + 0.5) / n_bins, y, 0.92 / n_bins, color=style.SKY)
            left.plot([x, x], [x, y], color=style.RED, linewidth=2)
        left.plot([0, 1], [0, 1], color=style.GREY, linestyle="--", linewidth=1)
        left.set(
            xlabel="confidence",
            ylabel="share that was right",
            title=f"error {error:.3f}",
            xlim=(0, 1),
            ylim=(0, 1),
        )
        panel.hist(sure, np.linspace(0, 1, n_bins + 1).tolist(), color=style.SKY, rwidth=0.92)
        panel.set(xlabel="confidence", ylabel="predictions")
