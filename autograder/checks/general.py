"""Mistakes that are the same in every exercise: another type than promised, a gradient cut off, an argument spoilt.

They get a name where an exercise's own slips do not fit. Each holds of every value that was missed, or it is not said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import torch

from autograder.checks.compare import agrees
from autograder.checks.expectations import Distribution, Predictions, SameAs
from autograder.checks.value_types import wrong_kind

UNCHANGED = " unchanged"  # a criterion "ids unchanged" promises that the argument ids is left as it was
CUT_OFF = "cut off from the parameters"  # words of helpers.backward
HALF = 2e-2  # half precision keeps two or three digits

OTHER_TYPE = (
    "the values are right and their type is not",
    "Later code relies on the type that the docstring promises: a loss needs int64, a mask True and False, and a "
    "matrix product two tensors of the same float type.",
    "Print the type of what you return, and its dtype if it is a tensor. Which type does the docstring promise?",
)
CUT = (
    "the result is cut off from what it was computed from",
    "The values are right, but the gradient stops there on the way back, so nothing that comes before it can learn. "
    "PyTorch doesn't warn you.",
    "Which of your lines makes a new tensor out of numbers, or breaks the chain that backward() follows?",
)
SPOILT = (
    "an argument is changed in place",
    "The caller still holds that list or tensor and may need its original values.",
    "Print the argument before and after the call. Which of your lines writes into it?",
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
    return OTHER_TYPE if all(_is_other_type(*rest) for _, *rest in missed) else None


def _is_cut(criterion: str, got: Any) -> bool:
    nothing = got is None or (isinstance(got, torch.Tensor) and not got.any())
    return criterion.startswith("grad") and nothing


def _is_other_type(got: Any, want: Any, tolerance: float) -> bool:
    if isinstance(want, Distribution | SameAs | Predictions) or got is None or wrong_kind(got, want) is None:
        return False
    half = any(t.is_floating_point() and t.element_size() < 4 for t in _tensors(got))
    return agrees(got, want, max(tolerance, HALF) if half else tolerance)


def _tensors(value: Any) -> Iterator[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _tensors(part)
    elif isinstance(value, Mapping):
        yield from _tensors(list(value.values()))
