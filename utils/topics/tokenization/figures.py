"""Figures: tokens in colour, how far text shrinks, how long tokens are, how windows lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from typing import Literal

from IPython.display import HTML
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, LogLocator

from utils.plots import style

Side = Literal["left", "center", "right"]
Height = Literal["bottom", "center", "top"]

# Half-transparent, so that the page's own colours, light or dark, decide about the text on top.
_SHADES = ["0, 114, 178", "230, 159, 0", "0, 158, 115", "204, 121, 167"]


def coloured(tokens: Sequence[bytes], ids: Sequence[int] | None = None, title: str = "") -> HTML:
    """Text with each token on a colour of its own, for the notebook. Point at a token to read its id and bytes.

    tokens: what each token stands for. ids: their ids, in the same order. Spaces are drawn as ·, a line's end as ⏎, and
    bytes that are no whole character in hexadecimal.
    """
    spans = []
    for i, token in enumerate(tokens):
        about = f"{token!r}" if ids is None else f"id {ids[i]}: {token!r}"
        spans.append(
            f'<span title="{escape(about, quote=True)}" style="background: rgba({_SHADES[i % len(_SHADES)]}, .3); '
            f'border-radius: 3px; padding: 1px 0; margin-right: 1px">{_visible(token)}</span>'
        )
    heading = f'<div style="opacity: .75; margin-bottom: .2em">{escape(title)}</div>' if title else ""
    return HTML(
        f'<div style="margin: .4em 0">{heading}<div style="font: 14px/1.9 var(--jp-code-font-family, monospace); '
        f'max-width: 52em; overflow-wrap: anywhere">{"".join(spans)}</div></div>'
    )


def inputs_and_targets(inputs: Sequence[bytes], targets: Sequence[bytes]) -> HTML:
    """A window for the notebook: each target is below the input that has to predict it."""
    cell = (
        "padding: .1em .5em; border: 1px solid rgba(128, 128, 128, .4); text-align: left; white-space: nowrap"
    )
    rows = [
        f'<tr><th style="{cell}" scope="row">{name}</th>'
        + "".join(f'<td style="{cell}"><code>{_visible(token)}</code></td>' for token in tokens)
        + "</tr>"
        for name, tokens in (("input", inputs), ("target", targets))
    ]
    table = f'<table style="border-collapse: collapse; font-size: 13px">{"".join(rows)}</table>'
    return HTML(f'<div style="overflow-x: auto" tabindex="0">{table}</div>')


def compression(
    curves: Mapping[str, tuple[Sequence[int], Sequence[float]]], points: Mapping[str, tuple[int, float]]
) -> None:
    """Bytes per token against the size of the vocabulary, labelled at the end of each line.

    curves: label -> (sizes, bytes per token). points: label -> (size, bytes per token), for tokenizers of one size.
    """
    with style.figure(width=7.5, height=3.4) as (_, axes):
        for colour, (label, (sizes, values)) in zip(style.CYCLE, curves.items()):
            axes.plot(sizes, values, marker="o", markersize=3, color=colour)
            _label(axes, label, (sizes[-1], values[-1]), colour, offset=(6, 0), ha="left", va="center")
        for colour, (label, at) in zip(style.CYCLE, points.items()):
            axes.plot(*at, "D", markersize=5, color=colour)
            _label(axes, label, at, colour, offset=(0, 8), ha="center", va="bottom")
        _sizes_on_x(axes)
        axes.set_xlim(right=160_000)
        axes.set_ylim(top=1.15 * axes.get_ylim()[1])
        axes.set(title="How far a text shrinks", xlabel="tokens in the vocabulary", ylabel="bytes per token")


def token_lengths(vocabularies: Mapping[str, Sequence[bytes]], longest: int = 16) -> None:
    """Histograms of how many bytes the tokens of each vocabulary are long; the last bar is `longest` and more."""
    bars = range(1, longest + 1)
    with style.figure(columns=len(vocabularies), width=9, height=2.8) as (figure, _):
        for axes, colour, (label, tokens) in zip(figure.axes, style.CYCLE, vocabularies.items()):
            lengths = Counter(min(len(token), longest) for token in tokens)
            axes.bar(bars, [100 * lengths[n] / len(tokens) for n in bars], color=colour)
            axes.set_xticks([1, *range(4, longest + 1, 4)])
            axes.xaxis.set_major_formatter(
                FuncFormatter(lambda n, _: f"{n:.0f}" + ("+" if n == longest else ""))
            )
            axes.set_title(f"{label}: {len(tokens):,} tokens")
            axes.set(xlabel="bytes in a token", ylabel="% of the vocabulary")
            axes.grid(visible=False, axis="x")


def languages(names: Sequence[str], tokens: Mapping[str, Sequence[int]], n_bytes: Sequence[int]) -> None:
    """How many tokens each tokenizer needs for the same sentence in several languages; a line marks its bytes.

    names: of the languages. tokens: tokenizer -> number of tokens, one for each language. n_bytes: the most that any
    byte-level tokenizer could need.
    """
    width = 0.8 / len(tokens)
    with style.figure(width=8, height=3.2) as (_, axes):
        for k, (colour, (label, counts)) in enumerate(zip(style.CYCLE, tokens.items())):
            at = [i + (k - (len(tokens) - 1) / 2) * width for i in range(len(names))]
            bars = axes.bar(at, counts, width, color=colour, label=label)
            axes.bar_label(bars, fontsize=8)
        axes.hlines(
            n_bytes,
            [i - 0.42 for i in range(len(names))],
            [i + 0.42 for i in range(len(names))],
            color=style.GREY,
            linestyle="--",
            linewidth=1,
            label="bytes",
        )
        axes.set_xticks(range(len(names)), names)
        axes.grid(visible=False, axis="x")
        axes.set(title="The same sentence", ylabel="tokens")
        axes.legend()


def windows(n_tokens: int, context_length: int, strides: Sequence[int]) -> None:
    """Where windows lie on a line of tokens, one picture for each stride; an outline marks the last target."""
    with style.figure(columns=len(strides), width=9, height=2.4) as (figure, _):
        for axes, colour, stride in zip(figure.axes, style.CYCLE, strides):
            starts = range(0, n_tokens - context_length, stride)
            for row, start in enumerate(starts):
                bar = Rectangle((start, row + 0.15), context_length, 0.7, color=colour, alpha=0.75, lw=0)
                axes.add_patch(bar)
                axes.add_patch(Rectangle((start + context_length, row + 0.15), 1, 0.7, fill=False, ec=colour))
            axes.set_xlim(0, n_tokens)
            axes.set_ylim(len(starts) + 0.1, 0)
            axes.set_yticks([])
            axes.grid(visible=False)
            axes.spines["left"].set_visible(False)
            axes.set(title=f"stride {stride}: {len(starts)} windows", xlabel="position in the stream")


def _sizes_on_x(axes: Axes) -> None:
    """Sizes of vocabularies, doubling from tick to tick, against amounts that start at zero."""
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda size, _: f"{size:,.0f}"))
    axes.xaxis.set_major_locator(LogLocator(base=4 if axes.get_xlim()[1] > 10_000 else 2))
    axes.set_ylim(bottom=0)


def _label(
    axes: Axes, text: str, at: tuple[float, float], colour: str, offset: tuple[int, int], ha: Side, va: Height
) -> None:
    axes.annotate(text, at, xytext=offset, textcoords="offset points", ha=ha, va=va, color=colour)


def _visible(token: bytes) -> str:
    """A token as HTML: marks for white space, hexadecimal for bytes that are no whole character."""
    try:
        text = token.decode("utf-8")
    except UnicodeDecodeError:
        return f'<span style="opacity: .65; font-size: 80%">{token.hex(" ")}</span>'
    return escape(text).replace(" ", "·").replace("\n", "⏎<br>").replace("\t", "⇥")
