"""How far a count of a few answers can be trusted: the bootstrap, without drawing.

Resampling n answers of which a share p is right gives a binomial number of right ones, so its quantiles can be
computed. Values between 0 and 1, such as recalls, vary less than hits with the same mean: for them it is cautious.
"""

from __future__ import annotations

__all__ = ["counted", "interval"]


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
