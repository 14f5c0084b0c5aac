"""What each student of the class hands in, with what they were made to do wrong."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from autograder.notebook.cell import Cell

from .known_answers import BROKEN, Bank, Typed

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n...").decode()
PICTURES: dict[str, Any] = {"mine.png": {"image/png": PNG}, "broken.png": {"image/png": "no picture"}}
# Opposites, symbols alone, equal ones, pictures, and what a browser would run.
WRITTEN = [
    "No, a < b",
    "No, a > b",
    "≤",
    "≠",
    "It sees one letter.",
    "it sees one  letter",
    "The share is $1/(t+1)$",
    "The share is $1/(t-1)$",
    "![mine](attachment:mine.png)",
    "![broken](attachment:broken.png) and ![none](attachment:lost.png)",
    "<script>alert(1)</script><b>One letter</b> is all it sees.",
    "",
    "One letter of context is the limit. " * 40,
]
EQUAL = [{"It sees one letter.", "it sees one  letter"}]  # a reader would call these equal, and no others
NOTE = "Regrade {name}: the docstring allows this."


@dataclass
class Work:
    """One student's hand-in for one lesson.

    files: as the student called them. lost: exercise → what the row has to say; all other exercises are right. invalid:
    what the row says where nothing can be graded. written: the text typed for the written question.
    """

    student: str
    kind: str
    files: dict[str, bytes] = field(default_factory=dict)
    lost: Mapping[str, str] = field(default_factory=dict)
    invalid: str = ""
    written: str | None = None
    requests: str = ""  # the exercise that a note in the notebook names

    @property
    def notebooks(self) -> bool:
        """Whether a notebook is among the files, or in their archive."""
        return any(name.endswith((".ipynb", ".zip")) for name in self.files)

    @property
    def absent(self) -> bool:
        return not self.files


class Maker:
    """Makes a lesson's hand-ins from a released notebook."""

    def __init__(self, bank: Bank, blank: Mapping[str, Any], older: Mapping[str, Any] | None = None) -> None:
        """blank: the notebook that is handed out. older: that of an earlier release."""
        self.bank, self.blank, self.older = bank, blank, older
        self.name = f"{bank.stem}.ipynb"

    def work(self, student: str, kind: str, number: int) -> Work:
        """What a student of this kind hands in. number: which exercise, which mistake, which written answer."""
        if kind == "absent":
            return Work(student, kind)
        if kind in NO_NOTEBOOK:
            content, said = NO_NOTEBOOK[kind]
            name = self.name if kind in NOT_READABLE else f"hw.{kind}"
            return Work(student, kind, {name: content}, invalid=said)
        if kind == "cut":
            whole = self._file(self.bank.solved(), None, kind)
            return Work(student, kind, {self.name: whole[: len(whole) // 2]}, invalid="cut off")
        typed = self._typed(kind, number)
        written = WRITTEN[number % len(WRITTEN)]
        work = Work(student, kind, lost=typed.lost, written=written)
        if kind == "asks":
            work.requests = next(iter(typed.lost))
        content = self._file(typed, written, kind, work.requests)
        work.files = DELIVERED.get(kind, _plainly)(self.name, content)
        return work

    def _typed(self, kind: str, number: int) -> Typed:
        bank = self.bank
        if kind in BROKEN:
            return bank.broken(kind, number)
        if kind in ("slip", "asks"):
            return bank.with_slip(number)
        if kind == "other":
            return bank.solved(1 + number)
        several = {
            "untouched": bank.untouched,
            "half": bank.half,
            "forbidden": bank.forbidden,
            "einsum": bank.mistakenly_forbidden,
            "slips": lambda: bank.with_slips(number),
        }
        return several.get(kind, bank.solved)()

    def _file(self, typed: Typed, written: str | None, kind: str, asks: str = "") -> bytes:
        notebook = deepcopy(self.older if kind == "older" and self.older else self.blank)
        for node in notebook["cells"]:
            cell = Cell.of(node)
            if cell.is_answer and node["cell_type"] == "code" and cell.grade_id in typed.answers:
                node["source"] = typed.answers[cell.grade_id]
            if written and cell.is_graded and node["cell_type"] == "markdown":
                node["source"] = written
                node["attachments"] = PICTURES if "attachment:" in written else {}
        if asks:
            note = {"cell_type": "markdown", "id": "n", "metadata": {}, "source": NOTE.format(name=asks)}
            notebook["cells"].append(note)
        EDITED.get(kind, lambda nb: None)(notebook)
        return json.dumps(notebook, ensure_ascii=False).encode(ENCODED.get(kind, "utf-8"))


# ---- damaged files, in a notebook's place or beside it ---------------------------------------------------

NOT_READABLE = ("empty", "page", "old-format")
NO_NOTEBOOK = {
    "empty": (b"", "empty"),
    "page": (b"<!DOCTYPE html><html><body>Please sign in</body></html>", "a web page"),
    "old-format": (json.dumps({"worksheets": [{"cells": []}], "nbformat": 3}).encode(), "format 3"),
    "pdf": (b"%PDF-1.4", "hw.pdf is no notebook"),
    "py": (b"print('done')", "hw.py is no notebook"),
}


# ---- how a good file is called, and what it lies in ------------------------------------------------------


def _plainly(name: str, content: bytes) -> dict[str, bytes]:
    return {name: content}


def _zipped(name: str, content: bytes) -> dict[str, bytes]:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(f"homework/{name}", content)
    return {"homework.zip": packed.getvalue()}


def _twice(name: str, content: bytes) -> dict[str, bytes]:
    """Two attempts: Canvas numbers the second, and what is graded must be that one."""
    first = json.loads(content)
    first["cells"] = first["cells"][:3]
    return {name: json.dumps(first).encode(), name.replace(".ipynb", "-1.ipynb"): content}


DELIVERED: dict[str, Callable[[str, bytes], dict[str, bytes]]] = {
    "copy": lambda name, content: {name.replace(".ipynb", "-Copy1.ipynb"): content},
    "renamed-file": lambda name, content: {"my final version.ipynb": content},
    "zipped": _zipped,
    "twice": _twice,
}
ENCODED = {"utf-16": "utf-16", "bom": "utf-8-sig"}


# ---- what happens to the cells around the answers --------------------------------------------------------


def _checks(notebook: Any) -> list[int]:
    return [place for place, node in enumerate(notebook["cells"]) if Cell.of(node).is_check]


def _weakened(notebook: Any) -> None:
    for place in _checks(notebook):
        notebook["cells"][place]["source"] = "3"


def _repeated(notebook: Any) -> None:
    place = _checks(notebook)[0]
    notebook["cells"].insert(place + 1, deepcopy(notebook["cells"][place]))


def _reordered(notebook: Any) -> None:
    notebook["cells"].sort(key=lambda node: Cell.of(node).is_answer)


EDITED: dict[str, Callable[[Any], None]] = {
    "check-deleted": lambda notebook: notebook["cells"].pop(_checks(notebook)[0]),
    "check-edited": _weakened,
    "check-twice": _repeated,
    "reordered": _reordered,
}
# Every trap once; `late` and `older` are handed in whole.
KINDS = [
    "right", "other", "untouched", "half", "slip", "slips", "forbidden", "einsum", "asks", *BROKEN, "cut", *NO_NOTEBOOK,
    *DELIVERED, *ENCODED, *EDITED, "late", "older", "absent",
]  # fmt: skip
USUAL = ["right", "other", "slip", "slip", "slip", "slips", "half", "einsum"]  # of the rest of a large class
