"""From outcomes to a verdict: which criteria hold, how many points that is, and which mistake it was.

The same few lines score a check on a student's machine (against recorded cases) and in the judge (against fresh
ones). An outcome is what one call of a probe gave; it is data, as packed by values.py:

    {"values": {criterion: value, …}, "changed": [argument, …]}          or
    {"error": {"type": …, "message": …, "line": …, "code": …, "call": …}}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from autograder.checks import general, partial_credit, predictions, regimes, two_mistakes
from autograder.checks.compare import TOLERANCE, agrees, passes, resembles
from autograder.checks.echoes import echoes
from autograder.checks.expectations import Predictions
from autograder.checks.explain import FLAGS, UNCHANGED, WAITING, Context, difference, is_gradient, waits_for
from autograder.checks.failures import same_failure
from autograder.checks.known_pairs import KnownPairs
from autograder.checks.probe import described
from autograder.checks.value_types import wrong_kind

Outcome = Mapping[str, Any]


@dataclass(frozen=True)
class Slip:
    """A mistake that students really make: its name, why it matters and where to look."""

    name: str
    why: str
    look: str


@dataclass(frozen=True)
class Rubric:
    """What decides an exercise's points, apart from the cases themselves."""

    exercise: str
    points: float
    weights: dict[str, float]  # criterion → relative weight
    tolerance: dict[str, float]  # criterion → absolute and relative tolerance
    uses: list[str] = field(default_factory=list)  # earlier exercises that this check has to call
    # criterion → the names of its axes, where they have any
    axes: dict[str, list[str]] = field(default_factory=dict)
    apart: dict[str, list[int]] = field(default_factory=dict)  # promise with points of its own → its cases


@dataclass
class Criterion:
    """One named result of a probe: whether it holds in every case and, if not, how it differs."""

    name: str
    passed: bool
    difference: str = ""


@dataclass
class Verdict:
    """All that a panel, the gradebook and the class report need to know of one answered exercise.

    state is one of: right, wrong, error, not answered, forbidden, refused, unfinished. Forbidden is an answer that was
    found to use what its exercise forbids; refused is one that was not run, or not paid, for the reason in its note.
    """

    exercise: str
    points: float
    max_points: float
    state: str
    criteria: list[Criterion] = field(default_factory=list)
    cases: int = 0
    slip: Slip | None = None
    error: dict[str, Any] | None = None
    notes: list[str] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)  # for the instructor: what looked like tampering
    # criterion → bits per byte, where predictions were compared with the actual tokens
    measured: dict[str, float] = field(default_factory=dict)
    # Where no slip fits: on which recorded inputs a criterion fails, and how they differ from the others.
    regimes: list[str] = field(default_factory=list)
    # Whether there is another mistake beside the slip, and what the slip accounts for; empty where both act everywhere.
    another: bool = False
    part: str = ""

    @property
    def has_one_name(self) -> bool:
        """Whether one mistake, which has a name, accounts for everything that was missed."""
        return self.slip is not None and not self.another

    def unname(self) -> None:
        """Take the slip back: what looks like a mistake here may be that of another answer."""
        self.slip, self.another, self.part = None, False, ""

    def as_dict(self) -> dict[str, Any]:
        """The verdict as plain data, for a notebook's metadata or a report."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Verdict:
        """The verdict that `as_dict` wrote."""
        slip = Slip(**data["slip"]) if data["slip"] else None
        criteria = [Criterion(**c) for c in data["criteria"]]
        return cls(**{**data, "slip": slip, "criteria": criteria})


@dataclass(frozen=True)
class Case:
    """The oracle's values for one input, and what each slip gives for that input (asked for only after a miss)."""

    oracle: Mapping[str, Any]
    slip_outcomes: Callable[[], Sequence[Outcome]]
    inputs: Callable[[], Mapping[str, Any]] | None = None
    # Recorded cases are; while grading, inputs and expected values are nobody's business.
    is_public: bool = False
    size: int = 0  # of the packed inputs: what running a slip on them may cost


def full_tolerance(
    tolerance: float | Mapping[str, float] | None, criteria: Sequence[str]
) -> dict[str, float]:
    """One tolerance per criterion, from a number, a partial dict or nothing."""
    if isinstance(tolerance, Mapping):
        return {name: tolerance.get(name, TOLERANCE) for name in criteria}
    return dict.fromkeys(criteria, TOLERANCE if tolerance is None else tolerance)


def score(
    rubric: Rubric,
    cases: Sequence[Case],
    outcomes: Sequence[Outcome | None],
    slips: Sequence[Slip],
    pairs: KnownPairs | None = None,
) -> Verdict:
    """Judge the outcomes of all cases; None is a case that never came back.

    pairs: what two slips at once give in these cases, where that was recorded.
    """
    marks = [mark(rubric, case, outcome) for case, outcome in zip(cases, outcomes, strict=True)]
    passed = {name: all(m[name] for m in marks) for name in rubric.weights}
    earned = points(rubric, passed, marks)
    verdict = Verdict(rubric.exercise, earned, rubric.points, "right", cases=len(cases))
    verdict.criteria = [Criterion(name, passed[name]) for name in rubric.weights]
    parts = partial_credit.notes(rubric.apart, marks)
    verdict.notes = _changed(outcomes) + parts
    verdict.measured = _measured(cases, outcomes)
    if all(passed.values()):
        return verdict
    verdict.state = _state(outcomes)
    verdict.error = next((o["error"] for o in outcomes if o and "error" in o), None)
    verdict.slip = _recognise(rubric, cases, outcomes, marks, slips)
    _explain(verdict, rubric, cases, outcomes, marks)
    verdict.slip = verdict.slip or _in_general(rubric, cases, outcomes, marks)
    if verdict.slip is None:
        verdict.regimes = _regimes(verdict, rubric, cases, outcomes, marks)
        _name_one_of_two(verdict, rubric, cases, outcomes, marks, slips, pairs)
    if verdict.slip is not None:
        verdict.notes = _changed(outcomes, verdict.slip.name) + parts
    return verdict


def forbidden_verdict(exercise: str, points: float, uses: list[str]) -> Verdict:
    """No points for a cell that calls what it should have written, and the reason."""
    found = "; ".join(f"`{use}`" for use in uses)
    note = f"This exercise is about writing it yourself, so your code may not use this: {found}."
    return Verdict(exercise, 0, points, "forbidden", notes=[note])


def points(
    rubric: Rubric, passed: Mapping[str, bool], marks: Sequence[Mapping[str, bool]] | None = None
) -> float:
    """What the criteria that hold in every case are worth and, with the marks of all cases, those that nearly do."""
    held = sum(
        weight * (1.0 if passed[name] else partial_credit.kept(name, rubric.apart, marks or ()))
        for name, weight in rubric.weights.items()
    )
    return round(rubric.points * held / sum(rubric.weights.values()), 2)


def mark(rubric: Rubric, case: Case, outcome: Outcome | None) -> dict[str, bool]:
    """Criterion → whether it holds in this one case."""
    values = (outcome or {}).get("values") or {}
    return {name: passes(values, name, case.oracle, rubric.tolerance[name]) for name in rubric.weights}


def _recognise(
    rubric: Rubric,
    cases: Sequence[Case],
    outcomes: Sequence[Outcome | None],
    marks: Sequence[dict[str, bool]],
    slips: Sequence[Slip],
) -> Slip | None:
    """The first slip whose outcomes are the student's in every case.

    One slip after the other, since most of those that come later need not run then; the case on which nearly all of
    them part ways comes first, so it is a small one of those that the answer has missed.
    """
    if not slips or any(outcome is None for outcome in outcomes):
        return None
    order = sorted(range(len(cases)), key=lambda i: (all(marks[i].values()), cases[i].size))
    asked = [
        (case, outcome, case.slip_outcomes()) for case, outcome in ((cases[i], outcomes[i]) for i in order)
    ]
    for number, slip in enumerate(slips):
        if all(
            same_outcome(rubric, case, outcome or {}, slipped[number]) for case, outcome, slipped in asked
        ):
            return slip
    return None


def _name_one_of_two(
    verdict: Verdict,
    rubric: Rubric,
    cases: Sequence[Case],
    outcomes: Sequence[Outcome | None],
    marks: Sequence[dict[str, bool]],
    slips: Sequence[Slip],
    pairs: KnownPairs | None,
) -> None:
    """Name one slip of a pair that was recorded, or the slip that accounts for a part of what was missed."""
    came = [outcome for outcome in outcomes if outcome is not None]
    if len(came) < len(cases):
        return
    names = [slip.name for slip in slips]
    if pairs is not None:
        first = two_mistakes.of_a_pair(pairs, rubric.tolerance, cases, came, marks, names)
        if first is not None:
            verdict.slip, verdict.another = slips[first], True
            return
    found = two_mistakes.recognise(rubric.tolerance, cases, came, marks, names)
    if found is not None:
        verdict.slip, verdict.another = slips[found.number], True
        public = all(case.is_public and case.inputs for case in cases)
        arguments = [case.inputs() for case in cases if case.inputs] if public else []
        verdict.part = two_mistakes.part_in_words(found.cells, marks, arguments, rubric.axes)


def _in_general(
    rubric: Rubric,
    cases: Sequence[Case],
    outcomes: Sequence[Outcome | None],
    marks: Sequence[dict[str, bool]],
) -> Slip | None:
    """A mistake that is the same in every exercise, where it explains everything that was missed."""
    if any(outcome is None for outcome in outcomes):
        return None
    errors = [
        str(outcome["error"].get("message", "")) for outcome in outcomes if outcome and "error" in outcome
    ]
    missed = [
        (name, outcome["values"].get(name), case.oracle[name], rubric.tolerance[name])
        for case, outcome, marked in zip(cases, outcomes, marks, strict=True)
        for name in marked
        if outcome and "values" in outcome and not marked[name]
    ]
    found = general.recognise(missed, errors)
    return Slip(*found) if found else None


def same_outcome(rubric: Rubric, case: Case, outcome: Outcome, slipped: Outcome) -> bool:
    """Whether an answer's outcome in one case is what a slip gives there."""
    if "error" in outcome or "error" in slipped:
        return "error" in outcome and "error" in slipped and same_failure(outcome["error"], slipped["error"])
    return resembles(outcome["values"], slipped["values"], case.oracle, rubric.tolerance)


def _explain(
    verdict: Verdict,
    rubric: Rubric,
    cases: Sequence[Case],
    outcomes: Sequence[Outcome | None],
    marks: Sequence[dict[str, bool]],
) -> None:
    """Say of each missed criterion how it differs, on the first case that shows something of its own.

    Where nothing is wrong with a criterion but what another one tells of already, it waits for that one.
    """
    arguments = [case.inputs() if case.inputs else {} for case in cases]
    oracles = [case.oracle for case in cases]
    waiting: dict[str, str] = {}  # criterion → the one that it waits for
    for criterion in verdict.criteria:
        name = criterion.name
        missed = [
            i
            for i, (outcome, marked) in enumerate(zip(outcomes, marks, strict=True))
            if not marked[name] and outcome and "values" in outcome
        ]
        known = echoes(name, oracles, arguments) if missed else {}
        found = [
            _waiting(name, known, rubric, cases[i], outcomes[i] or {}, marks[i]) for i in missed
        ]  # for each case the criterion that it waits for; empty where it doesn't
        if missed and all(found) and not _leads_to(name, found[0], waiting):
            waiting[name] = found[0]
            criterion.difference = waits_for(found[0])
        elif missed:
            i = next((i for i, waits in zip(missed, found, strict=True) if not waits), missed[0])
            criterion.difference = _told(
                verdict, name, known, rubric, cases[i], outcomes[i] or {}, arguments[i]
            )


def _leads_to(name: str, other: str, waiting: Mapping[str, str]) -> bool:
    """Whether `other` waits for `name`, if only by way of others: then one of them has to be told."""
    while other in waiting:  # no circle is ever written down, so this comes to an end
        other = waiting[other]
    return other == name


def _waiting(
    criterion: str,
    known: Mapping[Any, Sequence[str]],
    rubric: Rubric,
    case: Case,
    outcome: Outcome,
    marked: Mapping[str, bool],
) -> str:
    """The criterion that has to be right before this one can be told in this case; empty where it can be now.

    known: parts of the criterion that are about others, as echoes finds them.
    """
    others = [name for name in marked if not marked[name] and name != criterion]
    if is_gradient(criterion):
        before = next((name for name in others if not is_gradient(name)), "")
        return before if list(marked).index(before or criterion) < list(marked).index(criterion) else ""
    got, want = outcome["values"].get(criterion), case.oracle[criterion]
    if not known or not isinstance(got, Mapping) or got.keys() != want.keys():
        return ""
    tolerance = rubric.tolerance[criterion]
    wrong = [
        part
        for part in want
        if wrong_kind(got[part], want[part]) or not agrees(got[part], want[part], tolerance)
    ]
    kinds = (
        {part for part in wrong if _is_about_the_result(part, want, case)}
        if criterion.endswith(UNCHANGED)
        else set()
    )
    if not others or not all(part in known or part in kinds for part in wrong) or kinds.issuperset(wrong):
        return ""
    named = [name for part in wrong for name in known.get(part, []) if name in others]
    return (named or [name for name in others if not name.endswith(UNCHANGED)] or [""])[0]


def _is_about_the_result(part: Any, want: Mapping[Any, Any], case: Case) -> bool:
    """Whether a part of an `unchanged` criterion is a property that the result should have, such as being a tensor."""
    arguments = case.inputs() if case.inputs else {}
    return isinstance(want[part], bool) and part not in FLAGS and part not in arguments


def _told(
    verdict: Verdict,
    criterion: str,
    known: Mapping[Any, Sequence[str]],
    rubric: Rubric,
    case: Case,
    outcome: Outcome,
    arguments: Mapping[str, Any],
) -> str:
    """How a criterion differs in one case, and for which inputs where these are public."""
    context = Context(
        rubric.axes, arguments, case.is_public, named=verdict.slip is not None, left_out=frozenset(known)
    )
    told = difference(outcome["values"], criterion, case.oracle, rubric.tolerance[criterion], context)
    if told.startswith(WAITING):
        return told
    question = "; is there a return on every path?" if told == "is None" else ""
    inputs = described(arguments) if case.is_public else ""
    return told + (f", for {inputs}" if inputs else "") + question


def _regimes(
    verdict: Verdict,
    rubric: Rubric,
    cases: Sequence[Case],
    outcomes: Sequence[Outcome | None],
    marks: Sequence[dict[str, bool]],
) -> list[str]:
    """One sentence for each set of inputs on which something fails: what they have in common that the rest lack.

    Says nothing while grading, nor of what waits for another criterion, nor of a gradient where an output is wrong.
    Inputs on which the code stops with an error are one set; the criteria are compared on the inputs where it does not.
    """
    if not all(case.is_public and case.inputs for case in cases):
        return []
    arguments = [case.inputs() if case.inputs else {} for case in cases]
    stopped = [i for i, outcome in enumerate(outcomes) if not outcome or "values" not in outcome]
    ended = [i for i in range(len(cases)) if i not in stopped]
    waiting = {c.name for c in verdict.criteria if c.difference.startswith(WAITING)}
    missed = {
        name: tuple(i for i in ended if not marks[i][name]) for name in rubric.weights if name not in waiting
    }
    if any(missed[name] for name in missed if not is_gradient(name)):
        missed = {name: where for name, where in missed.items() if not is_gradient(name)}
    groups: dict[tuple[int, ...], list[str]] = {}
    for name, failing in missed.items():
        groups.setdefault(failing, []).append(f"`{name}`")
    told = [
        regimes.sentence("Your code stops", stopped, ended, arguments, rubric.axes, "on which it doesn't")
    ]
    for failing, names in groups.items():
        *most, last = names
        subject = f"{', '.join(most)} and {last} differ" if most else f"{last} differs"
        told.append(
            regimes.sentence(subject, failing, [i for i in ended if i not in failing], arguments, rubric.axes)
        )
    return [sentence for sentence in told if sentence]


def _measured(cases: Sequence[Case], outcomes: Sequence[Outcome | None]) -> dict[str, float]:
    """The bits per byte of each value that predicts, the mean over the cases; none where any of them fails."""
    found: dict[str, list[float]] = {}
    for case, outcome in zip(cases, outcomes, strict=True):
        for name, want in case.oracle.items():
            if isinstance(want, Predictions) and want.of is None:
                bits = predictions.bits_per_byte(((outcome or {}).get("values") or {}).get(name), want)
                found.setdefault(name, []).append(float("nan") if bits is None else bits)
    means = {name: sum(bits) / len(bits) for name, bits in found.items()}
    return {name: round(mean, 4) for name, mean in means.items() if mean == mean}


def _state(outcomes: Sequence[Outcome | None]) -> str:
    if any(outcome is None for outcome in outcomes):
        return "unfinished"
    return "error" if any("error" in outcome for outcome in outcomes if outcome) else "wrong"


def _changed(outcomes: Sequence[Outcome | None], slip: str = "") -> list[str]:
    """A note on each argument that the code changed in place, unless the name of the slip tells of it already."""
    changed = sorted({name for outcome in outcomes if outcome for name in outcome.get("changed", [])})
    notes = []
    for name in [name for name in changed if name] or changed:  # an empty name is an argument without one
        which, it = (f"its argument `{name}`", f"`{name}`") if name else ("an argument", "it")
        if not _tells_of(slip, name):
            notes.append(
                f"Your code changes {which} in place, but the caller may still need the original values. "
                f"Make a new object instead of writing into {it}."
            )
    return notes


def _tells_of(slip: str, name: str) -> bool:
    """Whether the name of a slip says that this argument is changed: `the caller's list is changed`, `x is changed`."""
    itself = rf"|\b{re.escape(name)} (is|are) (changed|modified|overwritten)" if name else ""
    return bool(re.search(rf"\bin place\b|\bthe caller's\b{itself}", slip))
