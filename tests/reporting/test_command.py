"""`autograder report` as an instructor types it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import classes
import houses
import pytest
import tiny_lesson

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # of nbgrader's own
PAGE = f"build/grades/{tiny_lesson.NAME}-report.html"


@pytest.fixture
def house(tmp_path: Path) -> houses.House:
    """A course with a made-up class in its gradebook."""
    house = houses.House(tmp_path)
    school = classes.School(tmp_path, [f"kunigunde{i}" for i in range(8)])
    school.add_lesson(tiny_lesson.NAME, classes.five())
    school.fill(tiny_lesson.NAME, classes.five(), level=-0.5)
    return house


def report(house: houses.House, *arguments: str, ok: bool = True) -> str:
    return house.autograder("report", *arguments, "--folder", str(house.root), ok=ok)


def test_a_lesson_the_course_and_pseudonyms(house: houses.House) -> None:
    said = report(house, tiny_lesson.NAME)
    assert re.search(
        r"^teach again: \w+: \d of 8 got it right; the commonest cause, for \d students?: when ",
        said,
        re.MULTILINE,
    ), said
    assert said.endswith(f"see {house.root / PAGE}\n")
    assert "kunigunde3" in (house.root / PAGE).read_text(encoding="utf-8")
    report(house, "--course")
    assert "kunigunde3" in (house.root / "build/grades/course-report.html").read_text(encoding="utf-8")
    said = report(house, tiny_lesson.NAME, "--pseudonyms")
    assert "kunigunde" not in said.replace(str(house.root), "")
    report(house, "--course", "--pseudonyms")
    hidden = sorted((house.root / "build/grades").glob("*-pseudonyms.html"))
    texts = [path.read_text(encoding="utf-8") for path in hidden]
    assert len(texts) == 2 and not any("kunigunde" in text.lower() for text in texts)
    names = [set(re.findall(r'<th scope="row">([a-z]{5}-[a-z]{5})<', text)) for text in texts]
    assert len(names[0]) == 8 and names[0] == names[1], "the same in every report"
    assert not list((house.root / "build/grades").glob("*.writing"))


def test_half_a_class_is_told_as_such(house: houses.House) -> None:
    """Grading was stopped, or somebody has handed in since."""
    lesson = tiny_lesson.NAME
    whole = "work isn't graded yet"
    assert whole not in report(house, lesson)
    for student in ("kunigunde1", "kunigunde2"):
        shutil.rmtree(house.root / "autograded" / student)
    told = f"2 students' {whole}: type autograder grade {lesson}\n"
    assert told in report(house, lesson) and told in report(house, "--course")
    assert told in house.autograder("written", lesson, "--course", str(house.root))
    (house.root / "autograded" / "kunigunde1" / lesson).mkdir(parents=True)
    path = house.root / "autograded" / "kunigunde0" / lesson / f"{lesson}.ipynb"
    shutil.copy(path, house.root / "autograded" / "kunigunde1" / lesson)
    assert f"1 student's {whole}" in house.autograder("written", lesson, "--course", str(house.root))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "name one LESSON, or say --course for all of them"),
        ([tiny_lesson.NAME, "--course"], "name one LESSON, or say --course for all of them"),
        (["42"], "no lesson is called '42'"),
    ],
)
def test_wrong_use_is_one_sentence(tmp_path: Path, arguments: list[str], says: str) -> None:
    house = houses.House(tmp_path)
    said = report(house, *arguments, ok=False)
    assert said.startswith(f"autograder report: {says}") and said.count("\n") == 1


def test_nothing_is_graded_yet(tmp_path: Path) -> None:
    house = houses.House(tmp_path)
    said = report(house, tiny_lesson.NAME, ok=False)
    assert (
        said
        == f"autograder report: nothing of {tiny_lesson.NAME} is graded yet: type autograder grade {tiny_lesson.NAME}\n"
    )
    (tmp_path / "gradebook.db").unlink()
    assert "there is no gradebook" in report(house, tiny_lesson.NAME, ok=False)
    (tmp_path / "nbgrader_config.py").unlink()
    assert "is no nbgrader course" in report(house, "--course", ok=False)


@pytest.mark.slow
def test_a_class_that_was_really_graded(tmp_path: Path) -> None:
    """The demo's class: every slip, every kind of trouble; what grading records is what the report reads."""
    house = houses.House(tmp_path)
    house.nbgrader("generate_assignment", tiny_lesson.NAME)
    for submission in house.classroom().everybody():
        submission.write(tmp_path / "submitted", tiny_lesson.NAME)
    house.autograder("grade", tiny_lesson.NAME, "--course", str(tmp_path), "--workers", "2")
    said = report(house, tiny_lesson.NAME)
    assert said.count("teach again: ") == 3
    text = (tmp_path / PAGE).read_text(encoding="utf-8")
    for told in (
        "check-edited",
        "endless-loop",
        "took too long",
        "Could not be read",
        "Seconds of grading",
        "kernel starts",
    ):
        assert told in text, told
    assert "the gradebook holds fewer points" not in text, "every lost point has a reason"
