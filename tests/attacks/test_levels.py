"""Where the sandbox is weaker: the essentials as an ordinary user and at the light level; refusal below the minimum."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.classroom import Submission
from tests.sandbox import ordinary_user

from .field import Field, lessons

HERE = Path(__file__).parent
ESSENTIALS = (
    "displayhook or recorded or closed or files or sockets or leaver or finder or segfault or fork or noisy "
    "or neighbours or nothing_is_left or target_is"
)


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="ag-", dir="/tmp") as path:
        os.chmod(path, 0o755)
        yield Path(path)


@pytest.mark.parametrize(
    "level, user",
    [
        ("full", "ordinary"),
        pytest.param("light", "ordinary", marks=pytest.mark.slow),
        pytest.param("light", "root", marks=pytest.mark.slow),
    ],
)
def test_the_essentials(level: str, user: str, folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("AUTOGRADER_TEST_LEVEL", level)
    home = folder / "home"
    command = [
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--basetemp={home}/tests",
        str(HERE / "test_attacks.py"), "-k", ESSENTIALS,
    ]  # fmt: skip
    if user == "root":
        home.mkdir()
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=HERE.parents[1])
    elif reason := ordinary_user.why_not():
        pytest.skip(reason)
    else:
        done = ordinary_user.run(command, home, 600)
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
