"""A list of students into nbgrader's gradebook, and their extensions into every row and penalty they touch."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from nbgrader.api import Gradebook, MissingEntry
from sqlalchemy.exc import SQLAlchemyError

from autograder.enrolment import extensions, system_ids
from autograder.enrolment.extensions import Table
from autograder.enrolment.roster_file import Known, Person
from autograder.enrolment.system_ids import Ids
from autograder.errors import CourseError, did_you_mean
from autograder.grading.gradebook import cause, opened, shown
from autograder.grading.lateness import extend, penalty
from autograder.grading.submissions import Course

FIELDS = ("first_name", "last_name", "email", "lms_user_id")


@dataclass
class Enrolled:
    """What a list changed: new students, changed fields, and late penalties that differ from before.

    taken_back: how many extensions there were until now. extended: lessons in which work has another due date now.
    """

    new: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    taken_back: int = 0
    extended: set[str] = field(default_factory=set)
    # lesson, student, before, now
    penalties: list[tuple[str, str, float, float]] = field(default_factory=list)


def people_in(course: Course) -> list[Person]:
    """Everybody in the gradebook, with their ids in Canvas and Moodle."""
    with opened(course.db_url) as gradebook:
        return _people(gradebook, system_ids.read(course.root))


def _people(gradebook: Gradebook, ids: Ids) -> list[Person]:
    students: list[Any] = list(gradebook.students)
    return [
        Person(
            s.id,
            s.first_name or "",
            s.last_name or "",
            s.email or "",
            str(s.lms_user_id or ""),
            canvas_id=ids.get("canvas", {}).get(s.id, ""),
            moodle_id=ids.get("moodle", {}).get(s.id, ""),
        )
        for s in students
    ]


def enrol(course: Course, people: Sequence[Person], config: Any) -> Enrolled:
    """Write a list: all of it, or where the gradebook refuses, nothing. Nobody is ever removed."""
    given = {lesson for person in people for lesson in person.extensions}
    old = extensions.read(course.root)
    new = {
        lesson: {p.student: p.extensions[lesson] for p in people if lesson in p.extensions}
        for lesson in given
    }
    table = extensions.merged(old, new)
    before = system_ids.read(course.root)
    listed = {
        "canvas": {person.student: person.canvas_id for person in people},
        "moodle": {person.student: person.moodle_id for person in people},
    }
    ids = system_ids.merged(before, listed)
    has_ids = any(number for row in listed.values() for number in row.values())
    found = Enrolled(taken_back=extensions.taken_back(old, new))
    with opened(course.db_url) as gradebook:
        try:
            _refuse_mistyped(people, {str(student.id) for student in gradebook.students})
            for person in people:
                _enrol(gradebook, person, found)
            _note_changed_ids(people, before, ids, found)
            _require_own_ids(gradebook, ids, people, set(found.new))
            for lesson in sorted(_touched(gradebook, given)):
                _apply(gradebook, lesson, people, table, config, found)
            gradebook.db.flush()
            if given:
                extensions.write(course.root, table)
            if has_ids:
                system_ids.write(course.root, ids)
            gradebook.db.commit()
        except SQLAlchemyError as error:
            gradebook.db.rollback()
            raise CourseError(
                f"the gradebook {shown(course.db_url)} cannot be written ({cause(error)}), so nothing of the list was "
                "taken"
            ) from None
        except BaseException:
            gradebook.db.rollback()
            raise
    return found


def _refuse_mistyped(people: Iterable[Person], known: Set[str]) -> None:
    """Raise CourseError for an extension of somebody unknown: a new student comes with a name, an address or an id."""
    for person in people:
        told = (
            person.first_name,
            person.last_name,
            person.email,
            person.lms_id,
            person.canvas_id,
            person.moodle_id,
        )
        if known and person.extensions and person.student not in known and not any(told):
            raise CourseError(
                f"nobody in the gradebook is called {person.student!r}{did_you_mean(person.student, known)}; to give "
                "somebody new an extension, add a name. Nothing of the list was taken"
            )


def _enrol(gradebook: Gradebook, person: Person, found: Enrolled) -> None:
    from nbgrader.api import Student

    said = zip(FIELDS, (person.first_name, person.last_name, person.email, person.lms_id), strict=True)
    told = {name: value for name, value in said if value}
    try:
        student = gradebook.find_student(person.student)
    except MissingEntry:
        gradebook.db.add(Student(id=person.student, **told))
        found.new.append(person.student)
        return
    differing = {name: value for name, value in told.items() if getattr(student, name) != value}
    for name, value in differing.items():
        setattr(student, name, value)
    if differing:
        found.changed.append(person.student)


def _note_changed_ids(people: Iterable[Person], before: Ids, ids: Ids, found: Enrolled) -> None:
    """Count whom a list gave another id in Canvas or Moodle among those who changed."""
    told = {*found.new, *found.changed}
    for person in people:
        own = [
            [table.get(name, {}).get(person.student) for name in system_ids.SYSTEMS]
            for table in (before, ids)
        ]
        if own[0] != own[1] and person.student not in told:
            found.changed.append(person.student)


def _require_own_ids(gradebook: Gradebook, ids: Ids, people: Iterable[Person], new: Container[str]) -> None:
    """Raise CourseError where two students would share an ID, an email or, on some systems, a folder."""
    known = Known()
    everybody = {person.student: person for person in _people(gradebook, ids)}
    for person in everybody.values():
        known.add(person)
    for person in people:
        clash = known.shared(everybody[person.student], "in the gradebook")
        if person.student in new:
            clash = known.same_folder(person) or clash
        if clash:
            raise CourseError(f"{clash}; nothing of the list was taken")


def _touched(gradebook: Gradebook, given: Set[str]) -> set[str]:
    """The lessons whose rows an extension changes: those named or, where it is for the whole course, all there are."""
    named = set(given) - {extensions.ALL}
    everything: list[Any] = list(gradebook.assignments) if extensions.ALL in given else []
    return named | {assignment.name for assignment in everything}


def _apply(
    gradebook: Gradebook, lesson: str, people: Iterable[Person], table: Table, config: Any, found: Enrolled
) -> None:
    """Those who have handed in get their new due date now; everybody else gets it when they are graded."""
    try:
        assignment = gradebook.find_assignment(lesson)
    except MissingEntry:
        return
    named = {person.student for person in people if person.extensions.keys() & {lesson, extensions.ALL}}
    if assignment.duedate is None and any(person.extensions.get(lesson) for person in people):
        raise CourseError(
            f"{lesson} has no due date, so nothing can be late: set one in the formgrader, then import extensions"
        )
    for submission in assignment.submissions:
        if submission.student.id not in named:
            continue
        before = sum(notebook.late_submission_penalty or 0 for notebook in submission.notebooks)
        had, submission.extension = submission.extension, None
        extend(submission, extensions.of(table, lesson, submission.student.id))
        if submission.extension != had:
            found.extended.add(lesson)
        for notebook in submission.notebooks:
            notebook.late_submission_penalty = penalty(submission, notebook, config)
        now = sum(notebook.late_submission_penalty or 0 for notebook in submission.notebooks)
        if now != before:
            found.penalties.append((lesson, submission.student.id, float(before), float(now)))
