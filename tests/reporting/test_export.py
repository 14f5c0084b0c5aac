"""Grades as tables: what Canvas and Moodle take, read back; and what is asked of a gradebook that is not there."""

from __future__ import annotations

import csv
from datetime import datetime, timedelta
from pathlib import Path

import classes
import houses
import pytest
import tiny_lesson
from nbgrader.api import Gradebook

from autograder.checks.scoring import Verdict
from autograder.enrolment import extensions
from autograder.enrolment.extensions import Extension
from autograder.errors import CourseError
from autograder.reporting import export

NAME = tiny_lesson.NAME


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> houses.House:
    """A gradebook with five students: on time, two days late with an extension of one, nothing, nothing with more time,
    and an odd name."""
    house = houses.House(tmp_path_factory.mktemp("course"))
    house.autograder("release", NAME)
    house.nbgrader("generate_assignment", NAME, "--force")
    with Gradebook(house.db_url) as gradebook:
        gradebook.update_or_create_assignment(NAME, duedate="2025-01-10 12:00:00 UTC")
        names = {
            "ada": ("Ada", "Lovelace", "1815"),
            "emmy": ("Emmy", "Noether", None),
            "noor": (None, None, None),
            "rena": ("Rena", "Roe", None),
        }
        for student, (first, last, lms) in names.items():
            gradebook.add_student(
                student, first_name=first, last_name=last, lms_user_id=lms, email=f"{student}@example.org"
            )
        gradebook.add_student("=1+1", first_name="=cmd", last_name="@x")
        for student, day in {"ada": 9, "emmy": 12, "=1+1": 9}.items():
            submission = gradebook.add_submission(NAME, student, timestamp=f"2025-01-{day:02} 11:00:00 UTC")
            for grade in submission.notebooks[0].grades:
                grade.auto_score = grade.cell.max_score if grade.cell.cell_type == "code" else None
                grade.needs_manual_grade = grade.cell.cell_type != "code" and student == "emmy"
            submission.notebooks[0].late_submission_penalty = 2.5 if student == "emmy" else None
        gradebook.find_submission(NAME, "emmy").extension = timedelta(hours=12)
        comment = gradebook.find_comment("written_why", NAME, NAME, "ada")
        comment.manual_comment = "Well argued,\nand short."
        gradebook.db.commit()
    extensions.write(
        house.root,
        {
            NAME: {"rena": Extension(until=datetime(2999, 12, 5, 12))},
            extensions.ALL: {"noor": Extension(length=timedelta(days=2))},
        },
    )
    return house


def table(house: houses.House, to: str) -> tuple[list[dict[str, str]], str]:
    said = house.autograder("export", NAME, "--to", to, "--course", str(house.root))
    path = house.root / "build" / "grades" / f"{NAME}-{to}.csv"
    assert path.stat().st_mode & 0o077 == 0
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file)), said


POINTS = f"{sum(tiny_lesson.POINTS.values()):g}"
TOTAL = f"{sum(tiny_lesson.POINTS.values()) + 2:g}"


def test_canvas_takes_it_back(house: houses.House) -> None:
    rows, said = table(house, "canvas")
    assert list(rows[0]) == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", NAME]
    assert rows[0]["Student"] == "    Points Possible" and rows[0][NAME] == TOTAL
    by_login = {row["SIS Login ID"]: row for row in rows[1:]}
    assert by_login["ada"]["Student"] == "Lovelace, Ada" and by_login["ada"]["ID"] == "1815"
    assert by_login["ada"][NAME] == POINTS
    assert by_login["emmy"][NAME] == f"{float(POINTS) - 2.5:g}"
    assert by_login["noor"][NAME] == "" and by_login["noor"]["Student"] == "noor"
    assert "5 students" in said and "1 student has a question" in said
    assert "1 handed in nothing: " in said and "1 handed in nothing so far and still have time: " in said


def test_moodle_gets_points_and_feedback_together(house: houses.House) -> None:
    rows, _ = table(house, "moodle")
    assert list(rows[0]) == [
        "First name",
        "Last name",
        "ID number",
        "Email address",
        NAME,
        f"{NAME} feedback",
    ]
    (ada,) = [row for row in rows if row["Email address"] == "ada@example.org"]
    assert (ada["ID number"], ada[NAME], ada[f"{NAME} feedback"]) == (
        "1815",
        POINTS,
        "Well argued, and short.",
    )
    assert next(row for row in rows if row["Email address"] == "emmy@example.org")["ID number"] == "emmy"


def test_the_plain_table_knows_dates_and_days_late(house: houses.House) -> None:
    rows, _ = table(house, "csv")
    found = {row["student"]: row for row in rows}
    assert found["ada"]["days_late"] == "0" and found["ada"]["due"] == "2025-01-10 12:00:00 UTC"
    assert found["emmy"]["due"] == "2025-01-11 00:00:00 UTC" and found["emmy"]["days_late"] == "2"
    assert (found["emmy"]["late_penalty"], found["emmy"]["waits"]) == ("2.5", "yes")
    assert found["noor"]["submitted"] == found["noor"]["score"] == ""


def test_a_day_that_has_begun_counts(house: houses.House) -> None:
    with Gradebook(house.db_url) as gradebook:
        submission = gradebook.find_submission(NAME, "ada")
        before, submission.timestamp = submission.timestamp, submission.duedate + timedelta(minutes=1)
        gradebook.db.commit()
        (ada,) = [grade for grade in export.grades(house.db_url, NAME) if grade.student == "ada"]
        submission.timestamp = before
        gradebook.db.commit()
    said = house.autograder("export", "--help")
    assert ada.days_late == 1 and "one minute late is 1" in " ".join(said.split())


def test_an_extension_moves_the_due_date_of_who_handed_in_nothing(house: houses.House) -> None:
    rows, _ = table(house, "csv")
    found = {row["student"]: (row["due"], row["score"], row["not_graded"]) for row in rows}
    assert found["rena"] == ("2999-12-05 12:00:00 UTC", "", "nothing was handed in so far; not due yet")
    assert found["noor"] == ("2025-01-12 12:00:00 UTC", "", "nothing was handed in")


@pytest.mark.parametrize("to", list(export.FORMATS))
def test_no_name_is_a_formula_for_a_spreadsheet(house: houses.House, to: str) -> None:
    rows, _ = table(house, to)
    names = [
        row[column]
        for row in rows
        for column in ("Student", "First name", "Last name", "last_name", "student")
        if column in row
    ]
    assert names and not [name for name in names if name.startswith(("=", "@", "+", "-"))]


def test_who_has_no_score_is_counted_by_the_reason(tmp_path: Path) -> None:
    house = houses.House(tmp_path)
    with Gradebook(house.db_url) as gradebook:
        gradebook.add_assignment(NAME)
        for student in ("ada", "emmy", "grace", "noor"):
            gradebook.add_student(student)
    files = {"emmy": f"{NAME}.ipynb", "grace": "answers.pdf"}
    for student, name in files.items():
        path = tmp_path / "submitted" / student / NAME / name
        path.parent.mkdir(parents=True)
        path.write_text("{}", encoding="utf-8")
    rows, said = table(house, "csv")
    assert [row["score"] for row in rows] == [""] * 4
    for line in ("2 handed in nothing:", "1 not graded yet:", "1 sent a file that cannot be graded:"):
        assert f"\n{line}" in said, said


def test_all_lessons_are_one_table_without_a_0_that_nobody_gave(tmp_path: Path) -> None:
    """nbgrader's own export has a 0 in each of these fields without a score, and rows of lessons that nobody had."""
    school = classes.School(tmp_path, ["ada", "cut", "noor"])
    for lesson in ("01_one", "02_two", "03_three"):
        school.add_lesson(lesson, [classes.Made("Scale", 3, "...")])
    school.hand_in("ada", "01_one", [Verdict("Scale", 0, 3, "wrong")])
    school.hand_in("ada", "02_two", [Verdict("Scale", 2, 3, "wrong")])
    school.hand_in("cut", "02_two", [Verdict("Scale", 0, 3, "not answered")], invalid="the file is not JSON")
    house = houses.House(tmp_path, new=True)
    said = house.autograder("export", "--course", str(tmp_path))
    assert "2 lessons in " in said and "02_two: 1 sent a file that cannot be graded" in said
    with (tmp_path / "build" / "grades" / "all-lessons.csv").open(encoding="utf-8", newline="") as file:
        rows = [
            (row["lesson"], row["student"], row["score"], row["not_graded"]) for row in csv.DictReader(file)
        ]
    assert rows == [
        ("01_one", "ada", "0", ""),
        ("01_one", "cut", "", "nothing was handed in"),
        ("01_one", "noor", "", "nothing was handed in"),
        ("02_two", "ada", "2", ""),
        ("02_two", "cut", "", "the file is not JSON"),
        ("02_two", "noor", "", "nothing was handed in"),
    ]
    said = house.autograder("export", "--to", "canvas", "--course", str(tmp_path), ok=False)
    assert "name one LESSON for --to canvas" in said


def test_without_a_hand_in_there_is_nothing_to_export(tmp_path: Path) -> None:
    house = houses.House(tmp_path)
    assert "nobody has handed in anything yet" in house.autograder(
        "export", "--course", str(tmp_path), ok=False
    )


def test_what_is_not_there_is_one_sentence(house: houses.House, tmp_path: Path) -> None:
    with pytest.raises(CourseError, match="there is no gradebook"):
        export.grades(f"sqlite:///{tmp_path / 'none.db'}", NAME)
    with pytest.raises(CourseError, match="knows no lesson 05_x"):
        export.grades(house.db_url, "05_x")
    assert not (tmp_path / "none.db").exists()


def test_a_file_is_whole_or_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "grades.csv"
    export.write(path, [["a"], ["1"]])
    with pytest.raises(csv.Error):
        export.write(path, [["b"], 2])  # type: ignore[list-item]
    assert path.read_text(encoding="utf-8").split() == ["a", "1"]


def test_canvas_never_gets_a_number_of_moodles(tmp_path: Path) -> None:
    """Both lists are imported, Moodle's last; each system then finds its own people."""
    house = houses.House(tmp_path)
    lists = {
        "canvas.csv": 'Student,ID,SIS User ID,SIS Login ID,Section\n"Lovelace, Ada",1815,,ada,A\n',
        "moodle.csv": "First name,Last name,Username,ID number,Email address\nAda,Lovelace,ada,77,a@x.org\n",
    }
    for name, text in lists.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        said = house.autograder("roster", str(tmp_path / name), "--course", str(tmp_path))
        assert f"1 {'new' if name == 'canvas.csv' else 'changed'}" in said
    with Gradebook(house.db_url) as gradebook:
        gradebook.add_assignment(NAME)
    assert table(house, "canvas")[0][1]["ID"] == "1815" and table(house, "moodle")[0][0]["ID number"] == "77"
    (tmp_path / "other.csv").write_text("student,canvas_id\nemmy,1815\n", encoding="utf-8")
    said = house.autograder("roster", str(tmp_path / "other.csv"), "--course", str(tmp_path), ok=False)
    assert "emmy has the ID 1815, which ada has in the gradebook already" in said
