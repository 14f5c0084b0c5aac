"""The transformer block as one picture: a main path, two branches, and the norm in each of the places people use.

`draw_block` draws one block into axes that the caller chooses, so several blocks can be drawn side by side.
"""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from utils.plots import style

COLOURS = {"norm": style.ORANGE, "attention": style.BLUE, "feed-forward": style.GREEN}
TITLES = {"pre": "pre-LN", "post": "post-LN", "peri": "peri-LN", "olmo2": "OLMo 2"}
BRANCH, TOP = 1.7, 7.3  # where the branch is, and where the main path ends
# Place → the boxes on the branches as (label, height), and where each branch leaves and rejoins the main path.
_BLOCKS: dict[str, tuple[list[tuple[str, float]], list[tuple[float, float]]]] = {
    "pre": (
        [("norm", 1.0), ("attention", 1.8), ("norm", 4.2), ("feed-forward", 5.0)],
        [(0.2, 3.1), (3.4, 6.3)],
    ),
    "post": ([("attention", 1.45), ("feed-forward", 5.05)], [(0.1, 2.8), (4.0, 6.1)]),
    "peri": (
        [
            ("norm", 0.9),
            ("attention", 1.65),
            ("norm", 2.4),
            ("norm", 4.1),
            ("feed-forward", 4.85),
            ("norm", 5.6),
        ],
        [(0.2, 3.1), (3.4, 6.3)],
    ),
    "olmo2": (
        [("attention", 1.2), ("norm", 2.0), ("feed-forward", 4.4), ("norm", 5.2)],
        [(0.2, 3.1), (3.4, 6.3)],
    ),
}
_NORMS_ON_THE_MAIN_PATH = {"post": (3.4, 6.7)}


def draw_block(axes: Axes, place: str = "pre", title: str | None = None) -> None:
    """Draw one block: tokens enter at the bottom, and each branch adds what it computed at a plus sign.

    place: "pre", "post", "peri" or "olmo2", where the norms are.  title: of the axes; by default the name of the place.
    """
    boxes, branches = _BLOCKS[place]
    style.plain_image(axes)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set(xlim=(-1.2, 3.2), ylim=(-0.5, TOP + 0.1), title=TITLES[place] if title is None else title)
    _arrow(axes, (0, -0.4), (0, TOP))
    for start, end in branches:
        axes.plot([0, BRANCH, BRANCH], [start, start, end], color=style.GREY, zorder=1)
        _arrow(axes, (BRANCH, end), (0.16, end), colour=style.GREY)
        axes.plot(0, end, "o", markersize=11, color="white", markeredgecolor="black", zorder=3)
        axes.text(0, end, "+", ha="center", va="center_baseline", zorder=4)
    for label, height in boxes:
        _box(axes, label, BRANCH, height)
    for height in _NORMS_ON_THE_MAIN_PATH.get(place, ()):
        _box(axes, "norm", 0, height, width=1.2)


def block() -> None:
    """A transformer block: attention and a feed-forward layer on two branches, each after a norm, each added."""
    with style.figure(width=3.2, height=4.4) as (_, axes):
        draw_block(axes, "pre", title="one block of GPT")


def placements(places: Sequence[str] = ("pre", "post", "peri", "olmo2")) -> None:
    """Where the norms are in a block, drawn with its main path: before each layer, after each sum, or on the branch."""
    with style.figure(columns=len(places), width=2.9 * len(places), height=4.4) as (_, panels):
        for axes, place in zip(panels, places, strict=True):
            draw_block(axes, place)


def _box(axes: Axes, label: str, x: float, y: float, width: float = 2.3, height: float = 0.5) -> None:
    corner = (x - width / 2, y - height / 2)
    look = {"boxstyle": "round,pad=0.02", "facecolor": COLOURS[label], "edgecolor": "none", "zorder": 2}
    axes.add_patch(FancyBboxPatch(corner, width, height, **look))
    colour = "black" if label == "norm" else "white"
    axes.text(x, y, label, ha="center", va="center", fontsize=9, color=colour, zorder=5)


def _arrow(axes: Axes, start: tuple[float, float], end: tuple[float, float], colour: str = "black") -> None:
    arrow = axes.annotate("", end, start, arrowprops={"arrowstyle": "->", "color": colour, "linewidth": 1.4})
    arrow.set_zorder(1)
