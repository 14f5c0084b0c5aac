"""`autograder forget` with a real gradebook and what nbgrader and our commands leave behind: one student is gone."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import classes
import gradebooks
import houses
import pytest
import tiny_lesson
from nbgrader.api import Gradebook, MissingEntry
from sqlalchemy import text

from autograder.checks.scoring import Verdict

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # of nbgrader's own
NAME = tiny_lesson.NAME
SEEN = "ada-lovelace-1815"  # the id of the student who goes; unlike any word of the course


@pytest.fixture
def house(tmp_path: Path) -> houses.House:
    """Two students with traces everywhere."""
    school = classes.School(tmp_path, [SEEN, "emmy"])
    school.add_lesson(NAME, [classes.Made("Scale", 3, "...")])
    for student in school.students:
        school.hand_in(student, NAME, [Verdict("Scale", 3, 3, "right")])
        for folder in (
            f"feedback/{student}/{NAME}",
            f"practice/{student}/{NAME}",
            f"build/give-back/{NAME}/{student}",
        ):
            (tmp_path / folder).mkdir(parents=True)
            (tmp_path / folder / "page.html").write_text("x", encoding="utf-8")
        (tmp_path / "submitted" / student / f".{NAME}.draft").mkdir()
    with Gradebook(school.url) as gradebook:
        known = gradebook.find_student(SEEN)
        known.first_name, known.last_name, known.email = "Ada", "Kunigunde", "ada@example.org"
        gradebook.db.execute(text("CREATE TABLE changed_points (student TEXT, points REAL)"))
        gradebook.db.execute(text(f"INSERT INTO changed_points VALUES ('{SEEN}', 1), ('emmy', 2)"))
        gradebook.db.execute(text("CREATE TABLE ticked (grade_id TEXT)"))
        gradebook.db.execute(text("INSERT INTO ticked SELECT id FROM grade"))
        gradebook.db.commit()
    records = {
        "extensions.json": {NAME: {SEEN: "3 days", "emmy": "1 days"}},
        "lms_ids.json": {"canvas": {SEEN: "1815", "emmy": "1882"}},
        "collected.json": {
            NAME: {
                "moodle": {SEEN: "Ada Kunigunde_7", "emmy": "E_8"},
                "canvas": {SEEN: "kunigundeada_34013_900130", "emmy": "noetheremmy_34014_900140"},
            }
        },
    }
    for name, value in records.items():
        (tmp_path / name).write_text(json.dumps(value), encoding="utf-8")
    notes = {"lesson": NAME, "notes": [{"student": SEEN, "text": "why?"}], "changes": [{"student": "emmy"}]}
    (tmp_path / "regrades.jsonl").write_text(f"{json.dumps(notes)}\n{json.dumps({'student': SEEN})}\n")
    grades = tmp_path / "build" / "grades"
    grades.mkdir(parents=True)
    (grades / f"{NAME}.csv").write_text(f"student,score\n{SEEN},3\nemmy,3\n")
    (grades / "all.html").write_text("<th>Ada Kunigunde</th>")
    (grades / "other.html").write_text("<th>emmy</th>")
    (tmp_path / "grades.csv").write_text(f"assignment,student_id\n{NAME},{SEEN}\n{NAME},emmy\n")
    (tmp_path / ".nbgrader.log").write_text(f"Grading {SEEN}\nGrading emmy\n")
    (tmp_path / "class.csv").write_text(f"student\n{SEEN}\nemmy\n")
    with zipfile.ZipFile(grades / f"{NAME}-feedback-moodle.zip", "w") as archive:
        archive.writestr("Ada Kunigunde_7_assignsubmission_file_/x.html", "")
    # Canvas has names and numbers of its own: nothing but collected.json says whose page that is
    for kind, whose in (
        ("feedback", "kunigundeada_34013_900130"),
        ("practice-1", "noetheremmy_34014_900140"),
    ):
        with zipfile.ZipFile(grades / f"{NAME}-{kind}-canvas.zip", "w") as archive:
            archive.writestr(f"{whose}_{NAME}.html", "")
    inbound = tmp_path / "exchange" / "transformers" / "inbound"
    (inbound / f"{SEEN}+{NAME}+2026-11-24 10:00:00 UTC+abc").mkdir(parents=True)
    (inbound / f"emmy+{NAME}+2026-11-24 10:00:00 UTC+abc").mkdir()
    house = houses.House(tmp_path, new=True)
    with (tmp_path / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write(f"c.Exchange.root = {str(tmp_path / 'exchange')!r}\n")
    return house


def traces(root: Path, *words: str) -> list[str]:
    """All files and folders whose name or content has one of these words, in bytes, but the list that is one's own."""
    found = []
    for path in sorted(root.rglob("*")):
        content = path.read_bytes() if path.is_file() else b""
        if path.name != "class.csv" and any(w in path.name or w.encode() in content for w in words):
            found.append(str(path.relative_to(root)))
    return found


def test_one_student_is_forgotten_and_nobody_else(house: houses.House) -> None:
    words = SEEN, "Kunigunde", "kunigundeada", "ada@example.org"
    before = traces(house.root, *words)
    of_emmy = traces(house.root, "emmy")
    assert len(before) > 15
    listed = house.autograder("forget", SEEN, "--list", "--course", str(house.root))
    assert traces(house.root, *words) == before, "--list removes nothing"
    assert "nothing was removed: say --yes" in house.autograder(
        "forget", SEEN, "--course", str(house.root), ok=False
    )
    said = house.autograder("forget", SEEN, "--yes", "--course", str(house.root))
    assert set(listed.splitlines()) <= set(said.splitlines())
    assert traces(house.root, *words) == [], "not even in what SQLite keeps of removed rows"
    assert traces(house.root, "emmy") == of_emmy
    assert "for you to look at: class.csv, a list or an archive of yours, names the student" in said
    for line in (
        "submitted",
        "practice",
        "regrades.jsonl: 2 entries",
        "the student, with 1 submission",
        "inbound",
        f"{NAME}-feedback-canvas.zip, which a command makes again",
    ):
        assert line in listed, line
    with Gradebook(house.db_url) as gradebook:
        with pytest.raises(MissingEntry):
            gradebook.find_student(SEEN)
        assert gradebook.find_submission(NAME, "emmy").score == 3
        assert gradebook.db.execute(text("SELECT student FROM changed_points")).scalars().all() == ["emmy"]
        assert len(gradebook.db.execute(text("SELECT grade_id FROM ticked")).all()) == 1
    assert json.loads((house.root / "regrades.jsonl").read_text()) == {
        "lesson": NAME,
        "notes": [],
        "changes": [{"student": "emmy"}],
    }
    said = house.autograder("forget", SEEN, "--yes", "--course", str(house.root), ok=False)
    assert f"there is nothing about '{SEEN}'" in said and "for you to look at: class.csv" in said


def forget(house: houses.House, *words: str, ok: bool = True) -> str:
    return house.autograder("forget", SEEN, *words, "--course", str(house.root), ok=ok)


def test_rows_without_the_students_id_go_and_namesakes_stay(house: houses.House) -> None:
    """Moodle's table has its own ids, emails and names; nbgrader's id is in it only where Moodle's isn't known."""
    with Gradebook(house.db_url) as gradebook:
        gradebook.add_student("ada-2", first_name="Ada", last_name="Kunigunde", email="ada2@example.org")
    (house.root / "lms_ids.json").write_text(
        json.dumps({"moodle": {SEEN: "70113", "emmy": "70114"}, "canvas": {SEEN: "1815", "emmy": "70113"}}),
        encoding="utf-8",
    )
    table = house.root / "build" / "grades" / f"{NAME}-moodle.csv"
    header = "First name,Last name,ID number,Email address,x,x feedback\n"
    stay = [
        'Emmy,Noether,70114,emmy@example.org,7,"right, but\nlong"\n',
        "Ada,Kunigunde,70999,ADA2@example.org,7,\n",
    ]
    go = [
        "Ada,Kunigunde,70113,,7,\n",
        "A.,K.,1,Ada@Example.org,7,\n",
        f"A.,K.,{SEEN},,7,\n",
    ]
    table.write_text(header + go[0] + stay[0] + go[1] + stay[1] + go[2], encoding="utf-8")
    canvas = table.with_name(f"{NAME}-canvas.csv")
    canvas.write_text('Student,ID,SIS Login ID\n"Noether, Emmy",70113,emmy\n', encoding="utf-8")
    assert f"{NAME}-moodle.csv: 3 rows" in forget(house, "--yes")
    assert table.read_text(encoding="utf-8") == header + "".join(stay)
    assert "emmy" in canvas.read_text(encoding="utf-8"), (
        "the same number in the other system is someone else's"
    )


def test_a_name_alone_is_enough_where_nobody_else_has_it(house: houses.House) -> None:
    table = house.root / "build" / "grades" / "seats.csv"
    for line in ("Ada,Kunigunde,7", '"Kunigunde, Ada",,7', "ada  kunigunde,,7"):
        table.write_text(f"a,b,c\nEmmy,Kunigunde,7\n{line}\n", encoding="utf-8")
        assert "seats.csv: 1 row" in forget(house, "--list"), line
    with Gradebook(house.db_url) as gradebook:
        gradebook.add_student("ada-2", first_name="Ada", last_name="Kunigunde")
    said = forget(house, "--list")
    assert "seats.csv: 1 row" not in said and "build/grades/seats.csv, a list" in said, (
        "nobody knows whose it is"
    )


def test_an_id_that_is_a_number_goes_by_its_column(tmp_path: Path) -> None:
    gradebooks.place(tmp_path)
    with Gradebook(f"sqlite:///{tmp_path / 'gradebook.db'}") as gradebook:
        gradebook.add_student("7")
    house = houses.House(tmp_path, new=True)
    table = tmp_path / "build" / "grades" / f"{NAME}.csv"
    table.parent.mkdir(parents=True)
    table.write_text("student,score\n7,3\nemmy,7\n", encoding="utf-8")
    house.autograder("forget", "7", "--yes", "--course", str(tmp_path))
    assert table.read_text(encoding="utf-8") == "student,score\nemmy,7\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("between", [",", ";", "\t"])
def test_tables_as_a_spreadsheet_saved_them_and_their_hidden_copies(
    house: houses.House, encoding: str, between: str
) -> None:
    rows = [["student", "note", "new_points"], ["emmy", "schön", "1"], [SEEN, "why", "2"]]
    lines = [between.join(row) + "\r\n" for row in rows]
    table = house.root / "build" / "grades" / f"{NAME}-requests.csv"
    hidden = table.with_name(f".{table.name}.made")
    for path in (table, hidden):
        path.write_bytes("".join(lines).encode(encoding))
    (house.root / "class.csv").unlink()
    for name in ("class.csv", "class.tsv"):
        (house.root / name).write_bytes(
            between.join(["first", "last", "\r\nSchön", "Emmy", "\r\nAda", "Kunigunde"]).encode(encoding)
        )
    said = forget(house, "--yes")
    assert f"{NAME}-requests.csv: 1 row" in said and f".{NAME}-requests.csv.made: 1 row" in said
    assert {path.read_bytes() for path in (table, hidden)} == {"".join(lines[:2]).encode(encoding)}
    for name in ("class.csv", "class.tsv"):
        assert f"for you to look at: {name}, a list" in said
    assert "there is nothing about" in forget(house, "--list", ok=False)


@pytest.mark.parametrize("student", ["..", "a/b", " "])
def test_no_id_reaches_outside(tmp_path: Path, student: str) -> None:
    house = houses.House(tmp_path)
    (tmp_path / "submitted" / "a").mkdir(parents=True)
    said = house.autograder("forget", student, "--yes", "--course", str(tmp_path), ok=False)
    assert "is no student's id" in said or "there is nothing about" in said
    assert (tmp_path / "submitted" / "a").is_dir()


def test_an_answer_that_only_one_student_gave_leaves_the_table_of_written_answers(tmp_path: Path) -> None:
    gradebooks.place(tmp_path)
    house = houses.House(tmp_path, new=True)
    folder = tmp_path / "autograded" / "ada" / NAME
    folder.mkdir(parents=True)
    told = {"grade_id": "written_why", "grade": True, "solution": True}
    cell = {"cell_type": "markdown", "metadata": {"nbgrader": told}, "source": "Because  weights add up."}
    (folder / f"{NAME}.ipynb").write_text(json.dumps({"cells": [cell]}), encoding="utf-8")
    table = tmp_path / "build" / "grades" / f"{NAME}-written.csv"
    table.parent.mkdir(parents=True)
    rows = [
        "question,group,students,begins,points",
        "why,b,1,Because weights add up.,2",
        "why,c,2,Because.,1",
    ]
    table.write_text("\n".join(rows), encoding="utf-8")
    table.with_suffix(".html").write_text("<p>Because weights add up.</p>", encoding="utf-8")
    house.autograder("forget", "ada", "--yes", "--course", str(tmp_path))
    assert table.read_text(encoding="utf-8").splitlines() == [rows[0], rows[2]]
    assert not table.with_suffix(".html").exists() and not folder.exists()
