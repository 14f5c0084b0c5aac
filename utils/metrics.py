"""Numbers that a lesson reports and holds against the range that it states.

A metric is shown as one line and travels in the notebook's output, where `autograder solutions` finds it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

MIME = "application/vnd.transformer-course.metric+json"


def largest(values: Iterable[float]) -> float:
    """The largest of some numbers, and nan where one of them is nan, which Python's `max` may well pass over."""
    numbers = [float(value) for value in values]
    return math.nan if any(map(math.isnan, numbers)) else max(numbers)


def record(name: str, value: float, expected: tuple[float, float] | None = None, unit: str = "") -> bool:
    """Show a number, and whether it lies in the range that the lesson expects; return whether it does.

    name: what was measured, with its unit in words or in `unit`. expected: (lowest, highest), both included.
    """
    value = float(value)
    low, high = expected or (-math.inf, math.inf)
    holds = low <= value <= high
    line = f"{name}: {value:.4g}{' ' + unit if unit else ''}"
    if expected:
        line += (
            f"   (expected {low:g} to {high:g})" if holds else f"   outside the expected {low:g} to {high:g}"
        )
    _show(
        line,
        {
            "name": name,
            "value": value,
            "unit": unit,
            "expected": list(expected) if expected else None,
            "ok": holds,
        },
    )
    return holds


def _show(line: str, data: dict[str, object]) -> None:
    from IPython.core.getipython import get_ipython

    if get_ipython() is None:
        print(line)
        return
    from IPython.display import display

    display({"text/plain": line, MIME: data}, raw=True)
