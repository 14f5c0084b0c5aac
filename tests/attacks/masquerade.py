"""A lesson made of other lessons' exercises, so that one submission can wear many disguises.

Every disguise that disturbs no other one gets a copy of its exercise under a name of its own ("silu_7"), with the same
check, inputs and oracle. The exercises under their own names are there too, for disguises that stand alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from autograder.lesson.folder import ROOT, Cell, Lesson

from .disguises import Disguise

NAME = "00_masquerade"
FROM = ("07_bert", "01_tokenization", "03_blocks", "04_gpt")
GIVEN = ("Config", "split_text", "merge_pair")  # what the exercises lean on
_IMPORTS = """
# %% nbgrader={"grade_id": "imports", "locked": true}
from autograder.checks import answered, backward, check, gradient_sizes, load_weights
import math
import regex
from dataclasses import dataclass
from itertools import islice

import torch
import torch.nn.functional as F
from torch import nn

from utils import tokenizers
from utils.blocks.attention import causal_mask
from utils.blocks.block import TransformerBlock
"""
_OTHERS = """
from pathlib import Path

from autograder.authoring import load_exercises

found = {}
for lesson in LESSONS:
    found.update(load_exercises(Path(lesson)))
"""
_EXERCISE = """
from autograder.authoring import exercise

from ._others import found

_real = found[NAME]
exercise(COPY, points=_real.points, forbid=_real.forbid)(
    type("_", (), dict(cases=_real.cases[:2], inputs=_real.inputs, oracle=_real.oracle, slips=[],
                       weights=_real.weights, tolerance=_real.tolerance))
)
"""


def copies(disguises: Sequence[Disguise]) -> dict[str, str]:
    """Disguise → the name of its exercise in this lesson."""
    return {
        disguise.name: disguise.exercise if disguise.alone else f"{disguise.exercise}_{number}"
        for number, disguise in enumerate(disguises)
    }


def worn(disguise: Disguise, copy: str) -> str:
    """The disguise's cell as an answer to that exercise."""
    return (
        disguise.cell if copy == disguise.exercise else f"{disguise.cell}\n\n{copy} = {disguise.exercise}\n"
    )


def write(source: Path, disguises: Sequence[Disguise]) -> None:
    """Write the lesson below `source`."""
    cells = _cells()
    names = {d.exercise for d in disguises} | {name for d in disguises for name in d.more}
    pairs = [(name, name) for name in sorted(names)]
    pairs += [(d.exercise, c) for d in disguises if (c := copies(disguises)[d.name]) != d.exercise]
    given = [_given(cells[name]) for name in GIVEN]
    text = [_IMPORTS.strip(), *given]
    for name, copy in pairs:
        answer, check = cells[name].source, cells[f"check_{name}"].source
        points = cells[f"check_{name}"].nbgrader["points"]
        if copy != name:
            answer += f"\n{copy} = {name}"
            check = check.replace(f'"{name}"', f'"{copy}"').replace(f"{name}(", f"{copy}(")
        text.append(f'# %% nbgrader={{"grade_id": "{copy}", "solution": true}}\n{answer}')
        text.append(
            f'# %% nbgrader={{"grade_id": "check_{copy}", "grade": true, "locked": true, "points": {points}}}\n{check}'
        )
    folder = source / NAME
    folder.mkdir(parents=True)
    (folder / f"{NAME}.py").write_text("\n\n".join(text) + "\n", encoding="utf-8")
    lessons = [str(ROOT / "source" / name) for name in FROM]
    (folder / "exercises").mkdir()
    (folder / "exercises" / "_others.py").write_text(
        _OTHERS.replace("LESSONS", repr(lessons)), encoding="utf-8"
    )
    for name, copy in pairs:
        (folder / "exercises" / f"{copy}.py").write_text(
            f"NAME, COPY = {name!r}, {copy!r}\n{_EXERCISE}", encoding="utf-8"
        )


def _given(cell: Cell) -> str:
    lines = [line for line in cell.source.splitlines() if "### " not in line]
    header = f'# %% nbgrader={{"grade_id": "given_{cell.grade_id}", "locked": true}}'
    return "\n".join([header, *lines])


def _cells() -> dict[str, Cell]:
    return {
        cell.grade_id: cell
        for name in FROM
        for notebook in Lesson(ROOT / "source" / name).notebooks
        for cell in notebook.cells
        if cell.grade_id
    }
