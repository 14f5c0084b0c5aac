"""On which inputs an answer is wrong: what the failing inputs have in common that the others lack.

Used for recorded cases only, whose inputs are public. Nothing here runs the student's code: a case is described by its
arguments (None or given, sizes, magnitudes, ties), and the descriptions of the failing cases are compared with those of
the passing ones. The sentence states a fact about the inputs; whether it is the cause is for the student to find out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import torch

from autograder.checks.axis_names import plural

# Random draws differ in size by chance; a regime that a case was made for differs by more than this factor.
FACTOR = 3.0
MOST = 2  # differences that one sentence tells
LONGEST_WORD = 12  # characters of a string that may be the name of a choice
_SKIPPED = {"seed", "gradient"}  # arguments that say nothing about what is computed


class Trait(NamedTuple):
    """One property of a case: a flag with its two wordings, or a measure with a name.

    value: True or False, a word, a count, or a magnitude.  yes, no: how the case reads when a flag is true or false.
    For all others, yes holds a place for the value or a bound, as in `x has {} positions`.
    """

    value: bool | int | float | str
    yes: str
    no: str = ""


Traits = dict[tuple[str, str], Trait]  # (argument, property) → trait, the most telling first


def sentence(
    subject: str,
    failed: Sequence[int],
    passed: Sequence[int],
    arguments: Sequence[Mapping[str, Any]],
    axes: Mapping[str, Sequence[str]],
    good_ones: str = "that passes",
) -> str:
    """`subject` with how the inputs that fail differ from those that pass; empty if there are not both.

    failed, passed: numbers of cases.  arguments: of each case.  axes: criterion → the names of its axes, where `grad_x`
    names those of x.  good_ones: what an input of the others does, for a sentence about the one that is most similar.
    """
    if not failed or not passed:
        return ""
    bad, good = ([traits(arguments[i], axes) for i in group] for group in (failed, passed))
    lead = f"{subject} on {len(failed)} of {len(failed) + len(passed)} inputs"
    if told := _separating(bad, good):
        return f"{lead}, and only where {_joined(told)}."
    if nearest := _against_the_nearest(bad[0], good):
        other = f"the most similar input {good_ones}"
        return f"{lead}. Compared with {other}, the first of these is different in this: {_joined(nearest)}."
    return f"{lead}. An input with the same sizes and settings passes, so compare the values."


def _joined(phrases: Sequence[str]) -> str:
    """Up to two phrases as one: "x has 2 axes" and "x has 3 values" are "x has 2 axes and 3 values"."""
    one, *others = phrases
    subject = f"{one.partition(' has ')[0]} has "
    return " and ".join([one, *(each.removeprefix(subject) for each in others)])


def common(
    these: Sequence[int],
    others: Sequence[int],
    arguments: Sequence[Mapping[str, Any]],
    axes: Mapping[str, Sequence[str]],
) -> str:
    """What some cases have in common that others lack, `mask is None`; empty where that is nothing."""
    bad, good = ([traits(arguments[i], axes) for i in group] for group in (these, others))
    return " and ".join(_separating(bad, good)) if bad and good else ""


def traits(arguments: Mapping[str, Any], axes: Mapping[str, Sequence[str]] | None = None) -> Traits:
    """The properties of one case, by argument and property; those that authors build cases around come first."""
    found: dict[tuple[str, str], tuple[int, Trait]] = {}
    for name, value in arguments.items():
        if name not in _SKIPPED:
            own = (axes or {}).get(f"grad_{name}") or (axes or {}).get(name) or ()
            for rank, key, trait in _of(name, value, own):
                found[name, key] = (rank, trait)
    for key, trait in _relations(arguments):
        found["", key] = (2, trait)
    return {key: trait for key, (_, trait) in sorted(found.items(), key=lambda item: item[1][0])}


def _of(name: str, value: Any, axes: Sequence[str]) -> Iterator[tuple[int, str, Trait]]:
    """Rank (0 is told first), property and trait of one argument."""
    yield 0, "none", Trait(value is None, f"{name} is None", f"{name} is given")
    if isinstance(value, bool):
        yield 0, "flag", Trait(value, f"{name} is True", f"{name} is False")
    elif isinstance(value, int | float):
        yield 1, "number", Trait(value, f"{name} is {{}}")
    elif isinstance(value, str):
        if len(value) <= LONGEST_WORD:
            yield 0, "word", Trait(repr(value), f"{name} is {{}}")
        yield 1, "length", Trait(len(value), f"{name} has {{}} characters")
        yield (
            2,
            "ascii",
            Trait(value.isascii(), f"{name} is plain ASCII", f"{name} has characters beyond ASCII"),
        )
        yield (
            2,
            "ends",
            Trait(value != value.strip(), f"{name} has spaces at an end", f"{name} has none at its ends"),
        )
    elif isinstance(value, list | tuple):
        yield 1, "length", Trait(len(value), f"{name} has {{}} items")
        items = [repr(item) for item in value]
        yield (
            2,
            "repeated",
            Trait(len(set(items)) < len(items), f"{name} repeats an item", f"{name} repeats none"),
        )
        yield from _of_items(name, value)
    elif isinstance(value, torch.Tensor):
        yield from _of_a_tensor(name, value, axes)
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield 1, f"key {key}", Trait(True, f"{name} has {key!r}", f"{name} has no {key!r}")
            if part is None or isinstance(part, bool | int | float):
                for rank, of, trait in _of(f"{name}[{key!r}]", part, ()):
                    yield rank, f"{key} {of}", trait


def _of_items(name: str, items: Sequence[Any]) -> Iterator[tuple[int, str, Trait]]:
    """Properties of what a list holds: tensors, or steps that are dicts of tensors."""
    first = items[0] if items else None
    for key in first if isinstance(first, Mapping) else [None]:
        parts = [item.get(key) if isinstance(item, Mapping) else item for item in items]
        tensors = [part for part in parts if isinstance(part, torch.Tensor) and part.numel()]
        if tensors and len(tensors) == len(items):
            yield from _of_tensors(name, "item" if key is None else repr(key), tensors)


def _of_tensors(name: str, part: str, tensors: Sequence[torch.Tensor]) -> Iterator[tuple[int, str, Trait]]:
    """Properties of the tensors that are one part of a list's items."""
    if not tensors[0].is_floating_point() and tensors[0].dtype != torch.bool:
        unequal = any(len(tensor.unique()) > 1 for tensor in tensors)
        yes, no = (
            f"some {part} in {name} holds unequal numbers",
            f"every {part} in {name} holds equal numbers",
        )
        yield 0, f"{part} unequal", Trait(unequal, yes, no)
    if all(tensor.ndim > 1 for tensor in tensors):
        longest = max(tensor.shape[-2] for tensor in tensors)
        yield (
            2,
            f"{part} longest",
            Trait(longest, f"the longest {part} in {name} has {{}} values along axis -2"),
        )
    if part == "item" and tensors[0].is_floating_point():
        largest = max(float(tensor.abs().max()) for tensor in tensors)
        yield 2, f"{part} size", Trait(largest, f"the largest |{part}| in {name} is {{}}")


def _of_a_tensor(name: str, tensor: torch.Tensor, axes: Sequence[str]) -> Iterator[tuple[int, str, Trait]]:
    yield 0, "axes", Trait(tensor.ndim, f"{name} has {{}} axes")
    yield 1, "dtype", Trait(tensor.is_floating_point(), f"{name} holds floats", f"{name} holds no floats")
    if tensor.dtype == torch.bool:
        yield 1, "all", Trait(bool(tensor.all()), f"{name} is True everywhere", f"{name} is False somewhere")
        rows = tensor.any(-1) if tensor.ndim else tensor
        yield (
            1,
            "row",
            Trait(not rows.all(), f"a row of {name} is all False", f"no row of {name} is all False"),
        )
    for axis, size in enumerate(tensor.shape):
        # Counted from the end, as examples and heads may or may not stand before the rest.
        axis -= tensor.ndim
        part = (
            f"has {{}} {plural(axes[axis])}"
            if len(axes) == tensor.ndim
            else f"has {{}} values along axis {axis}"
        )
        yield 1, f"axis {axis}", Trait(size, f"{name} {part}")
    if not tensor.numel() or tensor.dtype == torch.bool:
        return
    values = tensor.double().abs()
    finite = values[values.isfinite()]
    yield (
        2,
        "finite",
        Trait(len(finite) == tensor.numel(), f"{name} is finite", f"{name} has an infinite value or a nan"),
    )
    if len(finite):
        yield 2, "largest", Trait(float(finite.max()), f"the largest |{name}| is {{}}")
    if tensor.ndim and tensor.shape[-1] > 1 and tensor.is_floating_point():
        spread = tensor.double().amax(-1) - tensor.double().amin(-1)  # (...)
        row = f"a row of {name}"
        yield (
            2,
            "constant",
            Trait(bool((spread == 0).any()), f"{row} has equal values", f"no row of {name} is constant"),
        )
        sizes = values.amax(-1)
        yield (
            2,
            "zero",
            Trait(bool((sizes == 0).any()), f"{row} is all zero", f"no row of {name} is all zero"),
        )
        usual = sizes[sizes > 0]
        if len(usual):
            yield (
                3,
                "smallest row",
                Trait(float(usual.min()), f"the smallest row of {name} has a largest value of {{}}"),
            )
        moving = spread > 0
        if moving.any():
            shift = (tensor.double().mean(-1).abs()[moving] / spread[moving]).max()
            yield 3, "shift", Trait(float(shift), f"a row of {name} has a mean of {{}} times its spread")
    last = tensor.reshape(-1, tensor.shape[-1]) if tensor.ndim else tensor.reshape(1, 1)
    ties = any(len(row.unique()) < len(row) for row in last[:64])
    yield 3, "ties", Trait(ties, f"a row of {name} has ties", f"no row of {name} has ties")


def _relations(arguments: Mapping[str, Any]) -> Iterator[tuple[str, Trait]]:
    """Whether two tensors have the same shape, and whether one's last two axes are equally long."""
    tensors = [
        (name, value)
        for name, value in arguments.items()
        if isinstance(value, torch.Tensor) and name not in _SKIPPED
    ]
    for i, (name, one) in enumerate(tensors):
        for other, two in tensors[i + 1 :]:
            same = one.shape == two.shape
            yield (
                f"{name} {other}",
                Trait(same, f"{name} and {other} have the same shape", f"{name} and {other} differ in shape"),
            )


def _separating(bad: Sequence[Traits], good: Sequence[Traits]) -> list[str]:
    """Up to two properties, each of another argument, that all failing cases have and no passing case has."""
    found: list[str] = []
    told: set[str] = set()
    for key in bad[0]:
        if key[0] in told or not all(key in each for each in bad):
            continue
        there = [each[key] for each in good if key in each]
        if not there and good and key[1].startswith("key "):
            phrase = bad[0][key].yes
        elif len(there) < len(good):
            continue  # a property that only some cases have does not separate
        else:
            phrase = _phrase([each[key] for each in bad], there)
        if phrase:
            found.append(phrase)
            told.add(key[0])
        if len(found) == MOST:
            break
    return found


def _phrase(bad: Sequence[Trait], good: Sequence[Trait]) -> str:
    """What holds of every bad trait and of no good one; empty where nothing does."""
    values, others = [t.value for t in bad], [t.value for t in good]
    if isinstance(values[0], bool):
        if len(set(values)) == 1 and values[0] not in others:
            return bad[0].yes if values[0] else bad[0].no
        return ""
    if isinstance(values[0], str):
        words = sorted(set(map(str, values)))
        return (
            ""
            if set(words) & set(map(str, others)) or len(words) > MOST
            else bad[0].yes.format(" or ".join(words))
        )
    mine, theirs = ([float(v) for v in group] for group in (values, others))
    counts = all(isinstance(v, int) for v in (*values, *others))
    exact = counts or _is_setting(bad[0])
    if exact and len(set(mine)) == 1 and mine[0] not in theirs:
        return _singular(bad[0].yes.format(_text(values[0])))
    above, below = ("above", "below") if _is_setting(bad[0]) else ("more than", "fewer than")
    if min(mine) > (1.0 if exact else FACTOR) * max(theirs):
        bound = f"{above} {_text(max(others))}" if exact else f"at least {_text(min(values))}"
        return _singular(bad[0].yes.format(bound))
    if (1.0 if exact else FACTOR) * max(mine) < min(theirs):
        bound = f"{below} {_text(min(others))}" if exact else f"at most {_text(max(values))}"
        return _singular(bad[0].yes.format(bound))
    return ""


def _is_setting(trait: Trait) -> bool:
    """Whether it is a number that the case sets, such as eps, whose values are exact."""
    return trait.yes.endswith(" is {}") and "|" not in trait.yes


def _against_the_nearest(bad: Traits, good: Sequence[Traits]) -> list[str]:
    """Where no property separates the two groups: what sets the first failing case apart from its nearest relative."""

    def differing(other: Traits) -> list[str]:
        pairs = [(trait, other[key]) for key, trait in bad.items() if key in other]
        return [phrase for mine, theirs in pairs if (phrase := _phrase([mine], [theirs]))]

    return min((differing(each) for each in good), key=len)[:MOST]


def _singular(text: str) -> str:
    """`1 position` and `more than 1 position`, not `1 positions`."""
    text = text.replace("more than 0 ", "at least 1 ")
    text = re.sub(r"\b1 (\w+)ies\b", r"1 \1y", text.replace(" 1 axes", " 1 axis"))
    return re.sub(r"\b1 (\w+[^is\W])s\b", r"1 \1", text)


def _text(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.3g}"


def inside(wrong: torch.Tensor, arguments: Mapping[str, Any]) -> str:
    """Which values of one result are wrong, told by an argument of the same shape; empty where none tells.

    wrong: of the shape of the result, True where a value differs, with values of both kinds.
    """
    for name, value in arguments.items():
        if not isinstance(value, torch.Tensor) or name in _SKIPPED or not value.ndim:
            continue
        try:
            spread = value.expand_as(wrong)
        except RuntimeError:
            continue
        bad, good = spread[wrong], spread[~wrong]
        if value.dtype == torch.bool:
            if len(bad.unique()) == 1 and not (good == bad[0]).any():
                return f"exactly where {name} is {bool(bad[0])}"
        elif value.is_floating_point() and value.shape == wrong.shape and min(len(bad), len(good)) > 1:
            if bad.max() < good.min():
                return f"wherever {name} is {_text(float(bad.max()))} or less, and nowhere else"
            if bad.min() > good.max():
                return f"wherever {name} is {_text(float(bad.min()))} or more, and nowhere else"
            if bad.abs().max() < good.abs().min():
                return f"wherever |{name}| is {_text(float(bad.abs().max()))} or less, and nowhere else"
            if bad.abs().min() > good.abs().max():
                return f"wherever |{name}| is {_text(float(bad.abs().min()))} or more, and nowhere else"
    return ""
