"""Numbers of one's own: the same for the same person, different for others, and computed again for who grades."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.errors import LessonError
from autograder.grading.own_results import of_others, own
from autograder.judge.secret import own_code
from autograder.lesson.folder import find_lessons
from autograder.lesson.variants import Variant, computed, holds, typed_in, variant_of
from autograder.lesson.written_questions import Question, questions
from autograder.notebook.cell import Cell
from autograder.notebook.own_numbers import draw, own_numbers

CHOICES = {"ours": [2.9, 2.7, 3.1], "theirs": [2.4, 2.2]}
VARIANT = Variant("q", CHOICES, {"length": "4 * theirs / ours"})
QUESTION = Question("n", "q", 2.0, "", "", "", variant=VARIANT)
SECRET = b"0" * 64
CALL = 'mine = own_numbers("q", student="", ours=[2.9, 2.7, 3.1], theirs=[2.4, 2.2])'


def code(source: str) -> Cell:
    return Cell("code", {}, source)


@given(st.text(), st.sampled_from(["q", "r"]))
def test_everybody_has_numbers_and_the_same_each_time(who: str, question: str) -> None:
    numbers = draw(question, who, CHOICES)
    assert all(numbers[name] in several for name, several in CHOICES.items())
    assert draw(question, f" {who}\t", CHOICES) == numbers


def test_numbers_differ_and_nobody_is_the_standard() -> None:
    found = [tuple(draw("q", f"student{n}", CHOICES).values()) for n in range(600)]
    shares = [found.count(one) / len(found) for one in set(found)]
    assert len(shares) == 6 and max(shares) < 0.25  # six combinations, all about as often
    assert draw("q", "", CHOICES) == {"ours": 2.9, "theirs": 2.4}
    assert draw("q", "Zo\u00eb", CHOICES) == draw("q", "zoe\u0308 ", CHOICES)


def test_a_student_reads_the_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert own_numbers("q", **CHOICES) == {"ours": 2.9, "theirs": 2.4}
    assert capsys.readouterr().out == "Without an id, the standard numbers: ours = 2.9, theirs = 2.4\n"
    own_numbers("q", student=" ada ", **CHOICES)
    assert capsys.readouterr().out.startswith("The numbers of ada: ours = ")


def test_a_variant_is_read_from_the_lesson() -> None:
    found = variant_of("q", [code("import x"), code(CALL)], "\n\n- length in bytes: 4 * theirs / ours\n")
    assert found is not None and found.choices == CHOICES
    assert found.results("") == {"length in bytes": pytest.approx(4 * 2.4 / 2.9)}
    assert variant_of("other", [code(CALL)], "") is None


@pytest.mark.parametrize(
    ("call", "expected", "said"),
    [
        ("", "- length: 4 * ours", "no cell calls own_numbers"),
        (CALL.replace("[2.9, 2.7, 3.1]", "list(range(3))"), "", "written out as lists"),
        (CALL.replace("[2.9, 2.7, 3.1]", "[]"), "", "names no numbers"),
        (CALL, "- length: 4 * yours", "'4 \\* yours' cannot be computed"),
        (CALL, "- length: __import__('os')", "cannot be computed"),
    ],
)
def test_what_does_not_fit_is_said(call: str, expected: str, said: str) -> None:
    with pytest.raises(LessonError, match=said):
        variant_of("q", [code(call)], expected)


def test_formulas_are_arithmetic_alone() -> None:
    assert computed("-(a + 2) ** 2 / b - 1", {"a": 1.0, "b": 3.0}) == pytest.approx(-4)
    with pytest.raises(LessonError):
        computed("a / 0", {"a": 1.0})


@pytest.mark.parametrize(
    ("answer", "has"),
    [
        ("so 3.31 bytes", True),
        ("about 3,3 bytes", True),
        ("3.310344", True),
        ("3.4 bytes", False),
        ("33.1", False),
        ("", False),
        ("in 13.31 or 3.31.5", False),
    ],
)
def test_a_result_is_found_in_an_answer(answer: str, has: bool) -> None:
    assert holds(answer, 3.3103) == has


def handed_in(folder: Path, typed: str) -> Path:
    source = CALL.replace('student=""', f"student={typed!r}")
    cell = {"cell_type": "code", "metadata": {}, "source": source, "outputs": [], "execution_count": None}
    path = folder / "n.ipynb"
    path.write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}))
    return path


def other_than(student: str) -> str:
    """An id with other numbers than this student's."""
    return next(name for n in range(99) if VARIANT.numbers(name := f"s{n}") != VARIANT.numbers(student))


def test_a_grader_sees_what_is_expected_of_this_student(tmp_path: Path) -> None:
    result = VARIANT.results("ada")["length"]
    found = own(QUESTION, "ada", handed_in(tmp_path, "Ada "), SECRET)
    assert found is not None and (found.who, found.typed) == ("ada", "")
    numbers, expected = found.lines(f"It is {result:.2f}.")
    assert numbers.startswith("This student's numbers: ours = ") and expected.endswith("; the answer has it.")
    assert found.lines("It is 99.")[1].endswith("; the answer does not have it.")


def test_a_code_gives_other_numbers_than_the_id(tmp_path: Path) -> None:
    mine = own_code(SECRET, "ada")
    found = own(QUESTION, "ada", handed_in(tmp_path, mine.upper()), SECRET)
    assert found is not None and found.who.casefold() == mine and found.typed == ""
    assert own_code(SECRET, "emmy") != mine != own_code(b"1" * 64, "ada")


def test_somebody_elses_id_is_told(tmp_path: Path) -> None:
    friend = other_than("ada")
    found = own(QUESTION, "ada", handed_in(tmp_path, friend), SECRET)
    assert found is not None and (found.who, found.typed) == ("ada", friend)
    last = found.lines(f"{VARIANT.results(friend)['length']:.3f}")[-1]
    assert friend in last and "the answer has what follows from those" in last


def test_an_answer_with_other_students_numbers_is_counted(tmp_path: Path) -> None:
    nothing = tmp_path / "missing.ipynb"
    students = {name: own(QUESTION, name, nothing, None) for name in ("ada", other_than("ada"))}
    known = {name: found for name, found in students.items() if found}
    theirs = known[other_than("ada")].results["length"]
    assert of_others(known, "ada", f"{theirs:.4f}") == 1
    assert (
        of_others(known, "ada", f"{known['ada'].results['length']:.4f}") == 0 == of_others(known, "ada", "no")
    )


def test_what_a_student_changed_in_the_call_counts_for_nothing() -> None:
    assert typed_in([code(CALL.replace('student=""', "student=ME"))], "q") == ""
    assert typed_in([code("own_numbers(")], "q") == "" == typed_in([], "q")
    assert typed_in([code(CALL.replace('student=""', "student='x' * 0"))], "q") == ""


def test_one_lesson_shows_it() -> None:
    found = [
        question for lesson in find_lessons(["04"]) for question in questions(lesson) if question.variant
    ]
    (question,) = found
    variant = question.variant
    assert variant is not None and list(variant.results("").values()) == [pytest.approx(4 * 2.4 / 2.9)]
    assert f"{variant.results('')[next(iter(variant.expected))]:.2f} bytes" in question.model_answer
