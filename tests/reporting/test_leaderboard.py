"""The leaderboard of a class report: who needs the fewest bits, by pseudonym where the report is."""

from __future__ import annotations

from pathlib import Path

import classes
import pytest
from bs4 import BeautifulSoup

from autograder.checks.scoring import Criterion, Verdict
from autograder.grading.shown_names import Naming, by_id
from autograder.reporting import gather, page
from autograder.reporting.pseudonyms import pseudonym

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # of nbgrader's own
LESSON = "99_next"
EXERCISES = [classes.Made("predict", 10, "return best"), classes.Made("count", 2, "return n")]
BITS = {"ada": 2.125, "bo": 1.9871, "cy": 2.125, "di": None, "eve": 0.5}
STATES = {"eve": "forbidden"}


def hidden(student: str) -> str:
    return pseudonym(b"a secret", student)


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> classes.School:
    made = classes.School(tmp_path_factory.mktemp("school"), list(BITS))
    made.add_lesson(LESSON, EXERCISES)
    for student, bits in BITS.items():
        verdict = Verdict("predict", 10, 10, STATES.get(student, "right"), [Criterion("scores", True)])
        verdict.measured = {} if bits is None else {"scores": bits}
        if student in STATES or bits is None:
            verdict.points = 0
        made.hand_in(student, LESSON, [verdict, Verdict("count", 2, 2, "right")], {"predict": "return best"})
    return made


def board(school: classes.School, naming: Naming = by_id) -> list[list[str]]:
    group = gather.one_lesson(school.course, LESSON, [LESSON], naming)
    soup = BeautifulSoup(page.lesson_page(group, pseudonyms=naming is not by_id), "html.parser")
    (section,) = soup.find_all("section", {"aria-labelledby": "leaders-1"})
    assert "Leaderboard of predict" in section.get_text() and "count" not in section.get_text()
    return [[cell.get_text() for cell in row.find_all(["td", "th"])] for row in section.tbody.find_all("tr")]


def test_the_fewest_bits_stand_first_and_equals_share_a_place(school: classes.School) -> None:
    assert board(school) == [
        ["1", "bo", "1.987", "10"],
        ["2", "ada", "2.125", "10"],
        ["2", "cy", "2.125", "10"],
    ]


def test_by_pseudonym_no_name_is_in_it(school: classes.School) -> None:
    rows = board(school, hidden)
    assert [row[2] for row in rows] == ["1.987", "2.125", "2.125"] and rows[0][1] == hidden("bo")
    assert {row[1] for row in rows} == {hidden(student) for student in ("bo", "ada", "cy")}


def test_a_lesson_that_measures_nothing_has_none(tmp_path: Path) -> None:
    made = classes.School(tmp_path, ["ada"])
    made.add_lesson(LESSON, EXERCISES)
    made.hand_in("ada", LESSON, [Verdict("predict", 10, 10, "right"), Verdict("count", 2, 2, "right")])
    assert "Leaderboard" not in page.lesson_page(gather.one_lesson(made.course, LESSON, [LESSON]))
