"""The progress of a course as one SVG picture, light or dark like the page that it stands in."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from autograder.progress.remembered import STATES, Row, next_step, states_in

BOX, GAP, LINE = 16, 6, 30  # a square, the space beside it, the height of a row; all in pixels
POINTS = 130  # the column behind the squares
LETTER = 7.8  # about the width of a letter
LONGEST = 52  # letters of a title

# Colours are those of the panel; text takes the page's own.
LOOK = """
.ag-progress { --edge: #2a7d4f; --half: #b3541e; max-width: 100%; height: auto;
  color: var(--jp-content-font-color1, var(--vscode-foreground, CanvasText));
  font: 14px var(--jp-content-font-family, system-ui, sans-serif); }
[data-jp-theme-light="false"] .ag-progress { --edge: #5cb585; --half: #e58e56; }
.ag-progress text { fill: currentColor; }
.ag-progress rect { stroke-width: 1.5; fill: none; stroke: currentColor; stroke-opacity: .55; }
.ag-progress .holds { fill: var(--edge); stroke: var(--edge); stroke-opacity: 1; }
.ag-progress .partly, .ag-progress .wrong { stroke: var(--half); stroke-opacity: 1; }
.ag-progress .half { fill: var(--half); stroke: none; }
.ag-progress .old { stroke-dasharray: 3 2; }
"""


def figure(found: Sequence[Row]) -> str:
    """One row a notebook, one square an exercise, a legend, and what comes next."""
    titles = [row.title if len(row.title) <= LONGEST else f"{row.title[: LONGEST - 1]}…" for row in found]
    start = LETTER * max(map(len, titles), default=0)  # where the squares begin
    boxes = max((len(row.steps) for row in found), default=1) * (BOX + GAP)
    legend, legend_width = _legend(found, LINE * len(found) + 8)
    last = next_step(found)
    width = int(max(start + boxes + POINTS, legend_width, LETTER * len(last)))
    height = LINE * (len(found) + 2)
    parts = [
        *(_row(row, title, LINE * i, start, boxes) for i, (row, title) in enumerate(zip(found, titles))),
        legend,
        _words(0, height - 6, last),
    ]
    told = "; ".join(f"{row.title}: {', '.join(step.words for step in row.steps)}" for row in found)
    return (
        f'<svg class="ag-progress" xmlns="http://www.w3.org/2000/svg" role="img" aria-label="Progress. {escape(told)}" '
        f'viewBox="-4 -4 {width + 4} {height + 4}" width="{width + 4}" height="{height + 4}">'
        f"<style>{' '.join(LOOK.split())}</style>{''.join(parts)}</svg>"
    )


def _row(row: Row, title: str, y: int, start: float, boxes: int) -> str:
    squares = (
        _square(step.state, start + i * (BOX + GAP), y, step.words) for i, step in enumerate(row.steps)
    )
    return _words(0, y + 13, title) + "".join(squares) + _words(start + boxes + 8, y + 13, row.points)


def _square(state: str, x: float, y: int, words: str) -> str:
    """Full, half full, crossed by a line, empty, or dashed; its words show under the pointer."""
    inside = {
        "partly": f'<rect class="half" x="{x:g}" y="{y}" width="{BOX // 2}" height="{BOX}" rx="2"/>',
        "wrong": f'<rect class="half" x="{x + 4:g}" y="{y + BOX // 2 - 1}" width="{BOX - 8}" height="2"/>',
    }.get(state, "")
    square = f'<rect class="{state}" x="{x:g}" y="{y}" width="{BOX}" height="{BOX}" rx="3"/>'
    return f"<g><title>{escape(words)}</title>{inside}{square}</g>"


def _legend(found: Sequence[Row], y: int) -> tuple[str, float]:
    """The states that occur, each with its square, and how wide that is."""
    parts, x = [], 0.0
    for state in states_in(found):
        words = STATES[state][1]
        parts.append(_square(state, x, y, words) + _words(x + BOX + 6, y + 13, words))
        x += BOX + 26 + LETTER * len(words)
    return "".join(parts), x


def _words(x: float, y: int, words: str) -> str:
    return f'<text x="{x:g}" y="{y}">{escape(words)}</text>'
