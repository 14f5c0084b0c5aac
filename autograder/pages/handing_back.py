"""Feedback pages and practice on their way back to students: an archive for Canvas or Moodle, or a folder for each.

Both systems know a student by how their files were called in the archive of submissions, so `autograder collect` keeps
that. Moodle ("Upload multiple feedback files in a zip") reads name_number_assignsubmission_file_, then the file's own
name: mod/assign/feedback/file/importziplib.php. Canvas ("Re-upload submissions") reads the first two numbers between
underscores, the student's and that of a file they handed in: generate_comments_from_files in Assignment.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from autograder import private_files
from autograder.errors import CourseError
from autograder.grading.gradebook import absent
from autograder.grading.submissions import Course, Submission, find
from autograder.pages import made_from

BETWEEN = {
    "canvas": "_",
    "moodle": "_assignsubmission_file_",
}  # a student's number in a system, and a file's own name
Files = dict[str, bytes]  # name → content


@dataclass
class Ready:
    """What there is to give back.

    missing: why there is nothing → whom that leaves out, everybody in the gradebook considered. stale: students whose
    feedback no longer says what the gradebook, the graded notebooks and the replies say.
    """

    files: dict[str, Files] = field(default_factory=dict)  # by student
    missing: dict[str, list[str]] = field(default_factory=dict)
    stale: list[str] = field(default_factory=list)

    def leave_out(self, student: str, reason: str) -> None:
        """Note that there is nothing for a student, and why."""
        self.missing.setdefault(reason, []).append(student)


def feedback(course: Course, lesson: str, stems: Sequence[str]) -> Ready:
    """The feedback pages of everybody whose work is graded. Raises CourseError where there is none."""
    ready, now = Ready(), made_from.now(course, lesson)
    for student, graded in _graded(course, lesson, stems, ready).items():
        folder = course.feedback_of(lesson, student)
        pages = {stem: folder / f"{stem}.html" for stem in stems}
        found = {stem: page for stem, page in pages.items() if page.is_file()}
        if not found:
            ready.leave_out(student, f"no page yet, so type autograder feedback {lesson}")
            continue
        ready.files[student] = {page.name: page.read_bytes() for page in found.values()}
        if any(
            _is_stale(page, graded / f"{stem}.ipynb", now.get((student, stem), ""))
            for stem, page in found.items()
        ):
            ready.stale.append(student)
    if not ready.files:
        raise CourseError(f"{lesson} has no feedback pages yet: type autograder feedback {lesson}")
    return ready


def practice(course: Course, lesson: str, stems: Sequence[str], week: int) -> Ready:
    """One week's bug hunts, an archive for each student. Raises CourseError where there are none."""
    ready = Ready()
    for student in _graded(course, lesson, stems, ready):
        folder = course.root / "practice" / student / lesson / f"week-{week}"
        files = {path.name: path.read_bytes() for path in sorted(folder.glob("*")) if path.is_file()}
        if files:
            ready.files[student] = {f"{lesson}-practice-{week}.zip": zipped(files)}
        else:
            ready.leave_out(student, f"no practice for week {week}")
    if not ready.files:
        raise CourseError(
            f"nobody has practice for week {week} of {lesson}: type autograder practice {lesson}"
        )
    return ready


def _graded(course: Course, lesson: str, stems: Sequence[str], ready: Ready) -> dict[str, Path]:
    """Student → the folder of their graded notebooks, where it holds any; `ready` learns why the others have none."""
    handed_in = find(course, lesson, stems)
    folders = {}
    for submission in handed_in:
        folder = course.autograded_of(lesson, submission.student)
        if any(folder.glob("*.ipynb")):
            folders[submission.student] = folder
        else:
            ready.leave_out(submission.student, _why_ungraded(submission))
    for student in absent(course.db_url, {submission.student for submission in handed_in}):
        ready.leave_out(student, "handed in nothing")
    return folders


def _why_ungraded(submission: Submission) -> str:
    if submission.notebooks:
        return f"not graded yet, so type autograder grade {submission.lesson}"
    return "handed in no notebook under the lesson's name"


def _is_stale(page: Path, graded: Path, now: str) -> bool:
    """Whether a page no longer says what is known now. One of an earlier version has no mark: its time has to do."""
    mark = made_from.of_page(page.read_bytes())
    if mark and now:
        return mark != now
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
