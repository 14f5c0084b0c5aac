"""Figures: heads that copy, what each layer would predict, and what a patched activation changes.

Functions get numbers that the lesson has computed and draw them; none of them scores a head.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.patches import Rectangle
from torch import Tensor

from utils.plots import style
from utils.topics.relative_positions.recall import KEYS

WIDE = 7.9  # inches, just under 900 pixels with the margin that notebooks add


def _numbers(values: Any) -> np.ndarray:
    return values.detach().cpu().double().numpy() if isinstance(values, Tensor) else np.asarray(values)


def attentions(ids: Tensor, maps: Mapping[str, Tensor]) -> None:
    """The attention weights of one text of keys and values, of the sharpest head of each layer.

    ids: (T,) keys and values of `recall`, in turn; maps: name → (H, T, T). Frames: the value after each earlier
    place of a key.
    """
    tokens = ids.tolist()
    words = [f"k{token}" if token < KEYS else f"v{token - KEYS}" for token in tokens]
    with style.figure(columns=len(maps), width=WIDE, height=3.3) as (figure, _):
        for axes, (name, weights) in zip(figure.axes, maps.items()):
            table = _numbers(weights)
            peaks = table[:, len(words) // 2 :].max(axis=-1)  # (H, T / 2)
            head = int(np.maximum(peaks[:, ::2].mean(axis=-1), peaks[:, 1::2].mean(axis=-1)).argmax())
            axes.imshow(table[head], vmin=0, vmax=1, cmap="Blues")
            for i in range(0, len(tokens), 2):
                for j in (j for j in range(0, i, 2) if tokens[j] == tokens[i]):
                    axes.add_patch(
                        Rectangle((j + 0.5, i - 0.5), 1, 1, fill=False, color=style.ORANGE, lw=1.5)
                    )
            axes.grid(visible=False)
            axes.set_xticks(range(len(words)), words, fontsize=6, rotation=90)
            axes.set_yticks(range(len(words)), words, fontsize=6)
            axes.set_title(f"{name}, head {head}", fontsize=9)
            axes.set(xlabel="key", ylabel="query" if axes is figure.axes[0] else "")


def heads(table: Tensor, weights: Tensor, nats: Tensor, n: int) -> None:
    """Scores of all heads, the weights of the best one, and the loss on a block and on its repetition.

    table: (layers, H); weights: (T, T); nats: (T − 1,) of tokens 1, 2, …; n: length of the block.
    """
    with style.figure(columns=3, width=WIDE, height=3.2) as (figure, (left, middle, right)):
        image = left.imshow(_numbers(table), vmin=0, vmax=1, aspect="auto")
        left.set(title="Induction score", xlabel="head", ylabel="layer", xticks=range(table.shape[1]))
        figure.colorbar(image, ax=left, shrink=0.8)
        middle.imshow(_numbers(weights), vmin=0, vmax=1, cmap="Blues")
        middle.set(title="The best head", xlabel="key", ylabel="query")
        for axes in (left, middle):
            axes.grid(visible=False)
        right.plot(range(1, len(nats) + 1), _numbers(nats), color=style.BLUE)
        right.axvline(n, color="black", linestyle=":")
        right.set(title="Dotted: the block again", xlabel="position", ylabel="loss, nats", ylim=(0, None))


def lens(log_p: Tensor, answer: int, tokenizer: Any) -> None:
    """What each layer would predict: its best token, and the probability of the answer.  log_p: (L + 1, V)."""
    best = log_p.argmax(dim=-1).tolist()
    p = log_p.exp()
    rows = np.arange(len(best))
    words = [tokenizer.decode([token]).replace("\n", "⏎").replace("$", r"\$") for token in best]
    with style.figure(width=7.0, height=5.2) as (_, axes):
        axes.barh(rows, _numbers(p.amax(dim=-1)), color="#D9D9D9", label="the layer's best token")
        answer_word = tokenizer.decode([answer]).strip()
        axes.barh(rows, _numbers(p[:, answer]), height=0.45, color=style.BLUE, label=f"“{answer_word}”")
        axes.set_yticks(rows, [f"{_printable(word)}   {row}" for row, word in zip(rows, words)], fontsize=8)
        axes.grid(visible=False, axis="y")
        axes.set(xlabel="probability", xlim=(0, 1), ylabel="best token and layer")
        axes.legend(loc="center right", fontsize=9)


def _printable(word: str) -> str:
    """A token that the figure's font has: letters of other scripts are given by their number."""
    return "".join(c if ord(c) < 0x250 or c == "⏎" else f"U+{ord(c):04X}" for c in word) or "(empty)"


def patched(table: Tensor, layers: Sequence[int], tokens: Sequence[str]) -> None:
    """How far each patch moves the answer.  table: (rows, T), 0 for none of the way and 1 for all.

    layers: after which layer each row was patched; tokens: T.
    """
    with style.figure(width=7.0, height=4.2) as (figure, axes):
        image = axes.imshow(_numbers(table), vmin=-1, vmax=1, cmap="RdBu_r", aspect="auto", origin="lower")
        axes.grid(visible=False)
        axes.set_xticks(range(len(tokens)), [token.strip() or token for token in tokens], fontsize=9)
        axes.set_yticks(range(len(layers)), [str(layer) for layer in layers], fontsize=8)
        axes.set(
            title="Share of the way to the other answer",
            xlabel="position whose hidden state is patched",
            ylabel="patched after layer",
        )
        figure.colorbar(image, ax=axes, shrink=0.8)
