"""What a wrong tensor of the right shape has in common with the expected one: a factor, a shift, the first row, …

Each finder looks for one pattern and returns a sentence or None; the first that speaks is shown. None of them prints an
expected value. Axes are called by their names where the exercise's docstring gives them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch

from autograder.checks.axis_names import place, plural

NEARLY = 0.05  # a factor that is closer to 1 is told in per cent
FEWEST = 6  # values that differ and are explained by a shift; fewer may agree by chance


class Miss(NamedTuple):
    """A tensor of the right shape that is not the expected one."""

    a: torch.Tensor  # what came, in float64
    b: torch.Tensor  # what was expected, in float64
    got: torch.Tensor  # what came, as it came
    tolerance: float
    axes: Sequence[str]  # the names of its axes, or none
    digits: (
        int  # of a number that says how an answer misses the expected one: from four, that one could be had
    )


def pattern(miss: Miss, named: bool = False) -> str | None:
    """The first pattern that fits. named: the mistake is known, so nobody needs to guess where values have gone."""
    if len(miss.axes) != miss.a.ndim:
        miss = miss._replace(axes=())
    finders = [finder for finder in _FINDERS if not (named and finder is _rearranged)]
    return next((sentence for finder in finders if (sentence := finder(miss))), None)


def _not_finite(miss: Miss) -> str | None:
    a, b, axes = miss.a, miss.b, miss.axes
    bad = ~torch.isfinite(a) & torch.isfinite(b)
    if bad.any():
        kind = "not a number (nan)" if a[bad].isnan().any() else "infinite"
        return f"{_share(bad, 'is', 'are')} {kind}, the first at {place(first(bad), axes)}"
    sign = a.isinf() & b.isinf() & (a != b)
    if sign.any():
        which = "+∞ where −∞" if a[sign][0] > 0 else "−∞ where +∞"
        return f"{_share(sign, 'is', 'are')} {which} was expected, the first at {place(first(sign), axes)}"
    missing = torch.isfinite(a) & b.isinf()
    if missing.any():
        where = f"the first at {place(first(missing), axes)}"
        return f"{_share(missing, 'is', 'are')} finite and should not be, {where}"
    return None


def _exchanged(miss: Miss) -> str | None:
    a, b = miss.a, miss.b
    if len(b.unique()) == 2 and _is_binary(a) and _is_binary(b) and torch.equal(1 - a, b):
        return "True and False are exchanged" if miss.got.dtype == torch.bool else "0 and 1 are exchanged"
    return None


def _constant_factor(miss: Miss) -> str | None:
    finite = torch.isfinite(miss.a) & torch.isfinite(miss.b)
    a, b = miss.a[finite], miss.b[finite]
    if len(b) < 2:
        return None
    if not a.any():
        zero = "False" if miss.got.dtype == torch.bool else "zero"
        return f"every value is {zero}" if b.any() else None
    largest = float(b.abs().max())
    factor = float((a * b).sum() / (b * b).sum()) if largest > 1e-6 else 0.0
    if not factor or not torch.allclose(a, factor * b, rtol=1e-3, atol=1e-4 * abs(factor) * largest):
        return None
    if abs(factor + 1) < 1e-3:
        return "every value has the wrong sign"
    return f"every value is {times(factor, miss.digits)}" if abs(factor - 1) > 1e-3 else None


def _constant_offset(miss: Miss) -> str | None:
    a, b = miss.a, miss.b
    if _is_binary(a) and _is_binary(b):
        return None  # True and False are not too large or too small
    gap = a - b
    if gap.numel() > 1 and torch.isfinite(gap).all() and float(gap.std()) < 1e-4 < abs(float(gap.mean())):
        by, which = shown(abs(float(gap.mean())), miss.digits), "large" if gap.mean() > 0 else "small"
        return f"every value is {by} too {which}"
    if a.numel() > 1 and torch.isfinite(a).all() and float(a.std()) < 1e-6:
        return f"every value is the same, {float(a.flatten()[0]):.4g}"
    return None


def _rearranged(miss: Miss) -> str | None:
    a, b, _, tolerance, axes, _ = miss
    for i in range(a.ndim):
        for j in range(i + 1, a.ndim):
            if a.shape[i] == a.shape[j] > 1 and close(a.transpose(i, j), b, tolerance):
                return f"{_pair(i, j, axes)} are swapped"
    for axis in range(a.ndim):
        n = a.shape[axis]
        if n > 2 and close(a.flip(axis), b, tolerance):
            return f"the values run backwards along {_axis(axis, axes)}"
        for step in (1, -1):
            inner = slice(1, None) if step == 1 else slice(None, -1)
            outer = slice(None, -1) if step == 1 else slice(1, None)
            moved, source = a.movedim(axis, 0)[inner], b.movedim(axis, 0)[outer]
            differ = ~torch.isclose(moved, b.movedim(axis, 0)[inner], tolerance, tolerance, equal_nan=True)
            told = differ.sum() >= FEWEST and len(source[differ].unique()) > 1
            if n > 2 and told and close(moved, source, tolerance):
                side = "right" if step == 1 else "left"
                return f"the values are shifted by one to the {side} along {_axis(axis, axes)}"
    return None


def _partly_right(miss: Miss) -> str | None:
    right = torch.isclose(miss.a, miss.b, rtol=miss.tolerance, atol=miss.tolerance, equal_nan=True)
    if not right.any():
        return None
    return _by_triangle(right) or _by_slice(right, miss.axes)


def _by_triangle(right: torch.Tensor) -> str | None:
    """What the right values have to do with the diagonal of the last two axes."""
    if right.ndim < 2 or right.shape[-1] != right.shape[-2] or right.shape[-1] < 2:
        return None
    diagonal = torch.eye(right.shape[-1], dtype=torch.bool).expand_as(right)
    below = torch.ones_like(right).tril()
    if right[diagonal].all() and not right[~diagonal].any():
        return "only the diagonal of the last two axes is right"
    if right[~diagonal].all() and not right[diagonal].any():
        return "only the diagonal of the last two axes is wrong"
    if right[below].all() and not right[~below].any():
        return "only the values on and below the diagonal of the last two axes are right"
    if right[below.mT].all() and not right[~below.mT].any():
        return "only the values on and above the diagonal of the last two axes are right"
    return None


def _by_slice(right: torch.Tensor, axes: Sequence[str]) -> str | None:
    """Whether one slice of an axis alone is right or wrong."""
    for axis in range(right.ndim):
        other = [i for i in range(right.ndim) if i != axis]
        whole = right.all(dim=other) if other else right  # (n,) slices of this axis that are right throughout
        if not whole.any() or whole.all() or len(whole) < 2:
            continue
        wrong = right.movedim(axis, 0)[~whole]
        if wrong.float().mean() > 0.5:
            continue  # single values are wrong, not slices
        start, end = _part(0, axis, right.ndim, axes), _part(len(whole) - 1, axis, right.ndim, axes)
        if whole[0] and not whole[1:].any():
            return f"only {start} is right"
        if whole[-1] and not whole[:-1].any():
            return f"only {end} is right"
        if whole[:-1].all():
            return f"only {end} is wrong"
        if whole[1:].all():
            return f"only {start} is wrong"
        if axes and not right.movedim(axis, 0)[~whole].any():
            numbers = [str(i) for i, is_right in enumerate(whole.tolist()) if not is_right]
            listed = f"{', '.join(numbers[:-1])} and {numbers[-1]}"
            return f"only {plural(axes[axis])} {listed} are wrong" if len(numbers) < 5 else None
    return None


def _factors_of_slices(miss: Miss) -> str | None:
    """Each row is a multiple of the expected one, or shifted from it, by an amount of its own."""
    a, b = miss.a, miss.b
    if a.ndim < 2 or not torch.isfinite(a).all() or not torch.isfinite(b).all():
        return None
    for axis in range(a.ndim - 1, -1, -1):
        if a.shape[axis] < 3 or a.numel() == a.shape[axis]:
            continue
        rows, wanted = (t.movedim(axis, -1).reshape(-1, t.shape[axis]) for t in (a, b))  # (rows, n)
        size = (wanted * wanted).sum(-1)  # (rows,)
        moving = (wanted.amax(-1) - wanted.amin(-1) > 1e-6) & (size > 0)
        if moving.sum() < 2:
            continue
        rows, wanted, size = rows[moving], wanted[moving], size[moving]
        along = _axis(axis, miss.axes)
        factors = (rows * wanted).sum(-1) / size  # (rows,)
        scale = wanted.abs().amax(-1, keepdim=True)
        if factors.abs().min() > 1e-6 and ((rows - factors[:, None] * wanted).abs() <= 1e-3 * scale).all():
            low, high = (f"{float(v):.{min(miss.digits, 3)}g}" for v in (factors.min(), factors.max()))
            if low == high == "1":
                return None  # right up to rounding, which the values tell better
            if low == high:
                return f"along {along} the values are right up to a factor near {low}"
            return f"along {along} the values are right up to a factor that varies from {low} to {high}"
        shifts = (rows - wanted).mean(-1, keepdim=True)
        if ((rows - wanted - shifts).abs() <= 1e-3 * scale).all():
            return f"along {along} the values are right up to a shift that varies"
    return None


def _what_holds(miss: Miss) -> str | None:
    """Where no value is right: a property that the result has all the same."""
    a, b, tolerance = miss.a, miss.b, miss.tolerance
    if a.numel() < 4 or not torch.isfinite(a).all() or not torch.isfinite(b).all():
        return None
    if torch.isclose(a, b, rtol=tolerance, atol=tolerance).any():
        return None
    lead = f"all {a.numel()} values differ, "
    if close(a.flatten().sort().values, b.flatten().sort().values, tolerance):
        return f"{lead}but they are the right ones in other places"
    for axis in range(a.ndim - 1, -1, -1):
        if a.shape[axis] > 2 and a.numel() > a.shape[axis] and close(a.sum(axis), b.sum(axis), tolerance):
            return f"{lead}but their sums along {_axis(axis, miss.axes)} are right"
    if a.shape and a.shape[-1] > 2 and torch.equal(a.argsort(-1), b.argsort(-1)):
        return f"{lead}but their order along {_axis(a.ndim - 1, miss.axes)} is right"
    if a.numel() >= 8 and torch.equal(a.sign(), b.sign()) and len(b.sign().unique()) > 1:
        return f"{lead}but every value has the right sign"
    return None


_FINDERS = (
    _not_finite,
    _exchanged,
    _constant_factor,
    _constant_offset,
    _rearranged,
    _partly_right,
    _factors_of_slices,
    _what_holds,
)


def _part(i: int, axis: int, n_axes: int, axes: Sequence[str]) -> str:
    """One index of an axis: `head 1`, or `the first row (index 0 of axis 0)`."""
    if axes:
        return f"{axes[axis]} {i}"
    name = "value" if n_axes == 1 else {n_axes - 2: "row", n_axes - 1: "column"}.get(axis, "slice")
    return f"the {'last' if i else 'first'} {name} (index {i} of axis {axis})"


def _axis(axis: int, axes: Sequence[str]) -> str:
    return f"the axis of {plural(axes[axis])}" if axes else f"axis {axis}"


def _pair(i: int, j: int, axes: Sequence[str]) -> str:
    return f"the axes of {plural(axes[i])} and {plural(axes[j])}" if axes else f"axes {i} and {j}"


def close(a: torch.Tensor, b: torch.Tensor, tolerance: float) -> bool:
    """Whether two tensors agree within an absolute and relative tolerance, nan with nan."""
    return torch.allclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True)


def _is_binary(a: torch.Tensor) -> bool:
    return bool(((a == 0) | (a == 1)).all())


def times(factor: float, digits: int = 4) -> str:
    """What a factor other than 1 and −1 does to a value."""
    size = abs(factor)
    which = "large" if size >= 1 else "small"
    said = shown(max(size, 1 / size), digits)
    text = f"{said} times too {which}" if said.isdigit() else f"too {which} by a factor of {said}"
    if 0 < abs(size - 1) < NEARLY:
        # In grading only roughly: a factor so near to 1 would give the expected value away.
        text = f"{shown(100 * abs(size - 1), 2)}% too {which}" if digits > 2 else f"a little too {which}"
    return f"{text} and has the wrong sign" if factor < 0 else text


def shown(number: float, digits: int) -> str:
    """A positive number with so many digits that count."""
    return f"{float(f'{number:.{digits}g}'):.4g}"


def first(mask: torch.Tensor) -> tuple[int, ...]:
    """Where a mask is first true."""
    return tuple(int(i) for i in mask.nonzero()[0])


def _share(mask: torch.Tensor, one: str, several: str) -> str:
    """`3 of 12 values are`."""
    n, total = int(mask.sum()), mask.numel()
    return f"{n} of {total} value{'' if total == 1 else 's'} {one if n == 1 else several}"
