"""Pairs of mistakes that were tried at release, each known by one small number per case.

The number is a random projection of all that came out in a case, rounded to steps that are wider than the rounding of
two processors, so that the same mistakes in other words come to the same number or its neighbour. That is two bytes
where the values would take kilobytes, and no value and no code can be read from it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from autograder.checks.compare import plain
from autograder.checks.expectations import Distribution, Predictions, SameAs

STEP = 5e-5  # of a projection, whose values are around 1
NEAR = 2  # so many steps apart are the same
_RANGE = 2**16
_NOT_A_NUMBER, _INFINITE = 7.0, 20.0  # what stands for these in a projection
_MISSED = 1.618  # what a criterion that was missed adds, times its number


@dataclass(frozen=True, eq=False)
class KnownPairs:
    """The pairs of one exercise.

    slips: (P, 2), the numbers of the two slips.  prints: (P, C), the fingerprint of each case.
    """

    slips: torch.Tensor
    prints: torch.Tensor

    def matching(self, found: Sequence[int]) -> list[tuple[int, int]]:
        """The pairs that give these fingerprints, one for each case, up to neighbours."""
        if not len(self.slips) or self.prints.shape[1] != len(found):
            return []
        rows = _near(self.prints, torch.tensor(found)).all(1).nonzero()[:, 0]
        return [(int(one), int(two)) for one, two in self.slips[rows]]

    def first(self, count: int) -> KnownPairs:
        """Only so many, those that are likeliest."""
        return KnownPairs(self.slips[:count].clone(), self.prints[:count].clone())

    def moved(self, earlier: KnownPairs) -> bool:
        """Whether these are other pairs than those of an earlier recording, or differ by more than rounding."""
        if not torch.equal(self.slips, earlier.slips) or self.prints.shape != earlier.prints.shape:
            return True
        return not bool(_near(self.prints, earlier.prints).all())


def fingerprint(outcome: Mapping[str, Any], oracle: Mapping[str, Any], marks: Mapping[str, bool]) -> int:
    """What came out in one case as a number from −2¹⁵ to 2¹⁵ − 1.

    marks: criterion → whether it holds; of draws, repetitions and predictions nothing else counts.
    """
    if "error" in outcome:
        return _signed(int(_of_a_text(str(outcome["error"].get("type"))) * _RANGE))
    total = 0.0
    for number, (name, want) in enumerate(oracle.items(), start=1):
        total += 0 if marks[name] else _MISSED * number
        if isinstance(want, Distribution | SameAs | Predictions) or name not in outcome["values"]:
            continue
        parts: list[np.ndarray] = []
        _flatten(outcome["values"][name], parts)
        if not parts:  # an empty list
            continue
        values = np.concatenate(parts)
        total += float(_weights(len(values), number) @ values) / len(values) ** 0.5
    return _signed(round(total / STEP))


def _near(prints: torch.Tensor, others: torch.Tensor) -> torch.Tensor:
    apart = (prints.long() - others.long() + _RANGE // 2) % _RANGE - _RANGE // 2
    return apart.abs() <= NEAR


def _signed(number: int) -> int:
    return (number + _RANGE // 2) % _RANGE - _RANGE // 2


def _flatten(value: Any, parts: list[np.ndarray]) -> None:
    """All that a value holds as numbers around 1, in order: a small relative change moves each by little."""
    value = plain(value)
    if isinstance(value, torch.Tensor):
        parts.append(np.array([_of_a_text(str(tuple(value.shape)))]))
        flat = value.detach().flatten()
        parts.append(
            _of_floats(flat.double().numpy()) if flat.is_floating_point() else _of_integers(flat.numpy())
        )
    elif isinstance(value, Mapping):
        parts.append(np.array([_of_a_text(f"dict {len(value)}")]))
        for key in value:
            parts.append(np.array([_of_a_text(repr(key))]))
            _flatten(value[key], parts)
    elif isinstance(value, list):
        parts.append(np.array([_of_a_text(f"list {len(value)}")]))
        for item in value:
            _flatten(item, parts)
    elif isinstance(value, float):
        parts.append(_of_floats(np.array([value])))
    else:
        parts.append(np.array([_of_a_text(repr(value))]))


def _of_floats(values: np.ndarray) -> np.ndarray:
    with np.errstate(all="ignore"):
        squeezed = np.arcsinh(values)
    squeezed = np.where(np.isnan(values), _NOT_A_NUMBER, squeezed)
    return np.where(np.isinf(values), np.sign(values) * _INFINITE, squeezed)


def _of_integers(values: np.ndarray) -> np.ndarray:
    return _scattered(values.astype(np.int64).astype(np.uint64))


def _of_a_text(text: str) -> float:
    """A number from −1 to 1."""
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:4], "big") / 2**31 - 1


def _weights(n: int, seed: int) -> np.ndarray:
    """(n,) fixed numbers of variance 1."""
    return _scattered(np.arange(n, dtype=np.uint64) + np.uint64(seed << 40)) * 3**0.5


def _scattered(numbers: np.ndarray) -> np.ndarray:
    """Whole numbers as numbers from −1 to 1 that look random (splitmix64, Steele et al. 2014), on every machine."""
    with np.errstate(over="ignore"):
        z = numbers + np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z ^= z >> np.uint64(31)
    return (z >> np.uint64(11)).astype(np.float64) / 2**52 - 1
