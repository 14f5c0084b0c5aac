"""The right answers that are known of a lesson, all in one notebook, so one kernel is asked about each of them.

The lesson's solutions are there as given cells. After each come the copies of its exercise, one for every other right
answer: the author's alternatives, and what people wrote from the released notebook alone. A copy has the same check
and the first case of the exercise.
"""

from __future__ import annotations

import ast
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from autograder.checks.forbidden import forbidden_uses
from autograder.lesson.folder import ROOT, Cell, Lesson
from autograder.notebook.stubs import without_markers
from autograder.proof.answers import answers_of

NAME = "00_bank"
_OTHERS = """
from pathlib import Path

from autograder.authoring import load_exercises

found = load_exercises(Path({folder!r}))
"""
_EXERCISE = """
from autograder.authoring import exercise

from ._others import found

_real = found[{name!r}]
exercise({copy!r}, points=_real.points, forbid=_real.forbid)(
    type("_", (), dict(cases=_real.cases[:1], inputs=_real.inputs, oracle=_real.oracle, slips=[],
                       weights=_real.weights, tolerance=_real.tolerance, equivalent=_real.equivalent,
                       withheld=_real.withheld))
)
"""


def lessons() -> list[str]:
    """The lessons with a bank. The capstone takes answers of a limited length, and has none."""
    return [path.parent.name for path in sorted(ROOT.glob("tests/lessons/*/answers.jsonl"))]


@dataclass(frozen=True)
class Right:
    """One right answer: its exercise, the name of the copy that it is an answer to, and its cell."""

    exercise: str
    name: str
    copy: str
    code: str

    @property
    def cell(self) -> str:
        """The answer under the copy's name. Cells below go on with the solution."""
        name = rf"(?<![\w.\"']){self.exercise}\b"
        if len(re.findall(name, self.code)) > 1:  # it calls itself
            return re.sub(name, self.copy, self.code)
        kept = f"_solution = {self.exercise}\n"
        return f"{kept}{self.code}\n\n{self.copy} = {self.exercise}\n{self.exercise} = _solution\n"


def right_answers(lesson: Lesson, most: int | None = None) -> list[Right]:
    """What is right of each exercise. most: so many of each, always the same ones; None: all.

    Left out is what the exercise forbids by name: some who wrote right answers had not read that.
    """
    written = answers_of(lesson)
    found: list[Right] = []
    for notebook in lesson.notebooks:
        for name in notebook.exercises:
            exercise, solution = lesson.exercises[name], notebook.cell(name).source
            known = {
                f"alternative: {title}": code for title, code in exercise.right_answers(solution).items()
            }
            known |= {each.name: each.code for each in written.get(name, []) if each.is_right}
            known = {title: without_markers(code) for title, code in known.items()}
            around = [cell.source for cell in notebook.cells if cell.is_run and cell.grade_id != name]
            uses = {title: forbidden_uses(code, exercise.forbid, around) for title, code in known.items()}
            allowed = [title for title, code in known.items() if not uses[title] and _parses(code)]
            allowed.sort(key=lambda title: hashlib.sha256(f"{name}/{title}".encode()).digest())
            chosen = allowed[:most]
            found += [
                Right(name, title, f"{name}_{number}", known[title]) for number, title in enumerate(chosen)
            ]
    return found


def _parses(code: str) -> bool:
    """Whether it is plain Python: a magic line could not be put between two others."""
    try:
        ast.parse(code)
    except SyntaxError:
        return False
    return True


def write(source: Path, lesson: Lesson, answers: list[Right]) -> None:
    """Write a lesson with a copy of an exercise for each answer below `source`."""
    folder = source / NAME
    (folder / "exercises").mkdir(parents=True)
    others = folder / "exercises" / "_others.py"
    others.write_text(_OTHERS.format(folder=str(lesson.folder)), encoding="utf-8")
    for notebook in lesson.notebooks:
        text: list[str] = []
        for cell in notebook.cells:
            if not cell.is_run or cell.is_check:
                continue
            given = without_markers(cell.source)
            text.append(f'# %% nbgrader={{"grade_id": "given_{len(text)}", "locked": true}}\n{given}')
            for answer in answers:
                if answer.exercise == cell.grade_id:
                    text += _copied(answer, cell, notebook.cell(f"check_{answer.exercise}"))
                    file = folder / "exercises" / f"{answer.copy}.py"
                    file.write_text(
                        _EXERCISE.format(name=answer.exercise, copy=answer.copy), encoding="utf-8"
                    )
        (folder / f"{notebook.stem}.py").write_text("\n\n".join(text) + "\n", encoding="utf-8")


def _copied(answer: Right, cell: Cell, check: Cell) -> list[str]:
    """The two cells of a copy: its answer, with the lesson's solution, and its check."""
    header = f'# %% nbgrader={{"grade_id": "{answer.copy}", "solution": true}}'
    points = f'"grade": true, "locked": true, "points": {check.nbgrader["points"]}'
    asks = check.source.replace(f'@check("{answer.exercise}")', f'@check("{answer.copy}")')
    asks = re.sub(rf"(?<![\w.\"']){answer.exercise}\b(?!\s*=[^=])", answer.copy, asks)
    return [
        f"{header}\n{cell.source}\n{answer.copy} = {answer.exercise}",
        f'# %% nbgrader={{"grade_id": "check_{answer.copy}", {points}}}\n{asks}',
    ]
