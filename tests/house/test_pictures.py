"""The pictures in docs/images show what a student sees today: their words are found anew and compared."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from types import ModuleType

import nbformat
import pytest

from autograder.lesson.folder import find_lessons
from autograder.progress import remembered, shown
from tests import pictures

ROOT = pictures.ROOT
AGAIN = f"the pictures are out of date: type {pictures.TAKE}"


def payoffs() -> ModuleType:
    spec = importlib.util.spec_from_file_location("payoffs", ROOT / "scripts" / "payoffs.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look it up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def recorded() -> dict:
    return json.loads((pictures.IMAGES / pictures.RECORD).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def released() -> nbformat.NotebookNode:
    return pictures.next_release()


def test_the_cells_around_the_named_slip(recorded: dict, released: nbformat.NotebookNode) -> None:
    assert recorded["given"] == pictures.given(released), AGAIN


def test_the_panel_of_the_named_slip(recorded: dict, released: nbformat.NotebookNode, tmp_path: Path) -> None:
    """The same three cells in IPython, which gets the panel's words as plain text."""
    imports, _, check = (pictures.cell(released, name).source for name in pictures.CELLS)
    cells = [imports, pictures.wrong_answer(released), check]
    code = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        f"shell = InteractiveShell.instance()\nfor cell in {cells!r}:\n    shell.run_cell(cell, store_history=True)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=(ROOT / "course" / pictures.LESSON).parent,
        env=os.environ | {"AUTOGRADER_PROGRESS": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert recorded["panel"] in done.stdout, f"{AGAIN}\n{done.stdout}{done.stderr}"


def test_the_progress(recorded: dict, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(remembered.VARIABLE, str(tmp_path / "progress"))
    course = pictures.remember_a_student(tmp_path)
    assert recorded["progress"] == shown.text(remembered.rows(course)), AGAIN


def test_payoffs_are_those_that_were_recorded() -> None:
    """A picture that was exchanged without its record is found by its hash, and its alternative text by its words."""
    script = payoffs()
    record = json.loads(script.RECORD.read_text(encoding="utf-8"))
    for name, known in record["pictures"].items():
        assert script.sha(script.IMAGES / f"{name}.png") == known, (
            f"{name}.png: type python scripts/payoffs.py"
        )
    (described,) = re.findall(
        r"!\[([^\]]*)\]\(docs/images/payoffs\.png\)", (ROOT / "README.md").read_text("utf-8")
    )
    words = record["words"]
    for shown_words in (words["answered"][0], " ".join(words["scene"][:2]).rstrip(";."), words["sums"][0]):
        assert shown_words in described


def test_payoffs_show_cells_that_lessons_have() -> None:
    """What was asked and what was coloured stands in the lesson, in a cell that students are given."""
    script = payoffs()
    words = json.loads(script.RECORD.read_text(encoding="utf-8"))["words"]
    texts = {}
    for name, source in script.SOURCES.items():
        folder, stem = source.notebook.split("/")
        (lesson,) = find_lessons([folder])
        (notebook,) = [each for each in lesson.notebooks if each.path.stem == stem]
        cells = [
            cell.source for cell in notebook.cells if source.phrase in cell.source and not cell.is_answer
        ]
        assert cells, f"{source.notebook} has no cell with {source.phrase!r}"
        texts[name] = cells[0]
    assert all(f'"{asked}"' in texts["chat"] for asked in words["asked"])
    joined = "".join(re.findall(r'"(.*)"', texts["paragraph"].partition(")")[0]))
    assert unescape(words["paragraph"][0]) == joined


def test_a_run_that_wrote_something_else_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = payoffs()
    words = json.loads(script.RECORD.read_text(encoding="utf-8"))["words"]
    script.words = lambda solutions: words | {"sums": ["1+1=3"]}
    assert script.main(["--check"]) == 1
    told = capsys.readouterr().err
    assert "1+1=3" in told and "python scripts/payoffs.py" in told
    script.words = lambda solutions: words
    assert script.main(["--check"]) == 0
    with pytest.raises(SystemExit, match="make solutions LESSONS=04_gpt"):
        script.SOURCES["scene"].outputs(tmp_path)
