"""Several graders and a person write one gradebook at once, in SQLite and in PostgreSQL; nothing is lost or doubled."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import gradebooks
import postgresql
import pytest
import tiny_lesson
from courses import ROW, Course
from sqlalchemy import create_engine, text

STUDENTS, CELLS = 5, len(tiny_lesson.POINTS) + 1  # one answer is graded by a person
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server() -> Iterator[postgresql.Server]:
    if postgresql.tools() is None:
        pytest.skip(postgresql.MISSING)
    with postgresql.server() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], str]:
    """Makes an empty gradebook and gives its address."""
    if request.param == "postgresql":
        return request.getfixturevalue("server").database

    def place(name: str) -> str:
        folder = tmp_path / f"gradebook-{name}"
        folder.mkdir()
        gradebooks.place(folder)
        return f"sqlite:///{folder / 'gradebook.db'}"

    return place


def course_at(root: Path, url: str) -> Course:
    """A course folder whose gradebook is elsewhere."""
    root.mkdir()
    made = Course(root)
    with (root / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write(f"c.CourseDirectory.db_url = {url!r}\n")
    (root / "gradebook.db").unlink()
    made.hand_in(STUDENTS)
    return made


def rows(url: str) -> list[tuple[object, ...]]:
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            return [tuple(row) for row in connection.execute(text(ROW))]
    finally:
        engine.dispose()


def automatic(url: str) -> list[tuple[object, ...]]:
    """Student, cell and automatic points."""
    return [row[:3] for row in rows(url)]


class Person(threading.Thread):
    """Gives points and comments as the formgrader does, until everybody has some; again when told that it is locked."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url, self.given, self.ended = url, {}, threading.Event()

    def run(self) -> None:
        from nbgrader.api import Gradebook
        from sqlalchemy.exc import OperationalError

        while not self.ended.is_set():
            for number in range(STUDENTS):
                student = f"s{number:03}"
                try:
                    with Gradebook(self.url) as gradebook:
                        (notebook,) = gradebook.find_submission(tiny_lesson.NAME, student).notebooks
                        grade = min(notebook.grades, key=lambda found: found.name)
                        points = len(self.given) % 7 + 0.5
                        grade.manual_score, grade.needs_manual_grade = points, False
                        gradebook.db.commit()
                        self.given[student] = (grade.name, points)
                except OperationalError as error:
                    assert "locked" in str(error), error
            time.sleep(0.05)


def test_two_graders_and_a_person_at_once(tmp_path: Path, new_url: Callable[[str], str]) -> None:
    alone = course_at(tmp_path / "alone", new_url("alone"))
    alone.grade("--workers", "2")
    expected = automatic(_url_of(alone))
    assert len(expected) == STUDENTS * CELLS

    url = new_url("shared")
    graders = [course_at(tmp_path / name, url) for name in ("first", "second")]
    for grader in graders:  # as clones of one course, with one secret
        shutil.copy(alone.root / "secret", grader.root / "secret")
    graders[0].grade("--students", "s000")  # the gradebook knows the lesson from now on
    _at_once(graders)  # both make every student and every row
    assert automatic(url) == expected

    person = Person(url)
    person.start()
    try:
        _at_once(graders, "--force")
    finally:
        person.ended.set()
        person.join(timeout=600)
    assert len(person.given) == STUDENTS
    found = rows(url)
    assert [row[:3] for row in found] == expected
    given = {student: (cell, points) for student, cell, _, points, _ in found if points is not None}
    assert given == person.given


def _at_once(graders: list[Course], *options: str) -> None:
    """Both grade the whole class at the same time, and both succeed."""
    runs = [
        subprocess.Popen(
            grader.grading("--workers", "1", *options),
            cwd=grader.root,
            env=grader.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for grader in graders
    ]
    said = [run.communicate(timeout=600)[0] for run in runs]
    assert [run.returncode for run in runs] == [0, 0], "\n".join(said)


def _url_of(course: Course) -> str:
    line = (course.root / "nbgrader_config.py").read_text(encoding="utf-8").strip().splitlines()[-1]
    return line.split(" = ")[1].strip("'\"")


def test_every_command_works_on_a_server(tmp_path: Path, server: postgresql.Server) -> None:
    course = course_at(tmp_path / "course", server.database("commands"))
    table = tmp_path / "class.csv"
    table.write_text(
        "student,first_name,email\ns000,Ada,ada@example.org\ns099,Emmy,emmy@example.org\n", encoding="utf-8"
    )
    assert "2 new" in course.autograder("roster", str(table))
    course.grade("--workers", "2")
    for command in (
        ("report", tiny_lesson.NAME),
        ("export", tiny_lesson.NAME),
        ("written", tiny_lesson.NAME),
        ("regrade", tiny_lesson.NAME, "--list"),
    ):
        course.autograder(*command)
    again = course.grade("--workers", "1")
    assert f"0 graded now, {STUDENTS} were graded already" in again.stdout


def test_a_server_that_restarts_is_waited_for(tmp_path: Path) -> None:
    if postgresql.tools() is None:
        pytest.skip(postgresql.MISSING)
    with postgresql.server() as own:
        course = course_at(tmp_path / "course", own.database("restarts"))
        run = course.start("--workers", "1")
        while not course.graded() and run.poll() is None:
            time.sleep(0.1)
        own.stop()
        time.sleep(3)
        own.start()
        assert run.wait(timeout=600) == 0
        assert len(course.graded()) == STUDENTS
        assert len(automatic(_url_of(course))) == STUDENTS * CELLS


def test_a_password_is_not_shown(tmp_path: Path) -> None:
    from autograder.errors import CourseError
    from autograder.grading.gradebook import opened

    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    with pytest.raises(CourseError, match="cannot be opened") as error:
        opened(f"postgresql+psycopg://course:sesame@/none?host={tmp_path}")
    assert "sesame" not in str(error.value) and "***" in str(error.value)
