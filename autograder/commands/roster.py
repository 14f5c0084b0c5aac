"""Take names, addresses and extensions from a list of students (CSV) into the gradebook.

Columns of our own: student (the id: the folder's name in submitted/), first_name, last_name, email, canvas_id,
moodle_id (or lms_id, where there is only one system), and for each lesson `extension 04`: days (3), hours (36 hours),
or a date (2027-03-01 18:00); 0 takes one back. The column `extension` gives more time in every lesson. Files that
Canvas or Moodle export work as well; for one in another language, --columns says which column is which. No student is
removed, and an empty field changes nothing. Class pages that are there get new lines about lateness.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from autograder.commands import class_run
from autograder.commands.common import add_course, add_names, config_in, counted, course_in, naming_in
from autograder.lesson.folder import find_lessons

EXAMPLES = """examples:
  autograder roster class.csv       student,first_name,last_name,email,canvas_id,extension 04
  autograder roster canvas.csv      Canvas: Grades, Export
  autograder roster moodle.csv      Moodle: Participants, Download table data, with Username or ID number
  autograder roster liste.csv --columns "student=Anmeldename, first_name=Vorname, last_name=2, email=E-Mail-Adresse"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="the list, as a spreadsheet saves CSV")
    parser.add_argument(
        "--columns",
        default="",
        help="which column is which, for a list in another language: our_name=their name or number, …",
    )
    add_names(parser)
    add_course(parser)


def note(text: str) -> None:
    """Print a remark, apart from the result."""
    print(text, file=sys.stderr)


def run(options: argparse.Namespace) -> int:
    from autograder.enrolment import roster_file
    from autograder.grading.enrol import enrol

    course, config = course_in(options.course), config_in(options.course)
    columns = roster_file.columns_of(options.columns)
    people = roster_file.read(options.file, lambda name: next(iter(find_lessons([name]))).name, columns, note)
    found = enrol(course, people, config)
    same = len(people) - len(found.new) - len(found.changed)
    print(
        f"{counted(len(people), 'student')}: {len(found.new)} new, {len(found.changed)} changed, {same} as before"
    )
    granted = sum(each is not None for person in people for each in person.extensions.values())
    if granted:
        print(f"{counted(granted, 'extension')} noted in {course.root / 'extensions.json'}")
    if found.taken_back:
        print(f"{counted(found.taken_back, 'extension')} taken back")
    naming = naming_in(options, course)
    for lesson, student, before, now in found.penalties:
        print(f"{lesson}, {naming(student)}: the late penalty is {now:g} points, it was {before:g}")
    for lesson in find_lessons():
        if lesson.name in found.extended:
            class_run.renew_class_page(course, lesson, naming)
    return 0
