"""The checks of a class by themselves: the same answers, inputs, oracles, slips and verdicts, in one plain process.

No kernel, no message, no sandbox, no gradebook: what remains is what the checks themselves cost. For answers of our
own making only; the benchmark of grading runs it.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import nbformat

from autograder.checks.forbidden.call_watch import Watch
from autograder.checks.notebook_api import capturing
from autograder.checks.probe import Probe, run_probe
from autograder.grading.submission_file import file_hash
from autograder.judge.bench import Bench
from autograder.judge.secret import load_secret, seed
from autograder.judge.trial import Questions, Record, Trial
from autograder.lesson.folder import Lesson, find_lessons
from autograder.lesson.workspace import quiet
from autograder.notebook.cell import Cell


def run(lesson: Lesson, submitted: Path) -> dict[str, Any]:
    """Seconds of processor time for one submission's checks, on average, and every student's points."""
    benches = [Bench(lesson, notebook.stem) for notebook in lesson.notebooks]
    secret = load_secret()
    scores: dict[str, float] = {}
    seconds = 0.0
    for folder in sorted(submitted.iterdir()):
        scores[folder.name] = 0.0
        for bench in benches:
            path = folder / lesson.name / f"{bench.notebook.stem}.ipynb"
            notebook = nbformat.read(path, as_version=4)
            with quiet(), capturing() as probes:
                _run_cells(notebook)
            cells = map(Cell.of, notebook.cells)
            answers = {cell.grade_id: cell.source for cell in cells if cell.is_answer}
            started = time.process_time()
            for name in bench.notebook.exercises:
                drawn_from = seed(secret, lesson.release, folder.name, file_hash(path))
                trial = Trial(Questions(bench, lesson.exercises[name], drawn_from), answers)
                scores[folder.name] += _points(trial, probes.get(name))
            seconds += time.process_time() - started
    return {"seconds": seconds / len(scores), "scores": {s: round(points, 4) for s, points in scores.items()}}


def _run_cells(notebook: nbformat.NotebookNode) -> None:
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for cell in (cell for cell in map(Cell.of, notebook.cells) if cell.is_run):
        try:
            exec(compile(cell.source, "<cell>", "exec"), namespace)
        except Exception:  # as in a kernel, where the next cell runs all the same
            continue


def _points(trial: Trial, probe: Probe | None) -> float:
    settled = trial.settled()
    if settled is not None or probe is None:
        return 0.0
    trial.asked = True
    with quiet(), Watch(trial.exercise.name, trial.exercise.forbid, probe) as watch:
        frames = [run_probe(probe, inputs) for inputs in trial.inputs]
    for frame in frames:  # the verdict on them is no call of the student's
        trial.take(frame)
    with quiet():
        while not trial.is_answered:
            trial.take(run_probe(probe, trial.next_inputs()))
    trial.record = Record(watch.report(), watch.tampering)
    return trial.verdict().points


if __name__ == "__main__":
    (wanted,) = find_lessons([sys.argv[1]])
    print(json.dumps(run(wanted, Path(sys.argv[2]))))
