"""Gather the pages of the course's site: lessons as released, a gallery of what they draw, a glossary, errata, docs/.

    python scripts/site.py FOLDER [BUILD]    FOLDER is made anew; executed notebooks are read from BUILD/solutions

`make site` calls it, and then Jupyter Book. The gallery holds what the cells that only show something have put out; no
cell of a reference notebook is on the site, and nothing of source/.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from utils import own_model
from utils.plots import course_map, whole_model

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))  # a test loads this file from elsewhere
import glossary  # noqa: E402

DOCS = (
    "students",
    "laptop",
    "accessibility",
    "instructors",
    "hub",
    "authors",
    "authors_reference",
    "developers",
)
MOST_LINES = 14  # of what a cell printed


def gather(root: Path, folder: Path, build: Path) -> list[str]:
    """Write all pages and the table of contents into `folder`; returns the lessons that have a gallery."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(root / "docs" / "site", folder, dirs_exist_ok=True)
    lessons = sorted({path.parent.name for path in root.glob("course/*/*.ipynb")})
    galleries: list[str] = []
    parts: list[tuple[str, dict[str, str]]] = []
    for lesson in lessons:
        pages: dict[str, str] = {}
        for path in sorted((root / "course" / lesson).glob("*.ipynb")):
            shown = "" if pages else _pictures(path.stem)  # at the head of a lesson's first page
            pages[f"lessons/{path.stem}"] = _copy_notebook(path, folder / "lessons" / path.name, shown)
        text = _gallery(build / "solutions" / lesson, folder / "gallery" / lesson)
        if text:
            (folder / "gallery" / f"{lesson}.md").write_text(text, encoding="utf-8")
            galleries.append(lesson)
            pages[f"gallery/{lesson}"] = "What it shows"
        parts.append((lesson, pages))
    _write_docs(root, folder)
    terms = glossary.entries(root / "course")
    (folder / "glossary.md").write_text(glossary.page(terms), encoding="utf-8")
    (folder / "opening_line.md").write_text(_opening_line(), encoding="utf-8")
    (folder / "errata.md").write_text(_errata(root / "CHANGELOG.md", lessons), encoding="utf-8")
    (folder / "index.md").write_text(_front(root / "README.md"), encoding="utf-8")
    (folder / "_toc.yml").write_text(_contents(parts), encoding="utf-8")
    return galleries


# --- lessons and galleries ----------------------------------------------------------------------------------------


def _pictures(stem: str) -> str:
    """The whole model as a reader has it by this lesson, and at the very beginning the map of the course, as HTML."""
    shown = [whole_model.show(stem[:2]).html()]
    if stem[:2] == "00":
        shown.append(course_map.show(stem).html())
    return _linked("".join(f"<div>{html}</div>" for html in shown), "")


def _linked(html: str, folder: str) -> str:
    """Notebooks link to one another as files of the course; on the site all of them are pages of one folder."""
    return re.sub(r'href="\.\./\d\d_\w+/(\w+)\.ipynb"', rf'href="{folder}\1.html"', html)


def _copy_notebook(path: Path, target: Path, shown: str = "") -> str:
    """Copy a released notebook, without what nbgrader and the checks need; returns its title for the contents.

    shown: HTML that goes behind its first cell.
    """
    target.parent.mkdir(exist_ok=True)
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        cell["metadata"] = {}
    if shown:
        notebook["cells"].insert(
            1, {"cell_type": "markdown", "id": "pictures", "metadata": {}, "source": [shown]}
        )
    target.write_text(json.dumps(notebook), encoding="utf-8")
    headings = re.findall(r"^##? (.+)$", "".join(notebook["cells"][0]["source"]), re.MULTILINE)
    sitting = re.match(r"\d\d([a-z])_", path.stem)
    return (
        f"{sitting[1]} · {headings[1].split(': ', 1)[-1]}" if sitting and len(headings) > 1 else headings[0]
    )


def _gallery(executed: Path, pictures: Path) -> str:
    """What a lesson shows, as a page; empty where its solutions were not run here."""
    sections: list[str] = []
    for path in sorted(executed.glob("[0-9]*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        shown = list(_shown(notebook["cells"], path.stem, pictures))
        sections += [f"## {path.stem}", *shown] if shown else []
    if not sections:
        return ""
    said = "What this lesson draws and prints when every exercise is answered; its code is yours to write."
    return "\n\n".join([f"# What {executed.name[:2]} shows", said, *sections]) + "\n"


def _shown(cells: list[dict[str, Any]], stem: str, pictures: Path) -> Iterator[str]:
    """The outputs of the cells that only show something, each under the heading that it stands below."""
    heading, told = "", ""
    for number, cell in enumerate(cells):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            found = re.findall(r"^##+ (.+)$", source, re.MULTILINE)
            heading = found[-1] if found else heading
        elif "explore" in cell["metadata"].get("tags", []):
            blocks = list(_outputs(cell["outputs"], f"{stem}-{number}", pictures, heading))
            if blocks and heading != told:
                yield f"### {heading}"
                told = heading
            yield from blocks


def _outputs(outputs: list[dict[str, Any]], name: str, pictures: Path, heading: str) -> Iterator[str]:
    for number, output in enumerate(outputs):
        data = output.get("data", {})
        if "image/png" in data and "frames" not in output.get("metadata", {}):  # a slider stays one
            pictures.mkdir(parents=True, exist_ok=True)
            file = pictures / f"{name}-{number}.png"
            file.write_bytes(base64.b64decode("".join(data["image/png"])))
            described = output.get("metadata", {}).get("alt") or f"Figure of {heading}"
            yield f"![{described.replace(']', ')').replace('[', '(')}]({pictures.name}/{file.name})"
        elif "text/html" in data and "application/vnd.jupyter.widget-view+json" not in data:
            html = _linked("".join(data["text/html"]), "../lessons/")
            yield "```{raw} html\n" + html.replace("```", "'''") + "\n```"
        elif output["output_type"] == "stream" and output["name"] == "stdout":
            lines = "".join(output["text"]).splitlines()
            more = ["…"] if len(lines) > MOST_LINES else []
            yield "\n".join(["````text", *lines[:MOST_LINES], *more, "````"])


# --- the other pages ----------------------------------------------------------------------------------------------


def _write_docs(root: Path, folder: Path) -> None:
    target = folder / "docs"
    target.mkdir()
    for name in DOCS:
        shutil.copy(root / "docs" / f"{name}.md", target)
    for part in ("images", "hub"):
        shutil.copytree(root / "docs" / part, target / part)
    for path in target.rglob("*.md"):  # pages of the repository that are none of the site stay as their names
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"\[([^\]]+)\]\((?:\.\./)+[^)]*\)", r"\1", text), encoding="utf-8")


def _opening_line() -> str:
    """The opening line as every model of the course continues it, with what the reference solutions wrote."""
    return "\n\n".join(
        [
            "# One line, from letters to the capstone",
            f"Every model in this course continues the same line: *{own_model.OPENING_LINE} …* This page shows what "
            "the reference solutions wrote. In your notebooks, the table at the end of the course shows your own "
            "models instead.",
            "```{raw} html\n" + own_model.show_openings(yours=False).html() + "\n```",
        ]
    )


def _errata(changelog: Path, lessons: list[str]) -> str:
    """The errata of each lesson, newest first, from all sections of the changelog that are called so."""
    text = changelog.read_text(encoding="utf-8")
    entries = [
        " ".join(entry.split())
        for section in re.findall(r"^### Errata\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL)
        for entry in re.split(r"^- ", section, flags=re.MULTILINE)[1:]
    ]
    page = ["# Errata", "What was wrong in a lesson or a check after it had been handed out, and is mended."]
    for lesson in lessons:
        here = [entry for entry in entries if lesson[:2] in _lessons_of(entry)]
        page += [f"## {lesson}", *(f"- {entry}" for entry in here)] if here else []
    return "\n\n".join(page) + "\n"


def _lessons_of(entry: str) -> set[str]:
    """The numbers of the lessons that an entry is about."""
    return set(re.findall(r"\b(\d\d)[a-e]?\b", entry))


def _front(readme: Path) -> str:
    """The first page: what the course is and the table of its lessons, from README."""
    text = readme.read_text(encoding="utf-8")
    opening = text.split("## What is different here")[0].split("```")[0]
    different = text.split("## What is different here")[1].split("\n## ")[0]
    (table,) = re.findall(r"^\| lesson \|.*?(?=\n\n)", text, re.MULTILINE | re.DOTALL)
    return "\n\n".join(
        [
            opening.strip(),
            "![A check names the mistake and says why it matters](docs/images/slip-light.png)",
            "## What is different here",
            different.strip(),
            "## The lessons",
            table,
            "Begin here: [for students](docs/students.md), [for instructors](docs/instructors.md).",
        ]
    )


def _contents(parts: list[tuple[str, dict[str, str]]]) -> str:
    """Jupyter Book's table of contents: a part a lesson, each page with its title; then errata and docs/."""
    lines = ["format: jb-book", "root: index", "parts:"]
    for lesson, pages in parts:
        lines += [f"- caption: {json.dumps(lesson.replace('_', ' '))}", "  chapters:"]
        for page, title in pages.items():
            lines += [f"  - file: {page}", f"    title: {json.dumps(title, ensure_ascii=False)}"]
    pages = ("opening_line", "glossary", "errata")
    lines += ["- caption: About the course", "  chapters:", *(f"  - file: {page}" for page in pages)]
    lines += [f"  - file: docs/{name}" for name in DOCS]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    if not 1 <= len(arguments) <= 2:
        print(__doc__, file=sys.stderr)
        return 2
    build = Path(arguments[1]) if len(arguments) == 2 else ROOT / "build"
    galleries = gather(ROOT, Path(arguments[0]), build)
    if not galleries:
        print("No gallery: no reference notebook was run here yet; make solutions does it.", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
