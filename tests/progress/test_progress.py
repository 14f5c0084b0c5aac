"""What a check leaves behind on a student's machine, and how it is shown. The lesson is the tiny one."""

from __future__ import annotations

import json
import re
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from autograder.checks.scoring import Slip, Verdict
from autograder.errors import CourseError
from autograder.notebook.stubs import stub
from autograder.progress import remembered, shown
from autograder.progress.figure import figure
from tests import tiny_lesson

ORDER = list(tiny_lesson.POINTS)


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course of one notebook, as students have it."""
    folder = tmp_path_factory.mktemp("class")
    lesson = tiny_lesson.write(folder / "source")
    inside = folder / "course" / lesson.name
    inside.mkdir(parents=True)
    tiny_lesson.record(lesson, inside)
    (text,) = lesson.notebooks
    cells = [
        {
            "cell_type": c.kind,
            "metadata": {"nbgrader": c.nbgrader},
            "source": stub(c.source).splitlines(keepends=True),
        }
        for c in text.cells
    ]
    (inside / f"{text.stem}.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    return folder / "course"


@pytest.fixture
def course(released: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh copy, on a machine on which nothing was checked yet."""
    monkeypatch.setenv(remembered.VARIABLE, str(tmp_path / "kept"))
    return Path(shutil.copytree(released, tmp_path / "course"))


def check(course: Path, exercise: str, share: float, state: str = "", slip: Slip | None = None) -> None:
    highest = tiny_lesson.POINTS[exercise]
    verdict = Verdict(
        exercise, share * highest, highest, state or ("right" if share == 1 else "wrong"), slip=slip
    )
    remembered.remember(verdict, course / tiny_lesson.NAME)


def states(course: Path) -> list[str]:
    (row,) = remembered.rows(course)
    assert [step.exercise for step in row.steps] == ORDER
    return [step.state for step in row.steps]


def test_the_latest_check_of_each_exercise_counts(course: Path) -> None:
    assert states(course) == ["open"] * 4
    check(course, ORDER[0], 1)
    check(course, ORDER[1], 0.5)
    check(course, ORDER[2], 0, slip=Slip("a mistake", "why", "look"))
    check(course, ORDER[3], 0, "not answered")
    assert states(course) == ["holds", "partly", "wrong", "open"]
    (row,) = remembered.rows(course)
    assert row.title == "A tiny lesson" and row.points == "3.5 of 10 points"
    check(course, ORDER[0], 0, "error")
    assert states(course)[0] == "wrong"


def test_a_new_release_asks_for_the_check_again(course: Path) -> None:
    check(course, ORDER[0], 1)
    (file,) = remembered.data_folder().iterdir()
    kept = json.loads(file.read_text())
    file.write_text(json.dumps({**kept, "release": "an earlier one"}))
    assert states(course)[0] == "old"


def test_two_copies_of_the_course_are_two(course: Path) -> None:
    other = Path(shutil.copytree(course, course.parent / "other"))
    check(course, ORDER[0], 1)
    assert states(course)[0] == "holds" and states(other)[0] == "open"


def test_nothing_disturbs_a_check(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (course.parent / "kept").write_text("a file where the folder should be")
    check(course, ORDER[0], 1)
    assert states(course)[0] == "open"
    monkeypatch.setattr(remembered, "_release_of", lambda *_: 1 / 0)
    check(course, ORDER[0], 1)


def test_files_that_are_no_results_count_as_nothing(course: Path) -> None:
    check(course, ORDER[0], 1)
    (file,) = remembered.data_folder().iterdir()
    for content in ("", "[]", "{}", '{"state": 1}', "\0"):
        file.write_text(content)
        assert states(course)[0] == "open"
    (course / tiny_lesson.NAME / f"{tiny_lesson.NAME}.ipynb").write_text("{}")
    assert remembered.rows(course)[0].title == tiny_lesson.NAME, (
        "the file's name stands for a title that cannot be read"
    )
    (course / tiny_lesson.NAME / "broken.checks").write_text("no archive")
    assert len(remembered.rows(course)) == 1


def test_it_can_be_switched_off_and_leaves_authors_alone(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (course / tiny_lesson.NAME / "exercises").mkdir()
    (course / tiny_lesson.NAME / "exercises" / "softmax.py").touch()
    check(course, ORDER[0], 1)
    assert not remembered.data_folder().exists()
    (course / tiny_lesson.NAME / "exercises" / "softmax.py").unlink()
    monkeypatch.setenv(remembered.VARIABLE, "off")
    check(course, ORDER[0], 1)
    assert not (course.parent / "kept").exists() and not Path("off").exists()


def test_writing_leaves_whole_files_only(course: Path) -> None:
    for _ in range(3):
        check(course, ORDER[0], 1)
    assert [path.suffix for path in remembered.data_folder().iterdir()] == [".json"]


def test_the_course_is_found_from_where_one_is(course: Path, tmp_path: Path) -> None:
    for start in (course, course.parent, course / tiny_lesson.NAME):
        assert remembered.find_course(start) == course
    empty = tmp_path / "elsewhere"
    empty.mkdir()
    shutil.rmtree(course)
    with pytest.raises(CourseError, match=r"no lessons lie in .*elsewhere or around it: go to"):
        remembered.find_course(empty)


def test_a_written_question_that_is_still_open_comes_next(course: Path) -> None:
    for exercise in ORDER:
        check(course, exercise, 1)
    assert remembered.next_step(remembered.rows(course)) == "Every exercise is solved."
    (file,) = course.glob("*/*.ipynb")
    notebook = json.loads(file.read_text(encoding="utf-8"))
    written = {"grade_id": "written_why", "solution": True, "grade": True, "points": 2}
    cell = {"cell_type": "markdown", "metadata": {"nbgrader": written}, "source": ["YOUR ANSWER HERE\n"]}
    file.write_text(json.dumps({"cells": [*notebook["cells"], cell]}), encoding="utf-8")
    place = f"{tiny_lesson.NAME}/{tiny_lesson.NAME}.ipynb"
    told = remembered.next_step(remembered.rows(course))
    assert told == f"Next: the written question in {place}, not answered yet"
    cell["source"] = ["Because of the mask."]
    file.write_text(json.dumps({"cells": [*notebook["cells"], cell]}), encoding="utf-8")
    assert remembered.next_step(remembered.rows(course)) == "Every exercise is solved."


def test_text_and_picture_say_the_same(course: Path) -> None:
    check(course, ORDER[0], 1)
    check(course, ORDER[1], 0.5)
    found = remembered.rows(course)
    told = shown.text(found)
    assert told.splitlines()[0].split() == [
        "A",
        "tiny",
        "lesson",
        "■",
        "◧",
        "·",
        "·",
        "3.5",
        "of",
        "10",
        "points",
    ]
    assert told.endswith(
        f"Next: {ORDER[1]}, which is partly solved, in {tiny_lesson.NAME}/{tiny_lesson.NAME}.ipynb"
    )
    picture = ElementTree.fromstring(figure(found))
    titles = [node.text for node in picture.iter("{http://www.w3.org/2000/svg}title")]
    assert titles[:4] == [step.words for step in found[0].steps]
    assert re.search(
        r"A tiny lesson: weighted_mean: solved, Scale: partly solved", picture.get("aria-label") or ""
    )


def test_the_command(course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from autograder.cli import main

    assert main(["progress", str(course), "--save", str(tmp_path / "mine.svg")]) == 0
    assert "0 of 10 points" in capsys.readouterr().out
    assert (tmp_path / "mine.svg").read_text(encoding="utf-8").startswith("<svg")
    shutil.rmtree(course)
    assert main(["progress", str(tmp_path)]) == 2
    assert "go to the course folder" in capsys.readouterr().err
