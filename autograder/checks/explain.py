"""How an answer differs from the expected one, in general terms, for when no known slip matches.

A wrong kind or shape comes first, then a pattern (see patterns.py), then where the first wrong value is. In a notebook,
where the recorded cases are public, one number is always shown beside the expected one; while grading none is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch

from autograder.checks import predictions
from autograder.checks.axis_names import place, plural
from autograder.checks.compare import MIN_DRAWS, agrees, as_tensor, count_draws, plain, repeats
from autograder.checks.expectations import Distribution, Predictions, SameAs
from autograder.checks.patterns import Miss, close, first, pattern, times
from autograder.checks.regimes import inside
from autograder.checks.value_types import wrong_kind


@dataclass(frozen=True)
class Context:
    """What a sentence may use besides the values: names of axes, the inputs, and whether expected values are public.

    named: the mistake has a name of the exercise's own, so that nobody needs to guess which axes may be swapped.
    """

    axes: Mapping[str, Sequence[str]] = field(default_factory=dict)  # criterion → the names of its axes
    arguments: Mapping[str, Any] = field(default_factory=dict)
    public: bool = False
    named: bool = False


def difference(
    values: Mapping[str, Any],
    criterion: str,
    oracle: Mapping[str, Any],
    tolerance: float,
    context: Context = Context(),
) -> str:
    """One sentence on how `values[criterion]` misses what the oracle expects of it."""
    want = oracle[criterion]
    if isinstance(want, Predictions):
        return predictions.difference(predictions.value_of(values, criterion, want), want)
    if criterion not in values:
        return "is missing from what came back"
    got = plain(values[criterion])
    if got is None:
        return "is None; is there a return on every way through your code, or a gradient that never arrived?"
    if isinstance(want, SameAs):
        return _repetition(values, criterion, want)
    if isinstance(want, Distribution):
        return _draws(got, want)
    want, axes = plain(want), context.axes.get(criterion, ())
    kind = None if _is_shape_the_matter(got, want) else wrong_kind(got, want)
    if kind is not None:
        return kind
    if unchanged := _an_argument(got, context.arguments):
        both = isinstance(got, torch.Tensor) and isinstance(want, torch.Tensor) and got.shape == want.shape
        wrong = ~torch.isclose(got.double(), want.double(), rtol=tolerance, atol=tolerance) if both else None
        if not context.public or wrong is None or not wrong.any():
            return unchanged
        return f"{unchanged}; at {place(first(wrong), axes)} {_beside(got[wrong][0].item(), want[wrong][0].item())}"
    if isinstance(want, torch.Tensor):
        return _tensor(got, want, tolerance, axes, context)
    if isinstance(want, list):
        return _sequence(got, want, tolerance, axes, context)
    if isinstance(want, Mapping):
        return _mapping(got, want, tolerance, context.public)
    return _scalar(got, want, context.public)


def _is_shape_the_matter(got: Any, want: Any) -> bool:
    """Whether the result is a tensor of another shape, which is worth saying before anything about its dtype."""
    return isinstance(got, torch.Tensor) and isinstance(want, torch.Tensor) and got.shape != want.shape


def _an_argument(got: Any, arguments: Mapping[str, Any]) -> str | None:
    """Where what came back is what went in."""
    for name, value in arguments.items():
        if isinstance(value, Mapping) and isinstance(got, Mapping) and value and agrees(got, value, 0.0):
            return f"is what it was before: your {name} did not move"
        if (
            isinstance(value, torch.Tensor)
            and isinstance(got, torch.Tensor)
            and value.numel() > 1
            and agrees(got, value, 0)
        ):
            return f"is {name}, as it went in"
    return None


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


def _tensor(got: Any, want: torch.Tensor, tolerance: float, axes: Sequence[str], context: Context) -> str:
    tensor = as_tensor(got)
    if tensor is None:
        return f"is {describe(got)}; a tensor of shape {tuple(want.shape)} was expected"
    if tensor.shape != want.shape:
        return _shape(tensor, want, tolerance, axes, context.named)
    lead = f"{tuple(tensor.shape)} is the right shape; "
    a, b = tensor.double(), want.double()
    if not tensor.is_floating_point() and not want.is_floating_point():
        tolerance = 0.0  # token 50,001 is not nearly token 50,000
    miss = Miss(a, b, tensor, tolerance, axes, digits=4 if context.public else 2)
    wrong = ~torch.isclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True)
    if not wrong.any():  # beyond 2⁵³ a whole number and its neighbour are one float
        return lead + "the values differ in their last digits"
    sentence = pattern(miss, context.named) or _wrong_values(wrong, axes, context)
    if not context.public:
        return lead + sentence
    pair = (tensor, want) if want.dtype == torch.bool else (a, b)
    return f"{lead}{sentence}; at {place(first(wrong), axes)} {_beside(*(t[wrong][0].item() for t in pair))}"


def _wrong_values(wrong: torch.Tensor, axes: Sequence[str], context: Context) -> str:
    """How many values differ and, where inputs are public, which argument tells the wrong ones from the right ones."""
    n, total = int(wrong.sum()), wrong.numel()
    if n == total > 1:
        return f"all {total} values differ"
    lead = f"{n} of {total} values differ"
    if not context.public:
        return f"{lead}, the first at {place(first(wrong), axes)}"
    told = inside(wrong, context.arguments) if n < total else ""
    return f"{lead}, {told}" if told else lead


def _beside(got: float, want: float) -> str:
    """A student's number beside the expected one, with as many digits as it takes to see that they differ."""
    if isinstance(want, bool):
        return f"yours is {got} where {want} was expected"
    pairs = ([_number(float(v), digits) for v in (got, want)] for digits in (4, 6, 9, 17))
    yours, theirs = next((pair for pair in pairs if pair[0] != pair[1]), [repr(got), repr(want)])
    return f"yours is {yours} where {theirs} was expected"


def _scalar(got: Any, want: Any, public: bool) -> str:
    numbers = isinstance(want, int | float) and isinstance(got, int | float)
    if numbers and not isinstance(want, bool) and not isinstance(got, bool):
        if public:
            return f"is {_number(got)} where {_number(want)} was expected{_factor(got, want)}"
        return f"is {_number(got, 2)}, {_off(got, want)}"
    if type(got) is not type(want):
        return f"is {describe(got)}; {_KINDS.get(type(want), type(want).__name__)} was expected"
    if isinstance(want, str | bytes):
        return _text(got, want, public)
    if public:
        return f"is {_short(got)} where {_short(want)} was expected"
    return f"is {_short(got)}, which is not what was expected"


_KINDS = {bool: "True or False", int: "a number", float: "a number", str: "a text", bytes: "bytes"}


def _off(got: float, want: float) -> str:
    """How one number misses another, without the other one: roughly, so that nobody can work it out."""
    ratio = _ratio(got, want)
    if not ratio or not math.isfinite(ratio):
        return "which is not the expected number"
    if abs(ratio + 1) < 1e-3:
        return "which has the wrong sign"
    if abs(ratio - 1) < 0.05:
        return f"which is a little too {'large' if (got > want) else 'small'}"
    return times(ratio, digits=2)


def _factor(got: float, want: float) -> str:
    """A factor worth telling beside the two numbers: a whole one, or its inverse."""
    ratio = abs(_ratio(got, want))
    for factor in (ratio, 1 / ratio if ratio else 0.0):
        if math.isfinite(factor) and 1.5 < factor < 1e6 and abs(factor - round(factor)) < 1e-3 * factor:
            return f", {round(factor)} times too {'large' if factor == ratio else 'small'}"
    return ""


def _ratio(got: float, want: float) -> float:
    try:
        return got / want if want else 0.0
    except OverflowError:
        return 0.0


def _text(got: Any, want: Any, public: bool) -> str:
    start = next(
        (i for i, (x, y) in enumerate(zip(got, want, strict=False)) if x != y), min(len(got), len(want))
    )
    lead = f"has length {len(got)}, expected {len(want)}; it agrees up to position {start}"
    told = f", then reads {got[start : start + 12]!r}" if start < len(got) else ", where it ends"
    expected = repr(want[start : start + 12]) if start < len(want) else "the end"
    return lead + told + (f" where {expected} was expected" if public else "")


def _sequence(got: Any, want: list, tolerance: float, axes: Sequence[str], context: Context) -> str:
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
    where = f"{axes[0]} {start}" if axes else f"index {start}"
    if isinstance(want[start], torch.Tensor) and isinstance(got[start], torch.Tensor):
        inner = Context({"it": axes[1:]}, {}, context.public)
        return f"at {where}: " + difference({"it": got[start]}, "it", {"it": want[start]}, tolerance, inner)
    expected = f" and {_short(want[start])} was expected" if context.public else ""
    return f"has the right length, {len(want)}; at {where} yours is {_short(got[start])}{expected}"


def _mapping(got: Any, want: Mapping, tolerance: float, public: bool) -> str:
    if not isinstance(got, Mapping):
        return f"is {describe(got)}; a dict was expected"
    missing, extra = [k for k in want if k not in got], [k for k in got if k not in want]
    if missing or extra:
        parts = [f"{_count(len(missing), 'key is', 'keys are')} missing"] if missing else []
        if extra:
            parts.append(f"{_count(len(extra), 'key')} should not be there, such as {_short(extra[0])}")
        return "has other keys than expected: " + " and ".join(parts)
    wrong = [k for k in want if not agrees(got[k], want[k], tolerance)]
    told = _of_one_key(got[wrong[0]], want[wrong[0]], tolerance, public) if wrong else ""
    if len(wrong) == 1:
        return f"has the right keys; one of {_count(len(want), 'value')} differs, that of {_short(wrong[0])}{told}"
    differ = f"{len(wrong)} of {len(want)} values differ"
    return f"has the right keys; {differ}, such as that of {_short(wrong[0])}{told}"


def _of_one_key(got: Any, want: Any, tolerance: float, public: bool) -> str:
    """How the value of one key differs: of a tensor as usual, of others the two values, where they are public."""
    if isinstance(got, torch.Tensor) and isinstance(want, torch.Tensor):
        return ": it " + difference({"it": got}, "it", {"it": want}, tolerance, Context(public=public))
    if not public:
        return ""
    if isinstance(got, float) and isinstance(want, int | float):
        return f": {_beside(got, want)}"
    return f": yours is {_short(got)} where {_short(want)} was expected"


def _draws(got: Any, want: Distribution) -> str:
    tensor = as_tensor(got)
    if tensor is None or tensor.is_floating_point() or tensor.dtype == torch.bool or tensor.numel() == 0:
        return f"is {describe(got)}; a tensor of drawn indices (integers) was expected"
    if not isinstance(got, torch.Tensor):
        return f"is {describe(got)}; a tensor of drawn indices was expected"
    if tensor.dtype != torch.int64:
        return f"holds {str(tensor.dtype).removeprefix('torch.')}; drawn indices in int64 were expected"
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
        return f"{want.said(int(counts.argmax()))} every time"
    impossible = (counts > 0) & (want.p == 0)
    if impossible.any():
        return f"{want.said(int(impossible.argmax()))}, though its probability is zero"
    expected = want.p * counts.sum()
    worst = int(abs(counts - expected).argmax())
    times = f"in {counts[worst]} of {drawn} draws"
    return f"{want.said(worst)} {times}, where about {expected[worst]:.0f} were expected"


def _repetition(values: Mapping[str, Any], criterion: str, want: SameAs) -> str:
    if repeats(values, criterion, want):
        return f"repeats {want.criterion}, but that one is wrong itself"
    return f"differs from {want.criterion}, which it should repeat exactly"


def _shape(got: torch.Tensor, want: torch.Tensor, tolerance: float, axes: Sequence[str], named: bool) -> str:
    have, expected = tuple(got.shape), tuple(want.shape)
    text = f"has shape {have}, expected {expected}"
    if got.numel() == want.numel() and close(got.double().reshape(want.shape), want.double(), tolerance):
        return text + "; the values are right, only the shape is not"
    if named:
        return text
    if sorted(have) == sorted(expected):
        moved = [i for i, (x, y) in enumerate(zip(have, expected, strict=True)) if x != y]
        if len(moved) == 2:
            names = [axes[i] for i in moved] if len(axes) == len(have) else []
            which = (
                f"the axes of {plural(names[0])} and {plural(names[1])}"
                if names
                else f"axes {moved[0]} and {moved[1]}"
            )
            return f"{text}; {which} look swapped"
        return text + "; the axes look as if they were in another order"
    if [n for n in have if n != 1] == [n for n in expected if n != 1]:
        return text + "; an axis of length 1 is missing or too many"
    if len(have) < len(expected):
        return text + f"; {_count(len(expected) - len(have), 'axis is', 'axes are')} missing"
    if len(have) > len(expected):
        return text + f"; {_count(len(have) - len(expected), 'axis is', 'axes are')} too many"
    axis = next(i for i, (x, y) in enumerate(zip(have, expected, strict=True)) if x != y)
    which = f"the axis of {plural(axes[axis])}" if len(axes) == len(have) else f"axis {axis}"
    return f"{text}; {which} differs"


def _same_items(got: list, want: list) -> bool:
    return sorted(map(repr, got)) == sorted(map(repr, want))


def _count(n: int, one: str, several: str = "") -> str:
    """`1 item`, `2 items`."""
    return f"{n} {one if n == 1 else several or one + 's'}"


def _number(value: float, digits: int = 6) -> str:
    """A number with so many digits; a whole one has all of its own, unless two have to do."""
    try:
        whole = digits > 2 and abs(value) < 1e15 and value == int(value)
        return (
            f"{value:.0f}" if whole or (abs(value) < 100 and value == int(value)) else f"{value:.{digits}g}"
        )
    except (OverflowError, ValueError):
        return str(value) if isinstance(value, float) else f"a whole number of {len(str(abs(value)))} digits"


def _short(value: Any) -> str:
    text = " ".join(repr(value).split()) if isinstance(value, torch.Tensor) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
