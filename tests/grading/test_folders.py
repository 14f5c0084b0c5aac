"""What is swept when a worker starts: the folders of processes that were killed, and nothing of anybody's who lives."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from autograder import processes
from autograder.kernels import runtime

NOBODY = 2**22 + 1  # more than any process's number


def test_only_what_a_killed_process_left_is_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    left, ours, sockets = (
        tmp_path / f"{processes.FOLDERS}{name}" for name in (f"{NOBODY}-abc", f"{os.getpid()}-abc", NOBODY)
    )
    for folder in (left, ours, sockets):
        folder.mkdir()
    processes.sweep()
    assert not left.exists() and ours.exists()
    assert sockets.exists(), "it is named after a user, and there may be no process of that number"


def test_the_folder_of_sockets_is_named_as_the_sweep_expects() -> None:
    """`runtime.folder` has one number and no second part; what is swept has both."""
    assert runtime.folder().name == f"autograder-{os.getuid()}"
