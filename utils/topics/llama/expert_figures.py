"""Figures: sharp heads, loads of experts, work, and the race of two blocks.

Functions get numbers that the lesson has computed and draw them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np
from IPython.display import HTML
from torch import Tensor

from utils.plots import style

WIDE = 7.9  # inches, just under 900 pixels with the margin that notebooks add
MARKERS = "osD^v*P"


def _numbers(values: Any) -> np.ndarray:
    return values.detach().cpu().double().numpy() if isinstance(values, Tensor) else np.asarray(values)


def growth(factors: Sequence[float], free: Sequence[float], normed: Sequence[float]) -> None:
    """The largest attention weight of a query as queries and keys grow, with and without a norm."""
    with style.figure(width=6.5, height=2.8) as (_, axes):
        axes.plot(factors, free, "o-", label="as they are")
        axes.plot(factors, normed, "s--", label="with QK-norm")
        axes.set_xscale("log", base=2)
        axes.set_xticks(list(factors), [f"{factor:g}" for factor in factors])
        axes.set(
            title="A head that attends to one token only",
            xlabel="queries and keys, times",
            ylabel="largest weight",
            ylim=(0, 1.05),
        )
        axes.legend()


def work(numbers: Sequence[int], times: Mapping[str, Sequence[float]]) -> None:
    """Seconds of a mixture by its number of experts.  times: name → seconds, one for each number."""
    with style.figure(width=6.5, height=2.8) as (_, axes):
        for (name, values), marker in zip(times.items(), MARKERS):
            axes.plot(numbers, 1000 * _numbers(values), f"{marker}-", label=name)
        axes.set_xticks(list(numbers))
        axes.set(
            title="512 tokens through a mixture, k = 2",
            xlabel="experts",
            ylabel="milliseconds",
            ylim=(0, None),
        )
        axes.legend()


def loads(by_run: Mapping[str, Tensor], k: int) -> None:
    """The load of each expert, layer by layer.  by_run: name → (layers, E), choices per token."""
    first = next(iter(by_run.values()))
    n_layers, E = first.shape
    with style.figure(columns=n_layers, width=WIDE, height=2.9) as (figure, _):
        for layer, axes in enumerate(figure.axes):
            width = 0.8 / len(by_run)
            for run, (name, table) in enumerate(by_run.items()):
                places = np.arange(E) + (run - (len(by_run) - 1) / 2) * width
                hatch = "" if run == 0 else "//"
                axes.bar(places, np.sort(_numbers(table[layer]))[::-1], width, label=name, hatch=hatch)
            axes.axhline(k / E, color="black", linestyle=":")
            axes.set(
                title=f"Layer {layer} (dotted: all equal)",
                xlabel="experts, the busiest first",
                ylabel="choices per letter" if layer == 0 else "",
                ylim=(0, 1.05),
            )
        figure.axes[0].legend()


def by_letter(table: Tensor, alphabet: Sequence[str]) -> None:
    """Which letters go to which experts.  table: (V, E) shares of each letter's choices, nan where it never occurs."""
    values = _numbers(table)
    order = [n for n in range(len(values)) if not np.isnan(values[n]).any()]
    groups = ["\n ", ".,;:!?-'", "aeiou", "bcdfghjklmnpqrstvwxyz", "AEIOUBCDFGHJKLMNPQRSTVWXYZ"]
    rank = {letter: n for n, letter in enumerate("".join(groups))}
    order = sorted((n for n in order if alphabet[n] in rank), key=lambda n: rank[alphabet[n]])
    names = {"\n": "↵", " ": "␣"}
    with style.figure(width=WIDE, height=2.9) as (figure, axes):
        image = axes.imshow(values[order].T, aspect="auto", vmin=0)
        axes.grid(visible=False)
        axes.set_xticks(range(len(order)), [names.get(alphabet[n], alphabet[n]) for n in order], fontsize=7)
        axes.set(title="Which letters go to which experts", xlabel="letter that is read", ylabel="expert")
        figure.colorbar(image, ax=axes, label="share of its choices")


def written(lengths: Sequence[int], numbers: Mapping[str, Sequence[int]]) -> None:
    """Numbers written for one new token, by the length of the text before it.  numbers: name → one for each length."""
    with style.figure(width=6.5, height=2.8) as (_, axes):
        for (name, values), marker in zip(numbers.items(), MARKERS):
            axes.plot(lengths, values, f"{marker}-", label=name)
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_xticks(list(lengths), [f"{length:,}" for length in lengths])
        axes.set(title="Work for one new token", xlabel="tokens in the cache", ylabel="numbers written")
        axes.legend()


def letters(text: Sequence[str], experts: Any, title: str = "") -> HTML:
    """A text with the number of an expert over each letter, and a shade for each number.

    text: letters; experts: a number for each, (T,).
    """
    shades = [
        "0,114,178",
        "230,159,0",
        "0,158,115",
        "204,121,167",
        "86,180,233",
        "213,94,0",
        "128,128,128",
        "240,228,66",
    ]
    spans = [
        f'<ruby style="background: rgba({shades[number % 8]}, .35); padding: 1px 1px">'
        f"{escape(letter).replace(' ', '␣').replace(chr(10), '⏎')}<rt>{number}</rt></ruby>"
        for letter, number in zip(text, _numbers(experts).astype(int).tolist(), strict=True)
    ]
    return HTML(
        f'<div style="margin: .4em 0"><div style="opacity: .75">{escape(title)}</div>'
        f'<div style="font: 17px/2.4 monospace; max-width: 46em; overflow-wrap: anywhere">{"".join(spans)}</div></div>'
    )


# --- the race -------------------------------------------------------------------------------------------------------


def curves(by_block: Mapping[str, Sequence[tuple[float, float]]]) -> None:
    """Training loss by compute.  by_block: name → pairs of operations and loss."""
    with style.figure(width=6.5, height=2.8) as (_, axes):
        for (name, points), marker, colour in zip(
            by_block.items(), "so^", (style.ORANGE, style.BLUE, style.GREEN)
        ):
            operations, losses = zip(*points)
            axes.plot(operations, losses, f"{marker}-", color=colour, markersize=3, label=name)
        axes.set(
            title="The race at its smallest size", xlabel="operations so far", ylabel="loss, nats per letter"
        )
        axes.legend()


def race(runs: Sequence[Mapping[str, Any]]) -> None:
    """All runs of the kept race: losses by compute, and what each change brings at each size.

    runs: block, size, compute and loss of each.
    """
    blocks, sizes = (list(dict.fromkeys(run[key] for run in runs)) for key in ("block", "size"))

    def losses(block: str, size: str) -> np.ndarray:
        return np.array([run["loss"] for run in runs if (run["block"], run["size"]) == (block, size)])

    spent = [np.mean([run["compute"] for run in runs if run["size"] == size]) for size in sizes]
    with style.figure(columns=2, width=WIDE, height=3.4) as (_, (left, right)):
        for block, colour, marker in ((blocks[0], style.ORANGE, "s"), (blocks[-1], style.BLUE, "o")):
            means = [losses(block, size).mean() for size in sizes]
            left.plot(spent, means, f"{marker}-", color=colour, label=block)
            for x, size in zip(spent, sizes):
                left.plot(
                    [x] * len(losses(block, size)), losses(block, size), "_", color=colour, markersize=10
                )
        left.set_xscale("log")
        left.set(
            title="First and last block (ticks: seeds)",
            xlabel="operations",
            ylabel="loss on held-out text, nats per letter",
        )
        left.legend()
        for size, marker in zip(sizes, MARKERS):
            table = [losses(block, size) - losses(blocks[0], size).mean() for block in blocks]
            means, spread = [row.mean() for row in table], [row.std() for row in table]
            right.errorbar(range(len(blocks)), means, spread, fmt=f"{marker}-", capsize=3, label=size)
        right.axhline(0, color=style.GREY, linewidth=0.8)
        right.set_xticks(range(len(blocks)), blocks, rotation=30, ha="right", fontsize=8)
        right.set(title="One change at a time", xlabel="block", ylabel="nats per letter above the original")
        right.legend()


def own_parts(runs: Sequence[Mapping[str, Any]]) -> None:
    """Bits per byte of a GPT whose parts are exchanged one at a time: means, and every seed.

    runs: version and bits_per_byte of each.
    """
    names = list(dict.fromkeys(run["version"] for run in runs))
    rows = [[run["bits_per_byte"] for run in runs if run["version"] == name] for name in names]
    with style.figure(width=6.5, height=2.8) as (_, axes):
        axes.plot(range(len(names)), [np.mean(row) for row in rows], "o-", label="mean")
        seeds = [(number, value) for number, row in enumerate(rows) for value in row]
        axes.plot(*zip(*seeds), "_", color="black", markersize=12, label="one seed")
        axes.set_xticks(range(len(names)), names)
        axes.set(
            title="Your GPT, with one more part of Llama's block each time",
            xlabel="last part exchanged",
            ylabel="bits per byte",
        )
        axes.legend()


def factors(draws: Tensor, whole: float) -> None:
    """How often each factor came out of resampled seeds.  draws: (n,); whole: that of all runs."""
    with style.figure(width=6.5, height=2.6) as (_, axes):
        axes.hist(_numbers(draws), bins=40, color=style.SKY)
        axes.axvline(whole, color="black", linestyle=":")
        axes.set(
            title="What the original needs for the modern block's loss",
            xlabel="times the compute (dotted: all seeds)",
            ylabel="draws",
        )
