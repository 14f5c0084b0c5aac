"""Build the recorded cases of a notebook: run oracle, slips and pairs of slips on inputs of public seeds."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch

from autograder.authoring import Exercise
from autograder.checks import predictions, recorded
from autograder.checks.compare import agrees
from autograder.checks.expectations import Distribution, Predictions, SameAs
from autograder.checks.known_pairs import KnownPairs, fingerprint
from autograder.checks.limit import TooSlow, time_limit
from autograder.checks.probe import Probe
from autograder.checks.recorded import RecordedCase, Recording
from autograder.checks.scoring import Case, Outcome, Rubric, mark
from autograder.checks.values import pack
from autograder.errors import LessonError
from autograder.lesson.folder import NotebookText
from autograder.lesson.slip_pairs import pairs
from autograder.lesson.workspace import Workspace, outcome_of, quiet

PUBLIC_SEED = b"public"
# Two processors give last bits that differ; recorded values are kept as they are within this.
UNCHANGED = 1e-5
MOST_PAIRS = 1000  # of one exercise, the likeliest; more would cost an author minutes at each release
PAIR_SECONDS = 5  # of CPU time that one pair may take in all cases


def record(
    notebook: NotebookText, exercises: dict[str, Exercise], stubs: dict[str, str], path: Path, release: str
) -> list[Recording]:
    """Record all exercises of one notebook into `path`.

    stubs: the released, unanswered cell of each exercise. What an earlier build recorded is kept where inputs are the
    same and values moved by no more than rounding.
    """
    workspace = Workspace(notebook)
    earlier = recorded.read(path) if path.exists() else {}
    recordings = []
    for name in notebook.exercises:
        if name not in exercises:
            raise LessonError(
                f"{notebook.path}: the text has a check_{name}, but there is no file exercises/{name}.py"
            )
        released = _released(notebook, stubs) if exercises[name].closed_book else []
        recordings.append(_record_one(exercises[name], workspace, stubs[name], released))
    fresh = recorded.fitting(recordings, release)
    recordings = [_keep_unmoved(one, earlier.get(one.rubric.exercise)) for one in fresh]
    recorded.write(path, recordings, release)
    return recordings


def _released(notebook: NotebookText, stubs: dict[str, str]) -> list[dict[str, Any]]:
    """The code cells of a notebook as students get them, for a dry run of grading."""
    return [
        {
            "cell_type": "code",
            "metadata": {"nbgrader": dict(cell.nbgrader), "tags": list(cell.tags)},
            "source": stubs.get(cell.grade_id, cell.source) if cell.is_answer else cell.source,
        }
        for cell in notebook.cells
        if cell.kind == "code"
    ]


def _record_one(
    exercise: Exercise, workspace: Workspace, stub: str, released: list[dict[str, Any]]
) -> Recording:
    with quiet():
        probes = workspace.slip_probes(exercise)
        cases: list[RecordedCase] = []
        for index in range(len(exercise.cases)):
            inputs = exercise.packed_inputs(PUBLIC_SEED, index)
            oracle = {name: _compact(value) for name, value in exercise.expected(inputs).items()}
            outcomes = [_in_order(_slip_outcome(p, inputs), oracle) for p in probes]
            cases.append(RecordedCase(inputs, oracle, outcomes))
        rubric = exercise.rubric(list(cases[0].oracle))
        known = _pairs(exercise, workspace, rubric, [case.as_case() for case in cases], cases)
    slips = [slip.slip for slip in exercise.slips]
    most = exercise.most_characters
    return Recording(
        rubric,
        slips,
        cases,
        recorded.fingerprint(stub),
        exercise.forbid,
        released,
        most if released else None,
        known,
    )


def _pairs(
    exercise: Exercise,
    workspace: Workspace,
    rubric: Rubric,
    cases: Sequence[Case],
    recorded_cases: Sequence[RecordedCase],
) -> KnownPairs:
    """What two mistakes at once give, for the likeliest pairs; a pair that has no effect, or no end, is left out."""
    slips: list[tuple[int, int]] = []
    prints: list[list[int]] = []
    solution = workspace.notebook.cell(exercise.name).source
    for pair in islice(pairs(exercise, solution), MOST_PAIRS):
        try:
            # It may switch gradients off and forget them: on leaving, they are as they were.
            with time_limit(PAIR_SECONDS, processor=True), torch.enable_grad():
                probe = workspace.probe(exercise.name, pair.cell)
                outcomes = [_outcome(probe, case.inputs, told=False) for case in recorded_cases]
        except (Exception, TooSlow):
            continue
        marks = [mark(rubric, case, outcome) for case, outcome in zip(cases, outcomes, strict=True)]
        if not all(all(marked.values()) for marked in marks):
            slips.append((pair.first, pair.second))
            prints.append(
                [fingerprint(o, c.oracle, m) for o, c, m in zip(outcomes, cases, marks, strict=True)]
            )
    small = torch.uint8 if len(exercise.slips) <= 256 else torch.int16
    return KnownPairs(
        torch.tensor(slips, dtype=small).reshape(-1, 2),
        torch.tensor(prints, dtype=torch.int16).reshape(-1, len(cases)),
    )


def _slip_outcome(probe: Probe, inputs: bytes) -> Outcome:
    return _compact(_outcome(probe, inputs))


def _outcome(probe: Probe, inputs: bytes, told: bool = True) -> Outcome:
    """What a wrong answer gives; one that draws from the global generators gives the same whenever it is recorded."""
    random.seed(0)
    np.random.seed(0)
    torch.manual_seed(0)
    return outcome_of(probe, inputs, told)


def _in_order(outcome: Outcome, oracle: dict[str, Any]) -> Outcome:
    """A slip's draws in rising order where only their counts are looked at; so they take hardly any room.

    Of its predictions only what they cost is kept.
    """
    if "values" not in outcome:
        return outcome
    repeated = {want.criterion for want in oracle.values() if isinstance(want, SameAs)}
    counted = {name for name, want in oracle.items() if isinstance(want, Distribution)} - repeated
    values = dict(outcome["values"])
    for name in counted & values.keys():
        if isinstance(values[name], torch.Tensor):
            values[name] = values[name].flatten().sort().values
    for name, want in oracle.items():
        if isinstance(want, Predictions) and name in values:
            values[name] = predictions.compact(values[name], want)
    return {**outcome, "values": values}


def _compact(value: Any) -> Any:
    """Half the bytes, and more than the tolerance needs: float64 as float32, indices as small as they fit."""
    if isinstance(value, torch.Tensor):
        if value.dtype == torch.float64:
            return value.float()
        if (
            value.dtype == torch.int64
            and value.numel() > 64
            and int(value.min()) >= 0
            and int(value.max()) < 2**15
        ):
            return value.to(torch.uint8 if int(value.max()) < 256 else torch.int16)
        return value
    if isinstance(value, Distribution | SameAs | Predictions):
        return value
    if isinstance(value, dict):
        return {k: _compact(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_compact(v) for v in value]
    return value


def _keep_unmoved(fresh: Recording, earlier: Recording | None) -> Recording:
    """The earlier recording where nothing but rounding differs, so that a rebuild changes no byte."""
    if earlier is None or _frame(fresh) != _frame(earlier):
        return fresh
    if len(fresh.cases) != len(earlier.cases):
        return fresh
    if not all(map(_same_case, fresh.cases, earlier.cases)):
        return fresh
    return replace(earlier, pairs=fresh.pairs) if fresh.pairs.moved(earlier.pairs) else earlier


def _frame(recording: Recording) -> Recording:
    """All of a recording but what may differ by rounding."""
    return replace(recording, cases=[], pairs=recorded.NO_PAIRS)


def _same_case(fresh: RecordedCase, earlier: RecordedCase) -> bool:
    if fresh.inputs != earlier.inputs or fresh.oracle.keys() != earlier.oracle.keys():
        return False
    oracle = all(_unmoved(fresh.oracle[name], earlier.oracle[name]) for name in fresh.oracle)
    return oracle and all(map(_same_slip, fresh.slip_outcomes, earlier.slip_outcomes))


def _same_slip(fresh: Outcome, earlier: Outcome) -> bool:
    if "error" in fresh or "error" in earlier:
        return fresh.get("error", {}).get("type") == earlier.get("error", {}).get("type")
    return _unmoved(fresh["values"], earlier["values"])


def _unmoved(fresh: Any, earlier: Any) -> bool:
    if isinstance(fresh, Distribution):
        same = isinstance(earlier, Distribution) and (fresh.n, fresh.words) == (earlier.n, earlier.words)
        return (
            same and fresh.p.shape == earlier.p.shape and np.allclose(fresh.p, earlier.p, rtol=0, atol=1e-9)
        )
    if isinstance(fresh, Predictions):
        return isinstance(earlier, Predictions) and pack(fresh) == pack(earlier)
    if isinstance(fresh, SameAs):
        return fresh == earlier
    return agrees(fresh, earlier, UNCHANGED)
