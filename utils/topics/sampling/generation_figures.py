"""Figures: texts, trees of beams, drafts, and instruments to judge with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from torch import Tensor

from utils.plots import style

Beams = Sequence[tuple[Sequence[int], float]]  # texts and their log-probabilities


def quality_against_diversity(found: Mapping[float, tuple[float, float, float]], people: float) -> None:
    """Likelihood against two measures of variety, and how likely the text of people is.

    found: temperature → (nats per token, distinct-2, self-overlap); people: nats per token.
    """
    labels = "distinct-2, share of pairs that are new", "self-overlap, share of pairs in common"
    with style.figure(columns=2, width=9, height=3.2) as (_, panels):
        for axes, which, label, side in zip(panels, (1, 2), labels, ("right", "left"), strict=True):
            axes.axhline(people, color=style.ORANGE, linestyle="--", linewidth=1.5)
            place, to = ((0.02, people), "left") if side == "right" else ((0.98, people), "right")
            axes.annotate("people", place, (0, 3), axes.get_yaxis_transform(), "offset points", ha=to)
            x, y = zip(*((row[which], row[0]) for row in found.values()), strict=True)
            axes.plot(x, y, "o-", color=style.BLUE, linewidth=1)
            for temperature, row in found.items():  # labels stand on the side where the curve is not
                axes.annotate(
                    f"T = {temperature}", (row[which], row[0]), (-5 if side == "right" else 5, -12),
                    textcoords="offset points", ha=side,
                )  # fmt: skip
            axes.set(xlabel=label, ylabel="log-probability, nats per token")
            axes.margins(x=0.25, y=0.2)


def beam_tree(kept: Sequence[Beams], greedy: Sequence[int], decode: Callable[[int], str]) -> None:
    """The texts that a beam search kept after 1, 2, … tokens, as a tree; what has no descendants is grey.

    kept: for each number of tokens the pairs (tokens, log-probability) that a search of that length returns.
    greedy: the text of greedy search, whose path is thick.
    """
    levels = [sorted(beams, key=lambda pair: -pair[1]) for beams in kept]
    alive = {tuple(text[:n]) for text, _ in levels[-1] for n in range(1, len(text) + 1)}
    places: dict[tuple[int, ...], tuple[float, float]] = {(): (0.0, 0.0)}
    tall = max(map(len, levels))
    with style.figure(width=9, height=0.75 * tall + 0.3) as (_, axes):
        style.plain_image(axes)
        axes.spines[:].set_visible(False)
        for depth, beams in enumerate(levels, start=1):
            new = [(tuple(text), total) for text, total in beams if len(text) == depth]
            # children stand beside their parent, so that few lines cross
            new.sort(key=lambda pair: -places.get(pair[0][:-1], (0, 0))[1])
            for row, (text, total) in enumerate(new):
                x, y = places[text] = float(depth), (len(new) - 1) / 2 - row
                x0, y0 = places.get(text[:-1], (x - 1, y))
                colour = style.BLUE if text in alive else style.GREY
                width = 3.5 if text == tuple(greedy[:depth]) else 1
                axes.plot([x0, x], [y0, y], color=colour, linewidth=width, zorder=1)
                axes.text(
                    x, y, f"{decode(text[-1]).strip() or '␣'}\n{total:.1f}".replace("-", "−"), ha="center", va="center",
                    fontsize=9, color=colour,
                    bbox={"boxstyle": "round", "facecolor": "white", "edgecolor": colour, "linewidth": min(width, 2)},
                )  # fmt: skip
        axes.text(0, 0, "prompt", ha="center", va="center", bbox={"boxstyle": "round", "facecolor": "white"})
        axes.set(xlim=(-0.4, len(levels) + 0.4), ylim=(-tall / 2, tall / 2))


def speculation(p: Sequence[float], q: Sequence[float]) -> None:
    """Target and draft over a few tokens: what is accepted, what is refused, what has to be made up for."""
    x, target, draft = np.arange(len(p)), np.array(p), np.array(q)
    both = np.minimum(target, draft)
    with style.figure(height=2.8) as (_, axes):
        axes.bar(x, both, 0.6, color=style.GREEN, label=f"accepted, {both.sum():.2f}")
        axes.bar(
            x, draft - both, 0.6, both, color="none", edgecolor=style.RED, linewidth=0, hatch="//",
            label="refused, q above p",
        )  # fmt: skip
        axes.bar(x, target - both, 0.6, both, color=style.BLUE, label="made up for, p above q")
        axes.set(xticks=x, xticklabels=[f"token {i}" for i in x], ylabel="probability")
        axes.legend(fontsize=9)


def kept_distribution(p: Tensor, q: Tensor, first: Tensor, direct: Tensor) -> None:
    """How often each token came first, by way of a draft and drawn directly, beside target and draft."""
    x = np.arange(len(p))
    with style.figure(height=2.8) as (_, axes):
        axes.bar(x - 0.2, first.tolist(), 0.36, color=style.BLUE, label="by way of a draft")
        axes.bar(x + 0.2, direct.tolist(), 0.36, color=style.SKY, label="drawn from the target")
        axes.hlines(p.tolist(), x - 0.38, x + 0.38, color="black", linewidth=2, label="p of the target")
        axes.plot(x, q.tolist(), "x", color=style.RED, label="q of the draft")
        axes.set(xticks=x, xticklabels=[f"token {i}" for i in x], ylabel="share")
        axes.legend(fontsize=9)


def accepted(gained: Mapping[str, Sequence[int]], n_draft: int) -> None:
    """How many tokens the passes of the target gave, for each draft."""
    with style.figure(columns=len(gained), width=7, height=2.3) as (_, panels):
        for axes, (name, each) in zip(np.atleast_1d(panels), gained.items(), strict=True):
            counts = np.bincount(list(each), minlength=n_draft + 2)[1 : n_draft + 2]
            axes.bar(np.arange(1, n_draft + 2), counts / max(1, counts.sum()), color=style.BLUE)
            mean = sum(each) / max(1, len(each))
            axes.axvline(mean, color=style.ORANGE, linewidth=1.5)
            axes.set(
                title=f"{name}: {mean:.2f} on average",
                xlabel="tokens from one pass",
                ylim=(0, 1),
                xticks=range(1, n_draft + 2),
            )
        np.atleast_1d(panels)[0].set_ylabel("share of passes")


def interval(values: Tensor, low: float, high: float) -> None:
    """Values as dots on a line, their mean, and an interval around it."""
    mean = values.mean().item()
    with style.figure(height=1.6) as (_, axes):
        axes.plot(values.tolist(), [0.0] * len(values), "o", color=style.SKY, alpha=0.7, label="one article")
        axes.plot([low, high], [0.5, 0.5], color=style.BLUE, linewidth=3, label="95 % of resampled means")
        axes.plot(mean, 0.5, "o", color="black", label="mean")
        axes.set(yticks=[], ylim=(-0.5, 1), xlabel="nats per token")
        axes.legend(fontsize=8, ncols=3, loc="upper left", bbox_to_anchor=(0, 1.35))


def pass_at(curve: Sequence[float], biased: Sequence[float]) -> None:
    """pass@k against k, by counting choices and by the biased formula."""
    k = np.arange(1, len(curve) + 1)
    with style.figure(height=2.8) as (_, axes):
        axes.plot(k, curve, "o-", color=style.BLUE, label="counted, without bias")
        axes.plot(k, biased, "s--", color=style.GREY, label="1 − (1 − c/n)^k, too low")
        axes.set(xlabel="k, tries", ylabel="pass@k", ylim=(0, 1.02), xticks=k)
        axes.legend(fontsize=9)


def reliability(confidence: Tensor, correct: Tensor, n_bins: int, error: float) -> None:
    """The share of right predictions by confidence, and how many predictions there are of each."""
    sure, right = confidence.cpu().double().numpy(), correct.cpu().double().numpy()
    bins = np.minimum((sure * n_bins).astype(int), n_bins - 1)
    with style.figure(columns=2, width=9, height=3) as (_, (left, panel)):
        for m in np.unique(bins):
            x, y = sure[bins == m].mean(), right[bins == m].mean()
            left.bar((m + 0.5) / n_bins, y, 0.92 / n_bins, color=style.SKY)
            left.plot([x, x], [x, y], color=style.RED, linewidth=2)
        left.plot([0, 1], [0, 1], color=style.GREY, linestyle="--", linewidth=1)
        left.plot([], [], color=style.RED, linewidth=2, label="gap")
        left.legend(fontsize=9, loc="upper left")
        left.set(
            xlabel="confidence",
            ylabel="share that was right",
            title=f"calibration error {error:.3f}, {n_bins} bins",
            xlim=(0, 1),
            ylim=(0, 1),
        )
        panel.hist(sure, np.linspace(0, 1, n_bins + 1).tolist(), color=style.SKY, rwidth=0.92)
        panel.set(xlabel="confidence", ylabel="number of predictions")
