"""Grade again, for a student's note or an erratum, and list whose points changed, from what to what.

A note is a text cell in the submission, `Regrade dot_score: …`, or a line of a table (student, exercise, note). An
erratum is a mistake of ours: fix the exercise, release the lesson, then grade the whole class again, including those
who got an earlier release. regrades.jsonl in the course's folder records the reasons and every change.
"""

from __future__ import annotations

import argparse
import csv
import io
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from autograder import private_files
from autograder.commands import class_run
from autograder.commands.common import chosen_lesson, console, course_in, naming_in

if TYPE_CHECKING:
    from autograder.grading.regrade_notes import Change, Note
    from autograder.grading.submissions import Course

EXAMPLES = """examples:
  autograder regrade 02 --list                       the notes that are still unanswered
  autograder regrade 02                              grade those who wrote one again
  autograder regrade 02 --notes notes.csv            notes that came by mail or by a form
  autograder regrade 02 --erratum "no keys at all"   the whole class, after an exercise was fixed"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    class_run.add_arguments(parser)
    parser.add_argument("--list", action="store_true", help="show the notes that wait, and grade nothing")
    parser.add_argument("--notes", type=Path, metavar="FILE", help="a table: student, exercise, note")
    parser.add_argument("--erratum", metavar="TEXT", help="grade everybody again; the text says why")


def run(options: argparse.Namespace) -> int:
    from rich.table import Table

    from autograder.grading import regrade_notes, student_rows
    from autograder.grading.safe_text import readable
    from autograder.grading.submissions import find
    from autograder.release import kept

    lesson = chosen_lesson(options)
    course = course_in(options.course)
    stems = [notebook.stem for notebook in lesson.notebooks]
    exercises = [name for notebook in lesson.notebooks for name in notebook.exercises]
    notes = [] if options.erratum else _waiting(options, course, lesson.name, stems, exercises)
    naming = naming_in(options, course)
    for note in notes:
        print(
            f"{readable(naming(note.student))}, {note.exercise or 'no exercise named'}: {readable(note.text)}"
        )
    if any(not note.exercise for note in notes):
        print("what names no exercise is for you to read: ask, and pass it on with --notes")
    notes = [note for note in notes if note.exercise]
    if options.list or not (notes or options.erratum):
        print(f"{len(notes)} note{'' if len(notes) == 1 else 's'} to answer")
        return 0

    if options.erratum:
        for release in kept.take_back(lesson, options.erratum):
            print(f"release {release} is graded as the lesson is now")
    students = [] if options.erratum else sorted({note.student for note in notes})
    class_run.import_ahead(options.course, lesson)
    find(course, lesson.name, stems, students)  # refuses an unknown name before anything is graded
    before = regrade_notes.points(course.db_url, lesson.name)
    outcome = class_run.grade(options, course, lesson, students, force=True)
    changed = regrade_notes.changes(before, regrade_notes.points(course.db_url, lesson.name))
    settled = [note for note in notes if note.student not in outcome.failures]
    regrade_notes.remember(course.root, lesson.name, options.erratum or "notes", settled, changed)

    shown = Table("student", "exercise", "before", "now", title=f"{lesson.name}: {len(changed)} changes")
    for change in changed:
        shown.add_row(
            readable(naming(change.student)), change.exercise, f"{change.before:g}", f"{change.after:g}"
        )
    console().print(shown)
    path = course.root / "build" / "grades" / f"{lesson.name}-regrade-{datetime.now():%Y-%m-%d-%H%M%S}.csv"
    _write(path, changed)
    print(
        f"{outcome.graded} graded again, {len({change.student for change in changed})} have other points: see {path}"
    )
    lower = [change for change in changed if change.after < change.before]
    if lower:
        print(
            f"{len(lower)} have fewer points than before: in the formgrader you may give back what you want to"
        )
    for student, reason in outcome.failures.items():
        print(f"{readable(naming(student))}: {readable(reason)}; the former grade stands")
    class_run.say_what_was_weaker(
        row
        for row in student_rows.rows(course, lesson.name, stems)
        if not students or row.student in students
    )
    return 1 if outcome.failures else 0


def _waiting(
    options: argparse.Namespace, course: Course, lesson: str, stems: list[str], exercises: list[str]
) -> list[Note]:
    """The notes that no regrade was made for."""
    from autograder.grading import regrade_notes
    from autograder.grading.submissions import find

    notes = (
        regrade_notes.notes_from(options.notes, exercises)
        if options.notes
        else regrade_notes.notes_in(find(course, lesson, stems), exercises)
    )
    settled = regrade_notes.answered(course.root)
    return [note for note in notes if (lesson, note) not in settled]


def _write(path: Path, changed: Sequence[Change]) -> None:
    from autograder.grading.safe_text import table_field

    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["student", "exercise", "before", "now"])
    writer.writerows([table_field(c.student), c.exercise, f"{c.before:g}", f"{c.after:g}"] for c in changed)
    private_files.write(path, text.getvalue())
