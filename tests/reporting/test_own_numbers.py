"""Answers to a question with numbers of one's own, as who grades sees them: in the page, and in the formgrader."""

from __future__ import annotations

from pathlib import Path

import gradebooks
import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from traitlets.config import Config

from autograder.grading.submissions import Course
from autograder.lesson.folder import find_lessons
from autograder.lesson.variants import holds
from autograder.lesson.written_questions import Question, questions
from autograder.pages.rubric import ShowRubric
from autograder.reporting import written_answers

LESSON = "04_gpt"


@pytest.fixture(scope="module")
def question() -> Question:
    return next(q for lesson in find_lessons([LESSON]) for q in questions(lesson) if q.variant)


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    monkeypatch.setenv("AUTOGRADER_SECRET_FILE", str(tmp_path / "none"))
    gradebooks.place(tmp_path)
    return Course(tmp_path, f"sqlite:///{tmp_path / 'gradebook.db'}")


def result(question: Question, student: str) -> float:
    assert question.variant
    (found,) = question.variant.results(student).values()
    return found


def hand_in(course: Course, question: Question, student: str, answer: str, typed: str = "") -> None:
    written = {"nbgrader": {"grade_id": question.grade_id, "grade": True, "solution": True, "points": 2}}
    call = f"own_numbers({question.grade_id!r}, student={typed!r}, ours=[1.0])"
    notebook = new_notebook(cells=[new_code_cell(call), new_markdown_cell(answer, metadata=written)])
    for folder in (course.submitted_of(LESSON, student), course.autograded_of(LESSON, student)):
        folder.mkdir(parents=True)
        nbformat.write(notebook, folder / f"{question.notebook}.ipynb")


def others(question: Question) -> tuple[str, str]:
    """Two students whose results differ by more than rounding."""
    first = "ada"
    return first, next(
        name
        for n in range(99)
        if not holds(f"{result(question, first):.3f}", result(question, name := f"s{n}"))
    )


def test_the_same_words_with_other_numbers_are_another_answer(course: Course, question: Question) -> None:
    ada, other = others(question)
    answer = f"Equally good at {result(question, ada):.2f} bytes."
    hand_in(course, question, ada, answer, typed=ada)
    hand_in(course, question, other, answer, typed=ada)
    found = written_answers.groups(course, LESSON, [question])[question.grade_id]
    own = {group.students[0]: " ".join(group.own) for group in found}
    assert len(found) == 2 and own.keys() == {ada, other}
    assert "the answer has it" in own[ada] and "neither" not in own[ada]
    assert "the answer does not have it" in own[other]
    assert "The notebook drew numbers for “ada”" in own[other]
    assert "It has the result that the numbers of another student give." in own[other]
    table = course.root / "w.csv"
    shown = written_answers.page(LESSON, [question], {question.grade_id: found}, table, {})
    assert "the answer does not have it" in shown
    assert len({group.key for group in found}) == 2


def test_a_file_that_could_not_be_read_is_in_no_group(course: Course, question: Question) -> None:
    hand_in(course, question, "ada", "")
    hand_in(course, question, "emmy", "")
    path = course.autograded_of(LESSON, "emmy") / f"{question.notebook}.ipynb"
    cut = nbformat.read(path, as_version=4)
    cut.metadata["autograder"] = {"invalid": "the file is not JSON, perhaps cut off"}
    nbformat.write(cut, path)
    (empty,) = written_answers.groups(course, LESSON, [question])[question.grade_id]
    assert (empty.key, empty.students) == ("empty", ["ada"])


def test_the_formgrader_shows_what_is_expected_of_this_student(course: Course, question: Question) -> None:
    ada, _ = others(question)
    hand_in(course, question, ada, f"{result(question, ada):.2f}")
    config = Config()
    config.CourseDirectory.root = str(course.root)
    nb = nbformat.read(course.autograded_of(LESSON, ada) / f"{question.notebook}.ipynb", as_version=4)
    resources = {"submission_id": "1", "assignment_id": LESSON, "student": ada}
    shown, _ = ShowRubric(config=config).preprocess(nb, resources)
    text = "\n".join(cell.source for cell in shown.cells)
    assert f"{result(question, ada):.3g}; the answer has it" in text
    assert f'data-question="{question.grade_id}"' in text and 'value="none"' in text
    alone, _ = ShowRubric(config=config).preprocess(nb, {})  # no formgrader: a student's page
    assert len(alone.cells) == len(nb.cells)
