"""A lesson's mistakes as a page to read: every exercise, every slip, and what the check says to every typed answer.

The audit writes build/slips/NN_topic.md. Slips come from the exercises, typed answers from tests/lessons/; nothing on
the page is written by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.authoring import Exercise
from autograder.checks.scoring import Verdict
from autograder.lesson.folder import Lesson
from autograder.proof.answers import Answer


@dataclass(frozen=True)
class Judged:
    """A typed answer, the points it earns out of how many, and what the check says to it, as Markdown."""

    answer: Answer
    points: float
    max_points: float
    said: str


def judged(answer: Answer, exercise: Exercise, verdict: Verdict | None) -> Judged:
    """A typed answer with its verdict; None where the answer stops before the check can call it."""
    said = words(verdict) if verdict else "it stops before the check can call it"
    return Judged(answer, verdict.points if verdict else 0.0, exercise.points, said)


def words(verdict: Verdict) -> str:
    """What a check says to an answer, in a line: the slip's name in bold, the error, or what differs."""
    if verdict.slip:
        return f"**{verdict.slip.name}**"
    if verdict.error:
        return f"{verdict.error['type']}: {verdict.error['message']}"
    missed = [
        f"{criterion.name} {criterion.difference}" for criterion in verdict.criteria if not criterion.passed
    ]
    return "; ".join(missed) or "nothing: it earns everything"


def write(lesson: Lesson, typed: Sequence[Judged], folder: Path) -> Path:
    """Write a lesson's page into a folder, and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{lesson.name}.md"
    path.write_text("\n".join(_page(lesson, typed)) + "\n", encoding="utf-8")
    return path


def _page(lesson: Lesson, typed: Sequence[Judged]) -> Iterator[str]:
    wrong = [one for one in typed if one.points < one.max_points]
    named = sum(one.said.startswith("**") for one in wrong)
    yield f"# {lesson.name}: slips and typed answers"
    yield ""
    yield (
        f"{len(typed)} answers were typed by people who hadn't seen the checks; {len(wrong)} of them don't earn "
        f"everything, and the check names the mistake in {named}. Each was judged on inputs like those of grading. "
        "A name in bold completes the sentence *This is what comes out when …*."
    )
    for notebook in lesson.notebooks:
        for name in notebook.exercises:
            if exercise := lesson.exercises.get(name):
                yield from _section(exercise, [one for one in typed if one.answer.exercise == name])


def _section(exercise: Exercise, typed: Sequence[Judged]) -> Iterator[str]:
    slips = {slip.slip.name: slip.slip for slip in exercise.slips}  # one row for all spellings of a slip
    yield from ("", f"## `{exercise.name}` ({exercise.points:g} points)", "")
    yield from ("| slip | why it matters | where to look |", "|---|---|---|")
    for slip in slips.values():
        yield f"| {_cell(slip.name)} | {_cell(slip.why)} | {_cell(slip.look)} |"
    if typed:
        yield ""
        yield "| typed answer | meant to be | points | the check says |"
        yield "|---|---|---|---|"
    for one in typed:
        meant = "right" if one.answer.is_right else "wrong"
        points = f"{one.points:g} of {one.max_points:g}"
        yield f"| {_html(_cell(one.answer.name))} | {meant} | {points} | {_cell(one.said)} |"
    for one in typed:
        yield from ("", f"<details><summary>{_html(one.answer.name)}</summary>", "")
        yield from ("````python", one.answer.code.rstrip(), "````", "", "</details>")


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
