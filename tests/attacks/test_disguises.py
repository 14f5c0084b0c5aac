"""Every disguise of a forbidden call on the real path: what the exercise pays, what the instructor reads.

One class, graded in one run: a submission that wears all disguises which do not disturb one another, and one for each
other. By default it is graded by `autograder grade` as the user who tests; the slow runs do it by `nbgrader autograde`
and as an ordinary user.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.sandbox import ordinary_user

from . import masquerade
from .disguises import ALL, Disguise
from .field import Field

HONEST, MANY = "honest", "many"
# What stands behind a right answer in an honest notebook: looking at an error, which reads the files of its lines.
LOOKING = """
import linecache, traceback, warnings
from utils.metrics import record

@torch.no_grad()
def _fails():
    record(None, None, expected=1)

try:
    _fails()
except Exception:
    traceback.print_exc()
warnings.warn("a warning shows its line")
linecache.getlines(torch.utils.__file__)
"""

# The lesson's own answer calls a function that the lesson gives, and this class has only answers.
SPEARMAN = """
def spearman(x, y):
    a, b = ((values[:, None] - values).sign().sum(1).double() for values in (x, y))
    return (a @ b / (a.norm() * b.norm())).item()
"""


class Class:
    """A class that hands in the disguises, and how each was graded."""

    def __init__(self, folder: Path, way: str) -> None:
        masquerade.write(folder / "text", ALL)
        self.field = Field(folder, masquerade.NAME, source=folder / "text")
        self.field.release()
        self.names = masquerade.copies(ALL)
        alone = [each for each in ALL if each.alone]
        self.students = {each.name: f"student {number:02d}" for number, each in enumerate(alone)}
        right, together = self.field.right, dict(self.field.right)
        self.base = {n: p for n, p in self.field.max_points.items() if n in {e.exercise for e in ALL}}
        honest = {name: right[name] for name in self.base}
        honest["silu"] += LOOKING
        honest["spearman"] = together["spearman"] = SPEARMAN
        self.field.hand_in([self.field.answering(HONEST, honest)])
        for each in ALL:
            name = self.names[each.name]
            if each in alone:  # with nothing else than it needs
                answers = {n: f"{right[n]}\n\n{text}\n" for n, text in each.more.items()}
                answers[name] = each.cell
                self.field.hand_in([self.field.answering(self.students[each.name], answers)])
            else:
                together[name] = masquerade.worn(each, name)
        self.field.hand_in([self.field.answering(MANY, together)])
        if way == "nbgrader":
            done = self.field.command("nbgrader", "autograde", masquerade.NAME, check=False)
        else:
            done = self.field.grade(check=False)
        self.log = done.stdout[-2000:] + done.stderr[-2000:]
        self.results = self.field.results()

    def verdict(self, disguise: Disguise) -> dict[str, Any]:
        """The verdict on the exercise that wears it."""
        result = self.results[self.students.get(disguise.name, MANY)]
        assert result.notebooks, (result.told, self.log)
        verdict = next(v for v in result.metadata["verdicts"] if v["exercise"] == self.names[disguise.name])
        assert result.points[verdict["exercise"]] == verdict["points"]
        return verdict

    def wrong(self) -> dict[str, str]:
        """Disguise → what came of it, where that is not what it should be."""
        found: dict[str, str] = {}
        for disguise in ALL:
            verdict = self.verdict(disguise)
            said = (
                [verdict["notes"], verdict["error"]]
                if verdict["notes"] or verdict["error"]
                else verdict["criteria"]
            )
            told = f"{verdict['points']:g} points, {verdict['state']}: {said}"
            if disguise.held is None:
                if verdict["points"] < verdict["max_points"]:
                    found[disguise.name] = f"is said not to be held, and is: {told}"
            elif verdict["points"] or not re.search(disguise.held, told):
                found[disguise.name] = told
        return found

    def innocent(self) -> None:
        """Who uses nothing forbidden loses nothing, and the other answers of who does lose nothing either."""
        honest, many = self.results[HONEST], self.results[MANY]
        assert {name: honest.points[name] for name in self.base} == self.base, honest.told
        assert honest.row.state == "graded", honest.told
        assert all(reason.startswith("not answered") for reason in honest.row.reasons), honest.told
        assert [v for v in honest.metadata["verdicts"] if v["odd"]] == [] and "Traceback" in honest.text
        assert {name: many.points[name] for name in self.base} == self.base, many.told


@pytest.fixture(scope="module", params=["autograder", pytest.param("nbgrader", marks=pytest.mark.slow)])
def graded(request: pytest.FixtureRequest) -> Iterator[Class]:
    with tempfile.TemporaryDirectory(prefix="ag-", dir="/tmp") as folder:
        found = Class(Path(folder), request.param)
        yield found
        if os.environ.get("AUTOGRADER_KEEP_BATTLES"):
            shutil.copytree(
                found.field.root / "autograded", os.environ["AUTOGRADER_KEEP_BATTLES"], dirs_exist_ok=True
            )


def test_disguises_are_held(graded: Class):
    wrong = graded.wrong()
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items()) + graded.log
    graded.innocent()


@pytest.mark.slow
def test_disguises_are_held_as_an_ordinary_user():
    if reason := ordinary_user.why_not():
        pytest.skip(reason)
    with tempfile.TemporaryDirectory(prefix="ag-", dir="/tmp") as folder:
        os.chmod(folder, 0o755)
        home = Path(folder) / "home"
        command = [
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--basetemp={home}/tests",
            f"{__file__}::test_disguises_are_held[autograder]",
        ]  # fmt: skip
        done = ordinary_user.run(command, home, 1800)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    assert " passed" in done.stdout
