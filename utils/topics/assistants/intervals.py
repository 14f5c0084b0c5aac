"""How far a count of a few answers can be trusted, and a difference between two: the bootstrap.

Resampling n answers of which a share p is right gives a binomial number of right ones, so its quantiles can be
computed. Values between 0 and 1, such as recalls, vary less than hits with the same mean: for them it is cautious.

Two ways that answered the same questions are compared by their differences question by question. Whether their two
intervals overlap says little: what makes a question hard for both is in both intervals, and not in the difference.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["counted", "difference", "interval", "paired"]


def interval(right: float, total: int, level: float = 0.95) -> tuple[float, float]:
    """The percentile bootstrap interval of a share, from 0 to 1.  right: of total answers; level: what it holds.

    All resamples of equal answers are equal, and their interval would be a point. So with no answer right, or all,
    the other end is the share at which that happens with probability 1 − level ("rule of three": about 3 / total).
    Raises ValueError unless 0 ≤ right ≤ total and total is at least 1.
    """
    if total < 1 or not 0 <= right <= total:
        raise ValueError(
            f"{right} of {total} isn't a count: pass right from 0 to total, and a total of 1 or more."
        )
    if right in (0, total):
        far = (1 - level) ** (1 / total)
        return (far, 1.0) if right else (0.0, 1 - far)
    from scipy.stats import binom  # half a second, which the other cells of the lesson needn't wait for

    low, high = binom.ppf([(1 - level) / 2, (1 + level) / 2], total, right / total)
    return float(low) / total, float(high) / total


def counted(right: float, total: int) -> str:
    """A count with its interval of 95 %, such as "5 of 12 (17 to 67 %)"."""
    low, high = interval(right, total)
    return f"{right:.4g} of {total} ({100 * low:.0f} to {100 * high:.0f} %)"


def paired(
    first: Sequence[float], second: Sequence[float], level: float = 0.95
) -> tuple[float, float, float]:
    """The mean of first − second and its percentile bootstrap interval over the questions, 10,000 resamples.

    first, second: what two ways got for each of the same questions, such as 1 and 0. The same every time it is called.
    Raises ValueError where they don't have one number for each of at least one question.
    """
    import numpy as np

    gaps = np.asarray(first, dtype=float) - np.asarray(second, dtype=float)
    if gaps.ndim != 1 or not len(gaps) or len(first) != len(second):
        raise ValueError("Pass one number for each question from both ways, for at least one question.")
    means = gaps[np.random.default_rng(0).integers(len(gaps), size=(10_000, len(gaps)))].mean(axis=1)
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return float(gaps.mean()), float(low), float(high)


def difference(first: Sequence[float], second: Sequence[float]) -> str:
    """The difference of two shares with its interval of 95 %, such as "+33 points (+8 to +58)"."""
    return "{:+.3g} points ({:+.2g} to {:+.2g})".format(*(100 * number for number in paired(first, second)))
