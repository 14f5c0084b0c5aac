"""The pages of the site: what is gathered for them, and that nothing of a solution is."""

from __future__ import annotations

import base64
import importlib.util
import io
import json
import re
import subprocess
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType

import nbformat
import pytest
import yaml
from nbformat.v4 import new_output
from PIL import Image

from autograder.errors import CourseError
from autograder.lesson import facts
from autograder.lesson.folder import ROOT, find_lessons
from autograder.notebook import manifest
from autograder.notebook.stubs import solution_lines
from autograder.progress import remembered
from utils import own_model


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("site_script", ROOT / "scripts" / "site.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


site = script()
LESSON, STEM = "02_attention", "02a_scores"


def _picture(width: int, height: int) -> str:
    """White, with a black square at its left edge."""
    file = io.BytesIO()
    drawn = Image.new("RGB", (width, height), "white")
    drawn.paste("black", (0, 0, height, height))
    drawn.save(file, "PNG")
    return base64.b64encode(file.getvalue()).decode()


PIXEL, PANELS = _picture(1, 1), _picture(40, 10)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lessons of git's last commit."""
    return site.released.course_at_head(ROOT, tmp_path_factory.mktemp("released"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Something by a wheel's name: building a real one takes a network, and tests/release/test_bundle.py does it."""
    path = tmp_path_factory.mktemp("wheel") / "transformer_course-0.1.0-py3-none-any.whl"
    path.write_bytes(b"the packages")
    return path


@pytest.fixture(scope="module")
def pages(course: Path, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All pages, with one reference notebook that was executed."""
    folder = tmp_path_factory.mktemp("site")
    shown = [
        new_output(
            "display_data", data={"image/png": PIXEL, "text/plain": "<Figure>"}, metadata={"alt": 'a "line"'}
        ),
        new_output(
            "display_data",
            data={"image/png": PANELS, "text/plain": "<Figure>"},
            metadata={"alt": "two", "cuts": [0.25]},
        ),
        new_output("display_data", data={"text/html": "<b>drawn</b>", "text/plain": "x"}),
        new_output(
            "display_data",
            data={"text/html": "<script>slide()</script>", "image/png": PIXEL},
            metadata={"frames": 5},
        ),
        new_output("display_data", data={"text/html": '<a href="../04_gpt/04a_model.ipynb">GPT</a>'}),
        new_output("display_data", data={site.lesson_pages.WIDGET: {}, "text/plain": "knobs"}),
        new_output("display_data", data={site.lesson_pages.METRIC: {}, "text/plain": "loss: 2.31"}),
        new_output("stream", name="stdout", text="".join(f"line {i}\n" for i in range(40))),
        new_output("stream", name="stderr", text="a warning\n"),
        new_output("execute_result", data={"text/plain": "True"}),
    ]
    said = [new_output("stream", name="stdout", text="SECRET_OF an answer\n")]
    notebook = nbformat.read(course / LESSON / f"{STEM}.ipynb", as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    given = [cell for cell in cells if site.lesson_pages.is_given(cell)]
    for cell in cells:
        cell.outputs = said  # of answers and checks
    for cell in given:
        cell.outputs = []
    given[1].outputs = shown
    given[2].outputs, given[2].source = said, f"{given[2].source}\n# an older edition"
    executed = folder / "build" / "solutions" / LESSON
    executed.mkdir(parents=True)
    nbformat.write(notebook, executed / f"{STEM}.ipynb")
    without = site.gather(ROOT, folder / "pages", folder / "build", course, wheel)
    assert without == sorted(path.stem for path in course.glob("*/*.ipynb") if path.stem != STEM)
    return folder / "pages"


def page(pages: Path, stem: str) -> nbformat.NotebookNode:
    return nbformat.read(pages / "lessons" / f"{stem}.ipynb", as_version=4)


def test_every_lesson_and_page_is_in_the_contents(pages: Path, course: Path) -> None:
    contents = yaml.safe_load((pages / "_toc.yml").read_text(encoding="utf-8"))
    files = [chapter["file"] for part in contents["parts"] for chapter in part["chapters"]]
    assert {f"lessons/{path.stem}" for path in course.glob("*/*.ipynb")} <= set(files)
    assert all(list(pages.glob(f"{file}.*")) for file in files), "a page is missing"
    assert {f"docs/{name}" for name in site.DOCS} <= set(files)
    captions = [part["caption"] for part in contents["parts"]]
    assert "02 · Attention" in captions and captions[0] == "Begin"
    titles = [
        chapter["title"] for part in contents["parts"] for chapter in part["chapters"] if "title" in chapter
    ]
    assert {"02b · One head, and what it costs", "09a · Instructions and adapters", "Notebook 00"} <= set(
        titles
    )
    assert len(set(titles + captions)) == len(titles + captions), "the list of pages says something twice"


def test_every_page_has_a_title_of_its_own(pages: Path, course: Path) -> None:
    titles = []
    for path in sorted(course.glob("*/*.ipynb")):
        first = page(pages, path.stem).cells[0].source
        headings = re.findall(r"^##? .+$", first, re.MULTILINE)
        assert len(headings) == 1 and headings[0].startswith(f"# {path.stem.split('_')[0]} · "), headings
        titles += headings
    assert len(set(titles)) == len(titles)
    assert "# 02b · Attention: one head, and what it costs" in titles
    assert "# 09a · LoRA: instructions and adapters" in titles


def test_nothing_of_a_solution_is_on_the_site(pages: Path) -> None:
    texts = {
        path: path.read_text(encoding="utf-8")
        for path in pages.rglob("*")
        if path.suffix in (".md", ".ipynb")
    }
    assert not [path for path, text in texts.items() if "SECRET_OF" in text]
    named = re.compile(r"Slips made by hand|\*\*Model answer|BEGIN SOLUTION")
    assert not [path for path, text in texts.items() if named.search(text)]
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


def test_a_lesson_shows_what_its_given_cells_put_out(pages: Path) -> None:
    """And a slider stays one, a bare True is left out, and controls are said to be there."""
    outputs = [output for cell in page(pages, STEM).cells for output in cell.get("outputs", [])]
    html = [output.data["text/html"] for output in outputs if "data" in output]
    text = [output.text for output in outputs if output.output_type == "stream"]
    (narrow, whole, widths) = re.findall(
        r'<source media="[^"]+" srcset="\.\./([^"]+)"><img src="\.\./([^"]+)" alt="two" style="([^"]+)">',
        html[1],
    )[0]
    below, drawn = Image.open(pages / narrow), Image.open(pages / whole)
    assert drawn.size == (40, 10) and below.size == (30, 20) and widths == "--wide: 40px; --narrow: 30px"
    assert below.getpixel((5, 5)) == (0, 0, 0) and below.getpixel((5, 15)) == (255, 255, 255)
    (file,) = re.findall(r'<img src="\.\./(_static/outputs/[^"]+)" alt="a &quot;line&quot;" style=', html[0])
    assert (pages / file).read_bytes().startswith(b"\x89PNG")
    assert html[2:] == [
        "<b>drawn</b>", "<script>slide()</script>", '<a href="04a_model.html">GPT</a>', site.lesson_pages.KNOBS
    ]  # fmt: skip
    (lines,) = text  # those that follow one another are one block
    assert lines.startswith("loss: 2.31\nline 0\n") and lines.endswith("line 19\n…")


def test_a_download_holds_a_lesson_that_can_be_installed_and_checked(
    pages: Path, course: Path, wheel: Path, tmp_path: Path
) -> None:
    for lesson in sorted(course.iterdir()):
        with zipfile.ZipFile(pages / "_static" / "downloads" / f"{lesson.name}.zip") as packed:
            packed.extractall(tmp_path)
        here = tmp_path / "transformer-course"
        start = (here / "START.md").read_text(encoding="utf-8")
        (opened,) = set(re.findall(r"jupyter lab --notebook-dir=\. (\S+)", start.replace("\\", "/")))
        assert opened == f"course/{lesson.name}/{min(lesson.glob('*.ipynb')).name}"
        assert "another lesson's zip" in start and "{{" not in start
        assert f"./{wheel.name}\n" in (here / "requirements.txt").read_text(encoding="utf-8")
        assert f"{lesson.name}.zip" in (here / "COLAB.md").read_text(encoding="utf-8")
    # unpacked in one place, the lessons are one course
    here = tmp_path / "transformer-course"
    assert (here / wheel.name).read_bytes() == wheel.read_bytes() and (here / "constraints.txt").exists()
    rows = remembered.rows(here / "course")
    assert {row.path.stem for row in rows} == {path.stem for path in course.glob("*/*.ipynb")}
    for path in course.glob("*/*.*"):
        assert (here / "course" / path.relative_to(course)).read_bytes() == path.read_bytes()


def test_the_whole_course_can_be_downloaded(pages: Path, course: Path) -> None:
    (whole,) = (pages / "_static" / "downloads").glob("transformer-course-*.zip")
    with zipfile.ZipFile(whole) as packed:
        names = packed.namelist()
        start = packed.read("transformer-course/START.md").decode()
    assert {
        f"transformer-course/course/{path.relative_to(course)}" for path in course.glob("*/*.ipynb")
    } <= set(names)
    assert (
        "The other lessons are in the list of files" in start
        and "course/00_welcome/00_welcome.ipynb" in start
    )
    index = (pages / "index.md").read_text(encoding="utf-8")
    assert f"](_static/downloads/{whole.name})** (" in index and site.CLONE in index.replace("\n", " ")


def test_the_pages_lead_to_the_course(pages: Path, tmp_path: Path) -> None:
    """And to its repository, once CITATION.cff has one."""
    students = (pages / "docs" / "students.md").read_text(encoding="utf-8")
    assert "## Start\n" in students and site.CLONE in students
    assert re.search(r"\[this site\]\(\.\./_static/downloads/transformer-course-\S+\.zip\) \(\d", students)
    assert "docs/students.html#start" in page(pages, STEM).cells[1].source
    address = "https://example.org/course"
    for name in ("README.md", "CITATION.cff"):
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), "utf-8")
    with (tmp_path / "CITATION.cff").open("a") as citation:
        citation.write(f"repository-code: {address}\n")
    for name in site.DOCS:
        (tmp_path / "docs").mkdir(exist_ok=True)
        (tmp_path / "docs" / f"{name}.md").write_text(
            (ROOT / "docs" / f"{name}.md").read_text("utf-8"), "utf-8"
        )
    for name in ("images", "hub"):
        (tmp_path / "docs" / name).mkdir()
    whole = tmp_path / "whole.zip"
    whole.write_bytes(b"zip")
    opening = [site.lesson_pages.opening(ROOT / "course" / LESSON / f"{STEM}.ipynb")]
    assert f"git clone {address}" in site.front.front(tmp_path, opening, whole)
    (tmp_path / "site").mkdir()
    site._write_docs(tmp_path, tmp_path / "site", whole)
    assert f"git clone {address}" in (tmp_path / "site" / "docs" / "students.md").read_text(encoding="utf-8")


def test_what_is_typed_in_course_is_not_published(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    (clone / "course" / LESSON).mkdir(parents=True)
    (clone / "course" / LESSON / "a.ipynb").write_text("as released")
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "course"], [*who, "commit", "-qm", "one"]):
        subprocess.run(["git", *command], cwd=clone, check=True)
    (clone / "course" / LESSON / "a.ipynb").write_text("while True: pass")
    found = site.released.course_at_head(clone, tmp_path)
    assert (found / LESSON / "a.ipynb").read_text() == "as released"
    (tmp_path / "alone").mkdir()
    with pytest.raises(SystemExit, match="build it in a clone"):
        site.released.course_at_head(tmp_path / "alone", tmp_path)


def test_the_opening_line_has_a_page_with_the_recorded_continuations(pages: Path) -> None:
    text = (pages / "opening_line.md").read_text(encoding="utf-8")
    recorded = own_model.recorded_openings()
    rows = re.findall(r'<th scope="row"[^>]*>(\w+)</th>', text)
    assert rows == sorted(recorded) and len(rows) >= 2
    assert "yours" not in text.partition("```{raw} html")[2]


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
        links = re.findall(r'href="(\d[^"]+)"', whole)
        assert len(links) > 20 and all(
            (pages / "lessons" / link).with_suffix(".ipynb").exists() for link in links
        )
        assert ("Map of the course" in shown) == (number == "00") and "\n\n" not in shown.partition(
            "\n\n*This"
        )[0]


def test_errata_are_a_list_under_their_lessons(pages: Path) -> None:
    text = (pages / "errata.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (\d\d) · [^\n]+\n\n(.*?)(?=\n\n## |\Z)", text, re.MULTILINE | re.DOTALL))
    there = "counts parameters stopped with a traceback"
    assert there in sections["04"] and there not in sections["03"]
    lines = [line for section in sections.values() for line in section.strip().splitlines()]
    assert lines and all(line.startswith("- ") and " - 0" not in line for line in lines)
    for number, section in sections.items():
        assert all(number in site.errata.lessons_of(line[2:]) for line in section.strip().splitlines())


@pytest.mark.parametrize(
    ("item", "lessons"),
    [
        ("04e: the lead is 0.53, as in lesson 02", {"04"}),
        ("Lessons 04a and 05a: a difference was nan", {"04", "05"}),
        ("02a promised dropout for lesson 03", {"02", "03"}),
        ("`f` stopped in lesson 07", {"07"}),
        ("03a called MiniLM a language model in 2019", {"03"}),
    ],
)
def test_an_erratum_belongs_to_its_lessons(item: str, lessons: set[str]) -> None:
    assert site.errata.lessons_of(item) >= lessons
    assert len(site.errata.lessons_of(item)) <= 2


def test_an_erratum_has_the_date_of_its_edition(tmp_path: Path) -> None:
    (tmp_path / "CHANGELOG.md").write_text(
        "# Changelog\n\n## [Unreleased]\n\n### Errata\n- 01: new.\n\n"
        "## [0.1.0] - 2026-11-26\n\n### Fixed\n- x\n\n### Errata\n- Lesson 01: old.\n"
    )
    text = site.errata.page(tmp_path / "CHANGELOG.md", {"01": "Tokenization"})
    assert text.endswith("## 01 · Tokenization\n\n- Lesson 01: new.\n- Lesson 01: old. (2026-11-26)\n")


def test_every_erratum_of_the_changelog_has_a_date_and_has_it_once() -> None:
    found = site.errata.page(site.ROOT / "CHANGELOG.md", {f"{number:02}": "x" for number in range(14)})
    items = [line for line in found.splitlines() if line.startswith("- ")]
    assert items and all(re.search(r"(?<!\)) \(\d{4}-\d\d-\d\d\)$", item) for item in items)


@pytest.mark.parametrize("run", [True, False])
def test_a_lesson_that_was_not_run_says_so_in_place_of_its_outputs(tmp_path: Path, run: bool) -> None:
    cells = [
        {"cell_type": "markdown", "id": "a", "metadata": {}, "source": ["# Lesson 00 · Made\n"]},
        {
            "cell_type": "code",
            "id": "b",
            "metadata": {},
            "source": ["print(1)"],
            "outputs": [],
            "execution_count": None,
        },
    ]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    released, executed = tmp_path / "00_made.ipynb", tmp_path / "run" / "00_made.ipynb"
    released.write_text(json.dumps(notebook), encoding="utf-8")
    if run:
        cells[1]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": ["1\n"]}]
        executed.parent.mkdir()
        executed.write_text(json.dumps(notebook), encoding="utf-8")
    target = tmp_path / "site" / "lessons" / "00_made.ipynb"
    assert site.lesson_pages.write(released, target, executed, "<p>top</p>") is run
    assert ("has not been run for the site" in target.read_text(encoding="utf-8")) is not run


def test_links_out_of_the_site_are_words(pages: Path) -> None:
    for path in (pages / "docs").rglob("*.md"):
        for target in re.findall(r"\]\(([^)#]+)", path.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (path.parent / target).exists(), f"{path.name} links to {target}"


def test_a_link_says_what_a_page_is_called_and_not_its_file(pages: Path) -> None:
    for path in pages.rglob("*.md"):
        assert not re.search(r"\[[\w/]+\.md\]\(", path.read_text(encoding="utf-8")), path
    index = (pages / "index.md").read_text(encoding="utf-8")
    assert "[What was measured, and what is still untested](docs/not_tried.md)" in index


@pytest.mark.parametrize(
    ("block", "marks"),
    [
        ("a line of prose\n  and an indented one", None),
        ("one   two\nthree four", "columns"),
        ("x ── y", "columns"),
        (f"one   {'x' * 90}", "columns long"),
        (f"one   {'x' * 120}", None),
    ],
)
def test_plain_text_keeps_its_columns_and_is_no_python(block: str, marks: str | None) -> None:
    text = f"Before.\n\n```\n{block}\n```\n\nAfter.\n\n```python\na   = 1\n```\n"
    marked = f"```{{code-block}} none\n:class: {marks}\n\n{block}\n```"
    assert site.plain_text.marked(text) == text.replace(
        f"```\n{block}\n```", marked if marks else f"```\n{block}\n```"
    )


def test_a_block_that_names_no_language_is_plain_text(pages: Path) -> None:
    settings = yaml.safe_load((pages / "_config.yml").read_text(encoding="utf-8"))
    assert settings["sphinx"]["config"]["highlight_language"] == "none"
    shown = "\n".join(cell.source for cell in page(pages, "05a_cache").cells if cell.cell_type == "markdown")
    assert "```{code-block} none\n:class: columns" in shown


def test_the_front_page_leads(pages: Path) -> None:
    text = (pages / "index.md").read_text(encoding="utf-8")
    assert text.startswith("# Transformers") and "make demo" not in text and "the course's site" not in text
    order = [
        "docs/images/payoffs.png",
        "docs/students.md",
        "## Is it",
        "## What is different",
        "## A map of the course",
        "## The lessons",
    ]
    assert [text.index(each) for each in order] == sorted(text.index(each) for each in order)
    boxes = re.findall(r'href="lessons/(\w+)\.html"', text)
    assert boxes and {f"{stem}.ipynb" for stem in boxes} == {p.name for p in (pages / "lessons").iterdir()}
    rows = re.findall(r"^\| \[(\d\d) .+?\]\((lessons/\S+)\)(.*)\|$", text, re.MULTILINE)
    assert [number for number, *_ in rows] == sorted({p.name[:2] for p in (pages / "lessons").iterdir()})
    for _, link, rest in rows:
        assert (pages / link).exists() and (pages / re.findall(r"\((_static/\S+)\)", rest)[-1]).exists()
        assert re.search(r"\d½? hours?|½ hour|\d minutes", rest)


def test_the_first_page_links_to_the_plan_that_readme_names(pages: Path) -> None:
    first = (pages / "index.md").read_text(encoding="utf-8")
    assert site.front.PLAN in (ROOT / "README.md").read_text(encoding="utf-8")
    assert "[a plan for a term](week_plan.md)" in first and "make site" not in first


def test_the_week_plan_counts_what_the_opening_tables_promise(pages: Path, course: Path) -> None:
    openings = [site.lesson_pages.opening(path) for path in sorted(course.glob("*/*.ipynb"))]
    assert all(30 <= each.minutes <= 180 and each.points > 0 for each in openings), openings
    for lesson in find_lessons():
        for notebook in lesson.notebooks:
            told = [each.minutes for each in openings if each.stem == notebook.path.stem]
            if (
                told
                and lesson.release
                == manifest.read(course / lesson.name / f"{notebook.path.stem}.checks").release
            ):
                assert abs(told[0] - int(facts.facts(notebook.cells)["minutes"])) <= 10, notebook.path.stem
    plan = site.front.weeks(openings)
    assert [each for week in plan for each in week] == openings
    assert all(sum(each.minutes for each in week) <= site.front.MINUTES_A_WEEK for week in plan)
    hours = sum(each.minutes for each in openings) / 60
    (said,) = re.findall(r"about (\d+) hours", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert abs(int(said) - hours) <= 5, f"README says {said} hours, the opening tables {hours:.1f}"
    (notebooks,) = re.findall(r"(\d+) Jupyter notebooks", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert int(notebooks) == len(openings)


def test_the_site_says_whose_it_is_and_how_to_cite_it(
    pages: Path, course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert known["version"] == version and known["authors"] and known["license"] == "MIT"
    text = (pages / "citing.md").read_text(encoding="utf-8")
    assert "@software{" in text and known["authors"][0]["name"] in text and "CC" not in text.partition("@")[2]
    settings = yaml.safe_load((pages / "_config.yml").read_text(encoding="utf-8"))
    assert settings["copyright"] == str(known["date-released"])[:4]
    meta = settings["sphinx"]["config"]["myst_html_meta"]
    assert meta["description"] and "property=og:image" not in meta
    assert "MIT" in settings["sphinx"]["config"]["html_theme_options"]["extra_footer"]
    monkeypatch.setenv("SITE_URL", "https://example.org/course/")
    (tmp_path / "c.cff").write_text(yaml.safe_dump(known | {"repository-code": "https://example.org/git"}))
    (tmp_path / "_config.yml").write_text(
        (ROOT / "docs" / "site" / "_config.yml").read_text(encoding="utf-8")
    )
    site._configure(tmp_path / "_config.yml", tmp_path / "c.cff")
    settings = yaml.safe_load((tmp_path / "_config.yml").read_text(encoding="utf-8"))["sphinx"]["config"]
    assert settings["myst_html_meta"]["property=og:image"] == "https://example.org/course/_static/preview.png"
    assert settings["html_theme_options"]["repository_url"] == "https://example.org/git"


def test_what_is_missing_is_told(
    tmp_path: Path, wheel: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site.bundle, "build_wheel", lambda _: wheel)
    assert site.main([str(tmp_path / "pages"), str(tmp_path / "none")]) == 0
    told = capsys.readouterr().err
    assert 'make solutions LESSONS="00 01' in told and "SITE_URL=" in told
    assert "Link previews need the site's address: type SITE_URL=https://… make site\n" in told
    assert site.main([]) == 2

    def no_wheel(_: Path) -> Path:
        raise CourseError("pip could not build the course's wheel")

    monkeypatch.setattr(site.bundle, "build_wheel", no_wheel)
    with pytest.raises(SystemExit, match="pip could not build"):
        site.main([str(tmp_path / "pages")])
