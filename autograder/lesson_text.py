"""A lesson's text and the notebook made from it: one way, and back without touching what did not change.

The text is jupytext's percent format, without a header, and with nbgrader's metadata in short form: only what
is not the default (`# %% nbgrader={"grade_id": "mask", "solution": true}`). The notebook beside it holds
the full form, is ignored by git, and remembers by hash which text it was made from.

Knows nothing about exercises, checks or what a lesson is about. Importing this file costs nothing but the
standard library: nbformat and jupytext are imported when a notebook is really built.

    python -m autograder.lesson_text source      build what is missing or out of date under source/
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from nbformat import NotebookNode

MARKER = re.compile(r"^# %%(?=\s|$)")
YAML_HEADER = re.compile(r"\A\s*# ---\n(?:#.*\n)*?# ---\n\s*")
# the other *.py files of a lesson's folder begin like this; the last stand in releases that were kept long ago
NOT_NOTEBOOKS = ("exercises", "smallest", "alternatives")
OURS = "autograder"  # our key in a notebook's metadata

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
KEPT_METADATA = ("title", "tags", "slideshow")  # of what JupyterLab writes on a cell, what belongs in a text


class Cell(NamedTuple):
    """One cell as the text sees it; two cells with equal kind, metadata and source are the same."""

    kind: str  # code, markdown or raw
    metadata: dict[str, Any]  # short form
    source: str  # without blank lines at its end


class Chunk(NamedTuple):
    """A cell and the exact lines that stand for it."""

    cell: Cell
    text: str


def is_lesson_text(path: Path) -> bool:
    """Whether this is a notebook's text: any source/NN_topic/*.py but exercises*.py and smallest.py."""
    return (
        path.suffix == ".py"
        and path.parent.parent.name == "source"
        and not path.stem.startswith(NOT_NOTEBOOKS)
    )


def lesson_texts(source: Path) -> list[Path]:
    """All notebook texts under the folder source/, in order."""
    return [path for path in sorted(source.glob("*/*.py")) if is_lesson_text(path)]


# ---- nbgrader's metadata, short and full ---------------------------------------------------------


def short_form(full: dict[str, Any]) -> dict[str, Any]:
    """nbgrader's metadata without its defaults, in one order. Raises ValueError for an unknown key."""
    unknown = full.keys() - SHORT_FORM.keys() - FULL_FORM_ONLY
    if unknown:
        raise ValueError(
            f"Cell {full.get('grade_id')!r}: nbgrader knows no metadata called {', '.join(sorted(unknown))}."
        )
    short = {key: full[key] for key, default in SHORT_FORM.items() if full.get(key, default) != default}
    if not (short.get("grade") or short.get("task")):
        short.pop(
            "points", None
        )  # the notebook interface leaves points behind when a cell is graded no longer
    return short


def full_form(short: dict[str, Any], kind: str) -> dict[str, Any]:
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


# ---- the text as chunks --------------------------------------------------------------------------


def _cell(node: NotebookNode) -> Cell:
    """What the text keeps of a notebook's cell. Raises ValueError for what a text cannot hold."""
    if node.get("attachments"):
        names = ", ".join(node.attachments)
        raise ValueError(
            f"A text cannot hold an image pasted into a cell ({names}): save it as a file and link it."
        )
    metadata: dict[str, Any] = {key: node.metadata[key] for key in KEPT_METADATA if node.metadata.get(key)}
    if "nbgrader" in node.metadata and (short := short_form(node.metadata["nbgrader"])):
        metadata["nbgrader"] = short
    return Cell(node.cell_type, metadata, node.source.rstrip("\n"))


def _parse(text: str) -> list[NotebookNode]:
    import jupytext

    return jupytext.reads(text, fmt="py:percent").cells


def _chunks(text: str) -> list[Chunk]:
    """Cut the text at its markers. Raises ValueError where jupytext would cut it otherwise."""
    lines = text.splitlines(keepends=True)
    starts = [number for number, line in enumerate(lines) if MARKER.match(line)]
    before = "".join(lines[: starts[0]] if starts else lines).strip()
    if before:
        raise ValueError(
            f'A lesson\'s text must begin with a "# %%" line; it begins with "{before.splitlines()[0][:60]}".'
        )
    chunks = []
    for start, end in pairwise([*starts, len(lines)]):
        chunk = "".join(lines[start:end])
        parsed = _parse(chunk)
        if len(parsed) != 1:
            raise ValueError(f'Line {start + 1}: an indented "# %%" line in this cell would cut it in two.')
        chunks.append(Chunk(_cell(parsed[0]), chunk))
    whole = [cell.source.rstrip("\n") for cell in _parse(text)] if text.strip() else []
    for start, chunk, source in zip(starts, chunks, whole, strict=False):
        if chunk.cell.source != source:
            raise ValueError(
                f"Line {start + 1}: a string or fenced block in this cell does not end, or holds a # %% line."
            )
    return chunks


def _cell_ids(cells: Iterable[Cell]) -> Iterator[str]:
    """Ids that depend on the cell, not on where it stands: its grade_id, or else a hash of what it says."""
    seen: Counter[str] = Counter()
    for cell in cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        if not re.fullmatch(r"[\w-]{1,56}", name, re.ASCII):
            name = "cell-" + hashlib.sha256(f"{cell.kind}\n{cell.source}".encode()).hexdigest()[:12]
        seen[name] += 1
        yield name if seen[name] == 1 else f"{name}-{seen[name]}"


def to_notebook(text: str) -> NotebookNode:
    """The notebook of a lesson's text, byte for byte the same every time.

    nbgrader's metadata becomes full (schema 3), cell ids follow from grade_id or content, tags are kept.
    Raises ValueError, one sentence, where the text is not a lesson's text.
    """
    from nbformat import v4

    cells = [chunk.cell for chunk in _chunks(YAML_HEADER.sub("", text))]
    nodes = []
    for cell, cell_id in zip(cells, _cell_ids(cells), strict=True):
        metadata = dict(cell.metadata)
        if "nbgrader" in metadata:
            metadata["nbgrader"] = full_form(metadata["nbgrader"], cell.kind)
        new = {"code": v4.new_code_cell, "markdown": v4.new_markdown_cell, "raw": v4.new_raw_cell}[cell.kind]
        nodes.append(new(cell.source, id=cell_id, metadata=metadata))
    kernelspec = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    return v4.new_notebook(
        cells=nodes, metadata={"kernelspec": kernelspec, "language_info": {"name": "python"}}
    )


# ---- and back ------------------------------------------------------------------------------------


def _header(cell: Cell) -> str:
    kind = "" if cell.kind == "code" else f"[{cell.kind}]"
    title = cell.metadata.get("title", "")
    options = [
        f"{key}={json.dumps(value, ensure_ascii=False)}"
        for key, value in cell.metadata.items()
        if key != "title"
    ]
    return " ".join(["# %%", *filter(None, [title, kind, *options])])


def _body(cell: Cell) -> str:
    """The lines under the header, by jupytext: prose commented out, magics hidden, markers escaped."""
    import jupytext
    from nbformat import v4

    new = {"code": v4.new_code_cell, "markdown": v4.new_markdown_cell, "raw": v4.new_raw_cell}[cell.kind]
    notebook = v4.new_notebook(cells=[new(cell.source)])
    notebook.metadata["jupytext"] = {"notebook_metadata_filter": "-all", "cell_metadata_filter": "-all"}
    written = jupytext.writes(notebook, fmt="py:percent")
    return written.partition("\n")[2].strip("\n")


def _write(cell: Cell, old: Chunk | None) -> str:
    """The lines of a cell that is new (`old` is None) or changed; its header stays if it says the same."""
    if old and (old.cell.kind, old.cell.metadata) == (cell.kind, cell.metadata):
        header = old.text.partition("\n")[0]
    else:
        header = _header(cell)
    body = _body(cell)
    text = f"{header}\n{body}\n" if body else f"{header}\n"
    if [_cell(node) for node in _parse(text)] != [cell]:
        first = cell.source.splitlines()[0][:60] if cell.source else header
        raise ValueError(
            f'The cell that begins with "{first}" cannot be written as text: is there a "# %%" line in it?'
        )
    return text


def _blank_lines(text: str) -> int:
    """Blank lines at the end of a chunk."""
    return max(0, len(text) - len(text.rstrip("\n")) - 1)


def _usual_blank_lines(text: str) -> int:
    """Two after a definition and one otherwise, as the formatter wants it."""
    starts = [line for line in text.splitlines()[1:] if line and line[0] not in " \t#"]
    return 2 if starts and re.match(r"(async )?def |class |\).*:$", starts[-1]) else 1


def _align(cells: list[Cell], chunks: list[Chunk]) -> Iterator[tuple[Cell, int | None]]:
    """Each cell with the number of the chunk that it was.

    Equal ones first, in order; then the one with its grade_id; then, where as many went as came, the one
    in its place.
    """
    keys = [repr(cell) for cell in cells], [repr(chunk.cell) for chunk in chunks]
    grade_ids = [chunk.cell.metadata.get("nbgrader", {}).get("grade_id") for chunk in chunks]
    for what, a, b, c, d in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        for offset, cell in enumerate(cells[a:b]):
            grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
            if what == "equal":
                yield cell, c + offset
            elif grade_id in grade_ids and grade_id:
                yield cell, grade_ids.index(grade_id)
            elif b - a == d - c and not grade_id and not grade_ids[c + offset]:
                yield cell, c + offset
            else:
                yield cell, None


class Written(NamedTuple):
    """The lines of one cell in the new text, and the number of the chunk that it was, or None."""

    text: str
    was: int | None


def _join(written: list[Written], chunks: list[Chunk]) -> str:
    """One text of these, with a blank line between cells that were not beside each other before."""
    parts = [
        part.text.rstrip("\n") + "\n" * (1 + _usual_blank_lines(part.text))
        if (part.was is None or part.was + 1 != follower.was) and not _blank_lines(part.text)
        else part.text
        for part, follower in pairwise(written)
    ]
    if written:
        last = written[-1]
        parts.append(last.text if last.was == len(chunks) - 1 else last.text.rstrip("\n") + "\n")
    return "".join(parts)


def to_text(notebook: NotebookNode, previous: str) -> str:
    """The text of a notebook that was made from `previous` and perhaps edited.

    Cells that did not change keep their exact lines; others are written in short form. No header is written.
    Outputs and the notebook's own metadata are left out, and so are new empty cells, which JupyterLab adds.
    Raises ValueError, one sentence, where a cell cannot be written as text.
    """
    previous = YAML_HEADER.sub("", previous)
    chunks = _chunks(previous)
    cells = [_cell(node) for node in notebook.cells]
    if cells == [chunk.cell for chunk in chunks]:
        return previous
    written, kept = [], []
    for cell, number in _align(cells, chunks):
        old = None if number is None else chunks[number]
        if old and old.cell == cell:
            text = old.text
        elif cell.source.strip() or cell.metadata:
            text = _write(cell, old)
            blank = _usual_blank_lines(text)
            if old and _blank_lines(old.text) != _usual_blank_lines(old.text):
                blank = _blank_lines(old.text)
            text += "\n" * blank
        else:
            continue
        written.append(Written(text, number))
        kept.append(cell)
    result = _join(written, chunks)
    if [chunk.cell for chunk in _chunks(result)] != kept:
        raise ValueError("These cells cannot be written as text: do two of them hold halves of one string?")
    return result


def normalized(text: str, previous: str) -> str:
    """A text as jupytext's own save writes it (header, long metadata), brought back to our form."""
    return to_text(to_notebook(text), previous)


# ---- files ---------------------------------------------------------------------------------------


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _hash_cells(notebook: NotebookNode) -> str:
    return _hash(json.dumps([_cell(node) for node in notebook.cells], sort_keys=True))


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
    return not notebook.exists() or _recorded_hash(notebook) != _hash(text_path.read_text(encoding="utf-8"))


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

    text = text_path.read_text(encoding="utf-8")
    if path.exists():
        old = nbformat.read(path, as_version=4)
        recorded = old.metadata.get(OURS, {}).get("cells_sha256")
        if recorded and recorded != _hash_cells(old):
            raise ValueError(
                f"Both {text_path} and the notebook beside it were edited: "
                f"copy what you need out of {path.name}, then delete it."
            )
    try:
        notebook = to_notebook(text)
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
