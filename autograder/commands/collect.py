"""Sort the zip of all submissions that Canvas or Moodle gives you into submitted/, where grading finds them.

Who a file is from is looked up in the gradebook: Canvas writes its own id (canvas_id in `autograder roster`), Moodle
the full name. A renamed notebook is recognized by its cells. Files that match no student are listed and left alone
until --give says whose they are. Nothing in submitted/ is overwritten without --replace.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.commands import class_run
from autograder.commands.common import (
    add_course,
    add_lesson,
    add_names,
    chosen_lesson,
    config_in,
    course_in,
    naming_in,
)
from autograder.errors import CourseError, did_you_mean

if TYPE_CHECKING:
    from autograder.enrolment.zips import Found
    from autograder.grading.place_submissions import Placed
    from autograder.grading.shown_names import Naming
    from autograder.grading.submissions import Course

EXAMPLES = """examples:
  autograder collect 02 submissions.zip --from canvas
  autograder collect 02 02.zip --from moodle --at "2027-03-01 18:00"    one time for all: neither system gives one
  autograder collect 02 02.zip --from moodle --times times.csv          student,submitted: a time for each
  autograder collect 02 02.zip --from moodle --give "Jo Doe_34514=jdoe2" --give "Jo Doe_34519=jdoe/02a_scores"
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_lesson(parser)
    parser.add_argument("zip", metavar="ZIP", type=Path, help="the archive of all submissions")
    parser.add_argument(
        "--from", dest="system", choices=["canvas", "moodle"], required=True, help="who made it"
    )
    parser.add_argument(
        "--at",
        default="",
        help="when they were handed in, for late penalties (UTC, or with a zone); where Canvas calls some late, it is "
        "their time, and the others were on time; default: not known",
    )
    parser.add_argument(
        "--times",
        type=Path,
        metavar="FILE",
        help="when each student handed in: a table, student and submitted",
    )
    parser.add_argument(
        "--give",
        action="append",
        default=[],
        metavar="FILE=STUDENT",
        help="whose a file is that cannot be matched (FILE: how its name begins); STUDENT/NOTEBOOK says which it is",
    )
    parser.add_argument(
        "--replace", action="store_true", help="take files also where others are in their place"
    )
    add_names(parser)
    add_course(parser)


def run(options: argparse.Namespace) -> int:
    from autograder.enrolment import archive_names, zips
    from autograder.grading import submission_times
    from autograder.grading.enrol import people_in
    from autograder.grading.place_submissions import place
    from autograder.grading.safe_text import readable

    lesson = chosen_lesson(options)
    course = course_in(options.course)
    at = submission_times.time_of(options.at)
    told = submission_times.table(options.times) if options.times else {}
    stems = [notebook.stem for notebook in lesson.notebooks]
    asked = {
        # not those of cells such as `imports`, which other lessons have as well
        notebook.stem: frozenset(cell.grade_id for cell in notebook.cells if cell.is_answer or cell.is_graded)
        for notebook in lesson.notebooks
    }
    people = people_in(course)
    _refuse_unknown(told, {person.student for person in people}, options.times)
    found = zips.read(options.zip, people, stems, options.system, asked, _given(options.give))
    _refuse_another_lesson(found, options.zip, lesson.name)
    due = submission_times.due(course, lesson.name)
    times = submission_times.known(found, at, told, due)
    placed = place(course, lesson.name, found, times, options.replace)
    archive_names.note(course.root, lesson.name, options.system, found.numbers)
    late = submission_times.note(course, lesson.name, times, placed.timed, config_in(options.course))
    naming = naming_in(options, course)
    print(
        f"{len(placed.new)} students' notebooks placed, {len(placed.same)} were there already, "
        f"{len(placed.kept)} left because others are in their place"
    )
    if placed.timed:
        print(f"{len(placed.timed)} of those who were there already have another time of submission now")
    for student, before, now in late:
        print(f"{readable(naming(student))}: the late penalty is {now:g} points, it was {before:g}")
    for student, file, stem in found.renamed:
        print(f"{readable(naming(student))}: {readable(file)} is taken as {stem}.ipynb")
    for student in placed.kept:
        print(
            f"{readable(naming(student))}: submitted/ holds other files; --replace takes the archive's",
            file=sys.stderr,
        )
    left = _say_what_came_besides(found, placed, course, lesson.name, naming)
    _say_what_was_left(left, found, naming)
    if found.late:
        _say_who_is_late(found, naming, known=bool(at or told), has_due_date=due is not None)
    if placed.timed:
        class_run.renew_class_page(course, lesson, naming)
    return 0


def _given(texts: list[str]) -> dict[str, str]:
    """File → whose it is, as typed. Raises CourseError."""
    given = {}
    for text in texts:
        name, equals, student = text.rpartition("=")
        if not equals or not name or not student:
            raise CourseError(f"--give {text!r}: write FILE=STUDENT or FILE=STUDENT/NOTEBOOK")
        given[name] = student
    return given


def _refuse_unknown(told: Mapping[str, object], students: set[str], table: Path) -> None:
    """Raise CourseError where a table has a time for somebody whom the gradebook doesn't know."""
    for name in told:
        if name not in students:
            raise CourseError(
                f"{table}: nobody in the gradebook is called {name!r}{did_you_mean(name, students)}"
            )


def _refuse_another_lesson(found: Found, archive: Path, lesson: str) -> None:
    """Raise CourseError where students handed in notebooks, and not one of them is the lesson's."""
    foreign = [name for files in found.others.values() for name in files if name.endswith(".ipynb")]
    if foreign and not found.notebooks:
        raise CourseError(
            f"{archive} holds notebooks, such as {foreign[0]!r}, but none of {lesson}: is it another lesson's archive? "
            "Nothing was taken"
        )


def _say_what_came_besides(
    found: Found, placed: Placed, course: Course, lesson: str, naming: Naming
) -> list[tuple[str, str]]:
    """Name the files that are no notebooks and where they are now; returns what else was left."""
    from autograder.grading.safe_text import readable

    for student, files in placed.besides.items():
        where = course.submitted_of(lesson, student).relative_to(course.root)
        named = f"{', '.join(map(readable, files))} {'is' if len(files) == 1 else 'are'}"
        if student in found.notebooks:
            print(f"{readable(naming(student))}: {named} beside the notebook in {where}")
        else:
            print(f"{readable(naming(student))} handed in no notebook: {named} in {where}")
    return [
        (file, reason)
        for file, reason in found.left
        if found.besides.get(file) not in placed.besides.get(found.whose.get(file, ""), [])
    ]


def _say_what_was_left(left: list[tuple[str, str]], found: Found, naming: Naming) -> None:
    from autograder.grading.safe_text import readable

    for name, reason in left:
        whose = found.whose.get(name)
        of = f", of {readable(naming(whose))}" if whose else ""
        print(f"left: {readable(name)}{of}: {reason}", file=sys.stderr)
    if left:
        print(
            'to take one all the same: --give "FILE=STUDENT", or "FILE=STUDENT/NOTEBOOK" to say which notebook it is',
            file=sys.stderr,
        )


def _say_who_is_late(found: Found, naming: Naming, known: bool, has_due_date: bool) -> None:
    who = ", ".join(map(naming, sorted(found.late)))
    print(f"Canvas calls late, without saying by how much: {who}")
    if not has_due_date:
        print("the lesson has no due date in the formgrader, so nobody counts as late")
    elif not known:
        print("each counts as a minute late, the least that it can mean; --at or --times says more")
