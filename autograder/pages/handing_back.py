"""Feedback pages and practice on their way back to students: an archive for Canvas or Moodle, or a folder for each.

Both systems know a student by how their files were called in the archive of submissions, so `autograder collect` keeps
that. Moodle ("Upload multiple feedback files in a zip") reads name_number_assignsubmission_file_, then the file's own
name: mod/assign/feedback/file/importziplib.php. Canvas ("Re-upload submissions") reads the first two numbers between
underscores, the student's and that of a file they handed in: generate_comments_from_files in Assignment.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from autograder import private_files
from autograder.errors import CourseError
from autograder.grading.submissions import Course

BETWEEN = {
    "canvas": "_",
    "moodle": "_assignsubmission_file_",
}  # a student's number in a system, and a file's own name
Files = dict[str, bytes]  # name → content


@dataclass
class Ready:
    """What there is to give back. stale: students whose feedback is older than their graded notebooks."""

    files: dict[str, Files] = field(default_factory=dict)  # by student
    missing: list[str] = field(default_factory=list)  # students with graded work, and nothing to give back
    stale: list[str] = field(default_factory=list)


def feedback(course: Course, lesson: str, stems: Iterable[str]) -> Ready:
    """The feedback pages of everybody whose work is graded. Raises CourseError where there is none."""
    ready = Ready()
    for student, graded in _graded(course, lesson).items():
        folder = course.feedback_of(lesson, student)
        pages = {stem: folder / f"{stem}.html" for stem in stems}
        found = {stem: page for stem, page in pages.items() if page.is_file()}
        if not found:
            ready.missing.append(student)
            continue
        if any(_is_older(page, graded / f"{stem}.ipynb") for stem, page in found.items()):
            ready.stale.append(student)
        ready.files[student] = {page.name: page.read_bytes() for page in found.values()}
    if not ready.files:
        raise CourseError(f"{lesson} has no feedback pages yet: type nbgrader generate_feedback {lesson}")
    return ready


def practice(course: Course, lesson: str, week: int) -> Ready:
    """One week's bug hunts, an archive for each student. Raises CourseError where there are none."""
    ready = Ready()
    for student in _graded(course, lesson):
        folder = course.root / "practice" / student / lesson / f"week-{week}"
        files = {path.name: path.read_bytes() for path in sorted(folder.glob("*")) if path.is_file()}
        if files:
            ready.files[student] = {f"{lesson}-practice-{week}.zip": zipped(files)}
        else:
            ready.missing.append(student)
    if not ready.files:
        raise CourseError(
            f"nobody has practice for week {week} of {lesson}: type autograder practice {lesson}"
        )
    return ready


def _graded(course: Course, lesson: str) -> dict[str, Path]:
    """Student → the folder of their graded notebooks, where it holds any."""
    folders = {student: course.autograded_of(lesson, student) for student in course.submitted_by(lesson)}
    return {student: folder for student, folder in folders.items() if any(folder.glob("*.ipynb"))}


def _is_older(page: Path, graded: Path) -> bool:
    return graded.is_file() and page.stat().st_mtime < graded.stat().st_mtime


def archive(ready: Ready, system: str, names: Mapping[str, str]) -> tuple[Files, list[str]]:
    """The files of an archive for "canvas" or "moodle", and the students whom that system's archive didn't name.

    names: student → how their files' names began in the archive that was collected.
    """
    found = {
        f"{names[student]}{BETWEEN[system]}{name}": content
        for student, files in ready.files.items()
        if student in names
        for name, content in files.items()
    }
    return found, [student for student in ready.files if student not in names]


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A zip archive of these files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def write_folders(folder: Path, ready: Ready) -> None:
    """A folder for each student, for their owner alone; what an earlier run wrote there is replaced file by file."""
    private_files.close_folder(folder, make=True)
    for student, files in ready.files.items():
        for name, content in files.items():
            private_files.write_bytes(folder / student / name, content)
