"""A mistake costs its points once: an exercise that calls a wrong answer to another is tried with a right one.

The right one is the reference solution, and it runs beside the student's code: gradients flow through it and modules
keep its parameters, so no values that the judge hands over could take its place. Code in a kernel can read all that is
in that kernel. So the reference of an answer comes into a kernel of its own, beside later checks only, when the answer
itself has been tried for the last time. What that kernel prints, displays or writes goes nowhere. Of the judge's
verdict only what the judge says itself is kept: which criteria hold, and which known mistake it is. No message of an
error, no value and no name that comes out of the kernel is taken along, so nobody can send the reference home in one.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

from autograder.checks.scoring import Criterion, Verdict
from autograder.judge.trial import look_first

_TOLD = ("right", "wrong", "error")  # how a check ends that came to its end


def once(first: Verdict, again: Verdict, wrong: Sequence[str]) -> Verdict:
    """The verdict on an exercise that was tried with its own helpers, and again with right ones.

    wrong: the exercises whose answers were replaced; where none was, the first verdict stays.
    """
    if not wrong or again.state not in _TOLD or again.points < first.points:
        return first
    if again.state == "right":
        verdict = Verdict(again.exercise, again.points, again.max_points, "right", cases=again.cases)
        verdict.criteria = [Criterion(criterion.name, True) for criterion in again.criteria]
        verdict.notes = [
            f"It was tried with a correct {_listed(wrong)}, because yours {_is(wrong)} not right yet: that mistake "
            "costs its points once."
        ]
    elif first.state == "forbidden":
        return first
    else:
        verdict = deepcopy(first)
        said = {criterion.name: criterion.difference for criterion in first.criteria}
        verdict.points, verdict.slip = again.points, again.slip
        verdict.criteria = [
            Criterion(c.name, c.passed, "" if c.passed else said.get(c.name, "")) for c in again.criteria
        ]
        settled = {look_first(name) for name in wrong}
        verdict.notes = [note for note in verdict.notes if note not in settled]
        verdict.notes.append(
            f"It was tried with a correct {_listed(wrong)} too: what is missed then is a mistake of its own."
        )
    verdict.odd = list(dict.fromkeys([*first.odd, *again.odd]))
    return verdict


def _listed(names: Sequence[str]) -> str:
    code = [f"`{name}`" for name in names]
    return code[0] if len(code) == 1 else f"{', '.join(code[:-1])} and {code[-1]}"


def _is(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"
