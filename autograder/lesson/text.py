"""A lesson's text and the notebook made from it: one way and back, by jupytext.

The text is jupytext's percent format, without a header, and with nbgrader's metadata in short form: only what
is not the default (`# %% nbgrader={"grade_id": "mask", "solution": true}`). The notebook beside it holds
the full form, is ignored by git, and remembers by hash which text it was made from. Placeholders such as {{minutes}}
are numbers in the notebook and placeholders again in the text (lesson/facts.py).

Knows nothing about checks or what a lesson is about. Importing this file costs nothing but the
standard library: nbformat and jupytext are imported when a notebook is really built.

    python -m autograder.lesson.text source      build what is missing or out of date under source/
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.lesson import facts, included
from autograder.notebook.cell import OURS, Cell

if TYPE_CHECKING:
    from nbformat import NotebookNode

MARKER = re.compile(r"^# %%(?=\s|$)")
YAML_HEADER = re.compile(r"\A\s*# ---\n(?:#.*\n)*?# ---\n\s*")
# the other *.py files of a lesson's folder begin like this; "alternatives" stand in releases that were kept long ago
NOT_NOTEBOOKS = ("smallest", "_")

# nbgrader's keys in the order in which the short form gives them, with the values that it leaves out
SHORT_FORM: dict[str, Any] = {
    "grade_id": None,
    "grade": False,
    "solution": False,
    "task": False,
    "locked": False,
    "points": None,
}
FULL_FORM_ONLY = {"schema_version", "cell_type", "checksum"}
SPACING = "lines_to_next_cell"  # jupytext's note on a cell: how many blank lines stand behind it
KEPT_METADATA = ("title", "tags", "slideshow")  # of what JupyterLab writes on a cell, what belongs in a text


def is_lesson_text(path: Path) -> bool:
    """Whether this is a notebook's text: any source/NN_topic/*.py but smallest.py."""
    return path.suffix == ".py" and path.parent.parent.name == "source" and _is_notebooks(path)


def texts_in(folder: Path) -> list[Path]:
    """The notebook texts of a lesson's folder, in order."""
    return [path for path in sorted(folder.glob("*.py")) if _is_notebooks(path)]


def read(text_path: Path) -> str:
    """A lesson's text as a whole: with the passages that have files of their own (lesson/included.py)."""
    return included.insert(text_path.read_text(encoding="utf-8"), text_path.parent)


def lesson_texts(source: Path) -> list[Path]:
    """All notebook texts under the folder source/, in order."""
    return [path for folder in sorted(source.glob("*/")) for path in texts_in(folder)]


def _is_notebooks(path: Path) -> bool:
    return not path.name.startswith(NOT_NOTEBOOKS)


# ---- nbgrader's metadata, short and full ---------------------------------------------------------


def short_form(full: Mapping[str, Any]) -> dict[str, Any]:
    """nbgrader's metadata without its defaults, in one order. Raises ValueError for an unknown key."""
    unknown = full.keys() - SHORT_FORM.keys() - FULL_FORM_ONLY
    if unknown:
        raise ValueError(
            f"Cell {full.get('grade_id')!r}: nbgrader knows no metadata called {', '.join(sorted(unknown))}."
        )
    short = {key: full[key] for key, default in SHORT_FORM.items() if full.get(key, default) != default}
    if not (short.get("grade") or short.get("task")):
        # The notebook interface keeps the points of a cell that is no longer graded.
        short.pop("points", None)
    return short


def full_form(short: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """The same with every key of nbgrader's schema 3. Raises ValueError for what nbgrader would refuse."""
    short = short_form(short)
    grade_id = short.get("grade_id")
    if not grade_id or not re.fullmatch(r"[\w-]+", grade_id, re.ASCII):
        raise ValueError(f"A cell's grade_id must be letters, digits, _ and -, and is {grade_id!r}.")
    if (short.get("grade") or short.get("task")) and "points" not in short:
        raise ValueError(f'Cell {grade_id} is graded: add "points" to its metadata.')
    full = {
        key: short.get(key, default)
        for key, default in SHORT_FORM.items()
        if key in short or default is False
    }
    return dict(sorted({**full, "schema_version": 3, "cell_type": kind}.items()))


# ---- the text and its notebook -------------------------------------------------------------------


def to_notebook(text: str, spacing: bool = False, fill: bool = True) -> NotebookNode:
    """The notebook of a lesson's text, byte for byte the same every time.

    nbgrader's metadata becomes full (schema 3), cell ids follow from grade_id or content, tags are kept.
    spacing: keep jupytext's note of the blank lines behind each cell, from which `to_text` makes them again.
    fill: write minutes, points and the like where the text has placeholders.
    Raises ValueError, one sentence, where the text is not a lesson's text.
    """
    from nbformat import v4

    parsed = _parse(YAML_HEADER.sub("", text))
    cells = [_cell(node) for node in parsed]
    filled = facts.fill(cells) if fill else cells
    nodes = []
    for node, cell, cell_id in zip(parsed, filled, _cell_ids(cells), strict=True):
        metadata = dict(cell.metadata)
        if cell.nbgrader:
            metadata["nbgrader"] = full_form(cell.nbgrader, cell.kind)
        if spacing and SPACING in node.metadata:
            metadata[SPACING] = node.metadata[SPACING]
        nodes.append(_node(cell, id=cell_id, metadata=metadata))
    kernelspec = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    return v4.new_notebook(
        cells=nodes, metadata={"kernelspec": kernelspec, "language_info": {"name": "python"}}
    )


def to_text(notebook: NotebookNode, before: str = "") -> str:
    """The text of a notebook, by jupytext, with nbgrader's metadata in short form and without a header.

    Outputs and the notebook's own metadata are left out, and so are new empty cells, which JupyterLab adds.
    before: the text that the notebook was made from; its placeholders replace the numbers they were filled with.
    Raises ValueError, one sentence, where a cell cannot be written as text.
    """
    import jupytext
    from nbformat import v4

    cells, nodes = [], []
    saved = _restored(notebook, before)
    for node, cell in zip(notebook.cells, saved, strict=True):
        if cell.source.strip() or cell.metadata:
            blank = {SPACING: node.metadata[SPACING]} if SPACING in node.metadata else {}
            cells.append(cell)
            nodes.append(_node(cell, metadata={**cell.metadata, **blank}))
    written = v4.new_notebook(cells=nodes)
    kept = ",".join((*KEPT_METADATA, "nbgrader", "-all"))
    written.metadata["jupytext"] = {"notebook_metadata_filter": "-all", "cell_metadata_filter": kept}
    text = jupytext.writes(written, fmt="py:percent") if cells else ""
    again = [_cell(node) for node in _parse(text)]
    if again != cells:
        changed = next((cell for cell, other in zip(cells, again) if cell != other), cells[-1])
        first = (changed.source.splitlines() or ["nothing"])[0][:60]
        raise ValueError(
            f'The cell that begins with "{first}" cannot be written as text: is there a "# %%" line in it?'
        )
    return text


def recount(notebook: NotebookNode, before: str) -> None:
    """Bring the numbers in a notebook up to date after an edit; before: the text that it was made from."""
    for node, cell in zip(notebook.cells, facts.fill(_restored(notebook, before)), strict=True):
        if cell.kind == "markdown" and cell.source != node.source.rstrip("\n"):
            node.source = cell.source


def _restored(notebook: NotebookNode, before: str) -> list[Cell]:
    """The cells of a notebook with the placeholders of its text."""
    cells = [_cell(node) for node in notebook.cells]
    return facts.restore(cells, [_cell(node) for node in _parse(before)]) if before else cells


def normalized(text: str) -> str:
    """A text as jupytext's own save writes it (header, long metadata), brought back to our form."""
    return to_text(to_notebook(text, spacing=True, fill=False))


def _cell(node: NotebookNode) -> Cell:
    """What the text keeps of a notebook's cell. Raises ValueError for what a text cannot hold."""
    if node.get("attachments"):
        names = ", ".join(node.attachments)
        raise ValueError(
            f"A text cannot hold an image pasted into a cell ({names}): save it as a file and link it."
        )
    metadata: dict[str, Any] = {key: node.metadata[key] for key in KEPT_METADATA if node.metadata.get(key)}
    if short := short_form(Cell.of(node).nbgrader):
        metadata["nbgrader"] = short
    return Cell(node.cell_type, metadata, node.source.rstrip("\n"))


def _node(cell: Cell, **keywords: Any) -> NotebookNode:
    from nbformat import v4

    new = {"code": v4.new_code_cell, "markdown": v4.new_markdown_cell, "raw": v4.new_raw_cell}[cell.kind]
    return new(cell.source, **keywords)


def _parse(text: str) -> list[NotebookNode]:
    """The cells that jupytext finds. Raises ValueError where these are not those between the "# %%" lines."""
    import jupytext

    lines = text.splitlines(keepends=True)
    starts = [number for number, line in enumerate(lines) if MARKER.match(line)]
    before = "".join(lines[: starts[0]] if starts else lines).strip()
    if before:
        raise ValueError(
            f'A lesson\'s text must begin with a "# %%" line; it begins with "{before.splitlines()[0][:60]}".'
        )
    cells = jupytext.reads(text, fmt="py:percent").cells if starts else []
    if len(cells) == len(starts):
        for cell, start, end in zip(cells, starts, starts[1:]):  # noted for every cell, usual or not
            chunk = "".join(lines[start:end])
            cell.metadata[SPACING] = len(chunk) - len(chunk.rstrip("\n")) - 1
        return cells
    for count, end in enumerate([*starts[1:], len(lines)], 1):  # where do the two begin to differ?
        found = len(jupytext.reads("".join(lines[:end]), fmt="py:percent").cells)
        where = f"Line {starts[count - 1] + 1}"
        if found > count:
            raise ValueError(f'{where}: an indented "# %%" line in this cell would cut it in two.')
        if found < count:
            raise ValueError(f'{where}: this "# %%" line is in a string or fenced block that does not end.')
    raise ValueError('A "# %%" line in this text begins no cell.')


def _cell_ids(cells: Iterable[Cell]) -> Iterator[str]:
    """Ids that depend on the cell, not on where it stands: its grade_id, or else a hash of what it says."""
    seen: Counter[str] = Counter()
    for cell in cells:
        name = cell.grade_id
        if not re.fullmatch(r"[\w-]{1,56}", name, re.ASCII):
            name = "cell-" + hashlib.sha256(f"{cell.kind}\n{cell.source}".encode()).hexdigest()[:12]
        seen[name] += 1
        yield name if seen[name] == 1 else f"{name}-{seen[name]}"


# ---- files ---------------------------------------------------------------------------------------


def _hash(text: str) -> str:
    """What a notebook remembers of its text; another number when notebooks are made in another way."""
    return hashlib.sha256(f"4\n{text}".encode()).hexdigest()


def _hash_cells(notebook: NotebookNode) -> str:
    cells = json.dumps([_cell(node) for node in notebook.cells], sort_keys=True)
    return hashlib.sha256(cells.encode()).hexdigest()


def stamp(notebook: NotebookNode, text: str) -> None:
    """Write into the notebook which text it agrees with."""
    notebook.metadata[OURS] = {"text_sha256": _hash(text), "cells_sha256": _hash_cells(notebook)}


def _recorded_hash(notebook: Path) -> str | None:
    """The hash of the text that a notebook file was made from.

    nbformat sorts its keys, so this stands near the end, unless widgets left their state behind it.
    """
    with notebook.open("rb") as file:
        for length in (4096, None):
            file.seek(max(0, notebook.stat().st_size - length) if length else 0)
            if found := re.findall(rb'"text_sha256": "([0-9a-f]{64})"', file.read()):
                return found[-1].decode()
    return None


def is_stale(text_path: Path) -> bool:
    """Whether the notebook beside this text is missing or was made from another text. About 0.1 ms."""
    notebook = text_path.with_suffix(".ipynb")
    return not notebook.exists() or _recorded_hash(notebook) != _hash(read(text_path))


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that nobody ever reads half of it; leave it alone when it says this already."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        if path.exists():
            beside.chmod(path.stat().st_mode)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def build_source_notebook(text_path: Path) -> Path:
    """Write the notebook beside a lesson's text when it is missing or out of date, and return its path.

    Raises ValueError, one sentence, where the text is not a lesson's text, or where the notebook has edits of
    its own (made in an editor that does not write them back) and the text has changed too.
    """
    path = text_path.with_suffix(".ipynb")
    if not is_stale(text_path):
        return path
    import nbformat

    text = read(text_path)
    if path.exists():
        old = nbformat.read(path, as_version=4)
        recorded = old.metadata.get(OURS, {}).get("cells_sha256")
        if recorded and recorded != _hash_cells(old):
            raise ValueError(
                f"Both {text_path} and the notebook beside it were edited: "
                f"copy what you need out of {path.name}, then delete it."
            )
    try:
        notebook = to_notebook(text, spacing=True)
    except ValueError as error:
        raise ValueError(f"{text_path}: {error}") from None
    stamp(notebook, text)
    write_atomically(path, nbformat.writes(notebook) + "\n")
    return path


def build_all(source: Path) -> list[Path]:
    """Build every missing or outdated notebook under source/; returns those built."""
    return [build_source_notebook(path) for path in lesson_texts(source) if is_stale(path)]


def main(folders: list[str]) -> int:
    for folder in folders or ["source"]:
        if not Path(folder).is_dir():
            print(f"There is no folder {folder} here: call this in the course's own folder.", file=sys.stderr)
            return 1
        try:
            for path in build_all(Path(folder)):
                print(f"built {path}")
        except ValueError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
