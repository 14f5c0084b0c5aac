"""The walk's own course: a folder with two lessons of ours, its commands, and how long each took."""

from __future__ import annotations

import os
import shutil
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import commands

from autograder.grading.course_config import configure
from autograder.lesson.folder import ROOT

WELCOME, ATTENTION = "00_welcome", "02_attention"
TRACEBACK, WARNING = "Traceback (most recent call last)", "nbformat/validator.py"
CONFIG = """
c.JudgedExecute.timeout = {seconds}
c.LateSubmissionPlugin.penalty_method = "zero"
"""
FORBIDS = '"nn.Linear", "F.linear"', '"nn.Linear", "F.linear", "torch.einsum"'
TOLD = '"""y = x Wᵀ + b along the last axis.', '"""An affine layer, y = x Wᵀ + b, along the last axis.'


@dataclass
class CourseFolder:
    """A course in `root`.

    fresh: start each command as a shell does. loud: print each with its seconds. ran: (command, seconds,
    what it said) in the order in which they ran.
    """

    root: Path
    seconds: int = 60  # of a cell, in grading
    fresh: bool = True
    loud: bool = False
    ran: list[tuple[str, float, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.root.mkdir(parents=True, exist_ok=True)
        if any(self.root.iterdir()):
            raise SystemExit(f"{self.root} is not empty: the walk begins in a folder of its own")
        for lesson in (WELCOME, ATTENTION):
            for folder in ("source", "course"):
                shutil.copytree(
                    ROOT / folder / lesson,
                    self.root / folder / lesson,
                    ignore=shutil.ignore_patterns("__pycache__", ".*"),
                )
        configure(self.root, ROOT / "nbgrader_config.py", CONFIG.format(seconds=self.seconds))
        (self.root / "r").mkdir(mode=0o700)
        self.environment = {
            **os.environ,
            "AUTOGRADER_ROOT": str(self.root),
            "AUTOGRADER_SECRET_FILE": str(self.root / "secret"),
            "XDG_RUNTIME_DIR": str(self.root / "r"),
            "OMP_NUM_THREADS": "1",
            "NO_COLOR": "1",
            "COLUMNS": "200",
        }

    @property
    def db_url(self) -> str:
        return f"sqlite:///{self.root / 'gradebook.db'}"

    def autograder(self, *words: str | Path, ok: bool | None = True) -> str:
        """Type `autograder WORDS` and return all it says. ok: whether it has to succeed; None: either."""
        line = " ".join(map(str, words)).replace(f"{self.root}/", "")
        return self._run(f"autograder {line}", [sys.executable, "-m", "autograder", *map(str, words)], ok)

    def nbgrader(self, *words: str, ok: bool | None = True) -> str:
        script = str(Path(sys.executable).with_name("nbgrader"))
        return self._run(f"nbgrader {' '.join(words)}", [script, *words], ok)

    def _run(self, line: str, command: list[str], ok: bool | None) -> str:
        run = commands.fresh if self.fresh else commands.run
        begun = time.monotonic()
        done = run(command, cwd=self.root, env=self.environment, timeout=3600)
        said = done.stdout + done.stderr
        self.ran.append((line, time.monotonic() - begun, said))
        if self.loud:
            print(f"{self.ran[-1][1]:7.1f} s  {line}", flush=True)
        assert TRACEBACK not in said and WARNING not in said, f"{line}: {said[-4000:]}"
        assert ok is None or (done.returncode == 0) is ok, (
            f"{line} ends with {done.returncode}: {said[-4000:]}"
        )
        return said

    def edit(self, file: str, old: str, new: str) -> None:
        """Change one passage of lesson 00's source, as an author does."""
        path = self.root / "source" / WELCOME / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} is not once in {file}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def released(self, lesson: str, stem: str) -> bytes:
        return (self.root / "course" / lesson / f"{stem}.ipynb").read_bytes()

    def table(self) -> str:
        """The commands with their seconds, as lines of a Markdown table."""
        rows = [f"| `{line}` | {seconds:.1f} |" for line, seconds, _ in self.ran]
        return "\n".join(["| command | seconds |", "|---|---|", *rows])
