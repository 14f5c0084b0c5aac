"""Pictures: the whole decoder, which grows from section to section.

Only shapes are drawn here, from left to right as ids go through the model; nothing is computed.
Coordinates are in units of the picture: x from 0 to 100, y from 0 to 40.
"""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

from utils.plots import style

STAGES = {
    "skeleton": "A skeleton: ids go in, scores come out, and the blocks do nothing yet",
    "GPT": "The GPT: causal blocks, and a head that shares the token table",
    "loss": "Training: each score is compared with the next id",
    "text": "Writing: the likeliest next token is appended, and the text goes in again",
}
"""The stages in the order in which the lesson reaches them, each with its title."""

NEW, OLD, INK = style.RED, style.BLUE, "#222222"


def decoder(stage: str) -> None:
    """The decoder from ids to scores, from left to right; what a stage adds has an orange outline.

    stage: a key of STAGES. Each stage shows the parts of the stages before it as well.
    """
    if stage not in STAGES:
        raise ValueError(f"A stage is one of {', '.join(STAGES)}; this is {stage!r}.")
    reached = list(STAGES).index(stage)
    colour = [NEW if step == reached else OLD for step in range(len(STAGES))]
    with style.figure(width=9.5, height=3.4) as (_, axes):
        axes.set(xlim=(0, 100), ylim=(0, 40), title=STAGES[stage])
        axes.axis("off")
        _stem(axes, colour[0])
        if reached == 0:
            _box(axes, 31.5, 14.5, 31.5, 15, "L blocks\n(do nothing yet)", colour[0], dashed=True)
        else:
            _block(axes, colour[1])
        _end(axes, colour[0])
        if reached >= 1:
            _arrow(axes, (78, 13), (19, 13), colour[1], "arc3,rad=-0.12", dashed=True)
            axes.text(49, 4.2, "tied: one table (V, D)", ha="center", color=colour[1], fontsize=8)
        if stage == "loss":
            _box(axes, 88, 31, 11, 7, "loss", NEW)
            _arrow(axes, (93.5, 25), (93.5, 31), NEW)
            _arrow(axes, (5, 25), (88, 34.5), NEW, "angle,angleA=90,angleB=0,rad=4")
            axes.text(46, 36, "ids, shifted by one: the targets", ha="center", color=NEW, fontsize=8)
        if stage == "text":
            _box(axes, 88, 31, 11, 7, "argmax", NEW)
            _arrow(axes, (93.5, 25), (93.5, 31), NEW)
            _arrow(axes, (88, 34.5), (5, 25), NEW, "angle,angleA=180,angleB=90,rad=4")
            axes.text(
                46, 36, "append the new id; keep the last context ids", ha="center", color=NEW, fontsize=8
            )


def _stem(axes: Axes, colour: str) -> None:
    """From ids to the residual stream."""
    _box(axes, 0.5, 19, 9, 6, "ids", colour, "(B, T)")
    _box(axes, 13, 19, 12, 6, "token table", colour, "(B, T, D)")
    _box(axes, 13, 29, 12, 5, "positions", colour)
    _arrow(axes, (9.5, 22), (13, 22), INK)
    _arrow(axes, (25, 22), (31.5, 22), INK)
    _arrow(axes, (25, 31.5), (28.3, 23.2), INK)
    _plus(axes, 28.3, 22)


def _block(axes: Axes, colour: str) -> None:
    """One of the L pre-LN blocks: two branches, each added to the stream."""
    _box(axes, 31.5, 14.5, 31.5, 15, "", colour)
    axes.text(62.3, 15.4, "L blocks", ha="right", va="bottom", color=colour, fontsize=8)
    _arrow(axes, (32, 22), (63, 22), INK)
    for x, name in [(33, "norm,\nattention"), (48, "norm,\nfeed-forward")]:
        _box(axes, x, 24, 9.6, 4.8, name, colour, size=7)
        _arrow(axes, (x + 0.4, 22), (x + 0.4, 24), INK)
        _arrow(axes, (x + 9.6, 26.4), (x + 12, 22.8), INK)
        _plus(axes, x + 12, 22)
    axes.text(33.2, 18, "causal mask: no key\nafter the query", va="center", color=INK, fontsize=7)


def _end(axes: Axes, colour: str) -> None:
    """From the residual stream to the scores."""
    _box(axes, 66, 19, 7, 6, "norm", colour)
    _box(axes, 76, 19, 7, 6, "head", colour)
    _box(axes, 88, 19, 11, 6, "scores", colour, "(B, T, V)")
    for start, end in [(63, 66), (73, 76), (83, 88)]:
        _arrow(axes, (start, 22), (end, 22), INK)


def _box(
    axes: Axes,
    x: float,
    y: float,
    width: float,
    height: float,
    name: str,
    colour: str,
    shape: str = "",
    dashed: bool = False,
    size: float = 9,
) -> None:
    """A part with its name inside and the shape of its output below."""
    axes.add_patch(
        FancyBboxPatch(
            (x, y),
            width,
            height,
            boxstyle="round,pad=0,rounding_size=0.8",
            facecolor="white",
            edgecolor=colour,
            linewidth=1.8,
            linestyle="--" if dashed else "-",
        )
    )
    if name:
        axes.text(x + width / 2, y + height / 2, name, ha="center", va="center", color=INK, fontsize=size)
    if shape:
        axes.text(x + width / 2, y - 0.7, shape, ha="center", va="top", color=style.GREY, fontsize=8)


def _arrow(
    axes: Axes,
    start: tuple[float, float],
    end: tuple[float, float],
    colour: str,
    path: str = "arc3",
    dashed: bool = False,
) -> None:
    axes.add_patch(
        FancyArrowPatch(
            start,
            end,
            arrowstyle="<->" if dashed else "-|>",
            connectionstyle=path,
            mutation_scale=8,
            color=colour,
            linestyle="--" if dashed else "-",
            shrinkA=0,
            shrinkB=0,
        )
    )


def _plus(axes: Axes, x: float, y: float) -> None:
    axes.text(
        x,
        y,
        "+",
        ha="center",
        va="center",
        fontsize=9,
        color=INK,
        bbox=dict(boxstyle="circle,pad=0.1", facecolor="white", edgecolor=INK, linewidth=0.8),
    )
