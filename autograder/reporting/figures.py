"""Figures of a report, as SVG that stands in the page and takes the page's colours, light or dark."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from io import StringIO
from typing import Any

import matplotlib
import numpy as np
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from autograder.reporting.alike import Background
from autograder.reporting.course import Quartiles
from autograder.reporting.measures import Item

# What is drawn in one of these colours gets a colour of the page instead; none of them is ever seen.
INK, QUIET, PAGE, RIGHT, NAMED, OTHER, NOTHING = (f"#0100{number:02x}" for number in range(1, 8))
_VARIABLES = {
    INK: "--ink",
    QUIET: "--quiet",
    PAGE: "--page",
    RIGHT: "--right",
    NAMED: "--named",
    OTHER: "--other",
    NOTHING: "--nothing",
}
WIDTH = 4.6  # inches; as wide as a telephone, so that letters keep their size there
_SETTINGS: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "report",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.facecolor": "none",
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "figure.facecolor": "none",
}
STATES = {  # attribute of an Item → its name and colour
    "right": ("right", RIGHT),
    "named": ("wrong, mistake named", NAMED),
    "unnamed": ("wrong otherwise", OTHER),
    "unanswered": ("not answered", NOTHING),
}


def key() -> list[tuple[str, str]]:
    """What the parts of a bar mean, and the page's variable that holds its colour."""
    return [(words, _VARIABLES[colour]) for words, colour in STATES.values()]


def scores(counts: Sequence[tuple[str, int]]) -> str:
    """How many submissions lie in each range of the points."""
    with matplotlib.rc_context(_SETTINGS):
        figure, axes = _axes(2.5)
        values = [count for _, count in counts]
        bars = axes.bar(range(len(counts)), values, color=RIGHT, width=0.85)
        axes.bar_label(bars, [str(count) if count else "" for count in values], padding=1)
        axes.set_xticks([0, 2, 4, 6, 8, 10], ["0", "20", "40", "60", "80", "all"])
        axes.set_xlabel("points from checks, in % of all")
        axes.set_ylabel("submissions")
        axes.set_yticks(_whole(max(values, default=0)))
        told = ", ".join(f"{label}: {count}" for label, count in counts if count)
        return _svg(figure, f"Submissions by their share of the points. {told}.", "scores")


def exercises(items: Sequence[Item]) -> str:
    """What became of each exercise, one bar each, its name above."""
    with matplotlib.rc_context(_SETTINGS):
        figure, axes = _axes(0.75 + 0.42 * len(items))
        for row, item in enumerate(items):
            start = 0
            for attribute, (_, colour) in STATES.items():
                width = getattr(item, attribute)
                if width:
                    axes.barh(row, width, left=start, height=0.42, color=colour, edgecolor=PAGE, linewidth=1)
                start += width
            axes.text(0, row - 0.27, f"{item.exercise}: {item.right} of {item.count} right", va="bottom")
        axes.set_ylim(len(items) - 0.6, -0.85)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        axes.set_xlim(0, items[0].count)
        axes.set_xticks(_whole(items[0].count))
        axes.set_xlabel("submissions")
        told = "; ".join(
            f"{item.exercise}: "
            + ", ".join(f"{getattr(item, name)} {words}" for name, (words, _) in STATES.items())
            for item in items
        )
        return _svg(figure, f"What became of each exercise. {told}.", "exercises")


def seconds(values: Sequence[float]) -> str:
    """How long grading one submission took."""
    with matplotlib.rc_context(_SETTINGS):
        figure, axes = _axes(2.2)
        counts, _, _ = axes.hist(values, bins=20, color=RIGHT, rwidth=0.9)
        axes.set_xlim(left=0)
        axes.set_xlabel("seconds of grading a submission")
        axes.set_ylabel("submissions")
        axes.set_yticks(_whole(int(np.max(counts))))
        middle, most = float(np.median(values)), max(values)
        told = f"Seconds of grading for {len(values)} submissions: median {middle:.1f}, longest {most:.1f}."
        return _svg(figure, told, "seconds")


def similarities(found: Background) -> str:
    """All pairs of the class by how alike their answers are, and the class's own level."""
    with matplotlib.rc_context(_SETTINGS):
        figure, axes = _axes(2.6)
        counts, _, _ = axes.hist(
            found.similarities, bins=np.linspace(0, 1, 41).tolist(), color=RIGHT, rwidth=0.9
        )
        top = float(np.max(counts))
        marks = [(found.median, "median"), (found.ninth, "90 %"), (found.last, "99 %")]
        for level, (where, words) in enumerate(marks):
            axes.plot([where, where], [0, top * (1.08 + 0.13 * level)], color=INK, linewidth=1)
            axes.text(where - 0.01, top * (1.06 + 0.13 * level), words, ha="right", va="center")
        axes.set_xlim(0, 1.02)
        axes.set_ylim(0, top * 1.45)
        axes.set_yticks(_whole(int(top)))
        axes.set_xlabel("similarity of two people's answers (1: the same)")
        axes.set_ylabel("pairs")
        told = (
            f"Similarity of {len(found.similarities)} pairs: median {found.median:.2f}, 90 % of pairs below "
            f"{found.ninth:.2f}, 99 % below {found.last:.2f}, highest {max(found.similarities):.2f}."
        )
        return _svg(figure, told, "similarities")


def lessons(names: Sequence[str], quartiles: Sequence[Quartiles]) -> str:
    """The class's median and middle half, lesson by lesson."""
    with matplotlib.rc_context(_SETTINGS):
        figure, axes = _axes(2.5)
        places = range(len(names))
        low, middle, high = (
            [100 * getattr(q, part) for q in quartiles] for part in ("low", "median", "high")
        )
        axes.vlines(places, low, high, color=NOTHING, linewidth=9)
        axes.plot(places, middle, color=RIGHT, marker="o", linewidth=1.5)
        axes.set_xticks(list(places), [name.split("_")[0] for name in names])
        axes.set_xlim(-0.5, len(names) - 0.5)
        axes.set_ylim(0, 104)
        axes.set_xlabel("lesson")
        axes.set_ylabel("% of the points")
        told = "; ".join(
            f"{name}: median {100 * q.median:.0f} %, middle half {100 * q.low:.0f} to {100 * q.high:.0f} %"
            for name, q in zip(names, quartiles)
        )
        return _svg(figure, f"The class, lesson by lesson. {told}.", "lessons")


def _axes(height: float) -> tuple[Figure, Any]:
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    FigureCanvasSVG(figure)
    return figure, figure.add_subplot()


def _whole(most: int) -> list[int]:
    """At most six ticks for a count."""
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**3, 10**4, 10**6) if most / s <= 5)
    return list(range(0, most + 1, step))


def _svg(figure: Figure, told: str, name: str) -> str:
    """The drawing alone, with the page's colours and font, ids of its own and a description."""
    text = StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    drawing = text.getvalue()
    drawing = drawing[drawing.index("<svg") :]
    drawing = re.sub(r"<metadata>.*?</metadata>", "", drawing, flags=re.DOTALL)
    drawing = re.sub(r"<!--.*?-->|<defs>\s*<style.*?</defs>", "", drawing, flags=re.DOTALL)
    drawing = re.sub(r'(\sid="|url\(#|href="#)', rf"\g<1>{name}-", drawing)
    drawing = re.sub(r"(font(?:-family)?:[^;\"]*?)'DejaVu Sans'[^;\"]*", r"\1system-ui, sans-serif", drawing)
    for colour, variable in _VARIABLES.items():
        drawing = drawing.replace(colour, f"var({variable})")
    box = re.search(r'viewBox="[^"]*"', drawing)
    assert box is not None
    drawing = re.sub(
        r"<svg[^>]*>",
        f'<svg {box[0]} role="img" aria-label="{escape(told)}" xmlns="http://www.w3.org/2000/svg" '
        'xmlns:xlink="http://www.w3.org/1999/xlink">',
        drawing,
        count=1,
    )
    return re.sub(r"\n\s*", "\n", drawing)
