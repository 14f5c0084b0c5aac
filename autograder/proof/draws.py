"""The cases of one exercise for one secret: drawn once, and everything that the audit tries is held against them.

No more is run than decides: cases are taken one at a time, and the rest is left out once nothing can change any more.
Messages to students take longer than marks; here they are written only where somebody reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograder.authoring import Exercise
from autograder.checks.probe import Probe
from autograder.checks.scoring import Case, Outcome, Rubric, Slip, Verdict, mark, points, same_outcome, score
from autograder.checks.values import unpack
from autograder.lesson.workspace import SlipOutcomes, outcome_of


class Draw:
    """Inputs, the oracle's values and, when asked for, what each slip gives."""

    def __init__(
        self,
        exercise: Exercise,
        slip_probes: Sequence[Probe],
        secret: bytes,
        count: int | None = None,
    ) -> None:
        """count: how many of the exercise's cases; None: all."""
        count = len(exercise.cases) if count is None else count
        self.inputs = [exercise.packed_inputs(secret, i) for i in range(count)]
        self.slip_outcomes = [SlipOutcomes(slip_probes, inputs) for inputs in self.inputs]
        self.cases = [
            Case(exercise.expected(inputs), lambda i=i: self.slip_outcomes[i], size=len(inputs))
            for i, inputs in enumerate(self.inputs)
        ]

    @property
    def arguments(self) -> list[dict[str, Any]]:
        """The inputs of each case, by name."""
        return [unpack(inputs) for inputs in self.inputs]

    def holds(self, rubric: Rubric, outcomes: Sequence[Outcome]) -> dict[str, bool]:
        """Criterion → whether it holds in every case."""
        marks = [mark(rubric, case, outcome) for case, outcome in zip(self.cases, outcomes, strict=True)]
        return {name: all(marked[name] for marked in marks) for name in rubric.weights}

    def share(self, rubric: Rubric, outcomes: Sequence[Outcome]) -> float:
        """The share of the points that these outcomes earn."""
        marks = [mark(rubric, case, outcome) for case, outcome in zip(self.cases, outcomes, strict=True)]
        held = {name: all(marked[name] for marked in marks) for name in rubric.weights}
        return points(rubric, held, marks) / rubric.points

    def passes(self, rubric: Rubric, probe: Probe) -> bool:
        """Whether a probe earns everything; it is asked no further once it has missed something."""
        return all(
            all(mark(rubric, case, outcome_of(probe, inputs, told=False)).values())
            for inputs, case in zip(self.inputs, self.cases, strict=True)
        )

    def share_of(self, rubric: Rubric, probe: Probe) -> float:
        """The share of the points that a probe earns; it is asked no further once nothing can be earned any more."""
        if rubric.apart:
            return self.share(rubric, [outcome_of(probe, inputs, told=False) for inputs in self.inputs])
        held = dict.fromkeys(rubric.weights, True)
        for inputs, case in zip(self.inputs, self.cases, strict=True):
            for name, passed in mark(rubric, case, outcome_of(probe, inputs, told=False)).items():
                held[name] &= passed
            if not any(held.values()):
                return 0.0
        return sum(w for n, w in rubric.weights.items() if held[n]) / sum(rubric.weights.values())

    def verdict(self, rubric: Rubric, probe: Probe, slips: Sequence[Slip]) -> Verdict:
        """What an answer earns, and its mistake or what differs."""
        outcomes = [outcome_of(probe, inputs, told=False) for inputs in self.inputs]
        return score(rubric, self.cases, outcomes, slips)

    def worst(self, rubric: Rubric, found: Verdict, probe: Probe, slips: Sequence[Slip]) -> Verdict:
        """This verdict or the one of an earlier draw, `found`: the one with fewer points, and `found` of two equals."""
        if not found.points:
            return found
        outcomes = [outcome_of(probe, inputs, told=False) for inputs in self.inputs]
        if self.share(rubric, outcomes) * rubric.points >= found.points:
            return found
        return score(rubric, self.cases, outcomes, slips)

    def slip_named(self, rubric: Rubric, slips: Sequence[Slip], number: int) -> Slip | None:
        """The first slip that gives what this one gives, which is what it is called; None where it earns everything.

        The slips before it are told from it case by case, the smallest first, until none is left.
        """
        left = list(range(number))  # those that have given the same so far
        held = dict.fromkeys(rubric.weights, True)
        for i in sorted(range(len(self.cases)), key=lambda i: self.cases[i].size):
            case, outcomes = self.cases[i], self.slip_outcomes[i]
            for name, passed in mark(rubric, case, outcomes[number]).items():
                held[name] &= passed
            left = [each for each in left if same_outcome(rubric, case, outcomes[number], outcomes[each])]
            others = [each for each in left if slips[each] != slips[number]]
            if not others and points(rubric, held) < rubric.points:
                return slips[number]
        if points(rubric, held) == rubric.points:
            return None
        return slips[left[0]] if left else slips[number]
