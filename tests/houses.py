"""A course in a folder of its own, with the tiny lesson, and the commands that its instructor types there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import commands
import gradebooks
import tiny_lesson

from autograder.grading.course_config import configure
from autograder.lesson.folder import ROOT, Lesson
from autograder.proof.classroom import Classroom

CONFIG = ROOT / "nbgrader_config.py"


class House:
    """A course folder.

    seconds: what a cell may take while it is graded. environment: added to ours. new: there is no gradebook yet. Where
    `fresh` is set, each command starts as from a shell, imports and all.
    """

    fresh = False

    def __init__(
        self, root: Path, seconds: int = 10, environment: dict[str, str] | None = None, new: bool = False
    ) -> None:
        self.root = root
        if not new:
            gradebooks.place(root)
        self.lesson: Lesson = tiny_lesson.write(root / "source")
        configure(root, CONFIG, f"c.JudgedExecute.timeout = {seconds}\n")
        self.environment = {
            **os.environ,
            "AUTOGRADER_ROOT": str(root),
            "AUTOGRADER_SECRET_FILE": str(root / "elsewhere" / "secret"),
            "OMP_NUM_THREADS": "1",
            "NO_COLOR": "1",
            **(environment or {}),
        }

    @property
    def db_url(self) -> str:
        return f"sqlite:///{self.root / 'gradebook.db'}"

    def run(self, *command: str | Path, seconds: float = 900) -> subprocess.CompletedProcess[str]:
        """Run a command line here, whatever comes of it: a Python script, or sys.executable with its arguments."""
        words = [str(word) for word in command]
        run = commands.fresh if self.fresh else commands.run
        return run(words, cwd=self.root, env=self.environment, timeout=seconds)

    def nbgrader(self, *arguments: str, ok: bool | None = True) -> str:
        """Run one of nbgrader's commands and return all it says; `ok`: whether it must succeed (None: either)."""
        return self.told(Path(sys.executable).with_name("nbgrader"), *arguments, ok=ok)

    def autograder(self, *arguments: str, ok: bool | None = True) -> str:
        return self.told(sys.executable, "-m", "autograder", *arguments, ok=ok)

    def told(self, *command: str | Path, ok: bool | None = True) -> str:
        """All that a command says, on either stream; no traceback is among it."""
        done = self.run(*command)
        said = done.stdout + done.stderr
        assert ok is None or (done.returncode == 0) == ok, said[-5000:]
        assert ok is not True or "Traceback (most recent call last)" not in said, said[-5000:]
        return said

    def classroom(self) -> Classroom:
        return Classroom(self.lesson, self.root / "course" / tiny_lesson.NAME)
