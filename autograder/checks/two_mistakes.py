"""Two mistakes in one answer: a known slip that explains a part of what was missed, while the rest has another reason.

Each criterion of each case is a cell. A slip explains a cell where it gives the same wrong value, and it is ruled out
by a cell where it would have failed and the answer didn't. Where both of two mistakes act, something comes out that
neither gives alone. A few values may be equal by accident, so a name needs evidence: the slip has to explain half of
what was missed, and many different wrong values of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import torch

from autograder.checks import regimes
from autograder.checks.compare import agrees, alike, as_tensor, passes, plain
from autograder.checks.expectations import Distribution, Predictions, SameAs
from autograder.checks.failures import same_failure
from autograder.checks.known_pairs import KnownPairs, fingerprint

Cell = tuple[int, str]  # number of a case, criterion
Outcome = Mapping[str, Any]

# Bits. A wrong float that comes out again is worth 8: it may be one of a few hundred that one would think of.
ENOUGH = 20.0
SHARE = 0.5  # of the cells that were missed
PER_FLOAT, PER_INTEGER, PER_CHARACTER, PER_DRAWS = 8.0, 3.0, 2.0, 8.0
MOST = 64.0  # that one cell may give
TRIVIAL = (0.0, 1.0, -1.0)  # what comes out of many mistakes
MOST_RUNS = 600  # outcomes of slips that are looked at; while grading each of them is a run


class Asked(Protocol):
    """What is needed of a case: the expected values, and what each slip gives."""

    @property
    def oracle(self) -> Mapping[str, Any]: ...

    @property
    def size(self) -> int: ...

    def slip_outcomes(self) -> Sequence[Outcome]: ...


@dataclass
class Fit:
    """How one slip fits an answer."""

    number: int
    explained: dict[Cell, float] = field(default_factory=dict)  # cell → bits of evidence
    left_over: int = 0  # cells that were missed for another reason, or for another one as well


@dataclass(frozen=True)
class Part:
    """A slip that was recognised in a part of an answer, and the cells that it explains."""

    number: int
    cells: frozenset[Cell]


def recognise(
    tolerance: Mapping[str, float],
    cases: Sequence[Asked],
    outcomes: Sequence[Outcome],
    marks: Sequence[Mapping[str, bool]],
    names: Sequence[str],
) -> Part | None:
    """The slip that explains most of what was missed, where there is enough evidence for it; None where none does.

    tolerance: of each criterion.  marks: of each case, criterion → whether it holds.  names: of the slips; several
    spellings of one mistake share theirs.
    """
    missed = {(i, name) for i, marked in enumerate(marks) for name in marked if not marked[name]}
    found = [
        part for fit in _fits(tolerance, cases, outcomes, marks, len(names)) if (part := _part(fit, missed))
    ]
    most = max((len(part.cells) for part in found), default=0)
    best = [part for part in found if len(part.cells) == most]
    return best[0] if len({names[part.number] for part in best}) == 1 else None


def of_a_pair(
    known: KnownPairs,
    tolerance: Mapping[str, float],
    cases: Sequence[Asked],
    outcomes: Sequence[Outcome],
    marks: Sequence[Mapping[str, bool]],
    names: Sequence[str],
) -> int | None:
    """The slip to fix first where two together, tried at release, give what the answer gives; None where none do."""
    if told(tolerance, cases, outcomes, marks) < ENOUGH:
        return None
    prints = [fingerprint(o, case.oracle, m) for o, case, m in zip(outcomes, cases, marks, strict=True)]
    found = known.matching(prints)
    shared = set.intersection(*({names[one], names[two]} for one, two in found)) if found else set()
    slips = [slip for pair in found for slip in pair if names[slip] in shared]
    return max(
        slips,
        key=lambda slip: (_stops_alike(slip, cases, outcomes), _missed_alone(slip, tolerance, cases), -slip),
        default=None,
    )


def told(
    tolerance: Mapping[str, float],
    cases: Sequence[Asked],
    outcomes: Sequence[Outcome],
    marks: Sequence[Mapping[str, bool]],
) -> float:
    """Bits that all the wrong values of an answer hold together."""
    return sum(
        evidence(outcome["values"][name], case.oracle[name], tolerance[name])
        for case, outcome, marked in zip(cases, outcomes, marks, strict=True)
        for name, right in marked.items()
        if not right and name in outcome.get("values", {})
    )


def _missed_alone(slip: int, tolerance: Mapping[str, float], cases: Sequence[Asked]) -> int:
    """How many cells a slip misses by itself: the one that costs more is fixed first."""
    outcomes = [(case, case.slip_outcomes()[slip].get("values", {})) for case in cases]
    return sum(
        not passes(values, name, case.oracle, tolerance[name])
        for case, values in outcomes
        for name in tolerance
    )


def _stops_alike(slip: int, cases: Sequence[Asked], outcomes: Sequence[Outcome]) -> int:
    """In how many cases a slip by itself stops as the answer does: the panel shows this error, so that comes first."""
    return sum(
        "error" in outcome
        and "error" in (alone := case.slip_outcomes()[slip])
        and same_failure(outcome["error"], alone["error"])
        for case, outcome in zip(cases, outcomes, strict=True)
    )


def part_in_words(
    cells: frozenset[Cell],
    marks: Sequence[Mapping[str, bool]],
    arguments: Sequence[Mapping[str, Any]],
    axes: Mapping[str, Sequence[str]],
) -> str:
    """Where a slip accounts for what was missed: criteria, or inputs; the beginning of a sentence.

    arguments: of each case, where they are public; otherwise inputs are only counted.
    """
    missed = {(i, name) for i, marked in enumerate(marks) for name in marked if not marked[name]}
    rest = missed - cells
    criteria = [f"`{name}`" for name in marks[0] if any(name == cell[1] for cell in cells)]
    inputs = sorted({case for case, _ in cells})
    others = sorted({case for case, _ in rest} - set(inputs))
    if not {name for _, name in cells} & {name for _, name in rest}:
        *most, last = criteria
        return f"In {', '.join(most)} and {last}" if most else f"In {last}"
    if {case for case, _ in rest} & set(inputs):
        return "In some of the wrong values"
    if arguments and (told := regimes.common(inputs, others, arguments, axes)):
        return f"Among the inputs that fail, where {told}"
    return f"On {len(inputs)} of the {len(inputs) + len(others)} inputs that fail"


def _fits(
    tolerance: Mapping[str, float],
    cases: Sequence[Asked],
    outcomes: Sequence[Outcome],
    marks: Sequence[Mapping[str, bool]],
    slips: int,
) -> list[Fit]:
    """The slips that nothing rules out. Cases where most is right come first, since they rule out most."""
    left = {number: Fit(number) for number in range(slips)}
    most = sum(not right for marked in marks for right in marked.values()) * (
        1 - SHARE
    )  # that may be left over
    runs = 0
    for i in sorted(range(len(cases)), key=lambda i: (-sum(marks[i].values()), cases[i].size)):
        slipped = cases[i].slip_outcomes()
        for number in list(left):
            if runs == MOST_RUNS:
                return []  # what is not looked at could rule out any of them
            runs += 1
            fits = _add(left[number], i, tolerance, cases[i].oracle, outcomes[i], marks[i], slipped[number])
            if not fits or left[number].left_over > most:
                del left[number]
    return list(left.values())


def _add(
    fit: Fit,
    case: int,
    tolerance: Mapping[str, float],
    oracle: Mapping[str, Any],
    outcome: Outcome,
    marks: Mapping[str, bool],
    slipped: Outcome,
) -> bool:
    """Note how a slip fits in one case; False where that rules it out."""
    if "error" in slipped:
        if "error" not in outcome:
            return False
        if same_failure(outcome["error"], slipped["error"]):
            fit.explained |= {(case, name): 0.0 for name in marks}  # errors of one kind have many reasons
        else:
            fit.left_over += len(marks)
        return True
    values, mine = slipped["values"], outcome.get("values")
    for name, right in marks.items():
        fails = not passes(values, name, oracle, tolerance[name])
        if fails and right:
            return False
        if fails and mine is not None and alike(mine, values, name, oracle, tolerance[name]):
            fit.explained[case, name] = evidence(mine.get(name), oracle[name], tolerance[name])
        elif not right:
            fit.left_over += 1
    return True


def _part(fit: Fit, missed: set[Cell]) -> Part | None:
    """What a slip explains: the inputs, and the criteria, of which nothing else is left to explain."""
    open_cells = missed - fit.explained.keys()
    cases, criteria = {case for case, _ in open_cells}, {name for _, name in open_cells}
    cells = {cell for cell in fit.explained if cell[0] not in cases or cell[1] not in criteria}
    several = len({case for case, _ in cells}) > 1 or any(name not in criteria for _, name in cells)
    bits = sum(fit.explained[cell] for cell in cells)
    enough = several and bits >= ENOUGH and len(cells) >= SHARE * len(missed)
    return Part(fit.number, frozenset(cells)) if enough else None


def evidence(got: Any, want: Any, tolerance: float) -> float:
    """Bits: how unlikely it is that two wrong answers share this value by accident. Many uncommon numbers make many."""
    if isinstance(want, SameAs | Predictions):
        return 0.0
    return (
        PER_DRAWS
        if isinstance(want, Distribution)
        else min(MOST, _bits_of(plain(got), plain(want), tolerance))
    )


def _bits_of(got: Any, want: Any, tolerance: float) -> float:
    if isinstance(got, torch.Tensor):
        return _bits_of_a_tensor(got, as_tensor(want), tolerance)
    if isinstance(got, bool) or got is None:
        return 1.0
    if isinstance(got, float):
        return PER_FLOAT if math.isfinite(got) and got not in TRIVIAL else 1.0
    if isinstance(got, int):
        return 1.0 if abs(got) < 2 else min(PER_FLOAT, math.log2(got.bit_length() + 1) + 2)
    if isinstance(got, str | bytes):
        return PER_CHARACTER * len(got)
    if isinstance(got, list):
        wanted = want if isinstance(want, list) and len(want) == len(got) else [_NOTHING] * len(got)
        parts = {repr(one): (one, other) for one, other in zip(got, wanted, strict=True)}.values()
    elif isinstance(got, Mapping):
        parts = [
            (got[key], want.get(key, _NOTHING) if isinstance(want, Mapping) else _NOTHING) for key in got
        ]
    else:
        return 1.0
    differ = [(one, other) for one, other in parts if other is _NOTHING or not agrees(one, other, tolerance)]
    return 1.0 + sum(_bits_of(plain(one), plain(other), tolerance) for one, other in differ[:32])


_NOTHING = object()  # beside a part that was not expected at all


def _bits_of_a_tensor(got: torch.Tensor, want: torch.Tensor | None, tolerance: float) -> float:
    if got.dtype == torch.bool:
        return 1.0 if bool(got.all()) or not bool(got.any()) else 0.75 * got.numel()
    values = got.double()
    if want is not None and want.shape == got.shape:
        values = values[~torch.isclose(values, want.double(), rtol=tolerance, atol=tolerance, equal_nan=True)]
    values = values[values.isfinite()]
    for trivial in TRIVIAL:
        values = values[values != trivial]
    different = len((values * 1e4).round().unique())
    return 1.0 + different * (PER_FLOAT if got.is_floating_point() else PER_INTEGER)
