"""Passages of a notebook with files of their own: put in when the text is read, taken out when it is saved."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
import tiny_lesson

from autograder.lesson import included, jupyterlab
from autograder.lesson import text as lesson_text
from autograder.lesson.folder import Lesson, find_lessons

WEIGHTS = "line one of the weights\nline two\n"
OLD = "return weighted_total_of_rows / w.sum()"
NEW = f'weights = """\n{{{{file weights.part}}}}\n"""\n    {OLD}'


@pytest.fixture
def lesson(tmp_path: Path) -> Lesson:
    """The tiny lesson, whose first solution has a passage in a file."""
    folder = tiny_lesson.write(tmp_path / "source", text=[(OLD, NEW)]).folder
    (folder / "weights.part").write_text(WEIGHTS, encoding="utf-8")
    return Lesson(folder)


def test_the_passage_is_in_the_notebook_and_in_the_cells(lesson: Lesson) -> None:
    (notebook,) = lesson.notebooks
    assert "line one of the weights\nline two\n" in notebook.cell("weighted_mean").source
    built = nbformat.read(lesson_text.build_source_notebook(notebook.path), as_version=4)
    assert sum("line one of the weights" in cell.source for cell in built.cells) == 1
    assert not lesson_text.is_stale(notebook.path)
    (lesson.folder / "weights.part").write_text("other\n", encoding="utf-8")
    assert lesson_text.is_stale(notebook.path)


def test_saving_in_jupyterlab_keeps_the_line(lesson: Lesson) -> None:
    (notebook,) = lesson.notebooks
    before = notebook.path.read_text(encoding="utf-8")
    content = nbformat.read(lesson_text.build_source_notebook(notebook.path), as_version=4)
    content.cells[0].source += "\n\nA new sentence."
    jupyterlab._save_notebook({"content": content}, notebook.path)
    after = notebook.path.read_text(encoding="utf-8")
    assert after != before and after.replace("#\n# A new sentence.\n", "") == before
    assert "{{file weights.part}}" in after and "line two" not in after


def test_a_file_that_is_missing_is_a_sentence(lesson: Lesson) -> None:
    (lesson.folder / "weights.part").unlink()
    with pytest.raises(ValueError, match=r"The text names weights.part, but .* has no such file"):
        included.insert("{{file weights.part}}\n", lesson.folder)


def test_it_is_part_of_the_release_and_of_no_release(lesson: Lesson) -> None:
    release = lesson.release
    (lesson.folder / "weights.part").write_text("other\n", encoding="utf-8")
    assert Lesson(lesson.folder).release != release
    for each in find_lessons():
        assert not list(each.course_folder.glob("*.part"))
