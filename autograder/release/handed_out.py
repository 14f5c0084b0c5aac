"""What lies in course/, beside what source/ would give today: one sentence where they differ, and what to type."""

from __future__ import annotations

from pathlib import Path

from autograder.lesson.folder import ROOT, Lesson
from autograder.notebook import manifest


def releases_in(folder: Path) -> set[str | None]:
    """The releases that a lesson's recorded cases were made for."""
    found = [manifest.find(file) for file in folder.glob(f"*{manifest.SUFFIX}")]
    return {each.release if each else None for each in found}


def older(lesson: Lesson) -> str:
    """What to know before handing out what lies in course/; empty where it is there and up to date."""
    if not lesson.course_folder.is_dir() or releases_in(lesson.course_folder) == {lesson.release}:
        return ""
    return (
        f"{lesson.name}: course/ is older than source/, so type autograder release {lesson.name} before you hand it "
        f"out{_what_becomes_of(lesson)}."
    )


def replaced(lesson: Lesson, before: set[str | None]) -> str:
    """What to know after a new release, where what course/ held before can't be graded as that any more.

    before: the releases that course/ held.
    """
    lost = sorted(release for release in before if release and not _is_kept(lesson, release))
    if not lost:
        return ""
    return (
        f"{lesson.name}: course/ held release {' and '.join(lost)}, which releases/ does not have, so if students have "
        f"it, their work will be graded as the new one. To keep both, put the old text back (git checkout COMMIT -- "
        f"source/{lesson.name}), type autograder release {lesson.name}, bring the new text back, and release again."
    )


def _what_becomes_of(lesson: Lesson) -> str:
    """The end of the sentence: how work that was made from this course/ will be graded."""
    there = [release for release in releases_in(lesson.course_folder) if release]
    if there and all(_is_kept(lesson, release) for release in there):
        return " (it is kept in releases/: what was handed out before is graded as it was)"
    return "; work made from what is there now will be graded as the new release"


def _is_kept(lesson: Lesson, release: str) -> bool:
    return release == lesson.release or (ROOT / "releases" / lesson.name / release).is_dir()
