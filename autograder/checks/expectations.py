"""What an oracle may expect of a criterion that is not a plain value."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Distribution:
    """The criterion's value is a tensor of draws 0 … len(p) − 1; they must follow the probabilities `p`.

    p: (V,) non-negative float64, renormalised here. n: how many draws there must be, of any shape; without it, any
    number that is enough to tell.
    """

    p: np.ndarray
    n: int | None = None

    def __post_init__(self) -> None:
        p = np.asarray(self.p, dtype=np.float64)
        if p.ndim != 1 or not np.isfinite(p).all() or (p < 0).any() or p.sum() <= 0:
            raise ValueError("Distribution needs a vector of non-negative probabilities with a positive sum")
        object.__setattr__(self, "p", p / p.sum())


@dataclass(frozen=True)
class SameAs:
    """The criterion's value must equal the value of another criterion, exactly.

    It counts only when that other one passes: two equal wrong answers are worth nothing.
    """

    criterion: str
