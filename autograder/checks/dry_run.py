"""An answer checked as it will be graded: in a fresh process, with the cells that grading runs and nothing else.

An exercise that is graded with a closed book asks for this on a student's own machine too. What is checked is the
notebook's file once it holds the answer as it stands, because that is what is handed in, and otherwise the cells that
have run. The cells that count are chosen by the code that chooses them for grading (reassembly.py).
"""

from __future__ import annotations

import builtins
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from nbformat import NotebookNode, from_dict
from nbformat.v4 import new_code_cell, new_notebook

from autograder.checks import reassembly
from autograder.checks.own_cell import earlier_cells, own_cell
from autograder.checks.recorded import Recording, fingerprint
from autograder.checks.scoring import Outcome
from autograder.checks.values import CannotCross, pack, unpack, unpack_outcome
from autograder.notebook.cell import Cell

PATIENCE = 180  # seconds; a fresh process has to load torch first
MOST_NOTEBOOK = 30_000_000  # bytes of a notebook's file that are read
UNDEFINED = re.compile(r"name '(\w+)' is not defined")
UNSAVED = (
    "This was run with the cells of this session. Save the notebook and run this cell again: its file is what you "
    "hand in."
)
BECAUSE = (
    "because grading starts a fresh Python without the cells for training, and of the other cells only what your "
    "answers use"
)


class DryRun:
    """One dry run. outcomes: one for each recorded case, as the check's own process would give; notes: sentences."""

    def __init__(self, recording: Recording, folder: Path) -> None:
        self.recording, self.exercise = recording, recording.rubric.exercise
        self.notes: list[str] = []
        self.outcomes: list[Outcome] = []
        submitted = saved(folder, self.exercise)
        if submitted is None:
            submitted = _session(recording)
            self.notes.append(UNSAVED)
        released = new_notebook(cells=[_node(cell) for cell in recording.released])
        self.rebuilt = reassembly.reassemble(released, submitted, [])

    @property
    def refusal(self) -> str:
        """Why grading would refuse the notebook without running it; empty where it would not."""
        most = self.recording.most_characters
        found = reassembly.characters(reassembly.counted(self.rebuilt).values())
        return reassembly.too_long(found, most) if most is not None and found > most else ""

    def run(self) -> list[Outcome]:
        """Run the cells and the check's cases in a fresh process; returns the outcomes."""
        cells = [cell.source for cell in self.rebuilt.cells[: self._check() + 1] if self._counts(cell)]
        inputs = [case.inputs for case in self.recording.cases]
        job = {"exercise": self.exercise, "cells": cells, "inputs": inputs}
        answer = _in_a_fresh_process(job)
        frames = answer.get("outcomes", [])
        self.outcomes = [_outcome(frame) for frame in frames[: len(inputs)]]
        if len(self.outcomes) < len(inputs):
            error = {"type": "Stopped", "message": answer.get("stopped", "its process ended"), "line": 0}
            self.outcomes += [{"error": error}] * (len(inputs) - len(self.outcomes))
        return self.outcomes

    def why(self, points: float, here: float) -> str:
        """What to tell a student whose answer earns `here` points in the notebook and fewer when it is graded."""
        said = f"In this notebook your answer earns {here:g} points. Graded, it would earn {points:g}"
        missing = next((m[1] for m in map(UNDEFINED.search, map(_message, self.outcomes)) if m), None)
        if missing is None or hasattr(builtins, missing):
            return f"{said}, {BECAUSE}. Build everything that the answer needs inside it."
        known = hasattr(sys.modules.get("__main__"), missing)
        left = f"`{missing}` exists in this session only" if known else f"nothing defines `{missing}`"
        return f"{said}: {left}, {BECAUSE}. Build it inside your answer, or define it in a cell of your own."

    def _check(self) -> int:
        name = f"check_{self.exercise}"
        return next(
            number for number, cell in enumerate(self.rebuilt.cells) if Cell.of(cell).grade_id == name
        )

    def _counts(self, node: NotebookNode) -> bool:
        cell = Cell.of(node)
        return cell.is_run and (not cell.is_check or cell.exercise == self.exercise)


def saved(folder: Path, exercise: str) -> NotebookNode | None:
    """The notebook in this folder whose file holds the answer as it was last run; None where no file does."""
    now = fingerprint(own_cell(exercise) or "")
    for path in sorted(folder.glob("*.ipynb")):
        try:
            if path.stat().st_size > MOST_NOTEBOOK:
                continue
            raw = json.loads(path.read_text(encoding="utf-8"))
            # a file may have its sources as lists of lines
            cells = [from_dict({**cell, "source": Cell.of(cell).source}) for cell in raw["cells"]]
            notebook = new_notebook(cells=cells)
            found = [c for c in notebook.cells if Cell.of(c).exercise == exercise and Cell.of(c).is_answer]
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            continue
        if any(fingerprint(cell.source) == now for cell in found):
            return notebook
    return None


def _session(recording: Recording) -> NotebookNode:
    """What has run in this session, as the cells of a notebook: answers under their names, then all other cells."""
    answers = [cell for cell in map(_node, recording.released) if Cell.of(cell).is_answer]
    for cell in answers:
        cell.source = own_cell(Cell.of(cell).grade_id) or cell.source
    known = {fingerprint(cell.source) for cell in answers}
    others = [text for text in dict.fromkeys(earlier_cells()) if fingerprint(text) not in known]
    return new_notebook(cells=[*answers, *map(new_code_cell, others)])


def _node(cell: dict[str, Any]) -> NotebookNode:
    return new_code_cell(cell["source"], metadata=cell["metadata"])


def _message(outcome: Outcome) -> str:
    return str((outcome.get("error") or {}).get("message", ""))


def _in_a_fresh_process(job: dict[str, Any]) -> dict[str, Any]:
    """What fresh_process.py answers; with `stopped`, a few words, where it gives no answer."""
    with tempfile.TemporaryDirectory(prefix="dry-run-", ignore_cleanup_errors=True) as folder:
        empty = Path(folder, "empty")
        empty.mkdir()
        asked, answered = Path(folder, "asked"), Path(folder, "answered")
        asked.write_bytes(pack(job))
        try:
            ended = subprocess.run(
                [sys.executable, "-m", "autograder.checks.fresh_process", asked, answered],
                cwd=empty,
                env=_environment(empty),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=PATIENCE,
            )
            return unpack(answered.read_bytes())
        except subprocess.TimeoutExpired:
            return {"stopped": f"it ran longer than {PATIENCE} seconds in a fresh process"}
        except (OSError, CannotCross):
            return {"stopped": f"its fresh process ended with status {ended.returncode}"}


def _environment(empty: Path) -> dict[str, str]:
    """The environment of a process that has no GPU, no data of the course and nothing to download it with."""
    nothing = {name: str(empty) for name in ("AUTOGRADER_CACHE", "AUTOGRADER_MIRROR", "AUTOGRADER_OWN_MODEL")}
    hidden = {"CUDA_VISIBLE_DEVICES": "", "HF_HUB_OFFLINE": "1", "MPLBACKEND": "agg"}
    course = str(Path(__file__).resolve().parents[2])
    paths = [course, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, **nothing, **hidden, "PYTHONPATH": os.pathsep.join(paths)}


def _outcome(frame: Any) -> Outcome:
    try:
        return unpack_outcome(frame)
    except CannotCross as error:
        return {"error": {"type": "CannotCross", "message": str(error), "line": 0}}
