"""Figures: shared heads, the size of caches, rings, blocks of scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import torch
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from torch import Tensor

from utils.plots import style

EMPTY = "#EDEDED"
GIB = 2**30
HEADS = {32: "32 key/value heads (MHA)", 8: "8 (GQA)", 1: "1 (MQA)"}
Sizes = tuple[int, int, int, int, int | None]


# --- shared heads -----------------------------------------------------------------------------------------------


def heads(n_heads: int, kv_heads: Sequence[int]) -> None:
    """Which key/value head each query head reads, one panel for each number of key/value heads."""
    titles = {n_heads: "multi-head", 1: "multi-query"}
    with style.figure(columns=len(kv_heads), width=3.2 * len(kv_heads), height=2.2) as (_, panels):
        for axes, n_shared in zip(panels, kv_heads, strict=True):
            style.plain_image(axes)
            group = n_heads // n_shared
            for g in range(n_shared):
                x = group * g + (group - 1) / 2
                colour = style.CYCLE[g % len(style.CYCLE)]
                for h in range(group * g, group * (g + 1)):
                    axes.plot([h, x], [1, 0], color=colour, linewidth=1.5, zorder=1)
                    _head(axes, h, 1, h, colour, "o")
                _head(axes, x, 0, g, colour, "s")
            axes.set(
                title=f"{titles.get(n_shared, 'grouped-query')}: {n_shared} for {n_heads}",
                xlim=(-0.7, n_heads - 0.3),
                ylim=(-0.4, 1.4),
            )
            axes.spines[:].set_visible(False)
        panels[0].set_yticks([0, 1], ["keys and\nvalues", "queries"])
        panels[0].tick_params(length=0)


def _head(axes: Axes, x: float, y: float, number: int, colour: str, marker: str) -> None:
    axes.plot(x, y, marker, color="white", markeredgecolor=colour, markeredgewidth=1.8, markersize=15)
    axes.text(x, y, str(number), ha="center", va="center", fontsize=8)


def bytes_read(reads: Mapping[tuple[int, int], float], weights: float, context: int) -> None:
    """What one decoding step reads: weights and caches.  reads: (batch, key/value heads) → bytes of the caches."""
    batches = sorted({batch for batch, _ in reads})
    with style.figure(columns=len(batches), width=9, height=2.4) as (_, panels):
        for axes, batch in zip(panels, batches, strict=True):
            rows = [(kv, size) for (b, kv), size in reads.items() if b == batch][::-1]
            names = [HEADS.get(kv, str(kv)) for kv, _ in rows]
            caches = [size / GIB for _, size in rows]
            axes.barh(names, [weights / GIB] * len(rows), color=style.GREY, label="weights")
            axes.barh(names, caches, left=weights / GIB, color=style.ORANGE, label="caches")
            axes.axvline(80e9 / GIB, color=style.RED, linestyle="--", linewidth=1)
            texts = f"{batch} sequence{'s' * (batch > 1)} of {context} tokens"
            axes.set(title=texts, xlabel="GiB read per step", xlim=(0, 92))
            axes.grid(axis="y", visible=False)
            if axes is not panels[0]:
                axes.set_yticklabels([])
        panels[0].annotate(
            "80 GB", (80e9 / GIB, 2.3), (3, 0), textcoords="offset points", color=style.RED, fontsize=8
        )
        panels[0].legend(loc="lower right", bbox_to_anchor=(0.8, 0.2), fontsize=8)


def cache_by_context(
    models: Mapping[str, Sizes], gpu_bytes: float, n_bytes: int = 2
) -> dict[str, tuple[int, int]]:
    """Size of the cache of one sequence by its length, up to the longest that a model takes.

    models: name → (layers, key/value heads, width of a head, longest context, window or None).
    Returns name → (bytes for a token, bytes for the longest context).
    """
    found = {}
    shades = plt.get_cmap("tab10")
    with style.figure(width=8.5, height=4.2) as (_, axes):
        for number, (name, (layers, kv_heads, width, longest, window)) in enumerate(models.items()):
            per_token = n_bytes * layers * (kv_heads * width) * 2  # keys and values
            kept = longest if window is None else min(window, longest)
            found[name] = (per_token, per_token * kept)
            lengths = [16, kept] if kept == longest else [16, kept, longest]
            sizes = [per_token * min(length, kept) / GIB for length in lengths]
            front = 2 + 1 / longest  # where lines coincide, the shorter one lies on top
            axes.plot(lengths, sizes, color=shades(number), label=name, zorder=front)
            axes.plot(lengths[-1], sizes[-1], "o", color=shades(number), markersize=4, zorder=3)
        axes.axhline(gpu_bytes / GIB, color=style.RED, linestyle="--", linewidth=1)
        axes.annotate(
            f"all of a GPU's {gpu_bytes / 1e9:.0f} GB",
            (20, gpu_bytes / GIB),
            (0, 4),
            textcoords="offset points",
            color=style.RED,
            fontsize=8,
        )
        axes.set(xscale="log", yscale="log", xlabel="tokens of context", ylabel="GiB")
        axes.set_xscale("log", base=2)
        ticks = [2**k for k in range(4, 18, 2)]
        axes.set_xticks(ticks, [f"{tick:,d}" for tick in ticks])
        axes.set(title="Keys and values of one sequence, at 16 bits per number")
        axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))
    return found


def what_sharing_saves(counted: Mapping[int, Mapping[str, float]]) -> None:
    """Counts by number of key/value heads, as shares of the first one's.  counted: heads → name → count."""
    first = next(iter(counted.values()))
    with style.figure(width=7.5, height=2.6) as (_, axes):
        width = 0.8 / len(counted)
        for number, (kv_heads, counts) in enumerate(counted.items()):
            at = [place + (number - (len(counted) - 1) / 2) * width for place in range(len(first))]
            shares = [counts[name] / first[name] for name in first]
            label = f"{kv_heads} key/value head{'s' * (kv_heads > 1)}"
            drawn = axes.bar(at, shares, width * 0.92, color=style.CYCLE[number], label=label)
            axes.bar_label(drawn, fmt="{:.3g}", fontsize=8)
        axes.set_xticks(range(len(first)), list(first))
        axes.set(title="What sharing heads saves", ylabel="relative to no sharing", ylim=(0, 1.15))
        axes.grid(axis="x", visible=False)
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1), fontsize=8)


# --- memory -----------------------------------------------------------------------------------------------------


def memory(calls: Tensor, filled: int) -> None:
    """The memory of a cache, coloured by the call that wrote each slot, 0 for none.

    calls: (B, max_length); filled: how many slots of the longest row hold a token.
    """
    n_calls = int(calls.max())
    shades = [EMPTY, *(plt.get_cmap(style.SEQUENTIAL)(x) for x in torch.linspace(0.1, 0.9, n_calls).tolist())]
    with style.figure(width=7, height=0.9 + 0.45 * len(calls)) as (_, axes):
        axes.imshow(calls.int().numpy(), cmap=ListedColormap(shades), vmin=0, vmax=n_calls, aspect="equal")
        style.plain_image(axes)
        _grid(axes, *calls.shape)
        for b, row in enumerate(calls.int().tolist()):
            for place, call in enumerate(row):
                if call:
                    colour = "white" if call < 0.7 * n_calls else "black"
                    axes.text(
                        place, b, str(call), ha="center", va="center", color=colour, fontsize=8, weight="bold"
                    )
        axes.plot([filled - 0.5] * 2, [-0.5, len(calls) - 0.5], color=style.RED, linewidth=2)
        axes.set_xticks(range(calls.shape[1]))
        axes.set_yticks(range(len(calls)), [f"row {b}" for b in range(len(calls))])
        axes.tick_params(length=0)
        axes.set(
            title="The call that wrote each slot; the part before the red line is returned",
            xlabel="slot in memory",
        )


def append_time(lengths: Sequence[int], times: Mapping[str, Sequence[float]]) -> None:
    """Milliseconds for one more token, by how many are cached.  times: name → one number for each length."""
    with style.figure(width=6.5, height=2.8) as (_, axes):
        for (name, values), colour in zip(times.items(), [style.ORANGE, style.BLUE], strict=False):
            axes.plot(lengths, values, "o-", color=colour, label=name)
        axes.set(title="Appending one more token", xlabel="tokens in the cache", ylabel="milliseconds")
        axes.set_ylim(bottom=0)
        axes.legend()


def ring(rows: Sequence[tuple[Sequence[float], Sequence[int]]]) -> None:
    """A ring filling up, one row per token: the position in each slot, and the positions that are returned."""
    n, window = len(rows), len(rows[0][0])
    newest = [max(positions) if positions else -1 for _, positions in rows]
    with style.figure(width=6.5, height=0.8 + 0.3 * n) as (_, axes):
        style.plain_image(axes)
        shown = torch.zeros(n, window)
        for t, (places, positions) in enumerate(rows):
            for slot, value in enumerate(places):
                there = value in positions and not (value == 0 and slot != 0)
                shown[t, slot] = 2 if there and value == newest[t] else float(there)
                if there:
                    colour = "white" if shown[t, slot] == 2 else "black"
                    axes.text(slot, t, f"{value:g}", ha="center", va="center", color=colour, fontsize=9)
            axes.text(window - 0.2, t, ", ".join(map(str, positions)), ha="left", va="center", fontsize=9)
        axes.imshow(
            shown.numpy(), cmap=ListedColormap([EMPTY, style.SKY, style.BLUE]), vmin=0, vmax=2, aspect="auto"
        )
        _grid(axes, n, window)
        axes.set_xlim(-0.5, window + 2.2)
        axes.set_xticks(range(window), [f"slot {slot}" for slot in range(window)])
        axes.set_yticks(range(n), [f"token {t}" for t in range(n)])
        axes.tick_params(length=0)
        axes.text(window - 0.2, -0.8, "returned", fontsize=9, va="center")
        axes.spines[:].set_visible(False)


def reach(pictures: Mapping[str, Tensor]) -> None:
    """Which inputs can influence which outputs.  pictures: title → (T, T) booleans."""
    with style.figure(columns=len(pictures), width=3.1 * len(pictures), height=3.0) as (figure, _):
        for axes, (title, seen) in zip(figure.axes, pictures.items(), strict=True):
            style.plain_image(axes)
            axes.imshow(seen.int().numpy(), cmap=ListedColormap([EMPTY, style.BLUE]), vmin=0, vmax=1)
            _grid(axes, *seen.shape)
            axes.set(title=title, xlabel="input")
            axes.set_xticks(range(0, seen.shape[1], 5))
            axes.set_yticks(range(0, seen.shape[0], 5))
            axes.spines[:].set_visible(False)
        figure.axes[0].set_ylabel("output")


def window_loss(
    windows: Sequence[int], measured: Mapping[int, Sequence[tuple[float, float]]], length: int
) -> None:
    """Loss of two readings of a text by the size of the window.

    measured: number of first tokens that stay in view → (first reading, second reading) for each window.
    """
    with style.figure(columns=2, width=8.5, height=3.0) as (_, panels):
        for number, (axes, title) in enumerate(zip(panels, ["first reading", "second reading"], strict=True)):
            for (sinks, rows), colour in zip(measured.items(), [style.RED, style.BLUE], strict=False):
                label = f"and the first {sinks} tokens" if sinks else "the window alone"
                axes.plot(windows, [row[number] for row in rows], "o-", color=colour, label=label)
            axes.axvline(length, color=style.GREY, linestyle="--", linewidth=1)
            axes.set(title=title, xlabel="positions in the window")
            axes.set_xscale("log", base=2)
            axes.set_xticks(windows, [str(window) for window in windows])
            axes.set_ylim(bottom=0)
        panels[0].set_ylabel("nats per token")
        panels[0].annotate(
            "length of the article",
            (length, 1.2),
            (-4, 0),
            textcoords="offset points",
            ha="right",
            color=style.GREY,
            fontsize=8,
        )
        panels[0].legend(fontsize=8)


def cached_numbers(keys: Tensor, values: Tensor) -> None:
    """The sizes of one head's keys and values, (S, d) each: a row for each token, a column for each feature."""
    with style.figure(columns=2, width=8.5, height=3.0) as (_, panels):
        for axes, x, title in zip(panels, (keys, values), ("keys", "values"), strict=True):
            sizes = x.float().abs().cpu()
            axes.grid(False)
            image = axes.imshow(sizes, aspect="auto", cmap="viridis", vmin=0)
            axes.set(title=f"{title}, absolute values", xlabel="feature", ylabel="token")
            axes.figure.colorbar(image, ax=axes)


def rounded_cache(bits: Sequence[int], measured: Mapping[str, Sequence[float]], exact: float) -> None:
    """Loss of a model whose cache is rounded, by bits per number; exact: its loss without rounding."""
    with style.figure(width=6.0, height=3.0) as (_, axes):
        for (name, losses), colour in zip(measured.items(), (style.BLUE, style.RED), strict=False):
            axes.plot(range(len(bits)), losses, "o-", color=colour, label=name)
        axes.axhline(exact, color=style.GREY, linestyle="--", linewidth=1, label="not rounded")
        axes.set_xticks(range(len(bits)), [str(b) for b in bits])
        axes.set(xlabel="bits per number", ylabel="nats per token", title="A cache with fewer bits")
        axes.legend(fontsize=8)


# --- blocks of scores -------------------------------------------------------------------------------------------


def score_memory(lengths: Sequence[int], block: int, n_bytes: int = 2) -> None:
    """Memory of one head's scores: the whole table, and one block of it."""
    with style.figure(width=6.5, height=2.8) as (_, axes):
        axes.plot(
            lengths, [n_bytes * T * T / GIB for T in lengths], "o-", color=style.ORANGE, label="all scores"
        )
        small = n_bytes * block * block / GIB
        axes.plot(
            lengths, [small] * len(lengths), "o-", color=style.BLUE, label=f"a block of {block} × {block}"
        )
        axes.set(
            xlabel="tokens of the prompt", ylabel="GiB", yscale="log", title="Scores of one head, at 16 bits"
        )
        axes.set_xscale("log", base=2)
        axes.set_xticks(lengths, [f"{T:,d}" for T in lengths], rotation=30)
        axes.legend()


def running(scores: Tensor, outputs: Sequence[float], exact: float, block: int) -> None:
    """Highest score, sum relative to it, and output, if the keys ended after 1, 2, … blocks.

    scores: (S,) of one query; outputs: one number for each end; exact: attention to all keys at once.
    """
    ends = list(range(block, len(scores) + 1, block))
    highest = [scores[:end].max().item() for end in ends]
    sums = [(scores[:end].logsumexp(0) - scores[:end].max()).exp().item() for end in ends]
    with style.figure(columns=3, width=9.5, height=2.8) as (_, (left, middle, right)):
        left.plot(range(1, len(scores) + 1), scores, ".", color=style.GREY, label="scores")
        left.plot(ends, highest, "o-", color=style.RED, label="highest so far")
        left.legend(fontsize=8)
        middle.plot(ends, sums, "o-", color=style.ORANGE)
        middle.set_ylim(bottom=0)
        right.plot(ends, outputs, "o-", color=style.BLUE)
        right.axhline(exact, color=style.GREY, linestyle="--", linewidth=1)
        for axes, title in [(left, "scores"), (middle, "sum relative to the highest"), (right, "output")]:
            axes.set(title=title, xlabel="keys read")
            for end in ends:
                axes.axvline(end + 0.5, color="#E5E5E5", linewidth=0.8, zorder=0)


def _grid(axes: Axes, rows: int, columns: int) -> None:
    """White lines between the cells of a picture."""
    for edge in range(rows + 1):
        axes.axhline(edge - 0.5, xmax=1, color="white", linewidth=1.5)
    for edge in range(columns + 1):
        axes.axvline(edge - 0.5, color="white", linewidth=1.5)
