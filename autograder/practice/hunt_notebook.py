"""A notebook of bug hunts: what the lesson gives, the student's own right answers that are needed, and wrong cells."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from autograder.checks import panel, recorded
from autograder.checks.scoring import score
from autograder.errors import CourseError
from autograder.lesson.folder import NotebookText
from autograder.notebook.cell import Cell
from autograder.notebook.manifest import SUFFIX
from autograder.practice.hunts import Hunt


def write(
    folder: Path,
    text: NotebookText,
    released: Path,
    hunts: Sequence[Hunt],
    own: Mapping[str, str],
    day: date,
) -> Path:
    """Write one week's notebook and, beside it, the recorded cases that its checks read.

    released: the lesson's folder as students have it. own: exercise → the student's own right answer.
    """
    folder.mkdir(parents=True, exist_ok=True)
    checks = released / f"{text.stem}{SUFFIX}"
    shutil.copyfile(checks, folder / checks.name)
    path = folder / f"{text.stem}_practice.ipynb"
    nbformat.write(notebook(text, checks, hunts, own, day), path)
    return path


def notebook(
    text: NotebookText, checks: Path, hunts: Sequence[Hunt], own: Mapping[str, str], day: date
) -> NotebookNode:
    """The notebook of one week. Cells that only show something are left out, and so are answers that no hunt needs."""
    recordings = recorded.read(checks)
    wanted = {hunt.exercise: [h for h in hunts if h.exercise == hunt.exercise] for hunt in hunts}
    helpers = _helpers(wanted, {name: recording.rubric.uses for name, recording in recordings.items()})
    cells = [_opening(text, len(hunts), day)]
    number = 0
    for cell in text.cells:
        if cell.is_answer:
            if cell.grade_id in helpers:
                cells.append(new_code_cell(own[cell.grade_id]))
            for hunt in wanted.get(cell.grade_id, []):
                number += 1
                cells += _hunt(number, hunt, recordings[hunt.exercise], text)
            # Checks further down call the student's own answer again.
            if cell.grade_id in wanted and cell.grade_id in helpers:
                cells.append(new_code_cell(own[cell.grade_id]))
        elif cell.kind == "code" and not cell.is_check and not cell.is_explored:
            cells.append(new_code_cell(cell.source, metadata={"tags": cell.tags} if cell.tags else {}))
    for position, cell in enumerate(cells):
        cell["id"] = f"practice-{position}"
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


def _helpers(wanted: Mapping[str, Sequence[Hunt]], uses: Mapping[str, Sequence[str]]) -> set[str]:
    """The answers that the hunted exercises' checks call, and those that these call."""
    found: set[str] = set()
    waiting = list(wanted)
    while waiting:
        new = set(uses.get(waiting.pop(), ())) - found
        found |= new
        waiting += new
    return found


def _opening(text: NotebookText, count: int, day: date) -> NotebookNode:
    title = next(
        (
            line.lstrip("# ").strip()
            for cell in text.cells
            if cell.kind == "markdown"
            for line in cell.source.splitlines()
            if line.startswith("# ")
        ),
        text.stem,
    )
    hunts = "one wrong answer" if count == 1 else f"{count} wrong answers"
    return new_markdown_cell(
        f"# Bug hunts · {title}\n\n"
        f"*For {day:%d %B %Y} and later.* Below are {hunts}. Each differs from a right one in a line or two. Read it, "
        "and say what is wrong before you run anything. Then fix it, and the check tells you whether you were right."
    )


def _hunt(number: int, hunt: Hunt, recording: recorded.Recording, text: NotebookText) -> list[NotebookNode]:
    check = text.cell(f"check_{hunt.exercise}")
    whose = " You have met it before." if hunt.met else ""
    said = f"## Hunt {number} · `{hunt.exercise}`\n\nThere is a mistake in this answer.{whose} Its check says:\n\n"
    look = f"<details><summary>Where to look</summary>{hunt.slip.look}</details>"
    return [
        new_markdown_cell(f"{said}```\n{told(hunt, recording)}\n```\n\n{look}"),
        new_code_cell(hunt.source),
        new_code_cell(check.source),
    ]


def told(hunt: Hunt, recording: recorded.Recording) -> str:
    """What the check says of the wrong answer on the recorded cases, without the mistake's name."""
    names = [slip.name for slip in recording.slips]
    if hunt.slip.name not in names:
        raise CourseError(
            f"what is recorded of {hunt.exercise} knows no mistake {hunt.slip.name!r}: release the lesson again"
        )
    index = names.index(hunt.slip.name)
    outcomes = [case.slip_outcomes[index] for case in recording.cases]
    verdict = score(recording.rubric, [case.as_case() for case in recording.cases], outcomes, [])
    return panel.text(verdict)


def own_answers(graded: NotebookNode) -> dict[str, str]:
    """Exercise → the answer that a student handed in, from a graded notebook."""
    cells = map(Cell.of, graded.cells)
    return {cell.grade_id: cell.source for cell in cells if cell.is_answer}
