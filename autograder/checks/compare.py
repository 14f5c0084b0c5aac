"""Does what came out agree with what an oracle expects? One comparison serves nearly every exercise.

Values are compared as numbers: a tuple equals a list, an int equals a 0-d tensor, float64 equals float32 within
tolerance. A type counts only where a text promises it and the next step would stumble over another one
(value_types.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from autograder.checks import predictions
from autograder.checks.expectations import Distribution, Predictions, SameAs
from autograder.checks.value_types import are_exact, wrong_kind

TOLERANCE = 2e-4
# The chance that right draws are refused. A class of 500 handing in ten samplers sees it once in 200 terms.
REFUSE_DRAWS_BELOW = 1e-6
# Fewer draws than this prove nothing: one draw agrees with every distribution.
MIN_DRAWS = 100
# Draws of a slip are recognised when the two samples could come from one distribution.
RECOGNISE_DRAWS_ABOVE = 1e-4


def agrees(got: Any, want: Any, tolerance: float = TOLERANCE) -> bool:
    """Whether `got` is the value `want`, up to an absolute and relative tolerance for floats."""
    got, want = plain(got), plain(want)
    if isinstance(want, Distribution):
        return follows(got, want)
    if isinstance(want, torch.Tensor) or isinstance(got, torch.Tensor):
        got, want = as_tensor(got), as_tensor(want)
        return got is not None and want is not None and _tensors_agree(got, want, tolerance)
    if isinstance(want, list):
        if type(got) is list and are_exact(got) and are_exact(want):
            return got == want
        return (
            isinstance(got, list)
            and len(got) == len(want)
            and all(map(agrees, got, want, [tolerance] * len(want)))
        )
    if isinstance(want, Mapping):
        return (
            isinstance(got, Mapping)
            and got.keys() == want.keys()
            and all(agrees(got[key], want[key], tolerance) for key in want)
        )
    if isinstance(want, int | float) and isinstance(got, int | float):
        return _numbers_agree(got, want, tolerance)
    return type(got) is type(want) and got == want


def passes(values: Mapping[str, Any], criterion: str, oracle: Mapping[str, Any], tolerance: float) -> bool:
    """Whether one criterion of an outcome holds, given all values of the outcome and of the oracle."""
    want = oracle[criterion]
    if isinstance(want, Predictions):
        return predictions.holds(predictions.value_of(values, criterion, want), want)
    if criterion not in values:
        return False
    if isinstance(want, SameAs):
        return passes(values, want.criterion, oracle, tolerance) and repeats(values, criterion, want)
    return wrong_kind(values[criterion], want) is None and agrees(values[criterion], want, tolerance)


def resembles(
    values: Mapping[str, Any],
    other: Mapping[str, Any],
    oracle: Mapping[str, Any],
    tolerance: dict[str, float],
) -> bool:
    """Whether two outcomes of one case could come from the same code: a student's and a slip's."""
    return all(alike(values, other, name, oracle, tolerance[name]) for name in oracle)


def alike(
    values: Mapping[str, Any],
    other: Mapping[str, Any],
    criterion: str,
    oracle: Mapping[str, Any],
    tolerance: float,
) -> bool:
    """Whether one criterion of two outcomes of a case could come from the same code."""
    want = oracle[criterion]
    if criterion not in values or criterion not in other:
        return (criterion in values) == (criterion in other)
    if isinstance(want, SameAs):
        return repeats(values, criterion, want) == repeats(other, criterion, want)
    if isinstance(want, Distribution):
        return _could_be_one_source(values[criterion], other[criterion], len(want.p))
    if isinstance(want, Predictions):
        return predictions.alike(values[criterion], other[criterion], want, tolerance)
    kinds = [wrong_kind(one[criterion], want) is None for one in (values, other)]
    return kinds[0] == kinds[1] and agrees(values[criterion], other[criterion], tolerance)


def follows(got: Any, want: Distribution) -> bool:
    """Whether draws follow the probabilities: enough of them, none where p = 0, and a chi-square test on the rest."""
    counts = count_draws(got, len(want.p))
    if counts is None or counts.sum() < MIN_DRAWS or want.n not in (None, counts.sum()):
        return False
    possible = want.p > 0
    if counts[~possible].any():
        return False
    seen, expected = _pool_rare(np.stack([counts[possible], want.p[possible] * counts.sum()]), weights_row=1)
    if len(seen) == 1:
        return True
    from scipy import stats  # slow to import, and few checks need it

    return bool(stats.chisquare(seen, expected * (seen.sum() / expected.sum())).pvalue > REFUSE_DRAWS_BELOW)


def count_draws(got: Any, n_categories: int) -> np.ndarray | None:
    """How often each category was drawn, (V,) or None when `got` is not a tensor of categories."""
    draws = as_tensor(plain(got))
    if draws is None or draws.is_floating_point() or draws.dtype == torch.bool or draws.numel() == 0:
        return None
    if int(draws.min()) < 0 or int(draws.max()) >= n_categories:
        return None
    return np.bincount(draws.numpy().ravel(), minlength=n_categories)


def plain(value: Any) -> Any:
    """A 0-d tensor as a number, a tuple as a list, an array as a tensor; everything else as it is."""
    if isinstance(value, np.ndarray):
        return torch.from_numpy(value)
    if isinstance(value, torch.Tensor) and value.ndim == 0:
        return value.item()
    if isinstance(value, tuple):
        return list(value)
    return value


def as_tensor(value: Any) -> torch.Tensor | None:
    """The tensor that a value is or, for nested lists of numbers, could be; None where there is none."""
    if isinstance(value, torch.Tensor):
        return value
    if isinstance(value, list | int | float):
        try:
            return torch.as_tensor(value)
        except (TypeError, ValueError, RuntimeError, OverflowError):
            return None
    return None


def _tensors_agree(got: torch.Tensor, want: torch.Tensor, tolerance: float) -> bool:
    if got.shape != want.shape:
        return False
    if not got.is_floating_point() and not want.is_floating_point():
        return torch.equal(got.to(torch.int64), want.to(torch.int64))
    if got.dtype == want.dtype and torch.equal(got, want):  # the quicker question
        return True
    return torch.allclose(got.double(), want.double(), rtol=tolerance, atol=tolerance, equal_nan=True)


def _numbers_agree(got: float, want: float, tolerance: float) -> bool:
    if isinstance(got, int) and isinstance(want, int):
        return got == want
    try:
        got, want = float(got), float(want)
    except OverflowError:  # a whole number beyond all floats
        return False
    return bool(np.isclose(got, want, rtol=tolerance, atol=tolerance, equal_nan=True))


def repeats(values: Mapping[str, Any], criterion: str, same: SameAs) -> bool:
    """Whether a criterion's value is that of the other one, or of its first draws."""
    if same.criterion not in values:
        return False
    base = values[same.criterion]
    if same.first is not None and isinstance(base, torch.Tensor) and base.ndim:
        base = base[: same.first]
    return agrees(values[criterion], base, tolerance=0.0)


def _could_be_one_source(got: Any, other: Any, n_categories: int) -> bool:
    """Two-sample chi-square test on the counts of two sets of draws."""
    first, second = count_draws(got, n_categories), count_draws(other, n_categories)
    if first is None or second is None:
        return first is None and second is None and agrees(got, other)
    drawn = (first + second) > 0
    table = _pool_rare(np.stack([first, second, first + second])[:, drawn], weights_row=2)[:2]
    if table.shape[1] == 1:
        return True
    from scipy import stats

    p_value: Any = stats.chi2_contingency(table)[1]
    return bool(p_value > RECOGNISE_DRAWS_ABOVE)


def _pool_rare(table: np.ndarray, weights_row: int, minimum: float = 10.0) -> np.ndarray:
    """Put columns together, the rarest first, until each holds enough draws for a chi-square test.

    (rows, V) to (rows, at most V).
    """
    pooled, rest = [], np.zeros(len(table))
    for column in table[:, np.argsort(table[weights_row], kind="stable")].T:
        rest = rest + column
        if rest[weights_row] >= minimum:
            pooled.append(rest)
            rest = np.zeros(len(table))
    if pooled:
        pooled[-1] = pooled[-1] + rest
    return np.stack(pooled or [rest], axis=1)
