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
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).resolve().parent.parent
LESSON = "01_tokenization"
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


@dataclass
class Measured:
    """One side's cost over all rounds."""

    seconds: float = 0.0
    cpu: float = 0.0
    peak_mb: float = 0.0


class Side:
    """One way of grading, in a course folder of its own."""

    def __init__(self, root: Path, config: str, environment: dict[str, str]) -> None:
        self.root, self.environment = root, {**os.environ, **environment}
        self.measured = Measured()
        root.mkdir(parents=True)
        (root / "nbgrader_config.py").write_text(config, encoding="utf-8")
        self._nbgrader("generate_assignment", LESSON, "--force")

    def _nbgrader(self, *arguments: str) -> None:
        self.call([str(Path(sys.executable).with_name("nbgrader")), *arguments])

    def call(self, command: list[str]) -> None:
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        done = subprocess.run(
            command,
            cwd=self.root,
            env={**self.environment, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)} failed:\n{done.stderr[-2000:]}")

    def measure(self, command: list[str]) -> None:
        """Run a command and add what it cost: wall seconds, and processor seconds of all processes on the machine."""
        before, started = _busy_seconds(), time.perf_counter()
        with _PeakMemory() as peak:
            self.call(command)
        self.measured.seconds += time.perf_counter() - started
        self.measured.cpu += _busy_seconds() - before
        self.measured.peak_mb = max(self.measured.peak_mb, peak.mb)


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
    from autograder.grading.course_config import configuration

    with tempfile.TemporaryDirectory(prefix="grading-") as folder:
        base = Path(folder)
        _copy_lesson(base / "course", training)
        ours = Side(
            base / "ours",
            configuration(
                base / "ours",
                ROOT / "nbgrader_config.py",
                f"c.CourseDirectory.source_directory = {str(base / 'course' / 'source')!r}\n",
            ),
            {"AUTOGRADER_ROOT": str(base / "course")},
        )
        shutil.copytree(base / "course" / "source", base / "stock" / "source_copy")
        shutil.move(base / "stock" / "source_copy", base / "stock_source")
        shutil.rmtree(base / "stock")
        stock_config = PLAIN_CONFIG.format(root=str(base / "stock"))
        stock = Side(
            base / "stock",
            stock_config + f"c.CourseDirectory.source_directory = {str(base / 'stock_source')!r}\n",
            {},
        )
        submissions = _class(base / "course", ours.root / "course" / LESSON, students)
        for side in (stock, ours):
            for student, files in submissions:
                target = side.root / "submitted" / student / LESSON
                target.mkdir(parents=True)
                for name, text in files.items():
                    (target / name).write_text(text, encoding="utf-8")
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
    alone = _checks_alone(course, ours.root)
    scores, plain = _scores(ours.root), _scores(stock.root)
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
            scores[student] == plain[student] == alone["scores"][student] for student in scores.keys() - again
        ),
        "submissions_with_a_second_try": len(again),  # there a mistake costs less than stock takes for it
        "submissions_graded": graded,
        "stages": _stages(ours.root),
    }


def _checks_alone(course: Path, root: Path) -> dict[str, Any]:
    """Processor seconds a submission of the checks themselves, and the scores that they give."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks._checks_alone", LESSON, str(root / "submitted")],
        env={**os.environ, "AUTOGRADER_ROOT": str(course), "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


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


def _copy_lesson(root: Path, training: bool) -> None:
    """The lesson without cells that grading leaves out and, for the second class, with a cell that trains."""
    source = ROOT / "source" / LESSON
    target = root / "source" / LESSON
    target.mkdir(parents=True)
    for path in source.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        if not path.name.startswith(("exercises", "smallest")):
            cells = text.split("\n# %%")
            text = "\n# %%".join(cell for cell in cells if '"explore"' not in cell.split("\n", 1)[0])
            text += TRAINING_CELL if training else ""
        (target / path.name).write_text(text, encoding="utf-8")
    environment = {**os.environ, "AUTOGRADER_ROOT": str(root)}
    prepare = "from autograder.release.build import prepare_named; prepare_named([])"
    subprocess.run([sys.executable, "-c", prepare], env=environment, check=True)


def _class(root: Path, released: Path, students: int) -> list[tuple[str, dict[str, str]]]:
    """Honest submissions: right, partial and with slips, in turn."""
    from autograder.lesson.folder import Lesson
    from autograder.proof.classroom import Classroom

    classroom = Classroom(Lesson(root / "source" / LESSON), released)
    names = list(classroom.solutions)
    kinds = [
        classroom.solutions,
        classroom.answers_with_slips(0),
        {n: classroom.solutions[n] for n in names[: len(names) // 2]},
    ]
    kinds.append(classroom.answers_with_slips(1))
    return [
        (f"student-{i:02}", classroom.answering("", kinds[i % len(kinds)]).files) for i in range(students)
    ]


def _scores(root: Path) -> dict[str, float]:
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{root / 'gradebook.db'}") as gradebook:
        return {s.student.id: round(s.score, 4) for s in gradebook.find_assignment(LESSON).submissions}


class _PeakMemory:
    """The most memory that the machine had less to give inside the block than before it, in MB."""

    def __enter__(self) -> _PeakMemory:
        self.mb, self._done = 0.0, threading.Event()
        self._before = psutil.virtual_memory().available
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def _watch(self) -> None:
        while not self._done.wait(0.1):
            self.mb = max(self.mb, (self._before - psutil.virtual_memory().available) / 2**20)

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()


def _busy_seconds() -> float:
    """Processor seconds that the whole machine has spent: the warm parent and its kernels are nobody's children."""
    times = psutil.cpu_times()
    return times.user + times.system


if __name__ == "__main__":
    print(json.dumps(run(*(int(argument) for argument in sys.argv[1:])), indent=1))
