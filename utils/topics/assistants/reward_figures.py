"""Figures: what a reward did, a reward that was gamed, what pairs taught, what may be written.

Functions get the rows of `rewards.grpo` or `preferences.dpo`, or texts, and draw them; none of them runs a model.
Each says in its first line what is to be seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from utils.plots import style

Rows = Sequence[Mapping[str, float]]


def _line(rows: Rows, name: str) -> tuple[list[float], list[float]]:
    """The steps that have this value, and the values."""
    kept = [row for row in rows if name in row]
    return [row["step"] for row in kept], [row[name] for row in kept]


ROUTES = {
    "RLHF": ["people rank answers", "reward model", "PPO"],
    "DPO": ["pairs: better, worse", "DPO loss"],
    "GRPO": ["a program checks answers", "advantage in the group", "clipped loss"],
}
"""Method → its steps, from what judges the answers to what trains the policy."""


def methods() -> None:
    """Three rows from left to right, RLHF, DPO and GRPO: what judges answers, what is learned from it, the policy."""
    with style.figure(width=8, height=2.6) as (_, axes):
        box = {"boxstyle": "round,pad=0.35", "facecolor": "white", "edgecolor": style.GREY}
        policy = box | {"edgecolor": style.GREEN, "linewidth": 2}
        axes.text(8.6, 1, "policy\n(was: SFT\nmodel)", ha="center", va="center", fontsize=9, bbox=policy)
        for row, (name, steps) in enumerate(ROUTES.items()):
            axes.text(-0.4, row, name, ha="right", va="center", fontweight="bold", fontsize=10)
            places = [*[1.0, 3.9, 6.3][: len(steps) - 1], 6.3]
            for here, there in zip(places, [*places[1:], 8.0]):
                last = there == 8.0
                end = (there, 1 + 0.35 * (row - 1)) if last else (here + 0.55 * (there - here), row)
                axes.plot([here, there], [row, end[1]], color=style.BLUE, linewidth=1, zorder=0)
                axes.annotate(  # between two boxes the head sits midway, where no box hides it
                    "", end, (here, row), arrowprops={"arrowstyle": "->", "color": style.BLUE}, zorder=0
                )
            for place, step in zip(places, steps):
                axes.text(place, row, step, ha="center", va="center", fontsize=9, bbox=box)
        axes.set(xlim=(-1.2, 9.3), ylim=(2.5, -0.5))
        axes.axis("off")


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


def rewarded(history: Rows) -> None:
    """A line over the steps: the mean reward of the batch, whatever the rule."""
    with style.figure(width=6, height=2.6) as (_, axes):
        axes.plot(*_line(history, "reward"))
        axes.set(title="What was rewarded", xlabel="step", ylabel="mean reward")


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


def tree(choices: Sequence[str], room: int = 40) -> None:
    """A tree, read from left to right: texts that may be written, a common beginning drawn once, ends as dots.

    choices: texts, of `room` letters at most, so that they stay legible. Raises ValueError for a longer one, or none.
    """
    if not choices or max(map(len, choices)) > room:
        raise ValueError(
            f"A tree has at least one text, and none of more than {room} letters: pass shorter ones."
        )
    ordered = sorted(set(choices))
    height: dict[str, float] = {text: float(row) for row, text in enumerate(ordered)}
    nodes = _nodes(ordered)
    for node in reversed(nodes):  # the deepest first: a node stands in the middle of what follows it
        below = [height[child] for child in nodes if _parent(child, nodes) == node and child != node]
        if below:
            height[node] = sum(below) / len(below)
    width = max(4.0, min(9.0, 0.2 * max(map(len, ordered)) + 1.5))
    with style.figure(width=width, height=0.7 + 0.38 * len(ordered)) as (_, axes):
        for node in nodes:
            parent = _parent(node, nodes)
            if parent is None:
                continue
            start, y = len(parent), height[node]
            axes.plot([start, start + 0.35], [height[parent], y], color=style.GREY, linewidth=1)
            for step, letter in enumerate(node[start:]):
                axes.text(
                    start + step + 0.7,
                    y,
                    "␣" if letter == " " else letter,
                    family="monospace",
                    ha="center",
                    va="center",
                )
        for text in ordered:
            axes.plot(len(text) + 0.35, height[text], "o", color=style.GREEN, markersize=5)
        axes.set(xlim=(-0.5, max(map(len, ordered)) + 1), ylim=(len(ordered) - 0.5, -0.5))
        axes.axis("off")


def _nodes(choices: Sequence[str]) -> list[str]:
    """The empty text, the choices, and every beginning behind which they part, the shortest first."""
    found = {"", *choices}
    for text in choices:
        for n in range(1, len(text)):
            after = {other[n : n + 1] for other in choices if other.startswith(text[:n])}
            if len(after) > 1:
                found.add(text[:n])
    return sorted(found, key=len)


def _parent(node: str, nodes: Sequence[str]) -> str | None:
    """The longest other node with which this one begins."""
    shorter = [other for other in nodes if len(other) < len(node) and node.startswith(other)]
    return max(shorter, key=len) if shorter else None
