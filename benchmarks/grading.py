"""A class graded by stock nbgrader and by `autograder grade`, the same submissions, alternating in one run.

Stock is nbgrader's own autograde in its plain configuration: a fresh kernel for each notebook, one after the other, in
the grader's own account, the points as the notebook reports them. Ours is two workers with the warm parent, the sandbox
and the judge. The notebooks are stripped of cells that grading leaves out, so that stock does not run them either.

Two classes: a lesson as it is, and the same lesson with one more cell that trains for 30 steps.

What grading adds to the checks is its time for a submission (by the clock, with two workers, and of the processor) less
that of _checks_alone.py, which does what the checks do, and nothing else, in one process.
"""

from __future__ import annotations

import json
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks._graded_course import (
    LESSON,
    Side,
    checks_alone,
    classroom,
    copy_lesson,
    mixed_class,
    our_side,
    scores,
)  # fmt: skip

STUDENTS = 60
ROUNDS = 2
WORKERS = 2

TRAINING_CELL = """
# %% nbgrader={"grade_id": "a_cell_that_trains", "locked": true}
import torch as _torch
_torch.manual_seed(0)
_model = _torch.nn.Sequential(_torch.nn.Linear(128, 256), _torch.nn.GELU(), _torch.nn.Linear(256, 128))
_optimizer = _torch.optim.AdamW(_model.parameters(), lr=1e-3)
for _ in range(30):
    _x = _torch.randn(256, 128)
    _loss = (_model(_x) - _x).square().mean()
    _optimizer.zero_grad()
    _loss.backward()
    _optimizer.step()
"""

PLAIN_CONFIG = """
c = get_config()
c.CourseDirectory.root = {root!r}
c.CourseDirectory.course_id = "plain"
c.CourseDirectory.ignore = ["*.py", "__pycache__"]
"""


def run(students: int = STUDENTS, rounds: int = ROUNDS) -> dict[str, Any]:
    """Grade both classes both ways; the ratio is submissions per minute, ours over stock, on the lesson as it is."""
    plain = _compare(students, rounds, training=False)
    training = _compare(students, rounds, training=True)
    return {
        "ratio": plain["ratio"],
        "ours": plain["ours_per_minute"],
        "peer": plain["stock_per_minute"],
        "unit": f"submissions a minute, {WORKERS} workers",
        "detail": {f"{LESSON}": plain, f"{LESSON} and a cell that trains 30 steps": training},
    }


def _compare(students: int, rounds: int, training: bool) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="grading-") as folder:
        base = Path(folder)
        copy_lesson(base / "course", more=TRAINING_CELL if training else "")
        ours = our_side(base)
        shutil.copytree(base / "course" / "source", base / "stock" / "source_copy")
        shutil.move(base / "stock" / "source_copy", base / "stock_source")
        shutil.rmtree(base / "stock")
        stock_config = PLAIN_CONFIG.format(root=str(base / "stock"))
        stock = Side(
            base / "stock",
            stock_config + f"c.CourseDirectory.source_directory = {str(base / 'stock_source')!r}\n",
            {},
        )
        submissions = mixed_class(classroom(base / "course", ours), students)
        for side in (stock, ours):
            for student, files in submissions:
                side.hand_in(student, files)
        grade = [
            sys.executable,
            "-m",
            "autograder",
            "grade",
            LESSON,
            "--workers",
            str(WORKERS),
            "--course",
            str(ours.root),
        ]
        for _ in range(rounds):
            stock.measure([str(Path(sys.executable).with_name("nbgrader")), "autograde", LESSON, "--force"])
            ours.measure([*grade, "--force"])
        return _summary(stock, ours, base / "course", students * rounds)


def _summary(stock: Side, ours: Side, course: Path, graded: int) -> dict[str, Any]:
    alone = checks_alone(course, ours.root)
    ours_scores, plain = scores(ours.root), scores(stock.root)
    again = _tried_again(ours.root)
    cpu = ours.measured.cpu / graded
    return {
        "ratio": round(stock.measured.seconds / ours.measured.seconds, 2),
        "stock_per_minute": round(60 * graded / stock.measured.seconds, 1),
        "ours_per_minute": round(60 * graded / ours.measured.seconds, 1),
        "stock_cpu_seconds": round(stock.measured.cpu / graded, 2),
        "ours_cpu_seconds": round(cpu, 2),
        "checks_cpu_seconds": round(alone["seconds"], 2),
        "overhead_seconds": round(ours.measured.seconds / graded - alone["seconds"], 2),
        "overhead_cpu_seconds": round(cpu - alone["seconds"], 2),
        "stock_peak_mb": round(stock.measured.peak_mb),
        "ours_peak_mb": round(ours.measured.peak_mb),
        "identical_scores": all(
            ours_scores[student] == plain[student] == alone["scores"][student]
            for student in ours_scores.keys() - again
        ),
        "submissions_with_a_second_try": len(again),  # there a mistake costs less than stock takes for it
        "submissions_graded": graded,
        "stages": _stages(ours.root),
    }


def _stages(root: Path) -> dict[str, float]:
    """Median seconds of one submission's stages, as the workers wrote them into the graded notebooks."""
    found: dict[str, list[float]] = {}
    for path in (root / "autograded").glob("*/*/*.ipynb"):
        for stage, seconds in json.loads(path.read_text(encoding="utf-8"))["metadata"]["autograder"][
            "stages"
        ].items():
            found.setdefault(stage, []).append(seconds)
    return {stage: round(statistics.median(seconds), 3) for stage, seconds in found.items()}


def _tried_again(root: Path) -> set[str]:
    """The students with an exercise that was tried beside a right answer to another (grading/reference_rerun.py)."""
    found = set()
    for path in (root / "autograded").glob("*/*/*.ipynb"):
        verdicts = json.loads(path.read_text(encoding="utf-8"))["metadata"]["autograder"]["verdicts"]
        if any("tried with a correct" in note for verdict in verdicts for note in verdict["notes"]):
            found.add(path.parts[-3])
    return found


if __name__ == "__main__":
    print(json.dumps(run(*(int(argument) for argument in sys.argv[1:])), indent=1))
