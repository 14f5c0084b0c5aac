"""A lesson's text and its notebook: there, back, twice, and with one cell edited."""

from __future__ import annotations

import difflib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import cast

import jupytext
import nbformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nbgrader.nbgraderformat import MetadataValidator
from nbgrader.preprocessors import CheckCellMetadata

from autograder.lesson import text as lesson_text
from autograder.lesson.folder import Lesson, find_lessons
from autograder.lesson.text import (
    build_source_notebook,
    full_form,
    is_stale,
    short_form,
    to_notebook,
    to_text,
)
from autograder.lesson.written_questions import questions

ROOT = Path(__file__).resolve().parents[2]
TEXTS = lesson_text.lesson_texts(ROOT / "source")

TEXT = """\
# %% [markdown]
# # Title
#
# Prose with $x$, a trailing space \n# and `code`.

# %% nbgrader={"grade_id": "imports", "locked": true}
import math


# %% tags=["explore"]
# %matplotlib inline

# %% nbgrader={"grade_id": "double", "solution": true}
def double(x):
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION

# %% nbgrader={"grade_id": "check_double", "grade": true, "locked": true, "points": 3}
double(2)
# %% [markdown] nbgrader={"grade_id": "written", "grade": true, "solution": true, "points": 2}
# Why?
"""


def opened(text: str) -> nbformat.NotebookNode:
    """The notebook as an author's editor gets it, by way of a file."""
    written = nbformat.writes(to_notebook(text, spacing=True))
    return cast(nbformat.NotebookNode, nbformat.reads(written, as_version=4))


def edited(text: str, find: str, replace: str) -> str:
    """The text after one cell of its notebook was edited."""
    notebook = opened(text)
    (cell,) = [cell for cell in notebook.cells if find in cell.source]
    cell.source = cell.source.replace(find, replace)
    return to_text(notebook)


def changed_lines(before: str, after: str) -> list[str]:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return [line for line in lines if line[0] in "+-" and line[:3] not in ("+++", "---")]


def test_metadata_is_short_in_the_text_and_full_in_the_notebook() -> None:
    cells = {c.metadata.nbgrader.grade_id: c for c in to_notebook(TEXT).cells if "nbgrader" in c.metadata}
    assert dict(cells["check_double"].metadata.nbgrader) == {
        "cell_type": "code",
        "grade": True,
        "grade_id": "check_double",
        "locked": True,
        "points": 3,
        "schema_version": 3,
        "solution": False,
        "task": False,
    }
    assert short_form(cells["double"].metadata.nbgrader) == {"grade_id": "double", "solution": True}
    assert list(short_form(cells["written"].metadata.nbgrader)) == ["grade_id", "grade", "solution", "points"]


def test_nbgrader_accepts_the_notebook() -> None:
    notebook = to_notebook(TEXT)
    nbformat.validate(notebook)
    MetadataValidator().validate_nb(notebook)
    CheckCellMetadata().preprocess(notebook, {})


def test_cells_are_those_that_jupytext_finds() -> None:
    ours, theirs = to_notebook(TEXT), jupytext.reads(TEXT, "py:percent")
    assert [(c.cell_type, c.source) for c in ours.cells] == [(c.cell_type, c.source) for c in theirs.cells]
    assert ours.cells[2].source == "%matplotlib inline"


def test_an_untouched_notebook_gives_back_the_same_text() -> None:
    assert to_text(opened(TEXT)) == TEXT
    assert to_text(opened(TEXT + "\n\n")) == TEXT + "\n\n"


def test_editing_a_cell_changes_its_lines_only() -> None:
    after = edited(TEXT, "return 2 * x", "return x + x")
    assert changed_lines(TEXT, after) == ["-    return 2 * x", "+    return x + x"]
    assert changed_lines(TEXT, edited(TEXT, "Why?", "Why?\n\n- a\n- b")) == ["+#", "+# - a", "+# - b"]


def test_headers_are_written_in_one_order() -> None:
    other = TEXT.replace(
        '{"grade_id": "double", "solution": true}', '{"solution": true, "grade_id": "double"}'
    )
    assert other != TEXT and to_text(opened(other)) == TEXT


def test_editing_twice_without_opening_again() -> None:
    notebook = opened(TEXT)
    notebook.cells[3].source = notebook.cells[3].source.replace("2 * x", "x + x")
    once = to_text(notebook)
    assert to_text(notebook) == once
    notebook.cells[2].source = "x = 1"
    assert changed_lines(once, to_text(notebook)) == ["-# %matplotlib inline", "+x = 1"]


def test_changed_points_are_written_in_short_form() -> None:
    notebook = opened(TEXT)
    notebook.cells[4].metadata.nbgrader.points = 4
    assert changed_lines(TEXT, to_text(notebook)) == [
        '-# %% nbgrader={"grade_id": "check_double", "grade": true, "locked": true, "points": 3}',
        '+# %% nbgrader={"grade_id": "check_double", "grade": true, "locked": true, "points": 4}',
    ]


def test_new_moved_and_deleted_cells() -> None:
    notebook = opened(TEXT)
    notebook.cells.insert(2, nbformat.v4.new_markdown_cell("New"))
    assert changed_lines(TEXT, to_text(notebook)) == ["+", "+# %% [markdown]", "+# New"]
    del notebook.cells[2:4]
    assert changed_lines(TEXT, to_text(notebook)) == [
        "-",
        '-# %% tags=["explore"]',
        "-# %matplotlib inline",
    ]
    notebook = opened(TEXT)
    notebook.cells.append(notebook.cells.pop(0))
    moved = to_text(notebook)
    assert moved.startswith('# %% nbgrader={"grade_id": "imports"') and moved.endswith("# and `code`.\n")
    assert "# Why?\n\n# %% [markdown]\n# # Title" in moved


def test_what_jupyterlab_leaves_behind_stays_out_of_the_text() -> None:
    notebook = opened(TEXT)
    for cell in notebook.cells:
        cell.metadata.update(
            collapsed=True, editable=False, execution={"iopub.status.busy": "…"}, trusted=True
        )
    notebook.cells[1].outputs = [nbformat.v4.new_output("stream", text="hello")]
    notebook.metadata.update(widgets={"state": {}}, toc={})
    notebook.cells.append(nbformat.v4.new_code_cell(""))
    assert to_text(notebook) == TEXT


def test_what_jupytext_itself_writes_comes_back_short() -> None:
    notebook = opened(TEXT)
    long = jupytext.writes(notebook, "py:percent")
    assert "schema_version" in long and long.startswith("# ---")
    assert lesson_text.normalized(long) == TEXT


def test_ids_follow_the_cell_and_not_its_place() -> None:
    before = [cell.id for cell in to_notebook(TEXT).cells]
    after = [cell.id for cell in to_notebook("# %% [markdown]\n# First\n\n" + TEXT).cells]
    assert after[1:] == before and before[3] == "double"
    twice = to_notebook("# %%\nx\n\n# %%\nx\n")
    assert len({cell.id for cell in twice.cells}) == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('"""Docstring."""\n\n# %%\nx\n', "must begin"),
        ('# %%\ntext = """\n# %% [markdown]\n"""\n', "does not end"),
        ("# %%\nif x:\n    # %% inner\n    y\n", "cut it in two"),
        ('# %% nbgrader={"grade_id": "a", "point": 3}\nx\n', "point"),
        ('# %% nbgrader={"grade_id": "a b", "solution": true}\nx\n', "letters, digits"),
        ('# %% nbgrader={"solution": true}\nx\n', "grade_id"),
        ('# %% nbgrader={"grade_id": "a", "grade": true}\nx\n', "points"),
    ],
)
def test_a_text_that_is_wrong_is_refused_in_one_sentence(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says) as error:
        to_notebook(text)
    assert "\n" not in str(error.value)


def test_a_cell_that_a_text_cannot_hold_is_refused() -> None:
    notebook = opened(TEXT)
    notebook.cells[0].attachments = {"image.png": {"image/png": ""}}
    with pytest.raises(ValueError, match=r"image\.png"):
        to_text(notebook)


lines = st.text(st.sampled_from(" \t#%[]\"'\\éπ=x1()\n:!?`"), max_size=40) | st.sampled_from(
    [
        "def f():",
        "    return 1",
        "# %% [markdown]",
        "# comment",
        "%time x",
        "!ls",
        "?x",
        "```",
        '"""',
        "- item  ",
    ]
)
sources = st.lists(lines, max_size=5).map("\n".join)
short_metadata = st.fixed_dictionaries(
    {"grade_id": st.from_regex(r"[A-Za-z_][\w-]{0,9}", fullmatch=True).filter(str.isascii)},
    optional={
        "grade": st.booleans(),
        "solution": st.booleans(),
        "locked": st.booleans(),
        "task": st.just(False),
        "points": st.integers(0, 9) | st.sampled_from([0.5, 1.5]),
    },
)


@st.composite
def notebooks(draw: st.DrawFn) -> nbformat.NotebookNode:
    cells = []
    for _ in range(draw(st.integers(0, 6))):
        kind = draw(st.sampled_from(["code", "markdown"]))
        metadata = {}
        if draw(st.booleans()):
            metadata["tags"] = draw(
                st.lists(st.sampled_from(["explore", "parameters"]), min_size=1, unique=True)
            )
        if draw(st.booleans()):
            short = draw(short_metadata)
            metadata["nbgrader"] = full_form(short | ({"points": 1} if "points" not in short else {}), kind)
        new = nbformat.v4.new_code_cell if kind == "code" else nbformat.v4.new_markdown_cell
        cells.append(new(draw(sources), metadata=metadata))
    return nbformat.v4.new_notebook(cells=cells)


def cells_of(notebook: nbformat.NotebookNode) -> list[tuple[str, str, dict]]:
    return [(c.cell_type, c.source.rstrip("\n"), dict(c.metadata)) for c in notebook.cells]


@settings(max_examples=300, deadline=None)
@given(notebooks())
def test_any_notebook_survives_the_way_through_its_text(notebook: nbformat.NotebookNode) -> None:
    """A notebook is either refused in one sentence or comes back cell for cell."""
    try:
        text = to_text(notebook)
    except ValueError as error:
        assert "\n" not in str(error)
        return
    kept = [cell for cell in cells_of(notebook) if cell[1].strip() or cell[2]]
    assert cells_of(to_notebook(text)) == kept
    assert to_text(opened(text)) == text, "saving a second time must change nothing"


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_any_edit_leaves_the_lines_of_other_cells_alone(data: st.DataObject) -> None:
    notebook = opened(TEXT)
    number = data.draw(st.integers(0, len(notebook.cells) - 1))
    notebook.cells[number].source = data.draw(sources)
    try:
        after = to_text(notebook)
    except ValueError:
        return
    for place, cell in enumerate(re.split(r"^(?=# %%)", TEXT, flags=re.MULTILINE)[1:]):
        if place != number:
            assert cell.rstrip("\n") in after


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_the_lessons_themselves(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    notebook = to_notebook(text)
    MetadataValidator().validate_nb(notebook)
    assert to_text(opened(text), text) == text


def test_a_notebook_is_built_when_it_is_stale_and_only_then(tmp_path: Path) -> None:
    text = tmp_path / "source" / "00_x" / "00_x.py"
    text.parent.mkdir(parents=True)
    text.write_text(TEXT, encoding="utf-8")
    assert is_stale(text)
    notebook = build_source_notebook(text)
    first = notebook.read_bytes()
    assert not is_stale(text)
    notebook.touch()
    stamp = notebook.stat().st_mtime_ns
    build_source_notebook(text)
    assert notebook.stat().st_mtime_ns == stamp
    text.write_text(TEXT.replace("2 * x", "x + x"), encoding="utf-8")
    assert is_stale(text)
    build_source_notebook(text)
    assert "x + x" in notebook.read_text(encoding="utf-8")
    text.write_text(TEXT, encoding="utf-8")
    build_source_notebook(text)
    assert notebook.read_bytes() == first, "the same text gives the same bytes"


def test_a_notebook_that_another_editor_saved_is_not_overwritten(tmp_path: Path) -> None:
    text = tmp_path / "source" / "00_x" / "00_x.py"
    text.parent.mkdir(parents=True)
    text.write_text(TEXT, encoding="utf-8")
    path = build_source_notebook(text)
    notebook = json.loads(path.read_text(encoding="utf-8"))
    notebook["cells"][0]["source"] = ["mine"]
    path.write_text(json.dumps(notebook, sort_keys=True), encoding="utf-8")
    text.write_text(TEXT.replace("2 * x", "x + x"), encoding="utf-8")
    with pytest.raises(ValueError, match="were edited"):
        build_source_notebook(text)
    assert "mine" in path.read_text(encoding="utf-8")


def test_asking_whether_lessons_are_stale_is_cheap() -> None:
    """nbgrader_config.py asks on each nbgrader command: it imports no notebook library."""
    code = (
        "import sys\nfrom pathlib import Path\nfrom autograder.lesson import text as lesson_text\n"
        "[lesson_text.is_stale(path) for path in lesson_text.lesson_texts(Path('source'))]\n"
        "print([name for name in ('nbformat', 'jupytext', 'torch', 'numpy') if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_which_files_are_texts_is_said_once(tmp_path: Path) -> None:
    folder = tmp_path / "source" / "00_x"
    (folder / "exercises").mkdir(parents=True)
    for name in ("00_x", "exercises/softmax", "smallest", "_draft"):
        (folder / f"{name}.py").write_text("# %%\nx\n", encoding="utf-8")
    assert [path.stem for path in lesson_text.lesson_texts(folder.parent)] == ["00_x"]
    assert [notebook.stem for notebook in Lesson(folder).notebooks] == ["00_x"]
    assert [path.stem for path in sorted(folder.iterdir()) if lesson_text.is_lesson_text(path)] == ["00_x"]


@pytest.mark.parametrize("lesson", list(find_lessons()), ids=lambda lesson: lesson.name)
def test_a_question_for_people_has_a_model_answer_and_a_rubric(lesson: Lesson) -> None:
    """Whoever grades it sees them in the formgrader and in `autograder written`."""
    found = questions(lesson)
    assert found
    for question in found:
        assert len(question.asked) > 100 and len(question.model_answer) > 300 and len(question.rubric) > 50, (
            question
        )
