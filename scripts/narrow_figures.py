"""Figures of the lessons for a narrow screen: panels that stand side by side are put below each other.

A figure is one picture. Where it may be cut is known since it was drawn (utils/plots/panels.py). The page names both
pictures and the browser takes the one that fits; what the figure shows in words belongs to both.
"""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from PIL import Image

NARROW = "(max-width: 700px)"  # docs/site/_static/site.css has the same
_INLINE = re.compile(r'<img (?P<before>[^>]*?)src="data:image/png;base64,(?P<data>[^"]+)"(?P<after>[^>]*)>')
_CUTS = re.compile(r' ?data-cuts="([^"]*)"')


def picture(png: bytes, attributes: str, cuts: Sequence[float], save: Callable[[str, bytes], str]) -> str:
    """The figure as HTML, with its widths for the style sheet.

    attributes: the element's own, such as its description. cuts: shares of the width. save: keeps a picture, whose name
    ends in its first argument, and returns its address.
    """
    address = save("", png)
    whole = _opened(png)
    below = stacked(whole, cuts) if cuts else whole
    widths = f"--wide: {whole.width}px; --narrow: {below.width}px"
    shown = f'<img src="{address}" {attributes} style="{widths}">'
    if below is whole:
        return shown
    file = io.BytesIO()
    below.save(file, "PNG", optimize=True)
    source = f'<source media="{NARROW}" srcset="{save("-narrow", file.getvalue())}">'
    return f"<picture>{source}{shown}</picture>"


def inline(html: str) -> str:
    """The same HTML, in which figures that are there as data, such as a slider's, have a narrow form as well."""

    def data(_: str, png: bytes) -> str:
        return f"data:image/png;base64,{base64.b64encode(png).decode()}"

    def each(found: re.Match[str]) -> str:
        attributes = f"{found['before']}{found['after']}".strip()
        known = _CUTS.search(attributes)
        cuts = [float(share) for share in known[1].split()] if known else []
        return picture(base64.b64decode(found["data"]), _CUTS.sub("", attributes), cuts, data)

    return _INLINE.sub(each, html)


def stacked(whole: Image.Image, cuts: Sequence[float]) -> Image.Image:
    """The figure's panels below each other.  cuts: shares of its width, from left to right."""
    edges = [0, *(round(share * whole.width) for share in cuts), whole.width]
    parts = [whole.crop((left, 0, right, whole.height)) for left, right in pairwise(edges)]
    column = Image.new("RGB", (max(part.width for part in parts), whole.height * len(parts)), "white")
    for number, part in enumerate(parts):
        column.paste(part, (0, number * whole.height))
    return column


def _opened(png: bytes) -> Image.Image:
    """The picture on the white that it has on a page in either theme."""
    drawn = Image.open(io.BytesIO(png)).convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", drawn.size, "white"), drawn).convert("RGB")
