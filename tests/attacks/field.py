"""Where attacks take place: a course of its own with one lesson, a class that hands in, and the grading of it.

An attack is a submission. It leaves one exercise (the target) unsolved and tries to be paid for it, or to harm
somebody; its other exercises are right. What it may earn is therefore known for any lesson: what an honest student
earns who has left the target unsolved.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import commands
import gradebooks
from processes import patience

from autograder.checks.forbidden.counterparts import resolved
from autograder.grading import student_rows
from autograder.grading.course_config import configure
from autograder.grading.submissions import Course
from autograder.lesson.folder import ROOT, Lesson
from autograder.proof.classroom import Classroom, Edit, Submission

CELL_SECONDS = 10  # by the clock, on a machine that does little else
MEMORY = 1500  # megabytes a kernel

CONFIG = """
# Added for attacks: short deadlines and little memory, so that those who wait or grow are stopped soon.
c.JudgedExecute.timeout = {seconds}
c.WarmProvisioner.memory = {memory}
c.WarmProvisioner.disk = 50
c.WarmProvisioner.file = 40
c.WarmProvisioner.idle_seconds = 20.0
"""


@dataclass(frozen=True)
class Attack:
    """One submission and what must come of it.

    tries: what it tries, as the end of "It tries to …". earns: "others" (all but the target), "all" (an honest
    submission), "nothing". told: a pattern that the instructor's row must match. says, never: what its outputs must
    and must not hold. quick: part of the default run.
    """

    name: str
    tries: str
    make: Callable[[Field], Submission]
    earns: str = "others"
    told: str = ""
    says: str = ""
    never: str = ""
    quick: bool = True


@dataclass
class Result:
    """What became of one submission."""

    points: dict[str, float]  # exercise → points in the gradebook
    row: student_rows.Row
    notebooks: list[dict[str, Any]] = field(default_factory=list)  # as graded

    @property
    def told(self) -> str:
        """All that the instructor's row says."""
        return "; ".join([self.row.state, *self.row.reasons, *self.row.mistakes])

    @property
    def text(self) -> str:
        """All text in the outputs of cells that are no checks."""
        return "\n".join(
            json.dumps(output)
            for notebook in self.notebooks
            for cell in notebook["cells"]
            if cell["cell_type"] == "code" and not _is_check(cell)
            for output in cell["outputs"]
        )

    @property
    def metadata(self) -> dict[str, Any]:
        return self.notebooks[0]["metadata"]["autograder"]


class Field:
    """A course folder with one lesson, released, and a class of attackers."""

    def __init__(self, root: Path, lesson: str, config: str = "", source: Path = ROOT / "source") -> None:
        self.root, self.name = root, lesson
        level = os.environ.get("AUTOGRADER_TEST_LEVEL", "full")  # test_levels.py fights again at other levels
        config = f"c.WarmProvisioner.level = {level!r}\n" + config
        limits = CONFIG.format(seconds=round(patience(CELL_SECONDS)), memory=MEMORY)
        shutil.copytree(source / lesson, root / "source" / lesson)
        if (ROOT / "course" / lesson).is_dir():  # what was recorded before need not be recorded again
            shutil.copytree(ROOT / "course" / lesson, root / "course" / lesson)
        gradebooks.place(root)
        configure(root, ROOT / "nbgrader_config.py", limits + config)
        for name in ("home", "run", "tmp"):
            (root / name).mkdir(mode=0o700)
        self.lesson = Lesson(root / "source" / lesson)

    # Commands

    @cached_property
    def environment(self) -> dict[str, str]:
        """For the grading processes: folders of their own, so that what is left over is theirs."""
        return {
            **os.environ,
            "AUTOGRADER_ROOT": str(self.root),
            "AUTOGRADER_CACHE": str(_cache()),
            "AUTOGRADER_SECRET_FILE": str(self.root / "home" / "secret"),
            "XDG_RUNTIME_DIR": str(self.root / "run"),
            "TMPDIR": str(self.root / "tmp"),
            "HOME": str(self.root / "home"),
            "PYTHONPATH": str(ROOT),
            "SECRET_OF_THE_GRADER": "canary-environment",
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def command(
        self, *words: str, timeout: float = 900, check: bool = True
    ) -> subprocess.CompletedProcess[str]:
        """Run `nbgrader …` or `autograder …` in this course."""
        line = [sys.executable, "-m", *words]
        done = commands.run(line, cwd=self.root, env=self.environment, timeout=timeout)
        assert done.returncode == 0 or not check, done.stdout[-3000:] + done.stderr[-3000:]
        return done

    def release(self) -> None:
        """Hand out the lesson."""
        self.command("nbgrader", "generate_assignment", self.name, "--force")

    def grade(self, workers: int = 2, check: bool = True) -> subprocess.CompletedProcess[str]:
        """`autograder grade`, which is grading.run.grade_class."""
        return self.command(
            "autograder",
            "grade",
            self.name,
            "--workers",
            str(workers),
            "--course",
            str(self.root),
            check=check,
        )

    def hand_in(self, submissions: Iterable[Submission]) -> None:
        for submission in submissions:
            submission.write(self.root / "submitted", self.name)

    def hand_in_attacks(self, attacks: Sequence[Attack]) -> None:
        """The attacks, and honest neighbours before, between and behind them in the alphabet."""
        for name in ("0 honest", "m honest", "z honest"):
            self.hand_in([self.answering(name, self.right)])
        unsolved = self.wrong("# not yet")
        unsolved.student = UNSOLVED
        self.hand_in([unsolved])
        for attack in attacks:
            submission = attack.make(self)
            submission.student = attack.name
            self.hand_in([submission])

    # What attackers know

    @cached_property
    def classroom(self) -> Classroom:
        return Classroom(self.lesson, self.root / "course" / self.name)

    @cached_property
    def right(self) -> dict[str, str]:
        return self.classroom.solutions

    @cached_property
    def target(self) -> str:
        """An exercise of the first notebook on which none builds; one that forbids something, if there is one."""
        built_on = {name for exercise in self.lesson.exercises.values() for name in exercise.uses}
        names = self.lesson.notebooks[0].exercises
        free = [name for name in names if name not in built_on] or names[-1:]
        return next((name for name in free if self.lesson.exercises[name].forbid), free[0])

    @cached_property
    def points(self) -> float:
        """What the target is worth."""
        return self.lesson.exercises[self.target].points

    @cached_property
    def neighbour(self) -> str:
        """Another exercise, checked after the target where there is one."""
        names = self.lesson.notebooks[0].exercises
        behind = names[names.index(self.target) + 1 :]
        return (behind or [name for name in names if name != self.target])[0]

    @cached_property
    def stub(self) -> str:
        """The target's cell as it was handed out."""
        blank = next(iter(self.classroom.blank.values()))
        return next(c.source for c in blank.cells if _grade_id(c) == self.target)

    @cached_property
    def forbidden(self) -> tuple[str, str]:
        """(module, name) of a library call that the target forbids; ("", "") where it forbids none."""
        for name in self.lesson.exercises[self.target].forbid:
            if not name.startswith("."):
                full = resolved(name)
                module, _, last = full.rpartition(".")
                return (module, last) if module else (full, _function_in(full))
        return "", ""

    @cached_property
    def max_points(self) -> dict[str, float]:
        return {name: exercise.points for name, exercise in self.lesson.exercises.items()}

    # What attackers hand in

    def fill(self, text: str) -> str:
        """Put the names of this lesson into a payload."""
        module, name = self.forbidden
        values = {
            "TARGET": self.target, "NEIGHBOUR": self.neighbour, "POINTS": f"{self.points:g}", "LESSON": self.name,
            "MODULE": module, "FORBIDDEN": name, "COURSE": str(self.root), "REPOSITORY": str(ROOT),
        }  # fmt: skip
        for key, value in values.items():
            text = text.replace(f"<{key}>", value)
        return text

    def wrong(
        self, payload: str, edit: Edit = lambda nb: None, more: dict[str, str] | None = None
    ) -> Submission:
        """The target unsolved, with a payload in its cell; everything else right."""
        answers = {**self.right, self.target: f"{self.stub}\n\n{self.fill(payload)}\n"}
        for name, text in (more or {}).items():
            answers[name] = f"{answers[name]}\n\n{self.fill(text)}\n"
        return self.classroom.edited("attacker", answers, edit)

    def answering(self, student: str, answers: dict[str, str], edit: Edit = lambda nb: None) -> Submission:
        return self.classroom.edited(student, answers, edit)

    def edited(self, edit: Edit) -> Submission:
        """Everything right, and the first notebook edited."""
        return self.answering("student", self.right, edit)

    def first_file(self, submission: Submission) -> str:
        return next(iter(submission.files))

    # What came out

    def results(self) -> dict[str, Result]:
        """Student → result."""
        from nbgrader.api import Gradebook

        db_url = f"sqlite:///{self.root / 'gradebook.db'}"
        course, stems = Course(self.root, db_url), [notebook.stem for notebook in self.lesson.notebooks]
        found = {row.student: Result({}, row) for row in student_rows.rows(course, self.name, stems)}
        with Gradebook(db_url) as gradebook:
            for submission in gradebook.assignment_submissions(self.name):
                for notebook in submission.notebooks:
                    for grade in notebook.grades:
                        if grade.cell.cell_type == "code" and submission.student.id in found:
                            exercise = grade.name.removeprefix("check_")
                            found[submission.student.id].points[exercise] = grade.auto_score or 0.0
        for student, result in found.items():
            folder = self.root / "autograded" / student / self.name
            result.notebooks = [
                json.loads((folder / f"{stem}.ipynb").read_text(encoding="utf-8"))
                for stem in stems
                if (folder / f"{stem}.ipynb").exists()
            ]
        for student, reason in self.not_graded().items():
            found[student].row.state, found[student].row.reasons = "not graded", [reason]
        return found

    def not_graded(self) -> dict[str, str]:
        """Student → reason, from the class report, which knows of failures."""
        import csv

        path = self.root / "build" / "grades" / f"{self.name}.csv"
        if not path.exists():
            return {}
        with path.open(encoding="utf-8", newline="") as file:
            return {
                row["student"]: row["reasons"] for row in csv.DictReader(file) if row["state"] == "not graded"
            }


UNSOLVED = "the target unsolved"  # the honest student that attackers are measured by


def _function_in(module: str) -> str:
    """A public function of a module that is forbidden as a whole."""
    found = importlib.import_module(module)
    return next(n for n, value in vars(found).items() if not n.startswith("_") and inspect.isfunction(value))


def lessons() -> list[str]:
    """The lessons that are attacked: the first one, or those that AUTOGRADER_ATTACK_LESSONS names, or "all"."""
    wanted = os.environ.get("AUTOGRADER_ATTACK_LESSONS", "")
    known = sorted(p.name for p in (ROOT / "source").iterdir() if (p / "exercises").is_dir())
    if wanted == "all":
        return known
    named = [name for name in known if any(name.startswith(each) for each in wanted.split(",") if each)]
    return named or known[:1]


def code_cells(notebook: Any) -> Iterator[Any]:
    return (cell for cell in notebook.cells if cell.cell_type == "code")


def find(notebook: Any, grade_id: str) -> Any:
    return next(cell for cell in notebook.cells if _grade_id(cell) == grade_id)


def checks(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if _is_check(cell)]


def copied(cell: Any) -> Any:
    return deepcopy(cell)


def _grade_id(cell: Any) -> str | None:
    return cell["metadata"].get("nbgrader", {}).get("grade_id")


def _is_check(cell: Any) -> bool:
    nbgrader = cell["metadata"].get("nbgrader", {})
    return cell["cell_type"] == "code" and bool(nbgrader.get("grade")) and not nbgrader.get("solution")


def _cache() -> Path:
    from utils.assets import cache_folder

    return cache_folder()
