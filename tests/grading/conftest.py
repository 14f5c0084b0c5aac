"""A course in a folder of its own, with the tiny lesson and nbgrader's own commands, as an instructor types them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import lessons
import nbformat
import pytest
from nbformat import NotebookNode

from autograder.classroom import Classroom, Submission
from autograder.grading import report
from autograder.lesson import ROOT, Lesson

CONFIG = """
load_subconfig({config!r})
c.CourseDirectory.root = {root!r}
c.JudgedExecute.timeout = 10
"""


class House:
    """A course with one lesson, and what its instructor does there."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.lesson: Lesson = lessons.write(root / "source")
        config = CONFIG.format(config=str(ROOT / "nbgrader_config.py"), root=str(root))
        (root / "nbgrader_config.py").write_text(config, encoding="utf-8")
        secret = root / "elsewhere" / "secret"
        self.environment = {
            **os.environ,
            "AUTOGRADER_ROOT": str(root),
            "AUTOGRADER_SECRET_FILE": str(secret),
            "OMP_NUM_THREADS": "1",
            "NO_COLOR": "1",
        }

    @property
    def db_url(self) -> str:
        return f"sqlite:///{self.root / 'gradebook.db'}"

    def nbgrader(self, *arguments: str, ok: bool | None = True, seconds: float = 300) -> str:
        """Run one of nbgrader's commands and return all it says; `ok`: whether it must succeed (None: either)."""
        return self.command([str(Path(sys.executable).with_name("nbgrader")), *arguments], ok, seconds)

    def autograder(self, *arguments: str, ok: bool | None = True, seconds: float = 300) -> str:
        return self.command([sys.executable, "-m", "autograder", *arguments], ok, seconds)

    def command(self, command: list[str], ok: bool | None, seconds: float) -> str:
        done = subprocess.run(
            command,
            cwd=self.root,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=seconds,
        )
        assert ok is None or (done.returncode == 0) == ok, done.stdout[-5000:]
        assert ok is not True or "Traceback (most recent call last)" not in done.stdout, done.stdout[-5000:]
        return done.stdout

    def classroom(self) -> Classroom:
        return Classroom(self.lesson, self.root / "course" / lessons.NAME)

    def hand_in(self, submission: Submission) -> None:
        submission.write(self.root / "submitted", lessons.NAME)

    def rows(self) -> dict[str, report.Row]:
        """Student → what became of the submission."""
        return {row.student: row for row in report.rows(self.root, lessons.NAME, self.db_url, [lessons.NAME])}

    def graded(self, student: str) -> NotebookNode:
        path = self.root / "autograded" / student / lessons.NAME / f"{lessons.NAME}.ipynb"
        return nbformat.read(path, as_version=4)

    def points(self, student: str) -> dict[str, float]:
        """Exercise → points that nbgrader's gradebook holds."""
        from nbgrader.api import Gradebook

        with Gradebook(self.db_url) as gradebook:
            submission = gradebook.find_submission(lessons.NAME, student)
            return {
                g.name.removeprefix("check_"): g.auto_score for n in submission.notebooks for g in n.grades
            }


@pytest.fixture(scope="session")
def new_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[type[House]]:
    """Makes courses; `new_house(path)`."""
    yield House


def plain(text: str) -> str:
    """Without colours and the time stamps of a log."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)
