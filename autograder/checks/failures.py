"""Whether two answers failed in the same way: with the same kind of error, for the same reason.

The text of an error differs a little between versions of Python and torch, with sizes and with names, so its words are
compared. The line where it happened is no help: the student's code is spelt in another way than ours. What an answer
raises itself says what its writer chose to say: then only the kind counts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

ALIKE = 1 / 3  # of all words that two messages have
LONGEST = 150  # characters that count; the judge cuts what comes from a kernel
_QUOTED = re.compile(r"'([^']*)'")
_TYPES: set[str] = set(
    "list tuple dict set str bytes int float bool slice function generator NoneType Tensor ndarray".split()
)
_SIZES = re.compile(r"\b(size|sizes|shape|shapes)\b")


def same_failure(error: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two errors, as describe_error tells them, are of one kind and say that the same could not be done."""
    if error.get("type") != other.get("type") or bool(error.get("raised")) != bool(other.get("raised")):
        return False
    if error.get("raised"):
        return True
    one, two = (str(each.get("message", "")) for each in (error, other))
    if _types(one) != _types(two):
        return False  # a list where a number belongs is not None where a number belongs
    if _SIZES.search(one) and _SIZES.search(two):
        return True  # tensors that do not fit each other, whichever operation says so first
    words, others = _words(one), _words(two)
    return len(words & others) >= ALIKE * len(words | others)


def _types(message: str) -> set[str]:
    return _TYPES.intersection(_QUOTED.findall(message))


def _words(message: str) -> set[str]:
    return set(re.findall(r"[A-Za-z]{2,}", _QUOTED.sub(" ", message.partition("\n")[0][:LONGEST])))
