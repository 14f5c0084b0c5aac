"""Make a folder in which a teaching assistant grades written answers: rubrics in sight, and no solutions.

The folder leads to this course's gradebook, submitted/ and autograded/; who works in it must be able to read those, and
to write the gradebook. Run it again after a lesson's rubric has changed.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from autograder.commands.common import add_course, add_lessons, chosen_lessons, config_path, course_in

EXAMPLES = """examples:
  autograder ta-folder ~/grading-02 02     one lesson
  autograder ta-folder /srv/course-tas     all lessons"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", metavar="FOLDER", type=Path, help="the folder to make or to bring up to date"
    )
    add_lessons(parser)
    add_course(parser)


def run(options: argparse.Namespace) -> int:
    from autograder.release import ta_copy

    course = course_in(options.course)
    ta_copy.require_solutions(course.root)
    folder = options.folder.resolve()
    config = config_path(options.course).read_text(encoding="utf-8") + CONFIG.format(
        folder=str(folder), db_url=course.db_url
    )
    names = ta_copy.write(folder, chosen_lessons(options), config, course.root)
    print(f"{len(names)} lesson{'' if len(names) == 1 else 's'} in {folder}: see {folder / ta_copy.MARK}")
    return 0


CONFIG = """
# A teaching assistant's folder: the course's gradebook, and nothing is graded by checks.
c.CourseDirectory.root = {folder!r}
c.CourseDirectory.db_url = {db_url!r}
"""
