"""How often a mistake gets its name: one slip at a time, two slips at once, and a slip that nobody has listed.

    python -m scripts.named_pairs [LESSON or NOTEBOOK …] [--pairs 12] [--json FILE]

Each answer is scored as in a student's check (the recorded cases in course/) and as in the judge (inputs of one fixed
secret). Of two slips at once, naming either one counts; a name that is neither is false. For the last column every
fourth slip is taken off the list, and its own answer is scored: whatever is named then is another mistake than the one
that was made, though it may be a relative of it.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from autograder.authoring import Exercise
from autograder.checks import recorded
from autograder.checks.known_pairs import KnownPairs
from autograder.checks.limit import TooSlow, time_limit
from autograder.checks.probe import Probe
from autograder.checks.scoring import Case, Outcome, Rubric, Slip, Verdict, score
from autograder.judge.bench import Bench
from autograder.judge.trial import Questions
from autograder.lesson.folder import Lesson, find_lessons
from autograder.lesson.slip_pairs import pairs
from autograder.lesson.workspace import Workspace, outcome_of, quiet

SECONDS = 20  # of CPU time that one answer may take
EVERY = 4  # so many slips apart are those that are taken off the list

Side = tuple[
    str, Sequence[bytes], Callable[[Sequence[Outcome]], Verdict]
]  # name, inputs, how outcomes are scored


def main(arguments: Sequence[str]) -> int:
    """Print a table of the named lessons, or all of them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lessons", nargs="*", help="00, 02_attention, 02a_scores; without any: all")
    parser.add_argument("--pairs", type=int, default=12, help="at most so many pairs of each exercise")
    parser.add_argument("--json", type=Path, help="also write the counts to this file")
    wanted = parser.parse_args(arguments)
    torch.set_num_threads(1)
    total: Counter[str] = Counter()
    rows: dict[str, dict[str, int]] = {}
    for lesson, stem in _notebooks(wanted.lessons):
        rows[stem] = dict(found := _of_a_notebook(lesson, stem, wanted.pairs))
        total += found
        print(f"{stem:<24} {_row(found)}", flush=True)
    print(f"{'all':<24} {_row(total)}")
    if wanted.json:
        wanted.json.write_text(json.dumps(rows | {"all": dict(total)}, indent=1) + "\n", encoding="utf-8")
    return 0


def _notebooks(names: Sequence[str]) -> Iterator[tuple[Lesson, str]]:
    for lesson in find_lessons():
        for notebook in lesson.notebooks:
            if not names or any(
                one.startswith(name) for name in names for one in (lesson.name, notebook.stem)
            ):
                yield lesson, notebook.stem


def _of_a_notebook(lesson: Lesson, stem: str, most: int) -> Counter[str]:
    bench = Bench(lesson, stem)
    workspace = Workspace(bench.notebook)
    recordings = recorded.read(lesson.course_folder / f"{stem}.checks")
    counts: Counter[str] = Counter()
    for name in bench.notebook.exercises:
        with quiet():
            counts += _of_an_exercise(lesson.exercises[name], recordings[name], bench, workspace, most)
    return counts


def _of_an_exercise(
    exercise: Exercise, recording: recorded.Recording, bench: Bench, workspace: Workspace, most: int
) -> Counter[str]:
    counts: Counter[str] = Counter()
    questions = Questions(bench, exercise, b"named pairs")
    slips = [slip.slip for slip in exercise.slips]
    here = [case.as_case() for case in recording.cases]
    sides: list[Side] = [
        (
            "student",
            [c.inputs for c in recording.cases],
            _scorer(recording.rubric, here, recording.slips, recording.pairs),
        ),
        ("judge", questions.packed, _scorer(recording.rubric, questions.cases, slips)),
    ]
    alone = workspace.slip_probes(exercise)
    for number, (slip, probe) in enumerate(zip(slips, alone, strict=True)):
        counts += _judged("one", {slip.name}, probe, sides)
        if number % EVERY == 0:
            kept = [i for i, other in enumerate(slips) if other.name != slip.name]
            rest, known = [_only(case, kept) for case in here], _without(recording.pairs, kept)
            unknown = _scorer(recording.rubric, rest, [slips[i] for i in kept], known)
            counts += _judged("unlisted", {slip.name}, probe, [(sides[0][0], sides[0][1], unknown)])
    drawn = itertools.islice(
        pairs(exercise, workspace.notebook.cell(exercise.name).source, exercise.name), most
    )
    for pair in drawn:
        try:
            probe = workspace.probe(exercise.name, pair.cell)
        except Exception:
            continue  # a cell that stops by itself is no answer yet
        counts += _judged("two", {slips[pair.first].name, slips[pair.second].name}, probe, sides)
    return counts


def _judged(kind: str, names: set[str], probe: Probe, sides: Sequence[Side]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for side, inputs, scored in sides:
        try:
            verdict = scored([_outcome(probe, packed) for packed in inputs])
        except TooSlow:
            continue
        if verdict.state != "right":
            named = verdict.slip.name if verdict.slip else None
            result = "unnamed" if named is None else "named" if named in names else "false"
            counts += Counter([f"{side} {kind}", f"{side} {kind} {result}"])
    return counts


def _outcome(probe: Probe, inputs: bytes) -> Outcome:
    random.seed(0)
    np.random.seed(0)
    torch.manual_seed(0)
    with time_limit(SECONDS, processor=True):
        return outcome_of(probe, inputs)


def _scorer(
    rubric: Rubric, cases: Sequence[Case], slips: Sequence[Slip], known: KnownPairs | None = None
) -> Callable[[Sequence[Outcome]], Verdict]:
    return lambda outcomes: score(rubric, cases, outcomes, slips, known)


def _without(known: KnownPairs, kept: Sequence[int]) -> KnownPairs:
    """The pairs of those slips that stay on the list, by their new numbers."""
    numbers = {old: new for new, old in enumerate(kept)}
    rows = [i for i, pair in enumerate(known.slips.tolist()) if set(pair) <= numbers.keys()]
    slips = [[numbers[slip] for slip in known.slips[i].tolist()] for i in rows]
    return KnownPairs(torch.tensor(slips, dtype=torch.int16).reshape(-1, 2), known.prints[rows])


def _only(case: Case, kept: Sequence[int]) -> Case:
    def outcomes() -> list[Outcome]:
        every = case.slip_outcomes()
        return [every[i] for i in kept]

    return replace(case, slip_outcomes=outcomes)


def _row(counts: Counter[str]) -> str:
    cells = []
    for kind in ("one", "two"):
        for side in ("student", "judge"):
            known = [counts[f"{side} {kind} {result}"] for result in ("named", "false", "unnamed")]
            cells.append(f"{kind} {side} {known[0]}+{known[1]} of {sum(known)}")
    return " | ".join(
        [*cells, f"unlisted {counts['student unlisted false']} of {counts['student unlisted']}"]
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
