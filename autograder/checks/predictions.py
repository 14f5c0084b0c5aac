"""Scores for what comes next, held against what did come: in bits per byte, from probabilities that are made here.

What comes next is never sent to who has to say it, so there is nothing to read ahead, and scores go through softmax on
this side, so there is nothing to gain from numbers that do not add up to one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import torch

from autograder.checks.expectations import Predictions

MAX_SCORE = 1e6
SAME = 0.02  # nats: the same text, asked twice in other company, may get answers that differ by rounding
# In nats. Values below count as equal; else a token made impossible would widen what counts as rounding.
LEAST = -20.0


def value_of(values: Mapping[str, Any], criterion: str, want: Predictions) -> Any:
    """The scores that a criterion looks at, which may be another one's."""
    return values.get(want.of or criterion)


def fault(got: Any, want: Predictions) -> str | None:
    """Why these are no scores for all questions, as a sentence without a subject; None where they are."""
    shape = (len(want.targets), want.choices)
    if not isinstance(got, torch.Tensor) or not got.is_floating_point() or tuple(got.shape) != shape:
        what = (
            f"a tensor of shape {tuple(got.shape)}" if isinstance(got, torch.Tensor) else type(got).__name__
        )
        return f"is {what}; scores of shape {shape} were expected"
    if not torch.isfinite(got).all() or got.abs().max() > MAX_SCORE:
        return (
            "holds scores that are no numbers or infinite; what comes next may be unlikely, never impossible"
        )
    first, again = (got[row].double().log_softmax(-1).clamp(min=LEAST) for row in want.twins.T)  # (R, V)
    if len(want.twins) and (first - again).abs().max() > SAME:
        return (
            "changes when the same text is asked once more among others; each text is to be answered by itself, "
            "without memory and without chance"
        )
    return None


def rows(got: Any, want: Predictions) -> torch.Tensor | None:
    """What each question that counts costs, in bits.

    got: scores, or what this function made of them before. None where they are neither.
    """
    if isinstance(got, torch.Tensor) and got.ndim == 1 and got.is_floating_point():
        return got.double()
    if fault(got, want) is not None:
        return None
    log_p = got.double().log_softmax(-1)  # (N, V)
    found = -log_p.gather(1, want.targets.long()[:, None])[:, 0] / math.log(2)
    return found[want.sizes > 0]


def bits_per_byte(got: Any, want: Predictions) -> float | None:
    """All bits over all bytes, as fewer bytes in a token must be no advantage; None where there are no scores."""
    if fault(got, want) is not None:
        return None
    found = rows(got, want)
    return None if found is None else float(found.sum() / want.sizes[want.sizes > 0].sum())


def holds(got: Any, want: Predictions) -> bool:
    """Whether these scores need at most so many bits per byte as they may."""
    found = bits_per_byte(got, want)
    return found is not None and found <= want.at_most


def alike(got: Any, other: Any, want: Predictions, tolerance: float) -> bool:
    """Whether two answers to the same questions could come from the same code."""
    first, second = rows(got, want), rows(other, want)
    if first is None or second is None:
        return first is None and second is None and _kind(got, want) == _kind(other, want)
    return first.shape == second.shape and torch.allclose(
        first, second, rtol=10 * tolerance, atol=10 * tolerance
    )


def _kind(got: Any, want: Predictions) -> str:
    """What is wrong with something that is no scores; recorded answers are kept as this word."""
    return got if isinstance(got, str) else (fault(got, want) or "").split(";")[0].split(" of shape")[0]


def compact(got: Any, want: Predictions) -> Any:
    """A slip's answer in few bytes, as it is recorded: what each question costs, or what is wrong."""
    found = rows(got, want)
    return _kind(got, want) if found is None else found.float()


def difference(got: Any, want: Predictions) -> str:
    """One sentence on how these scores miss what was asked for."""
    sentence = fault(got, want)
    if sentence:
        return sentence
    return f"takes {bits_per_byte(got, want):.3f} bits per byte; at most {want.at_most:.3f} were asked for"
