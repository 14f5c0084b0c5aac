"""The page that a student gets back, from notebooks made here: what is on it, in which order, and what is not."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from autograder.checks.scoring import Criterion, Slip, Verdict
from autograder.pages.feedback import page

GRADES = {
    "student": "ada <b>",
    "assignment": "90_noise",
    "notebook": "90_noise",
    "score": 1.5,
    "max_score": 5,
    "late_penalty": 0,
}
SLIP = Slip("the roots of `keep` are missing", "It matters & counts.", "What is `1 - a`?")


def answer(name: str, source: str, comment: str | None = None, outputs: Any = ()) -> NotebookNode:
    metadata = {"nbgrader": {"grade_id": name, "solution": True, "grade": False, "comment": comment}}
    return new_code_cell(source, metadata=metadata, outputs=list(outputs))


def check(name: str, score: float | None, points: float) -> NotebookNode:
    metadata = {
        "nbgrader": {
            "grade_id": f"check_{name}",
            "solution": False,
            "grade": True,
            "score": score,
            "points": points,
        }
    }
    return new_code_cell(f"@check({name!r})", metadata=metadata)


def written(source: str, score: float | None, comment: str | None = None) -> NotebookNode:
    metadata = {"grade_id": "why", "solution": True, "grade": True, "score": score, "points": 2}
    return new_markdown_cell(source, metadata={"nbgrader": {**metadata, "comment": comment}})


def soup(cells: list[NotebookNode], *verdicts: Verdict, **grades: Any) -> BeautifulSoup:
    nb = new_notebook(
        cells=cells, metadata={"autograder": {"verdicts": [verdict.as_dict() for verdict in verdicts]}}
    )
    return BeautifulSoup(page(nb, {**GRADES, **grades}), "html.parser")


def row(found: BeautifulSoup, name: str) -> list[str]:
    cells = found.select_one(f'table a[href="#{name}"]').find_parent("tr").find_all("td")
    return [" ".join(cell.get_text().split()) for cell in cells]


@pytest.fixture
def slipped() -> BeautifulSoup:
    verdict = Verdict("add_noise", 1, 3, "wrong", [Criterion("mixture", False, "is larger")], 3, SLIP)
    return soup(
        [
            new_markdown_cell("## 3 · Signal and noise: `add_noise`\n\nText."),
            answer("add_noise", "def add_noise():\n    return '<i>'", comment="Nearly <there>."),
            check("add_noise", 1, 3),
        ],
        verdict,
    )


def test_the_table_comes_first_and_says_what_was_found(slipped: BeautifulSoup) -> None:
    assert slipped.h1.get_text() == "Feedback for ada <b>"
    assert slipped.select_one("table tbody th").get_text() == "Signal and noise: add_noise"
    assert row(slipped, "add_noise") == ["1 of 3", "The roots of keep are missing Nearly <there>."]
    entry = slipped.select_one("section#add_noise")
    assert slipped.main.find("section").find("table")  # before any entry
    assert "It matters & counts." in entry.get_text() and "Look at" in entry.get_text()
    assert "return '<i>'" in entry.select_one(".answer").get_text()
    assert not slipped.find_all(["script", "img", "i", "b", "link"])


@pytest.mark.parametrize(
    ("verdict", "reason"),
    [
        (Verdict("f", 0, 3, "not answered"), "Not answered"),
        (Verdict("f", 0, 3, "forbidden", notes=["no"]), "Uses what the exercise forbids"),
        (Verdict("f", 0, 3, "refused", notes=["`f` is not defined."]), "f is not defined."),
        (
            Verdict("f", 0, 3, "error", error={"type": "NameError", "message": "name 'y'", "call": "f"}),
            "NameError: name 'y'",
        ),
        (Verdict("f", 0, 3, "unfinished"), "The check did not run to its end"),
        (Verdict("f", 0, 3, "wrong", [Criterion("a", True), Criterion("b", False, "is late")]), "b is late"),
    ],
)
def test_whoever_has_less_than_all_points_reads_why(verdict: Verdict, reason: str) -> None:
    found = soup([answer("f", "x"), check("f", 0, 3)], verdict)
    assert row(found, "f") == ["0 of 3", reason]


def test_full_marks_need_no_reason() -> None:
    right = Verdict("f", 3, 3, "right", [Criterion("a", True)], 2)
    assert row(soup([answer("f", "x"), check("f", 3, 3)], right), "f") == ["3 of 3", ""]
    given = Verdict("f", 0, 3, "wrong", [Criterion("a", False, "is late")])  # a person gave the points
    assert row(soup([answer("f", "x"), check("f", 3, 3)], given), "f") == ["3 of 3", ""]


@pytest.mark.parametrize(
    ("score", "comment", "found"),
    [
        (None, None, ["– of 2", "Not graded yet"]),
        (0, "No response.", ["0 of 2", "Not answered"]),
        (1.25, "Say why.", ["1.25 of 2", "Say why."]),
    ],
)
def test_a_written_question(score: float | None, comment: str | None, found: list[str]) -> None:
    page_ = soup([new_markdown_cell("## Why"), written("Because *so*.", score, comment)])
    assert row(page_, "why") == found
    assert page_.select_one("section#why em").get_text() == "so"


def test_a_file_that_could_not_be_read_is_not_called_unanswered() -> None:
    verdict = Verdict("f", 0, 3, "not answered")
    cells = [answer("f", "the stub"), check("f", 0, 3), written("The released text.", 0, "No response.")]
    ours = {"verdicts": [verdict.as_dict()], "invalid": "the file is not JSON, perhaps cut off"}
    found = BeautifulSoup(
        page(new_notebook(cells=cells, metadata={"autograder": ours}), GRADES), "html.parser"
    )
    assert "could not be read" in found.header.get_text() and "perhaps cut off" in found.header.get_text()
    assert row(found, "f") == ["0 of 3", "Your file could not be read"]
    assert row(found, "why") == ["0 of 2", "Your file could not be read"]
    text = found.get_text()
    assert "ot answered" not in text and "the stub" not in text and "The released text." not in text


def test_what_nobody_has_graded_is_no_0() -> None:
    ours = {"verdicts": [], "invalid": "the file is not JSON, perhaps cut off"}
    cells = [answer("f", "the stub"), check("f", None, 3), written("The released text.", None)]
    shown = page(new_notebook(cells=cells, metadata={"autograder": ours}), {**GRADES, "score": 0})
    found = BeautifulSoup(shown, "html.parser")
    assert found.select_one("p.total").get_text() == "Not graded, of 5 points"
    assert row(found, "f") == ["– of 3", "Your file could not be read"]


def test_formulas_need_no_network_and_no_script() -> None:
    source = r"Then $\frac{a_i}{2}$ and $$\sqrt{x}$$ and $\unknown{$ and $\href{javascript:alert(1)}{y}$ "
    source += "<script>z</script>"
    entry = soup([written(source, None)]).select_one("section#why")
    displays = [formula.get("display") for formula in entry.find_all("math")]
    assert displays[:2] == ["inline", "block"] and entry.find("mfrac") and entry.find("msqrt")
    assert not entry.find_all(["script", "a"])
    assert not [
        value for tag in entry.find_all(True) for value in tag.attrs.values() if "javascript" in value
    ]


def test_a_cell_that_stopped_says_so_once() -> None:
    stopped = new_output(
        "error", ename="ValueError", evalue="late", traceback=["\x1b[31mValueError\x1b[0m: <late>"]
    )
    same = Verdict("f", 0, 3, "error", error={"type": "ValueError", "message": "late"})
    other = Verdict("f", 0, 3, "error", error={"type": "NameError", "message": "f"})
    assert soup([answer("f", "x", outputs=[stopped]), check("f", 0, 3)], same).select_one("pre.error") is None
    shown = soup([answer("f", "x", outputs=[stopped]), check("f", 0, 3)], other).select_one("pre.error")
    assert shown.get_text() == "ValueError: <late>"


def test_points_taken_off_for_lateness_are_told() -> None:
    cells = [answer("f", "x"), check("f", 3, 3)]
    right = Verdict("f", 3, 3, "right", [Criterion("a", True)], 2)
    assert "Handed in late: 2 points" in soup(cells, right, late_penalty=2.0).header.get_text()
    assert "late" not in soup(cells, right).header.get_text()


@pytest.mark.parametrize(
    "sentence",
    [
        "The cell ran longer than 60 seconds and was stopped.",
        "The kernel stopped: it used more memory than it may.",
        "Your code ended the Python process.",
    ],
)
def test_a_check_that_was_stopped_says_why_and_not_that_values_differ(sentence: str) -> None:
    unfinished = Verdict(
        "f", 0, 3, "unfinished", [Criterion("a", False), Criterion("b", False)], 7, notes=[sentence]
    )
    assert row(soup([answer("f", "x"), check("f", 0, 3)], unfinished), "f") == ["0 of 3", sentence]
    ours = {"verdicts": [unfinished.as_dict()], "incidents": {"f": sentence}}
    ended = page(
        new_notebook(cells=[answer("f", "x"), check("f", 0, 3)], metadata={"autograder": ours}), GRADES
    )
    assert row(BeautifulSoup(ended, "html.parser"), "f") == ["0 of 3", sentence]


@pytest.mark.parametrize(
    ("verdict", "ours", "reason"),
    [
        (
            Verdict("f", 0, 3, "error", error={"type": "NameError", "message": "name 'f' is not defined"}),
            {"stopped": {"f": {"type": "ValueError", "message": "later"}}},
            "Your cell stops with ValueError: later",
        ),
        (
            Verdict("f", 0, 3, "error", error={"type": "NameError", "message": "name 'f' is not defined"}),
            {"stopped": {"f": {"type": "MemoryError", "message": ""}}},
            "Your cell stops with MemoryError",
        ),
        (
            Verdict("f", 0, 3, "refused", notes=["The cell of `f` does not define it."]),
            {"incidents": {"f": "The cell ran longer than 60 seconds and was stopped."}},
            "The cell ran longer than 60 seconds and was stopped.",
        ),
    ],
)
def test_an_answer_that_defines_nothing_is_told_what_its_cell_did(
    verdict: Verdict, ours: dict[str, Any], reason: str
) -> None:
    """Not what its check met afterwards."""
    known = {"verdicts": [verdict.as_dict()], **ours}
    nb = new_notebook(cells=[answer("f", "x"), check("f", 0, 3)], metadata={"autograder": known})
    assert row(BeautifulSoup(page(nb, GRADES), "html.parser"), "f") == ["0 of 3", reason]
