"""Feedback by a rubric, as a model is asked to write it: JSON with a rating, a quotation and a reason per criterion."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

__all__ = ["read_feedback"]

PARTS = {"rating": int, "quotation": str, "reason": str}


def read_feedback(written: str, criteria: Sequence[str]) -> dict[str, dict[str, Any]] | None:
    """The feedback that a model wrote, or None if it doesn't have the agreed form.

    The form: JSON for an object that has the criteria as its keys, in any order and no others. Each value is an object
    with exactly three keys: "rating", an integer (neither true nor 3.0); "quotation", a str; "reason", a str. No object
    repeats a key. Ratings may be off the scale, and quotations made up: that isn't a matter of form.
    """
    try:
        found = json.loads(written, object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or found.keys() != set(criteria):
        return None
    for part in found.values():
        if not isinstance(part, dict) or part.keys() != PARTS.keys():
            return None
        if any(type(part[key]) is not kind for key, kind in PARTS.items()):  # a bool is an int to isinstance
            return None
    return found


def _without_repeats(items: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(items)) < len(items):
        raise ValueError("a key is repeated")
    return dict(items)
