"""Build the notebooks that students get: source/ → course/.

Runs nbgrader's generate_assignment on notebooks built from the lesson texts, with the recorded cases next to them.
Running it twice gives the same files. Prints each file of course/ and whether it changed.
"""

from __future__ import annotations

import argparse

from autograder.commands.common import add_lessons, chosen_lessons, progress
from autograder.release import handed_out
from autograder.release.build import release

EXAMPLES = """examples:
  autograder release              every lesson
  autograder release 02           one lesson"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_lessons(parser)


def run(options: argparse.Namespace) -> int:
    lessons = chosen_lessons(options)
    with progress() as bar:
        task = bar.add_task("release", total=len(lessons))
        for lesson in lessons:
            bar.update(task, description=lesson.name)
            before = handed_out.releases_in(lesson.course_folder)
            for change in release(lesson):
                print(f"{change.what:<8} {change.path}")
            if lost := handed_out.replaced(lesson, before):
                print(lost)
            bar.advance(task)
    return 0
