"""What a reader has to carry: the audit's limits hold for every notebook, and each of them finds what it is for."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from autograder.lesson.folder import Cell, NotebookText, find_lessons
from autograder.lesson.text import lesson_texts
from autograder.proof import texts

ROOT = Path(__file__).resolve().parents[2]
LIMITS = texts.limits_in(ROOT / "source" / texts.LIMITS_FILE)
NOTEBOOKS = {notebook.stem: notebook for lesson in find_lessons() for notebook in lesson.notebooks}
WIDEST = 88  # characters in a line of a docstring
FEW_QUESTIONS = {"00_welcome"}  # there is no lesson before the first
TABLE = "| Time | {{minutes}} minutes |\n| Points | {{points}} for {{exercises}}, {{written_points}} for the question |"


@pytest.mark.parametrize("stem", NOTEBOOKS)
def test_texts_of_the_course(stem: str) -> None:
    assert not list(texts.notebook_faults(NOTEBOOKS[stem], LIMITS.get(stem, {})))


@pytest.mark.parametrize("stem", NOTEBOOKS)
def test_the_docstring_of_an_exercise_fits_a_small_window(stem: str) -> None:
    """JupyterLab at 1280 pixels, with its list of files, shows 94 characters of these lines, an exercise's contract."""
    wide = []
    for exercise in NOTEBOOKS[stem].exercises:
        source = NOTEBOOKS[stem].cell(exercise).source
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
                doc = node.body[0]
                lines = source.splitlines()[doc.lineno - 1 : doc.end_lineno]
                wide += [line for line in lines if len(line) > WIDEST]
    assert wide == []


def test_limits_are_those_of_notebooks_that_exist() -> None:
    assert LIMITS.keys() <= NOTEBOOKS.keys() == {path.stem for path in lesson_texts(ROOT / "source")}


@pytest.mark.parametrize("stem", NOTEBOOKS)
def test_a_lesson_begins_with_five_questions_on_those_before(stem: str) -> None:
    cells = NOTEBOOKS[stem].cells
    first = next(number for number, cell in enumerate(cells) if cell.kind == "code")
    asked = [
        name
        for cell in cells[: first + 1]
        if cell.kind == "markdown"
        for name in re.findall(r"<summary>(.*?)</summary>", cell.source, re.DOTALL)
    ]
    numbers = [int(name.partition(".")[0]) for name in asked if re.match(r"\d\. ", name)]
    assert (numbers != [1, 2, 3, 4, 5]) == (stem in FEW_QUESTIONS), numbers


# --- each limit finds what it is for ------------------------------------------------------------------------------


def text(source: str, **nbgrader: object) -> Cell:
    return Cell("markdown", {"nbgrader": nbgrader} if nbgrader else {}, source)


def code(source: str, **nbgrader: object) -> Cell:
    return Cell("code", {"nbgrader": nbgrader} if nbgrader else {}, source)


CHECK = code("double(2)", grade_id="check_double", grade=True, points=2)
WRITTEN = text("Why?", grade_id="why", grade=True, solution=True, points=2)
HINTS = (
    "<details><summary>A question to start from</summary>?</details>\n"
    "<details><summary>A pointer</summary>!</details>"
)


def faults(*cells: Cell, table: str = TABLE, **allowed: list[int]) -> list[str]:
    notebook = NotebookText(Path("00_x.py"), [text(table), *cells, CHECK, WRITTEN])
    return list(texts.notebook_faults(notebook, allowed))


def test_a_sound_notebook_has_no_faults() -> None:
    assert faults(text(HINTS, grade_id="double_hints")) == []


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ("no table", "its opening table has no row Time"),
        (TABLE.replace("{{minutes}}", "45"), "the row Time of its opening table needs {{minutes}}"),
        (TABLE.replace("{{written_points}}", "2"), "the row Points of its opening table types 2, which"),
        (
            TABLE.replace("{{points}}", "{{poins}}"),
            "the row Points of its opening table types {{poins}}, which",
        ),
    ],
)
def test_an_opening_table_that_types_numbers(table: str, fault: str) -> None:
    assert any(found.startswith(fault) for found in faults(table=table))


def test_a_section_may_be_named_by_its_number() -> None:
    assert faults(table=TABLE.replace("minutes |", "minutes; a break is after section 4 |")) == []


def test_a_stop_that_leaves_too_little_and_is_not_announced() -> None:
    first, second = faults(text(texts.facts.STOP))
    assert "which its opening table doesn't name" in first and "one of its sittings takes 5 minutes" in second


@pytest.mark.parametrize(
    ("hints", "grade_id", "fault"),
    [
        (HINTS, "halve_hints", "halve_hints are the hints of no exercise"),
        (HINTS.replace("A pointer", "A hint"), "double_hints", "the hints in double_hints must begin with"),
        (HINTS.replace(" to start from", ""), "double_hints", "the hints in double_hints must begin with"),
    ],
)
def test_hints_of_another_name(hints: str, grade_id: str, fault: str) -> None:
    (found,) = faults(text(hints, grade_id=grade_id))
    assert found.startswith(fault)


def test_marks_within_html() -> None:
    (found,) = faults(text("<details><summary>Why `x`?</summary>Because.</details>"))
    assert found == "'`x`' in a folded text is shown with its signs: write HTML there"


def test_a_cell_that_is_only_read_and_long() -> None:
    long = code("x = 1\n" * 30)
    (found,) = faults(long)
    assert found == "30 lines in a code cell that students only read (x = 1); at most 25"
    assert faults(long, lines=[30]) == []
    assert faults(code("x = 1\n" * 31), lines=[30]) and faults(long, long, lines=[30])
    assert faults(code(long.source, grade_id="double", solution=True)) == [], "an answer may be long"


def test_an_exception_has_to_fall_with_what_it_allows() -> None:
    (found,) = faults(code("x = 1\n" * 28), lines=[30])
    assert found.endswith("it is now lines = [28]")
    (found,) = faults(lines=[30])
    assert found.endswith("it is now lines and can go")
    (found,) = faults(lnies=[30])
    assert found == "limits.toml has a limit 'lnies' that nothing measures"


def test_a_long_text_without_what_is_folded() -> None:
    folded = "<details><summary>Answer</summary>" + "word " * 200 + "</details>"
    assert faults(text(folded)) == []
    (found,) = faults(text(folded + "word " * 171))
    assert found.startswith("171 words in a text cell")


def test_predictions_are_few_and_their_answers_folded() -> None:
    ask, show = text("**Predict** what comes."), code("print(1)")
    folded, bare = text("<details><summary>Answer</summary>1</details>"), text("It is 1.")
    assert faults(ask, show, folded) == []
    assert faults(ask, show, text("## Another section")) == []
    (found,) = faults(ask, show, bare)
    assert found == "1 predictions without a folded answer (It is 1.); at most 0"
    (found,) = faults(*[ask, show, folded] * 7)
    assert found == "7 predictions in one sitting; at most 6"


def test_exercises_and_minutes_of_a_sitting() -> None:
    assert "8 exercises in one sitting; at most 7" in faults(*[CHECK] * 7)
    (found,) = faults(text("*Hard · 100 minutes*"), code("...", grade_id="double", solution=True))
    assert found == "115 minutes in one sitting; at most 100"
