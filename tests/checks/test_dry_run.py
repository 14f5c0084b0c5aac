"""An exercise that is graded with a closed book is checked in a fresh process, with the cells that grading runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
import torch
from nbformat.v4 import new_code_cell, new_notebook

from autograder.checks import dry_run, local_check, recorded
from autograder.checks.dry_run import UNSAVED, DryRun
from autograder.checks.recorded import RecordedCase, Recording
from autograder.checks.scoring import Rubric, Verdict
from autograder.checks.values import pack

STUB = "def predict(x):\n    raise NotImplementedError"
EXPLORE = "model = lambda x: 2 * x"
CHECK = 'import math\n@check("predict")\ndef _(x):\n    return {"y": predict(x)}'


def cell(source: str, grade_id: str = "", **kind: Any) -> dict[str, Any]:
    tags = ["explore"] if source == EXPLORE else []
    nbgrader = {"grade_id": grade_id, **kind} if grade_id else {}
    return {"cell_type": "code", "source": source, "metadata": {"nbgrader": nbgrader, "tags": tags}}


RELEASED = [
    cell("from autograder.checks import check\nimport os", "imports"),
    cell(EXPLORE),
    cell(STUB, "predict", solution=True),
    cell(CHECK, "check_predict", grade=True),
]


def recording(most: int | None = None) -> Recording:
    oracle = {"y": torch.tensor([2.0, 4.0])}
    case = RecordedCase(pack({"x": torch.tensor([1.0, 2.0])}), oracle, [])
    rubric = Rubric("predict", 4, {"y": 1.0}, {"y": 1e-5})
    return Recording(rubric, [], [case], recorded.fingerprint(STUB), [], RELEASED, most)


def save(folder: Path, answer: str, *own: str) -> None:
    """The notebook's file, with an answer and cells of the student's own before it."""
    cells = [new_code_cell(each["source"], metadata=each["metadata"]) for each in RELEASED]
    cells[2].source = answer
    notebook = new_notebook(cells=[*map(new_code_cell, own), *cells])
    nbformat.write(notebook, folder / "notebook.ipynb")


def tried(folder: Path, monkeypatch: pytest.MonkeyPatch, answer: str, most: int | None = None) -> DryRun:
    monkeypatch.setattr(dry_run, "own_cell", lambda name: answer if name == "predict" else None)
    return DryRun(recording(most), folder)


def test_an_answer_that_stands_on_its_own_gives_what_grading_would_get(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its helper is kept, the library's names of the process itself are not there, and neither are files and data."""
    (tmp_path / "weights.txt").write_text("2")
    answer = (
        "def predict(x):\n"
        "    assert 'random' not in globals() and not os.listdir('.')\n"
        "    assert not os.listdir(os.environ['AUTOGRADER_CACHE'])\n"
        "    return twice(x)"
    )
    save(tmp_path, answer, "print(1 / 0)\ndef twice(x):\n    return 2 * x")
    run = tried(tmp_path, monkeypatch, answer)
    assert run.notes == [] and run.refusal == ""
    (outcome,) = run.run()
    assert outcome["values"]["y"].tolist() == [2, 4], outcome


def test_what_only_the_session_has_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = "def predict(x):\n    return model(x)"
    save(tmp_path, answer)
    monkeypatch.setattr("__main__.model", None, raising=False)
    run = tried(tmp_path, monkeypatch, answer)
    (outcome,) = run.run()
    assert outcome["error"]["type"] == "NameError" and outcome["error"]["code"] == "return model(x)"
    said = run.why(0, 4)
    assert "`model` exists in this session only" in said and "4 points. Graded, it would earn 0" in said


def test_the_check_says_it_before_the_notebook_is_handed_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The points are those of the fresh process, and a note has those of the session and why they differ."""
    answer = "def predict(x):\n    return model(x)"
    save(tmp_path, answer)
    shown: list[Verdict] = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("__main__.model", None, raising=False)
    monkeypatch.setattr(dry_run, "own_cell", lambda name: answer)
    monkeypatch.setattr(local_check, "own_cell", lambda name: answer)
    monkeypatch.setattr(local_check.recorded, "find", lambda name, folder: recording())
    monkeypatch.setattr(local_check, "remember", lambda verdict, folder: None)
    monkeypatch.setattr(local_check, "show", shown.append)
    local_check.check_here("predict", lambda x: {"y": 2 * x})
    (verdict,) = shown
    assert (verdict.points, verdict.state) == (0, "error")
    (note,) = verdict.notes
    assert note.startswith("In this notebook your answer earns 4 points. Graded, it would earn 0: `model`")


def test_before_the_notebook_is_saved_the_session_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = "def predict(x):\n    return x"
    save(tmp_path, STUB)
    ran = [EXPLORE, "k = 3", "1 / 0", answer]
    monkeypatch.setattr(dry_run, "earlier_cells", lambda: ran)
    run = tried(tmp_path, monkeypatch, answer.replace("x\n", "k * x\n").replace("return x", "return k * x"))
    assert run.notes == [UNSAVED]
    sources = [each.source for each in run.rebuilt.cells]
    assert any("k = 3" in source for source in sources) and not any("1 / 0" in source for source in sources)


def test_too_long_answers_are_refused_as_in_grading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = "def predict(x):\n    return len(WEIGHTS)"
    save(tmp_path, answer, f'WEIGHTS = "{"a" * 100}"')
    assert "take" in tried(tmp_path, monkeypatch, answer, most=100).refusal
    assert tried(tmp_path, monkeypatch, answer, most=400).refusal == ""


def test_files_that_are_no_notebooks_are_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in {"a.ipynb": "{", "b.ipynb": "[]", "c.ipynb": '{"cells": [3]}'}.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(dry_run, "own_cell", lambda name: STUB)
    assert dry_run.saved(tmp_path, "predict") is None
    save(tmp_path, STUB)
    assert dry_run.saved(tmp_path, "predict") is not None


def test_a_recording_keeps_what_a_dry_run_needs() -> None:
    again = recorded.from_bytes(recorded.to_bytes(recording(most=7)))
    assert again.released == RELEASED and again.most_characters == 7
