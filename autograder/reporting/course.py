"""The class over all its graded lessons: who has fallen behind, and why that is said of them.

The rules are few and stand in the page, so that an instructor can disagree with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import numpy as np

from autograder.reporting.gather import Class, Handed

NOT_DUE = "not due yet"  # the state of a student who has handed in nothing, and need not have
HALF = 0.5  # of the points: less than that twice in a row is said
BEFORE = (
    2  # lessons of one's own, before a fall from their mean is said: one lesson may just have been a good day
)
FALL = 0.25  # of the points, below one's own mean before: a fall of that much is said
RULES = (
    "handed in nothing for the last lesson, or for two lessons or more",
    "earned less than half of the points in each of their last two lessons",
    "earned, in the last lesson, 25 % of the points less than in their own lessons before on average, two or more of "
    "them, where the class's median fell by less than half of that",
)


@dataclass(frozen=True)
class Place:
    """One student in one lesson. share: of the points from checks; None where nothing was handed in, or nothing graded.

    state: that of the row, or NOT_DUE. missing: nothing was handed in, and the time for it is over.
    """

    share: float | None
    state: str = ""
    missing: bool = False


@dataclass
class Standing:
    """One student over all lessons.

    behind: the class's medians less their own shares, on average over the lessons in which they have one; None where
    that is none of them.
    """

    student: str
    places: list[Place]
    behind: float | None
    reasons: list[str] = field(default_factory=list)

    @property
    def missing(self) -> int:
        """For how many lessons nothing was handed in, though the time for it is over."""
        return sum(place.missing for place in self.places)


@dataclass(frozen=True)
class Quartiles:
    """Of the shares of points of those who handed in."""

    low: float
    median: float
    high: float


@dataclass
class Course:
    """All lessons, all students."""

    lessons: list[str]
    quartiles: list[Quartiles]
    handed_in: list[int]
    standings: list[Standing]

    @property
    def behind(self) -> list[Standing]:
        """Those of whom something is to be said: who lacks most lessons first, and then the furthest behind."""
        told = [each for each in self.standings if each.reasons]
        return sorted(told, key=lambda each: (-each.missing, -(each.behind or 0.0), each.student))


def course(classes: Sequence[Class], now: datetime | None = None) -> Course:
    """Where everybody stands. classes: one a lesson, in order."""
    now = now or datetime.now(UTC).replace(tzinfo=None)
    handed = [{each.student: each for each in group.handed} for group in classes]
    missing = [_missing_in(group, now) for group in classes]
    students = sorted(
        {name for group in classes for name in (*group.absent, *(h.student for h in group.handed))}
    )
    quartiles = [_quartiles(list(each.values())) for each in handed]
    standings = []
    for student in students:
        places = [
            _place(each.get(student), student in late) for each, late in zip(handed, missing, strict=True)
        ]
        standings.append(_standing(student, places, [g.lesson for g in classes], quartiles))
    return Course([g.lesson for g in classes], quartiles, [len(each) for each in handed], standings)


def _missing_in(group: Class, now: datetime) -> set[str]:
    """Those who handed in nothing and should have: after their own due date, or without one when half the class has."""
    if group.due is None:
        return set(group.absent) if len(group.handed) >= len(group.absent) else set()
    return set(group.absent) - group.not_due(now).keys()


def _quartiles(handed: Sequence[Handed]) -> Quartiles:
    shares = [each.share for each in handed if each.row.graded]
    return Quartiles(*np.quantile(shares, [0.25, 0.5, 0.75]).tolist())


def _place(handed: Handed | None, missing: bool) -> Place:
    if handed is None:
        return Place(None, "" if missing else NOT_DUE, missing)
    return Place(handed.share if handed.row.graded else None, handed.row.state)


def _standing(
    student: str, places: list[Place], lessons: Sequence[str], quartiles: Sequence[Quartiles]
) -> Standing:
    gaps = [q.median - p.share for p, q in zip(places, quartiles, strict=True) if p.share is not None]
    found = Standing(student, places, float(np.mean(gaps)) if gaps else None)
    found.reasons = [*_missing(places, lessons), *_low(places, lessons), *_fall(places, lessons, quartiles)]
    return found


def _missing(places: Sequence[Place], lessons: Sequence[str]) -> list[str]:
    missing = [lesson for place, lesson in zip(places, lessons, strict=True) if place.missing]
    due = [place for place in places if place.share is not None or place.missing]
    if len(missing) >= 2:
        return [f"nothing handed in for {len(missing)} lessons: {', '.join(missing)}"]
    return [f"nothing handed in for {missing[0]}"] if missing and due[-1].missing else []


def _low(places: Sequence[Place], lessons: Sequence[str]) -> list[str]:
    last = _own(places, lessons)[-2:]
    if len(last) < 2 or any(share >= HALF for _, share in last):
        return []
    told = ", ".join(f"{lesson} {100 * share:.0f} %" for lesson, share in last)
    return [f"less than half of the points twice in a row: {told}"]


def _fall(places: Sequence[Place], lessons: Sequence[str], quartiles: Sequence[Quartiles]) -> list[str]:
    own = _own(places, lessons)
    if len(own) <= BEFORE or own[-1][0] != lessons[-1]:
        return []
    medians = dict(zip(lessons, (q.median for q in quartiles), strict=True))
    before = [lesson for lesson, _ in own[:-1]]
    fall = float(np.mean([share for _, share in own[:-1]])) - own[-1][1]
    of_class = float(np.mean([medians[lesson] for lesson in before])) - medians[lessons[-1]]
    if fall < FALL - 1e-9 or of_class >= fall / 2:
        return []
    return [
        f"{100 * own[-1][1]:.0f} % in {lessons[-1]}, after {100 * (own[-1][1] + fall):.0f} % on average before"
    ]


def _own(places: Sequence[Place], lessons: Sequence[str]) -> list[tuple[str, float]]:
    """The lessons that a student has handed in, and their shares."""
    return [
        (lesson, place.share)
        for place, lesson in zip(places, lessons, strict=True)
        if place.share is not None
    ]
