"""Practice for a whole class: who may have it, what each is to hunt, and the folders that hold it."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from autograder import private_files
from autograder.checks.scoring import Verdict
from autograder.errors import CourseError
from autograder.grading.gradebook import absent, opened
from autograder.grading.submissions import Course, Submission, find
from autograder.lesson.folder import Lesson, NotebookText
from autograder.notebook.cell import OURS
from autograder.practice import hunt_notebook
from autograder.practice.hunts import Hunt, chosen, possible, weeks

UNSOLVED = "No exercise is solved yet, and no mistake was named"


@dataclass
class Made:
    """What was written, and for whom nothing was, with the reason."""

    students: int = 0
    hunts: int = 0
    left_out: dict[str, list[str]] = field(default_factory=dict)  # reason → students, in order


def make(
    course: Course,
    lesson: Lesson,
    students: Sequence[str],
    first: date | None,
    n_weeks: int,
    a_week: int,
    today: date,
) -> Made:
    """Write practice/STUDENT/LESSON/week-N for these students, or for all; what an earlier run wrote is replaced.

    first: the day from which it may be handed out, None for each student's due date. Raises CourseError where that day
    has not come, or where there is no day at all.
    """
    if first and first > today:
        raise CourseError(
            f"practice may be handed out from {first} on, and today is {today}: nothing was written"
        )
    submissions = find(course, lesson.name, [text.stem for text in lesson.notebooks], students)
    if not submissions:
        raise CourseError(
            f"nobody has handed in {lesson.name}: there is nothing in {course.root / course.submitted}"
        )
    handed_in = {submission.student: submission for submission in submissions}
    graded = {student: list(_graded(course, lesson, student)) for student in handed_in}
    if not any(graded.values()):
        raise CourseError(
            f"nothing of {lesson.name} is graded yet: type autograder grade {lesson.name} first"
        )
    due = {} if first else _due_dates(course, lesson.name)
    if not first and not any(due.values()):
        raise CourseError(
            f"{lesson.name} has no due date in the gradebook, and a hunt shows code near the solution: say from which "
            f"day on it may be handed out, as in --from {today}"
        )
    common = Counter(
        (verdict.exercise, verdict.slip.name)
        for work in graded.values()
        for _, _, verdicts in work
        for verdict in verdicts.values()
        if verdict.slip
    )
    hunts = {text.stem: possible(text, lesson.exercises) for text in lesson.notebooks}
    needs = {name: exercise.uses for name, exercise in lesson.exercises.items()}
    made = Made()
    private_files.close_folder(course.root / "practice", make=True)
    for student, work in graded.items():
        reason = _without_work(handed_in[student], work) or (
            "" if first else _not_yet(due.get(student), today)
        )
        if reason:
            made.left_out.setdefault(reason, []).append(student)
            continue
        verdicts = {name: verdict for _, _, of_notebook in work for name, verdict in of_notebook.items()}
        every = [hunt for text, _, _ in work for hunt in hunts[text.stem]]
        found = chosen(every, verdicts, needs, common, n_weeks * a_week, f"{student} {lesson.name}")
        if not found:
            made.left_out.setdefault(UNSOLVED, []).append(student)
            continue
        _write(
            course.root / "practice" / student / lesson.name,
            lesson,
            work,
            weeks(found, n_weeks),
            first or today,
        )
        made.students += 1
        made.hunts += len(found)
    nothing = [] if students else absent(course.db_url, handed_in)
    if nothing:
        made.left_out["Nothing was handed in"] = nothing
    return made


Work = list[tuple[NotebookText, NotebookNode, dict[str, Verdict]]]


def _graded(course: Course, lesson: Lesson, student: str) -> Iterator[tuple[NotebookText, NotebookNode, Any]]:
    """Each graded notebook of a student, with its verdicts by exercise."""
    for text in lesson.notebooks:
        path = course.autograded_of(lesson.name, student) / f"{text.stem}.ipynb"
        if path.exists():
            done = nbformat.read(path, as_version=4)
            verdicts = map(Verdict.from_dict, done.metadata.get(OURS, {}).get("verdicts", []))
            yield text, done, {verdict.exercise: verdict for verdict in verdicts}


def _without_work(handed_in: Submission, work: Work) -> str:
    """Why there is nothing to make hunts from; empty where there is something."""
    if not handed_in.notebooks:
        return "No notebook was handed in under the lesson's name"
    if not work:
        return f"Not graded yet, so type autograder grade {handed_in.lesson} first"
    unread = all(done.metadata.get(OURS, {}).get("invalid") for _, done, _ in work)
    return "What was handed in could not be read" if unread else ""


def _not_yet(due: date | None, today: date) -> str:
    """Why a student gets nothing today; empty where they do."""
    if due is None:
        return "The gradebook has no due date for them"
    return f"Due on {due}, extension included" if due >= today else ""


def _due_dates(course: Course, lesson: str) -> dict[str, date | None]:
    """Student → the day on which the lesson is due for them."""
    from nbgrader.api import MissingEntry

    with opened(course.db_url) as gradebook:
        try:
            submissions = gradebook.find_assignment(lesson).submissions
        except MissingEntry:
            return {}
        return {s.student.id: s.duedate.date() if s.duedate else None for s in submissions}


def _write(target: Path, lesson: Lesson, work: Work, parts: Sequence[Sequence[Hunt]], first: date) -> None:
    """One student's weeks. The old ones go when the new ones are there."""
    draft = target.with_name(f".{target.name}.draft")
    shutil.rmtree(draft, ignore_errors=True)
    for number, hunts in enumerate(parts):
        day = first + timedelta(weeks=number)
        for text, done, _ in work:
            here = [hunt for hunt in hunts if hunt.exercise in text.exercises]
            if here:
                own = hunt_notebook.own_answers(done)
                hunt_notebook.write(draft / f"week-{number + 1}", text, lesson.course_folder, here, own, day)
    shutil.rmtree(target, ignore_errors=True)
    draft.rename(target)
