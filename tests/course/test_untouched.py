"""Every notebook of course/ as it is handed out, run from its first cell to its last: nothing stops it.

The browser tests do the same by the button that students press, in some of the notebooks.
"""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from autograder.lesson.folder import ROOT

RELEASED = sorted((ROOT / "course").glob("*/*.ipynb"))


@pytest.mark.slow
@pytest.mark.parametrize("path", RELEASED, ids=lambda path: path.stem)
def test_it_runs_to_its_end_and_nothing_is_answered_yet(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    folder = {"metadata": {"path": str(path.parent)}}
    NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources=folder
    ).execute()  # raises at an error
    checks = 0
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "").removeprefix("check_")
        if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("grade"):
            panel, points = (output["data"]["text/plain"] for output in cell.outputs)
            assert panel == f"{name} · not answered yet" and points == "0"
            checks += 1
    assert checks, "a lesson has exercises"
