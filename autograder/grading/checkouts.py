"""Where the graded notebooks of a lesson are, if another checkout of the course graded them into the same gradebook."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from nbgrader.api import MissingEntry

from autograder.errors import CourseError
from autograder.grading import course_facts
from autograder.grading.gradebook import is_there, opened
from autograder.grading.submissions import Course


def where_graded(course: Course, lesson: str) -> Course:
    """The course with the folders of that checkout, this one or another, which has most of a lesson's graded notebooks.

    What is written goes to this checkout all the same. Raises CourseError where this checkout has none, the gradebook
    has grades, and the folder in which they were made can't be read from here.
    """
    if not is_there(course.db_url):
        return course
    with opened(course.db_url) as gradebook:
        try:
            expected = len(gradebook.find_assignment(lesson).submissions)
        except MissingEntry:
            return course
        places = course_facts.graded_in(gradebook, lesson)
    most, own = course, _count(course, lesson)
    if own >= expected:
        return course
    for _, root in places:
        other = replace(
            course,
            submitted=str(Path(root) / course.submitted),
            autograded=str(Path(root) / course.autograded),
            feedback=str(Path(root) / course.feedback),
        )
        if _count(other, lesson) > _count(most, lesson):
            most = other
    if expected and places and not _count(most, lesson):
        where = " and ".join(f"{root} on {host}" for host, root in places)
        raise CourseError(
            f"the gradebook has {expected} submissions of {lesson}, whose graded notebooks are in {where} and can't be "
            "read from here: copy submitted/ and autograded/ from there, or work there"
        )
    return most


def _count(course: Course, lesson: str) -> int:
    """How many students' graded notebooks of a lesson can be read here."""
    try:
        folders = (course.autograded_of(lesson, student) for student in course.submitted_by(lesson))
        return sum(any(folder.glob("*.ipynb")) for folder in folders)
    except OSError:
        return 0
