"""Old releases of a lesson: kept when a new one is made, so that what was handed out can still be graded.

The current release needs no copy: it is the lesson's folder itself.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from autograder.errors import CourseError
from autograder.lesson.folder import ROOT, Lesson
from autograder.lesson.text import write_atomically
from autograder.notebook import manifest

MENDED = "mended.json"  # releases in which a mistake of ours was found: release id → what it was


def keep(lesson: Lesson, root: Path = ROOT) -> Path:
    """Copy the texts and exercises of a lesson as they are now, once for each release id.

    What was recorded for the students' own checks comes along, where it is of this release.
    """
    folder = root / "releases" / lesson.name / lesson.release
    if folder.exists():
        return folder
    draft = folder.with_name(f".{folder.name}")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    for path in lesson.files:
        copy = draft / path.relative_to(lesson.folder)
        copy.parent.mkdir(exist_ok=True)
        shutil.copy(path, copy)
    for notebook in lesson.notebooks:
        name = notebook.path.with_suffix(manifest.SUFFIX).name
        for path in (lesson.folder / name, lesson.course_folder / name):
            known = manifest.find(path)
            if known is not None and known.release == lesson.release:
                shutil.copy(path, draft / name)
                break
    draft.rename(folder)
    return folder


def find(lesson: str, release: str | None, root: Path = ROOT) -> tuple[Lesson, bool]:
    """The lesson as of a release, and whether that very release was found (else it is the current one).

    A release with an erratum is graded as the lesson is today. Raises CourseError where a kept release was changed by
    hand: its students would be graded by something else than they were given.
    """
    current = Lesson(root / "source" / lesson)
    if release is None or release in current.releases or release in errata(lesson, root):
        return current, True
    kept = root / "releases" / lesson / str(release)
    if re.fullmatch(r"[0-9a-f]{12}", str(release)) and kept.is_dir():
        if release not in Lesson(kept).releases:
            raise CourseError(
                f"{kept} is not as it was handed out, since something in it was changed or removed: put a copy in its "
                f"place, or take the release back with autograder regrade {lesson} --erratum WHY"
            )
        return Lesson(kept, kept_of=lesson), True
    return current, False


def errata(lesson: str, root: Path = ROOT) -> dict[str, str]:
    """The releases of a lesson that an erratum has taken back, and what was wrong with each."""
    path = root / "releases" / lesson / MENDED
    try:
        known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        if not isinstance(known, dict):
            raise ValueError("it maps no releases to reasons")
        return known
    except (OSError, ValueError) as error:
        raise CourseError(f"{path} cannot be read ({error}): fix it") from None


def take_back(lesson: Lesson, why: str, root: Path = ROOT) -> list[str]:
    """Grade what was handed out before as the lesson is now. Returns the ids of the releases.

    Raises CourseError where an earlier release has other exercises: its students were asked something else.
    """
    known = errata(lesson.name, root)
    now = [name for notebook in lesson.notebooks for name in notebook.exercises]
    found = []
    for folder in sorted((root / "releases" / lesson.name).glob("[0-9a-f]" * 12)):
        if folder.name in known or folder.name == lesson.release:
            continue
        then = [name for notebook in Lesson(folder, lesson.name).notebooks for name in notebook.exercises]
        if then != now:
            different = ", ".join(sorted(set(then) ^ set(now))) or "their order"
            raise CourseError(
                f"release {folder.name} of {lesson.name} has other exercises than today ({different}): it cannot be "
                "graded by these"
            )
        found.append(folder.name)
    if found:
        path = root / "releases" / lesson.name / MENDED
        write_atomically(path, json.dumps(known | dict.fromkeys(found, why), indent=1) + "\n")
    return found
