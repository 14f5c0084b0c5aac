"""The grading secret: made once, readable by its owner alone, and never told."""

from __future__ import annotations

import itertools
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.errors import CourseError
from autograder.judge.secret import VARIABLE, kernel_seed, load_secret, secret_id, secret_path, seed


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "folder" / "secret"
    monkeypatch.setenv(VARIABLE, str(path))
    return path


def test_it_is_made_on_first_use_for_its_owner_alone(path: Path) -> None:
    secret = load_secret()
    assert len(secret) == 64 and stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_secret() == secret and [p.name for p in path.parent.iterdir()] == ["secret"]


def test_it_lies_outside_the_course(monkeypatch: pytest.MonkeyPatch) -> None:
    from autograder.lesson.folder import ROOT

    monkeypatch.delenv(VARIABLE, raising=False)
    assert ROOT not in secret_path().parents


def test_several_processes_at_once_agree(path: Path) -> None:
    code = "from autograder.judge.secret import load_secret; print(load_secret().decode())"
    running = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=os.environ)
        for _ in range(4)
    ]
    said = {process.communicate(timeout=600)[0].strip() for process in running}
    assert len(said) == 1 and len(said.pop()) == 64
    assert [p.name for p in path.parent.iterdir()] == ["secret"]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o644])
def test_one_that_others_can_read_is_refused(path: Path, mode: int) -> None:
    load_secret()
    path.chmod(mode)
    with pytest.raises(CourseError, match=f"can be read by others: type chmod 600 {path}"):
        load_secret()


@pytest.mark.parametrize("content", [b"", b"short\n", b"\xff" * 64])
def test_a_file_that_holds_no_secret_is_refused(path: Path, content: bytes) -> None:
    load_secret()
    path.write_bytes(content)
    with pytest.raises(CourseError, match=str(path)):
        load_secret()


def test_a_folder_that_cannot_be_made_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "file" / "secret"))
    with pytest.raises(CourseError, match=f"cannot be used .*; set {VARIABLE} to a file of yours"):
        load_secret()


def test_what_is_told_of_it_does_not_tell_it() -> None:
    one, two = b"a" * 64, b"b" * 64
    assert secret_id(one) != secret_id(two) and len(secret_id(one)) == 8
    parts = itertools.product((one, two), ("1", "2"), ("ada", "emmy"), ("f", "g"))
    assert len({seed(*each) for each in parts}) == 16
    first = seed(one, "1", "ada", "f")
    assert first == seed(one, "1", "ada", "f") and b"a" * 8 not in first


def test_what_it_decides_hangs_on_each_part_by_itself() -> None:
    """A student whose folder is called like the end of one and the beginning of the other."""
    secret = b"a" * 64
    assert (
        seed(secret, "1", "ada/f", "g") != seed(secret, "1", "ada", "f/g") != seed(secret, "1/ada", "f", "g")
    )
    assert kernel_seed(secret, "1", "ada", "f") != kernel_seed(secret, "1", "ada", "g")
