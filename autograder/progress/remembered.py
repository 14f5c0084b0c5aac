"""Which exercises are solved on this machine: remembered by every check, read again for `autograder progress`.

Each check on a student's machine writes its latest result to a small file of its own in the user's data folder,
keyed by the course's folder, the lesson and the exercise. Nothing leaves the machine, nothing is graded by it, and a
file that cannot be written or read never disturbs a check. AUTOGRADER_PROGRESS names another folder; `off` switches
it off.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import platformdirs

from autograder.errors import CourseError
from autograder.notebook import manifest
from autograder.notebook.cell import Cell
from autograder.notebook.manifest import Manifest
from autograder.notebook.stubs import WRITTEN

VARIABLE = "AUTOGRADER_PROGRESS"
CHECKS = f"*{manifest.SUFFIX}"

# state → (mark in plain text, words)
STATES = {
    "holds": ("■", "solved"),
    "partly": ("◧", "partly solved"),
    "wrong": ("□", "not solved yet"),
    "open": ("·", "not answered yet"),
    "old": ("?", "checked with an earlier release: run it again"),
}


@dataclass(frozen=True)
class Step:
    """One exercise: how its latest check here ended, and the points to be had."""

    exercise: str
    state: str  # a key of STATES
    points: float
    max_points: float

    @property
    def words(self) -> str:
        return f"{self.exercise}: {STATES[self.state][1]}"


@dataclass(frozen=True)
class Row:
    """One notebook of the course."""

    path: Path
    title: str
    steps: list[Step]
    unwritten: int = 0  # written questions that nobody has answered yet; no check looks at them

    @property
    def points(self) -> str:
        earned, highest = sum(s.points for s in self.steps), sum(s.max_points for s in self.steps)
        return f"{earned:g} of {highest:g} points"


# ---- writing -----------------------------------------------------------------------------------------------------


def remember(verdict: Any, folder: Path) -> None:  # a Verdict; checks/ stands above
    """Keep the latest result of a check that ran in `folder`. Never raises; an author's own runs are not kept."""
    with suppress(Exception):  # whatever goes wrong here must not cost anybody a check
        if not _is_on() or _is_source(folder):
            return
        file = _file(folder, verdict.exercise)
        content = {
            "course": str(folder.parent.resolve()),
            "lesson": folder.resolve().name,
            "exercise": verdict.exercise,
            "release": _release_of(folder, verdict.exercise),
            "points": verdict.points,
            "max_points": verdict.max_points,
            "state": verdict.state,
            "slip": verdict.slip.name if verdict.slip else None,
            "checked": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        }
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_name(f"{file.name}.{os.getpid()}")
        draft.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        draft.replace(file)


def data_folder() -> Path:
    """Where results are kept."""
    chosen = os.environ.get(VARIABLE) if _is_on() else None
    base = Path(chosen) if chosen else platformdirs.user_data_path("autograder", appauthor=False) / "progress"
    return base.expanduser().absolute()


def _is_source(folder: Path) -> bool:
    """Whether this is a lesson's source, where authors run solutions, and not what a student has."""
    return any(folder.glob("exercises/*.py"))


def _is_on() -> bool:
    return os.environ.get(VARIABLE, "").lower() not in ("off", "0", "no")


def _file(folder: Path, exercise: str) -> Path:
    """The file of one exercise. By hash, since two names may differ only in what a file system does not tell apart."""
    lesson = folder.resolve()
    key = "\0".join([str(lesson.parent), lesson.name, exercise])
    return data_folder() / f"{hashlib.sha256(key.encode()).hexdigest()[:20]}.json"


def _release_of(folder: Path, exercise: str) -> str | None:
    return next((each.release for _, each in _recorded(folder) if exercise in each.exercises), None)


# ---- reading -----------------------------------------------------------------------------------------------------


def find_course(start: Path) -> Path:
    """The folder of lessons that `start` is, holds as course/, or lies in. Raises CourseError where there is none."""
    start = start.resolve()
    around = (
        [start.parent] if any(start.glob(CHECKS)) else []
    )  # only a lesson's own folder says that it lies in one
    for folder in (start, start / "course", *around):
        if folder.is_dir() and any(folder.glob(f"*/{CHECKS}")) and not any(map(_is_source, folder.iterdir())):
            return folder
    raise CourseError(f"no lessons lie in {start} or around it: go to the course folder, or name it")


def rows(course: Path) -> list[Row]:
    """Every notebook of the course with the state of its exercises, in order."""
    found = []
    for folder in sorted(path for path in course.iterdir() if path.is_dir()):
        for file, of in _recorded(folder):
            title, points, unwritten = _notebook(file.with_suffix(".ipynb"))
            short = (title or file.stem).removeprefix("Lesson ")  # no need to say so in each row
            steps = [_step(folder, name, of.release, points.get(name, 1.0)) for name in of.exercises]
            found.append(Row(file.with_suffix(".ipynb"), short, steps, unwritten))
    titles = [row.title for row in found]
    doubled = [replace(row, title=f"{row.title} ({row.path.stem})") for row in found]
    return [two if titles.count(one.title) > 1 else one for one, two in zip(found, doubled, strict=True)]


def states_in(found: Sequence[Row]) -> list[str]:
    """The states that occur, in the order of STATES."""
    return [state for state in STATES if any(step.state == state for row in found for step in row.steps)]


def next_step(found: Sequence[Row]) -> str:
    """One sentence: what to open next."""
    for row in found:
        place = row.path.relative_to(row.path.parent.parent)
        for step in row.steps:
            if step.state != "holds":
                return f"Next: {step.exercise}, which {_as_clause(step)}, in {place}"
        if row.unwritten:
            one = row.unwritten == 1
            return f"Next: the written question{'' if one else 's'} in {place}, not answered yet"
    return "Every exercise is solved."


def _as_clause(step: Step) -> str:
    if step.state == "old":
        return "was checked with an earlier release"
    return f"is {STATES[step.state][1]}"


def _recorded(folder: Path) -> Iterator[tuple[Path, Manifest]]:
    """The files of recorded cases in a lesson's folder that can be read."""
    for file in sorted(folder.glob(CHECKS)):
        if found := manifest.find(file):
            yield file, found


def _notebook(path: Path) -> tuple[str | None, dict[str, float], int]:
    """A notebook's first heading, the points of its exercises, and how many written questions are still open."""
    try:
        cells = [Cell.of(cell) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
        lines = (cell.source for cell in cells if cell.kind == "markdown")
        heading = next(
            (line[2:].strip() for text in lines for line in text.splitlines() if line[:2] == "# "), None
        )
        points = {
            cell.exercise: float(cell.nbgrader["points"]) for cell in cells if cell.nbgrader.get("points")
        }
        unwritten = sum(cell.source.strip() == WRITTEN for cell in cells if cell.nbgrader.get("solution"))
        return heading, points, unwritten
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None, {}, 0


def _step(folder: Path, exercise: str, release: str | None, max_points: float) -> Step:
    kept = _kept(_file(folder, exercise))
    if kept is None or kept.get("state") == "not answered":
        return Step(exercise, "open", 0, max_points)
    if release is None or kept.get("release") != release:
        return Step(exercise, "old", 0, max_points)
    points, highest = float(kept["points"]), float(kept["max_points"])
    state = "holds" if points >= highest else "partly" if points > 0 else "wrong"
    return Step(exercise, state, points, highest)


def _kept(file: Path) -> dict[str, Any] | None:
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        return kept if {"points", "max_points", "state"} <= kept.keys() else None
    except (OSError, ValueError, AttributeError):
        return None
