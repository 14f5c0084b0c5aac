"""Masks as pictures."""

from __future__ import annotations

from collections.abc import Mapping

from matplotlib.colors import ListedColormap
from torch import Tensor

from utils.plots import style

MAY_LOOK, HIDDEN = style.BLUE, "#EDEDED"


def side_by_side(pictures: Mapping[str, Tensor]) -> None:
    """Boolean masks side by side, blue where a query may look.  pictures: title → (T, S)."""
    with style.figure(columns=len(pictures), width=3.1 * len(pictures), height=2.9) as (_, axes):
        for one, (title, mask) in zip([axes] if len(pictures) == 1 else axes, pictures.items()):
            one.imshow(
                mask.int().numpy(), cmap=ListedColormap([HIDDEN, MAY_LOOK]), vmin=0, vmax=1, aspect="equal"
            )
            style.plain_image(one)
            for edge in range(mask.shape[0] + 1):
                one.axhline(edge - 0.5, color="white", linewidth=1.5)
            for edge in range(mask.shape[1] + 1):
                one.axvline(edge - 0.5, color="white", linewidth=1.5)
            one.set(title=title, xlabel="key", ylabel="query")
            one.set_xticks(range(mask.shape[1]))
            one.set_yticks(range(mask.shape[0]))
            one.spines[:].set_visible(False)
