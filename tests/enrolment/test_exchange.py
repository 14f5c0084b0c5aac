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

from autograder.enrolment.exchange import Collect, copy_own
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
        most = options.pop("max_dir_size", 100_000)
        config.CourseDirectory = Config(
            root=str(self.root), course_id="transformers", assignment_id="00_tiny", max_dir_size=most
        )
        shutil.rmtree(self.root / "submitted", ignore_errors=True)
        Collect(coursedir=CourseDirectory(config=config), config=config).start()
        assert not list(self.root.glob("submitted/*/.collect*")), "nothing is left behind"
        return {path.parts[-3]: path.read_text() for path in self.root.glob("submitted/*/*/*.ipynb")}

    def submitted(self, name: str = ME) -> dict[str, str]:
        """The files of one student's submission, with what is in them."""
        folder = self.root / "submitted" / name / "00_tiny"
        return {str(p.relative_to(folder)): p.read_text() for p in sorted(folder.rglob("*")) if p.is_file()}


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
    for path in (true, *true.iterdir()):
        os.chown(path, pwd.getpwnam("nobody").pw_uid, -1)
    os.chown(unknown, 64321, -1)  # a user that is gone
    course.hand_in("nobody", LATE, "false")
    assert course.collect() == {"nobody": "true"}


def test_links_pipes_and_files_of_others_are_not_copied(course: Course, tmp_path: Path) -> None:
    """The instructor may read more than the student: a link would bring the secret to where the student's code runs."""
    secret, solutions = tmp_path / "secret", tmp_path / "source"
    secret.write_text("the secret")
    solutions.mkdir()
    (solutions / "solution.py").write_text("the solution")
    folder = course.hand_in(ME, EARLY, "mine")
    (folder / "data").mkdir()
    (folder / "data" / "table.csv").write_text("1,2")
    (folder / "notes.txt").symlink_to(secret)
    (folder / "data" / "more").symlink_to(solutions)
    (folder / "timestamp.txt").symlink_to(secret)
    os.mkfifo(folder / "pipe")  # who opens it waits for ever
    left_out = {"notes.txt", "data/more", "timestamp.txt", "pipe"}
    if os.geteuid() == 0:
        os.link(secret, folder / "hard")  # where the system allows it
        os.chown(secret, 64321, -1)
        left_out.add("hard")
    assert set(copy_own(str(folder), str(tmp_path / "copy"), 10**6, os.getuid())) == left_out
    with pytest.raises(OSError, match="somebody else"):
        copy_own(str(folder), str(tmp_path / "other"), 10**6, 64321)
    assert course.collect() == {ME: "mine"}
    found = course.submitted()
    assert found.pop("submission_secret.txt") and found.pop("timestamp.txt") == EARLY
    assert found == {"00_tiny.ipynb": "mine", "data/table.csv": "1,2"}
    assert not list((tmp_path / "submitted").rglob("more")), "an empty folder neither"


def test_a_link_in_the_place_of_a_folder_is_not_collected(course: Course, tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    (course.inbound / f"{ME}+00_tiny+{EARLY}+YWJjZGVmZ2hp").symlink_to(tmp_path / "theirs")
    (course.inbound / f"{ME}+00_tiny+{LATE}+YWJjZGVmZ2hp").touch()
    assert course.collect() == {}


def test_one_folder_does_not_end_it_for_all(course: Course, caplog: pytest.LogCaptureFixture) -> None:
    """Names without a time, names that lead elsewhere, too many bytes: a line each, and the others are collected."""
    course.hand_in(ME, "yesterday", "no time")
    course.hand_in(ME, EARLY, "mine")
    for name in ("..", "", "emmy+noether"):
        course.hand_in(name, LATE, "strange")
    large = course.hand_in("emmy", LATE, "large")
    (large / "large.bin").write_bytes(bytes(300_000))
    kept = course.collect(check_owner=False, max_dir_size=200)
    assert kept == {ME: "mine", "emmy+noether": "strange"}
    for told in (
        "has no time in its name",
        "has no student's name",
        "more than CourseDirectory.max_dir_size",
    ):
        assert told in caplog.text
    assert not (course.root / "00_tiny").exists()


def test_what_feedback_needs_is_there_and_what_nbgrader_wrote_stays(course: Course) -> None:
    """Without these two files in one submission, nbgrader gives nobody feedback."""
    folder = course.hand_in(ME, EARLY, "mine")
    (folder / "submission_secret.txt").write_bytes(b"\xff")
    course.collect()
    found = course.submitted()
    assert len(found["submission_secret.txt"]) == 128 and found["timestamp.txt"] == EARLY
    drawn = "0123456789abcdef" * 8
    (folder / "submission_secret.txt").write_text(drawn)
    course.collect()
    assert course.submitted()["submission_secret.txt"] == drawn


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


def test_what_is_collected_is_the_instructors_alone(course: Course) -> None:
    course.hand_in(ME, EARLY, "1")
    assert course.collect() == {ME: "1"}
    assert (course.root / "submitted").stat().st_mode & 0o777 == 0o700
