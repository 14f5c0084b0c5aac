"""Copying a submission: what a hostile folder can contain, and what becomes of it."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from autograder.sandbox import scratch

LARGE = {"size": 1_000_000, "files": 100}


@pytest.fixture
def source(tmp_path) -> Path:
    (tmp_path / "source").mkdir()
    (tmp_path / "target").mkdir()
    return tmp_path / "source"


@pytest.fixture
def target(source) -> Path:
    return source.parent / "target"


def copy(source: Path, target: Path, **options) -> list[str]:
    return scratch.copy_folder(str(source), str(target), **(LARGE | options))


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_files_and_folders_are_copied(source, target):
    (source / "a" / "b").mkdir(parents=True)
    (source / "a" / "b" / "data.csv").write_text("1,2")
    (source / "empty").write_text("")
    assert copy(source, target) == []
    assert names(target) == ["a", "a/b", "a/b/data.csv", "empty"]
    assert (target / "a/b/data.csv").read_text() == "1,2"


def test_notebooks_and_caches_are_not_needed(source, target):
    for name in ("lesson.ipynb", ".git", "kept.py"):
        (source / name).write_text("x")
    (source / "__pycache__").mkdir()
    assert copy(source, target) == [] and names(target) == ["kept.py"]


def test_links_are_never_followed(source, target, tmp_path):
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "gradebook").write_text("grades")
    (source / "file").symlink_to(secret / "gradebook")
    (source / "folder").symlink_to(secret)
    (source / "loop").symlink_to(source)
    assert sorted(copy(source, target)) == [f"{n} (not a regular file)" for n in ("file", "folder", "loop")]
    assert names(target) == []


def test_a_link_as_the_submission_itself(source, target, tmp_path):
    (tmp_path / "link").symlink_to(source)
    assert len(copy(tmp_path / "link", target)) == 1 and names(target) == []


def test_pipes_sockets_and_devices_are_left_out(source, target):
    """Reading a pipe that nobody writes to would never end."""
    os.mkfifo(source / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(source / "socket"))
        assert len(copy(source, target)) == 2


def test_the_size_is_bounded(source, target):
    (source / "small").write_text("x" * 100)
    with open(source / "sparse", "wb") as file:
        file.truncate(10**12)
    assert copy(source, target) == ["sparse (too large)"] and names(target) == ["small"]


def test_the_number_of_files_is_bounded(source, target):
    for number in range(200):
        (source / f"{number:03}").write_text("")
    assert len(copy(source, target)) == 20  # it stops looking after that many refusals
    assert len(names(target)) == 100


def test_the_depth_is_bounded(source, target):
    inner = source
    for _ in range(50):
        inner = inner / "d"
        inner.mkdir()
    (inner / "file").write_text("x")
    refused = copy(source, target)
    assert len(refused) == 1 and "too deep" in refused[0]


@pytest.mark.parametrize("name", scratch.COURSE_MARKERS)
def test_a_course_is_no_submission(source, target, name):
    (source / "data").write_text("x")
    (source / name).write_text("x")
    assert "belongs to the course" in copy(source, target)[0] and names(target) == []


def test_of_a_lessons_source_only_the_data_is_copied(source, target):
    (source / "exercises").mkdir()
    for name in (
        "02_attention.py",
        "exercises/softmax.py",
        "smallest.py",
        "02_attention.checks",
        "02_attention.ipynb",
    ):
        (source / name).write_text("x")
    assert copy(source, target) == [] and names(target) == ["02_attention.checks"]


def test_a_students_module_may_be_called_exercises(source, target):
    (source / "exercises.py").write_text("x")
    assert copy(source, target) == [] and names(target) == ["exercises.py"]


def test_unreadable_files_are_left_out(source, target):
    (source / "closed").write_text("x")
    (source / "closed").chmod(0)
    (source / "open").write_text("x")
    refused = copy(source, target)
    assert (refused == [] and os.geteuid() == 0) or refused == ["closed (Permission denied)"]


def test_removing_what_resists(tmp_path):
    folder = tmp_path / "scratch"
    (folder / "closed" / "inner").mkdir(parents=True)
    (folder / "closed" / "inner" / "file").write_text("x")
    kept = tmp_path / "kept"
    kept.write_text("x")
    (folder / "link").symlink_to(kept)
    (folder / "closed" / "inner").chmod(0)
    (folder / "closed").chmod(0)
    scratch.remove(str(folder))
    assert not folder.exists() and kept.exists()
