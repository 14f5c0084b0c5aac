"""What changes points or lateness changes the class page too, which names whoever handed in nothing."""

from __future__ import annotations

import csv
from pathlib import Path

import classes
import houses
import pytest
import tiny_lesson

from autograder.checks.scoring import Verdict
from autograder.commands import class_run
from autograder.grading.submissions import Course

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # of nbgrader's own
NAME = tiny_lesson.NAME


@pytest.fixture
def house(tmp_path: Path) -> houses.House:
    """leo was late and emmy was not; noor and zoe handed in nothing."""
    school = classes.School(tmp_path, ["emmy", "leo", "noor", "zoe"])
    school.add_lesson(NAME, [classes.Made("Scale", 3, "...")])
    for student, hours in {"emmy": -1, "leo": 42}.items():
        school.hand_in(student, NAME, [Verdict("Scale", 3, 3, "right")], hours=hours)
    return houses.House(tmp_path, new=True)


def page(house: houses.House) -> Path:
    return house.root / "build" / "grades" / f"{NAME}.html"


def roster(house: houses.House, extension: str) -> str:
    (house.root / "ext.csv").write_text(f"student,extension {NAME}\nleo,{extension}\n", encoding="utf-8")
    return house.autograder("roster", "ext.csv", "--course", str(house.root))


def test_an_extension_is_on_the_class_page_at_once(house: houses.House) -> None:
    said = roster(house, "1 day")
    assert "1 extension noted" in said and not page(house).exists(), "nothing is made that nobody asked for"
    course = Course(house.root, house.db_url)
    rows, absent = class_run.write_class_page(course, house.lesson, str)
    assert len(rows) == 2 and absent == ["noor", "zoe"]
    assert "<strong>Nothing handed in:</strong> noor, zoe" in page(house).read_text(encoding="utf-8")
    assert f"the class page has the change: {page(house)}" in roster(house, "3 days")
    told = "handed in 1 d 18 h late, but within an extension of 3 d; no points are taken off"
    assert told in page(house).read_text(encoding="utf-8")
    with page(house).with_suffix(".csv").open(encoding="utf-8", newline="") as file:
        assert {row["student"]: row["reasons"] for row in csv.DictReader(file)} == {"emmy": "", "leo": told}
    assert "has the change" not in roster(house, "3 days"), "nothing has changed"
    said = roster(house, "0")
    assert "1 extension taken back" in said and "noted" not in said
    assert "handed in 1 d 18 h late; no points" in page(house).read_text(encoding="utf-8")


def test_where_everybody_handed_in_there_is_no_such_line(house: houses.House) -> None:
    for student in ("noor", "zoe"):
        (house.root / "submitted" / student / NAME).mkdir(parents=True)
    class_run.write_class_page(Course(house.root, house.db_url), house.lesson, str)
    assert "Nothing handed in" not in page(house).read_text(encoding="utf-8")
