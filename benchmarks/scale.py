"""One class graded by 1, 2 and 4 workers: processes of this machine, and workers of a Dask cluster on this machine.

The ratio is submissions a minute through Dask over those of as many local processes, at two workers: what the way over
a scheduler costs. Every run grades the same files, and all gradebooks have to be equal. A cluster's workers have graded
eight submissions before; local ones begin with the command. Memory is the most that was gone meanwhile, by worker.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil

from autograder.grading.course_config import configuration
from benchmarks.grading import LESSON, ROOT, STUDENTS, Measured, Side, _class, _copy_lesson, _scores

WORKERS = (1, 2, 4)


def run(students: int = STUDENTS) -> dict[str, Any]:
    """Grade one class in six ways, in turn."""
    with tempfile.TemporaryDirectory(prefix="scale-") as folder:
        base = Path(folder)
        _copy_lesson(base / "course", training=False)
        source = f"c.CourseDirectory.source_directory = {str(base / 'course' / 'source')!r}\n"
        environment = {"AUTOGRADER_ROOT": str(base / "course")}
        config = configuration(base / "ours", ROOT / "nbgrader_config.py", source)
        side = Side(base / "ours", config, environment)
        (base / "course" / "nbgrader_config.py").write_text(
            config, encoding="utf-8"
        )  # where workers look for it
        for student, files in _class(base / "course", side.root / "course" / LESSON, students):
            target = side.root / "submitted" / student / LESSON
            target.mkdir(parents=True)
            for name, text in files.items():
                (target / name).write_text(text, encoding="utf-8")
        size = sum(path.stat().st_size for path in (side.root / "submitted").rglob("*.ipynb")) / students
        rows, scores = {}, []
        for workers in WORKERS:
            rows[f"{workers} local"] = _measured(side, students, workers, "--workers", str(workers))
            scores.append(_scores(side.root))
            with _cluster(base, side.environment, workers) as address:
                first = ",".join(f"student-{i:02}" for i in range(8))  # imports, warm parents, judges
                _measured(side, 8, workers, "--scheduler", address, "--students", first)
                rows[f"{workers} by Dask"] = _measured(side, students, workers, "--scheduler", address)
            scores.append(_scores(side.root))
    ours, peer = rows["2 by Dask"]["per_minute"], rows["2 local"]["per_minute"]
    return {
        "ratio": round(ours / peer, 2),
        "ours": ours,
        "peer": peer,
        "unit": "submissions a minute, 2 workers, by Dask and local",
        "detail": {
            "ways": rows,
            "kilobytes_a_submission": round(size / 1000),
            "identical_scores": all(found == scores[0] for found in scores),
        },
    }


def _measured(side: Side, students: int, workers: int, *options: str) -> dict[str, float]:
    side.measured = Measured()
    grade = [sys.executable, "-m", "autograder", "grade", LESSON, "--course", str(side.root), "--force"]
    side.measure([*grade, *options])
    found = side.measured
    return {
        "per_minute": round(60 * students / found.seconds, 1),
        "cpu_seconds": round(found.cpu / students, 2),
        "per_core_hour": round(3600 * students / found.cpu),
        "peak_mb_a_worker": round(found.peak_mb / workers),
    }


@contextlib.contextmanager
def _cluster(base: Path, environment: dict[str, str], workers: int) -> Iterator[str]:
    """The address of a scheduler with so many workers; all of them end afterwards."""
    file = base / "scheduler.json"
    file.unlink(missing_ok=True)
    here = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    commands = [["scheduler", *here]]
    commands += [["worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-dashboard"]] * workers
    started = []
    try:
        for command in commands:
            words = [sys.executable, "-m", f"distributed.cli.dask_{command[0]}", *command[1:]]
            started.append(
                subprocess.Popen(
                    words, cwd=base, env={**os.environ, **environment}, stderr=subprocess.DEVNULL
                )
            )
            while not file.exists():
                time.sleep(0.1)
        address = json.loads(file.read_text(encoding="utf-8"))["address"]
        from distributed import Client

        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=60)
        yield address
    finally:
        for process in started:
            with contextlib.suppress(psutil.Error):
                for child in [*psutil.Process(process.pid).children(recursive=True), process]:
                    child.kill()
            process.wait()
