"""Old releases of a lesson: kept when a new one is made, so that what was handed out can still be graded.

The current release needs no copy: it is the lesson's folder itself.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from autograder.lesson.folder import ROOT, Lesson


def keep(lesson: Lesson, root: Path = ROOT) -> Path:
    """Copy the texts and exercises of a lesson as they are now, once for each release id."""
    folder = root / "releases" / lesson.name / lesson.release
    if folder.exists():
        return folder
    draft = folder.with_name(f".{folder.name}")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    for path in sorted(lesson.folder.glob("*.py")):
        shutil.copy(path, draft / path.name)
    draft.rename(folder)
    return folder


def find(lesson: str, release: str | None, root: Path = ROOT) -> tuple[Lesson, bool]:
    """The lesson as of a release, and whether that very release was found (else it is the current one)."""
    current = Lesson(root / "source" / lesson)
    if release in (None, current.release):
        return current, True
    kept = root / "releases" / lesson / str(release)
    if re.fullmatch(r"[0-9a-f]{12}", str(release)) and kept.is_dir():
        return Lesson(kept, kept_of=lesson), True
    return current, False
