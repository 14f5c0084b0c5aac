"""The panel in each of its states, the progress, a figure and a widget: in light, in dark, and in an untrusted copy."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import gallery
from tests.browser.accessibility import EDGE, faults, ours, pale, upstream
from tests.browser.lab import ROOT, Lab, Notebook

THEMES = ["light", "dark"]
SEES = {
    "right": "Affine · 3 of 3 points · output and grad_x agree with the reference on 4 inputs",
    "part": "grad_weight(3, 4) is the right shape; every value is 8.0 times too large",
    "slip": "This is what comes out when the bias is <cut> off.Why it mattersThe output is right, but bias.grad never",
    "error": "stopped at line 12 of your cell: return x @ self.weight + self.biasRuntimeError: mat1",
    "forbidden": "Affine · 0 of 3 pointsYour cell may not use torch.nn.Linear.",
    "not_answered": "Affine · not answered yet",
}


@pytest.fixture(scope="module")
def notebook(lab: Lab, open_notebook: Callable[[str], Notebook]) -> Notebook:
    notebook = open_notebook(gallery.write(lab.folder))
    notebook.restart_and_run_all()
    return notebook


def words(notebook: Notebook, cell: str) -> str:
    return notebook.output(cell).locator(".ag-panel").text_content() or ""


def test_the_measures_notice_a_fault(notebook: Notebook) -> None:
    """A grey word and a picture without description, put into a panel for a moment."""
    notebook.use_theme("light")  # the tests of another file may have left it dark
    panel = notebook.output("right").locator(".ag-panel")
    bad = "<p id=bad style='color: #999'>grey<img src=''></p>"
    panel.evaluate("(node, bad) => node.insertAdjacentHTML('beforeend', bad)", bad)
    rules, grey = [fault.split()[0] for fault in ours(faults(notebook))], pale(notebook)
    panel.evaluate("node => node.querySelector('#bad').remove()")
    assert rules == ["image-alt"] and len(grey) == 1 and grey[0].startswith("2.") and grey[0].endswith("grey")


def test_every_state_says_its_words(notebook: Notebook) -> None:
    assert notebook.errors() == []
    for state, expected in SEES.items():
        assert expected in words(notebook, state)


@pytest.mark.parametrize("theme", THEMES)
def test_it_can_be_read(notebook: Notebook, theme: str) -> None:
    notebook.use_theme(theme)
    assert ours(faults(notebook)) == []
    assert pale(notebook) == []
    for state in gallery.PANELS:
        panel = notebook.output(state).locator(".ag-panel")
        assert panel.evaluate(EDGE) >= 3, f"the edge of {state} in {theme}"


@pytest.mark.parametrize("theme", THEMES)
def test_it_looks_like_one_thing(notebook: Notebook, theme: str) -> None:
    """JupyterLab's own rules for lists and code inside an output must not come through."""
    notebook.use_theme(theme)
    panel = notebook.output("slip").locator(".ag-panel")
    rows = panel.locator("dl").last
    term, answer = rows.locator("dt").first.bounding_box(), rows.locator("dd").first.bounding_box()
    assert term and answer
    assert abs(term["y"] - answer["y"]) < 3 and answer["x"] > term["x"] + term["width"], "side by side"
    columns = [dd.bounding_box()["x"] for dd in panel.locator("dd").all()]  # type: ignore[index]
    assert max(columns) - min(columns) < 2, "one column of answers"
    assert panel.evaluate("node => node.scrollWidth <= node.clientWidth")
    assert panel.evaluate("node => getComputedStyle(node).borderTopWidth") == "0px", (
        "an edge, and no second frame"
    )


def test_a_narrow_window_cuts_nothing_off(notebook: Notebook) -> None:
    size = notebook.page.viewport_size
    notebook.page.set_viewport_size({"width": 640, "height": 900})
    for state in gallery.PANELS:
        panel = notebook.output(state).locator(".ag-panel")
        assert panel.evaluate("node => node.scrollWidth <= node.clientWidth + 1"), state
    term = notebook.output("slip").locator(".ag-panel dt").last.bounding_box()
    answer = notebook.output("slip").locator(".ag-panel dd").last.bounding_box()
    assert term and answer and answer["y"] > term["y"] and answer["x"] == term["x"], "one below the other"
    notebook.page.set_viewport_size(size)  # type: ignore[arg-type]


def test_progress_figure_and_widget_show(notebook: Notebook) -> None:
    picture = notebook.output("progress").locator("svg.ag-progress")
    picture.scroll_into_view_if_needed()
    expect(picture).to_be_visible()
    assert picture.locator("text").first.text_content(), "a lesson's title"
    assert picture.evaluate("svg => [...svg.querySelectorAll('text')].every(t => t.getBBox().x + t.getBBox().width "
                            "<= svg.viewBox.baseVal.x + svg.viewBox.baseVal.width)"), "nothing is cut off"  # fmt: skip
    assert notebook.output("figure").locator("img").evaluate("img => img.complete && img.naturalWidth > 300")
    slider = notebook.output("widget").locator(".widget-slider")
    slider.scroll_into_view_if_needed()
    expect(slider).to_be_visible()
    expect(slider).to_contain_text("heads")
    assert notebook.broken_widgets() == []


def test_the_same_words_as_plain_text(notebook: Notebook) -> None:
    """What terminals, and editors that show no HTML, get of the same output."""
    notebook.save()
    saved = json.loads(notebook.file.read_text(encoding="utf-8"))
    for cell in saved["cells"]:
        state = cell["metadata"]["nbgrader"]["grade_id"]
        if state in gallery.PANELS:
            (output,) = cell["outputs"]
            plain = "".join(output["data"]["text/plain"])
            assert max(map(len, plain.splitlines())) <= 96
            assert letters(plain.replace("Note  ", "")) == letters(words(notebook, state))


def letters(text: str) -> str:
    """Without white space and marks, which differ between the two."""
    return re.sub(r"[^\w<>=@()]", "", text)


def test_an_untrusted_copy_shows_every_word(notebook: Notebook, lab: Lab) -> None:
    """Somebody else's notebook: JupyterLab takes the style sheet away, and no word."""
    notebook.save()
    content = json.loads(notebook.file.read_text(encoding="utf-8"))
    content["metadata"]["from"] = "somebody else"
    for cell in content["cells"]:
        cell["metadata"].pop("trusted", None)
    copy = Path(lab.folder / "untrusted.ipynb")
    copy.write_text(json.dumps(content), encoding="utf-8")
    opened = Notebook(notebook.page, lab, copy.name)
    for state, expected in SEES.items():
        shown = opened.output(state)
        assert expected in (shown.text_content() or "") and "--ag-edge" not in (shown.text_content() or "")
    assert opened.output("slip").locator("style").count() == 0, "it is an untrusted one"
    notebook.page.goto(lab.address(gallery.NAME))


def test_what_is_jupyterlabs_is_listed(notebook: Notebook) -> None:
    """docs/accessibility.md names what a reader with a screen reader meets that is not ours to mend."""
    listed = set(
        re.findall(r"^\| `([a-z-]+)`", (ROOT / "docs" / "accessibility.md").read_text("utf-8"), re.MULTILINE)
    )
    assert upstream(faults(notebook)) <= listed
