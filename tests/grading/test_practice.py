"""Bug hunts for after the deadline: who gets which, when, and a student's way through one of them."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import nbformat
import pytest
import tiny_lesson
from hypothesis import given
from hypothesis import strategies as st
from nbclient import NotebookClient
from nbgrader.api import Gradebook

from autograder.checks.scoring import Slip, Verdict
from autograder.practice.hunts import Hunt, changed_lines, chosen, weeks
from autograder.proof.classroom import Submission

from .conftest import House

TODAY = date.today()


# --- which -------------------------------------------------------------------------------------------------------


def hunt(exercise: str, name: str) -> Hunt:
    return Hunt(exercise, Slip(name, "why", "look"), "source", met=False)


HUNTS = [hunt(exercise, f"{exercise}{number}") for exercise in "abc" for number in range(4)]


def verdicts(right: str = "", **named: str) -> dict[str, Verdict]:
    found = {name: Verdict(name, 1, 1, "right") for name in right}
    return found | {
        name: Verdict(name, 0, 1, "wrong", slip=Slip(slip, "", "")) for name, slip in named.items()
    }


def test_own_mistakes_come_first_then_those_of_the_class_and_exercises_take_turns() -> None:
    common = Counter({("a", "a3"): 5, ("a", "a2"): 4, ("c", "c0"): 1})
    found = chosen(HUNTS, verdicts("ac", b="b2"), {}, common, 5, "ada")
    names = [hunt.slip.name for hunt in found]
    assert names[:3] == ["b2", "a3", "c0"] and names[3] == "a2" and names[4][0] == "c"
    assert [hunt.met for hunt in found] == [True, False, False, False, False]


def test_nobody_hunts_in_an_exercise_that_they_have_not_solved() -> None:
    assert chosen(HUNTS, verdicts("", b="unknown"), {}, {}, 9, "ada") == []
    assert {hunt.exercise for hunt in chosen(HUNTS, verdicts("b"), {}, {}, 9, "ada")} == {"b"}


def test_a_check_that_calls_another_answer_needs_a_right_one() -> None:
    needs = {"b": ["a"]}
    assert {hunt.exercise for hunt in chosen(HUNTS, verdicts("b"), needs, {}, 9, "ada")} == set()
    assert {hunt.exercise for hunt in chosen(HUNTS, verdicts("ab"), needs, {}, 9, "ada")} == {"a", "b"}


@given(st.integers(0, 40), st.integers(1, 8))
def test_weeks_hold_every_hunt_once_and_in_order(count: int, n: int) -> None:
    hunts = [hunt("a", str(i)) for i in range(count)]
    dealt = weeks(hunts, n)
    assert [h for week in dealt for h in week] == hunts
    assert len(dealt) <= n and all(dealt) and len({len(week) for week in dealt[:-1]}) <= 1


def test_lines_that_differ_are_counted() -> None:
    assert changed_lines("a\nb\nc", "a\nb\nc") == 0
    assert changed_lines("a\nb\nc", "a\nB\nc") == 1
    assert changed_lines("a\nb\nc", "a") == 2


# --- for a class -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    house = House(tmp_path_factory.mktemp("course"))
    house.autograder("release", tiny_lesson.NAME)
    house.nbgrader("generate_assignment", tiny_lesson.NAME, "--force")
    classroom = house.classroom()
    answers = dict(tiny_lesson.ANSWERS)
    house.hand_in(classroom.answering("right", answers))
    wrong = answers["Scale"].replace("x * self.weight", "x + self.weight")
    house.hand_in(classroom.answering("slip", {**answers, "Scale": wrong}))
    house.hand_in(classroom.answering("untouched", {}))
    house.autograder("grade", tiny_lesson.NAME, "--course", str(house.root), "--workers", "1")
    house.hand_in(classroom.answering("later", answers))
    house.hand_in(classroom.answering("later2", {}))
    house.hand_in(Submission("paper", {"answers.pdf": "%PDF"}))
    return house


def test_where_nothing_is_graded_there_is_one_sentence(new_house: type[House], tmp_path: Path) -> None:
    house = new_house(tmp_path)
    (tmp_path / "submitted" / "ada" / tiny_lesson.NAME).mkdir(parents=True)
    with Gradebook(house.db_url) as gradebook:
        gradebook.add_assignment(tiny_lesson.NAME, duedate="2026-11-01 12:00:00 UTC")
    said = practice(house, ok=False)
    assert (
        f"nothing of {tiny_lesson.NAME} is graded yet: type autograder grade {tiny_lesson.NAME} first" in said
    )


def practice(house: House, *options: str, ok: bool = True) -> str:
    return house.autograder("practice", tiny_lesson.NAME, "--course", str(house.root), *options, ok=ok)


def notebooks(house: House, student: str) -> list[Path]:
    return sorted((house.root / "practice" / student).rglob("*.ipynb"))


def test_without_a_day_nothing_is_written(house: House) -> None:
    said = practice(house, ok=False)
    assert "has no due date" in said and f"--from {TODAY}" in said
    later = TODAY + timedelta(days=3)
    assert f"from {later} on" in practice(house, "--from", str(later), ok=False)
    assert "a day as 2027-03-01 is needed" in practice(house, "--from", "soon", ok=False)
    assert not (house.root / "practice").exists()


def test_a_due_date_and_an_extension_decide(house: House) -> None:
    def due(day: date) -> None:
        with Gradebook(house.db_url) as gradebook:
            gradebook.update_or_create_assignment(tiny_lesson.NAME, duedate=f"{day} 12:00:00 UTC")

    due(TODAY - timedelta(days=2))
    with Gradebook(house.db_url) as gradebook:
        gradebook.find_submission(tiny_lesson.NAME, "slip").extension = timedelta(days=9)
        gradebook.add_student("nobody")
        gradebook.db.commit()
    try:
        said = practice(house)
        assert f"Due on {TODAY + timedelta(days=7)}, extension included: slip\n" in said
        assert "No exercise is solved yet, and no mistake was named: untouched\n" in said
        assert "Not graded yet, so type autograder grade 00_tiny first: later, later2\n" in said
        assert "No notebook was handed in under the lesson's name: paper\n" in said
        assert "Nothing was handed in: nobody\n" in said
        assert "no due date" not in said and said.endswith(f" for 1 student in {house.root / 'practice'}\n")
        assert notebooks(house, "right") and not notebooks(house, "slip")
    finally:
        with Gradebook(house.db_url) as gradebook:
            gradebook.find_assignment(tiny_lesson.NAME).duedate = None
            gradebook.find_submission(tiny_lesson.NAME, "slip").extension = None
            gradebook.remove_student("nobody")
            gradebook.db.commit()


def test_a_student_mends_what_they_met(house: House) -> None:
    """Their own mistake comes first; the check rejects the cell as it is, and gives the points once it is mended."""
    practice(house, "--from", str(TODAY), "--students", "slip", "--weeks", "2", "--hunts", "3")
    first, second = notebooks(house, "slip")
    assert (first.parent.name, second.parent.name) == ("week-1", "week-2")
    notebook = nbformat.read(first, as_version=4)
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    assert "3 wrong answers" in texts[0] and f"{TODAY:%d %B %Y}" in texts[0]
    (met,) = [number for number, cell in enumerate(notebook.cells) if "met it before" in cell.source]
    assert "`Scale`" in notebook.cells[met].source and "the weight is added" not in notebook.cells[met].source
    assert "output" in notebook.cells[met].source  # what the check says of it
    assert "x + self.weight" in notebook.cells[met + 1].source
    assert "BEGIN SOLUTION" not in first.read_text(encoding="utf-8")

    points = run(notebook, first.parent)
    assert points[met + 2] == 0
    notebook.cells[met + 1].source = notebook.cells[met + 1].source.replace("x + self", "x * self")
    assert run(notebook, first.parent)[met + 2] == 3


def test_an_answer_that_a_check_calls_is_the_student_s_own(house: House) -> None:
    practice(house, "--from", str(TODAY), "--students", "right", "--weeks", "1", "--hunts", "30")
    (path,) = notebooks(house, "right")
    notebook = nbformat.read(path, as_version=4)
    sources = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    variance = next(i for i, source in enumerate(sources) if source.startswith("def weighted_variance"))
    before = [source for source in sources[:variance] if source.startswith("def weighted_mean")]
    assert (
        before[-1] == tiny_lesson.ANSWERS["weighted_mean"]
    )  # after the wrong ones, so that no hunt spoils another
    points = run(notebook, path.parent)
    assert all(earned < tiny_lesson.POINTS[name] for name, earned in zip(checks(notebook), points.values()))


def test_an_unknown_student_is_one_sentence(house: House) -> None:
    assert "nothing from 'sli'" in practice(house, "--from", str(TODAY), "--students", "sli", ok=False)


def checks(notebook: nbformat.NotebookNode) -> list[str]:
    found = [cell.source for cell in notebook.cells if cell.source.startswith("@check")]
    return [source.split('"')[1] for source in found]


def run(notebook: nbformat.NotebookNode, folder: Path) -> dict[int, float]:
    """Number of each check's cell → the points that it gives when all cells are run in the notebook's folder."""
    done = NotebookClient(
        nbformat.from_dict(notebook), timeout=600, resources={"metadata": {"path": str(folder)}}
    ).execute()
    return {
        number: float(output.data["text/plain"])
        for number, cell in enumerate(done.cells)
        if cell.cell_type == "code" and cell.source.startswith("@check")
        for output in cell.outputs
        if output.output_type == "execute_result"
    }
