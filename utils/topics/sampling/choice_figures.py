"""Figures: distributions of the next token, and what each knob keeps of them.

Functions get logits, probabilities or ids that the lesson has and draw them. None of them chooses a token, and none
knows how a knob works: the sliders call a function of the reader's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from torch import Tensor

from utils.plots import steerable, style

OUT = "#D9D9D9"
WIDE = 7.9  # inches, just under 900 pixels with the margin that notebooks add


def _probabilities(logits: Tensor) -> np.ndarray:
    """Softmax of a vector, (V,), in float64."""
    x = logits.detach().cpu().double().numpy()
    e = np.exp(x - x.max())
    return e / e.sum()


def _numbers(values: Any) -> np.ndarray:
    return values.detach().cpu().numpy() if isinstance(values, Tensor) else np.asarray(values)


def _word(tokenizer: Any, token: int) -> str:
    """A token as a label: a space is drawn, a line's end too, and a $ is none of matplotlib's formulas."""
    return tokenizer.decode([token]).replace(" ", "·").replace("\n", "⏎").replace("$", r"\$")


def _stay(p: np.ndarray) -> str:
    """How many tokens are possible, in words."""
    n = int((p > 0).sum())
    return f"{n:,} tokens stay" if n != 1 else "1 token stays"


def _bars(
    axes: Axes, order: np.ndarray, before: np.ndarray, after: np.ndarray | None, tokenizer: Any
) -> None:
    """The tokens of `order` from the top down: grey what a token had, blue what it has now."""
    rows = np.arange(len(order))
    axes.barh(rows, before[order], color=OUT if after is not None else style.BLUE, label="before")
    if after is not None:
        axes.barh(rows, after[order], height=0.45, color=style.BLUE, label="now")
    axes.set_yticks(rows, [_word(tokenizer, int(token)) for token in order], fontsize=9)
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.locator_params(axis="x", nbins=4)
    axes.set(xlabel="probability")


def next_tokens(contexts: Mapping[str, Tensor], tokenizer: Any, n: int = 10) -> None:
    """The likeliest tokens after each beginning.  contexts: beginning → logits (V,)."""
    with style.figure(columns=len(contexts), width=WIDE, height=2.8) as (figure, _):
        for axes, (beginning, logits) in zip(figure.axes, contexts.items()):
            p = _probabilities(logits)
            order = np.argsort(-p)[:n]
            _bars(axes, order, p, None, tokenizer)
            axes.set_title(f"{beginning} …", fontsize=8)
            rest = 1 - p[order].sum()
            axes.text(0.97, 0.06, f"all others: {rest:.2f}", transform=axes.transAxes, ha="right", fontsize=9)


def people_and_greedy(people: Tensor, machine: Tensor) -> None:
    """The surprise of each token, place by place, of the first text, and the means of all.

    people, machine: (B, t) nats.
    """
    of_people, of_machine = _numbers(people), _numbers(machine)
    with style.figure(columns=2, width=WIDE, height=2.8) as (_, (left, right)):
        places = range(1, of_people.shape[1] + 1)
        left.plot(places, of_people[0], "o-", markersize=3, color=style.ORANGE, label="a person")
        left.plot(places, of_machine[0], "s-", markersize=3, color=style.BLUE, label="greedy")
        left.set(title="One text, token by token", xlabel="token", ylabel="nats")
        left.legend()
        for row, values, colour in ((0, of_people, style.ORANGE), (1, of_machine, style.BLUE)):
            right.barh(row, values.mean(), color=colour)
            right.plot(values.mean(axis=1), [row] * len(values), "o", color="black", markersize=4)
        right.set_yticks([0, 1], ["people", "greedy"])
        right.invert_yaxis()
        right.grid(visible=False, axis="y")
        right.set(title="Mean of all texts (dots: each text)", xlabel="nats per token")


def line_of_tokens(probs: Sequence[float], darts: Sequence[float]) -> None:
    """Pieces of a line, one for each token, and where darts land."""
    ends = np.cumsum(probs)
    with style.figure(width=7.5, height=1.7) as (_, axes):
        for token, (end, p) in enumerate(zip(ends, probs)):
            axes.barh(0, p, left=end - p, height=0.5, color=style.CYCLE[token % len(style.CYCLE)], alpha=0.6)
            axes.text(end - p / 2, 0, f"token {token}", ha="center", va="center")
        for dart in darts:
            axes.annotate(
                f"{dart:g}", (dart, 0.25), (dart, 0.75), ha="center", arrowprops={"arrowstyle": "->"}
            )
        axes.set_xticks([0, *ends], [f"{x:.2g}" for x in [0, *ends]])
        axes.set(xlim=(-0.01, ends[-1] + 0.01), ylim=(-0.3, 1.0), xlabel="running sum")
        axes.set_yticks([])
        axes.grid(visible=False)
        axes.spines["left"].set_visible(False)


def temperature(T: float, p: Tensor, at_1: Tensor, tokenizer: Any, n: int = 12) -> None:
    """The tokens that are likeliest at T = 1, at another temperature, and what all others have.

    p, at_1: (V,) probabilities at this temperature, which are drawn in blue, and at 1, which are grey behind them.
    """
    now, before = _numbers(p), _numbers(at_1)
    order = np.argsort(-before)[:n]
    with style.figure(width=WIDE, height=3.2) as (_, axes):
        _bars(axes, order, before, now, tokenizer)
        axes.set(xlim=(0, 1))
        axes.set_title(f"T = {T:g}   (grey: T = 1)".replace("inf", "∞"))
        rest = f"all others: {max(0.0, 1 - now[order].sum()):.2f}"
        axes.text(0.97, 0.03, rest, transform=axes.transAxes, ha="right", fontsize=9)


def cut(
    contexts: Mapping[str, Tensor], kept: Mapping[str, Tensor], tokenizer: Any, title: str, n: int = 14
) -> None:
    """What a cut leaves of each distribution: grey before, blue after.  kept: beginning → probabilities (V,)."""
    with style.figure(columns=len(kept), width=WIDE, height=3.4) as (figure, _):
        figure.suptitle(f"{title}   (grey: before, blue: after)", fontsize=10)
        for axes, (beginning, after) in zip(figure.axes, kept.items()):
            before, now = _probabilities(contexts[beginning]), _numbers(after)
            _bars(axes, np.argsort(-before)[:n], before, now, tokenizer)
            axes.set_title(f"{beginning} …\n{_stay(now)}", fontsize=8)


def running_mass(contexts: Mapping[str, Tensor], kept: Mapping[str, Tensor], share: float) -> None:
    """The mass of the best m tokens by m, with a dot at the number that a cut keeps."""
    with style.figure(width=7.5, height=3.2) as (_, axes):
        for (beginning, logits), colour in zip(contexts.items(), style.CYCLE):
            mass = np.sort(_probabilities(logits))[::-1].cumsum()
            n = int((_numbers(kept[beginning]) > 0).sum())
            axes.plot(np.arange(1, len(mass) + 1), mass, color=colour, label=f"{beginning} …: {n:,}")
            axes.plot(max(n, 1), mass[max(n, 1) - 1], "o", color=colour)
        axes.axhline(share, color=style.GREY, linestyle=":")
        axes.set(
            title=f"Mass of the likeliest tokens; dots and numbers: what top-p keeps at {share:g}",
            xlabel="tokens, the likeliest first",
            ylabel="probability together",
            xscale="log",
        )
        axes.legend(loc="lower right")


def repeats(texts: Mapping[str, Sequence[int]], n_new: int) -> None:
    """For each text, which places hold the same token.  texts: name → ids, of which the last n_new were written."""
    with style.figure(columns=len(texts), width=3.6 * len(texts), height=3.6) as (figure, _):
        for axes, (name, ids) in zip(figure.axes, texts.items()):
            tokens = np.asarray(ids)
            axes.imshow(tokens[:, None] == tokens[None, :], cmap="Greys", vmin=0, vmax=1.5)
            axes.grid(visible=False)
            axes.axvline(len(ids) - n_new - 0.5, color=style.BLUE, linestyle=":")
            axes.set(xlabel="place in the text (dotted: from here on written)", ylabel="place in the text")
            axes.set_title(f"{name}: {len(set(ids[-n_new:]))} different tokens of {n_new}", fontsize=10)


def two_orders(orders: Mapping[str, tuple[Tensor, Tensor]]) -> None:
    """Probabilities of a few tokens after a cut and a temperature, in both orders.

    orders: cut → (cut first, temperature first), (V,) each.
    """
    names = ("cut first, then T", "T first, then cut")
    with style.figure(columns=len(orders), width=WIDE, height=2.8) as (figure, _):
        for axes, (cut_name, pair) in zip(figure.axes, orders.items()):
            for place, (name, p, colour) in enumerate(zip(names, pair, (style.BLUE, style.ORANGE))):
                values = _numbers(p)
                where = np.arange(len(values)) + (place - 0.5) * 0.4
                axes.bar(where, values, width=0.38, color=colour, label=f"{name}: {int((values > 0).sum())}")
            axes.set_title(cut_name)
            axes.set(xlabel="token", ylim=(0, 1), xticks=range(len(pair[0])))
            axes.legend(fontsize=8, title="tokens that stay", title_fontsize=8)
        figure.axes[0].set_ylabel("probability")


def explore_knobs(
    contexts: Mapping[str, Tensor],
    knobs: Callable[..., Tensor],
    tokenizer: Any,
    temperature: float = 1.0,
    k: int = 0,
    p: float = 1.0,
    least: float = 0.0,
) -> None:
    """Distributions of real next tokens under all knobs, with a slider for each.

    contexts: beginning → logits (V,); knobs(logits, temperature, k, p, least) gives logits.

    The figure shows every beginning and is an ordinary one that the sliders replace, so it is complete as well when
    a program executes the notebook and nobody can move a slider.
    """
    import ipywidgets as widgets

    layout: Any = {"continuous_update": False}
    controls: list[Any] = [
        widgets.FloatSlider(temperature, min=0, max=3, step=0.1, description="T", **layout),
        widgets.IntSlider(k, min=0, max=200, description="top-k", **layout),
        widgets.FloatSlider(p, min=0.05, max=1, step=0.05, description="top-p", **layout),
        widgets.FloatSlider(least, min=0, max=0.5, step=0.01, description="min-p", **layout),
    ]

    def picture() -> Any:
        return _knobs_image(contexts, knobs, tokenizer, *(control.value for control in controls))

    box = widgets.VBox([widgets.HBox(controls[:2]), widgets.HBox(controls[2:])])
    steerable.show(controls, picture, box)


def _knobs_image(
    contexts: Mapping[str, Tensor],
    knobs: Callable[..., Tensor],
    tokenizer: Any,
    temperature: float,
    k: int,
    p: float,
    least: float,
) -> Any:
    with style.figure(columns=len(contexts), width=WIDE, height=3.4) as (figure, _):
        off = {"top-k": k == 0, "top-p": p >= 1, "min-p": least == 0}
        values = {"top-k": f"{k}", "top-p": f"{p:g}", "min-p": f"{least:g}"}
        cuts = ", ".join(f"{name} {'off' if off[name] else values[name]}" for name in off)
        figure.suptitle(f"T = {temperature:g}, {cuts}   (grey: T = 1, nothing cut)", fontsize=10)
        for axes, (beginning, logits) in zip(figure.axes, contexts.items()):
            before = _probabilities(logits)
            after = _probabilities(knobs(logits, temperature, k, p, least))
            _bars(axes, np.argsort(-before)[:12], before, after, tokenizer)
            entropy = abs((after * np.log(np.maximum(after, 1e-300))).sum())  # no −0.00 where one is left
            axes.set_title(f"{beginning} …\n{_stay(after)}, {entropy:.2f} nats", fontsize=8)
        return style.picture(figure)
