"""`autograder give-back`: archives that are read here by the rules of the code of Canvas and Moodle that reads them."""

from __future__ import annotations

import io
import json
import os
import re
import zipfile
from pathlib import Path

import classes
import houses
import pytest
import tiny_lesson
from nbgrader.api import Comment, Gradebook

from autograder.checks.scoring import Criterion, Verdict
from autograder.enrolment import archive_names
from autograder.grading import regrade_log
from autograder.grading.regrade_log import Reply
from autograder.grading.regrade_notes import Note

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # of nbgrader's own
NAME = tiny_lesson.NAME
OLD = "the page is older than the points, comments or replies"


@pytest.fixture
def house(tmp_path: Path) -> houses.House:
    """Three graded students: two with a page, one of them with practice; the third has neither."""
    school = classes.School(tmp_path, ["ada", "emmy", "noor"])
    school.add_lesson(NAME, [classes.Made("Scale", 3, "...")])
    for student in school.students:
        school.hand_in(student, NAME, [Verdict("Scale", 3, 3, "right", [Criterion("output", True)], 1)])
        if student != "noor":
            page = tmp_path / "feedback" / student / NAME / f"{NAME}.html"
            page.parent.mkdir(parents=True)
            page.write_text(f"page of {student}", encoding="utf-8")
    week = tmp_path / "practice" / "ada" / NAME / "week-1"
    week.mkdir(parents=True)
    (week / "hunts.ipynb").write_text("{}", encoding="utf-8")
    (week / "hunts.checks").write_bytes(b"\0")
    return houses.House(tmp_path, new=True)


def give_back(house: houses.House, *words: str, ok: bool = True) -> str:
    return house.autograder("give-back", NAME, "--course", str(house.root), *words, ok=ok)


def contents(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def moodles_reading(name: str) -> tuple[int, str]:
    """As importziplib.php: the first part of the path with five fields; number of the participant and file's name."""
    for part in name.split("/"):
        fields = part.split("_", 4)
        if len(fields) >= 4 and fields[1].isdigit() and fields[2:4] == ["assignsubmission", "file"]:
            return int(fields[1]), fields[4]
    raise AssertionError(name)


def canvas_reading(name: str) -> tuple[int, int]:
    """As generate_comments_from_files: the first two fields that are numbers are the student's and the file's id."""
    user, file = [int(field) for field in name.split("_") if re.fullmatch(r"\d+", field)][:2]
    return user, file


def test_moodles_archive(house: houses.House) -> None:
    archive_names.note(house.root, NAME, "moodle", {"ada": "Ada van der Lovelace_34512", "noor": "N_3"})
    said = give_back(house, "--to", "moodle")
    path = house.root / "build" / "grades" / f"{NAME}-feedback-moodle.zip"
    found = {moodles_reading(name): content for name, content in contents(path).items()}
    assert found == {(34512, f"{NAME}.html"): b"page of ada"}
    assert "1 file for 1 student" in said and f"upload {path}" in said
    assert "not in moodle's archive: emmy" in said
    assert f"nothing to give back, no page yet, so type autograder feedback {NAME}: noor\n" in said
    assert path.stat().st_mode & 0o077 == 0


def test_canvas_archive(house: houses.House) -> None:
    names = {"ada": "lovelaceada_1815_99012", "emmy": "noetheremmy_1882_99013"}
    archive_names.note(house.root, NAME, "canvas", names)
    give_back(house, "--to", "canvas")
    files = contents(house.root / "build" / "grades" / f"{NAME}-feedback-canvas.zip")
    found = {canvas_reading(name): content for name, content in files.items()}
    assert found == {(1815, 99012): b"page of ada", (1882, 99013): b"page of emmy"}
    assert "nothing of" in give_back(house, "--to", "moodle", ok=False)


def test_practice_goes_back_whole(house: houses.House) -> None:
    archive_names.note(house.root, NAME, "moodle", {"ada": "A_1"})
    give_back(house, "--to", "moodle", "--practice", "1")
    ((name, content),) = contents(house.root / "build" / "grades" / f"{NAME}-practice-1-moodle.zip").items()
    assert moodles_reading(name) == (1, f"{NAME}-practice-1.zip")
    with zipfile.ZipFile(io.BytesIO(content)) as inner:
        assert sorted(inner.namelist()) == ["hunts.checks", "hunts.ipynb"]
    assert "nobody has practice for week 2" in give_back(house, "--to", "moodle", "--practice", "2", ok=False)


def test_a_folder_for_each_and_pages_that_are_older_than_the_grades(house: houses.House) -> None:
    page = house.root / "feedback" / "emmy" / NAME / f"{NAME}.html"
    os.utime(page, (0, 0))
    said = give_back(house, "--to", "folder")
    folder = house.root / "build" / "give-back" / NAME
    assert {path.parent.name for path in folder.rglob("*.html")} == {"ada", "emmy"}
    assert folder.stat().st_mode & 0o077 == 0 and f"2 files for 2 students in {folder}" in said
    assert f"so type autograder feedback {NAME} and this command again: emmy\n" in said


def stale(house: houses.House) -> str:
    """Whom `give-back` names for a page that is out of date."""
    (line,) = [line for line in give_back(house, "--to", "folder").splitlines() if OLD in line] or [""]
    return line.partition("again: ")[2]


@pytest.mark.parametrize(
    "change", ["points", "checked", "comment", "penalty", "asked", "reply", "verdict", "file"]
)
def test_a_page_is_out_of_date_when_something_on_it_has_changed(house: houses.House, change: str) -> None:
    with Gradebook(house.db_url) as gradebook:  # a page has comments on every answer
        cell = gradebook.add_solution_cell("Scale", NAME, NAME)
        gradebook.db.add_all(
            Comment(cell=cell, notebook=notebook) for notebook in gradebook.notebook_submissions(NAME, NAME)
        )
        gradebook.db.commit()
    house.autograder("feedback", NAME, "--course", str(house.root))
    graded = {
        student: house.root / f"autograded/{student}/{NAME}/{NAME}.ipynb" for student in ("ada", "emmy")
    }
    for path in graded.values():
        os.utime(path, None)  # graded again, with the same result, as everyone is by an erratum
    assert stale(house) == ""
    if change in ("asked", "reply"):
        note = Note("emmy", "Scale", "why?")
        replies = (
            [Reply(note.student, note.exercise, note.text, "Because.", 3, 3)] if change == "reply" else []
        )
        regrade_log.add(house.root, NAME, asked=[note], replies=replies)
    elif change in ("verdict", "file"):
        found = json.loads(graded["emmy"].read_text(encoding="utf-8"))
        ours = found["metadata"]["autograder"]
        if change == "file":
            ours["file"] = "other"
        else:
            ours["verdicts"][0]["state"] = "wrong"
        graded["emmy"].write_text(json.dumps(found), encoding="utf-8")
    else:
        with Gradebook(house.db_url) as gradebook:
            grade = gradebook.find_grade("check_Scale", NAME, NAME, "emmy")
            if change == "points":
                grade.manual_score = 1
            elif change == "checked":
                grade.auto_score = 2
            elif change == "penalty":
                grade.notebook.late_submission_penalty = 1
            else:
                gradebook.find_comment("Scale", NAME, NAME, "emmy").manual_comment = "Look again."
            gradebook.db.commit()
    assert stale(house) == "emmy"


def test_ten_are_named_and_how_many_more(tmp_path: Path) -> None:
    students = [f"s{number:02}" for number in range(13)]
    school = classes.School(tmp_path, students)
    school.add_lesson(NAME, [classes.Made("Scale", 3, "...")])
    house = houses.House(tmp_path, new=True)
    for student in students:
        school.hand_in(student, NAME, [Verdict("Scale", 3, 3, "right")])
        page = tmp_path / "feedback" / student / NAME / f"{NAME}.html"
        page.parent.mkdir(parents=True)
        page.write_text("an old page", encoding="utf-8")
        os.utime(page, (0, 0))
    assert stale(house) == f"{', '.join(students[:10])} and 3 more"


@pytest.mark.parametrize("words", [(), ("--practice", "1")])
def test_everybody_without_a_page_is_named_with_the_reason(
    house: houses.House, words: tuple[str, ...]
) -> None:
    with Gradebook(house.db_url) as gradebook:
        for student in ("later", "paper", "zoe"):
            gradebook.add_student(student)
    for student, name in {"later": f"{NAME}.ipynb", "paper": "my answers.pdf"}.items():
        path = house.root / "submitted" / student / NAME / name
        path.parent.mkdir(parents=True)
        path.write_text("{}", encoding="utf-8")
    said = give_back(house, "--to", "folder", *words)
    for line in (
        f"not graded yet, so type autograder grade {NAME}: later",
        "handed in no notebook under the lesson's name: paper",
        "handed in nothing: zoe",
    ):
        assert f"nothing to give back, {line}\n" in said, said


def test_before_there_are_pages(house: houses.House) -> None:
    for page in (house.root / "feedback").rglob("*.html"):
        page.unlink()
    assert f"type autograder feedback {NAME}\n" in give_back(house, "--to", "folder", ok=False)


def test_collect_keeps_the_names_for_the_way_back(house: houses.House) -> None:
    """The same archive collected again is enough: what is there already stays."""
    (house.root / "class.csv").write_text("student,canvas_id\nada,1815\n", encoding="utf-8")
    house.autograder("roster", "class.csv", "--course", str(house.root))
    with zipfile.ZipFile(house.root / "all.zip", "w") as archive:
        archive.writestr(f"lovelaceada_LATE_1815_99012_{NAME}.ipynb", json.dumps({}))
    collect = "collect", NAME, "all.zip", "--from", "canvas", "--course", str(house.root)
    assert "1 were there already" in house.autograder(*collect)
    give_back(house, "--to", "canvas")
    files = contents(house.root / "build" / "grades" / f"{NAME}-feedback-canvas.zip")
    assert [canvas_reading(name) for name in files] == [(1815, 99012)]
