"""Each lost point has one cause, and no one is accused of something that was not seen."""

from __future__ import annotations

from typing import Any

import pytest

from autograder.checks.scoring import Slip, Verdict, forbidden_verdict
from autograder.grading import student_rows
from autograder.grading.causes import causes

NAME_ERROR = {"type": "NameError", "message": "name 'f' is not defined"}


def told(verdict: Verdict, **ours: Any) -> tuple[str, str] | None:
    found = causes({"verdicts": [verdict.as_dict()], **ours})
    return (found[0].name, found[0].told) if found else None


@pytest.mark.parametrize(
    ("verdict", "name", "line"),
    [
        (Verdict("f", 1, 2, "wrong", slip=Slip("it is late", "w", "l")), "it is late", "f: it is late"),
        (
            Verdict("f", 0, 2, "forbidden"),
            "it uses what the exercise forbids",
            "f: uses what the exercise forbids",
        ),
        (
            forbidden_verdict("f", 2, ["line 3: torch.softmax", "line 9: torch.softmax", "line 4: .T"]),
            "it uses what the exercise forbids (.T, torch.softmax)",
            "f: uses what the exercise forbids (line 3: torch.softmax; line 9: torch.softmax; line 4: .T)",
        ),
        (
            forbidden_verdict("f", 2, ["in of_ada, line 2: eval", "line 2: ada.f_globals"]),
            "it uses what the exercise forbids (eval)",
            "f: uses what the exercise forbids (in of_ada, line 2: eval; line 2: ada.f_globals)",
        ),
        (
            Verdict("f", 0, 2, "refused", notes=["The cell of `f` does not define it."]),
            "its cell does not define it",
            "f: The cell of `f` does not define it.",
        ),
        (
            Verdict("f", 0, 2, "error", error={"type": "SyntaxError", "message": "x"}),
            "Python can't read its cell (SyntaxError)",
            "f: SyntaxError: x",
        ),
        (
            Verdict("f", 0, 2, "error", error=NAME_ERROR),
            "it stops with NameError",
            "f: stops with NameError: name 'f' is not defined",
        ),
        (
            Verdict("f", 0, 2, "unfinished"),
            "the check doesn't run to its end",
            "f: the check did not run to its end",
        ),
        (Verdict("f", 1, 2, "wrong"), "", ""),
    ],
)
def test_what_happened_is_the_cause(verdict: Verdict, name: str, line: str) -> None:
    assert told(verdict) == (name, line)


def test_under_pseudonyms_no_name_of_a_helper_is_told() -> None:
    row = student_rows.Row("ada", 0, 2, "graded")
    found = {"verdicts": [forbidden_verdict("f", 2, ["in of_ada, line 2: eval"]).as_dict()]}
    student_rows._take(row, student_rows._without_words(found))
    assert row.mistakes == ["f: uses what the exercise forbids"]


def test_right_and_unanswered_have_none() -> None:
    assert told(Verdict("f", 2, 2, "right")) is None and told(Verdict("f", 0, 2, "not answered")) is None


def test_a_check_that_was_stopped_names_the_end_in_the_row_and_in_the_count() -> None:
    long = "its cell takes too long and is stopped"
    assert told(Verdict("f", 0, 2, "unfinished"), ends={"f": "time"}) == (long, f"f: {long}")


def test_a_cell_that_stops_before_it_defines_its_answer_is_told_with_its_own_error() -> None:
    """The check's NameError says no more than that nothing was there."""
    verdict = Verdict("f", 0, 2, "error", error=NAME_ERROR)
    own = {"f": {"type": "ValueError", "message": "later"}}
    assert told(verdict, stopped=own) == ("it stops with ValueError", "f: stops with ValueError: later")
    assert told(verdict, stopped=own, ends={"f": "time"}) == ("its cell takes too long and is stopped", "")


def test_a_cell_that_was_stopped_is_no_missing_name() -> None:
    """Its process is gone and so is the name; the line about the end is among the row's reasons already."""
    verdict = Verdict("f", 0, 2, "error", error=NAME_ERROR)
    assert told(verdict, ends={"f": "time"}) == ("its cell takes too long and is stopped", "")
    assert told(verdict, ends={"f": "disk"}) == ("its cell is stopped", "")
    assert told(verdict, ends={"g": "time"}) == (
        "it stops with NameError",
        "f: stops with NameError: name 'f' is not defined",
    )
    refused = Verdict("f", 0, 2, "refused", notes=["The cell of `f` does not define it."])
    assert told(refused, ends={"f": "exit"}) == ("its cell ends the Python process", "")
    row = student_rows.Row("ada", 0, 2, "graded")
    data = {
        "verdicts": [refused.as_dict()],
        "ends": {"f": "time"},
        "incidents": {"f": "The cell ran too long."},
    }
    student_rows._take(row, data)
    assert [*row.mistakes, *row.reasons] == ["f: The cell ran too long."], (
        "the true cause, and nothing before it"
    )
