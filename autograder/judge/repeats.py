"""One seed, one result: the first case asked again, under its own seed and under others.

Where an oracle says that a value must be the SameAs another one, the check calls the answer twice with one seed. The
calls come in a known order, so an answer that ignores its generator could remember the first result and give it again
when it is due. Asked some times more, in an order of seeds that is drawn here, it has to look at the generator.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence

from autograder.authoring import Exercise
from autograder.checks.expectations import SameAs
from autograder.checks.scoring import Outcome, Rubric, Verdict
from autograder.checks.values import CannotCross, pack, unpack

TIMES = 6
SEED = "seed"  # what an input is called that decides the draws


class Repeats:
    """The further questions for one exercise on trial; none where its oracle asks for no such thing."""

    def __init__(self, exercise: Exercise, seed: bytes, first: bytes) -> None:
        """first: the packed inputs of the first case."""
        self.inputs: list[bytes] = []
        self.same: list[bool] = []  # for each question, whether its seed is the first case's
        self.bases: dict[str, str] = {}  # criterion → the one that it must equal
        values = unpack(first)
        if not isinstance(values, dict) or not isinstance(values.get(SEED), int):
            return
        expected = exercise.expected(first)
        self.bases = {name: want.criterion for name, want in expected.items() if isinstance(want, SameAs)}
        if not self.bases:
            return
        rng = random.Random(hashlib.sha256(seed + f"/{exercise.name}/repeats".encode()).digest())
        self.same = [True, False, False, False, *(rng.random() < 0.5 for _ in range(TIMES - 4))]
        rng.shuffle(self.same)
        for same in self.same:
            other = {**values, SEED: values[SEED] ^ (1 + rng.randrange(2**30))}
            self.inputs.append(first if same else pack(other))

    def apply(
        self, verdict: Verdict, rubric: Rubric, first: Outcome, answers: Sequence[Outcome | None]
    ) -> None:
        """Take the points for repeating from a verdict that is right in all else, unless the answers repeat."""
        if verdict.state != "right":
            return  # one mistake is enough to tell of, and remembering has won nothing
        for name, base in self.bases.items():
            difference = self._difference(base, first, answers)
            for criterion in verdict.criteria:
                if difference and criterion.name == name:
                    criterion.passed, criterion.difference = False, difference
        lost = sum(rubric.weights[c.name] for c in verdict.criteria if not c.passed)
        if lost:
            verdict.state = "wrong"
            verdict.points = round(rubric.points * (1 - lost / sum(rubric.weights.values())), 2)

    def _difference(self, base: str, first: Outcome, answers: Sequence[Outcome | None]) -> str:
        reference, others = _value(first, base), []
        for same, answer in zip(self.same, answers, strict=True):
            equal = answer is not None and _value(answer, base) == reference
            if same and not equal:
                return "asked once more with the same seed, your code gave something else"
            if not same:
                others.append(equal)
        # few draws may come out the same by chance, but not under every other seed
        return "asked with other seeds, your code gave the same again" if all(others) else ""


def _value(outcome: Outcome, name: str) -> bytes | None:
    """A criterion's value in a form that can be compared, whatever a student's process made of it."""
    try:
        return pack(outcome.get("values", {}).get(name))
    except CannotCross:
        return None
