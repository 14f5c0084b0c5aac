"""What an oracle may expect of a criterion that is not a plain value."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import torch


@dataclass(frozen=True, eq=False)
class Distribution:
    """The criterion's value is a tensor of draws 0 … len(p) − 1; they must follow the probabilities `p`.

    p: (V,) non-negative float64, renormalised here. n: how many draws there must be, of any shape; without it, any
    number that is enough to tell. words: what a draw means, with a place for its number, in the exercise's own words; a
    draw that stands for several numbers of one range, first * V + second, has as many places.
    """

    p: np.ndarray
    n: int | None = None
    words: str = "drew index {}"

    def __post_init__(self) -> None:
        p = np.asarray(self.p, dtype=np.float64)
        if p.ndim != 1 or not np.isfinite(p).all() or (p < 0).any() or p.sum() <= 0:
            raise ValueError("Distribution needs a vector of non-negative probabilities with a positive sum")
        if not self.words.count("{}") or self._range ** self.words.count("{}") != len(p):
            raise ValueError(f"the words {self.words!r} do not fit {len(p)} probabilities")
        object.__setattr__(self, "p", p / p.sum())

    @property
    def _range(self) -> int:
        """How many values each of the numbers has that one draw stands for."""
        return round(len(self.p) ** (1 / max(1, self.words.count("{}"))))

    def said(self, draw: int) -> str:
        """One draw in words: `drew letter 3, then letter 0`."""
        places = self.words.count("{}")
        return self.words.format(*np.unravel_index(draw, (self._range,) * places))


@dataclass(frozen=True)
class SameAs:
    """The criterion's value must equal the value of another criterion, exactly.

    It counts only when that other one passes: two equal wrong answers are worth nothing.
    first: compare with so many of its first draws only; asking for all of them again takes as long as the first time.
    """

    criterion: str
    first: int | None = None


@dataclass(frozen=True, eq=False)
class Predictions:
    """The criterion's value is a tensor of scores (N, V) for what comes next in N texts, held against what came.

    Probabilities are made of the scores by softmax on this side. targets: (N,) what came. sizes: (N,) how many bytes it
    stands for, 0 where it does not count. choices: V. at_most: bits per byte that all together may take. twins: (R, 2)
    pairs of texts that are the same, and must be answered the same, whatever was asked between them. of: the value that
    is meant, where several criteria look at one.
    """

    targets: torch.Tensor
    sizes: torch.Tensor
    choices: int
    at_most: float
    twins: torch.Tensor = field(default_factory=lambda: torch.zeros(0, 2, dtype=torch.int64))
    of: str | None = None

    def __post_init__(self) -> None:
        for name in ("targets", "sizes", "twins"):
            object.__setattr__(self, name, torch.as_tensor(np.asarray(getattr(self, name))).long())
        if self.targets.shape != self.sizes.shape or not (self.sizes > 0).any():
            raise ValueError("Predictions needs a target and a size for each question, and one size above 0")
