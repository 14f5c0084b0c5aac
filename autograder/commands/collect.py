"""Sort the zip of all submissions that Canvas or Moodle gives you into submitted/, where grading finds them.

Who a file is from is looked up in the gradebook: Canvas writes its own id (ID in `autograder roster`), Moodle the full
name. Files that match no student are listed and left alone. Nothing in submitted/ is overwritten without --replace.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from autograder.commands.common import add_course, add_lesson, chosen_lesson, course_in

EXAMPLES = """examples:
  autograder collect 02 submissions.zip --from canvas
  autograder collect 02 02.zip --from moodle --at "2027-03-01 18:00"    one time for all: neither system gives one"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_lesson(parser)
    parser.add_argument("zip", metavar="ZIP", type=Path, help="the archive of all submissions")
    parser.add_argument(
        "--from", dest="system", choices=["canvas", "moodle"], required=True, help="who made it"
    )
    parser.add_argument(
        "--at",
        default="",
        help="when they were handed in, for late penalties (UTC, or with a zone); default: not known, nobody is late",
    )
    parser.add_argument(
        "--replace", action="store_true", help="take files also where others are in their place"
    )
    add_course(parser)


def run(options: argparse.Namespace) -> int:
    from autograder.enrolment import zips
    from autograder.grading.enrol import people_in
    from autograder.grading.place_submissions import place, time_of
    from autograder.grading.safe_text import readable

    lesson = chosen_lesson(options)
    course = course_in(options.course)
    when = time_of(options.at)
    stems = [notebook.stem for notebook in lesson.notebooks]
    found = zips.read(options.zip, people_in(course.db_url), stems, options.system)
    placed = place(course, lesson.name, found, when, options.replace)
    print(
        f"{len(placed.new)} students' notebooks placed, {len(placed.same)} were there already, "
        f"{len(placed.kept)} left because others are in their place"
    )
    for student in placed.kept:
        print(
            f"{readable(student)}: submitted/ holds other files; --replace takes the archive's",
            file=sys.stderr,
        )
    for name, reason in found.left:
        print(f"left: {readable(name)}: {reason}", file=sys.stderr)
    if found.late:
        print(f"Canvas calls late, without saying by how much: {', '.join(sorted(found.late))}")
    return 0
