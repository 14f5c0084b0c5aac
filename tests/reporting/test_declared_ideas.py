"""What a class declares of its ideas: read as data, named only where enough students name it."""

from __future__ import annotations

from pathlib import Path

import classes
import pytest
from bs4 import BeautifulSoup

from autograder.checks.scoring import Criterion, Verdict
from autograder.reporting import gather, page
from autograder.reporting.declared_ideas import LARGEST, MOST, ideas_in

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # of nbgrader's own
LESSON = "99_next"
DECLARED = {
    "ada": '{"Muon": 0.21, "RMSNorm": 0.03}',
    "bo": '{"  muon ": 0.25, "<script>alert(1)</script>": 0.1, "rmsnorm": -0.01}',
    "cy": '{"MUON": 0.19, "Ada did this": 2.0}',
    "di": "dict(Muon=99)",
    "eve": '{"Muon": 1e300}',
}


def answer(ideas: str) -> str:
    return f"IDEAS = {ideas}\n\n\ndef predict():\n    return 1"


@pytest.mark.parametrize(
    "ideas",
    [
        "",
        "IDEAS = 3",
        "IDEAS = open('/etc/passwd')",
        "IDEAS = {**x}",
        "IDEAS = {'a': True, 'b': None, 'c': '1', 'd': [1], 4: 1, 'e': 1j, 'f': float('nan'), 'g': 1e999}",
        f"IDEAS = {{'a': {LARGEST + 0.1}, 'b': {10**300}}}",
        "IDEAS = {'" + "x" * 49 + "': 0.1, '': 0.1, '\\u202e': 0.1, 'a\\x00b': 0.1}",
        "IDEAS = " + "(" * 300 + "{}" + ")" * 300,
        "def broken(:",
    ],
)
def test_what_is_no_list_of_ideas_declares_none(ideas: str) -> None:
    assert ideas_in(ideas) == {}


def test_names_have_one_spelling_and_there_are_not_too_many() -> None:
    assert ideas_in(answer('{"  RMS\\nNorm": -0.5, "rms norm": 0.2}')) == {"rms norm": -0.5}
    many = {f"idea {i}": 0.1 for i in range(10 * MOST)}
    assert len(ideas_in(answer(repr(many)))) == MOST


def report(folder: Path, declared: dict[str, str]) -> BeautifulSoup:
    made = classes.School(folder, list(declared))
    made.add_lesson(LESSON, [classes.Made("predict", 10, "return best")])
    for student, ideas in declared.items():
        verdict = Verdict("predict", 10, 10, "right", [Criterion("scores", True)], measured={"scores": 2.0})
        made.hand_in(student, LESSON, [verdict], {"predict": answer(ideas)})
    group = gather.one_lesson(made.course, LESSON, [LESSON])
    return BeautifulSoup(page.lesson_page(group), "html.parser")


def test_an_idea_is_named_once_three_students_name_it(tmp_path: Path) -> None:
    (section,) = report(tmp_path, DECLARED).find_all("section", {"aria-labelledby": "ideas-1"})
    rows = [[cell.get_text() for cell in row.find_all(["td", "th"])] for row in section.tbody.find_all("tr")]
    assert rows == [["muon", "3", "+0.210", "+0.190", "+0.250"]]
    said = section.get_text()
    assert "3 students declared" in said and "3 more ideas by fewer than 3" in said
    assert "alert" not in said and "Ada did this" not in said.title() and "ada did" not in said


def test_a_class_without_ideas_has_no_such_section(tmp_path: Path) -> None:
    assert not report(tmp_path, {"ada": "{}"}).find_all("section", {"aria-labelledby": "ideas-1"})
