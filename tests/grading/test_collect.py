"""`autograder collect` in a real course: times of submission, also afterwards, and files that are no notebooks."""

from __future__ import annotations

import json
import zipfile
from datetime import datetime, timedelta
from pathlib import Path

import houses
import pytest
import tiny_lesson
from nbgrader.api import Gradebook

from autograder.enrolment.zips import Found
from autograder.grading import submission_times

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # of nbgrader's own
NAME = tiny_lesson.NAME
DUE = datetime(2027, 1, 10, 12)
HOUR = timedelta(hours=1)
PLUGIN = """
from nbgrader.plugins import LateSubmissionPlugin
class Hourly(LateSubmissionPlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return total_seconds_late / 3600
"""


@pytest.fixture
def house(tmp_path: Path) -> houses.House:
    """Three students, a due date and a penalty by the hour; ada is graded already."""
    house = houses.House(tmp_path)
    (tmp_path / "hourly.py").write_text(PLUGIN, encoding="utf-8")
    with (tmp_path / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write(f"\nimport sys\nsys.path.insert(0, {str(tmp_path)!r})\n")
        config.write('c.AssignLatePenalties.plugin_class = "hourly.Hourly"\n')
    (tmp_path / "class.csv").write_text(
        "student,first_name,last_name,canvas_id\nada,Ada,Lovelace,1815\nemmy,,,1882\nzoe,,,77\n",
        encoding="utf-8",
    )
    house.autograder("roster", "class.csv", "--course", str(tmp_path))
    with Gradebook(house.db_url) as gradebook:
        gradebook.add_assignment(NAME, duedate=DUE)
        gradebook.add_notebook(NAME, NAME)
        gradebook.add_grade_cell("check_Scale", NAME, NAME, max_score=9, cell_type="code")
        made = gradebook.add_submission(NAME, "ada")
        made.notebooks[0].grades[0].auto_score = 9
        gradebook.db.commit()
    return house


def collect(house: houses.House, files: dict[str, bytes], *words: str, ok: bool = True) -> str:
    with zipfile.ZipFile(house.root / "all.zip", "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return house.autograder(
        "collect", NAME, "all.zip", "--from", "canvas", "--course", str(house.root), *words, ok=ok
    )


def stamp(house: houses.House, student: str) -> str:
    path = house.root / "submitted" / student / NAME / "timestamp.txt"
    return path.read_text(encoding="utf-8")[:16] if path.exists() else ""


def test_collected_again_with_a_time_everybody_gets_it(house: houses.House) -> None:
    files = {f"lovelaceada_1815_1_{NAME}.ipynb": b"{}", f"e_1882_2_{NAME}.ipynb": b"{}"}
    collect(house, files)
    assert stamp(house, "ada") == ""
    said = collect(house, files, "--at", "2027-01-10 15:00")
    assert "2 were there already" in said and "2 of those who were there already have another time" in said
    assert "Ada Lovelace (ada): the late penalty is 3 points, it was 0" in said
    assert stamp(house, "ada") == stamp(house, "emmy") == "2027-01-10 15:00"
    with Gradebook(house.db_url) as gradebook:
        assert gradebook.find_submission(NAME, "ada").total_seconds_late == 3 * 3600
    assert "another time" not in collect(house, files, "--at", "2027-01-10 15:00")
    (house.root / "times.csv").write_text("student;submitted\nada;2027-01-10 13:00\n", encoding="utf-16")
    page = house.root / "build" / "grades" / f"{NAME}.html"
    page.parent.mkdir(parents=True)
    page.write_text("of yesterday", encoding="utf-8")
    said = collect(house, files, "--times", "times.csv")
    assert "handed in 1 h late" in page.read_text(encoding="utf-8") and f"has the change: {page}" in said
    assert "the late penalty is 1 points, it was 3" in said and stamp(house, "emmy") == "2027-01-10 15:00"


@pytest.mark.parametrize("typed", ["7", "ad", "0ada"])
def test_a_time_of_somebody_unknown_is_refused(house: houses.House, typed: str) -> None:
    """A spreadsheet makes 7 of 0000007; their time must not be lost without a word."""
    (house.root / "more.csv").write_text("student,first_name\n0000007,James\n", encoding="utf-8")
    house.autograder("roster", "more.csv", "--course", str(house.root))
    (house.root / "times.csv").write_text(f"student,submitted\n{typed},2027-01-10 13:00\n", encoding="utf-8")
    said = collect(house, {f"e_1882_2_{NAME}.ipynb": b"{}"}, "--times", "times.csv", ok=False)
    meant = "0000007" if typed == "7" else "ada"
    assert f"nobody in the gradebook is called '{typed}'; did you mean {meant}?" in said
    assert not (house.root / "submitted").exists()


def test_an_extension_of_somebody_unknown_is_refused(house: houses.House) -> None:
    """A mistyped id is no new student, who would stand in every table from then on."""
    table = house.root / "more_time.csv"
    table.write_text(f"student,extension {NAME}\nada,1\nemy,3 days\n", encoding="utf-8")
    said = house.autograder("roster", "more_time.csv", "--course", str(house.root), ok=False)
    assert "nobody in the gradebook is called 'emy'; did you mean emmy?" in said
    with Gradebook(house.db_url) as gradebook:
        assert {student.id for student in gradebook.students} == {"ada", "emmy", "zoe"}
    assert not (house.root / "extensions.json").exists()
    table.write_text(f"student,first_name,extension {NAME}\nemy,Amy,3 days\n", encoding="utf-8")
    assert "1 new" in house.autograder("roster", "more_time.csv", "--course", str(house.root))


def test_an_archive_of_another_lesson_is_refused(house: houses.House) -> None:
    """Cells that several lessons have, such as `imports`, make no notebook this lesson's."""
    asked = [
        {
            "cell_type": "code",
            "source": "",
            "metadata": {"nbgrader": {"grade_id": name, **flags}},
            "outputs": [],
        }
        for name, flags in {
            "imports": {"grade": False, "solution": False, "locked": True},
            "check_softmax": {"grade": True, "solution": False, "locked": True},
        }.items()
    ]
    foreign = json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": asked}).encode()
    files = {"lovelaceada_1815_1_02a_scores.ipynb": foreign, "e_1882_2_hw.pdf": b"%PDF"}
    said = collect(house, files, ok=False)
    assert f"holds notebooks, such as '02a_scores.ipynb', but none of {NAME}" in said
    assert not (house.root / "submitted").exists()


def test_whom_canvas_calls_late_is_late(house: houses.House) -> None:
    files = {f"lovelaceada_1815_1_{NAME}.ipynb": b"{}", f"e_LATE_1882_2_{NAME}.ipynb": b"{}"}
    said = collect(house, files)
    assert "Canvas calls late, without saying by how much: emmy" in said and "a minute late" in said
    assert (stamp(house, "ada"), stamp(house, "emmy")) == ("", "2027-01-10 12:01")
    collect(house, files, "--at", "2027-01-12 09:00")
    assert (stamp(house, "ada"), stamp(house, "emmy")) == ("2027-01-10 12:00", "2027-01-12 09:00")


def test_times_by_archive_person_and_table() -> None:
    found = Found(late={"late"})
    for student in ("late", "early", "told"):
        found.notebooks[student]["n"] = b""
    told = {"told": DUE - HOUR}
    known = submission_times.known
    assert known(found, None, told, DUE) == {
        "late": DUE + timedelta(minutes=1),
        "early": None,
        "told": DUE - HOUR,
    }
    assert known(found, DUE + HOUR, told, DUE)["early"] == DUE
    assert known(found, DUE - HOUR, told, DUE)["late"] == DUE + timedelta(minutes=1), "Canvas knows better"
    assert known(found, None, {}, None)["late"] is None
    found.late.clear()
    assert known(found, DUE + HOUR, {}, DUE)["early"] == DUE + HOUR


def test_a_pdf_is_not_nothing(house: houses.House) -> None:
    """Its student is named with what came, which lies where somebody can look at it, and is not called absent."""
    ids = [
        {"cell_type": "code", "source": "", "metadata": {"nbgrader": {"grade_id": "Scale", "solution": True}}}
    ]
    renamed = json.dumps({"cells": ids, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()
    files = {"lovelaceada_1815_1_hw.pdf": b"%PDF", "z_77_2_final FINAL.ipynb": renamed, "x_5_3_hw.pdf": b""}
    said = collect(house, files)
    assert "left: lovelaceada" not in said and "left: x_5_3_hw.pdf: nobody in the gradebook has this" in said
    assert f"Ada Lovelace (ada) handed in no notebook: hw.pdf is in submitted/ada/{NAME}" in said
    assert f"zoe: z_77_2_final FINAL.ipynb is taken as {NAME}.ipynb" in said and "--give" in said
    assert (house.root / "submitted" / "ada" / NAME / "hw.pdf").read_bytes() == b"%PDF"
    both = {
        f"e_1882_4_{NAME}.ipynb": b"{}",
        "e_1882_5_notes.txt": b"x",
        "lovelaceada_1815_1_hw.pdf": b"other",
    }
    said = collect(house, both)
    assert f"emmy: notes.txt is beside the notebook in submitted/emmy/{NAME}" in said
    assert "handed in no notebook" not in said, "what is there under this name is another file"
    assert "left: lovelaceada_1815_1_hw.pdf, of Ada Lovelace (ada): it is not" in said and "--give" in said
    said = collect(house, files, "--give", "x_5_3=nobody", ok=False)
    assert "nobody in the gradebook is called 'nobody'" in said
    from autograder.grading import student_rows
    from autograder.grading.submissions import Course

    rows = student_rows.rows(Course(house.root, house.db_url), NAME, [NAME])
    ada = next(row for row in rows if row.student == "ada")
    assert ada.state == "invalid" and ada.reasons[0] == f"hw.pdf is no notebook; {NAME}.ipynb is expected"
