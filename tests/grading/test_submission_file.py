"""Whatever file is handed in becomes a notebook or a reason, never an exception."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import nbformat
import pytest
import tiny_lesson
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.grading import submission_file
from autograder.grading.safe_text import readable, table_field
from autograder.grading.submission_file import MAX_BYTES, file_hash, read_submission
from autograder.notebook.cell import OURS

GOOD: dict[str, Any] = {
    "nbformat": 4,
    "nbformat_minor": 5,
    "metadata": {OURS: {"release": "abc"}},
    "cells": [
        {
            "cell_type": "code",
            "id": "a",
            "metadata": {},
            "source": "x = 1",
            "outputs": [],
            "execution_count": None,
        },
        {"cell_type": "markdown", "id": "b", "metadata": {}, "source": ["# Title\n", "text"]},
    ],
}


def reason(path: Path) -> str:
    notebook = read_submission(path)
    assert notebook.cells == []
    nbformat.validate(notebook)
    return notebook.metadata[OURS]["unreadable"]


def write(tmp_path: Path, content: Any) -> Path:
    path = tmp_path / "n.ipynb"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def test_a_good_notebook(tmp_path: Path) -> None:
    notebook = read_submission(write(tmp_path, GOOD))
    assert [cell.source for cell in notebook.cells] == ["x = 1", "# Title\ntext"]
    assert notebook.metadata[OURS]["release"] == "abc"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "the file is empty"),
        ("hello", "is not JSON"),
        (
            "\ufeff <!DOCTYPE html>\n<html><body>Please sign in</body></html>",
            "is a web page (a sign-in page, perhaps)",
        ),
        ("<HTML lang='de'>" + "[" * 1000, "is a web page"),
        (json.dumps(GOOD)[:-20], "is not JSON, perhaps cut off"),
        (b"\xff\xfe\x00PDF", "is not JSON"),
        ("[]", "not a notebook"),
        ("3", "not a notebook"),
        ("{}", "not a notebook"),
        ({"cells": []}, "not a notebook"),
        ({**GOOD, "nbformat": "4"}, "not a notebook"),
        ({**GOOD, "nbformat": 9}, "no notebook of format 9 that can be read"),
        ({**GOOD, "cells": 3}, "no"),
        ({k: v for k, v in GOOD.items() if k != "cells"}, "no"),
        ("[" * 100_000, "nested too deeply"),
        ("[" * 100 + "]" * 100, "nested too deeply"),
        ({**GOOD, "metadata": json.loads('{"a":' * 80 + "1" + "}" * 80)}, "nested too deeply"),
        ('{"nbformat": 4, "cells": [' + "1," * 10 + "]}", "is not JSON"),
        ({**GOOD, "nbformat": 10**30}, "no notebook"),
        (
            {**GOOD, "nbformat": 3},
            "the file is no notebook of format 3 that can be read",
        ),
    ],
    ids=range(20),
)
def test_reasons(tmp_path: Path, content: Any, words: str) -> None:
    assert words in reason(write(tmp_path, content))


def test_a_huge_file_is_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "n.ipynb"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 2**20)
    assert "21 MB, more than the 20 MB" in reason(path)


def test_deep_nesting_behind_megabytes_of_text(tmp_path: Path) -> None:
    deep = '{"a":' * 900 + "1" + "}" * 900
    content = json.dumps({**GOOD, "filler": "x" * 3_000_000})[:-1] + f', "deep": {deep}}}'
    assert "nested too deeply" in reason(write(tmp_path, content))


def test_links_pipes_and_folders_are_not_opened(tmp_path: Path) -> None:
    real = write(tmp_path, GOOD)
    (tmp_path / "link.ipynb").symlink_to(real)
    assert "link" in reason(tmp_path / "link.ipynb")
    (tmp_path / "gone.ipynb").symlink_to(tmp_path / "nothing")
    assert "link" in reason(tmp_path / "gone.ipynb")
    os.mkfifo(tmp_path / "pipe.ipynb")
    assert reason(tmp_path / "pipe.ipynb")
    (tmp_path / "folder.ipynb").mkdir()
    assert reason(tmp_path / "folder.ipynb")


def test_an_old_format_is_read(tmp_path: Path) -> None:
    old = {
        "nbformat": 3,
        "nbformat_minor": 0,
        "metadata": {"name": "old"},
        "worksheets": [
            {
                "cells": [
                    {
                        "cell_type": "code",
                        "input": "x = 1",
                        "language": "python",
                        "outputs": [],
                        "metadata": {},
                    }
                ]
            }
        ],
    }
    (cell,) = read_submission(write(tmp_path, old)).cells
    assert cell.source == "x = 1"


ODD_CELLS: list[Any] = [
    None,
    3,
    "cell",
    [],
    {},
    {"cell_type": "code"},
    {"cell_type": "code", "source": 3, "metadata": {}},
    {"cell_type": "code", "source": ["x", 3], "metadata": {}},
    {"cell_type": "code", "source": "x", "metadata": []},
    {"cell_type": "heading", "source": "x", "metadata": {}},
    {"cell_type": "code", "source": "x", "metadata": {}, "outputs": 3},
    {"cell_type": "code", "source": "x", "metadata": {"nbgrader": "solution"}, "outputs": []},
    {"cell_type": "code", "source": "x", "metadata": {"nbgrader": {"grade_id": 3}}, "outputs": []},
    {"cell_type": "code", "source": "x", "metadata": {"tags": 7}, "outputs": [None]},
]


@pytest.mark.parametrize("odd", ODD_CELLS, ids=range(len(ODD_CELLS)))
def test_odd_cells(tmp_path: Path, odd: Any) -> None:
    """The rest of the notebook is kept, or there is a reason why not; what is kept is text."""
    notebook = read_submission(write(tmp_path, {**GOOD, "cells": [odd, *GOOD["cells"]]}))
    if "unreadable" not in notebook.metadata[OURS]:
        assert "x = 1" in [cell.source for cell in notebook.cells]
        assert all(isinstance(cell.source, str) for cell in notebook.cells)


def test_a_cell_that_was_copied_is_no_news(tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    """Two cells with one id, as an editor's copy leaves them: both are read, and nobody is told of the repair."""
    cell = {**GOOD["cells"][0], "id": "same"}
    notebook = read_submission(write(tmp_path, {**GOOD, "nbformat_minor": 5, "cells": [cell, cell]}))
    assert len({each.id for each in notebook.cells}) == 2
    assert not recwarn.list


@pytest.mark.parametrize("odd", [3, [], "x", None, {OURS: "x"}, {OURS: []}, {OURS: {"release": ["x"]}}])
def test_odd_metadata(tmp_path: Path, odd: Any) -> None:
    notebook = read_submission(write(tmp_path, {**GOOD, "metadata": odd}))
    assert isinstance(notebook.metadata, dict) and isinstance(notebook.metadata.get(OURS, {}), dict)


def test_text_that_no_file_can_hold(tmp_path: Path) -> None:
    cells = [{**GOOD["cells"][0], "source": "x = '\ud800 \0'"}]
    notebook = read_submission(write(tmp_path, {**GOOD, "cells": cells}))
    nbformat.writes(notebook).encode("utf-8")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["cell_type", "source", "metadata", "outputs", "id", "nbgrader", "code"]), inner
        )
    ),
    max_leaves=12,
)


@given(JSON, JSON, st.sampled_from([0, 1, 2, 3, 4, 5]), st.integers(0, 6))
@settings(deadline=None, max_examples=150)
def test_nothing_raises(
    tmp_path_factory: pytest.TempPathFactory, cells: Any, metadata: Any, major: int, minor: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.ipynb"
    data = {
        "nbformat": major,
        "nbformat_minor": minor,
        "cells": cells,
        "metadata": metadata,
        "worksheets": cells,
    }
    path.write_text(json.dumps(data), encoding="utf-8")
    notebook = read_submission(path)
    assert isinstance(notebook.cells, list) and isinstance(notebook.metadata, dict)


def test_a_whole_released_notebook_is_read_quickly(tmp_path: Path) -> None:
    import time

    cells = [{**GOOD["cells"][0], "id": str(n), "source": tiny_lesson.TEXT} for n in range(100)]
    path = write(tmp_path, {**GOOD, "cells": cells})
    read_submission(path)
    started = time.process_time()
    read_submission(path)
    assert time.process_time() - started < 2


# --- what a file may cost, and what it may claim ------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_other_editors_encodings(tmp_path: Path, encoding: str) -> None:
    notebook = read_submission(write(tmp_path, json.dumps(GOOD, ensure_ascii=False).encode(encoding)))
    assert [cell.source for cell in notebook.cells] == ["x = 1", "# Title\ntext"]


def test_a_file_that_takes_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: Any) -> Any:
        while True:
            pass

    monkeypatch.setattr(submission_file, "READING_SECONDS", 0.2)
    monkeypatch.setattr(submission_file, "_depth", endless)
    assert reason(write(tmp_path, GOOD)) == "reading the file takes more than 0.2 seconds"


def test_a_reason_of_the_students_own_is_not_believed(tmp_path: Path) -> None:
    claims = {"release": "abc", "unreadable": "=1+1"}
    path = write(tmp_path, {**GOOD, "metadata": {OURS: claims}, "cells": []})
    assert reason(path) == "the notebook has no cells"
    assert read_submission(path).metadata[OURS] == {"unreadable": "the notebook has no cells"}


def test_a_huge_file_is_told_from_another_without_reading_it(tmp_path: Path) -> None:
    """A terabyte that is all holes takes no room, and would take hours to read."""
    path = tmp_path / "n.ipynb"
    found = set()
    for size in (MAX_BYTES, MAX_BYTES + 1, 10**12, 10**12 + 1):
        with path.open("wb") as file:
            file.truncate(size)
        found.add(file_hash(path))
    assert len(found) == 4


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (os.fsdecode(b"\xff\xfe.ipynb"), r"\xff\xfe.ipynb"),
        ("two\nlines\r\nand\x85more", "two lines and more"),
        ("\x1b[31mred\x07", r"\x1b[31mred\x07"),
        ("\u202egpj.exe", r"\u202egpj.exe"),
        ("\ud800", r"\xed\xa0\x80"),
        ("Zoë 日本 👩‍💻", "Zoë 日本 👩‍💻"),
        ("a\tb", "a b"),
    ],
)
def test_words_are_shown_readably(text: str, shown: str) -> None:
    assert readable(text) == shown
    shown.encode("utf-8")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", " =1", "\t=1"])
def test_no_field_of_a_table_is_a_formula(text: str) -> None:
    assert table_field(text).startswith("'") and table_field("a" + text) == readable("a" + text)


@given(text=st.text(alphabet='[]{}"\\a,: ', max_size=60))
def test_depth_is_what_counting_by_hand_finds(text: str) -> None:
    depth = deepest = 0
    inside_string = escaped = False
    for character in text:
        if inside_string:
            inside_string = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            inside_string = True
        elif character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    assert submission_file._depth(text) == deepest
