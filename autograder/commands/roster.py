"""Take names, addresses and extensions from a list of students (CSV) into the gradebook.

Columns of our own: student (the id: the folder's name in submitted/), first_name, last_name, email, lms_id, and for
each lesson `extension 04`: days (3), hours (36 hours), or a date (2027-03-01 18:00); 0 takes one back. The column
`extension` gives more time in every lesson. Or a file as Canvas or Moodle writes it. Nobody is removed, and an empty
field leaves what is there.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from autograder.commands.common import add_course, config_in, course_in
from autograder.lesson.folder import find_lessons

EXAMPLES = """examples:
  autograder roster class.csv       student,first_name,last_name,email,lms_id,extension 04
  autograder roster canvas.csv      Canvas: Grades, Export
  autograder roster moodle.csv      Moodle: Participants, Download table data, with Username or ID number"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="the list, as CSV in UTF-8")
    add_course(parser)


def run(options: argparse.Namespace) -> int:
    from autograder.enrolment import roster_file
    from autograder.grading.enrol import enrol

    course, config = course_in(options.course), config_in(options.course)
    people = roster_file.read(options.file, lambda name: next(iter(find_lessons([name]))).name)
    found = enrol(course, people, config)
    same = len(people) - len(found.new) - len(found.changed)
    print(f"{len(people)} students: {len(found.new)} new, {len(found.changed)} changed, {same} as before")
    granted = sum(len(person.extensions) for person in people)
    if granted:
        print(f"{granted} extensions noted in {course.root / 'extensions.json'}")
    for lesson, student, before, now in found.penalties:
        print(f"{lesson}, {student}: the late penalty is {now:g} points, it was {before:g}")
    return 0
