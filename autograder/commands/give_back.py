"""Give feedback pages or practice back to students: an archive that Canvas or Moodle takes, or a folder for each.

For Canvas and Moodle, what was handed in must have come with `autograder collect` from the same system: the numbers in
its archive say whose a file is. Upload it in Canvas with "Re-upload submissions", in Moodle with "Upload multiple
feedback files in a zip".
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from autograder import private_files
from autograder.commands.common import (
    add_course,
    add_lesson,
    add_names,
    chosen_lesson,
    counted,
    graded_course_in,
    naming_in,
    whole_number,
)
from autograder.errors import CourseError

if TYPE_CHECKING:
    from autograder.pages.handing_back import Ready

SHOWN = 10  # students whose pages are out of date; their pages are all made by one command

EXAMPLES = """examples:
  autograder give-back 02 --to moodle               build/grades/02_attention-feedback-moodle.zip
  autograder give-back 02 --to canvas --practice 1  the first week's bug hunts
  autograder give-back 02 --to folder               build/give-back/02_attention/STUDENT/, to send in another way"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_lesson(parser)
    parser.add_argument("--to", choices=["canvas", "moodle", "folder"], required=True, help="who takes it")
    parser.add_argument(
        "--practice", type=whole_number, metavar="WEEK", help="that week's practice instead of feedback"
    )
    add_names(parser)
    add_course(parser)


def run(options: argparse.Namespace) -> int:
    from autograder.grading.safe_text import readable
    from autograder.pages import handing_back

    lesson = chosen_lesson(options)
    course = graded_course_in(options.course, lesson.name)
    stems = [text.stem for text in lesson.notebooks]
    if options.practice:
        ready = handing_back.practice(course, lesson.name, stems, options.practice)
        kind = f"practice-{options.practice}"
    else:
        ready = handing_back.feedback(course, lesson.name, stems)
        kind = "feedback"
    naming = naming_in(options, course)

    def tell(students: list[str], what: str, most: int = sys.maxsize) -> None:
        if students:
            names = ", ".join(readable(naming(student)) for student in students[:most])
            more = f" and {len(students) - most} more" if len(students) > most else ""
            print(f"{what}: {names}{more}", file=sys.stderr)

    if options.to == "folder":
        place = course.root / "build" / "give-back" / lesson.name
        handing_back.write_folders(place, ready)
        print(f"{sum(map(len, ready.files.values()))} files for {len(ready.files)} students in {place}")
    else:
        place = course.root / "build" / "grades" / f"{lesson.name}-{kind}-{options.to}.zip"
        tell(
            _write_archive(place, lesson.name, options.to, ready, course.root),
            f"not in {options.to}'s archive",
        )
    for reason, students in ready.missing.items():
        tell(students, f"nothing to give back, {reason}")
    tell(
        ready.stale,
        f"the page is older than the points, comments or replies, so type autograder feedback {lesson.name} "
        "and this command again",
        most=SHOWN,
    )
    return 0


def _write_archive(place: Path, lesson: str, system: str, ready: Ready, root: Path) -> list[str]:
    """Write an archive; returns the students whom it can't reach."""
    from autograder.enrolment import archive_names
    from autograder.pages import handing_back

    files, unknown = handing_back.archive(ready, system, archive_names.read(root, lesson, system))
    if not files:
        raise CourseError(
            f"nothing of {lesson} was collected from {system}, so its numbers for the students are not known: type "
            f"autograder collect {lesson} ZIP --from {system} with the archive of submissions; what is there already "
            "stays"
        )
    content = handing_back.zipped(files)
    private_files.write_bytes(place, content)
    count = len(ready.files) - len(unknown)
    print(
        f"{counted(len(files), 'file')} for {counted(count, 'student')}, {len(content) / 1e6:.1f} MB: upload {place}"
    )
    return unknown
