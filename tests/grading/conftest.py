"""A course in a folder of its own: what its class hands in, and what the gradebook and the report then hold."""

from __future__ import annotations

import re
from collections.abc import Iterator

import houses
import nbformat
import pytest
import tiny_lesson
from nbformat import NotebookNode

from autograder.grading import student_rows
from autograder.grading.submissions import Course
from autograder.proof.classroom import Submission


class House(houses.House):
    """A course with one lesson, and what its class hands in and gets."""

    def hand_in(self, submission: Submission) -> None:
        submission.write(self.root / "submitted", tiny_lesson.NAME)

    def rows(self) -> dict[str, student_rows.Row]:
        """Student → what became of the submission."""
        course = Course(self.root, self.db_url)
        return {row.student: row for row in student_rows.rows(course, tiny_lesson.NAME, [tiny_lesson.NAME])}

    def graded(self, student: str) -> NotebookNode:
        path = self.root / "autograded" / student / tiny_lesson.NAME / f"{tiny_lesson.NAME}.ipynb"
        return nbformat.read(path, as_version=4)

    def points(self, student: str) -> dict[str, float]:
        """Exercise → points that nbgrader's gradebook holds."""
        from nbgrader.api import Gradebook

        with Gradebook(self.db_url) as gradebook:
            submission = gradebook.find_submission(tiny_lesson.NAME, student)
            return {
                g.name.removeprefix("check_"): g.auto_score for n in submission.notebooks for g in n.grades
            }


@pytest.fixture(scope="session")
def new_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[type[House]]:
    """Makes courses; `new_house(path)`."""
    yield House


def plain(text: str) -> str:
    """Without colours and the time stamps of a log."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)
