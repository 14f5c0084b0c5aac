"""Figures: alignments, error rates, masks of three forms, corrupted spans.

Functions get numbers that the notebook has measured and draw them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from IPython.display import HTML
from matplotlib.axes import Axes
from torch import Tensor

from utils.plots import style

COLOURS = [style.BLUE, style.ORANGE, style.GREEN]
SHADES = ["0,114,178", "230,159,0", "0,158,115", "204,121,167", "86,180,233", "213,94,0"]


# --- alignments -----------------------------------------------------------------------------------------------------


def alignment(weights: Tensor, letters: Sequence[str], phonemes: Sequence[str], title: str = "") -> None:
    """Where each phoneme looked in the word.  weights: (T, S), rows are phonemes; letters: S; phonemes: T names.

    title: the word by default.
    """
    alignments([(weights, letters, phonemes)], [title] if title else ())


def alignments(
    found: Sequence[tuple[Tensor, Sequence[str], Sequence[str]]], titles: Sequence[str] = ()
) -> None:
    """Alignments side by side.  found: weights (T, S), letters and phonemes of each; titles: the words by default."""
    named = list(titles) or ["".join(letters) for _, letters, _ in found]
    for weights, letters, phonemes in found:
        if tuple(weights.shape) != (len(phonemes), len(letters)):
            raise ValueError(
                f"Weights of shape {tuple(weights.shape)} do not fit {len(phonemes)} phonemes and {len(letters)} "
                "letters: pass one row a phoneme and one column a letter."
            )
    tallest = max(len(phonemes) for _, _, phonemes in found)
    width = sum(0.9 + 0.32 * len(letters) for _, letters, _ in found)
    with style.figure(columns=len(found), width=max(3.0, width), height=1.1 + 0.3 * tallest) as (_, axes):
        for one, (weights, letters, phonemes), title in zip(_each(axes), found, named):
            one.imshow(weights.detach().float().cpu().numpy(), cmap="Blues", vmin=0, vmax=1, aspect="auto")
            style.plain_image(one)
            one.set_xticks(range(len(letters)), list(letters), fontsize=11)
            one.set_yticks(range(len(phonemes)), list(phonemes))
            one.tick_params(length=0)
            one.spines[:].set_visible(False)
            one.set(title=title, xlabel="letter read", ylabel="phoneme written")


def _each(axes: Any) -> list[Axes]:
    return list(axes.flat) if hasattr(axes, "flat") else [axes]


# --- numbers --------------------------------------------------------------------------------------------------------


def error_rates(rates: Mapping[str, float | Sequence[float]], title: str = "Phoneme error rate") -> None:
    """A bar for each name; where there are several seeds, their mean, and a dot for each.

    rates: shares; 0.1 is 10 %.
    """
    runs = {name: list(rate) if isinstance(rate, Sequence) else [rate] for name, rate in rates.items()}
    with style.figure(width=7, height=0.9 + 0.42 * len(runs)) as (_, axes):
        for row, values in enumerate(runs.values()):
            mean = 100 * sum(values) / len(values)
            axes.barh(row, mean, height=0.6, color=style.SKY)
            if len(values) > 1:
                axes.plot(
                    [100 * value for value in values],
                    [row] * len(values),
                    "o",
                    color=style.BLUE,
                    markersize=4,
                )
            end = max(mean, *(100 * value for value in values))
            axes.text(end, row, f"  {mean:.1f} %", va="center", fontsize=9)
        axes.set_yticks(range(len(runs)), list(runs))
        axes.invert_yaxis()
        axes.margins(x=0.15)
        axes.grid(visible=False)
        axes.set(title=title, xlabel="% of the phonemes" + (", a dot for each seed" if _seeds(runs) else ""))


def _seeds(runs: Mapping[str, Sequence[float]]) -> bool:
    return any(len(values) > 1 for values in runs.values())


def losses(found: Mapping[str, Sequence[float]], floor: float | None = None) -> None:
    """Training losses by step, smoothed.

    found: name → one loss a step; floor: a dotted line, where there is a least loss.
    """
    with style.figure(width=7, height=2.8) as (_, axes):
        for name, values in found.items():
            width = max(1, len(values) // 80)
            starts = range(0, len(values) - width + 1, width)
            axes.plot(
                [i + width / 2 for i in starts],
                [sum(values[i : i + width]) / width for i in starts],
                label=name,
            )
        if floor is not None:
            axes.axhline(floor, color=style.GREY, linestyle=":")
        axes.set(title="Training", xlabel="step", ylabel="nats per phoneme")
        axes.set_ylim(bottom=0)
        axes.legend()


def loss_by_gap(gap: Sequence[float], losses: Mapping[str, Sequence[float]]) -> None:
    """How a loss falls, and rises, as the right score leaves the others behind.  losses: name → one for each gap."""
    with style.figure(width=7, height=2.8) as (_, axes):
        for name, values in losses.items():
            (line,) = axes.plot(gap, values, label=name)
            least = min(range(len(values)), key=values.__getitem__)
            if 0 < least < len(values) - 1:
                axes.plot(gap[least], values[least], "o", color=line.get_color(), markersize=5)
        axes.set(
            xlabel="right score less all other scores", ylabel="nats", title="Loss; a dot where it is least"
        )
        axes.legend()


# --- masks and spans ------------------------------------------------------------------------------------------------


def masks(
    found: Mapping[str, Tensor], prefix: int | None = None, labels: Sequence[str] | None = None
) -> None:
    """Masks side by side, blue where a row may look.  found: name → (N, N), True where it may.

    prefix: a line after so many symbols; labels: the N symbols.
    """
    with style.figure(columns=len(found), width=3.2 * len(found), height=3.3) as (_, axes):
        for number, (one, (name, mask)) in enumerate(zip(_each(axes), found.items())):
            one.imshow(mask.squeeze().float().cpu().numpy(), cmap="Blues", vmin=0, vmax=1.3)
            style.plain_image(one)
            if labels is not None:
                one.set_xticks(range(len(labels)), list(labels), fontsize=8)
                one.set_yticks(range(len(labels)), list(labels), fontsize=8)
                one.tick_params(length=0)
            if prefix is not None:
                one.axhline(prefix - 0.5, color=style.ORANGE, linewidth=1)
                one.axvline(prefix - 0.5, color=style.ORANGE, linewidth=1)
            one.set(title=name, xlabel="may be seen", ylabel="position" if number == 0 else "")


def spans(
    ids: Sequence[int], inputs: Sequence[int], targets: Sequence[int], names: Mapping[int, str]
) -> HTML:
    """A text, what span corruption leaves of it, and what has to be written; each sentinel has a colour.

    names: what each id is called; an id whose name starts with "<" and ends with ">" is a sentinel.
    """
    rows = {"text": ids, "inputs": inputs, "targets": targets}
    special = [number for number, name in names.items() if name.startswith("<") and name.endswith(">")]
    order = list(
        dict.fromkeys(number for row in (inputs, targets) for number in map(int, row) if number in special)
    )

    def shown(number: int) -> str:
        text = escape(names.get(number, str(number)))
        if number not in order:
            return f"<span>{text}</span>"
        shade = SHADES[order.index(number) % len(SHADES)]
        return f'<span style="background: rgba({shade}, .35); padding: 1px 3px; border-radius: 3px">{text}</span>'

    lines = "".join(
        f'<tr><th scope="row" style="text-align: left; vertical-align: top">{name}</th>'
        f'<td style="text-align: left">{" ".join(shown(int(number)) for number in row)}</td></tr>'
        for name, row in rows.items()
    )
    return HTML(
        '<div style="overflow-x: auto" tabindex="0">'
        f'<table style="font: 14px/1.8 var(--jp-code-font-family, monospace); max-width: 58em">{lines}</table></div>'
    )
