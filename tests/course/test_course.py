"""What students get is what the lessons say now: course/ was built from source/, and gives nothing away."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from autograder.checks.recorded import MAX_FILE_BYTES
from autograder.lesson.folder import Lesson, find_lessons
from autograder.notebook import manifest
from autograder.notebook.cell import OURS
from autograder.notebook.stubs import BEGIN
from autograder.proof.audit import released_solution_lines

LESSONS = list(find_lessons())


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_released_as_it_stands(lesson: Lesson) -> None:
    for notebook in lesson.notebooks:
        released = json.loads((lesson.course_folder / f"{notebook.stem}.ipynb").read_text(encoding="utf-8"))
        assert released["metadata"][OURS]["release"] == lesson.release, (
            f"type make release LESSONS={lesson.name}"
        )
        recorded = lesson.course_folder / f"{notebook.stem}.checks"
        assert recorded.stat().st_size <= MAX_FILE_BYTES
        with zipfile.ZipFile(recorded) as archive:
            assert json.loads(archive.read("manifest.json")) == {
                "release": lesson.release,
                "form": manifest.FORM,
                "exercises": notebook.exercises,
            }


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_gives_nothing_away(lesson: Lesson) -> None:
    assert released_solution_lines(lesson) == []
    files = sorted(path for path in lesson.course_folder.rglob("*") if path.is_file())
    assert {path.suffix for path in files} == {".ipynb", ".checks"}
    assert not [path for path in files if BEGIN.encode() in path.read_bytes()]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_fresh_notebook_has_no_outputs(lesson: Lesson) -> None:
    for path in Path(lesson.course_folder).glob("*.ipynb"):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        assert not [cell for cell in cells if cell["cell_type"] == "code" and cell["outputs"]]
