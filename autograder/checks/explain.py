"""How an answer differs from the expected one, in general terms, for when no known slip matches.

A wrong kind or shape comes first, then a pattern (see patterns.py), then where the first wrong value is. In a notebook,
where the recorded cases are public, one number is always shown beside the expected one; while grading none is.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from autograder.checks import predictions
from autograder.checks.axis_names import place, plural
from autograder.checks.compare import MIN_DRAWS, agrees, as_tensor, count_draws, plain, repeats
from autograder.checks.expectations import Distribution, Predictions, SameAs
from autograder.checks.in_words import beside, number, pair, short
from autograder.checks.patterns import Miss, close, first, pattern, times
from autograder.checks.regimes import inside
from autograder.checks.value_types import wrong_kind

QUOTE = "'"  # a sentence that begins with the name of a part begins so
WAITING = "not checked yet:"
RIGHT_SHAPE = " is the right shape; "
UNCHANGED = " unchanged"  # a criterion "ids unchanged" promises that the argument ids is left as it was
# Parts of such a criterion: how many values were changed, or whether none was.
FLAGS = ("changed", "same", "the same")
_GRADIENT = re.compile(r"^grad|\bof (each )?gradients?\b")


@dataclass(frozen=True)
class Context:
    """What a sentence may use besides the values: names of axes, the inputs, and whether expected values are public.

    named: the mistake has a name of the exercise's own, so that nobody needs to guess which axes may be swapped.
    left_out: parts of a criterion that are of no interest, because another criterion tells of them.
    """

    axes: Mapping[str, Sequence[str]] = field(default_factory=dict)  # criterion → the names of its axes
    arguments: Mapping[str, Any] = field(default_factory=dict)
    public: bool = False
    named: bool = False
    left_out: frozenset[Any] = frozenset()


def waits_for(name: str) -> str:
    """Of a criterion that can't be told apart from another one that is wrong: the one form in which that is said."""
    return f"{WAITING} {short(name)} has to be right first"


def is_gradient(criterion: str) -> bool:
    """Whether a criterion is about gradients, which are wrong wherever an output is."""
    return bool(_GRADIENT.search(criterion))


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
    kind = wrong_kind(values[criterion], want) if isinstance(values[criterion], np.ndarray) else None
    if kind and agrees(got, want, tolerance):  # nothing is wrong but that it is an array
        return kind
    if isinstance(want, SameAs):
        return _repetition(values, criterion, want)
    if isinstance(want, Distribution):
        return "is None" if got is None else _draws(got, want)
    return _differs(criterion, got, plain(want), tolerance, context)


def _differs(criterion: str, got: Any, want: Any, tolerance: float, context: Context) -> str:
    """The sentence for a plain value: a criterion's, or that of one part of it."""
    if got is None:
        wanted = "" if isinstance(want, torch.Tensor | list | Mapping) or not context.public else short(want)
        told = "is None" + (f" where {wanted} was expected" if wanted else "")
        reached = criterion.partition("grad_")[2] or "it"
        return told if not is_gradient(criterion) else f"is None: no gradient reached {reached}"
    axes = context.axes.get(criterion, ())
    if isinstance(want, list) and not isinstance(got, torch.Tensor | np.ndarray):
        return _sequence(got, want, tolerance, axes, context)
    if isinstance(want, Mapping):
        return _mapping(criterion, got, want, tolerance, context)
    kind = None if _is_shape_the_matter(got, want) else wrong_kind(got, want)
    if kind is not None:
        return kind
    if unchanged := _an_argument(got, context.arguments):
        shown = _first_pair(got, want, tolerance, axes) if context.public else ""
        return f"{unchanged}; {shown}" if shown else unchanged
    if isinstance(want, torch.Tensor):
        return _tensor(got, want, tolerance, axes, context)
    return _scalar(got, want, context.public)


def _first_pair(got: Any, want: Any, tolerance: float, axes: Sequence[str]) -> str:
    """The first value of two tensors of one shape that differs, beside the expected one; empty for other values."""
    if not isinstance(got, torch.Tensor) or not isinstance(want, torch.Tensor) or got.shape != want.shape:
        return ""
    wrong = ~torch.isclose(got.double(), want.double(), rtol=tolerance, atol=tolerance)
    if not wrong.any():
        return ""
    return f"at {place(first(wrong), axes)} {beside(got[wrong][0].item(), want[wrong][0].item())}"


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
    if isinstance(value, np.ndarray):
        return f"a NumPy array of shape {value.shape}"
    if isinstance(value, list | tuple):
        return f"a list of {_count(len(value), 'item')}"
    if isinstance(value, Mapping):
        return f"a dict of {_count(len(value), 'entry', 'entries')}"
    if isinstance(value, str):
        return f"a string of {_count(len(value), 'character')}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"the number {number(value)}"
    return short(value)


# --- one finder for each kind of value ----------------------------------------------------------------------------


def _tensor(got: Any, want: torch.Tensor, tolerance: float, axes: Sequence[str], context: Context) -> str:
    tensor = as_tensor(got)
    if tensor is None:
        return f"is {describe(got)}; a tensor of shape {tuple(want.shape)} was expected"
    if tensor.shape != want.shape:
        return _shape(tensor, want, tolerance, axes, context.named)
    lead = f"{tuple(tensor.shape)}{RIGHT_SHAPE}"
    a, b = tensor.double(), want.double()
    if not tensor.is_floating_point() and not want.is_floating_point():
        tolerance = 0.0  # token 50,001 is not nearly token 50,000
    miss = Miss(a, b, tensor, tolerance, axes, digits=4 if context.public else 2)
    wrong = ~torch.isclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True)
    if not wrong.any():  # beyond 2⁵³ a whole number and its neighbour are one float
        return lead + "the values differ in their last digits"
    sentence = pattern(miss, context.named) or _wrong_values(wrong, float(a.flatten()[0]), axes, context)
    if not context.public:
        return lead + sentence
    both = (tensor, want) if want.dtype == torch.bool else (a, b)
    return f"{lead}{sentence}; at {place(first(wrong), axes)} {beside(*(t[wrong][0].item() for t in both))}"


def _wrong_values(wrong: torch.Tensor, got: float, axes: Sequence[str], context: Context) -> str:
    """How many values differ and, where inputs are public, which argument tells the wrong ones from the right ones.

    got: the first value that came, in float64.
    """
    n, total = int(wrong.sum()), wrong.numel()
    if n == total > 1:
        return f"all {total} values differ" + (
            "" if context.public else f"; your first one is {number(got, 2)}"
        )
    lead = f"{n} of {total} values differ" if total > 1 else "its only value differs"
    if not context.public:
        return f"{lead}, the first at {place(first(wrong), axes)}"
    told = inside(wrong, context.arguments) if n < total else ""
    return f"{lead}, {told}" if told else lead


def _scalar(got: Any, want: Any, public: bool) -> str:
    numbers = isinstance(want, int | float) and isinstance(got, int | float)
    if numbers and not isinstance(want, bool) and not isinstance(got, bool):
        if public:
            yours, theirs = pair(got, want)
            return f"is {yours} where {theirs} was expected{_factor(got, want)}"
        return f"is {number(got, 2)}, {_off(got, want)}"
    if want is None:
        return f"is {describe(got)}; None was expected"
    if type(got) is not type(want):
        return f"is {describe(got)}; {_KINDS.get(type(want), type(want).__name__)} was expected"
    if isinstance(want, str | bytes):
        return _text(got, want, public)
    if public:
        yours, theirs = pair(got, want)
        return f"is {yours} where {theirs} was expected"
    return f"is {short(got)}, which is not what was expected"


_KINDS = {bool: "True or False", int: "a number", float: "a number", str: "a string", bytes: "bytes"}


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
        if math.isfinite(factor) and 1.5 < factor < 1e4 and abs(factor - round(factor)) < 1e-3 * factor:
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
    if not got:
        return "is empty" + (f" where {want[:12]!r} was expected" if public else "")
    lead = f"has length {len(got)}, expected {len(want)}; it " if len(got) != len(want) else ""
    lead += f"agrees up to position {start}" if start else "differs from the beginning"
    if start == len(got):
        return f"{lead}, where it ends" + (f"; {want[start : start + 12]!r} is missing" if public else "")
    told = f"{lead}, then reads {got[start : start + 12]!r}" if start else f"{lead}: it reads {got[:12]!r}"
    expected = repr(want[start : start + 12]) if start < len(want) else "the end"
    return told + (f" where {expected} was expected" if public else "")


def _sequence(got: Any, want: list, tolerance: float, axes: Sequence[str], context: Context) -> str:
    if not isinstance(got, list):
        return f"is {describe(got)}; {describe(want)} was expected"
    start = next(
        (i for i, (x, y) in enumerate(zip(got, want, strict=False)) if not _holds(x, y, tolerance)), None
    )
    if start is None:
        if len(got) == len(want):
            return f"is {describe(got)} that is not the expected one"
        right = min(len(got), len(want))
        which = f"the first {right} are" if right > 1 else "the first is"
        if len(got) < len(want):
            which = {1: "that one is", 2: "both are"}.get(right, f"all {right} are")
        told = f"; {which} right" if right else ""
        return f"has {_count(len(got), 'item')} where {len(want)} {_were(want)} expected{told}"
    where = f"{axes[0]} {start}" if axes else f"index {start}"
    inner = f"at {where}{_item(got[start], want[start], tolerance, axes, context)}"
    if len(got) != len(want):
        rest = (
            ""
            if not start
            else f", and the first {_count(start, 'item').removeprefix('1 ')} {_are(start)} right"
        )
        return f"has {_count(len(got), 'item')} where {len(want)} {_were(want)} expected{rest}; {inner}"
    if _same_items(got, want):
        return f"has the right items in another order; {inner}"
    return f"has the right number of items, {len(want)}; {inner}" if len(want) > 1 else inner


def _item(got: Any, want: Any, tolerance: float, axes: Sequence[str], context: Context) -> str:
    """How one item of a list differs, to stand after the words that say which one it is."""
    if not context.public and not isinstance(want, torch.Tensor):
        return f" yours is {short(got)}"
    told = [repr(one) if isinstance(one, str | bytes | list) else short(one) for one in (got, want)]
    if (
        type(got) is type(want)
        and isinstance(want, str | bytes | list)
        and max(map(len, told)) <= LONGEST_ITEM
    ):
        return f" {beside(got, want)}"
    if isinstance(want, str | bytes | list | Mapping | torch.Tensor):
        told = _differs(
            "it", plain(got), plain(want), tolerance, Context({"it": axes[1:]}, {}, context.public)
        )
        return f": {told}" if told.startswith(("(", "'")) else f" your item {told}"
    return f" {beside(got, want)}"


LONGEST_ITEM = 24  # characters of an item that is shown as a whole


def _mapping(criterion: str, got: Any, want: Mapping, tolerance: float, context: Context) -> str:
    """Which named part differs and how, as if it were the only value."""
    if not isinstance(got, Mapping):
        return f"is {describe(got)}; a dict was expected"
    if unchanged := _an_argument(got, context.arguments):
        return unchanged
    missing, extra = [k for k in want if k not in got], [k for k in got if k not in want]
    if missing or extra:
        return _other_keys(missing, extra, context.public)
    differ = [k for k in want if not _holds(got[k], want[k], tolerance)]
    wrong = [k for k in differ if k not in context.left_out] or differ
    if not wrong:
        return "is not what was expected"
    told = _part_of(criterion, wrong[0], plain(got[wrong[0]]), plain(want[wrong[0]]), tolerance, context)
    if len(wrong) == 1:
        return told
    shown = [short(k) for k in wrong[:3]]
    if len(wrong) > len(shown):
        shown = [*shown[:2], f"{len(wrong) - 2} more"]
    return f"{', '.join(shown[:-1])} and {shown[-1]} differ; {told}"


def _part_of(criterion: str, part: Any, got: Any, want: Any, tolerance: float, context: Context) -> str:
    """One named part of a criterion with how it differs."""
    name = short(part)
    if criterion.endswith(UNCHANGED) and part in FLAGS:
        return "it is no longer what it was before the call"
    if criterion.endswith(UNCHANGED) and part in context.arguments:
        return _before_and_after(str(part), got, want, tolerance, context.public)
    inside = f"grad_{part}" if is_gradient(criterion) and not is_gradient(str(part)) else str(part)
    if got is None and is_gradient(inside):
        return f"{name} is None: no gradient reached it"
    public = Context({}, {}, context.public, context.named)
    told = _differs(inside, got, want, tolerance, public)
    return f"{name}{':' if told.startswith(('(', 'at ', QUOTE)) else ''} {told}"


def _before_and_after(name: str, after: Any, before: Any, tolerance: float, public: bool) -> str:
    """What became of an argument that should be as it was; that the code changed it is said below, and only there."""
    in_general = f"{name} is no longer what it was before the call"
    if isinstance(after, torch.Tensor) and isinstance(before, torch.Tensor):
        if after.shape != before.shape:
            return f"{name} had shape {tuple(before.shape)} before the call and has {tuple(after.shape)} after it"
        exact = before.dtype == torch.bool
        wrong = ~torch.isclose(
            after.double(), before.double(), rtol=tolerance, atol=tolerance, equal_nan=True
        )
        if not public or not wrong.any() or not before.ndim:
            return in_general
        now, then = (t[wrong][0].item() if exact else t.double()[wrong][0].item() for t in (after, before))
        where = place(first(wrong), ())
    elif isinstance(after, list) and isinstance(before, list):
        if len(after) != len(before):
            return f"{name} had {_count(len(before), 'item')} before the call and has {len(after)} after it"
        i = next(
            (i for i, both in enumerate(zip(after, before, strict=True)) if not agrees(*both, 0.0)), None
        )
        if not public or i is None or isinstance(before[i], torch.Tensor | list | Mapping):
            return in_general
        now, then, where = after[i], before[i], f"index {i}"
    else:
        return in_general
    now, then = pair(now, then)
    return f"at {where}, {name} was {then} before the call and is {now} after it"


def _other_keys(missing: list, extra: list, public: bool) -> str:
    """What a dict lacks and what it should not have; what it lacks by name only where that is public."""
    parts = []
    if missing:
        such = f", such as {short(missing[0])}" if public else ""
        parts.append(f"lacks {_count(len(missing), 'entry', 'entries')}{such}")
    if extra:
        parts.append(
            f"has {_count(len(extra), 'entry', 'entries')} that should not be there, such as {short(extra[0])}"
        )
    return " and ".join(parts)


def _holds(got: Any, want: Any, tolerance: float) -> bool:
    return wrong_kind(got, want) is None and agrees(got, want, tolerance)


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
        return waits_for(want.criterion)
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
        missing = len(expected) - len(have)
        return text + ("; an axis is missing" if missing == 1 else f"; {missing} axes are missing")
    if len(have) > len(expected):
        extra = len(have) - len(expected)
        return text + ("; one axis too many" if extra == 1 else f"; {extra} axes too many")
    axis = next(i for i, (x, y) in enumerate(zip(have, expected, strict=True)) if x != y)
    which = f"the axis of {plural(axes[axis])}" if len(axes) == len(have) else f"axis {axis}"
    return f"{text}; {which} differs"


def _same_items(got: list, want: list) -> bool:
    return sorted(map(repr, got)) == sorted(map(repr, want))


def _count(n: int, one: str, several: str = "") -> str:
    """`1 item`, `2 items`."""
    return f"{n} {one if n == 1 else several or one + 's'}"


def _were(items: Sequence[Any]) -> str:
    return "was" if len(items) == 1 else "were"


def _are(n: int) -> str:
    return "is" if n == 1 else "are"
