"""A course of one lesson, graded and measured: what the benchmarks of grading share."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

if TYPE_CHECKING:
    from autograder.proof.classroom import Classroom

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "source"
LESSON = "01_tokenization"


@dataclass
class Measured:
    """One side's cost over all rounds."""

    seconds: float = 0.0
    cpu: float = 0.0
    peak_mb: float = 0.0


class Side:
    """One way of grading, in a course folder of its own."""

    def __init__(self, root: Path, config: str, environment: dict[str, str], lesson: str = LESSON) -> None:
        self.root, self.environment = root, {**os.environ, **environment}
        self.measured = Measured()
        root.mkdir(parents=True)
        (root / "nbgrader_config.py").write_text(config, encoding="utf-8")
        self._nbgrader("generate_assignment", lesson, "--force")

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

    def hand_in(self, student: str, files: dict[str, str], lesson: str = LESSON) -> None:
        """Put a student's files where they are collected."""
        target = self.root / "submitted" / student / lesson
        target.mkdir(parents=True)
        for name, text in files.items():
            (target / name).write_text(text, encoding="utf-8")

    def measure(self, command: list[str]) -> None:
        """Run a command and add what it cost: wall seconds, and processor seconds of all processes on the machine."""
        before, started = _busy_seconds(), time.perf_counter()
        with _PeakMemory() as peak:
            self.call(command)
        self.measured.seconds += time.perf_counter() - started
        self.measured.cpu += _busy_seconds() - before
        self.measured.peak_mb = max(self.measured.peak_mb, peak.mb)


def copy_lesson(root: Path, lesson: str = LESSON, more: str = "") -> None:
    """The lesson in a course of its own, without what grading leaves out. `more` goes to the end of each notebook."""
    target = root / "source" / lesson
    built = shutil.ignore_patterns("*.ipynb", "*.checks", "__pycache__")
    shutil.copytree(SOURCE / lesson, target, ignore=built)
    for path in target.glob("[0-9]*.py"):
        cells = path.read_text(encoding="utf-8").split("\n# %%")
        text = "\n# %%".join(cell for cell in cells if '"explore"' not in cell.split("\n", 1)[0])
        path.write_text(text + more, encoding="utf-8")
    environment = {**os.environ, "AUTOGRADER_ROOT": str(root)}
    prepare = "from autograder.release.build import prepare_named; prepare_named([])"
    subprocess.run([sys.executable, "-c", prepare], env=environment, check=True)


def our_side(base: Path, lesson: str = LESSON) -> Side:
    """A course in base/ours that grades the lesson of base/course as the course's own configuration says."""
    from autograder.grading.course_config import configuration

    source = f"c.CourseDirectory.source_directory = {str(base / 'course' / 'source')!r}\n"
    config = configuration(base / "ours", ROOT / "nbgrader_config.py", source)
    return Side(base / "ours", config, {"AUTOGRADER_ROOT": str(base / "course")}, lesson)


def classroom(course: Path, side: Side, lesson: str = LESSON) -> Classroom:
    """Answers of every kind, typed into the released notebooks of a side."""
    from autograder.lesson.folder import Lesson
    from autograder.proof.classroom import Classroom

    return Classroom(Lesson(course / "source" / lesson), side.root / "course" / lesson)


def mixed_class(room: Classroom, students: int) -> list[tuple[str, dict[str, str]]]:
    """Honest submissions: right, partial and with slips, in turn."""
    names = list(room.solutions)
    kinds = [
        room.solutions,
        room.answers_with_slips(0),
        {n: room.solutions[n] for n in names[: len(names) // 2]},
        room.answers_with_slips(1),
    ]
    return [(f"student-{i:02}", room.answering("", kinds[i % len(kinds)]).files) for i in range(students)]


def checks_alone(course: Path, root: Path, lesson: str = LESSON) -> dict[str, Any]:
    """Processor seconds a submission of the checks themselves, and the scores that they give."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks._checks_alone", lesson, str(root / "submitted")],
        env={**os.environ, "AUTOGRADER_ROOT": str(course), "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def scores(root: Path, lesson: str = LESSON) -> dict[str, float]:
    """Each student's points, from the gradebook."""
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{root / 'gradebook.db'}") as gradebook:
        return {s.student.id: round(s.score, 4) for s in gradebook.find_assignment(lesson).submissions}


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
