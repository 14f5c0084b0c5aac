"""How an answer differs from the expected one, in general terms, for when no known slip matches.

Each finder looks for one pattern (a wrong shape, a constant factor, a shift by one, only the first row right, …) and
returns a sentence or None. The first that speaks is shown. None of them prints the expected values.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import torch

from autograder.checks.compare import MIN_DRAWS, agrees, as_tensor, count_draws, plain
from autograder.checks.expectations import Distribution, SameAs


def difference(values: Mapping[str, Any], criterion: str, oracle: Mapping[str, Any], tolerance: float) -> str:
    """One sentence on how `values[criterion]` misses what the oracle expects of it."""
    want = oracle[criterion]
    if criterion not in values:
        return "is missing from what came back"
    got = plain(values[criterion])
    if got is None:
        return "is None; is there a return on every way through your code, or a gradient that never arrived?"
    if isinstance(want, SameAs):
        return _repetition(got, values, want)
    if isinstance(want, Distribution):
        return _draws(got, want)
    want = plain(want)
    if isinstance(want, torch.Tensor):
        return _tensor(got, want, tolerance)
    if isinstance(want, list):
        return _sequence(got, want, tolerance)
    if isinstance(want, Mapping):
        return _mapping(got, want, tolerance)
    return _scalar(got, want, tolerance)


_digits: ContextVar[int] = ContextVar("digits", default=4)


@contextmanager
def few_digits() -> Iterator[None]:
    """Within it, how a number misses another one is told to two digits: from four, the expected one could be had."""
    before = _digits.set(2)
    try:
        yield
    finally:
        _digits.reset(before)


def describe(value: Any) -> str:
    """A value in a few words: its kind and its shape or length."""
    if isinstance(value, torch.Tensor):
        return f"a tensor of shape {tuple(value.shape)}"
    if isinstance(value, list | tuple):
        return f"a list of {_count(len(value), 'item')}"
    if isinstance(value, Mapping):
        return f"a dict of {_count(len(value), 'entry', 'entries')}"
    if isinstance(value, str):
        return f"a text of {_count(len(value), 'character')}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"the number {_number(value)}"
    return _short(value)


# --- one finder for each kind of value ----------------------------------------------------------------------------


def _tensor(got: Any, want: torch.Tensor, tolerance: float) -> str:
    tensor = as_tensor(got)
    if tensor is None:
        return f"is {describe(got)}; a tensor of shape {tuple(want.shape)} was expected"
    if tensor.shape != want.shape:
        return _shape(tensor, want, tolerance)
    lead = f"{tuple(tensor.shape)} is the right shape; "
    a, b = tensor.double(), want.double()
    if not tensor.is_floating_point() and not want.is_floating_point():
        tolerance = 0.0  # token 50,001 is not nearly token 50,000
    for finder in _FINDERS:
        sentence = finder(a, b, tensor, tolerance)
        if sentence:
            return lead + sentence
    right = torch.isclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True)
    if right.all():  # beyond 2⁵³ a whole number and its neighbour are one float
        return lead + "the values differ in their last digits"
    agreeing = f"{int(right.sum())} of {b.numel()} values agree"
    return lead + f"{agreeing}, and the first that does not is at index {_index(~right)}"


def _scalar(got: Any, want: Any, tolerance: float) -> str:
    numbers = isinstance(want, int | float) and isinstance(got, int | float)
    if numbers and not isinstance(want, bool) and not isinstance(got, bool):
        return f"is {_number(got)}, {_off(got, want)}"
    if type(got) is not type(want):
        return f"is {describe(got)}; {_KINDS.get(type(want), type(want).__name__)} was expected"
    if isinstance(want, str | bytes):
        return _text(got, want)
    return f"is {_short(got)}, which is not what was expected"


_KINDS = {bool: "True or False", int: "a number", float: "a number", str: "a text", bytes: "bytes"}


def _off(got: float, want: float) -> str:
    """How one number misses another."""
    try:
        ratio = got / want if want else 0.0
    except OverflowError:
        ratio = 0.0
    if not ratio or not math.isfinite(ratio):
        return "which is not the expected number"
    return "which has the wrong sign" if abs(ratio + 1) < 1e-3 else _times(ratio)


def _text(got: Any, want: Any) -> str:
    start = next(
        (i for i, (x, y) in enumerate(zip(got, want, strict=False)) if x != y), min(len(got), len(want))
    )
    lead = f"has length {len(got)}, expected {len(want)}; it agrees up to position {start}"
    return f"{lead}, then reads {got[start : start + 12]!r}" if start < len(got) else f"{lead}, where it ends"


def _sequence(got: Any, want: list, tolerance: float) -> str:
    if isinstance(got, torch.Tensor):
        got = got.tolist()
    if not isinstance(got, list):
        return f"is {describe(got)}; {describe(want)} was expected"
    start = next(
        (i for i, (x, y) in enumerate(zip(got, want, strict=False)) if not agrees(x, y, tolerance)), None
    )
    if len(got) != len(want):
        where = "all that is there agrees"
        if start is not None:
            where = f"the first difference is at index {start}, where yours is {_short(got[start])}"
        return f"has {_count(len(got), 'item')}, {len(want)} were expected, and {where}"
    if start is None:
        return f"is {describe(got)} that is not the expected one"
    if _same_items(got, want):
        return f"has the right items in another order; the first difference is at index {start}"
    where = f"the first difference is at index {start}, where yours is {_short(got[start])}"
    return f"has the right length, {len(want)}; {where}"


def _mapping(got: Any, want: Mapping, tolerance: float) -> str:
    if not isinstance(got, Mapping):
        return f"is {describe(got)}; a dict was expected"
    missing, extra = [k for k in want if k not in got], [k for k in got if k not in want]
    if missing or extra:
        parts = [f"{_count(len(missing), 'key is', 'keys are')} missing"] if missing else []
        if extra:
            parts.append(f"{_count(len(extra), 'key')} should not be there, such as {_short(extra[0])}")
        return "has other keys than expected: " + " and ".join(parts)
    wrong = [k for k in want if not agrees(got[k], want[k], tolerance)]
    if len(wrong) == 1:
        return f"has the right keys; one of {_count(len(want), 'value')} differs, that of {_short(wrong[0])}"
    differ = f"{len(wrong)} of {len(want)} values differ"
    return f"has the right keys; {differ}, such as that of {_short(wrong[0])}"


def _draws(got: Any, want: Distribution) -> str:
    tensor = as_tensor(got)
    if tensor is None or tensor.is_floating_point() or tensor.dtype == torch.bool or tensor.numel() == 0:
        return f"is {describe(got)}; a tensor of drawn indices (integers) was expected"
    counts = count_draws(tensor, len(want.p))
    if counts is None:
        lowest, highest = int(tensor.min()), int(tensor.max())
        return f"has indices from {lowest} to {highest}; only 0 to {len(want.p) - 1} exist"
    drawn = int(counts.sum())
    if want.n not in (None, drawn):
        return f"has {_count(drawn, 'draw')}, {want.n} were expected"
    if drawn < MIN_DRAWS:
        return f"has {_count(drawn, 'draw')}, too few to tell what they are drawn from"
    if (counts > 0).sum() == 1 and (want.p > 0).sum() > 1:
        return f"drew index {int(counts.argmax())} every time"
    impossible = (counts > 0) & (want.p == 0)
    if impossible.any():
        return f"drew index {int(impossible.argmax())}, whose probability is zero"
    expected = want.p * counts.sum()
    worst = int(abs(counts - expected).argmax())
    times = f"{counts[worst]} times in {drawn}"
    return f"drew index {worst} {times}, where about {expected[worst]:.0f} were expected"


def _repetition(got: Any, values: Mapping[str, Any], want: SameAs) -> str:
    if want.criterion in values and agrees(got, values[want.criterion], tolerance=0.0):
        return f"repeats {want.criterion}, but that one is wrong itself"
    return f"differs from {want.criterion}, though both start from the same seed"


# --- patterns in tensors of the right shape -----------------------------------------------------------------------


def _not_finite(a: torch.Tensor, b: torch.Tensor, got: torch.Tensor, tolerance: float) -> str | None:
    bad = ~torch.isfinite(a) & torch.isfinite(b)
    missing = torch.isfinite(a) & b.isinf()
    if bad.any():
        kind = "not a number (nan)" if a[bad].isnan().any() else "infinite"
        return f"{_share(bad, 'is', 'are')} {kind}, the first at index {_index(bad)}"
    if missing.any():
        return (
            f"{_share(missing, 'is', 'are')} finite and should not be, the first at index {_index(missing)}"
        )
    return None


def _exchanged(a: torch.Tensor, b: torch.Tensor, got: torch.Tensor, tolerance: float) -> str | None:
    if a.numel() > 1 and _is_binary(a) and _is_binary(b) and torch.equal(1 - a, b):
        return "True and False are exchanged" if got.dtype == torch.bool else "0 and 1 are exchanged"
    return None


def _precision(a: torch.Tensor, b: torch.Tensor, got: torch.Tensor, tolerance: float) -> str | None:
    cut = not got.is_floating_point() and not torch.equal(b, b.round())
    if cut and (torch.equal(a, b.trunc()) or torch.equal(a, b.round())):
        return "the values were cut to whole numbers; a float dtype keeps the fractions"
    if got.dtype in (torch.float16, torch.bfloat16) and torch.allclose(a, b, rtol=2e-2, atol=2e-2):
        return f"the values are right to about two digits; {got.dtype} holds no more"
    return None


def _constant_factor(a: torch.Tensor, b: torch.Tensor, got: torch.Tensor, tolerance: float) -> str | None:
    finite = torch.isfinite(a) & torch.isfinite(b)
    a, b = a[finite], b[finite]
    if len(b) < 2:
        return None
    if not a.any():
        return "every value is zero"
    largest = float(b.abs().max())
    factor = float((a * b).sum() / (b * b).sum()) if largest > 1e-6 else 0.0
    if not factor or not torch.allclose(a, factor * b, rtol=1e-3, atol=1e-4 * abs(factor) * largest):
        return None
    if abs(factor + 1) < 1e-3:
        return "every value has the wrong sign"
    return f"every value is {_times(factor)}" if abs(factor - 1) > 1e-3 else None


def _constant_offset(a: torch.Tensor, b: torch.Tensor, got: torch.Tensor, tolerance: float) -> str | None:
    gap = a - b
    if gap.numel() > 1 and torch.isfinite(gap).all() and float(gap.std()) < 1e-4 < abs(float(gap.mean())):
        return f"every value is {_shown(abs(float(gap.mean())))} too {'large' if gap.mean() > 0 else 'small'}"
    if a.numel() > 1 and torch.isfinite(a).all() and float(a.std()) < 1e-6:
        return f"every value is the same, {float(a.flatten()[0]):.4g}"
    return None


def _rearranged(a: torch.Tensor, b: torch.Tensor, got: torch.Tensor, tolerance: float) -> str | None:
    def close(x: torch.Tensor) -> bool:
        return torch.allclose(x, b, rtol=tolerance, atol=tolerance, equal_nan=True)

    for i in range(a.ndim):
        for j in range(i + 1, a.ndim):
            if a.shape[i] == a.shape[j] > 1 and close(a.transpose(i, j)):
                return f"axes {i} and {j} are swapped"
    for axis in range(a.ndim):
        n = a.shape[axis]
        if n > 2 and close(a.flip(axis)):
            return f"the values run backwards along axis {axis}"
        for step in (1, -1):
            inner = slice(1, None) if step == 1 else slice(None, -1)
            outer = slice(None, -1) if step == 1 else slice(1, None)
            if n > 2 and _close(a.movedim(axis, 0)[inner], b.movedim(axis, 0)[outer], tolerance):
                side = "right" if step == 1 else "left"
                return f"the values are shifted by one to the {side} along axis {axis}"
    return None


def _partly_right(a: torch.Tensor, b: torch.Tensor, got: torch.Tensor, tolerance: float) -> str | None:
    right = torch.isclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True)
    if not right.any():
        return None
    if right.ndim >= 2 and right.shape[-1] == right.shape[-2] > 1:
        diagonal = torch.eye(right.shape[-1], dtype=torch.bool).expand_as(right)
        if right[diagonal].all() and not right[~diagonal].any():
            return "only the diagonal of the last two axes is right"
        if right[~diagonal].all() and not right[diagonal].any():
            return "only the diagonal of the last two axes is wrong"
        below = torch.ones_like(right).tril()
        if right[below].all() and not right[~below].any():
            return "only the values on and below the diagonal of the last two axes are right"
        if right[below.mT].all() and not right[~below.mT].any():
            return "only the values on and above the diagonal of the last two axes are right"
    for axis in range(right.ndim):
        other = [i for i in range(right.ndim) if i != axis]
        whole = right.all(dim=other) if other else right  # (n,) slices of this axis that are right throughout
        if whole.any() and not whole.all() and len(whole) > 1:
            name = _part_name(axis, right.ndim)
            if whole[0] and not whole[1:].any():
                return f"only the first {name} (index 0 of axis {axis}) is right"
            if whole[-1] and not whole[:-1].any():
                return f"only the last {name} of axis {axis} is right"
            if whole[:-1].all():
                return f"only the last {name} of axis {axis} is wrong"
            if whole[1:].all():
                return f"only the first {name} (index 0 of axis {axis}) is wrong"
    return None


_FINDERS = (
    _not_finite,
    _precision,
    _exchanged,
    _constant_factor,
    _constant_offset,
    _rearranged,
    _partly_right,
)


def _shape(got: torch.Tensor, want: torch.Tensor, tolerance: float) -> str:
    have, expected = tuple(got.shape), tuple(want.shape)
    text = f"has shape {have}, expected {expected}"
    if got.numel() == want.numel() and _close(got.double().reshape(want.shape), want.double(), tolerance):
        return text + "; the values are right, only the shape is not"
    if sorted(have) == sorted(expected):
        moved = [i for i, (x, y) in enumerate(zip(have, expected, strict=True)) if x != y]
        if len(moved) == 2:
            return text + f"; axes {moved[0]} and {moved[1]} look swapped"
        return text + "; the axes look as if they were in another order"
    if [n for n in have if n != 1] == [n for n in expected if n != 1]:
        return text + "; an axis of length 1 is missing or too many"
    if len(have) < len(expected):
        return text + f"; {_count(len(expected) - len(have), 'axis is', 'axes are')} missing"
    if len(have) > len(expected):
        return text + f"; {_count(len(have) - len(expected), 'axis is', 'axes are')} too many"
    axis = next(i for i, (x, y) in enumerate(zip(have, expected, strict=True)) if x != y)
    return text + f"; axis {axis} differs"


def _close(a: torch.Tensor, b: torch.Tensor, tolerance: float) -> bool:
    return torch.allclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True)


def _is_binary(a: torch.Tensor) -> bool:
    return bool(((a == 0) | (a == 1)).all())


def _same_items(got: list, want: list) -> bool:
    return sorted(map(repr, got)) == sorted(map(repr, want))


def _part_name(axis: int, n_axes: int) -> str:
    """What one index of an axis picks out."""
    if n_axes == 1:
        return "value"
    if axis == 0 and n_axes > 2:
        return "batch element"
    return {n_axes - 2: "row", n_axes - 1: "column"}.get(axis, "slice")


def _times(factor: float) -> str:
    """What a factor other than 1 and −1 does to a value."""
    size = abs(factor)
    times = f"{_shown(size)} times too large" if size >= 1 else f"{_shown(1 / size)} times too small"
    return f"{times} and has the wrong sign" if factor < 0 else times


def _index(mask: torch.Tensor) -> tuple[int, ...]:
    """Where a mask is first true."""
    return tuple(int(i) for i in mask.nonzero()[0])


def _share(mask: torch.Tensor, one: str, several: str) -> str:
    """`3 of 12 values are`."""
    n = int(mask.sum())
    return f"{n} of {_count(mask.numel(), 'value')} {one if n == 1 else several}"


def _count(n: int, one: str, several: str = "") -> str:
    """`1 item`, `2 items`."""
    return f"{n} {one if n == 1 else several or one + 's'}"


def _shown(number: float) -> str:
    """A number that says how an answer misses the expected one."""
    digits = min(4, _digits.get())
    return f"{float(f'{number:.{digits}g}'):.4g}"


def _number(value: float) -> str:
    try:
        return f"{value:.0f}" if abs(value) < 1e15 and value == int(value) else f"{value:.6g}"
    except OverflowError:
        return f"a whole number of {len(str(abs(value)))} digits"


def _short(value: Any) -> str:
    text = " ".join(repr(value).split()) if isinstance(value, torch.Tensor) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
