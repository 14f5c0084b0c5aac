"""The map of the course: it shows what there is, its links lead somewhere, and everybody can read it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from utils.plots import course_map

ROOT = Path(__file__).parents[2]
NOTEBOOKS = {
    f"{path.parent.name}/{path.stem}"
    for path in ROOT.glob("source/[0-9]*/[0-9]*.py")
    if int(path.parent.name[:2]) < 90  # a lesson that somebody makes by the authors' guide is 90
}
LESSONS = {name.split("/")[0] for name in NOTEBOOKS}


def test_every_notebook_is_on_the_map() -> None:
    assert {box.notebook for box in course_map.boxes()} >= NOTEBOOKS


def test_every_box_of_a_lesson_that_is_here_leads_to_a_notebook() -> None:
    for box in course_map.boxes():
        folder, name = box.notebook.split("/")
        assert box.notebook in NOTEBOOKS or folder not in LESSONS
        assert box.link == f"../{folder}/{name}.ipynb"
        assert re.fullmatch(r"\d\d[a-e]?", box.lesson) and folder.startswith(box.lesson[:2])


@pytest.mark.parametrize("box", list(course_map.boxes()), ids=lambda box: f"{box.lesson} {box.title}")
def test_what_a_box_names_is_an_exercise_of_its_notebook(box: course_map.Box) -> None:
    if box.notebook not in NOTEBOOKS:
        pytest.skip(f"{box.notebook} is not here")
    text = (ROOT / "source" / f"{box.notebook}.py").read_text(encoding="utf-8")
    exercises = set(re.findall(r'@check\("(\w+)"', text))
    assert box.built and set(box.built) <= exercises


class Reader(HTMLParser):
    """What a screen reader and a mouse find: text, links, open elements."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.open: list[str] = []
        self.said: list[str] = []
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "wbr":  # where a long name may break; it has no end
            return
        found = dict(attrs)
        self.open.append(tag)
        self.hidden += "aria-hidden" in found
        if tag == "a":
            self.links.append(found["href"] or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data != "↓":
            self.said.append(data)


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    assert not reader.open
    return reader


def test_the_page_is_lists_of_links_with_a_name() -> None:
    html = course_map.show("13_capstone").html()
    reader = read(html)
    assert reader.links == [box.link for box in course_map.boxes()]
    assert html.startswith('<nav aria-label="Map of the course')
    assert html.count("<ul") == 1 + len(course_map.BANDS)
    assert html.count("<li") == len(course_map.BANDS) + len(reader.links)
    assert reader.hidden == html.count("↓") == len(course_map.BANDS) - 1
    assert all(any(box.title in said for said in reader.said) for box in course_map.boxes())


def test_the_page_needs_no_style_sheet_script_or_network_and_keeps_the_theme() -> None:
    html = course_map.show("00_welcome").html()
    assert not re.search(r"<(style|script|link|img|svg)\b|https?:|onclick", html)
    assert not re.search(r"(?<!-)\bcolor: *#|background: *#", html)  # text and page are those of the theme


def test_the_reader_is_marked_in_words() -> None:
    html = course_map.show("05b_smaller").html()
    assert html.count("you are here") == html.count('aria-current="page"') == 2
    assert "you are here" not in course_map.show().html()
    assert course_map.show("05b_smaller").text().count("(you are here)") == 2


def test_a_terminal_reads_a_line_for_each_box() -> None:
    text = course_map.show().text()
    for box in course_map.boxes():
        assert re.search(rf"^  {box.lesson} +{re.escape(box.title)}(: .+)?$", text, re.MULTILINE)
    bundle = course_map.show()._repr_mimebundle_()
    assert bundle["text/plain"] == text and set(bundle) == {"text/plain", "text/html"}


def test_a_notebook_that_is_not_on_the_map_is_told() -> None:
    with pytest.raises(
        ValueError, match=r"no notebook '13_more' on the map: choose one of 00_welcome, 01_tok"
    ):
        course_map.show("13_more")
