"""A picture of the encoder–decoder: what reads on the left, what writes on the right, and the memory between them."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

from utils.plots import style

LEFT, RIGHT, HALF = 23.0, 72.0, 17.0  # the middles of the two columns, and half a box
INK = "#222222"
# height of the middle → what the box is called; each sublayer's box includes its norm
ENCODER = {27.0: "norm, self-attention\n(both directions)", 39.0: "norm, feed-forward"}
DECODER = {
    27.0: "norm, self-attention\n(causal)",
    39.0: "norm, cross-attention",
    51.0: "norm, feed-forward",
}


def two_halves() -> None:
    """The model of the lesson from bottom to top: ids, embeddings, the blocks of both halves, scores."""
    with style.figure(width=7.6, height=6.0) as (_, axes):
        axes.set(xlim=(0, 100), ylim=(0, 88), title="The encoder reads, the decoder writes")
        axes.axis("off")
        _column(axes, LEFT, style.BLUE, ENCODER, "encoder blocks", "source (B, S)\nk n i g h t")
        _column(axes, RIGHT, style.RED, DECODER, "decoder blocks", "shifted target (B, T)\n<start> N AY T")
        _box(axes, LEFT, 54, "norm: the memory (B, S, D)", style.BLUE)
        _arrow(axes, (LEFT, 45.5), (LEFT, 50.8))
        path = "angle,angleA=0,angleB=90,rad=4"
        axes.add_patch(
            FancyArrowPatch(
                (LEFT + HALF, 54), (47, 39), arrowstyle="-", connectionstyle=path, color=style.BLUE
            )
        )
        _arrow(axes, (47, 39), (RIGHT - HALF, 39), style.BLUE)
        axes.text(46, 56, "keys, values", ha="center", color=style.BLUE, fontsize=8)
        _box(axes, RIGHT, 66, "norm", style.RED)
        _box(axes, RIGHT, 75, "scores (B, T, V): x Eᵀ", style.GREEN)
        _arrow(axes, (RIGHT, 57.5), (RIGHT, 62.8))
        _arrow(axes, (RIGHT, 69.2), (RIGHT, 71.8))
        _arrow(axes, (RIGHT, 78.2), (RIGHT, 82))
        axes.text(RIGHT, 84.5, "N AY T <end>", ha="center", va="center", fontsize=9, color=INK)
        axes.text(47.5, 12, "one table E", ha="center", va="center", fontsize=8, color=style.GREEN)


def _column(axes: Axes, x: float, colour: str, sublayers: dict[float, str], name: str, ids: str) -> None:
    """One half, from its ids up to its last block; a plus sign where a sublayer's result is added."""
    axes.text(x, 2.5, ids, ha="center", va="center", fontsize=9, color=INK)
    _box(axes, x, 12, "√D · rows of E, plus positions", style.GREEN)
    _arrow(axes, (x, 5.5), (x, 8.8))
    last = max(sublayers)
    axes.add_patch(_frame(x - HALF - 3, 20, 2 * HALF + 6, last - 20 + 6.5, colour, "--"))
    axes.text(x + HALF + 2, 21, name, ha="right", va="bottom", fontsize=8, color=colour)
    below = 15.2
    for height, label in sublayers.items():
        _box(axes, x, height, label, colour)
        _arrow(axes, (x, below), (x, height - 3.2))
        below = height + 3.2
        axes.text(x + HALF - 2, below + 0.3, "+ x", ha="center", va="bottom", fontsize=8, color=style.GREY)


def _frame(x: float, y: float, width: float, height: float, colour: str, line: str) -> FancyBboxPatch:
    look = {"facecolor": "white", "edgecolor": colour, "linewidth": 1.6, "linestyle": line}
    return FancyBboxPatch((x, y), width, height, boxstyle="round,pad=0,rounding_size=1", **look)


def _box(axes: Axes, x: float, y: float, label: str, colour: str) -> None:
    """A box of one height, its middle at (x, y)."""
    axes.add_patch(_frame(x - HALF, y - 3.2, 2 * HALF, 6.4, colour, "-"))
    axes.text(x, y, label, ha="center", va="center", fontsize=8.5, color=INK)


def _arrow(axes: Axes, start: tuple[float, float], end: tuple[float, float], colour: str = INK) -> None:
    axes.add_patch(
        FancyArrowPatch(
            start, end, arrowstyle="-|>", mutation_scale=9, color=colour, shrinkA=0, shrinkB=0, zorder=1
        )
    )
