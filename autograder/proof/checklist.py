"""A checklist of regimes: what a docstring promises in certain words has to be held by a case or a criterion.

Answers that nobody had foreseen passed where a text promised something that no input had: numbers so tiny that an ε
outweighs them, scores so large that exp overflows, ties, an empty list, an argument that is left as it was. Each kind
is known by the words that promise it, and by what the inputs of a case look like when they have it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from autograder.authoring import Exercise
from autograder.checks.values import unpack

TINY, LARGE = 1e-2, 50.0
SEED = b"checklist"


@dataclass(frozen=True)
class Kind:
    """One kind of regime: the words of a docstring that promise it, and whether an exercise has it."""

    name: str
    words: re.Pattern[str]
    is_held: Callable[[Exercise, Sequence[Mapping[str, Any]], Sequence[str]], bool]
    advice: str  # what to add


def unheld(exercise: Exercise) -> list[str]:
    """One sentence for each regime that the docstring promises and that nothing holds."""
    promised = [kind for kind in KINDS if kind.words.search(exercise.docstring.lower())]
    if not promised:
        return []
    packed = [exercise.packed_inputs(SEED, case) for case in range(len(exercise.cases))]
    inputs, criteria = [unpack(one) for one in packed], list(exercise.expected(packed[0]))
    return [
        f"its docstring promises {kind.name}, and {kind.advice}"
        for kind in promised
        if not kind.is_held(exercise, inputs, criteria)
    ]


def _promised(words: str) -> Callable[..., bool]:
    """Whether `promises` speaks of it, and names a case or a criterion that is there."""

    def is_held(exercise: Exercise, _: Sequence[Mapping[str, Any]], criteria: Sequence[str]) -> bool:
        named = [held for promise, held in exercise.promises.items() if re.search(words, promise)]
        return any(exercise.carries(held, criteria) for held in named)

    return is_held


def _is_left_alone(exercise: Exercise, inputs: Sequence[Mapping[str, Any]], criteria: Sequence[str]) -> bool:
    """By a criterion that compares the argument afterwards, or by calls that get the same argument again."""
    compared = any(re.search(r"unchanged|untouched", name) for name in criteria)
    return compared or _promised(r"\b(?:unchanged|not modified|left alone|stays? as)\b")(
        exercise, inputs, criteria
    )


def _has(found: Callable[[Any], bool], words: str = "(?!)") -> Callable[..., bool]:
    """Whether a part of some case's inputs is such a value, or `promises` says which case it is."""

    def is_held(exercise: Exercise, inputs: Sequence[Mapping[str, Any]], criteria: Sequence[str]) -> bool:
        there = any(found(part) for case in inputs for part in _parts(case))
        return there or _promised(words)(exercise, inputs, criteria)

    return is_held


def _parts(value: Any) -> Iterator[Any]:
    yield value
    if isinstance(value, Mapping):
        for part in value.values():
            yield from _parts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _parts(part)


def _is_empty(value: Any) -> bool:
    return value.numel() == 0 if isinstance(value, torch.Tensor) else value in ("", [], {}, b"")


def _largest(value: Any) -> float:
    """The largest finite magnitude of floats; nan where there are none."""
    if isinstance(value, float):
        value = torch.tensor(value)
    if not isinstance(value, torch.Tensor) or not value.is_floating_point():
        return float("nan")
    finite = value[value.isfinite()]
    return float(finite.abs().max()) if finite.numel() else float("nan")


KINDS = [
    Kind(
        "to leave an argument as it is",
        re.compile(r"\bleft (?:unchanged|as (?:it is|they are))|\bnot modified\b"),
        _is_left_alone,
        "no criterion compares it afterwards: add one whose name ends with 'unchanged'",
    ),
    Kind(
        "something for what is empty",
        re.compile(
            r"\b(?:may be|perhaps) empty\b"
            r"|\b(?:and|an?) empty (?:one|text|second|completion|batch|list|string)s?\b"
        ),
        _has(_is_empty, r"\bempty\b"),
        "no input of any case is empty: add a case",
    ),
    Kind(
        "that tiny numbers are no problem",
        re.compile(r"\btiny (?:values|numbers)|\bmay be tiny\b|\bas small as 1e-"),
        _has(lambda value: 0 < _largest(value) < TINY),
        f"no array of any case stays below {TINY:g}: add a case",
    ),
    Kind(
        "that large numbers are no problem",
        re.compile(
            r"\blarge or (?:tiny|small)\b|\bof any size\b|\bmay be (?:very )?large\b|\bhowever large\b"
            r"|\bas large as 1e"
        ),
        _has(lambda value: _largest(value) >= LARGE),
        f"no case has a number of {LARGE:g} or more: add one",
    ),
    Kind(
        "what happens in a tie",
        re.compile(r"\b(?:in|of) (?:a )?ties?\b|\bequal (?:counts|scores|probabilities)\b"),
        _promised(r"\bties?\b|\bequal"),  # equal numbers are everywhere: the author says which case is meant
        "no promise names the case that has one: add a case, and name it in `promises` with the word tie or equal",
    ),
]
