"""Figures: examples in a prompt, paraphrases, searches, answers, a full window, redaction.

Functions get numbers that the lesson measured and draw them; none of them runs a model. Each says in its first line
what is to be seen.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

from utils.plots import style
from utils.topics.assistants.intervals import counted, interval


def shots(likelihood: Mapping[int, float], right: Mapping[int, float], guessing: float) -> None:
    """Two lines over the number of examples: how likely the right label is, and how often it is the likeliest.

    likelihood: n → mean log-probability, nats; right: n → share from 0 to 1; guessing: the share that guessing reaches.
    """
    with style.figure(columns=2, width=8, height=2.8) as (_, (left, other)):
        left.plot(list(likelihood), list(likelihood.values()), "o-")
        left.set(title="The right label", xlabel="examples in the prompt", ylabel="log-likelihood, nats")
        other.plot(list(right), list(right.values()), "o-", color=style.ORANGE)
        other.axhline(guessing, color=style.GREY, linestyle=":")
        other.text(max(right), guessing, "guessing", fontsize=8, color="#555555", ha="right", va="bottom")
        other.set(
            title="It is the likeliest", xlabel="examples in the prompt", ylabel="share", ylim=(0, 1.05)
        )


def paraphrases(names: Sequence[str], on_dev: Sequence[float], on_test: Sequence[float], chosen: int) -> None:
    """One row for each instruction with two dots, development and test questions; the chosen row is green.

    on_dev, on_test: mean log-likelihood of each, nats.
    """
    with style.figure(width=8, height=0.8 + 0.38 * len(names)) as (_, axes):
        for row, (dev, test) in enumerate(zip(on_dev, on_test)):
            colour = style.GREEN if row == chosen else style.BLUE
            axes.plot([dev, test], [row, row], color="#D0D0D0", linewidth=2)
            axes.plot(
                dev, row, "o", markerfacecolor="white", color=colour, label="development" if row == 0 else ""
            )
            axes.plot(test, row, "o", color=colour, label="test" if row == 0 else "")
        axes.set_yticks(range(len(names)), [textwrap.fill(name, 42) for name in names], fontsize=8)
        axes.invert_yaxis()
        axes.set(xlabel="mean log-likelihood of the right label, nats")
        axes.legend(fontsize=8)


def searches(recalls: Mapping[str, Mapping[str, Mapping[int, float]]]) -> None:
    """A panel for each kind of question, a line for each search: recall over the number of pages shown.

    recalls: kind of question → search → k → recall.
    """
    with style.figure(columns=len(recalls), width=8, height=2.9) as (_, axes):
        for panel, (kind, lines) in zip([axes] if len(recalls) == 1 else axes, recalls.items()):
            for (name, recall), mark in zip(lines.items(), ["o-", "s--", "^:"]):
                panel.plot(list(recall), list(recall.values()), mark, label=name)
            panel.set(title=kind, xlabel="pages shown, k", ylabel="recall at k", ylim=(0, 1.05))
            panel.legend(fontsize=8, loc="lower right")


def latency(milliseconds: Mapping[int, float]) -> None:
    """A line over the number of pages, both axes logarithmic: a search takes longer in proportion."""
    with style.figure(width=6, height=2.6) as (_, axes):
        axes.plot(list(milliseconds), list(milliseconds.values()), "o-")
        axes.set(title="One question", xlabel="pages in the index", ylabel="ms", xscale="log", yscale="log")


def shares(right: Mapping[str, int], total: int, what: str) -> None:
    """One bar for each way, then its count and interval.  right: way → answers of total; what: of what."""
    with style.figure(width=7, height=0.9 + 0.4 * len(right)) as (_, axes):
        heights = [count / total for count in right.values()]
        axes.barh(list(right), heights, color=style.CYCLE[: len(right)], height=0.6)
        for row, (count, share) in enumerate(zip(right.values(), heights)):
            low, high = interval(count, total)
            axes.plot([low, high], [row, row], color="#555555", linewidth=1.5)
            axes.text(max(high, share), row, f"  {counted(count, total)}", va="center", fontsize=9)
        axes.invert_yaxis()
        axes.grid(visible=False)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
        axes.set(xlabel=f"{what}, with intervals of 95 %", xlim=(0, 1.4))


def window(roles: Sequence[str], lengths: Sequence[int], kept: Sequence[bool], room: int) -> None:
    """All messages of a chat side by side, as wide as their tokens: those kept in colours, those left out hatched.

    room: tokens that there are for messages. What the system's message leaves of it is a line below.
    """
    colours = {"system": style.GREEN, "user": style.BLUE, "assistant": style.ORANGE, "tool": style.PINK}
    with style.figure(width=8, height=2.0) as (_, axes):
        left, seen = 0, set()
        for role, length, stays in zip(roles, lengths, kept):
            label = role if role not in seen and stays else ""
            seen |= {role} if stays else set()
            axes.barh(
                0,
                length,
                left=left,
                height=0.7,
                edgecolor="white" if stays else style.GREY,
                color=colours[role] if stays else "white",
                hatch=None if stays else "////",
                linewidth=0.6,
                label=label,
            )
            left += length
        beside = room - (lengths[0] if roles[0] == "system" else 0)
        axes.plot([left - beside, left], [-0.5, -0.5], color=style.RED, linewidth=2)
        axes.text(
            left - beside / 2, -0.56, "room for the rest", fontsize=8, color="#555555", ha="center", va="top"
        )
        axes.set_ylim(-0.85, 0.4)
        axes.set_yticks([])
        axes.grid(visible=False)
        axes.set(xlabel="tokens of the chat, the oldest on the left; hatched: left out")
        axes.legend(fontsize=8, ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1.0))


def survivors(counts: Mapping[str, Mapping[str, tuple[int, int]]]) -> None:
    """Bars in groups, one group for each kind of data: the share of what was planted that each way left to be read.

    counts: way → kind → how many can still be read, and how many were planted; both stand above the bar.
    """
    kinds = list(next(iter(counts.values())))
    with style.figure(width=7, height=2.8) as (_, axes):
        for number, (way, of_kind) in enumerate(counts.items()):
            places = [
                kind + 0.8 * (number - (len(counts) - 1) / 2) / len(counts) for kind in range(len(kinds))
            ]
            heights = [left / max(1, planted) for left, planted in of_kind.values()]
            axes.bar(places, heights, width=0.75 / len(counts), color=style.CYCLE[number], label=way)
            for place, height, (left, planted) in zip(places, heights, of_kind.values()):
                axes.text(place, height, f"{left} of {planted}", ha="center", va="bottom", fontsize=8)
        axes.set_xticks(range(len(kinds)), kinds)
        axes.set(xlabel="kind of personal data", ylabel="share that can be read", ylim=(0, 1.15))
        axes.legend(fontsize=8, ncols=2, loc="lower right", bbox_to_anchor=(1, 1))
