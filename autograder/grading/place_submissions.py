"""Put what an archive holds into submitted/, student by student, each in one step."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from nbgrader import utils

from autograder import private_files
from autograder.enrolment.zips import Found
from autograder.errors import CourseError
from autograder.grading.submissions import Course


@dataclass
class Placed:
    """Students whose notebooks were placed, were there already, or were left because others are in their place."""

    new: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)


def time_of(text: str) -> datetime | None:
    """A time as given to --at: UTC unless it ends with a time zone."""
    if not text:
        return None
    try:
        return utils.parse_utc(text)
    except (ValueError, OverflowError):
        raise CourseError(f"--at {text!r} is no time: write it as 2027-03-01 18:00") from None


def place(course: Course, lesson: str, found: Found, when: datetime | None, replace: bool) -> Placed:
    """Write each student's notebooks and, where a time is known, nbgrader's timestamp.txt beside them.

    Another submission in the place of one is kept unless `replace`.
    """
    placed = Placed()
    private_files.close_step(course.root, course.structure, course.submitted, make=True)
    for student, notebooks in sorted(found.notebooks.items()):
        target = course.submitted_of(lesson, student)
        paths = {target / f"{stem}.ipynb": content for stem, content in notebooks.items()}
        differing = {path: content for path, content in paths.items() if _content(path) != content}
        if not differing:
            placed.same.append(student)
        elif not replace and any(os.path.lexists(path) for path in differing):
            placed.kept.append(student)
        else:
            _write(differing, target / "timestamp.txt", when)
            placed.new.append(student)
    return placed


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _write(files: dict[Path, bytes], timestamp: Path, when: datetime | None) -> None:
    """Write each file in one step, so that grading at the same time reads the old file or the new one."""
    if when is not None:
        files = {**files, timestamp: f"{when:%Y-%m-%d %H:%M:%S.%f} UTC".encode()}
    for path, content in files.items():
        draft = path.with_name(f".{path.name}.collecting")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(content)
            draft.replace(path)
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise CourseError(
                f"{path} cannot be written ({error.strerror}); what was placed before stays: run it again when it can"
            ) from None
