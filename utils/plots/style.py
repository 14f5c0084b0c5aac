"""One look for all figures: few lines, no frame, colours that hold on any page and for colour-blind eyes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib.pyplot as plt
import torch
from matplotlib.axes import Axes
from matplotlib.figure import Figure

# Okabe and Ito's palette (jfly.uni-koeln.de/color), without its yellow, which vanishes on white.
BLUE, ORANGE, GREEN, PINK, SKY, RED = "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00"
CYCLE = [BLUE, ORANGE, GREEN, RED, PINK, SKY]
GREY = "#808080"
SEQUENTIAL = "viridis"  # for amounts
DIVERGING = "RdBu_r"  # for values around zero

_RC: Any = {
    "figure.dpi": 110,
    "figure.facecolor": "white",  # a figure keeps its white page in a dark notebook: what is drawn stays legible
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.prop_cycle": plt.cycler(color=CYCLE),
    "axes.grid": True,
    "grid.color": "#E5E5E5",
    "axes.axisbelow": True,
    "legend.frameon": False,
    "image.cmap": SEQUENTIAL,
}


@contextmanager
def figure(
    columns: int = 1, rows: int = 1, width: float = 7.0, height: float = 3.0
) -> Iterator[tuple[Figure, Any]]:
    """A figure in the course's look, shown when the block ends.  Gives (figure, axes) as plt.subplots does.

    width, height: inches of the whole figure.
    """
    with plt.rc_context(_RC):
        fig, axes = plt.subplots(rows, columns, figsize=(width, height), layout="constrained")
        yield fig, axes
        plt.show()


def plain_image(axes: Axes) -> None:
    """No grid and no ticks: for matrices shown as pictures."""
    axes.grid(visible=False)
    axes.set_xticks([])
    axes.set_yticks([])


def device_of(layer: Any) -> torch.device:
    """Where a layer's parameters lie, and where its inputs have to be; the processor for one without any."""
    parameters = layer.parameters() if isinstance(layer, torch.nn.Module) else ()
    return next((parameter.device for parameter in parameters), torch.device("cpu"))
