"""The made-up class, and the demo that grades it."""

from __future__ import annotations

import ast
import csv
import json
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import houses
import nbformat
import pytest
import tiny_lesson
from courses import ROW

from autograder.grading.rebuild import released_notebook
from autograder.lesson.folder import ROOT
from autograder.proof.classroom import Classroom
from autograder.proof.demo_course import NBGRADER, DemoCourse


@pytest.fixture
def classroom(tmp_path: Path) -> Classroom:
    lesson = tiny_lesson.write(tmp_path / "source")
    folder = tmp_path / "course"
    folder.mkdir()
    nbformat.write(released_notebook(lesson.notebooks[0].path), folder / f"{tiny_lesson.NAME}.ipynb")
    return Classroom(lesson, folder)


def test_a_class_of_every_kind(classroom: Classroom) -> None:
    everybody = {submission.student: submission for submission in classroom.everybody()}
    assert len(everybody) >= 15
    kinds = (
        "right untouched syntax-error raises endless-loop kernel-ended cut-off-file check-deleted check-twice"
    )
    assert set(kinds.split()) <= set(everybody)
    assert sum(name.startswith("partial") for name in everybody) >= 2
    with pytest.raises(json.JSONDecodeError):
        json.loads(everybody["cut-off-file"].files[f"{tiny_lesson.NAME}.ipynb"])
    for name, submission in everybody.items():
        if name in ("cut-off-file", "no-notebook"):
            continue
        notebook = nbformat.reads(submission.files[f"{tiny_lesson.NAME}.ipynb"], as_version=4)
        sources = [c.source for c in notebook.cells if c.cell_type == "code"]
        assert not any("SOLUTION" in source for source in sources)
        if name != "syntax-error":
            for source in sources:
                ast.parse(source)


def test_every_slip_is_made_by_somebody(classroom: Classroom) -> None:
    made = {text for submission in classroom.slips() for text in submission.files.values()}
    for name, exercise in classroom.lesson.exercises.items():
        cell = classroom.lesson.notebooks[0].cell(name).source
        for slip in exercise.slips:
            answer = "\n".join(line for line in slip.apply(cell).splitlines() if "SOLUTION" not in line)
            assert any(json.dumps(answer)[1:-1].split("\\n")[-1] in text for text in made), slip.slip.name


def test_a_long_step_shows_how_far_it_is(tmp_path: Path) -> None:
    """Grading writes one folder after the other; each move of the bar tells how many are there."""
    course = DemoCourse(tmp_path)
    program = """
import pathlib, time
pathlib.Path("autograded/ada/00").mkdir(parents=True)
while not pathlib.Path("seen").exists():
    time.sleep(0.05)
"""
    seen: list[int] = []

    def look() -> None:
        seen.append(course.students_in("autograded", "00"))
        if seen[-1]:
            (tmp_path / "seen").touch()

    course.run(sys.executable, "-c", program, meanwhile=look)
    assert seen[-1] == 1


def test_the_demo_leaves_the_real_gradebook_alone(tmp_path: Path) -> None:
    """In it, the lesson would be a row of 0 for every student in nbgrader export. What takes minutes is left out."""
    house = houses.House(tmp_path, new=True)
    script = (
        "from argparse import Namespace\n"
        "from autograder.commands import demo\n"
        "demo.fetch.fetch_for = lambda lessons: None\n"
        "demo.solutions.run_lessons = lambda lessons, **options: True\n"
        "demo.grade_class = lambda lesson, course, say, bar: []\n"
        f"demo.run(Namespace(lesson={tiny_lesson.NAME!r}))\n"
    )
    house.told(sys.executable, "-c", script)
    assert (tmp_path / "course" / tiny_lesson.NAME / f"{tiny_lesson.NAME}.ipynb").exists()
    assert (tmp_path / "build" / "demo" / "gradebook.db").exists()
    assert not (tmp_path / "gradebook.db").exists()


@pytest.mark.slow
def test_the_demo(tmp_path: Path) -> None:
    """Fetch, release, reference solution, a class graded, feedback; nbgrader's own command grades it equally."""
    tiny_lesson.write(tmp_path / "source")
    (tmp_path / "nbgrader_config.py").write_text(
        (ROOT / "nbgrader_config.py").read_text(encoding="utf-8"), encoding="utf-8"
    )
    environment = os.environ | {
        "AUTOGRADER_ROOT": str(tmp_path),
        "AUTOGRADER_SECRET_FILE": str(tmp_path / "secret"),
    }
    done = subprocess.run(
        [sys.executable, "-m", "autograder", "demo", "--lesson", tiny_lesson.NAME],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert re.search(r"autograder grade: (1[5-9]|2\d) submissions", done.stdout)
    with (tmp_path / "build" / "demo" / "scores.csv").open(encoding="utf-8") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert len(rows) >= 15 and not (tmp_path / "gradebook.db").exists()
    full = [name for name, row in rows.items() if row["score"] == row["max_score"] == "10"]
    assert {"right", "check-deleted", "check-twice", "order-changed"} <= set(full) and rows["right"][
        "state"
    ] == "graded"
    nothing = [name for name, row in rows.items() if row["score"] == "0"]
    assert "untouched" in nothing and {"cut-off-file", "no-notebook"}.isdisjoint(nothing)
    assert rows["cut-off-file"]["score"] == rows["no-notebook"]["score"] == ""
    assert rows["check-edited"]["state"] == "tampered" and float(rows["check-edited"]["score"]) < 10
    assert rows["endless-loop"]["state"] == "timed out" and rows["kernel-ended"]["state"] == "partly graded"
    assert "ran longer" in rows["endless-loop"]["reasons"] and "stopped" in rows["kernel-ended"]["reasons"]
    for name in ("endless-loop", "kernel-ended"):  # their cells define nothing, which is no forbidden use
        assert "forbid" not in rows[name]["mistakes"] + rows[name]["reasons"]
    assert rows["cut-off-file"]["state"] == "invalid" and rows["no-notebook"]["state"] == "invalid"
    named = "; ".join(row["mistakes"] for row in rows.values())
    for exercise in ("weighted_mean", "Scale", "draw"):
        assert f"{exercise}: " in named
    assert len(list((tmp_path / "build" / "demo" / "feedback").rglob("*.html"))) >= 14

    demo = tmp_path / "build" / "demo"
    scores = _scores(demo)
    with sqlite3.connect(demo / "gradebook.db") as database:
        database.execute("UPDATE grade SET auto_score = NULL")  # so that a command that does nothing is seen
    assert _scores(demo) != scores
    command = [*NBGRADER, "autograde", tiny_lesson.NAME, "--force"]
    again = subprocess.run(command, cwd=demo, env=environment, capture_output=True, text=True, timeout=600)
    assert _scores(demo) == scores and len(scores) > 3 * 13, again.stderr[-3000:]


def _scores(folder: Path) -> list[tuple[object, ...]]:
    with sqlite3.connect(folder / "gradebook.db") as database:
        return list(database.execute(ROW))
