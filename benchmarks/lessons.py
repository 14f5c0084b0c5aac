"""What grading takes in each lesson: seconds of a submission, all right and half wrong, beside the checks alone.

A class of four hands in right answers, another of four has a known mistake in every second exercise. Each is graded by
`autograder grade` with two workers, the start of the command and the class page included, and divided by four. The
floor is what _checks_alone.py takes for the same submissions: the same checks in one process, CPU seconds. The ratio
is the floor over the time of grading.

    python -m benchmarks.lessons [LESSON…]    such as 01 12; all lessons where none is named
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks._graded_course import Measured, checks_alone, classroom, copy_lesson, our_side, scores

STUDENTS = 4  # of each class
WORKERS = 2


def run(words: Sequence[str] = ()) -> dict[str, Any]:
    """Every lesson, or those named."""
    from autograder.lesson.folder import find_lessons

    rows = {lesson.name: measured(lesson.name) for lesson in find_lessons(list(words))}
    classes = [one for row in rows.values() for one in row.values()]
    ours, floor = (
        statistics.mean(each[key] for each in classes) for key in ("seconds", "checks_cpu_seconds")
    )
    return {
        "ratio": round(floor / ours, 2),
        "ours": round(ours, 2),
        "peer": round(floor, 2),
        "unit": f"seconds a submission, {WORKERS} workers, beside the checks in one process",
        "detail": rows,
    }


def measured(lesson: str) -> dict[str, dict[str, float | bool]]:
    """Class → what it took."""
    return {kind: _class(lesson, kind) for kind in ("all right", "half wrong")}


def _class(lesson: str, kind: str) -> dict[str, float | bool]:
    with tempfile.TemporaryDirectory(prefix="lessons-") as folder:
        base = Path(folder)
        copy_lesson(base / "course", lesson)
        side = our_side(base, lesson)
        room = classroom(base / "course", side, lesson)
        answers = dict(room.solutions)
        if kind == "half wrong":
            slips = room.answers_with_slips(0)
            answers |= {name: slips[name] for name in list(answers)[::2]}
        for number in range(STUDENTS):
            side.hand_in(f"student-{number}", room.answering("", answers).files, lesson)
        side.measured = Measured()
        command = [sys.executable, "-m", "autograder", "grade", lesson, "--workers", str(WORKERS)]
        side.measure([*command, "--course", str(side.root)])
        alone = checks_alone(base / "course", side.root, lesson)
        found = scores(side.root, lesson)
        highest = sum(exercise.points for exercise in room.lesson.exercises.values())
    return {
        "seconds": round(side.measured.seconds / STUDENTS, 2),
        "checks_cpu_seconds": round(alone["seconds"], 2),
        "points_are_as_they_should_be": all(
            (points == highest) if kind == "all right" else (0 < points < highest)
            for points in found.values()
        ),
    }


if __name__ == "__main__":
    print(json.dumps(run(sys.argv[1:]), indent=1))
