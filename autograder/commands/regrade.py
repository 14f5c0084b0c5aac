"""Answer students' requests for a regrade, or grade everyone again after a mistake of ours.

A request is a text cell in what was handed in, `Regrade dot_score: …`, or a line of a table (student, exercise, note).
Without options, the open ones are listed and written to build/grades/LESSON-requests.csv: fill in a reply, and other
points where they are due. --take gives the points, and the student finds the reply on the feedback page.

An erratum is a mistake of ours: fix the exercise, release the lesson, then grade everyone again, also those who got an
earlier release. regrades.jsonl in the course's folder keeps notes, replies, errata and each change.
"""

from __future__ import annotations

import argparse
import csv
import io
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from autograder import private_files
from autograder.commands import class_run
from autograder.commands.common import chosen_lesson, config_in, console, course_in, naming_in
from autograder.errors import CourseError
from autograder.lesson.folder import Lesson

if TYPE_CHECKING:
    from autograder.grading.regrade_notes import Change
    from autograder.grading.regrade_requests import Request
    from autograder.grading.shown_names import Naming
    from autograder.grading.submissions import Course

EXAMPLES = """examples:
  autograder regrade 02                              the open requests, and a table to answer them in
  autograder regrade 02 --take build/grades/02_attention-requests.csv
  autograder regrade 02 --notes notes.csv            add requests that came by mail or by a form
  autograder regrade 02 --list                       all requests, with their states and replies
  autograder regrade 02 --erratum "no keys at all"   everyone, after an exercise was fixed"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    class_run.add_arguments(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--list", action="store_true", help="show all requests with their states, and write nothing"
    )
    what.add_argument(
        "--take", type=Path, metavar="FILE", help="bring replies and points from a table to students"
    )
    what.add_argument("--notes", type=Path, metavar="FILE", help="add requests: student, exercise, note")
    what.add_argument("--erratum", metavar="TEXT", help="grade everyone again; the text says why")


def run(options: argparse.Namespace) -> int:
    lesson = chosen_lesson(options)
    if options.erratum:
        return _erratum(options, lesson)
    course = course_in(options.course)
    if options.take:
        return _take(options, course, lesson)
    return _requests(options, course, lesson.name)


def _requests(options: argparse.Namespace, course: Course, lesson: str) -> int:
    """List the requests, after taking those of a table, and make the table to answer them in."""
    from autograder.grading import regrade_log, regrade_notes, regrade_requests
    from autograder.grading.gradebook import is_there, opened

    if not is_there(course.db_url):
        raise CourseError(f"nothing of {lesson} is graded yet: type autograder grade {lesson}")
    naming = naming_in(options, course)
    table = course.root / "build" / "grades" / f"{lesson}-requests.csv"
    with opened(course.db_url) as gradebook:
        known = regrade_requests.places(gradebook, lesson)
        if options.notes:
            students = {submission.student.id for submission in gradebook.find_assignment(lesson).submissions}
            notes = regrade_notes.notes_from(options.notes, known, students)
            old = {request.note for request in regrade_requests.requests(course, lesson, known)}
            regrade_log.add(course.root, lesson, asked=[note for note in notes if note not in old])
        found = regrade_requests.requests(course, lesson, known)
        waiting = [request for request in found if request.state == regrade_requests.OPEN]
        for request in found if options.list else waiting:
            _show(request, naming)
        kept = None if options.list else regrade_requests.write_table(table, found, gradebook, lesson)
    states = [request.state for request in found]
    print(", ".join(f"{states.count(state)} {state}" for state in ("open", "answered", "changed")))
    if kept and kept.rows:
        print(
            f"what you had filled in is in the new table, {kept.rows} of its rows; --take has not seen it yet"
        )
    if kept and kept.copy:
        print(f"what you had typed for notes that are gone, or that could not be read, is in {kept.copy}")
    if kept and waiting:
        print(f"fill in replies, and points where others are due: {table}")
    return 0


def _show(request: Request, naming: Naming) -> None:
    from autograder.grading.safe_text import readable

    note, reply = request.note, request.reply
    named = note.exercise or "no exercise named"
    print(f"{request.state}: {readable(naming(note.student))}, {named}: {readable(note.text)}")
    if reply:
        points = f" ({reply.before:g} → {reply.after:g} points)" if request.state == "changed" else ""
        print(f"    reply{points}: {readable(reply.reply)}")


def _take(options: argparse.Namespace, course: Course, lesson: Lesson) -> int:
    from autograder.grading import regrade_requests

    replies = regrade_requests.take(course, lesson.name, options.take, config_in(options.course))
    changed = sum(reply.state == "changed" for reply in replies)
    print(f"{len(replies)} {'reply' if len(replies) == 1 else 'replies'} taken, {changed} with other points")
    if replies:
        print(f"students find them on their pages after autograder feedback {lesson.name}")
    if changed:
        class_run.renew_class_page(course, lesson, naming_in(options, course))
    return 0


def _erratum(options: argparse.Namespace, lesson: Lesson) -> int:
    class_run.import_ahead(options.course, lesson)
    from autograder.grading import points_history, regrade_log, regrade_notes, regrade_requests, student_rows
    from autograder.grading.gradebook import opened
    from autograder.grading.safe_text import readable
    from autograder.release import kept

    course = course_in(options.course)
    for release in kept.take_back(lesson, options.erratum):
        print(f"release {release} is graded as the lesson is now")
    naming = naming_in(options, course)
    before = regrade_notes.points(course.db_url, lesson.name)
    with opened(course.db_url) as gradebook:
        before = regrade_notes.before_an_unfinished_erratum(
            before,
            points_history.history(gradebook.engine, lesson.name),
            regrade_log.last_erratum(course.root, lesson.name),
        )
    try:
        with points_history.because(f"{regrade_notes.ERRATUM}{options.erratum}"):
            outcome = class_run.grade(options, course, lesson, [], force=True)
    except KeyboardInterrupt:
        print(
            "not everyone is graded again, and the changes are not noted: type the same command again, which finishes "
            "it",
            file=sys.stderr,
        )
        raise
    changed = regrade_notes.changes(before, regrade_notes.points(course.db_url, lesson.name))
    with opened(course.db_url) as gradebook:
        found = regrade_requests.requests(
            course, lesson.name, regrade_requests.places(gradebook, lesson.name)
        )
    replies = regrade_requests.by_erratum(found, changed, options.erratum)
    regrade_log.add(course.root, lesson.name, why=options.erratum, changes=changed, replies=replies)
    _show_changes(course, lesson.name, changed, naming)
    print(f"{outcome.graded} graded again, {len({change.student for change in changed})} have other points")
    lower = {change.student for change in changed if change.after < change.before}
    if lower:
        have = "1 has" if len(lower) == 1 else f"{len(lower)} have"
        print(f"{have} fewer points than before: in the formgrader you may give back what you want to")
    if replies:
        print(
            f"{len(replies)} open requests are about points that changed, and the erratum is the reply to them"
        )
    for student, reason in outcome.failures.items():
        print(f"{readable(naming(student))}: {readable(reason)}; the former grade stands")
    print(f"students see it after autograder feedback {lesson.name}")
    class_run.renew_class_page(course, lesson, naming)
    stems = [notebook.stem for notebook in lesson.notebooks]
    class_run.say_what_was_weaker(student_rows.rows(course, lesson.name, stems))
    return 1 if outcome.failures else 0


def _show_changes(course: Course, lesson: str, changed: Sequence[Change], naming: Naming) -> None:
    """Print whose points changed, and write it to build/grades/."""
    from rich.table import Table

    from autograder.grading.safe_text import readable, table_field

    shown = Table("student", "exercise", "before", "now", title=f"{lesson}: {len(changed)} changes")
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["student", "exercise", "before", "now"])
    for change in changed:
        points = f"{change.before:g}", f"{change.after:g}"
        shown.add_row(readable(naming(change.student)), change.exercise, *points)
        writer.writerow([table_field(change.student), change.exercise, *points])
    console().print(shown)
    path = course.root / "build" / "grades" / f"{lesson}-regrade-{datetime.now():%Y-%m-%d-%H%M%S}.csv"
    private_files.write(path, text.getvalue())
    print(f"the changes are in {path}")
