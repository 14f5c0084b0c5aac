"""How Canvas and Moodle call each student's files in a lesson's archive: what they know them by when files come back.

`autograder collect` notes it in collected.json in the course's folder, and `autograder give-back` reads it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from autograder import private_files
from autograder.errors import CourseError

FILE = "collected.json"


def read(root: Path, lesson: str, system: str) -> dict[str, str]:
    """Student → how their files' names begin; empty where nothing of the lesson was collected from this system."""
    return {str(student): str(name) for student, name in _all(root).get(lesson, {}).get(system, {}).items()}


def of_student(root: Path, student: str) -> list[str]:
    """What the names of one student's files in archives for Canvas and Moodle have in them, in any lesson.

    For Canvas it is the student's number, since the rest changes when the student hands in again.
    """
    found = set()
    for systems in _all(root).values():
        for system, names in systems.items():
            begins = str(names.get(student) or "")
            *_, number, _ = ["", "", *begins.split("_")]
            if begins:
                found.add(f"_{number}_" if system == "canvas" and number.isdigit() else f"{begins}_")
    return sorted(found)


def note(root: Path, lesson: str, system: str, names: Mapping[str, str]) -> None:
    """Add a collected archive's names; a student's new one replaces the old one."""
    if names:
        found = _all(root)
        found.setdefault(lesson, {}).setdefault(system, {}).update(names)
        text = json.dumps(found, indent=1, ensure_ascii=False, sort_keys=True)
        private_files.write(root / FILE, text + "\n")


def _all(root: Path) -> dict[str, Any]:
    """Lesson → system → student → name."""
    path = root / FILE
    try:
        found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        if not all(isinstance(row, dict) for system in found.values() for row in system.values()):
            raise ValueError("it is no table of names")
        return found
    except (OSError, ValueError, AttributeError) as error:
        raise CourseError(
            f"{path} cannot be read ({error}): fix it, or delete it and collect the archives again"
        ) from None
