"""What can be counted in a class: how hard an exercise was, how well it tells people apart, which mistakes go together.

Of nothing more is said than a class of its size can show; where it is too small, the result is None.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from autograder.reporting.gather import Class, Handed

FEW = 10  # submissions; below it, no discrimination
ON_EACH_SIDE = 3  # who got an exercise right, and who did not: below it, no discrimination
TOGETHER = 3  # students who made two mistakes; below it the pair is chance
TEACH_BELOW = 0.8  # the share who got an exercise right, below which it is worth another hour
TEACH_AT_MOST = 3
Z95 = 1.959964  # of the normal distribution


@dataclass(frozen=True)
class Discrimination:
    """A correlation and about where it may lie: 95 % by Fisher's z."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Mistake:
    """One known cause of missing points in one exercise, and whose. name continues "when …"; look may be empty."""

    exercise: str
    name: str
    look: str
    students: tuple[str, ...]

    @property
    def count(self) -> int:
        return len(self.students)


@dataclass
class Item:
    """One exercise in the class. difficulty: the mean share of its points, 1 for one that everybody got right."""

    exercise: str
    notebook: str
    count: int
    right: int
    named: int  # wrong, and the cause is known
    unnamed: int  # wrong in a way that no known mistake explains
    unanswered: int  # left as it was, or its notebook was not handed in
    difficulty: float
    discrimination: Discrimination | None
    mistakes: list[Mistake] = field(default_factory=list)

    @property
    def pass_rate(self) -> float:
        return self.right / self.count


@dataclass(frozen=True)
class Together:
    """Two mistakes that the same students made. lift: how many times as often as by chance."""

    first: Mistake
    second: Mistake
    count: int
    expected: float

    @property
    def lift(self) -> float:
        return self.count / self.expected


def items(group: Class) -> list[Item]:
    """Every exercise, in the lesson's order; of those submissions that could be graded."""
    measured = group.measured
    if not measured:
        return []
    totals = [sum(answer.points for answer in each.answers.values()) for each in measured]
    return [_item(name, stem, measured, totals) for name, stem in group.exercises.items()]


def _item(name: str, stem: str, measured: Sequence[Handed], totals: Sequence[float]) -> Item:
    answers = [each.answers.get(name) for each in measured]
    right = [answer is not None and answer.is_right for answer in answers]
    points = [answer.points if answer else 0.0 for answer in answers]
    highest = max((answer.max_points for answer in answers if answer), default=0.0)
    mistakes = _mistakes(name, measured)
    unanswered = sum(answer is None or answer.state == "not answered" for answer in answers)
    named = sum(mistake.count for mistake in mistakes)
    return Item(
        name,
        stem,
        len(measured),
        sum(right),
        named,
        len(measured) - sum(right) - named - unanswered,
        unanswered,
        float(np.mean(points)) / highest if highest else 0.0,
        point_biserial(right, [total - own for total, own in zip(totals, points, strict=True)]),
        mistakes,
    )


def _mistakes(exercise: str, measured: Sequence[Handed]) -> list[Mistake]:
    """The known causes of one exercise's missing points, the commonest first."""
    made: dict[str, list[str]] = {}
    looks: dict[str, str] = {}
    for each in measured:
        answer = each.answers.get(exercise)
        if answer and answer.cause:
            made.setdefault(answer.cause, []).append(each.student)
            looks[answer.cause] = answer.look
    found = [Mistake(exercise, name, looks[name], tuple(students)) for name, students in made.items()]
    return sorted(found, key=lambda mistake: (-mistake.count, mistake.name))


def point_biserial(passed: Sequence[bool], rest: Sequence[float]) -> Discrimination | None:
    """The correlation between passing an exercise and the points in all others.

    None for a class that is too small or of one mind. Source: Lord & Novick, Statistical Theories of Mental Test
    Scores (1968), ch. 15; the interval is Fisher's.
    """
    if len(passed) < FEW or min(sum(passed), len(passed) - sum(passed)) < ON_EACH_SIDE:
        return None
    if np.ptp(rest) < 1e-9:
        return None
    value = float(np.clip(np.corrcoef(np.asarray(passed, float), np.asarray(rest, float))[0, 1], -1, 1))
    if abs(value) > 1 - 1e-9:
        return Discrimination(value, value, value)
    around, half = math.atanh(value), Z95 / math.sqrt(len(passed) - 3)
    return Discrimination(value, math.tanh(around - half), math.tanh(around + half))


def teach_again(found: Sequence[Item]) -> list[Item]:
    """The exercises that fewest got right, the worst first; none where all went well."""
    hard = [item for item in found if item.pass_rate < TEACH_BELOW]
    return sorted(hard, key=lambda item: (item.pass_rate, item.difficulty))[:TEACH_AT_MOST]


def together(found: Sequence[Item]) -> list[Together]:
    """Pairs of mistakes that more students made than chance would have, and at least TOGETHER of them."""
    pairs = []
    mistakes = [mistake for item in found for mistake in item.mistakes if mistake.count >= TOGETHER]
    for first, second in combinations(mistakes, 2):
        count = len(set(first.students) & set(second.students))
        expected = first.count * second.count / found[0].count
        if count >= TOGETHER and count > expected:
            pairs.append(Together(first, second, count, expected))
    return sorted(pairs, key=lambda pair: (-pair.lift, -pair.count))


def score_counts(shares: Sequence[float]) -> list[tuple[str, int]]:
    """Ten ranges of the share of points and how many lie in each; all points stand alone."""
    counts: Counter[int] = Counter(min(10, math.floor(10 * share + 1e-9)) for share in shares)
    labels = [f"{10 * i}–{10 * i + 9} %" for i in range(10)] + ["all points"]
    return [(label, counts[i]) for i, label in enumerate(labels)]


@dataclass(frozen=True)
class Spread:
    """Median, ninth decile and maximum of a number."""

    median: float
    ninth: float
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        return cls(*(float(np.quantile(values, level)) for level in (0.5, 0.9, 1.0)))


def seconds_by_stage(handed: Sequence[Handed]) -> Mapping[str, Spread]:
    """Stage of grading → seconds a submission; `in all` comes first. Empty where no time was recorded."""
    timed = [each for each in handed if each.stages]
    if not timed:
        return {}
    stages = dict.fromkeys(stage for each in timed for stage in each.stages)
    return {"in all": Spread.of([each.seconds for each in timed])} | {
        stage: Spread.of([each.stages.get(stage, 0.0) for each in timed]) for stage in stages
    }
