"""Put what an archive holds into submitted/, student by student, each in one step."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from autograder import private_files
from autograder.enrolment.zips import Found
from autograder.errors import CourseError
from autograder.grading.submissions import Course


@dataclass
class Placed:
    """Students whose notebooks were placed, were there already, or were left because others are in their place.

    besides: student → the names under which files of theirs that are no notebooks are in submitted/ now.
    """

    new: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    timed: list[str] = field(
        default_factory=list
    )  # of those who were there already, whose time is another now
    besides: dict[str, list[str]] = field(default_factory=dict)


def place(
    course: Course, lesson: str, found: Found, times: Mapping[str, datetime | None], replace: bool
) -> Placed:
    """Write each student's notebooks and, where a time is known, nbgrader's timestamp.txt beside them.

    times: by student. A time is noted also where the notebooks were there already. Another submission in the place of
    one is kept unless `replace`. What is no notebook is placed beside them, where nothing has its name.
    """
    placed = Placed()
    private_files.close_step(course.root, course.structure, course.submitted, make=True)
    for student, notebooks in sorted(found.notebooks.items()):
        target = course.submitted_of(lesson, student)
        when = times.get(student)
        timestamp = target / "timestamp.txt"
        paths = {target / f"{stem}.ipynb": content for stem, content in notebooks.items()}
        differing = {path: content for path, content in paths.items() if _content(path) != content}
        if not differing:
            placed.same.append(student)
            if when is not None and _content(timestamp) != _stamp(when):
                _write({timestamp: _stamp(when)})
                placed.timed.append(student)
        elif not replace and any(os.path.lexists(path) for path in differing):
            placed.kept.append(student)
        else:
            _write(differing if when is None else {**differing, timestamp: _stamp(when)})
            placed.new.append(student)
    for student, others in sorted(found.others.items()):
        target = course.submitted_of(lesson, student)
        free = {target / name: content for name, content in others.items() if _is_plain(name)}
        _write({path: content for path, content in free.items() if not os.path.lexists(path)})
        names = [path.name for path, content in free.items() if _content(path) == content]
        if names:
            placed.besides[student] = names
    return placed


def _is_plain(name: str) -> bool:
    """Whether a file may be called so beside a submission: nothing hidden, nothing that nbgrader or grading reads."""
    read = name in ("timestamp.txt", "submission_secret.txt") or name.endswith((".ipynb", ".checks"))
    return name.isprintable() and not name.startswith(".") and not read and len(name.encode()) < 200


def _stamp(when: datetime) -> bytes:
    return f"{when:%Y-%m-%d %H:%M:%S.%f} UTC".encode()


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _write(files: Mapping[Path, bytes]) -> None:
    """Write each file in one step, so that grading at the same time reads the old file or the new one."""
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
