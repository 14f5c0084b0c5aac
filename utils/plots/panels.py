"""Where a figure can be cut between panels side by side, for a screen that is too narrow for them in a row."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox

PADDING = 0.1  # inches that matplotlib leaves around what is drawn where it saves a tight picture


def cuts(fig: Figure, tight: bool) -> tuple[float, ...]:
    """Shares of the picture's width, between 0 and 1, at which nothing is drawn and another panel begins.

    fig: as it was drawn last. tight: the picture is cut to what is drawn. A colour bar stays with its panel. There are
    no cuts where panels stand in more than one row, or where a title or a legend belongs to several of them.
    """
    renderer: Any = fig.canvas.get_renderer()  # type: ignore[attr-defined]
    drawn = [(axes, axes.get_tightbbox(renderer)) for axes in fig.axes]
    boxes = {axes: box for axes, box in drawn if box is not None and box.width}
    columns = _columns([*boxes.values(), *_of_all(fig, renderer)])
    if len(columns) < 2:
        return ()
    panels = [
        [axes for axes in boxes if _is_panel(axes) and low <= boxes[axes].x0 < high] for low, high in columns
    ]
    wide = [column for column, inside in zip(columns, panels) if inside]  # the rest are colour bars
    if any(_stand_in_rows([boxes[axes] for axes in inside]) for inside in panels):
        return ()
    ends = [max(high for _, high in columns if high <= after[0]) for _, after in pairwise(wide)]
    middles = [(end + after[0]) / 2 / fig.dpi for end, (_, after) in zip(ends, pairwise(wide))]  # inches
    whole = (
        fig.get_tightbbox(renderer).padded(PADDING)
        if tight
        else Bbox.from_bounds(0, 0, *fig.get_size_inches())
    )
    return tuple(round(float((middle - whole.x0) / whole.width), 4) for middle in middles)


def _columns(boxes: list[Bbox]) -> list[tuple[float, float]]:
    """From where to where something is drawn, from left to right, without gaps inside."""
    found: list[tuple[float, float]] = []
    for low, high in sorted((box.x0, box.x1) for box in boxes):
        if found and low <= found[-1][1]:
            found[-1] = found[-1][0], max(high, found[-1][1])
        else:
            found.append((low, high))
    return found


def _of_all(fig: Figure, renderer: Any) -> list[Bbox]:
    """Titles and legends of the whole figure."""
    words = [text for text in fig.texts if text.get_text()]
    return [each.get_window_extent(renderer) for each in (*words, *fig.legends)]


def _is_panel(axes: Axes) -> bool:
    return not hasattr(axes, "_colorbar")


def _stand_in_rows(boxes: list[Bbox]) -> bool:
    return any(upper.y0 >= lower.y1 for upper in boxes for lower in boxes)
