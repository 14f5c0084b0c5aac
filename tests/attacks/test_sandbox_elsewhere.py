"""The sandbox's own tests again, as an ordinary user and at the light level: what root here has, others may not."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sandbox import ordinary_user

THERE = Path(ordinary_user.__file__).parent
PLACES = [
    ("full", "ordinary"),
    ("light", "ordinary"),
    ("light", "root"),
]  # the files themselves are "full", "root"
FILES = ("test_kernels.py", "test_isolation.py", "test_limits.py", "test_lifetime.py")
# A minute instead of four: one of each kind.
QUICK = (
    "runs_code or found or same_number or submission_is or AF_INET or files_outside or outside_scratch or warm_parent "
    "or unprivileged or several_processes or fork_bomb or deadline_of or noticed or killed_grader"
)


def pytest_command(folder: Path, *more: str) -> list[str]:
    options = ["-q", "-p", "no:cacheprovider", f"--basetemp={folder}/tests", *more]
    return [sys.executable, "-m", "pytest", *options, *(str(THERE / name) for name in FILES)]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short path: addresses of sockets have little room."""
    with tempfile.TemporaryDirectory(prefix="sandbox-", dir="/tmp") as path:
        os.chmod(path, 0o755)
        yield Path(path)


def check(done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    assert " passed" in done.stdout


def run(level: str, user: str, folder: Path, *more: str) -> None:
    os.environ["AUTOGRADER_TEST_LEVEL"] = level
    try:
        home = folder / "home"
        command = pytest_command(home, *more)
        if user == "root":
            home.mkdir()
            check(subprocess.run(command, capture_output=True, text=True, timeout=900, cwd=THERE.parents[1]))
        else:
            check(ordinary_user.run(command, home, 900))
    finally:
        del os.environ["AUTOGRADER_TEST_LEVEL"]


@pytest.fixture
def user(request: pytest.FixtureRequest) -> str:
    reason = ordinary_user.why_not()
    if request.param == "ordinary" and reason:
        pytest.skip(reason)
    if request.param == "root" and os.geteuid() != 0:
        pytest.skip("not root")
    return request.param


QUICK_PLACES = [
    # what root meets at the light level, some tests of these files hold in the suite itself
    pytest.param(*place, marks=[pytest.mark.slow] if place == ("light", "root") else [])
    for place in PLACES
]


@pytest.mark.parametrize(("level", "user"), QUICK_PLACES, indirect=["user"])
def test_the_essentials(level, user, folder):
    run(level, user, folder, "-k", QUICK)


@pytest.mark.slow
@pytest.mark.parametrize(("level", "user"), PLACES, indirect=["user"])
def test_everything(level, user, folder):
    run(level, user, folder)
