"""What scripts/bootstrap.sh says while it makes .venv: with a pip that only pretends."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PIP = """#!/bin/bash
case "$*" in
  *"--editable"*) ;;
  *) exit 0 ;;
esac
for i in $(seq 1 60); do echo "Collecting package$i"; done
echo "  Downloading torch-2.11.0.whl (188.2 MB)"
sleep 1.4
echo "Installing collected packages: package1, package2, transformer-course"
for i in 1 2; do mkdir -p .venv/lib/python3.11/site-packages/package$i.dist-info; done
sleep 1.4
exit ${STATUS:-0}
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A folder with the script, and a .venv whose Python is a shell script."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "bootstrap.sh", tmp_path / "scripts")
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(PIP, encoding="utf-8")
    python.chmod(0o755)
    return tmp_path


def run(course: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "scripts/bootstrap.sh", "everything"],
        cwd=course, env=os.environ | {"EVERY": "1"} | environment, capture_output=True, text=True, timeout=60,
    )  # fmt: skip


def test_an_environment_that_grows_is_never_silent(course: Path) -> None:
    done = run(course)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Adding to .venv what is new. In all it takes about 2.6 GB")
    told = [line.strip() for line in lines[2:]]
    assert told[0] == "50 packages resolved" and told[1] == "downloading torch-2.11.0.whl (188.2 MB)"
    assert told[2].startswith("still resolving and downloading after ")
    assert told[3] == "installing 3 packages" and told[4].startswith("2 packages installed after ")
    assert told[-1].startswith("done in ")


def test_packages_that_cannot_be_installed_are_an_error(course: Path) -> None:
    done = run(course, STATUS="1")
    assert done.returncode == 1 and done.stderr.startswith("The packages could not be installed")
