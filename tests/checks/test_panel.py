"""What a student reads: the same words in HTML and in plain text, and nothing of theirs that a browser would obey."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from autograder.checks import panel
from autograder.checks.own_cell import CANNOT_READ
from autograder.checks.scoring import Criterion, Slip, Verdict

EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)> & \"quotes\" 'and' `ticks`"
SLIP = Slip(
    "the scores are not scaled", "Unscaled `scores` spread as √d.", "Which factor brings them back to 1?"
)
VERDICTS = {
    "right": Verdict("scaled_dot_score", 3, 3, "right", [Criterion("scores", True)], cases=4),
    "right, noted": Verdict(
        "f", 1.5, 1.5, "right", [Criterion("y", True)], cases=1, notes=["Your code changes x."]
    ),
    "several right": Verdict(
        "f", 3, 3, "right", [Criterion(c, True) for c in ("y", "grad_x", "grad_w")], cases=2
    ),
    "slip": Verdict(
        "f",
        0,
        3,
        "wrong",
        [Criterion("scores", False, "(2, 4) is the right shape; every value is zero")],
        slip=SLIP,
    ),
    "partly": Verdict(
        "f",
        1.33,
        2,
        "wrong",
        [Criterion("output", True), Criterion("grad_weight", False, "is None")],
        cases=2,
    ),
    "error": Verdict(
        "f",
        0,
        3,
        "error",
        [Criterion("y", False)],
        error={
            "type": "RuntimeError",
            "message": "size mismatch",
            "call": "f(x (2, 3))",
            "line": 2,
            "code": "x @ y",
        },
    ),
    "error without a call": Verdict(
        "f",
        0,
        3,
        "error",
        [Criterion("y", False)],
        error={"type": "NameError", "message": "name 'f' is not defined"},
    ),
    "error in some cases": Verdict(
        "f",
        1,
        3,
        "error",
        [Criterion("y", True), Criterion("z", False, "is None")],
        error={"type": "KeyError", "message": "'a'", "call": "f(x=1)", "line": 1, "code": "return d[x]"},
    ),
    "forbidden": Verdict("f", 0, 3, "forbidden", notes=["Your cell may not use `line 1: torch.softmax`."]),
    "unfinished": Verdict(
        "f", 0, 3, "unfinished", [Criterion("y", False)], notes=["The cell ran longer than 10 s."]
    ),
    "not answered": Verdict("f", 0, 3, "not answered"),
}


class Words(HTMLParser):
    """The words that a browser shows."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.hidden = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.hidden = tag == "style"

    def handle_endtag(self, tag: str) -> None:
        self.hidden = False

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.found.append(data)

    @property
    def words(self) -> list[str]:
        return " ".join(self.found).split()


def words(text: str) -> str:
    """Only what is read: white space and the label of a note may differ."""
    return re.sub(r"\s+|Note", "", text)


@pytest.mark.parametrize("name", VERDICTS)
def test_html_says_in_words_what_the_text_says(name: str) -> None:
    verdict = VERDICTS[name]
    assert words("".join(Words(panel.html(verdict)).found)) == words(panel.text(verdict))


def test_one_quiet_line_when_all_is_right() -> None:
    assert (
        panel.text(VERDICTS["right"])
        == "scaled_dot_score · 3 of 3 points · scores agree with the reference on 4 inputs"
    )
    assert panel.text(VERDICTS["not answered"]) == "f · not answered yet"
    assert panel.text(VERDICTS["several right"]).endswith(
        "y, grad_x and grad_w agree with the reference on 2 inputs"
    )
    names = ("y", "x unchanged", "w unchanged")
    left_alone = Verdict("f", 3, 3, "right", [Criterion(name, True) for name in names], 2)
    assert " ".join(panel.text(left_alone).split()).endswith(
        "y agrees with the reference on 2 inputs, and your code leaves x and w unchanged"
    )


def test_the_panel_of_a_known_slip() -> None:
    lines = panel.text(VERDICTS["slip"]).splitlines()
    assert lines[0] == "f · 0 of 3 points"
    assert lines[1].split() == ["scores", *"(2, 4) is the right shape; every value is zero".split()]
    assert lines[2] == "This is what comes out when the scores are not scaled."
    assert lines[3].split("  ")[-1] == "Unscaled scores spread as √d."
    assert "Look at" in lines[4] and len(lines) == 5


def test_the_panel_says_that_there_is_another_mistake() -> None:
    whole = VERDICTS["slip"]
    part = replace(whole, another=True, part="In `grad_x`")
    both = replace(whole, another=True)
    first = "In grad_x, this is what comes out when the scores are not scaled. There is another mistake: fix this one"
    first += " first,"
    second = "This is what comes out when the scores are not scaled, together with another mistake. Fix this one first,"
    for verdict, words in ((part, first), (both, second)):
        assert f"{words} then run the check again." in " ".join(panel.text(verdict).split())
        assert " ".join(Words(panel.html(verdict)).words).count("another mistake") == 1


def test_the_line_of_the_stub_that_was_left_in_the_cell() -> None:
    line = "raise NotImplementedError()"
    error = {"type": "NotImplementedError", "message": "", "call": "f", "code": line, "line": 5}
    told = " ".join(panel.text(Verdict("f", 0, 3, "error", error=error)).split())
    assert told.endswith(
        f"Line 5 of your cell is still {line}: delete it, run the cell again, then this check."
    )
    assert told.count("NotImplementedError") == 1
    elsewhere = panel.text(
        Verdict("g", 0, 3, "error", error=error)
    )  # in the cell of another answer that g calls
    assert "f stopped at line 5" in elsewhere and "delete it" not in elsewhere


def test_a_cell_that_python_cannot_read_is_told_of_once() -> None:
    error = {"type": "SyntaxError", "message": "'(' was never closed, line 3: `return f(x`"}
    lines = panel.text(Verdict("f", 0, 3, "error", error=error, notes=[CANNOT_READ])).splitlines()
    assert lines[1] == "Python can't read your cell: '(' was never closed, line 3: return f(x"
    assert lines[2].split() == ["Note", *CANNOT_READ.split()] and len(lines) == 3


def test_an_error_without_a_message_ends_with_its_type() -> None:
    error = {"type": "StopIteration", "message": "", "call": "f", "code": "next(rows)", "line": 2}
    assert "StopIteration:" not in panel.text(Verdict("f", 0, 3, "error", error=error))


@pytest.mark.parametrize("name", VERDICTS)
def test_words_that_no_student_should_read(name: str) -> None:
    for text in (panel.text(VERDICTS[name]), panel.html(VERDICTS[name])):
        assert not re.search(
            r"Traceback|AssertionError|mismatched elements|congratulations|great|!\s", text, re.IGNORECASE
        )


def evil_verdicts() -> list[Verdict]:
    """Everything that a student can put words into, filled with what a browser would run."""
    error = dict.fromkeys(("type", "message", "call", "code"), EVIL) | {"line": 1}
    criteria = [Criterion("y", False, EVIL), Criterion(EVIL, False, EVIL), Criterion(EVIL, True)]
    return [
        Verdict(EVIL, 0, 3, state, criteria, error=error, notes=[EVIL], slip=Slip(EVIL, EVIL, EVIL))
        for state in ("wrong", "error", "right", "unfinished", "forbidden", "not answered")
    ]


@pytest.mark.parametrize("verdict", evil_verdicts(), ids=lambda verdict: verdict.state)
def test_what_a_student_wrote_is_shown_and_not_obeyed(verdict: Verdict) -> None:
    shown = Words(panel.html(verdict))
    assert shown.tags <= {
        "style",
        "div",
        "p",
        "span",
        "strong",
        "code",
        "dl",
        "dt",
        "dd",
        "table",
        "tr",
        "td",
    }
    assert shown.attributes <= {"class", "role", "id"}
    assert "<script>alert(1)</script>" in "".join(shown.found)


def test_text_fits_a_terminal() -> None:
    long = Verdict(
        "f",
        0,
        3,
        "wrong",
        [Criterion("output", False, "word " * 60)],
        slip=Slip("a " * 80, "b " * 80, "c " * 80),
    )
    assert max(map(len, panel.text(long).splitlines())) <= 100


def test_points_without_needless_decimals() -> None:
    assert [panel.number(x) for x in (0, 3, 3.0, 1.5, 0.67, 10, 100)] == [
        "0",
        "3",
        "3",
        "1.5",
        "0.67",
        "10",
        "100",
    ]


def test_what_never_ran_is_not_said_to_differ() -> None:
    """A cell that hangs: nothing came back, so nothing can be said of the values."""
    hung = VERDICTS["unfinished"]
    assert "differs" not in panel.text(hung) and "differs" not in panel.html(hung)
    assert "The cell ran longer than 10 s." in panel.text(hung)
    reached = replace(hung, criteria=[Criterion("y", False, "is None"), Criterion("z", False)])
    assert "is None" in panel.text(reached) and "differs" not in panel.text(reached)
