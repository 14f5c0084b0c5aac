"""How often a mistake gets its name: one slip at a time, two slips at once, and a slip that nobody has listed.

    python -m scripts.named_pairs [LESSON or NOTEBOOK …] [--pairs 12] [--kinds two] [--json FILE]

Each answer is scored as in a student's check (the recorded cases of the release) and as in the judge (inputs of one
fixed secret, and the recorded ones after a miss that no one slip explains). Of two slips at once, naming either one
counts; of a third one, its name is true ("equal") where it gives the same in every case, and else false: the table
shows named + equal + false. The file of --json keeps the rows of other notebooks and kinds. For the last column every
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
from functools import partial
from pathlib import Path

import numpy as np
import torch

from autograder.authoring import Exercise
from autograder.checks import recorded
from autograder.checks.known_pairs import KnownPairs
from autograder.checks.limit import TooSlow, time_limit
from autograder.checks.probe import Probe
from autograder.checks.scoring import Case, Outcome, Verdict, score
from autograder.judge.bench import Bench
from autograder.judge.recorded_questions import RecordedQuestions
from autograder.judge.trial import Questions
from autograder.lesson.folder import Lesson, find_lessons
from autograder.lesson.slip_pairs import pairs
from autograder.lesson.workspace import Workspace, outcome_of, quiet

SECONDS = 20  # of CPU time that one answer may take
EVERY = 4  # so many slips apart are those that are taken off the list
KINDS = ("one", "two", "unlisted")

Side = tuple[str, Callable[[Probe], Verdict]]  # name, how an answer is scored there


def main(arguments: Sequence[str]) -> int:
    """Print a table of the named lessons, or all of them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lessons", nargs="*", help="00, 02_attention, 02a_scores; without any: all")
    parser.add_argument("--pairs", type=int, default=12, help="at most so many pairs of each exercise")
    parser.add_argument(
        "--kinds", nargs="+", choices=KINDS, default=KINDS, help="what to score (default: all)"
    )
    parser.add_argument("--json", type=Path, help="also write the counts to this file")
    wanted = parser.parse_args(arguments)
    torch.set_num_threads(1)
    total: Counter[str] = Counter()
    rows: dict[str, dict[str, int]] = {}
    for lesson, stem in _notebooks(wanted.lessons):
        rows[stem] = dict(found := _of_a_notebook(lesson, stem, wanted.pairs, wanted.kinds))
        total += found
        print(f"{stem:<24} {_row(found)}", flush=True)
    print(f"{'all':<24} {_row(total)}")
    if wanted.json:
        _update(wanted.json, rows, wanted.kinds)
    return 0


def _update(path: Path, rows: dict[str, dict[str, int]], kinds: Sequence[str]) -> None:
    """Put the notebooks' counts into a file beside those of other notebooks and kinds, and add all up."""
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    known.pop("all", None)
    for name, row in rows.items():
        kept = {key: count for key, count in known.get(name, {}).items() if key.split()[1] not in kinds}
        known[name] = kept | row
    total = sum((Counter(row) for row in known.values()), Counter[str]())
    known = {name: dict(sorted(known[name].items())) for name in sorted(known)}
    path.write_text(
        json.dumps(known | {"all": dict(sorted(total.items()))}, indent=1) + "\n", encoding="utf-8"
    )


def _notebooks(names: Sequence[str]) -> Iterator[tuple[Lesson, str]]:
    for lesson in find_lessons():
        for notebook in lesson.notebooks:
            if not names or any(
                one.startswith(name) for name in names for one in (lesson.name, notebook.stem)
            ):
                yield lesson, notebook.stem


def _of_a_notebook(lesson: Lesson, stem: str, most: int, kinds: Sequence[str]) -> Counter[str]:
    bench = Bench(lesson, stem)
    workspace = Workspace(bench.notebook)
    counts: Counter[str] = Counter()
    for name in bench.notebook.exercises:
        recording = bench.recording(lesson.exercises[name])
        if recording is None:
            raise SystemExit(
                f"{stem}: what is recorded of {name} is of another release; release the lesson first"
            )
        with quiet():
            counts += _of_an_exercise(lesson.exercises[name], recording, bench, workspace, most, kinds)
    return counts


def _of_an_exercise(
    exercise: Exercise,
    recording: recorded.Recording,
    bench: Bench,
    workspace: Workspace,
    most: int,
    kinds: Sequence[str],
) -> Counter[str]:
    counts: Counter[str] = Counter()
    questions = Questions(bench, exercise, b"named pairs")
    slips = [slip.slip for slip in exercise.slips]
    here = [case.as_case() for case in recording.cases]

    def at_home(probe: Probe, cases: Sequence[Case] = here, kept: Sequence[int] | None = None) -> Verdict:
        outcomes = [_outcome(probe, case.inputs) for case in recording.cases]
        known = recording.pairs if kept is None else _without(recording.pairs, kept)
        listed = recording.slips if kept is None else [slips[i] for i in kept]
        return score(recording.rubric, cases, outcomes, listed, known)

    def before_the_judge(probe: Probe) -> Verdict:
        outcomes = [_outcome(probe, inputs) for inputs in questions.packed]
        verdict = score(recording.rubric, questions.cases, outcomes, slips)
        if verdict.state != "right" and not verdict.has_one_name:
            further = RecordedQuestions(recording)
            further.name(verdict, [_outcome(probe, inputs) for inputs in further.inputs])
        return verdict

    sides: list[Side] = [("student", at_home), ("judge", before_the_judge)]
    alone = workspace.slip_probes(exercise)
    for number, (slip, probe) in enumerate(zip(slips, alone, strict=True)):
        if "one" in kinds:
            counts += _judged("one", {slip.name}, probe, sides)
        if "unlisted" in kinds and number % EVERY == 0:
            kept = [i for i, other in enumerate(slips) if other.name != slip.name]
            rest = [_only(case, kept) for case in here]
            unknown = partial(at_home, cases=rest, kept=kept)
            counts += _judged("unlisted", {slip.name}, probe, [("student", unknown)])
    if "two" not in kinds:
        return counts
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
    for side, scored in sides:
        try:
            verdict = scored(probe)
        except TooSlow:
            continue
        if verdict.state != "right":
            counts += Counter([f"{side} {kind}", f"{side} {kind} {_result(verdict, names)}"])
    return counts


def _result(verdict: Verdict, names: set[str]) -> str:
    """A slip that is not said to be one of two gave the same as the answer in every case: then its name is true."""
    if verdict.slip is None:
        return "unnamed"
    if verdict.slip.name in names | _halves(names):
        return "named"
    return "false" if verdict.another else "equal"


def _halves(names: set[str]) -> set[str]:
    """The mistakes within those that are two by themselves ("the warmup is missing, and the rate falls in a line")."""
    return {half for name in names for half in name.split(", and ")}


def _outcome(probe: Probe, inputs: bytes) -> Outcome:
    random.seed(0)
    np.random.seed(0)
    torch.manual_seed(0)
    with time_limit(SECONDS, processor=True):
        return outcome_of(probe, inputs, told=False)


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
            known = [counts[f"{side} {kind} {result}"] for result in ("named", "equal", "false", "unnamed")]
            cells.append(f"{kind} {side} {known[0]}+{known[1]}+{known[2]} of {sum(known)}")
    unlisted = counts["student unlisted false"] + counts["student unlisted equal"]
    return " | ".join(
        [
            *cells,
            f"unlisted {unlisted} of {counts['student unlisted']}",
        ]
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
