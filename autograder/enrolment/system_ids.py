"""The ids that Canvas and Moodle give to students, each kept apart from the other's.

nbgrader has one field, lms_user_id, for whatever system a course uses. A course that uses two needs two, because a
number of one system may be somebody else's in the other. They are kept in lms_ids.json in the course's folder, by
system and student.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from autograder import private_files
from autograder.errors import CourseError

FILE = "lms_ids.json"
SYSTEMS = ("canvas", "moodle")

Ids = Mapping[str, Mapping[str, str]]  # system → student → id


def read(root: Path) -> Ids:
    """What the course's file holds; nothing where there is none. Raises CourseError where it can't be read."""
    path = root / FILE
    if not path.exists():
        return {}
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        return {
            system: {str(student): str(number) for student, number in raw.get(system, {}).items()}
            for system in SYSTEMS
        }
    except (OSError, ValueError, AttributeError) as error:
        raise CourseError(
            f"{path} cannot be read ({error}): fix it, or delete it and import the rosters again"
        ) from None


def merged(old: Ids, new: Ids) -> Ids:
    """The old ids with the new ones, which replace them; an empty one changes nothing."""
    return {
        system: {
            **old.get(system, {}),
            **{student: number for student, number in new.get(system, {}).items() if number},
        }
        for system in SYSTEMS
    }


def write(root: Path, ids: Ids) -> None:
    """Write the course's file in one step, for its owner alone."""
    text = json.dumps(ids, indent=1, ensure_ascii=False, sort_keys=True)
    private_files.write(root / FILE, text + "\n")


def id_in(system: str, own: Mapping[str, str], general: str) -> str:
    """A student's id in a system, empty where none is known.

    own: system → id. general: nbgrader's lms_user_id, which stands for the system that has no id of its own, unless it
    is known to be the other's.
    """
    if own.get(system):
        return own[system]
    others = {number for name, number in own.items() if name != system}
    return "" if general in others else general
