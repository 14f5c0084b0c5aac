"""Read a submitted notebook, whatever it is: a file that cannot be read becomes a row with a reason, not a stop."""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import re
import stat
import warnings
from pathlib import Path
from typing import Any

import nbformat
from nbconvert.exporters import NotebookExporter
from nbformat import NotebookNode
from nbformat.v4 import new_notebook

from autograder.notebook.cell import OURS, Cell

MAX_BYTES = 20 * 2**20  # a notebook of this course with all its figures takes about two
MAX_DEPTH = 60  # nested brackets; a notebook has about ten
READING_SECONDS = 20.0  # of the processor; the largest notebook of a class takes one
MAX_CELLS = 5000  # a notebook of this course has about a hundred
# A bracket, or a whole string, so that brackets in strings do not count.
_WEB_PAGE = re.compile(r"[\ufeff\s]*<(!doctype\s+html|html)\b", re.IGNORECASE)
_BRACKETS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[][{}]', re.DOTALL)


class SubmissionExporter(NotebookExporter):
    """nbconvert's notebook exporter, but for files that may be anything."""

    def __init__(self, config: Any = None, parent: Any = None, **kw: Any) -> None:
        """parent: nbgrader's converter, which has found its notebooks and not looked at the first yet."""
        super().__init__(config=config, parent=parent, **kw)
        if hasattr(parent, "coursedir"):
            from autograder.grading import settled_grades
            from autograder.grading.nbgrader_files import before_conversion, protect

            protect()
            before_conversion(parent)
            settled_grades.remember(parent)

    def from_filename(  # type: ignore[override]
        self, filename: str, resources: dict[str, Any] | None = None, **kw: Any
    ) -> tuple[str, dict[str, Any]]:
        path = Path(filename)
        if resources is None:
            resources = {}
        modified = datetime.datetime.fromtimestamp(path.stat().st_mtime)
        resources["metadata"] = {
            **resources.get("metadata", {}),
            "name": path.stem,
            "path": str(path.parent),
            "modified_date": modified.strftime("%B %d, %Y"),
        }
        return self.from_notebook_node(read_submission(path), resources=resources, **kw)


def read_submission(path: Path) -> NotebookNode:
    """The notebook in a file; an empty notebook whose metadata gives the reason if the file is not one."""
    # Here, because it loads torch, and the process that shares a class out to workers reads hashes only.
    from autograder.checks.limit import TooSlow, time_limit

    try:
        with time_limit(READING_SECONDS, processor=True):
            return _read(path)
    except TooSlow:
        return unreadable(f"reading the file takes more than {READING_SECONDS:g} seconds")
    except MemoryError:
        return unreadable("reading the file takes too much memory")
    except _Unreadable as reason:
        return unreadable(str(reason))
    except RecursionError:
        return unreadable("the file is nested too deeply to be a notebook")
    except Exception as error:
        return unreadable(f"the file is no notebook ({type(error).__name__}: {str(error)[:120]})")


def file_hash(path: Path) -> str:
    """What identifies a submitted file; a link is not followed, and nothing but a file is opened."""
    mode = path.lstat().st_mode
    if stat.S_ISREG(mode):
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        digest = hashlib.sha256(content)
        if len(content) > MAX_BYTES:  # it is not read further for grading either
            digest.update(f"and so on, {path.lstat().st_size} bytes".encode())
        return digest.hexdigest()[:16]
    content = os.readlink(path) if stat.S_ISLNK(mode) else f"no file: {stat.S_IFMT(mode):o}"
    return hashlib.sha256(os.fsencode(content)).hexdigest()[:16]


class _Unreadable(Exception):
    """Why a file is no notebook, as the end of a sentence."""


def _read(path: Path) -> NotebookNode:
    if path.is_symlink():
        raise _Unreadable("the file is a link, and links are not followed")
    if not path.is_file():
        raise _Unreadable("it is no file, but a folder, a pipe or a device")
    size = path.stat().st_size
    if size == 0:
        raise _Unreadable("the file is empty")
    if size > MAX_BYTES:
        raise _Unreadable(
            f"the file has {size / 2**20:.0f} MB, more than the {MAX_BYTES // 2**20} MB that are read"
        )
    content = path.read_bytes()
    # Not simply UTF-8, because some editors write a byte order mark.
    text = content.decode(json.detect_encoding(content), errors="replace")
    if _WEB_PAGE.match(text):
        raise _Unreadable("the file is a web page (a sign-in page, perhaps), not a notebook")
    if _depth(text) > MAX_DEPTH:
        raise _Unreadable("the file is nested too deeply to be a notebook")
    try:
        data = json.loads(text)
    except ValueError as error:
        raise _Unreadable(f"the file is not JSON, perhaps cut off ({error})") from None
    if not isinstance(data, dict) or not isinstance(data.get("nbformat"), int):
        raise _Unreadable("the file is JSON, but not a notebook")
    _refuse_too_many(data)
    notebook = _converted(_without_outputs(data))
    if not isinstance(notebook.get("cells"), list):
        raise _Unreadable("the notebook has no cells")
    notebook.cells = [_plain(cell) for cell in notebook.cells if _is_cell(cell)]
    if not isinstance(notebook.get("metadata"), dict):
        notebook.metadata = NotebookNode()
    if not isinstance(notebook.metadata.get(OURS), dict):  # a student may have written anything there
        notebook.metadata.pop(OURS, None)
    if not notebook.cells:  # then the reason why must be ours: whoever has no cells could have written one
        raise _Unreadable("the notebook has no cells")
    return notebook


def _converted(data: dict[str, Any]) -> NotebookNode:
    """The notebook in format 4."""
    try:
        with warnings.catch_warnings():
            # nbformat tells that it gave a cell an id of its own, which the cell lacked or shared with a copy
            warnings.simplefilter("ignore")
            return nbformat.reads(json.dumps(data), as_version=4)
    except (RecursionError, MemoryError):
        raise
    except (
        Exception
    ) as error:  # nbformat's steps from one format to the next raise whatever they stumble over
        raise _Unreadable(
            f"the file is no notebook of format {data['nbformat']} that can be read ({type(error).__name__}: "
            f"{str(error)[:120]}); opening it in JupyterLab and saving it again may help"
        ) from None


def _refuse_too_many(data: dict[str, Any]) -> None:
    """Reading a hundred thousand cells takes many seconds, and looking for answers in them many more."""
    sheets = [data, *(data["worksheets"] if isinstance(data.get("worksheets"), list) else [])]
    lists = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
    count = sum(len(cells) for cells in lists if isinstance(cells, list))
    if count > MAX_CELLS:
        raise _Unreadable(f"the notebook has {count:,} cells, more than the {MAX_CELLS:,} that are read")


def _without_outputs(data: dict[str, Any]) -> dict[str, Any]:
    """What is handed in without what grading makes anew, and without cells that are none."""
    if isinstance(data.get("cells"), list):
        data["cells"] = [cell for cell in data["cells"] if isinstance(cell, dict)]
        for cell in data["cells"]:
            if "outputs" in cell:
                cell["outputs"] = []
    return data


def _is_cell(cell: Any) -> bool:
    return (
        isinstance(cell, dict)
        and isinstance(cell.get("source"), str)
        and isinstance(cell.get("metadata"), dict)
        and cell.get("cell_type") in ("code", "markdown", "raw")
    )


def _plain(cell: NotebookNode) -> NotebookNode:
    """The cell with text that can be written to a file, and nbgrader's metadata only where they are of their kind."""
    cell.source = cell.source.encode("utf-8", "replace").decode().replace("\0", "?")
    if not isinstance(Cell.of(cell).nbgrader.get("grade_id"), str):
        cell.metadata.pop("nbgrader", None)
    return cell


def unreadable(reason: str) -> NotebookNode:
    """The empty notebook that is graded instead of a file that cannot be."""
    notebook = new_notebook()
    notebook.metadata[OURS] = {"unreadable": reason}
    return notebook


def _depth(text: str) -> int:
    """How deeply brackets nest, counted without parsing: deep nesting is what would stop the parser."""
    depth = deepest = 0
    for found in _BRACKETS.finditer(text, 0, 2_000_000):
        if found[0] in ("[", "{"):
            depth += 1
            deepest = max(deepest, depth)
        elif found[0] in ("]", "}"):
            depth -= 1
    return deepest
