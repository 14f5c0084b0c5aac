"""Figures: distances, their rows and buckets, what was learned."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from utils.plots import steerable, style

WIDE = 8.0  # inches, the width of a notebook's column
DISTANCE = "distance i − j (above 0: the key stands before)"


def _numbers(values: Any) -> np.ndarray:
    return values.detach().cpu().numpy() if isinstance(values, Tensor) else np.asarray(values)


def moved_sentence(cosines: Mapping[int, float]) -> None:
    """How like itself a sentence stays when it begins at another position.  cosines: start → cosine with start 0."""
    with style.figure(width=7.0, height=2.6) as (_, axes):
        places = range(len(cosines))
        axes.plot(places, list(cosines.values()), "o-", color=style.BLUE)
        axes.set_xticks(places, [str(start) for start in cosines])
        axes.set(
            title="One sentence at different addresses",
            xlabel="position of its first token",
            ylabel="cosine with itself at 0",
            ylim=(0.5, 1.03),
        )


def where_where(scores: Tensor, heads: Sequence[int], reach: int = 20) -> dict[int, float]:
    """Scores that addresses give each other: a corner of one head, and the mean by distance of several.

    scores: (H, N, N).  Returns for each of the heads the share of the variance, among pairs at most `reach` apart,
    that the distance explains.
    """
    n = scores.shape[-1]
    apart = np.arange(n)[:, None] - np.arange(n)
    steps = np.arange(-reach, reach + 1)
    explained = {}
    with style.figure(columns=2, width=WIDE, height=3.2) as (_, (left, right)):
        corner = _numbers(scores[heads[0], :40, :40])
        shown = left.imshow(corner, cmap=style.SEQUENTIAL)
        left.grid(visible=False)
        left.set(title=f"head {heads[0]}, 40 addresses", xlabel="address of the key", ylabel="of the query")
        left.figure.colorbar(shown, ax=left, label="score", shrink=0.8)
        for head, colour in zip(heads, style.CYCLE):
            values = _numbers(scores[head]).astype(np.float64)
            groups = [values[apart == step] for step in steps]
            near = np.concatenate(groups)
            within = sum(((group - group.mean()) ** 2).sum() for group in groups)
            explained[head] = float(1 - within / ((near - near.mean()) ** 2).sum())
            mean, spread = (np.array([f(group) for group in groups]) / near.std() for f in (np.mean, np.std))
            mean = mean - near.mean() / near.std()
            label = f"head {head}: {explained[head]:.2f} explained"
            right.plot(steps, mean, color=colour, label=label)
            right.fill_between(steps, mean - spread, mean + spread, color=colour, alpha=0.15, linewidth=0)
        right.set(title="mean by distance, ± one deviation", xlabel=DISTANCE, ylabel="score / its deviation")
        right.xaxis.label.set_size(9)
        right.set_ylim(top=right.get_ylim()[1] + 2)  # room for the legend
        right.legend(fontsize=8, loc="upper left")
    return explained


def explore_index(index: Callable[..., Tensor], n_keys: int, n_queries: int, K: int) -> None:
    """The matrix of clipped distances, with sliders.  index(T, S, K) gives (T, S)."""
    import ipywidgets as widgets

    layout: Any = {"continuous_update": False}
    controls = [
        widgets.IntSlider(n_keys, min=1, max=20, description="keys S", **layout),
        widgets.IntSlider(n_queries, min=1, max=20, description="queries T", **layout),
        widgets.IntSlider(K, min=1, max=20, description="clip K", **layout),
    ]
    steerable.show(controls, lambda: _index_image(index, *(control.value for control in controls)))


def _index_image(index: Callable[..., Tensor], n_keys: int, n_queries: int, K: int) -> Any:
    n_queries = min(n_queries, n_keys)
    clipped, whole = (_numbers(index(n_queries, n_keys, k)) for k in (K, None))
    with style.figure(columns=2, width=WIDE, height=3.9) as (figure, (left, right)):
        for axes, matrix, title in (
            (left, whole, f"i − j: {len(np.unique(whole))} different"),
            (right, clipped, f"clipped at {K}: {len(np.unique(clipped))} of {2 * K + 1} rows in use"),
        ):
            axes.imshow(matrix, cmap=style.DIVERGING, vmin=-n_keys, vmax=n_keys, aspect="auto")
            axes.grid(visible=False)
            for (t, j), value in np.ndenumerate(matrix):
                cut = axes is right and value != whole[t, j]
                axes.text(
                    j,
                    t,
                    f"{value}".replace("-", "−"),
                    ha="center",
                    va="center",
                    fontsize=7,
                    color="black",
                    fontweight="bold" if cut else "normal",
                )
            axes.set_yticks(range(0, n_queries, 2), range(n_keys - n_queries, n_keys, 2))
            axes.set(title=title, xlabel="position of the key", ylabel="position of the query")
        share = (clipped != whole).sum()
        figure.suptitle(f"{share} of {whole.size} distances are cut (bold)", fontsize=10)
        return style.picture(figure)


def memory(lengths: Sequence[int], sizes: Mapping[str, Sequence[int]]) -> None:
    """The largest tensor of each form, in megabytes, by length.  sizes: form → bytes at each length."""
    with style.figure(width=6.5, height=2.8) as (_, axes):
        for (name, values), colour, marker in zip(sizes.items(), style.CYCLE, "os^"):
            axes.plot(lengths, np.asarray(values) / 1e6, marker=marker, color=colour, label=name)
        axes.set(xscale="log", yscale="log", xlabel="tokens", ylabel="largest tensor, MB")
        axes.set_title("Shaw's scores for one head")
        axes.set_xticks(lengths, [f"{length:,}" for length in lengths])
        axes.minorticks_off()
        axes.legend()


def explore_buckets(bucket: Callable[..., Tensor], n_buckets: int, max_distance: int) -> None:
    """T5's buckets by distance in both modes, with sliders.

    bucket(distance, n_buckets, max_distance, two_sided) gives int64 of the shape of distance.
    """
    import ipywidgets as widgets

    layout: Any = {"continuous_update": False}
    controls = [
        widgets.IntSlider(n_buckets, min=8, max=64, step=4, description="buckets", **layout),
        widgets.IntSlider(max_distance, min=40, max=200, description="max dist.", **layout),
    ]
    steerable.show(controls, lambda: _buckets_image(bucket, *(control.value for control in controls)))


def _buckets_image(bucket: Callable[..., Tensor], n_buckets: int, max_distance: int) -> Any:
    distance = torch.arange(-160, 161)
    with style.figure(columns=2, width=WIDE, height=3.2) as (figure, both):
        for axes, sided in zip(both, (True, False)):
            rows = _numbers(bucket(distance, n_buckets, max_distance, sided))
            places = _numbers(distance)
            axes.plot(places, rows, ".", markersize=3, color=style.BLUE if sided else style.ORANGE)
            axes.axvline(max_distance, color=style.GREY, linestyle=":")
            begins = int(places[rows == rows[-1]].min())
            axes.set_title(
                f"{'two-sided' if sided else 'one-sided'}: the last one begins at {begins}", fontsize=10
            )
            axes.set(xlabel=DISTANCE, ylabel="bucket", ylim=(-1, n_buckets))
            axes.xaxis.label.set_size(9)
        figure.suptitle(f"{n_buckets} buckets, max distance {max_distance} (dotted)", fontsize=10)
        return style.picture(figure)


def rulers(lines: Mapping[str, Tensor], reach: int) -> None:
    """What five queries get from positions alone, by distance.

    lines: scheme → (5, 2·reach + 1), keys in the order of the text: the first one stands `reach` before the query.
    """
    distance = np.arange(reach, -reach - 1, -1)
    with style.figure(columns=len(lines), width=WIDE, height=2.7) as (figure, _):
        for axes, (name, values) in zip(figure.axes, lines.items()):
            for row, colour, width in zip(_numbers(values), style.CYCLE, (5, 4, 3, 2, 1)):
                axes.plot(distance, row - row.mean(), color=colour, linewidth=width / 1.6)
            axes.set_title(name, fontsize=8)
            axes.set_xlabel("distance i − j")
        figure.axes[0].set_ylabel("part of the score")


def learned_bias(
    tables: Mapping[str, Tensor],
    rows: Mapping[str, Tensor],
    accuracy: Mapping[str, Mapping[int, float]],
    trained: int,
) -> None:
    """Learned numbers by distance, a line for each head, and how many letters are right by length.

    tables: model → (n_buckets, H); rows: model → the row of each distance from 0; accuracy: model → length → share;
    trained: the length of the notes in training.
    """
    with style.figure(columns=len(tables) + 1, width=WIDE, height=3.0) as (figure, _):
        *panels, last = figure.axes
        for axes, (name, table) in zip(panels, tables.items()):
            numbers = _numbers(table)[_numbers(rows[name])]  # (distances, H)
            for head, colour in zip(range(table.shape[1]), style.CYCLE):
                axes.step(range(len(numbers)), numbers[:, head], where="mid", color=colour)
            axes.axvspan(trained - 0.5, len(numbers), color=style.GREY, alpha=0.15, linewidth=0)
            axes.set_title(name, fontsize=9)
            axes.set_xlabel("distance i − j", fontsize=9)
        panels[0].set_ylabel("learned number, a line a head")
        for (name, shares), colour, marker in zip(accuracy.items(), style.CYCLE, "os^"):
            last.plot(list(shares), list(shares.values()), marker=marker, color=colour, label=name)
        last.axvline(trained, color=style.GREY, linestyle=":")
        last.set(xscale="log", ylim=(0, 1.05))
        last.set_xlabel("letters in the note", fontsize=9)
        last.set_title("share of letters right", fontsize=9)
        last.legend(fontsize=7, loc="lower left")
        figure.suptitle(f"Grey and dotted: beyond the {trained} letters of training", fontsize=10)
