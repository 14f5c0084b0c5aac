"""Whose a submission in nbgrader's exchange is, and which folder is the course's. tests/hub does it on a real hub."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import gradebooks
import pytest
from nbgrader.coursedir import CourseDirectory
from traitlets import import_item
from traitlets.config import Config

from autograder.enrolment.exchange import Collect
from autograder.lesson import folder
from autograder.release.build import nbgrader_config

pwd = pytest.importorskip("pwd", reason="nbgrader's exchange is not for Windows")
ME = pwd.getpwuid(os.getuid()).pw_name
EARLY, LATE = "2026-11-23 10:00:00.000000 UTC", "2026-11-23 11:00:00.000000 UTC"


class Course:
    def __init__(self, root: Path) -> None:
        self.root, self.inbound = root, root / "exchange" / "transformers" / "inbound"
        self.inbound.mkdir(parents=True)
        gradebooks.place(root)

    def hand_in(self, name: str, time: str, content: str) -> Path:
        new = self.inbound / f"{name}+00_tiny+{time}+YWJjZGVmZ2hp"
        new.mkdir()
        (new / "00_tiny.ipynb").write_text(content)
        return new

    def collect(self, **options: object) -> dict[str, str]:
        """What is in submitted/ afterwards, by student."""
        config = Config({"Exchange": {"root": str(self.root / "exchange")}, "ExchangeCollect": options})
        config.CourseDirectory = Config(
            root=str(self.root), course_id="transformers", assignment_id="00_tiny"
        )
        shutil.rmtree(self.root / "submitted", ignore_errors=True)
        Collect(coursedir=CourseDirectory(config=config), config=config).start()
        return {path.parts[-3]: path.read_text() for path in self.root.glob("submitted/*/*/*.ipynb")}


@pytest.fixture
def course(tmp_path: Path) -> Course:
    (tmp_path / "exchange").mkdir(mode=0o777)
    return Course(tmp_path)


def test_a_folder_of_somebody_else_is_not_collected(course: Course, caplog: pytest.LogCaptureFixture) -> None:
    course.hand_in(ME, EARLY, "first")
    course.hand_in(ME, LATE, "second")
    course.hand_in("emmy", LATE, "false")
    assert course.collect() == {ME: "second"}
    assert "bears the name of emmy and belongs to somebody else" in caplog.text
    assert course.collect(check_owner=False) == {ME: "second", "emmy": "false"}


def test_a_false_one_does_not_hide_the_true_one(course: Course) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder to another user")
    true, unknown = course.hand_in("nobody", EARLY, "true"), course.hand_in("ghost", EARLY, "nobody's")
    os.chown(true, pwd.getpwnam("nobody").pw_uid, -1)
    os.chown(unknown, 64321, -1)  # a user that is gone
    course.hand_in("nobody", LATE, "false")
    assert course.collect() == {"nobody": "true"}


def test_a_link_to_a_folder_of_its_student_is_not_one(course: Course, tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder to another user")
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    os.chown(theirs, pwd.getpwnam("nobody").pw_uid, -1)
    (course.inbound / f"nobody+00_tiny+{EARLY}+YWJjZGVmZ2hp").symlink_to(theirs)
    assert course.collect() == {}


def test_nbgrader_uses_it() -> None:
    assert import_item(nbgrader_config().ExchangeFactory.collect) is Collect


def test_the_course_is_the_clone_that_one_stands_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the packages are installed apart from any clone; in a clone, and where a variable names one, it is that."""
    clone, elsewhere = tmp_path / "clone", tmp_path / "lib"
    (clone / "source" / "00_tiny").mkdir(parents=True)
    (clone / "nbgrader_config.py").touch()
    monkeypatch.delenv("AUTOGRADER_ROOT", raising=False)
    monkeypatch.chdir(clone / "source" / "00_tiny")
    assert folder._root() == folder.ROOT, "this very clone"
    monkeypatch.setattr(folder, "__file__", str(elsewhere / "autograder" / "lesson" / "folder.py"))
    assert folder._root() == clone
    monkeypatch.chdir(tmp_path)
    assert folder._root() == elsewhere
    monkeypatch.setenv("AUTOGRADER_ROOT", str(tmp_path / "named"))
    assert folder._root() == tmp_path / "named"
