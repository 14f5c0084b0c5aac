"""Answers that know nothing: of the right shape and kind, with zeros, ones or the like in them. They must earn nothing.

The audit hands them in for every exercise. Dictionaries and lists keep their keys and lengths, so that every number and
text in them is looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor

from autograder.checks.expectations import Distribution, Predictions, SameAs

DRAWS = 4000  # where the number of draws is left to the answer

Fill = Callable[[Tensor], Tensor]  # a tensor of float64 → the same shape, filled with something else


def like(value: Any, fill: Fill) -> Any:
    """Something of the same kind as a criterion's right value, with other numbers in it and empty texts."""
    if isinstance(value, Distribution):
        return fill(torch.zeros(value.n or DRAWS)).long()
    if isinstance(value, Predictions):
        return fill(torch.zeros(len(value.targets), value.choices))
    if isinstance(value, SameAs):
        return fill(torch.zeros(DRAWS)).long()
    if isinstance(value, np.ndarray | Tensor):
        return _filled(torch.as_tensor(value).detach(), fill)
    if isinstance(value, dict):
        return dict(zip(value, _filled_parts(list(value.values()), fill), strict=True))
    if isinstance(value, list | tuple):
        return _filled_parts(list(value), fill)
    if isinstance(value, str | bytes):
        return type(value)()
    return _filled_parts([value], fill)[0] if isinstance(value, int | float) else 0


def _filled(value: Tensor, fill: Fill) -> Tensor:
    """A tensor filled in its own type: an integer tensor for an integer tensor."""
    found = fill(value.double())
    return found if value.is_floating_point() else found.round().to(value.dtype)


def _filled_parts(parts: list[Any], fill: Fill) -> list[Any]:
    """The parts of a list or dictionary; its numbers are filled as one tensor, so that they have a mean."""
    numbers = [part for part in parts if isinstance(part, int | float)]
    filled = iter(fill(torch.tensor(numbers, dtype=torch.float64)).tolist())
    return [
        _as_kind(next(filled), part) if isinstance(part, int | float) else like(part, fill) for part in parts
    ]


def _as_kind(number: float, part: float) -> float:
    return number if isinstance(part, float) else type(part)(round(number))


def _mean(values: Tensor) -> Tensor:
    """The mean of all; zero for a single number or for equal ones, whose mean is no guess but the right answer."""
    differ = values.numel() > 1 and values.min() < values.max()
    return torch.full_like(values, values.mean().item() if differ else 0)


def _uniform(values: Tensor) -> Tensor:
    """The same probability along the last axis; zero for a single number."""
    return torch.full_like(values, 1 / values.shape[-1] if values.numel() > 1 else 0)


def _empty(value: Any) -> Any:
    if isinstance(value, dict | list | tuple | str | bytes):
        return type(value)()
    return torch.zeros(0) if isinstance(value, np.ndarray | Tensor) else 0


def _input_back(value: Any, arguments: dict[str, Any]) -> Any:
    """The first argument of the same shape, or of the same type where there are no shapes."""
    wanted = getattr(value, "shape", None)
    for argument in arguments.values():
        same = (
            getattr(argument, "shape", None) == wanted
            if wanted is not None
            else type(argument) is type(value)
        )
        if same:
            return argument
    return None


NULL_ANSWERS: dict[str, Callable[[Any, dict[str, Any]], Any]] = {
    "all zeros": lambda value, _: like(value, torch.zeros_like),
    "all ones": lambda value, _: like(value, torch.ones_like),
    "an input handed back": _input_back,
    "uniform along the last axis": lambda value, _: like(value, _uniform),
    "the mean everywhere": lambda value, _: like(value, _mean),
    "empty": lambda value, _: _empty(value),
    "nothing at all": lambda value, _: None,
}
