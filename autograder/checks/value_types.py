"""Whether a value has the type that was promised: a list is no tensor, and a mask of 0 and 1 is no mask of bools.

What a text promises of a type is part of the answer: cross-entropy refuses targets in int32, a list has no shape, and
a NumPy array no gradient.
Single numbers are not looked at (an int, a float and a 0-d tensor are one number here), nor is float64 for float32.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import torch

from autograder.checks.expectations import Distribution, Predictions, SameAs


def wrong_kind(got: Any, want: Any) -> str | None:
    """What kind of value came in place of the expected one, as a sentence without a subject; None where they agree."""
    if isinstance(want, SameAs | Predictions) or got is None:
        return None
    if isinstance(want, Distribution):
        whole = isinstance(got, torch.Tensor) and got.dtype == torch.int64
        return None if whole else "is not a tensor of drawn indices in int64"
    if isinstance(want, torch.Tensor) and want.ndim > 0:
        return _no_tensor_of(got, want)
    if isinstance(want, list | tuple):
        if isinstance(got, torch.Tensor | np.ndarray):
            what = "a tensor" if isinstance(got, torch.Tensor) else "a NumPy array"
            return f"is {what} of shape {tuple(got.shape)}; a list was expected"
        if are_exact(want):
            return None
        parts = enumerate(zip(got, want, strict=False)) if isinstance(got, list | tuple) else ()
        return next(
            (f"has item {i}, which {found}" for i, pair in parts if (found := wrong_kind(*pair))), None
        )
    if isinstance(want, Mapping) and isinstance(got, Mapping):
        pairs = ((key, wrong_kind(got[key], want[key])) for key in want if key in got)
        return next((f"has {key!r}, which {found}" for key, found in pairs if found), None)
    return None


def are_exact(values: Iterable[Any]) -> bool:
    """Whether these are whole numbers, texts and bytes and nothing else, as token ids are: equal, or not."""
    return _EXACT.issuperset(map(type, values))


def _no_tensor_of(got: Any, want: torch.Tensor) -> str | None:
    if not isinstance(got, torch.Tensor):
        what = _WORDS.get(type(got), f"a {type(got).__name__}")
        return f"is {what}; a tensor of shape {tuple(want.shape)} was expected"
    if want.dtype == torch.bool:
        return None if got.dtype == torch.bool else f"holds numbers ({_short(got)}), not True and False"
    if not want.is_floating_point():  # recorded in fewer bytes than int64 where they fit
        return (
            None if got.dtype == torch.int64 else f"holds {_short(got)}; whole numbers in int64 were expected"
        )
    if got.dtype == torch.bool:
        return "holds True and False, not numbers"
    if not got.is_floating_point():
        return f"holds whole numbers ({_short(got)}); a float dtype keeps the fractions"
    return None if got.element_size() >= 4 else f"holds {_short(got)}, which keeps two or three digits"


_EXACT = {int, str, bytes}
_WORDS = {
    list: "a list",
    tuple: "a tuple",
    np.ndarray: "a NumPy array",
    str: "a string",
    float: "a number",
    int: "a number",
    bytes: "bytes",
}


def _short(tensor: torch.Tensor) -> str:
    return str(tensor.dtype).removeprefix("torch.")
