"""Blocks of plain text on the site: lines of prose may continue below, and columns and drawings keep their lines.

A block is a fence that names no language. The style sheet lets its lines continue, as JupyterLab does with what a cell
prints, unless the block is marked here.
"""

from __future__ import annotations

import re

FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```[ ]*$", re.S | re.M)
ALIGNED = re.compile(r"\S {2,}\S|[\u2500-\u257f\u25a0]")  # a gap within a line, a drawn line, a drawn square
LONG = 84  # characters that fit into a page at 1,280 pixels; from there on the letters are smaller
LONGEST = 104  # and no more than these fit then


def marked(text: str) -> str:
    """A page's Markdown, in which the blocks that have columns or a drawing are marked for the style sheet."""
    return FENCE.sub(_marked_block, text)


def _marked_block(fence: re.Match[str]) -> str:
    language, block = fence[1], fence[2]
    width = max(map(len, block.splitlines()), default=0)
    if language or width > LONGEST or not ALIGNED.search(block):
        return fence[0]
    return f"```{{code-block}} none\n:class: columns{' long' if width > LONG else ''}\n\n{block}```"
