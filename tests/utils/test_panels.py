"""Where a figure may be cut for a narrow page: between its panels, and nowhere else."""

from __future__ import annotations

import io
from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure
from PIL import Image

from utils.plots import style


def figure(columns: int, rows: int = 1) -> tuple[Figure, np.ndarray]:
    fig, axes = plt.subplots(rows, columns, figsize=(9, 3), layout="constrained", squeeze=False)
    for each in axes.flat:
        each.set(title="left or right", ylabel="nats", xlabel="step")
    return fig, axes


@pytest.mark.parametrize("tight", [True, False])
@pytest.mark.parametrize("columns", [2, 3])
def test_a_cut_is_where_nothing_is_drawn_and_each_part_has_its_label(columns: int, tight: bool) -> None:
    fig, axes = figure(columns)
    axes[0, -1].set_ylabel("a label")
    drawn = style.picture(fig, tight)
    ink = np.asarray(Image.open(io.BytesIO(drawn.data)).convert("L")) < 250
    assert len(drawn.cuts) == columns - 1
    edges = [0, *(round(share * ink.shape[1]) for share in drawn.cuts), ink.shape[1] - 1]
    assert not ink[:, edges].any()
    widths = [np.flatnonzero(ink[:, left:right].any(axis=0)) for left, right in pairwise(edges)]
    each = [found[-1] - found[0] for found in widths]  # the panels are alike, so their ink is about as wide
    assert max(each) - min(each) < 0.1 * max(each)


def test_a_colour_bar_stays_with_its_panel() -> None:
    fig, axes = figure(2)
    fig.colorbar(axes[0, 0].imshow(np.eye(3)), ax=axes[0, 0])
    bar = fig.axes[-1]
    fig.canvas.draw()
    box, whole = bar.get_tightbbox(), fig.bbox.width
    (cut,) = style.picture(fig).cuts
    assert box is not None and cut > box.x1 / whole


def test_what_belongs_to_several_panels_is_not_cut() -> None:
    fig, _ = figure(2)
    fig.suptitle("a title that is longer than one of the panels is wide, by far")
    assert style.picture(fig).cuts == ()
    assert style.picture(figure(1)[0]).cuts == ()
    assert style.picture(figure(2, rows=2)[0]).cuts == (), "the order of panels would change"


def test_the_cuts_go_with_the_picture() -> None:
    drawn = style.picture(figure(2)[0])
    _, metadata = drawn._repr_mimebundle_()
    assert metadata["cuts"] == list(drawn.cuts) and f'data-cuts="{drawn.cuts[0]}"' in drawn.html()
