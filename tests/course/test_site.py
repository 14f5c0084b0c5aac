"""The pages of the site: what is gathered for them, and that nothing of a solution is."""

from __future__ import annotations

import base64
import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType

import pytest
import yaml
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from autograder.lesson.folder import ROOT, find_lessons
from autograder.notebook.stubs import solution_lines
from utils import own_model


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("site_script", ROOT / "scripts" / "site.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


site = script()
LESSON = "02_attention"
PIXEL = base64.b64encode(b"\x89PNG\r\n\x1a\nnot really").decode()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All pages, with one reference notebook that was executed."""
    folder = tmp_path_factory.mktemp("site")
    shown = [
        new_output("display_data", data={"image/png": PIXEL, "text/plain": "<Figure>"}),
        new_output("display_data", data={"text/html": "<b>drawn</b>", "text/plain": "x"}),
        new_output(
            "display_data",
            data={"text/html": "<script>slide()</script>", "image/png": PIXEL},
            metadata={"frames": 5},
        ),
        new_output("display_data", data={"text/html": '<a href="../04_gpt/04a_model.ipynb">GPT</a>'}),
        new_output("stream", name="stdout", text="".join(f"line {i}\n" for i in range(40))),
        new_output("stream", name="stderr", text="a warning\n"),
    ]
    said = [new_output("stream", name="stdout", text="said by a solution\n")]
    notebook = new_notebook(
        cells=[
            new_markdown_cell("# Lesson\n\n## 1 · Scores [of a kind]"),
            new_code_cell("SECRET_OF_A_SOLUTION = 1", outputs=said),
            new_code_cell(
                "SECRET_OF_A_CELL = 1",
                metadata={"tags": ["explore"]},
                outputs=[new_output("display_data", data={"text/plain": "5"}), *shown],
            ),
        ]
    )
    executed = folder / "build" / "solutions" / LESSON
    executed.mkdir(parents=True)
    (executed / "02a_scores.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    assert site.gather(ROOT, folder / "pages", folder / "build") == [LESSON]
    return folder / "pages"


def test_every_lesson_and_page_is_in_the_contents(pages: Path) -> None:
    contents = yaml.safe_load((pages / "_toc.yml").read_text(encoding="utf-8"))
    files = [chapter["file"] for part in contents["parts"] for chapter in part["chapters"]]
    released = {f"lessons/{path.stem}" for path in ROOT.glob("course/*/*.ipynb")}
    assert released <= set(files) and f"gallery/{LESSON}" in files
    assert all(list(pages.glob(f"{file}.*")) for file in files), "a page is missing"
    titles = {c["file"]: c.get("title") for part in contents["parts"] for c in part["chapters"]}
    assert titles["lessons/02a_scores"].startswith("a · ") and titles["lessons/02c_heads"].startswith("c · ")


def test_nothing_of_a_solution_is_on_the_site(pages: Path) -> None:
    texts = {
        path: path.read_text(encoding="utf-8")
        for path in pages.rglob("*")
        if path.suffix in (".md", ".ipynb") and "docs" not in path.relative_to(pages).parts
    }
    assert not [path for path, text in texts.items() if "SECRET_OF" in text or "said by" in text]
    sources = "\n".join(
        "".join(cell["source"])
        for path, text in texts.items()
        if path.suffix == ".ipynb"
        for cell in json.loads(text)["cells"]
        if cell["cell_type"] == "code"
    ).splitlines()
    given = {line.strip() for line in sources}
    for lesson in find_lessons():
        for notebook in lesson.notebooks:
            whole = "\n".join(
                cell.source for cell in notebook.cells if cell.kind == "code" and not cell.is_answer
            )
            for cell in notebook.cells:
                if cell.is_answer:
                    lines = [
                        line for line in solution_lines(cell.source) if len(line) > 40 and line not in whole
                    ]
                    assert not [line for line in lines if line in given], notebook.path


def test_the_gallery_shows_what_cells_draw_and_print(pages: Path) -> None:
    text = (pages / "gallery" / f"{LESSON}.md").read_text(encoding="utf-8")
    assert "### 1 · Scores [of a kind]" in text
    (name, file) = re.findall(r"!\[([^\]]*)\]\(([^)]*)\)", text)[0]
    assert "Scores (of a kind)" in name
    assert (pages / "gallery" / file).read_bytes().startswith(b"\x89PNG")
    assert '<a href="../lessons/04a_model.html">GPT</a>' in text  # as in the map of the course
    assert "<b>drawn</b>" in text and "line 13\n…" in text and "line 14" not in text
    assert "a warning" not in text


def test_the_opening_line_has_a_page_with_the_recorded_continuations(pages: Path) -> None:
    text = (pages / "opening_line.md").read_text(encoding="utf-8")
    recorded = own_model.recorded_openings()
    rows = re.findall(r'<th scope="row"[^>]*>(\w+)</th>', text)
    assert rows == sorted(recorded) and len(rows) >= 2
    assert "yours" not in text.partition("```{raw} html")[2]


def test_a_slider_stays_one(pages: Path) -> None:
    text = (pages / "gallery" / f"{LESSON}.md").read_text(encoding="utf-8")
    assert "<script>slide()</script>" in text and text.count("![") == 1


def test_the_first_page_of_a_lesson_shows_the_whole_model(pages: Path) -> None:
    lessons: dict[str, list[Path]] = {}
    for path in sorted((pages / "lessons").glob("*.ipynb")):
        lessons.setdefault(path.name[:2], []).append(path)
    for number, notebooks in lessons.items():
        first, *others = (path.read_text(encoding="utf-8") for path in notebooks)
        shown = "".join(json.loads(first)["cells"][1]["source"])
        whole = shown.partition("Map of the course")[0]
        assert f"by lesson {number}" in whole and whole.count("in this lesson") == whole.count(
            "3px solid #D55E00"
        )
        assert not [text for text in others if "The whole model" in text]
        links = re.findall(r'href="([^"]+)"', whole)
        assert len(links) > 20 and all(
            (pages / "lessons" / link).with_suffix(".ipynb").exists() for link in links
        )
        assert ("Map of the course" in shown) == (number == "00") and "\n\n" not in shown


def test_errata_stand_under_their_lessons(pages: Path) -> None:
    text = (pages / "errata.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (\S+)\n\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    there = "counts parameters stopped with a traceback"
    assert there in sections["04_gpt"] and there not in sections["03_blocks"]
    assert all(re.search(rf"\b{lesson[:2]}", entry) for lesson, entry in sections.items())


def test_links_out_of_the_site_are_words(pages: Path) -> None:
    for path in (pages / "docs").rglob("*.md"):
        for target in re.findall(r"\]\(([^)#]+)", path.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (path.parent / target).exists(), f"{path.name} links to {target}"


def test_the_front_page_has_the_table_of_lessons(pages: Path) -> None:
    text = (pages / "index.md").read_text(encoding="utf-8")
    assert text.startswith("# Transformers") and "| 10 Relative positions" in text and "make demo" not in text


def test_without_solutions_there_is_no_gallery(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert site.main([str(tmp_path / "pages"), str(tmp_path / "none")]) == 0
    assert "make solutions" in capsys.readouterr().err
    assert site.main([]) == 2
