"""Lessons as pages of the site: the released notebook, with what its given cells put out in a run with right answers.

An output is shown where an executed notebook has the same cell, with the same code, and the cell is given to students.
So no output of an answer or of a check is on the site, and none of an older edition of the lesson.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import narrow_figures
import plain_text

MOST_LINES = 20  # of what a cell printed
METRIC = "application/vnd.transformer-course.metric+json"
WIDGET = "application/vnd.jupyter.widget-view+json"
KNOBS = "<p><em>In the notebook, this cell shows controls that you can move.</em></p>"
NOT_RUN = (
    "*This notebook has not been run for the site, so what its cells print and draw is missing here. "
    "You will see it when you run them.*"
)
BARE = {"True", "False", "None", "0"}  # results that tell a reader nothing


@dataclass(frozen=True)
class Opening:
    """What a notebook's top tells about it. minutes: of all its parts; folder: the lesson's."""

    stem: str
    folder: str
    subject: str
    minutes: int
    points: int

    @property
    def number(self) -> str:
        """Lesson and sitting, such as 02b."""
        return self.stem.split("_")[0]

    @property
    def title(self) -> str:
        """The page's title: no other page has the same."""
        return f"{self.number} · {self.subject}"

    @property
    def short_title(self) -> str:
        """What the list of pages calls it, under the lesson's own title."""
        _, _, sitting = self.subject.partition(": ")
        return f"{self.number} · {sitting[0].upper()}{sitting[1:]}" if sitting else f"Notebook {self.number}"


def opening(path: Path) -> Opening:
    """Read the headings and the opening table of a released notebook."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    first, top = "".join(cells[0]["source"]), "\n".join("".join(cell["source"]) for cell in cells[:3])
    lesson, *sitting = re.findall(r"^##? (.+)$", first, re.MULTILINE)
    lesson = re.sub(r"^(Lesson )?\d\d · ", "", lesson)
    subject = re.sub(r"^(\w+ sitting|Notebook \w): ", "", sitting[0]) if sitting else ""
    minutes = sum(map(int, re.findall(r"\d+", re.split(r"[;,] ", _row("Time", top))[0])))
    points = int((re.findall(r"\d+", _row("Points", top)) or ["0"])[0])
    return Opening(
        path.stem, path.parent.name, f"{lesson}: {subject}" if subject else lesson, minutes, points
    )


def _row(name: str, text: str) -> str:
    found = re.search(rf"^\| {name} \| (.+?) \|$", text, re.MULTILINE)
    return found[1] if found else ""


def write(path: Path, target: Path, executed: Path, top: str) -> bool:
    """Write the page of a released notebook; returns whether it has outputs.

    executed: the same notebook as it was run, where there is one. top: HTML that follows the first cell. A page without
    any outputs says that there are none.
    """
    notebook = json.loads(path.read_text(encoding="utf-8"))
    outputs = _outputs_by_cell(executed) if executed.is_file() else {}
    pictures = target.parents[1] / "_static" / "outputs"
    has_outputs = False
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            known = outputs.get(_key(cell), []) if is_given(cell) else []
            cell["outputs"] = _joined(_shown(known, f"{path.stem}-{cell['id']}", pictures))
            has_outputs |= bool(cell["outputs"])
        else:
            cell["source"] = [plain_text.marked("".join(cell["source"]))]
        cell["metadata"] = {}
    about = opening(path)
    notebook["cells"][0]["source"] = [_head(about, "".join(notebook["cells"][0]["source"]))]
    head = top if has_outputs else f"{top}\n\n{NOT_RUN}"
    notebook["cells"].insert(1, {"cell_type": "markdown", "id": "top", "metadata": {}, "source": [head]})
    notebook["metadata"]["myst"] = {"html_meta": {"description": f"{about.title}. {about.minutes} minutes."}}
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(notebook), encoding="utf-8")
    return has_outputs


def _head(about: Opening, first: str) -> str:
    """The first cell under the page's own title, in place of the headings of lesson and sitting."""
    rest = re.sub(r"\A# .+\n+(## .+\n*)?", "", first)
    return f"# {about.title}\n\n{rest}"


def is_given(cell: dict[str, Any]) -> bool:
    """Whether students get the cell as it is, neither to answer nor to be checked by."""
    known = cell["metadata"].get("nbgrader", {})
    return not known.get("solution") and not known.get("grade")


def _key(cell: dict[str, Any]) -> tuple[str, str]:
    return cell.get("id", ""), "".join(cell["source"])


def _outputs_by_cell(executed: Path) -> dict[tuple[str, str], list[dict[str, Any]]]:
    cells = json.loads(executed.read_text(encoding="utf-8"))["cells"]
    return {_key(cell): cell["outputs"] for cell in cells if cell["cell_type"] == "code" and is_given(cell)}


# --- outputs ------------------------------------------------------------------------------------------------------


def _shown(outputs: list[dict[str, Any]], name: str, pictures: Path) -> Iterator[dict[str, Any]]:
    """The outputs of one cell as the site shows them: pictures as files with their descriptions, long texts cut."""
    for number, output in enumerate(outputs):
        data = output.get("data", {})
        if WIDGET in data:
            yield _html(KNOBS)
        elif "image/png" in data and "frames" not in output.get("metadata", {}):  # a slider stays one
            known = output.get("metadata", {})
            attributes = f'alt="{escape(known.get("alt") or "A figure")}"'
            save = partial(_save, pictures, f"{name}-{number}")
            png = base64.b64decode("".join(data["image/png"]))
            yield _html(narrow_figures.picture(png, attributes, known.get("cuts", []), save))
        elif "text/html" in data:
            yield _html(narrow_figures.inline(linked("".join(data["text/html"]))))
        elif text := _text(output):
            yield {"output_type": "stream", "name": "stdout", "text": text}


def _save(pictures: Path, name: str, end: str, picture: bytes) -> str:
    """Keep a picture; returns its address on a lesson's page."""
    pictures.mkdir(parents=True, exist_ok=True)
    (pictures / f"{name}{end}.png").write_bytes(picture)
    return f"../_static/outputs/{name}{end}.png"


def _joined(outputs: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same outputs, where lines that follow one another are one block."""
    found: list[dict[str, Any]] = []
    for output in outputs:
        if found and "text" in output and "text" in found[-1]:
            found[-1]["text"] += f"\n{output['text']}"
        else:
            found.append(output)
    return found


def _html(html: str) -> dict[str, Any]:
    return {"output_type": "display_data", "metadata": {}, "data": {"text/html": html, "text/plain": ""}}


def _text(output: dict[str, Any]) -> str:
    """What a terminal would show of this output, or nothing where a page does without it."""
    if output["output_type"] == "stream":
        if output["name"] != "stdout":
            return ""
        lines = "".join(output["text"]).strip("\n").splitlines()
        return "\n".join([*lines[:MOST_LINES], *(["…"] if len(lines) > MOST_LINES else [])])
    plain = "".join(output.get("data", {}).get("text/plain", ""))
    is_wanted = METRIC in output.get("data", {}) or output["output_type"] == "execute_result"
    return plain if is_wanted and plain not in BARE else ""


def linked(html: str, folder: str = "") -> str:
    """Notebooks link to one another as files of the course; on the site all of them are pages of one folder."""
    return re.sub(r'href="\.\./\d\d_\w+/(\w+)\.ipynb"', rf'href="{folder}\1.html"', html)
