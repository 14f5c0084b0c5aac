"""One look for all figures: few lines, no frame, colours that hold on any page and for colour-blind eyes."""

from __future__ import annotations

import base64
import io
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from html import escape
from typing import Any

import matplotlib.pyplot as plt
import torch
from IPython.core.getipython import get_ipython
from IPython.display import display
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from utils.plots import describe, panels

# Okabe and Ito's palette (jfly.uni-koeln.de/color), without its yellow, which vanishes on white.
BLUE, ORANGE, GREEN, PINK, SKY, RED = "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00"
CYCLE = [BLUE, ORANGE, GREEN, RED, PINK, SKY]
GREY = "#737373"
SEQUENTIAL = "viridis"  # for amounts
DIVERGING = "RdBu_r"  # for values around zero

_RC: Any = {
    "figure.dpi": 110,
    "figure.facecolor": "white",  # in a dark notebook _DARK turns it round, so that what is drawn stays legible
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


# In dark themes (JupyterLab's, VS Code's, the site's) ink and page change places, and hues stay what they are called in
# the text. `dark-light` tells the site's theme that the picture knows its way in the dark.
_INK = "course-figure dark-light"
_DARK = "<style>{}{{filter:invert(.95) hue-rotate(180deg) brightness(1.3)}}</style>".format(
    ",".join(
        f"{dark} img.course-figure"
        for dark in ("[data-jp-theme-light=false]", ".vscode-dark", "html[data-theme=dark]")
    )
)


@dataclass(frozen=True)
class Picture:
    """A finished figure for a notebook: the picture, and its description for those who do not see it.

    JupyterLab shows a bare picture without a description, so it gets HTML; graders' pages keep pictures and drop HTML.
    A figure with a colour map keeps its white page in a dark theme, because its colours stand for numbers.
    """

    data: bytes  # PNG
    alt: str
    colour_map: bool = False
    cuts: tuple[
        float, ...
    ] = ()  # shares of its width between panels side by side, for a narrow page of the site

    def html(self) -> str:
        """The picture as one element, after the style that makes it follow a dark theme."""
        source = base64.b64encode(self.data).decode()
        style, name = ("", "") if self.colour_map else (_DARK, f' class="{_INK}"')
        cuts = f' data-cuts="{" ".join(map(str, self.cuts))}"' if self.cuts else ""
        return f'{style}<img{name}{cuts} alt="{escape(self.alt, quote=True)}" src="data:image/png;base64,{source}">'

    def _repr_mimebundle_(
        self, include: Any = None, exclude: Any = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        data = {"text/html": self.html(), "image/png": self.data, "text/plain": f"[Figure: {self.alt}]"}
        return data, {"alt": self.alt} | ({"cuts": list(self.cuts)} if self.cuts else {})


def figure(
    columns: int = 1, rows: int = 1, width: float = 7.0, height: float = 3.0
) -> AbstractContextManager[tuple[Figure, Any]]:
    """A figure in the course's look, shown when the block ends.  Gives (figure, axes) as plt.subplots does.

    width, height: inches of the whole figure. The docstring of the function that calls this begins its description.
    """
    return _figure(describe.about(sys._getframe(1)), columns, rows, width, height)


@contextmanager
def _figure(about: str, columns: int, rows: int, width: float, height: float) -> Iterator[tuple[Figure, Any]]:
    with plt.rc_context(_RC):
        fig, axes = plt.subplots(rows, columns, figsize=(width, height), layout="constrained")
        fig.__dict__["_about"] = about
        yield fig, axes
        if not plt.fignum_exists(fig.number):  # it has been made a picture already
            return
        if _collected is not None:
            _collected.append(picture(fig))
        elif (
            "inline" in plt.get_backend() or get_ipython() is not None
        ):  # IPython in a terminal gets the words
            display(picture(fig, tight=True))
        else:
            plt.show()


def picture(fig: Figure, tight: bool = False) -> Picture:
    """A finished figure as a picture with its description; the figure is closed, or it would be shown twice.

    tight: cut to what is drawn. Pictures that take one another's place have to be of one size.
    """
    with plt.rc_context(_RC):
        made = render(fig, tight)  # first, because it settles where labels are
        alt = describe.describe(fig, fig.__dict__.get("_about", ""))
        cuts = panels.cuts(fig, tight)
    mapped = any(axes.images or _has_mapped_colours(axes) for axes in fig.axes)
    plt.close(fig)
    return Picture(made, alt, mapped, cuts)


def _has_mapped_colours(axes: Axes) -> bool:
    """Whether numbers became colours, as in a grid of cells or in points with a value each."""
    return any(one.get_array() is not None for one in axes.collections)


def render(fig: Figure, tight: bool) -> bytes:
    """The figure as PNG."""
    buffer = io.BytesIO()
    fig.savefig(buffer, format="png", bbox_inches="tight" if tight else None)
    return buffer.getvalue()


_collected: list[Picture] | None = None


@contextmanager
def collected() -> Iterator[list[Picture]]:
    """Figures that are drawn inside become pictures in this list, in place of being shown."""
    global _collected
    before, _collected = _collected, []
    try:
        yield _collected
    finally:
        _collected = before


def plain_image(axes: Axes) -> None:
    """No grid and no ticks: for matrices shown as pictures."""
    axes.grid(visible=False)
    axes.set_xticks([])
    axes.set_yticks([])


def device_of(layer: Any) -> torch.device:
    """Where a layer's parameters lie, and where its inputs have to be; the processor for one without any."""
    parameters = layer.parameters() if isinstance(layer, torch.nn.Module) else ()
    return next((parameter.device for parameter in parameters), torch.device("cpu"))
