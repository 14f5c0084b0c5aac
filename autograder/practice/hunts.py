"""Which mistakes a student hunts, and in which week: first those that were named in their own work.

A hunt shows an answer with one mistake of one or two lines, as its author wrote it. Its exercise is one that
the student has solved, or one in which this very mistake cost them points; the answers that its check calls are the
student's own, and right.
"""

from __future__ import annotations

import difflib
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from autograder.authoring import Exercise
from autograder.checks.scoring import Slip, Verdict
from autograder.lesson.folder import NotebookText
from autograder.notebook.stubs import without_markers

MOST_LINES = 2  # that differ between the wrong answer and the right one; more is no bug but another answer


@dataclass(frozen=True)
class Hunt:
    """One wrong answer to fix."""

    exercise: str
    slip: Slip
    source: str  # the whole answer cell, wrong
    met: bool  # whether it was named in the student's own work


def possible(text: NotebookText, exercises: Mapping[str, Exercise]) -> list[Hunt]:
    """Every hunt of a notebook, in its order, whoever is to have it."""
    found = []
    for name in text.exercises:
        solution = text.cell(name).source
        seen: set[str] = set()
        for slip in exercises[name].slips:
            wrong = slip.apply(solution)
            if slip.slip.name not in seen and 0 < changed_lines(solution, wrong) <= MOST_LINES:
                seen.add(slip.slip.name)
                found.append(Hunt(name, slip.slip, without_markers(wrong), met=False))
    return found


def changed_lines(right: str, wrong: str) -> int:
    """How many lines of the right answer are not in the wrong one, or of the wrong one not in the right one."""
    diff = list(difflib.ndiff(right.splitlines(), wrong.splitlines()))
    return max(sum(line.startswith(mark) for line in diff) for mark in ("- ", "+ "))


def chosen(
    hunts: Iterable[Hunt],
    verdicts: Mapping[str, Verdict],
    needs: Mapping[str, Sequence[str]],
    common: Mapping[tuple[str, str], int],
    count: int,
    seed: str,
) -> list[Hunt]:
    """At most `count` hunts for one student, in the order in which they are to come.

    verdicts: exercise → what became of it. needs: exercise → the answers that its check calls. common: (exercise, name
    of the mistake) → how many in the class made it. Own mistakes come first, then those that the class made most
    often; among equals chance decides, the same for the same seed, and exercises take turns.
    """
    right = {name for name, verdict in verdicts.items() if verdict.state == "right"}
    fitting = []
    for hunt in hunts:
        verdict = verdicts.get(hunt.exercise)
        met = verdict is not None and verdict.slip is not None and verdict.slip.name == hunt.slip.name
        if (met or hunt.exercise in right) and right.issuperset(needs.get(hunt.exercise, ())):
            fitting.append(Hunt(hunt.exercise, hunt.slip, hunt.source, met))
    random.Random(seed).shuffle(fitting)
    fitting.sort(key=lambda hunt: (not hunt.met, -common.get((hunt.exercise, hunt.slip.name), 0)))
    turns: Counter[str] = Counter()
    ranked = []
    for hunt in fitting:
        ranked.append((not hunt.met, turns[hunt.exercise], hunt))
        turns[hunt.exercise] += 1
    return [hunt for *_, hunt in sorted(ranked, key=lambda entry: entry[:2])][:count]


def weeks(hunts: Sequence[Hunt], count: int) -> list[list[Hunt]]:
    """The hunts dealt out over so many weeks, first ones first; no more weeks than there are hunts."""
    size = -(-len(hunts) // count)
    return [list(hunts[start : start + size]) for start in range(0, len(hunts), size)] if hunts else []
