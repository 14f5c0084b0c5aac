"""Feedback by a rubric, as a model is asked to write it: JSON with a rating, a quotation and a reason per criterion."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

__all__ = ["GRADED", "HOMEWORK", "quotations", "read_feedback"]

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


def quotations(text: str, shortest: int = 3, longest: int = 6) -> list[str]:
    """Everything that can be quoted from a text in so many words."""
    words = text.split()
    return [
        " ".join(words[i : i + n]) for n in range(shortest, longest + 1) for i in range(len(words) - n + 1)
    ]


def _without_repeats(items: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(items)) < len(items):
        raise ValueError("a key is repeated")
    return dict(items)


# Two texts with feedback, to be shown as examples. These sentences and those of HOMEWORK are invented.
GRADED = [
    (
        "The weather was bad weather, so we could not go out because it was bad.",
        {"style": {"rating": 2, "quotation": "bad weather, so we", "reason": "The word bad is repeated."}},
    ),
    (
        "Bees find their way home by the sun, even when clouds cover most of the sky.",
        {
            "style": {
                "rating": 5,
                "quotation": "even when clouds cover",
                "reason": "The sentence is clear and exact.",
            }
        },
    ),
]

# Pairs about the same thing: a clumsy sentence and a sound one.
HOMEWORK = [
    (
        "The river is long and it is very long because of its length, which is a lot of kilometres.",
        "The river is two thousand kilometres long, and half of it flows through a desert.",
    ),
    (
        "In my opinion I think that dogs are in my view the best kind of animal that there is of all animals.",
        "Dogs were the first animals that people tamed, long before they kept sheep or cattle.",
    ),
    (
        "The experiment it was a success and the results which we got they were good results for us.",
        "The experiment succeeded: both samples melted within one degree of the temperature we expected.",
    ),
    (
        "Due to the fact that it rained, the match was not able to be played because it was raining on that day.",
        "Rain stopped the match in the second half, and it will be played again on Sunday.",
    ),
    (
        "Me and the team has did the work good and then we was finish with it at the end finally.",
        "Our team divided the work on Monday and finished it two days before the deadline.",
    ),
    (
        "The king was born, and he ruled, and he fought, and he won, and then he died, and that was it basically.",
        "The king won every battle of his long reign and lost the peace that followed.",
    ),
]
