"""Mistakes that are the same in every exercise: another type than promised, a gradient cut off, an argument spoilt.

They get a name where an exercise's own slips do not fit. Each holds of every value that was missed, or it is not said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import torch

from autograder.checks.compare import agrees
from autograder.checks.expectations import Distribution, Predictions, SameAs
from autograder.checks.explain import UNCHANGED
from autograder.checks.value_types import wrong_kind

CUT_OFF = "cut off from the parameters"  # words of helpers.backward
HALF = 2e-2  # half precision keeps two or three digits

OTHER_TYPE = "the values are right and their type is not"
_TYPE = "Print the type of what you return. Which of your lines decides it?"
_DTYPE = "Print the dtype of what you return. Which of your lines decides it?"
# What comes in place of what → why it matters and where to look.
_LIST_FOR_TENSOR = "Later code asks it for its shape and computes with it, and a list can do neither.", _TYPE
_ARRAY_FOR_TENSOR = (
    "A NumPy array has no gradient and no device, so nothing that comes before it can learn, and the first "
    "method of a tensor that later code calls stops with an error.",
    _TYPE,
)
_OTHER_FOR_TENSOR = "Later code asks it for its shape and computes with it as a tensor.", _TYPE
_TENSOR_FOR_LIST = (
    "Later code uses it as a list: + joins two lists, but adds the numbers of two tensors.",
    _TYPE,
)
_NO_MASK = (
    "A mask has to be True and False: in an index, 0 and 1 pick positions, and masked_fill() refuses them.",
    _DTYPE,
)
_NO_INT64 = "Later code uses these numbers as indices or targets, and torch wants int64 there.", _DTYPE
_NO_FLOAT = "Only a float dtype can hold fractions, and a gradient flows through floats alone.", _DTYPE
_HALF = (
    "Half precision keeps two or three digits, and a matrix product of it with a float32 tensor stops with an error.",
    _DTYPE,
)
CUT = (
    "the result is cut off from what it was computed from",
    "The values are right, but the gradient stops there on the way back, so nothing that comes before it can learn. "
    "PyTorch doesn't warn you.",
    "Which of your lines makes a new tensor out of numbers, or breaks the chain that backward() follows?",
)
SPOILT = (
    "an argument is changed in place",
    "Whoever calls your code still holds the argument and may need its original values.",
    "Which of your lines writes into the argument? `x -= y`, `x[i] = y` and methods such as `x.add_(y)` or "
    "`x.append(y)` do; `x = x - y` makes a new object.",
)

Missed = tuple[str, Any, Any, float]  # criterion, what came, what was expected, tolerance


def recognise(missed: Sequence[Missed], errors: Sequence[str]) -> tuple[str, str, str] | None:
    """The name, why and look of the general mistake that explains everything that was missed.

    errors: the messages of the cases that stopped with an exception.
    """
    if errors:
        return CUT if all(CUT_OFF in message for message in errors) else None
    if not missed:
        return None
    if all(name.endswith(UNCHANGED) for name, *_ in missed):
        return SPOILT
    if all(_is_cut(name, got) for name, got, *_ in missed):
        return CUT
    if not all(_is_other_type(*rest) for _, *rest in missed):
        return None
    _, got, want, _ = missed[0]
    return OTHER_TYPE, *_why_that_type(got, want)


def _is_cut(criterion: str, got: Any) -> bool:
    nothing = got is None or (isinstance(got, torch.Tensor) and not got.any())
    return criterion.startswith("grad") and nothing


def _is_other_type(got: Any, want: Any, tolerance: float) -> bool:
    if isinstance(want, Distribution | SameAs | Predictions) or got is None or wrong_kind(got, want) is None:
        return False
    half = any(t.is_floating_point() and t.element_size() < 4 for t in _tensors(got))
    return agrees(got, want, max(tolerance, HALF) if half else tolerance)


def _why_that_type(got: Any, want: Any) -> tuple[str, str]:
    """Why the type matters and where to look, for the first part of a value that has another type."""
    if isinstance(want, torch.Tensor) and want.ndim:
        if not isinstance(got, torch.Tensor):
            if isinstance(got, np.ndarray):
                return _ARRAY_FOR_TENSOR
            return _LIST_FOR_TENSOR if isinstance(got, list | tuple) else _OTHER_FOR_TENSOR
        if want.dtype == torch.bool:
            return _NO_MASK
        if not want.is_floating_point():
            return _NO_INT64
        return _HALF if got.is_floating_point() else _NO_FLOAT
    if isinstance(got, torch.Tensor | np.ndarray):
        return _TENSOR_FOR_LIST
    keys = want if isinstance(want, Mapping) else range(len(want))
    return next(_why_that_type(got[key], want[key]) for key in keys if wrong_kind(got[key], want[key]))


def _tensors(value: Any) -> Iterator[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _tensors(part)
    elif isinstance(value, Mapping):
        yield from _tensors(list(value.values()))
