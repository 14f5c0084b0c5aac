"""Values as a message shows them: few digits, few characters, and two that differ never spelt the same."""

from __future__ import annotations

import reprlib
from contextlib import suppress
from typing import Any

import torch

LONGEST = 40  # characters of a value inside a sentence
DIGITS = (4, 6, 9, 17)  # as few as it takes to tell two numbers apart
# Of values of other types, repr may fail or never end.
_PLAIN = (int, float, str, bool, list, tuple, dict, bytes, torch.Tensor)


def number(value: float, digits: int = DIGITS[0]) -> str:
    """A number with so many digits; a whole one has all of its own, unless two have to do."""
    try:
        whole = digits > 2 and abs(value) < 1e15 and value == int(value)
        return (
            f"{value:.0f}" if whole or (abs(value) < 100 and value == int(value)) else f"{value:.{digits}g}"
        )
    except (OverflowError, ValueError):
        return str(value) if isinstance(value, float) else f"a whole number of {len(str(abs(value)))} digits"


def short(value: Any, width: int = LONGEST, digits: int = DIGITS[0]) -> str:
    """A value on one line: numbers with so many digits, of a tensor its shape, and no more than `width` characters."""
    if value is None:
        return "None"
    text = type(value).__name__
    if type(value) in _PLAIN:
        with suppress(ValueError):  # a whole number of thousands of digits
            text = _Short(width, digits).repr(value)
    return text if len(text) <= width else text[: width - 3] + "..."


def beside(got: Any, want: Any) -> str:
    """`yours is 0.41 where 0.37 was expected`, with as many digits as it takes to see that they differ."""
    yours, theirs = pair(got, want)
    return f"yours is {yours} where {theirs} was expected"


def pair(got: Any, want: Any) -> tuple[str, str]:
    """Two values that differ, in words that differ."""
    numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in (got, want))
    for digits in DIGITS:
        spelt = [number(value, digits) if numbers else short(value, digits=digits) for value in (got, want)]
        if spelt[0] != spelt[1]:
            return spelt[0], spelt[1]
    return short(got, 400, DIGITS[-1]), short(want, 400, DIGITS[-1])


class _Short(reprlib.Repr):
    """Values inside a sentence: of a tensor its shape, of a number a few digits."""

    def __init__(self, width: int, digits: int) -> None:
        super().__init__()
        self.maxstring = self.maxother = max(width, 8)
        if width > 100:
            self.maxlist = self.maxtuple = self.maxdict = width // 4
        self.digits = digits

    def repr_Tensor(self, value: Any, level: int) -> str:
        if isinstance(value, torch.Tensor):
            return str(tuple(value.shape))
        return self.repr_instance(value, level)  # a class of another library that has the same name

    def repr_float(self, value: float, level: int) -> str:
        return f"{value:.{self.digits}g}"
