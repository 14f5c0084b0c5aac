"""Make a code for each student, from which own numbers in written questions are drawn.

Without codes they are drawn from the student's id, which others know as well. A code follows from the grading secret
and the id, and is the same in every lesson. Writes build/grades/codes.csv, for a mail merge or for a column in Canvas
or Moodle that each student can see alone.
"""

from __future__ import annotations

import argparse
import csv
import io

from autograder.commands.common import add_course, course_in

EXAMPLES = """examples:
  autograder codes             student,first_name,last_name,email,code"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_course(parser)


def run(options: argparse.Namespace) -> int:
    from autograder import private_files
    from autograder.grading.enrol import people_in
    from autograder.grading.safe_text import table_field
    from autograder.judge.secret import load_secret, own_code

    course, secret = course_in(options.course), load_secret()
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["student", "first_name", "last_name", "email", "code"])
    people = people_in(course)
    for person in sorted(people, key=lambda person: person.student):
        fields = person.student, person.first_name, person.last_name, person.email
        writer.writerow([*map(table_field, fields), own_code(secret, person.student)])
    path = course.root / "build" / "grades" / "codes.csv"
    private_files.write(path, text.getvalue())
    print(f"{len(people)} students in {path}")
    return 0
