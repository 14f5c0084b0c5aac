"""An empty gradebook, made once: nbgrader starts alembic for a new one, which takes seconds."""

from __future__ import annotations

import os
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest


@cache
def _empty() -> bytes:
    from nbgrader.api import Gradebook

    tools = str(Path(sys.executable).parent)  # where alembic is
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
        path = Path(folder) / "gradebook.db"
        with Gradebook(f"sqlite:///{path}"):
            pass
        return path.read_bytes()


def place(root: Path) -> None:
    """Put one into a course folder."""
    (root / "gradebook.db").write_bytes(_empty())
