"""Other people's tools over the sandboxed kernel, by configuration alone: papermill on solutions, nbgrader validate."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attacks.field import Field, lessons

INSIDE = "import os\nif not os.path.isdir(os.path.expanduser('~/submission')):\n    raise RuntimeError('no sandbox')\n"


@pytest.fixture
def field() -> Iterator[Field]:
    with tempfile.TemporaryDirectory(prefix="ag-", dir="/tmp") as folder:
        yield Field(Path(folder), lessons()[0])


@pytest.mark.slow
@pytest.mark.parametrize("kernel", ["autograder", "python3"])
def test_papermill_runs_solutions(field: Field, kernel: str):
    words = ["--device", "cpu", "--scale", "small", "--kernel", kernel]
    done = field.command("autograder", "solutions", field.name, *words, check=False)
    (report,) = (field.root / "build").glob("solutions.json")
    results = json.loads(report.read_text(encoding="utf-8"))
    assert done.returncode == 0, (results, done.stdout[-2000:], done.stderr[-2000:])
    stems = {notebook.stem for notebook in field.lesson.notebooks}
    assert {path.stem for path in (field.root / "build").rglob("*.ipynb")} == stems


def test_nbgrader_validate_runs_in_the_sandbox(field: Field):
    field.release()
    answers = {**field.right, field.target: INSIDE + field.right[field.target]}
    submission = field.answering("ada", answers)
    folder = field.root / "mine"
    folder.mkdir()
    for name, text in submission.files.items():
        notebook = json.loads(text)
        for cell in notebook["cells"]:
            nbgrader = cell["metadata"].get("nbgrader", {})
            if cell["cell_type"] == "markdown" and nbgrader.get("solution"):
                cell["source"] = "An answer in words."
        (folder / name).write_text(json.dumps(notebook), encoding="utf-8")
    for checks in (field.root / "course" / field.name).glob("*.checks"):
        (folder / checks.name).write_bytes(checks.read_bytes())
    done = field.command("nbgrader", "validate", str(folder / field.first_file(submission)))
    assert "Success" in done.stdout + done.stderr, done.stdout + done.stderr
