"""Where the sandbox is weaker: the essentials as an ordinary user and at the light level; refusal below the minimum."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.proof.classroom import Submission
from tests.sandbox import ordinary_user

from .field import Field, lessons

HERE = Path(__file__).parent
SECONDS = 1800  # for all of it, on a machine that is busy with other things
ESSENTIALS = (
    "displayhook or recorded or closed or files or sockets or leaver or finder or segfault or fork or noisy "
    "or remembered or where or mute or neighbours or nothing_is_left or target_is"
)


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="ag-", dir="/tmp") as path:
        os.chmod(path, 0o755)
        yield Path(path)


PLACES = [  # the suite itself is full, root
    ("full", "ordinary"),
    ("light", "ordinary"),
    ("light", "root"),
]


@pytest.mark.slow
@pytest.mark.parametrize("level, user", PLACES)
def test_the_essentials(level: str, user: str, folder: Path, monkeypatch: pytest.MonkeyPatch):
    _fight(level, user, folder, monkeypatch, ["-k", ESSENTIALS])


@pytest.mark.slow
@pytest.mark.parametrize("level, user", PLACES)
def test_all_attacks(level: str, user: str, folder: Path, monkeypatch: pytest.MonkeyPatch):
    _fight(level, user, folder, monkeypatch, ["--everything"])


def _fight(level: str, user: str, folder: Path, monkeypatch: pytest.MonkeyPatch, chosen: list[str]) -> None:
    monkeypatch.setenv("AUTOGRADER_TEST_LEVEL", level)
    home = folder / "home"
    command = [
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--basetemp={home}/tests",
        str(HERE / "test_attacks.py"), *chosen,
    ]  # fmt: skip
    if user == "root":
        home.mkdir()
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, cwd=HERE.parents[1])
    elif reason := ordinary_user.why_not():
        pytest.skip(reason)
    else:
        done = ordinary_user.run(command, home, SECONDS)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    assert " passed" in done.stdout


def test_grading_refuses_below_the_minimum(folder: Path):
    """One sentence, and nothing is graded."""
    weak = "c.WarmProvisioner.level = 'none'\nc.WarmProvisioner.minimum_level = 'light'\n"
    (folder / "c").mkdir()
    field = Field(folder / "c", lessons()[0], weak)
    file = f"{field.lesson.notebooks[0].stem}.ipynb"
    field.hand_in([Submission("ada", {file: "{}"}), Submission("emmy", {file: "{}"})])
    done = field.grade(check=False)
    assert done.returncode != 0
    said = (done.stdout + done.stderr).strip()
    assert "minimum_level" in said and "Traceback" not in said, said
    assert len(said.splitlines()) == 1, said
    assert not list((field.root / "autograded").glob("*/*"))
