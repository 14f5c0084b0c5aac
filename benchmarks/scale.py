"""One class graded by 1, 2 and 4 workers: processes of this machine, and workers of a Dask cluster on this machine.

The ratio is submissions a minute through Dask over those of as many local processes, at two workers: what the way over
a scheduler costs. Every run grades the same files, and all gradebooks have to be equal. A cluster's workers have graded
eight submissions before; local ones begin with the command. Memory is the most that was gone meanwhile, by worker.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil

from benchmarks._graded_course import (
    LESSON,
    Measured,
    Side,
    classroom,
    copy_lesson,
    mixed_class,
    our_side,
    scores,
)
from benchmarks.grading import STUDENTS

WORKERS = (1, 2, 4)


def run(students: int = STUDENTS) -> dict[str, Any]:
    """Grade one class in six ways, in turn."""
    with tempfile.TemporaryDirectory(prefix="scale-") as folder:
        base = Path(folder)
        copy_lesson(base / "course")
        side = our_side(base)
        # where workers look for it
        shutil.copy(side.root / "nbgrader_config.py", base / "course")
        for student, files in mixed_class(classroom(base / "course", side), students):
            side.hand_in(student, files)
        size = sum(path.stat().st_size for path in (side.root / "submitted").rglob("*.ipynb")) / students
        rows, found = {}, []
        for workers in WORKERS:
            rows[f"{workers} local"] = _measured(side, students, workers, "--workers", str(workers))
            found.append(scores(side.root))
            with _cluster(base, side.environment, workers) as address:
                first = ",".join(f"student-{i:02}" for i in range(8))  # imports, warm parents, judges
                _measured(side, 8, workers, "--scheduler", address, "--students", first)
                rows[f"{workers} by Dask"] = _measured(side, students, workers, "--scheduler", address)
            found.append(scores(side.root))
    ours, peer = rows["2 by Dask"]["per_minute"], rows["2 local"]["per_minute"]
    return {
        "ratio": round(ours / peer, 2),
        "ours": ours,
        "peer": peer,
        "unit": "submissions a minute, 2 workers, by Dask and local",
        "detail": {
            "ways": rows,
            "kilobytes_a_submission": round(size / 1000),
            "identical_scores": all(each == found[0] for each in found),
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
