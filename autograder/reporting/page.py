"""The pages of `autograder report`, on one lesson and on the whole course, from what was gathered and measured."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime

import numpy as np

from autograder.grading import exercise_points
from autograder.grading.student_rows import TIMED_OUT
from autograder.reporting import alike, declared_ideas, figures, measures
from autograder.reporting.course import HALF, NOT_DUE, RULES, course
from autograder.reporting.gather import Class, Handed
from autograder.reporting.render import percent, render

HARDEST = 2  # exercises named beside each lesson of the course
SLOWEST = 3  # submissions
AT_ONCE = 12  # names under one heading, before they are folded
LINES = 5  # of the reasons for one student's points, before the rest is folded


def lesson_page(group: Class, pseudonyms: bool = False, now: datetime | None = None) -> str:
    """What one graded lesson can tell, with what to teach again on top. now: in UTC, without a zone."""
    not_due = group.not_due(now or datetime.now(UTC).replace(tzinfo=None))
    items = measures.items(group)
    measured = group.measured
    shares = [each.share for each in measured]
    likeness = alike.background(group.handed)
    timed = [each for each in group.handed if each.stages]
    return render(
        "lesson.html.jinja",
        title=f"{group.lesson}: the class",
        pseudonyms=pseudonyms,
        summary=_summary(group, shares, len(not_due)),
        teach=measures.teach_again(items),
        teach_below=measures.TEACH_BELOW,
        others=lambda item: sum(mistake.count for mistake in item.mistakes[2:]),
        items=items,
        several=len(set(group.exercises.values())) > 1,
        key=figures.key(),
        few=measures.FEW,
        on_each_side=measures.ON_EACH_SIDE,
        mistakes=sorted(
            (mistake for item in items for mistake in item.mistakes), key=lambda mistake: -mistake.count
        ),
        together=measures.together(items),
        at_least=measures.TOGETHER,
        scores_figure=figures.scores(measures.score_counts(shares)) if shares else "",
        scores_words=_scores_words(shares),
        exercises_figure=figures.exercises(items) if items else "",
        boards=_leaderboards(group),
        ideas=declared_ideas.tables(group),
        named_by=declared_ideas.NAMED_BY,
        eye=_for_an_eye(group, not_due),
        eye_at_once=AT_ONCE,
        handed=group.handed,
        absent=group.absent,
        not_due=not_due,
        stages=measures.seconds_by_stage(group.handed),
        seconds_figure=figures.seconds([each.seconds for each in timed]) if timed else "",
        kernels=_kernels(group.handed),
        slowest=_slowest(timed),
        likeness=likeness,
        rare=alike.RARE,
        lines_shown=LINES,
        similarities_figure=figures.similarities(likeness) if likeness else "",
    )


def course_page(classes: Sequence[Class], pseudonyms: bool = False, now: datetime | None = None) -> str:
    """Where everybody stands over all lessons, with those who have fallen behind on top. now: as for a lesson."""
    found = course(classes, now)
    hardest = [
        ", ".join(
            f"{item.exercise} ({percent(item.pass_rate)})"
            for item in measures.teach_again(measures.items(group))[:HARDEST]
        )
        for group in classes
    ]
    lessons = f"{len(classes)} graded lesson{'' if len(classes) == 1 else 's'}"
    return render(
        "course.html.jinja",
        title="The course: where everybody stands",
        pseudonyms=pseudonyms,
        summary=f"{len(found.standings)} students, {lessons}; {len(found.behind)} fallen behind.",
        course=found,
        rules=RULES,
        half=HALF,
        not_due=NOT_DUE,
        lessons_figure=figures.lessons(found.lessons, found.quartiles),
        classes=classes,
        points=exercise_points.shown,
        lessons=list(zip(found.lessons, found.handed_in, found.quartiles, hardest, strict=True)),
    )


def _summary(group: Class, shares: Sequence[float], not_due: int) -> str:
    """How many handed in, how many were right in all, and the middle. not_due: how many still have time."""
    parts = [f"{len(group.handed)} submissions"]
    if len(group.absent) > not_due:
        parts.append(f"nothing from {len(group.absent) - not_due}")
    if not_due:
        parts.append(f"{not_due} not due yet")
    if shares:
        parts.append(f"median {percent(float(np.median(shares)))} of the points from checks")
        parts.append(f"{sum(share >= 1 for share in shares)} with all points")
    return ", ".join(parts) + "."


def _scores_words(shares: Sequence[float]) -> str:
    if not shares:
        return ""
    first, third = (percent(float(np.quantile(shares, level))) for level in (0.25, 0.75))
    return (
        f"{len(shares)} submissions that could be graded; the middle half lies between {first} and {third}."
    )


def _leaderboards(group: Class) -> list[tuple[str, list[tuple[int, str, float, float]]]]:
    """Exercise → place, student, bits per byte and points, fewest bits first, where an exercise measures predictions.

    Equal numbers share a place. Each file was asked other texts, so the last digits are no reason for pride.
    """
    boards = []
    for exercise in group.exercises:
        found = [
            (min(answer.measured.values()), each.student, answer.points)
            for each in group.measured
            if (answer := each.answers.get(exercise)) and answer.measured and answer.state != "forbidden"
        ]
        if found:
            found.sort()
            values = [bits for bits, _, _ in found]
            boards.append((exercise, [(values.index(b) + 1, student, b, p) for b, student, p in found]))
    return boards


def _for_an_eye(group: Class, not_due: Collection[str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Heading → students and a few words, for all that a person should look at. not_due: those who still have time."""
    states = {
        "Checks were edited": "tampered",
        "Could not be read": "invalid",
        "A notebook is missing": "incomplete",
        "Not graded": "not graded",
    }
    found = {
        heading: [
            (each.student, "; ".join(each.row.reasons)) for each in group.handed if each.row.state == state
        ]
        for heading, state in states.items()
    }
    odd = [(each.student, ", ".join(each.odd)) for each in group.handed if each.odd]
    ended = [
        (each.student, "; ".join(f"{name}: {_end(kind)}" for name, kind in each.ends.items()))
        for each in group.handed
        if each.ends
    ]
    written = [
        (each.student, f"{each.by_hand} written answer{'' if each.by_hand == 1 else 's'}")
        for each in group.handed
        if each.by_hand
    ]
    found = {
        "Looks like tampering": odd,
        **found,
        "Stopped while it ran": ended,
        "To be graded by hand": written,
        "Nothing handed in": [(student, "") for student in group.absent if student not in not_due],
    }
    return [(heading, told) for heading, told in found.items() if told]


def _end(kind: str) -> str:
    """How a kernel ended, for people."""
    return "took too long" if kind in TIMED_OUT else {"unknown": "stopped"}.get(kind, f"stopped ({kind})")


def _kernels(handed: Sequence[Handed]) -> str:
    """How many submissions needed more than one process, as wrong and deadly answers do."""
    counts = [each.kernels for each in handed if each.kernels]
    more = sum(count > 1 for count in counts)
    if not counts:
        return ""
    return (
        f"{more} of {len(counts)} submissions needed more than one process, at most {max(counts)}: where one ended, "
        "and where an answer was tried once more beside a right one."
    )


def _slowest(timed: Sequence[Handed]) -> str:
    slow = sorted(timed, key=lambda each: -each.seconds)[:SLOWEST]
    return ", ".join(f"{each.student} ({each.seconds:.1f} s)" for each in slow)
