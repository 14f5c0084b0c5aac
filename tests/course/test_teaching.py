"""What lessons show, and to whom: descriptions of figures, pictures that can be moved, and the whole in view.

How much there is to read, and that answers stay folded, is held by the audit (tests/course/test_reading_load.py).
"""

from __future__ import annotations

import ast
import importlib
import io
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest
from IPython.display import HTML
from PIL import Image

from autograder.lesson.folder import read_cells
from autograder.lesson.text import lesson_texts
from utils.plots import describe, interactive, style, whole_model

ROOT = Path(__file__).resolve().parents[2]
PLOTS = sorted([*(ROOT / "utils" / "plots").glob("*.py"), *(ROOT / "utils" / "topics").rglob("*figures.py")])
NOTEBOOKS = {path.stem: path for path in lesson_texts(ROOT / "source")}
LESSONS = sorted({path.parent.name for path in NOTEBOOKS.values()})


@pytest.fixture(autouse=True)
def _no_figure_is_left() -> Iterator[None]:
    plt.close("all")
    yield
    plt.close("all")


# --- every figure is described ------------------------------------------------------------------------------------


def drawing(path: Path) -> Iterator[tuple[str, list[ast.FunctionDef]]]:
    """Each call of style.figure, as a line of a file, and the functions that it stands in, the outermost first."""

    def walk(node: ast.AST, within: list[ast.FunctionDef]) -> Iterator[tuple[str, list[ast.FunctionDef]]]:
        for child in ast.iter_child_nodes(node):
            inside = [*within, child] if isinstance(child, ast.FunctionDef) else within
            if isinstance(child, ast.Call) and ast.unparse(child.func) == "style.figure":
                yield f"{path.name}:{child.lineno}", inside
            yield from walk(child, inside)

    yield from walk(ast.parse(path.read_text(encoding="utf-8")), [])


def test_figures_are_made_in_one_place() -> None:
    """Where a figure is drawn past utils.plots.style, it has no description."""
    elsewhere = re.compile(r"\bplt\.(subplots|figure|show|imshow|plot|bar|savefig)\(|\.savefig\(|\bImage\(")
    places = [path for path in PLOTS if path.name not in ("style.py", "interactive.py")]
    for path in [*places, *NOTEBOOKS.values()]:
        assert not elsewhere.findall(path.read_text(encoding="utf-8")), path.name
    assert sum(len(list(drawing(path))) for path in PLOTS) > 100, "these are the figures"


def test_every_figure_is_about_something() -> None:
    """Its description begins with the docstring of the function that draws it, or of the public one that calls it."""
    for path in PLOTS:
        text = path.read_text(encoding="utf-8")
        for place, within in drawing(path):
            assert within, place
            told = [ast.get_docstring(function) for function in within]
            name = within[-1].name
            if not any(told):  # a helper: whoever calls it says what it is about
                callers = [
                    f
                    for f in ast.walk(ast.parse(text))
                    if isinstance(f, ast.FunctionDef)
                    and f.name != name
                    and re.search(rf"\b{name}\(", ast.unparse(f))
                ]
                assert name.startswith("_") and callers, place
                told = [ast.get_docstring(function) for function in callers]
            assert any(told), f"{place}: what is it about?"
            for doc in filter(None, told):
                assert len(describe.first_paragraph(doc).split()) >= 4, f"{place}: {doc[:60]}"


def described(draw: Any) -> str:
    """The description of a figure that `draw` draws on its axes."""
    with style.collected() as pictures, style.figure() as (_, axes):
        draw(axes)
    (picture,) = pictures
    return picture.alt


def test_a_description_says_what_is_drawn() -> None:
    def lines(axes: Any) -> None:
        axes.plot([1, 10, 100], [3.0, 0.5, 2.0], label="loss")
        axes.axhline(1.25)
        axes.set(title="Two lines", xlabel="step", ylabel="nats", xscale="log", xlim=(1, 100), ylim=(0, 4))

    assert described(lines) == (
        "Two lines. loss: 3 at 1, 2 at 100, lowest 0.5 at 10. A line: 1.25 all along. "
        "Across: step, 1 to 100, logarithmic. Up: nats, 0 to 4."
    )

    def bars(axes: Any) -> None:
        axes.barh(["cat", "dog"], [-2, 5], label="legs")
        axes.text(0, 0, r"a \$ sign")

    assert described(bars) == "Bars, legs: cat −2, dog 5. Written in it: a $ sign."
    assert described(lambda axes: axes.bar(range(30), range(30))).startswith("Bars: 30, from 0 at 0 to 29")

    def grid(axes: Any) -> None:
        axes.imshow(np.array([[0.0, np.nan, 0.25]]))
        axes.set_xticks(range(3), ["the", "cat", "sat"])
        axes.set_ylabel("query")

    assert described(grid) == (
        "A grid of 1 rows and 3 columns, values from 0 to 0.25. Rows: query. Columns: the, cat, sat."
    )
    assert described(lambda axes: axes.plot([1], [2])) == "A point: 2 at 1."
    assert (
        described(lambda axes: axes.plot([np.nan], [np.nan], label="nothing")) == "A drawing without words."
    )


def test_a_description_is_not_endless_and_follows_the_labels() -> None:
    def many(axes: Any) -> None:
        for number in range(200):
            axes.plot([0, 1], [0, number], label=f"line number {number}")

    told = described(many)
    assert len(told) <= describe.LONGEST + 2 and told.endswith(" …") and "line number 9:" in told
    assert described(lambda axes: [axes.bar(i, 1) for i in range(40)]) == "40 bars in all."


def test_a_docstring_comes_first_and_its_arguments_do_not() -> None:
    with style.collected() as pictures:
        module = importlib.import_module("utils.topics.bigrams.figures")
        module.training([3.0, 2.0], start=3.3)
    assert pictures[0].alt.startswith(
        "The loss by step, with the loss of knowing nothing as a line. Learning which"
    )
    said = describe.first_paragraph("Tokens after `it`.  rows: name → (V,).\n\nMore.")
    assert said == "Tokens after it."


def test_a_notebook_gets_the_description_in_each_form() -> None:
    picture = style.Picture(b"\x89PNG", 'a "quoted" <b>')
    data, metadata = picture._repr_mimebundle_()
    assert 'alt="a &quot;quoted&quot; &lt;b&gt;"' in data["text/html"] and data["image/png"] == b"\x89PNG"
    assert data["text/plain"] == '[Figure: a "quoted" <b>]' and metadata == {"alt": picture.alt}


def test_figures_are_shown_with_it_in_notebooks_only(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []
    monkeypatch.setattr(style, "display", shown.append)
    monkeypatch.setattr(plt, "show", lambda: shown.append("shown"))
    for backend in ("agg", "module://matplotlib_inline.backend_inline"):
        monkeypatch.setattr(plt, "get_backend", lambda backend=backend: backend)
        with style.figure() as (_, axes):
            axes.plot([1, 2])
    plain, picture = shown
    assert plain == "shown" and "A line: 1 at 0, 2 at 1." in picture.alt
    assert not plt.get_fignums()[1:], "the second one is closed"


# --- one picture a lesson can be moved ----------------------------------------------------------------------------


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_lesson_has_a_slider(lesson: str) -> None:
    paths = [path for path in NOTEBOOKS.values() if path.parent.name == lesson]
    found = [cell for path in paths for cell in read_cells(path) if "interactive.slider(" in cell.source]
    assert found and not any(cell.is_answer or cell.is_check for cell in found)


class Page(HTMLParser):
    """Names of the frames, and which of them are folded away where no script runs."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.shown: list[str] = []
        self.folded: list[str] = []
        self.alts: list[str] = []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "img":
            self.alts.append(found["alt"] or "")
            return
        self.open.append(tag)
        if name := found.get("data-name"):
            (self.folded if "details" in self.open else self.shown).append(name)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def slid(monkeypatch: pytest.MonkeyPatch, *arguments: Any, **options: Any) -> interactive.Frames:
    shown: list[Any] = []
    monkeypatch.setattr(interactive, "display", shown.append)
    interactive.slider(*arguments, **options)
    (frames,) = shown
    return frames


def line_to(y: float) -> None:
    with style.figure() as (_, axes):
        axes.plot([0, y], label="line")


def test_a_slider_is_complete_without_a_script(monkeypatch: pytest.MonkeyPatch) -> None:
    frames = slid(monkeypatch, line_to, [1, 2.5, 4, 5], "height & width")
    page = Page(frames.html())
    assert (page.shown, page.folded) == (["4"], ["1", "2.5", "5"])
    assert [f"{y} at 1." in alt for y, alt in zip(("1", "2.5", "4", "5"), page.alts)] == [True] * 4
    assert "height &amp; width: <strong>2.5</strong>" in frames.html() and not plt.get_fignums()
    data, metadata = frames._repr_mimebundle_()
    assert metadata["frames"] == 4 and "line: 0 at 0, 4 at 1." in metadata["alt"]
    with Image.open(io.BytesIO(data["image/png"])) as picture:
        assert picture.mode == "P", "few colours make small files"
    assert [line.split(":")[0] for line in data["text/plain"].splitlines()] == [
        f"height & width {name}" for name in ("1", "2.5", "4", "5")
    ]


def test_few_colours_are_those_that_were_drawn() -> None:
    with style.collected() as pictures, style.figure() as (_, axes):
        axes.imshow(np.random.default_rng(0).random((30, 30)), extent=(0, 5, 0, 5), cmap=style.SEQUENTIAL)
        for number, colour in enumerate(style.CYCLE):
            axes.plot([6, 9], [number, number], color=colour)
    small = interactive._few_colours(pictures[0].data)
    with Image.open(io.BytesIO(small)) as picture:
        found = np.array(picture.convert("RGB")).reshape(-1, 3).astype(int)
    for colour in style.CYCLE:
        wanted = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)])
        assert np.abs(found - wanted).max(axis=1).min() <= 24, colour  # by median cut, 88


def test_frames_are_of_one_size_and_nothing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def titled(n: int) -> None:
        with style.figure() as (_, axes):
            axes.plot([0, 10.0**n])
            axes.set(title="x\n" * n)

    frames = slid(monkeypatch, titled, [0, 3, 6], "n", start=-1)
    assert len({Image.open(io.BytesIO(frame.png or b"")).size for frame in frames.frames}) == 1
    assert frames.start == 2 and not re.search(r"https?:|<link|src=\"(?!data:)", frames.html())


def test_a_slider_takes_html_and_refuses_what_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    frames = slid(monkeypatch, lambda n: HTML("<b>" + n * "x" + "</b>"), [1, 2], "n", ["one", "two"])
    assert "<b>xx</b>" in frames.html() and "image/png" not in frames._repr_mimebundle_()[0]
    assert [frame.name for frame in frames.frames] == ["one", "two"]
    with pytest.raises(TypeError, match="has to draw a figure or to return HTML; it gave NoneType"):
        interactive.slider(lambda n: None, [1, 2], "n")
    with pytest.raises(ValueError, match="two values or more and a name for each: 1 and 1"):
        interactive.slider(line_to, [1], "n")


# --- the whole in view --------------------------------------------------------------------------------------------


def test_parts_of_the_whole_model_lead_to_notebooks() -> None:
    there = {f"{path.parent.name}/{path.stem}" for path in NOTEBOOKS.values()}
    named = [part.notebook for part in whole_model.parts()]
    assert set(named) <= there
    assert {name[:2] for name in named} == {f"{n:02}" for n in range(1, 14)}, "each lesson adds to it"


def test_the_whole_model_grows() -> None:
    counts = [whole_model.show(f"{n:02}").text().count("to come") for n in range(14)]
    assert counts == sorted(counts, reverse=True) and len(set(counts)) == 14 and counts[-1] == 0
    html = whole_model.show("05").html()
    assert html.count("(in this lesson)") == 2 and html.count("(built)") > 8
    assert html.count("<a href=") == len(list(whole_model.parts()))
    assert f"{len(list(whole_model.parts()))} parts, all of them to come" in whole_model.show("00").html()
    assert not re.search(r"<(style|script|img|svg)\b|https?:", html)
    assert len(Page(html).alts) == 0, "it closes what it opens"


def test_a_lesson_without_number_is_told() -> None:
    with pytest.raises(ValueError, match="two digits, such as '04'; this is '4'"):
        whole_model.show("4")
