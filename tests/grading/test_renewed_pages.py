"""What changes points or lateness changes the class page too, which names whoever handed in nothing."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import classes
import houses
import pytest
import tiny_lesson
from nbgrader.api import Gradebook

from autograder import cli
from autograder.checks.scoring import Criterion, Verdict
from autograder.commands import class_run, regrade
from autograder.grading import regrade_log
from autograder.grading import run as grading_run
from autograder.grading.regrade_notes import Note
from autograder.grading.submissions import Course, Submission
from autograder.grading.worker import Graded

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


def checked(course: Course, student: str) -> float:
    """A student's points from the check, as the gradebook has them."""
    with Gradebook(course.db_url) as gradebook:
        grade: Any = gradebook.find_grade("check_Scale", NAME, NAME, student)
        return grade.auto_score


def test_an_erratum_that_was_stopped_is_finished_by_running_it_again(
    house: houses.House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first run stops after one of two students; then gradebook, page, table and record agree."""
    course = Course(house.root, house.db_url)
    class_run.write_class_page(course, house.lesson, str)
    regrade_log.add(house.root, NAME, asked=[Note("emmy", "Scale", "why?"), Note("leo", "Scale", "and I?")])
    stops_after = 1

    def graded(todo: Sequence[Submission], *_: Any) -> Iterator[tuple[Submission, Graded]]:
        for count, submission in enumerate(todo):
            if count == stops_after:
                raise KeyboardInterrupt
            path = course.autograded_of(NAME, submission.student) / f"{NAME}.ipynb"
            content = json.loads(path.read_text(encoding="utf-8"))
            verdict = Verdict("Scale", 1, 3, "wrong", [Criterion("output", False)], 1)
            content["metadata"]["autograder"]["verdicts"] = [verdict.as_dict()]
            result = {"data": {"text/plain": "1"}, "metadata": {}, "execution_count": 1}
            content["cells"][1]["outputs"] = [{"output_type": "execute_result", **result}]
            yield submission, Graded(submission.student, {NAME: json.dumps(content)})

    monkeypatch.setattr(grading_run, "_graded", graded)
    monkeypatch.setattr(grading_run, "_refuse_weak_sandbox", lambda config: None)
    monkeypatch.setattr(class_run, "import_ahead", lambda folder, lesson: None)
    monkeypatch.setattr(regrade, "chosen_lesson", lambda options: house.lesson)
    monkeypatch.setenv("AUTOGRADER_SECRET_FILE", house.environment["AUTOGRADER_SECRET_FILE"])
    command = ["regrade", NAME, "--erratum", "Scale adds", "--course", str(house.root)]
    assert cli.main(command) == 130
    assert "type the same command again" in capsys.readouterr().err
    assert [checked(course, student) for student in ("emmy", "leo")] == [1, 3], "half of it is done"
    stops_after = 99
    for changes in (2, 0):
        assert cli.main(command) == 0
        assert f"2 graded again, {changes} have other points" in capsys.readouterr().out
        assert [checked(course, student) for student in ("emmy", "leo")] == [1, 1]
    with page(house).with_suffix(".csv").open(encoding="utf-8", newline="") as file:
        assert {row["student"]: row["Scale"] for row in csv.DictReader(file)} == {"emmy": "1", "leo": "1"}
    lines = (house.root / "regrades.jsonl").read_text(encoding="utf-8").splitlines()
    _, first, second = map(json.loads, lines)
    assert {change["student"]: (change["before"], change["after"]) for change in first["changes"]} == {
        "emmy": (3, 1),
        "leo": (3, 1),
    }
    assert {reply["student"] for reply in first["replies"]} == {"emmy", "leo"} and not second["changes"]
