"""Axes get their names from docstrings, and only where they say them."""

from __future__ import annotations

import pytest

from autograder.checks.axis_names import axes_of, place

ATTENTION = "q: (..., T, d); k: (..., S, d); mask: bool, (T, S) or (B, T, S).  Returns (..., T, d)."
SCORES = "q: (..., T, d) queries; k: (..., S, d) keys.  Returns (..., T, S)."
HEADS = "x: (B, T, D).  Returns (B, H, T, d)."


@pytest.mark.parametrize(
    ("docstring", "criterion", "n_axes", "names"),
    [
        (HEADS, "heads", 4, ["example", "head", "position", "feature"]),
        (HEADS, "grad_x", 3, ["example", "position", "feature"]),
        (SCORES, "scores", 4, ["example", "head", "query", "key"]),
        (SCORES, "scores", 2, ["query", "key"]),
        ("x: (..., D) tokens.  Returns the shape of x.", "grad_x", 3, ["example", "position", "feature"]),
        (ATTENTION, "output", 3, ["example", "position", "feature"]),
        (
            "n: length.  Returns a bool tensor (T, T), True where a query may look.",
            "mask",
            2,
            ["query", "key"],
        ),
        ("forward: (..., n) → (..., n)", "output", 2, []),
        (HEADS, "heads", 3, []),
        ("x: any shape.  Returns the shape of x.", "output", 2, []),
    ],
)
def test_names(docstring: str, criterion: str, n_axes: int, names: list[str]) -> None:
    assert axes_of(docstring, criterion, n_axes) == names


def test_places() -> None:
    assert place((1, 3), ["head", "query"]) == "head 1, query 3"
    assert place((1, 3)) == "index (1, 3)" and place((3,)) == "index 3" and place(()) == "index ()"
