"""Figures: what counts in a chat, starts and scales, ranks, the shape of a change, answers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from html import escape
from typing import Any

import numpy as np
from IPython.display import HTML
from matplotlib.ticker import NullFormatter, NullLocator
from torch import Tensor

from utils.plots import style

WIDE = 7.9  # inches, just under 900 pixels with the margin that notebooks add
LINES = ("-", "--", "-.", ":")
MARKS = "osD^vX"


def numbers(values: Any) -> np.ndarray:
    """Any numbers as an array on the processor."""
    return values.detach().float().cpu().numpy() if isinstance(values, Tensor) else np.asarray(values, float)


def powers_of_two(axes: Any, values: Sequence[int]) -> None:
    """A logarithmic x axis with a tick at each of the values."""
    axes.set_xscale("log", base=2)
    axes.set_xticks(list(values), [f"{value:,}" for value in values])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_minor_formatter(NullFormatter())


# --- chats ----------------------------------------------------------------------------------------------------------


def chat_tokens(tokens: Sequence[str], weights: Sequence[float]) -> HTML:
    """A chat with each token on a shade that grows with its weight in the loss; point at one to read it.

    Underlined where the weight is 1, so that colour is not all there is to see. A line's end is drawn as ⏎.
    """
    spans = []
    for token, weight in zip(tokens, numbers(weights).tolist(), strict=True):
        line = "border-bottom: 2px solid; " if weight >= 1 else ""
        shade = (
            f"rgba(0, 114, 178, {0.15 + 0.4 * min(weight, 1):.2f})"
            if weight > 0
            else "rgba(128, 128, 128, .15)"
        )
        text = escape(token).replace("\n", "⏎").replace(" ", "·") + ("<br>" if token.endswith("\n") else "")
        spans.append(
            f'<span title="{escape(repr(token), quote=True)}: weight {weight:g}" style="{line}background: {shade}; '
            f'border-radius: 3px; padding: 1px 0; margin-right: 2px">{text}</span>'
        )
    return HTML(
        '<div style="font: 13px/1.9 var(--jp-code-font-family, monospace); max-width: 58em; '
        f'overflow-wrap: anywhere; margin: .4em 0">{"".join(spans)}</div>'
    )


def before_after(rows: Sequence[tuple[str, str, str, str]]) -> HTML:
    """What people wrote, and what the model wrote.  rows: (title, human text, before, after)."""
    cell = "text-align: left; vertical-align: top; padding: .3em .7em; max-width: 22em; white-space: normal"
    head = "".join(f"<th style='{cell}'>{name}</th>" for name in ("", "people", "before", "after"))
    lines = "".join(
        "<tr>"
        + "".join(
            f"<td style='{cell}'>{f'<b>{escape(text)}</b>' if i == 0 else escape(text)}</td>"
            for i, text in enumerate(row)
        )
        + "</tr>"
        for row in rows
    )
    return HTML(f"<div style='overflow-x: auto' tabindex='0'><table>{head}{lines}</table></div>")


def measured(
    before: Mapping[str, Sequence[float]], after: Mapping[str, Sequence[float]], people: float
) -> None:
    """Each answer as a point, and the mean of each side, for every measure.

    before, after: measure → a number for each answer; people: mean words of what people wrote.
    """
    units = {"words": "words", "f1": "F1 of the words", "cosine": "cosine of the meaning"}
    generator = np.random.default_rng(0)
    with style.figure(columns=len(before), width=WIDE, height=3.0) as (figure, _):
        for axes, name in zip(figure.axes, before):
            for place, (values, colour) in enumerate(((before[name], style.GREY), (after[name], style.BLUE))):
                values = numbers(values)
                spread = place + generator.uniform(-0.22, 0.22, len(values))
                axes.plot(spread, values, "o", color=colour, markersize=3, alpha=0.45)
                axes.hlines(values.mean(), place - 0.3, place + 0.3, color="black", linewidth=2, zorder=3)
                axes.annotate(f"{values.mean():.2f}", (place + 0.32, values.mean()), va="center", fontsize=9)
            if name == "words":
                axes.axhline(people, color=style.RED, linestyle="--", linewidth=1)
                axes.annotate("people", (-0.45, people), color=style.RED, fontsize=8, va="bottom")
            axes.set_xticks([0, 1], ["before", "after"])
            axes.set(ylabel=units.get(name, name), xlim=(-0.5, 1.75))
            axes.grid(visible=False, axis="x")


# --- starts and scales ----------------------------------------------------------------------------------------------


def starts(losses: Mapping[str, Sequence[float]]) -> None:
    """Loss by step for different starts of A and B, one line each."""
    with style.figure(width=7.0, height=3.2) as (_, axes):
        for i, (name, values) in enumerate(losses.items()):
            axes.plot(range(len(values)), numbers(values), LINES[i % 4], label=name, linewidth=2)
        axes.set(yscale="log", xlabel="step", ylabel="loss")
        axes.legend()


def scales(sizes: Sequence[int], changes: Mapping[str, Sequence[float]]) -> None:
    """How much the output changes in one step, by rank.  changes: name → one number for each rank in `sizes`."""
    with style.figure(width=7.0, height=3.2) as (_, axes):
        for i, (name, values) in enumerate(changes.items()):
            axes.plot(sizes, numbers(values), MARKS[i] + LINES[i % 4], label=name)
        powers_of_two(axes, sizes)
        axes.set(yscale="log", xlabel="rank r", ylabel="change of the output after one step")
        axes.legend()


# --- ranks ----------------------------------------------------------------------------------------------------------


def ranks(
    points: Mapping[int, Sequence[float]],
    full: float,
    untuned: float,
    parameters: Mapping[int, int] | None = None,
    recorded: Collection[int] = (),
) -> None:
    """Loss on held-out answers by rank.

    points: rank → a loss for each seed; parameters: rank → how many are trained; recorded: ranks whose losses were
    measured before, on another machine.
    """
    with style.figure(width=7.0, height=3.6) as (_, axes):
        named = set()
        for rank, values in points.items():
            name, inside = ("recorded", "white") if rank in recorded else ("trained here", style.BLUE)
            axes.plot(
                [rank] * len(values),
                numbers(values),
                "o",
                color=style.BLUE,
                markerfacecolor=inside,
                markersize=5,
                alpha=0.6,
                label=name if recorded and name not in named else None,
            )
            named.add(name)
        means = [numbers(values).mean() for values in points.values()]
        axes.plot(list(points), means, "-", color=style.BLUE, label="LoRA, mean of the seeds")
        axes.axhline(full, color=style.RED, linestyle="--", label="all weights of these blocks")
        axes.axhline(untuned, color=style.GREY, linestyle=":", label="untuned")
        powers_of_two(axes, list(points))
        axes.set(xlabel="rank r", ylabel="held-out loss, nats per token")
        axes.legend()
        if parameters:
            top = axes.secondary_xaxis("top")
            top.set_xticks(list(parameters), [_short(n) for n in parameters.values()], fontsize=8)
            top.xaxis.set_minor_locator(NullLocator())
            top.set_xlabel("trained parameters", fontsize=9)


def _short(n: float) -> str:
    return f"{n / 1e6:.3g} M" if n >= 1e6 else f"{n / 1e3:.3g} k"


def kept(sizes: Sequence[int], losses: Sequence[float], full: float, untuned: float) -> None:
    """Held-out loss when the change that full fine-tuning made is cut to its best part of rank r."""
    with style.figure(width=7.0, height=3.2) as (_, axes):
        axes.plot(sizes, numbers(losses), "o-", color=style.BLUE, label="cut to rank r")
        axes.axhline(full, color=style.RED, linestyle="--", label="the whole change")
        axes.axhline(untuned, color=style.GREY, linestyle=":", label="no change")
        powers_of_two(axes, sizes)
        axes.set(xlabel="rank r that is kept", ylabel="held-out loss, nats per token")
        axes.legend()


def spectra(values: Mapping[str, Any]) -> None:
    """Singular values by their number, each set divided by its largest.  values: name → (n,), falling."""
    with style.figure(width=7.0, height=3.4) as (_, axes):
        for i, (name, found) in enumerate(values.items()):
            found = numbers(found)
            found = (
                found[found > 1e-5 * found[0]] / found[0]
            )  # what is zero but for rounding has no place in a log
            places = np.arange(1, len(found) + 1)
            axes.plot(
                places, found, LINES[i % 4], label=name, linewidth=2, marker="o" if len(found) < 40 else ""
            )
        axes.set(
            xscale="log", yscale="log", xlabel="number of the singular value, from 1", ylabel="σ / largest σ"
        )
        axes.legend(loc="lower left")


def rank(delta: Tensor, cut: Callable[[Tensor, int], Tensor], r: int) -> None:
    """A change beside its best part of rank r, and its singular values, of which the blue ones are kept.

    delta: (out, in), a block of 96 × 96 of which is drawn; cut(delta, r) gives the part of rank r.
    """
    import torch

    values = numbers(torch.linalg.svdvals(delta.detach().float().cpu()))
    shares = np.cumsum(values**2) / np.sum(values**2)
    part = cut(delta, r)
    block = numbers(delta)[:96, :96]
    limit = np.abs(block).max()
    with style.figure(columns=3, width=WIDE, height=3.0) as (_, (left, middle, right)):
        for axes, matrix, name in (
            (left, block, "the change"),
            (middle, numbers(part)[:96, :96], f"rank {r}"),
        ):
            axes.imshow(matrix, cmap=style.DIVERGING, vmin=-limit, vmax=limit, interpolation="nearest")
            style.plain_image(axes)
            axes.set_title(name)
        places = np.arange(1, len(values) + 1)
        right.plot(places, values / values[0], color=style.GREY)
        right.plot(places[:r], values[:r] / values[0], "o", color=style.BLUE, markersize=3)
        right.set(xscale="log", xlabel="number of the singular value", ylabel="σ / largest σ", ylim=(0, 1.05))
        right.set_title(f"r = {r} keeps {shares[r - 1]:.0%} of the squares", fontsize=10)


def prompt_weights(points: Mapping[float, tuple[float, float]]) -> None:
    """Held-out loss of the answers and of the prompts, by the prompt's weight.  points: weight → (answers, prompts)."""
    with style.figure(columns=2, width=WIDE, height=3.0) as (_, pair):
        for i, (axes, name) in enumerate(zip(pair, ("answers", "prompts"))):
            values = [found[i] for found in points.values()]
            axes.plot(range(len(points)), values, MARKS[i] + "-", color=style.CYCLE[i])
            axes.set_xticks(range(len(points)), [f"{weight:g}" for weight in points])
            axes.set(
                title=name, xlabel="weight of the prompt's tokens", ylabel="held-out loss, nats per token"
            )
