"""Every change of points is noted beside nbgrader's tables: who, when, why; and the notes stay."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import classes
import houses
import pytest
import tiny_lesson
from nbgrader.api import Gradebook
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from autograder.checks.scoring import Verdict
from autograder.grading import points_history
from autograder.grading.gradebook import opened

RIGHT = Verdict("f", 2, 2, "right")


@pytest.fixture
def school(tmp_path: Path) -> classes.School:
    school = classes.School(tmp_path, ["ada", "emmy"])
    school.add_lesson("00_x", [classes.Made("f", 2, "")])
    for student in school.students:
        school.hand_in(student, "00_x", [RIGHT])
    return school


@pytest.fixture
def gradebook(school: classes.School) -> Iterator[Gradebook]:
    with opened(school.url) as gradebook:
        yield gradebook


def grade(gradebook: Gradebook, student: str) -> object:
    return gradebook.find_grade("check_f", "00_x", "00_x", student)


def told(gradebook: Gradebook, *students: str) -> list[tuple[str, ...]]:
    found = points_history.history(gradebook.engine, "00_x", students)
    return [(entry.student, entry.cell, entry.what, entry.before, entry.after, entry.why) for entry in found]


def test_points_comments_and_penalties_are_noted(
    gradebook: Gradebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUPYTERHUB_USER", "ta-2")
    monkeypatch.setattr("sys.argv", ["/course/autograder/__main__.py", "grade", "00"])
    with points_history.because("a note"):
        row = grade(gradebook, "ada")
        row.manual_score = 1.5
        gradebook.db.commit()
        row.manual_score = 1  # nobody has read the old value since
        gradebook.db.commit()
    row.auto_score, row.needs_manual_grade = 0.5, False
    row.notebook.late_submission_penalty = 0.25
    gradebook.db.commit()
    (first, *_) = points_history.history(gradebook.engine, "00_x")
    assert first.who == "ta-2" and first.at.startswith("20") and first.notebook == "00_x"
    assert [entry[:5] for entry in told(gradebook)] == [
        ("ada", "check_f", "points from a person", "", "1.5"),
        ("ada", "check_f", "points from a person", "1.5", "1"),
        ("ada", "check_f", "points from the check", "2", "0.5"),
        ("ada", "", "late penalty", "", "0.25"),
    ]
    assert {entry[5] for entry in told(gradebook)[:2]} == {"a note"} and told(gradebook)[2][
        5
    ] == "autograder grade 00"


def test_what_changes_nothing_is_not_noted(gradebook: Gradebook) -> None:
    row = grade(gradebook, "ada")
    row.auto_score, row.needs_manual_grade = 2, True
    gradebook.db.commit()
    assert told(gradebook) == []


def test_a_change_that_is_taken_back_leaves_no_note(gradebook: Gradebook) -> None:
    grade(gradebook, "ada").manual_score = 1
    gradebook.db.flush()
    gradebook.db.rollback()
    assert told(gradebook) == []


@pytest.mark.parametrize("statement", ["UPDATE points_history SET after = '2'", "DELETE FROM points_history"])
def test_notes_stay(gradebook: Gradebook, statement: str) -> None:
    grade(gradebook, "ada").manual_score = 1
    gradebook.db.commit()
    with pytest.raises(IntegrityError, match="only grows"), gradebook.engine.begin() as connection:
        connection.execute(text(statement))
    assert len(told(gradebook)) == 1


def test_one_student_can_be_forgotten(gradebook: Gradebook) -> None:
    for student in ("ada", "emmy"):
        grade(gradebook, student).manual_score = 1
    gradebook.db.commit()
    assert points_history.forget(gradebook.engine, "ada") == 1 and len(told(gradebook)) == 1
    with pytest.raises(IntegrityError, match="only grows"), gradebook.engine.begin() as connection:
        connection.execute(text("DELETE FROM points_history"))
    assert told(gradebook, "ada") == [] and len(told(gradebook, "emmy")) == 1


def test_the_formgrader_is_watched_too(school: classes.School) -> None:
    """nbgrader's own process reads nbgrader_config.py, which starts the watch there."""
    script = f"""
import sys
sys.argv = ["/usr/bin/jupyter-lab", "--port=8888"]
from nbgrader.server_extensions import formgrader
from autograder.release.build import nbgrader_config
nbgrader_config()
from nbgrader.api import Gradebook
with Gradebook({school.url!r}) as gradebook:
    gradebook.find_grade("check_f", "00_x", "00_x", "emmy").manual_score = 1
    gradebook.db.commit()
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=300)
    with opened(school.url) as gradebook:
        ((student, *_, why),) = told(gradebook)
        assert (student, why) == ("emmy", "formgrader")
    assert (school.root / "gradebook.db").stat().st_mode & 0o777 == 0o600


def test_the_changes_of_one_student_leave_the_table_of_all(tmp_path: Path) -> None:
    """`autograder history`: a selection is only shown, and an id that nobody has is refused."""
    name = tiny_lesson.NAME
    school = classes.School(tmp_path, ["ada", "emmy", "noor"])
    school.add_lesson(name, [classes.Made("f", 2, "")])
    for student in school.students:
        school.hand_in(student, name, [RIGHT])
    house = houses.House(tmp_path, new=True)
    with opened(school.url) as gradebook:
        grade = gradebook.find_grade("check_f", name, name, "emmy")
        for number in range(40):
            grade.manual_score = number / 100
            gradebook.db.commit()
        gradebook.find_grade("check_f", name, name, "ada").manual_score = 1
        gradebook.db.commit()

    def history(*words: str, ok: bool = True) -> str:
        return house.autograder("history", name, *words, "--course", str(tmp_path), ok=ok)

    table = tmp_path / "build" / "grades" / f"{name}-history.csv"
    assert "40 changes of emmy in" in history("--students", "emmy") and not table.exists()
    assert f"41 changes in {table}, the latest 30" in history()
    before = table.read_bytes()
    said = history("--students", "emmy")
    assert "0.01" in said and "0.39" in said, "all of them, since no file has them"
    assert "1 change of ada in" in history("--students", "ada")
    assert "0 changes of noor in" in history("--students", "noor")
    said = history("--students", "ada,emy", ok=False)
    assert "knows no student 'emy'; did you mean emmy?" in said
    assert table.read_bytes() == before
