"""Each of nbgrader's commands as the first one after the installation: no gradebook, no folders, nothing built yet."""

from __future__ import annotations

import shutil
import sys

import pytest
import tiny_lesson

from autograder.proof.classroom import Classroom

from .conftest import House

COMMANDS = {
    "db assignment list": (["db", "assignment", "list"], 0, "There are 0 assignments"),
    "db student list": (["db", "student", "list"], 0, "There are 0 students"),
    "db student add": (["db", "student", "add", "ada"], 0, "Creating/updating student with ID 'ada'"),
    "db assignment add": (["db", "assignment", "add", tiny_lesson.NAME], 0, tiny_lesson.NAME),
    "export": (["export"], 0, "grades.csv"),
    "list": (["list", "--inbound"], None, ""),
    "autograde without submissions": (["autograde", tiny_lesson.NAME], 1, "No notebooks were matched"),
    "generate_feedback": (["generate_feedback", tiny_lesson.NAME], 1, "No notebooks were matched"),
    "generate_assignment of nothing": (["generate_assignment", "99_nothing"], 1, "99_nothing"),
    "--help": (["autograde", "--help"], 0, "Autograde a notebook"),
}
# What the formgrader's button does.
BUTTON = """
from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from autograder.release.build import nbgrader_config
config = nbgrader_config()
print(NbGraderAPI(CourseDirectory(config=config), config=config).autograde("00_tiny", "ada"))
"""
QUICK = ("db assignment list", "generate_assignment of nothing")


@pytest.fixture
def house(new_house: type[House], tmp_path: object) -> House:
    return new_house(tmp_path, new=True)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[] if n in QUICK else pytest.mark.slow) for n in COMMANDS]
)
def test_as_the_first_command(house: House, name: str) -> None:
    house.fresh = True
    arguments, code, words = COMMANDS[name]
    said = house.nbgrader(*arguments, ok=None if code is None else code == 0)
    assert words in said, said
    assert "Traceback (most recent call last)" not in said, said


@pytest.mark.parametrize(
    "command",
    [
        "autograder grade",
        pytest.param("nbgrader autograde", marks=pytest.mark.slow),
        pytest.param("formgrader", marks=pytest.mark.slow),
    ],
)
def test_grading_in_a_fresh_clone(house: House, command: str) -> None:
    """course/ is in the repository and submissions may lie there, but no gradebook knows the lesson yet."""
    from autograder.grading.rebuild import released_notebook

    (text,) = house.lesson.notebooks
    classroom = Classroom.__new__(Classroom)
    classroom.lesson, classroom.blank, classroom.solutions = (
        house.lesson,
        {text.stem: released_notebook(text.path)},
        {},
    )
    house.hand_in(classroom.answering("ada", tiny_lesson.ANSWERS))
    if command == "autograder grade":
        assert "1 graded now" in house.autograder("grade", tiny_lesson.NAME, "--course", str(house.root))
    elif command == "nbgrader autograde":
        house.nbgrader("autograde", tiny_lesson.NAME)
    else:
        assert "'success': True" in house.told(sys.executable, "-c", BUTTON)
    assert house.rows()["ada"].score == sum(tiny_lesson.POINTS.values())
    assert not (house.root / "course").exists()


def test_generate_assignment_where_course_is_there_already(house: House) -> None:
    """nbgrader skips what exists; the gradebook learns of it all the same, and no file of course/ changes."""
    house.autograder("release")
    (house.root / "gradebook.db").unlink()
    before = {path: path.read_bytes() for path in (house.root / "course").rglob("*") if path.is_file()}
    said = house.nbgrader("generate_assignment", tiny_lesson.NAME)
    assert f"{tiny_lesson.NAME}: course/ has it already, and now the gradebook knows it too." in said
    assert tiny_lesson.NAME in house.nbgrader("db", "assignment", "list")
    assert before == {path: path.read_bytes() for path in before}
    assert "now the gradebook knows" not in house.nbgrader("generate_assignment", tiny_lesson.NAME)


def test_a_course_folder_that_is_older_than_its_source_is_told_in_one_sentence(house: House) -> None:
    name, old = tiny_lesson.NAME, house.lesson.release
    assert "older" not in house.autograder("release") and "course/ held" not in house.autograder("release")
    tiny_lesson.write(house.root / "source", text=[("## 5 · In words", "## 5 · In your words")])
    said = house.nbgrader("generate_assignment", name)
    stale = f"{name}: course/ is older than source/, so type autograder release {name} before you hand it out"
    assert f"{stale} (it is kept in releases/: what was handed out before is graded as it was)." in said
    shutil.rmtree(house.root / "releases" / name / old)
    said = house.nbgrader("generate_assignment", name)
    assert f"{stale}; work made from what is there now will be graded as the new release." in said
    said = house.autograder("release")
    assert (
        f"{name}: course/ held release {old}, which releases/ does not have, so if students have it" in said
    )
    assert f"git checkout COMMIT -- source/{name}" in said
    assert "is older than" not in house.nbgrader("generate_assignment", name)
    assert "held" not in house.autograder("release")
