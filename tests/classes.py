"""A made-up class as grading leaves it behind: submissions, graded notebooks and a gradebook, and nothing is graded."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import gradebooks
from nbgrader.api import Gradebook

from autograder.checks.scoring import Criterion, Slip, Verdict
from autograder.grading.submissions import Course
from autograder.notebook.cell import OURS

DUE = datetime(2026, 11, 20, 12)


@dataclass(frozen=True)
class Made:
    """An exercise: its right answer, and wrong ones by the mistake in them."""

    name: str
    points: float
    right: str
    wrong: Mapping[Slip, str] = field(default_factory=dict)


def _cell(grade_id: str, source: str, **kind: Any) -> dict[str, Any]:
    nbgrader = {"grade_id": grade_id, "grade": False, "solution": False, "schema_version": 3, **kind}
    return {
        "cell_type": "code",
        "id": f"cell-{grade_id}",
        "metadata": {"nbgrader": nbgrader},
        "source": source,
        "outputs": [],
        "execution_count": None,
    }


class School:
    """A course folder in which classes are made up."""

    def __init__(self, root: Path, students: Sequence[str]) -> None:
        self.root, self.url, self.students = root, f"sqlite:///{root / 'gradebook.db'}", list(students)
        gradebooks.place(root)
        with Gradebook(self.url) as gradebook:
            for student in students:
                gradebook.add_student(student)

    @property
    def course(self) -> Course:
        return Course(self.root, self.url)

    def add_lesson(self, lesson: str, exercises: Sequence[Made], due: datetime | None = DUE) -> None:
        """A lesson of one notebook that is called as the lesson is."""
        with Gradebook(self.url) as gradebook:
            gradebook.add_assignment(lesson, duedate=due)
            gradebook.add_notebook(lesson, lesson)
            for made in exercises:
                gradebook.add_grade_cell(
                    f"check_{made.name}", lesson, lesson, max_score=made.points, cell_type="code"
                )

    def hand_in(
        self,
        student: str,
        lesson: str,
        verdicts: Sequence[Verdict],
        code: Mapping[str, str] | None = None,
        file: str | None = None,
        hours: float = -1,
        **ours: Any,
    ) -> None:
        """A graded submission. file: the submitted file's name. hours: after the due date. ours: more findings."""
        submitted, autograded = (self.root / step / student / lesson for step in ("submitted", "autograded"))
        submitted.mkdir(parents=True)
        autograded.mkdir(parents=True)
        (submitted / (file or f"{lesson}.ipynb")).write_text("{}", encoding="utf-8")
        cells = []
        for verdict in verdicts:
            name = verdict.exercise
            cells += [
                _cell(name, (code or {}).get(name, "..."), solution=True),
                _cell(f"check_{name}", "", grade=True, points=verdict.max_points),
            ]
        findings = {"verdicts": [verdict.as_dict() for verdict in verdicts], **ours}
        notebook = {"cells": cells, "metadata": {OURS: findings}, "nbformat": 4, "nbformat_minor": 5}
        (autograded / f"{lesson}.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
        with Gradebook(self.url) as gradebook:
            made = gradebook.add_submission(lesson, student, timestamp=DUE + timedelta(hours=hours))
            points = {f"check_{verdict.exercise}": verdict.points for verdict in verdicts}
            for grade in made.notebooks[0].grades:
                grade.auto_score, grade.needs_manual_grade = points.get(grade.name, 0), False
            gradebook.db.commit()

    def fill(self, lesson: str, exercises: Sequence[Made], seed: int = 0, level: float = 0.0) -> None:
        """Everybody hands in, each with a skill of their own, and names of their own in their code."""
        draw = random.Random(f"{lesson}{seed}")
        for student in self.students:
            skill = random.Random(student).gauss(level, 1.0)
            verdicts, code = [], {}
            for made in exercises:
                verdict, source = _answered(made, skill, draw)
                verdicts.append(verdict)
                code[made.name] = reworded(source, draw)
            stages = {
                "kernel starts": 0.1,
                "cells": draw.gammavariate(2, 1),
                "checks": draw.gammavariate(3, 1),
            }
            self.hand_in(student, lesson, verdicts, code, stages=stages, kernels=1 + (skill < -1), ends={})


def with_written_answers(root: Path, lesson: str, students: Sequence[str]) -> School:
    """A class of which each student was graded and has answered the lesson's written question, `written_why`."""
    root.mkdir()
    school = School(root, students)
    school.add_lesson(lesson, [Made("Scale", 3, "...")])
    with Gradebook(school.url) as gradebook:
        gradebook.add_grade_cell("written_why", lesson, lesson, max_score=2, cell_type="markdown")
        gradebook.add_solution_cell("written_why", lesson, lesson)
    for student in students:
        school.hand_in(student, lesson, [Verdict("Scale", 3, 3, "right")])
        path = root / "autograded" / student / lesson / f"{lesson}.ipynb"
        notebook = json.loads(path.read_text(encoding="utf-8"))
        answer = _cell("written_why", f"As {student} says.", grade=True, solution=True, points=2)
        del answer["outputs"], answer["execution_count"]
        notebook["cells"].append({**answer, "cell_type": "markdown"})
        path.write_text(json.dumps(notebook), encoding="utf-8")
    return school


def _answered(made: Made, skill: float, draw: random.Random) -> tuple[Verdict, str]:
    """What somebody of this skill makes of an exercise; later mistakes of its list are rarer."""
    name, points = made.name, made.points
    hard = random.Random(name).gauss(0.3, 0.7)
    chance = draw.gauss(skill, 0.8)
    if chance > hard - 0.8 or not made.wrong:
        return Verdict(name, points, points, "right", [Criterion("output", True)]), made.right
    if chance < hard - 2.6:
        return Verdict(name, 0, points, "not answered"), "..."
    slips = list(made.wrong)
    missed = [Criterion("output", False, "is 2.0 times too large")]
    if draw.random() < 0.2:
        return Verdict(name, 0, points, "wrong", missed), made.right.replace("return ", "return 2 * ", 1)
    slip = slips[min(int(draw.expovariate(1.0)), len(slips) - 1)]
    return Verdict(name, round(points / 2, 2), points, "wrong", missed, slip=slip), made.wrong[slip]


def reworded(source: str, draw: random.Random) -> str:
    """The same answer as somebody else might write it: other names for local variables, steps more or less."""
    for name in sorted(set(re.findall(r"^\s+(\w+) = ", source, re.MULTILINE))):
        if draw.random() < 0.5:
            source = re.sub(rf"(?<![\w.]){name}(?!\w|\s*=[^=\n]*\))", f"{name}_{draw.randrange(9)}", source)
    if draw.random() < 0.6:
        step = draw.choice(
            ["result = {}\n{}return result", "out = ({})\n{}return out + 0", "y = {}\n{}return 1 * y"]
        )
        source = re.sub(
            r"^( +)return (.+)$", lambda m: m[1] + step.format(m[2], m[1]), source, flags=re.MULTILINE
        )
    return source


def five() -> list[Made]:
    """Five small exercises, each with three mistakes."""
    made = []
    for number, (name, body) in enumerate(
        {
            "scores": ["product = q @ k.T", "size = q.shape[-1]", "return product / size**0.5"],
            "weights": [
                "largest = s.max(-1, keepdim=True)",
                "raised = (s - largest).exp()",
                "return raised / raised.sum(-1)",
            ],
            "mask": [
                "rows = torch.arange(n)",
                "columns = rows[:, None]",
                "return torch.where(columns < rows, 1.0, 0.0)",
            ],
            "heads": [
                "parts = x.reshape(b, t, h, d)",
                "turned = parts.transpose(1, 2)",
                "return turned.contiguous()",
            ],
            "attend": ["shares = weights(scores(q, k))", "mixed = shares @ v", "return mixed"],
        }.items()
    ):
        right = (
            f'def {name}(q, k, v, s, x, n, b, t, h, d):\n    """What it does."""\n    '
            + "\n    ".join(body)
            + "\n"
        )
        slips = {
            Slip(
                f"{what} is forgotten", "It matters.", f"What does {what} do to a row of {name}?"
            ): right.replace("return ", f"bad = {i}\n    return bad * ", 1)
            for i, what in enumerate(("the scale", "the last axis", "the mask"))
        }
        made.append(Made(name, 2 + number % 3, right, slips))
    return made
