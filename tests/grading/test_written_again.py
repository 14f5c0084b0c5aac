"""A table of written answers is taken again: one's own correction counts, what came from elsewhere stays."""

from __future__ import annotations

import csv
from pathlib import Path

import classes
import houses
import pytest
import tiny_lesson

from autograder.errors import CourseError
from autograder.grading import points_history
from autograder.grading.gradebook import opened
from autograder.lesson.written_questions import questions
from autograder.release.build import nbgrader_config
from autograder.reporting import written_answers

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # of nbgrader's own
NAME, QUESTION = tiny_lesson.NAME, "written_why"


class Desk:
    """A graded class, and the table of its written answers."""

    def __init__(self, root: Path) -> None:
        self.school = classes.with_written_answers(root, NAME, ["ada", "emmy"])
        self.house = houses.House(root, new=True)
        self.asked = questions(self.house.lesson)
        self.table = root / "build" / "grades" / f"{NAME}-written.csv"

    def write(self) -> str:
        return self.house.autograder("written", NAME, "--course", str(self.house.root))

    def fill(self, points: str, comment: str = "") -> None:
        with self.table.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        with self.table.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows([{**row, "points": points, "comment": comment} for row in rows])

    def take(self, replace: bool = False, students: tuple[str, ...] = ()) -> written_answers.Taken:
        found = written_answers.groups(self.school.course, NAME, self.asked)
        config = nbgrader_config(self.house.root / "nbgrader_config.py")
        return written_answers.take(
            self.school.course, NAME, self.asked, found, self.table, config, replace, students
        )

    def give(
        self, student: str, points: float | None = None, comment: str = "", why: str = "formgrader"
    ) -> None:
        """As somebody else gives it."""
        place = QUESTION, NAME, NAME, student
        with opened(self.school.url) as gradebook, points_history.because(why):
            if points is not None:
                gradebook.find_grade(*place).manual_score = points
            if comment:
                gradebook.find_comment(*place).manual_comment = comment
            gradebook.db.commit()

    def points(self) -> dict[str, float]:
        with opened(self.school.url) as gradebook:
            return {s: gradebook.find_grade(QUESTION, NAME, NAME, s).manual_score for s in ("ada", "emmy")}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path / "course")
    desk.write()
    desk.fill("0.25")
    return desk


def test_the_same_tables_correction_needs_no_replace(desk: Desk) -> None:
    command = "written", NAME, "--course", str(desk.house.root), "--take", str(desk.table)
    assert "2 grades written" in desk.house.autograder(*command)
    desk.fill("0.5", "Nearly.")
    said = desk.house.autograder(*command)
    assert "2 grades written" in said and "kept" not in said
    assert desk.points() == {"ada": 0.5, "emmy": 0.5}
    desk.fill("1", "Nearly right.")
    assert desk.take().written == 2, "the next correction, and one of the comment"


@pytest.mark.parametrize("why", ["formgrader", "regrade request: you are right"])
def test_what_came_from_elsewhere_stays_and_says_from_where(desk: Desk, why: str) -> None:
    desk.take()
    desk.give("ada", 1.5, why=why)
    desk.fill("0.5")
    command = "written", NAME, "--course", str(desk.house.root), "--take", str(desk.table)
    said = desk.house.autograder(*command)
    assert (
        "1 grade written" in said
        and f"kept: ada, {QUESTION}: 1.5 points by {points_history.who()}, 20" in said
    )
    assert f" UTC ({why})\n" in said and "undoes all of these, points from a regrade too" in said
    assert "--students ada" in said and desk.points() == {"ada": 1.5, "emmy": 0.5}


def test_replacing_can_be_for_one_student(desk: Desk) -> None:
    desk.take()
    for student in ("ada", "emmy"):
        desk.give(student, 1.5)
    taken = desk.take(replace=True, students=("ada",))
    assert taken.written == 1 and desk.points() == {"ada": 0.25, "emmy": 1.5}
    assert [student for _, student, _ in desk.take().kept] == ["emmy"]
    with pytest.raises(CourseError, match="no answer from 'adda'"):
        desk.take(students=("adda",))


def test_a_comment_from_elsewhere_stays_too(desk: Desk) -> None:
    desk.take()
    desk.give("ada", comment="See me.")
    ((_, student, others),) = desk.take().kept
    assert student == "ada" and others.startswith("the comment by ") and others.endswith("(formgrader)")


def test_another_persons_table_is_from_elsewhere(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUPYTERHUB_USER", "ta-2")
    desk.take()
    monkeypatch.setenv("JUPYTERHUB_USER", "ta-1")
    desk.fill("1")
    taken = desk.take()
    assert taken.written == 0 and {others.split(" UTC")[0][:21] for *_, others in taken.kept} == {
        "0.25 points by ta-2, "
    }
    assert all("autograder written" in others for *_, others in taken.kept)


def test_a_corrected_rubric_leaves_where_the_points_are_from(desk: Desk) -> None:
    correction = f"autograder written {NAME} --correct"
    desk.take()
    desk.give("ada", 1.5)
    for student in ("ada", "emmy"):
        desk.give(student, 0.75, why=correction)
    desk.fill("1")
    taken = desk.take()
    assert taken.written == 1 and desk.points() == {"ada": 0.75, "emmy": 1}
    assert "0.75 points" in taken.kept[0][2] and "(formgrader)" in taken.kept[0][2]


def test_points_that_no_note_explains_stay(desk: Desk) -> None:
    from sqlalchemy import text

    desk.take()
    with opened(desk.school.url) as gradebook:
        gradebook.db.execute(text("UPDATE grade SET manual_score = 2 WHERE manual_score = 0.25"))
        gradebook.db.commit()
    desk.fill("1")
    assert {others for *_, others in desk.take().kept} == {"nothing tells where 2 points came from"}


def test_a_question_without_answers_says_why(desk: Desk) -> None:
    for step in ("autograded", "submitted"):
        for path in (desk.house.root / step).rglob("*.ipynb"):
            path.unlink()
        said = desk.write()
        reason = (
            f"no {NAME}.ipynb is graded yet: type autograder grade {NAME}"
            if step == "autograded"
            else f"nobody has handed in {NAME}.ipynb"
        )
        assert f"{QUESTION}: no answers; {reason}\n" in said
        assert f"No answers: {reason}." in desk.table.with_suffix(".html").read_text(encoding="utf-8")


def change_answer(desk: Desk, student: str, text: str) -> None:
    """As a student who hands in again and is graded again."""
    path = desk.house.root / "autograded" / student / NAME / f"{NAME}.ipynb"
    path.write_text(path.read_text(encoding="utf-8").replace(f"As {student} says.", text), encoding="utf-8")
    with opened(desk.school.url) as gradebook:
        gradebook.find_grade(QUESTION, NAME, NAME, student).needs_manual_grade = True
        gradebook.db.commit()


def test_a_changed_answer_does_not_get_its_old_points_by_the_way(desk: Desk) -> None:
    """Its row says what was given before, and is empty until somebody fills it in."""
    desk.take()
    change_answer(desk, "ada", "The very opposite.")
    said = desk.write()
    assert "1 row has an answer that was changed after it had been graded: the column again" in said, said
    with desk.table.open(encoding="utf-8", newline="") as file:
        rows = {row["begins"]: row for row in csv.DictReader(file)}
    assert rows["The very opposite."]["points"] == "" and rows["As emmy says."]["points"] == "0.25"
    told = "1 student has 0.25 points for an earlier answer"
    assert (rows["The very opposite."]["again"], rows["As emmy says."]["again"]) == (told, "")
    assert told in desk.table.with_suffix(".html").read_text(encoding="utf-8")
    assert desk.take().written == 0
    with opened(desk.school.url) as gradebook:
        assert gradebook.find_grade(QUESTION, NAME, NAME, "ada").needs_manual_grade, "nobody has confirmed it"
    desk.fill("0.25")
    assert desk.take().written == 1 and "1 row has" not in desk.write()


def test_a_table_without_the_column_of_earlier_answers_is_taken(desk: Desk) -> None:
    text = desk.table.read_text(encoding="utf-8")
    assert text.count(",again,") == 1
    with desk.table.open(encoding="utf-8", newline="") as file:
        rows = [
            {name: field for name, field in row.items() if name != "again"} for row in csv.DictReader(file)
        ]
    with desk.table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    assert desk.take().written == 2


def test_a_row_that_was_taken_in_part_is_not_called_unseen(desk: Desk) -> None:
    """All but one student of the row have its points, and that one has points from a regrade."""
    for student in ("ada", "emmy"):
        change_answer(desk, student, "Both say this.")
    desk.write()
    desk.fill("0.25")
    desk.give("ada", 1.5, why="regrade")
    assert desk.take().written == 1
    said = desk.write()
    assert (
        "1 row is in the new table as you had filled it in, because the gradebook doesn't have that for every "
        in said
    )
    assert "not seen" not in said and "filled them" not in said


@pytest.mark.parametrize(("points", "told"), [("1", "1 point given"), ("0.5", "0.5 points given")])
def test_the_page_counts_points(desk: Desk, points: str, told: str) -> None:
    desk.fill(points)
    desk.take()
    desk.write()
    assert f", {told}<" in desk.table.with_suffix(".html").read_text(encoding="utf-8")
