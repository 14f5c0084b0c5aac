"""Figures in JupyterLab: each with its description, and a slider that is moved by keyboard and stands still without."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Locator, expect

from tests.browser import gallery
from tests.browser.accessibility import faults, ours, pale
from tests.browser.lab import THEMES, Lab, Notebook

CELLS = ("figure", "slider")


@pytest.fixture(scope="module")
def notebook(lab: Lab, open_notebook: Callable[[str], Notebook]) -> Notebook:
    notebook = open_notebook(gallery.write(lab.folder))
    notebook.restart_and_run_all()
    return notebook


def frames(shown: Locator) -> list[str]:
    """Descriptions of the pictures that can be seen."""
    return [one.get_attribute("alt") or "" for one in shown.locator("img").all() if one.is_visible()]


def test_a_figure_has_a_description(notebook: Notebook) -> None:
    (alt,) = frames(notebook.output("figure"))
    assert "A line: 1 at 0, 4 at 2." in alt


@pytest.mark.parametrize("theme", THEMES)
def test_the_slider_can_be_read(notebook: Notebook, theme: str) -> None:
    notebook.use_theme(theme)
    assert notebook.errors() == [] and ours(faults(notebook)) == [] and pale(notebook) == []


@pytest.mark.parametrize("theme", THEMES)
def test_a_figure_follows_the_theme(notebook: Notebook, theme: str) -> None:
    notebook.use_theme(theme)
    shown = notebook.output("figure").locator("img").screenshot()
    page = Image.open(io.BytesIO(shown)).convert("L").getpixel((2, 2))
    assert isinstance(page, int) and (page < 50 if theme == "dark" else page > 240)


def test_arrows_move_the_picture_and_not_the_notebook(notebook: Notebook) -> None:
    shown = notebook.output("slider")
    slider = shown.get_by_role("slider", name="height")
    slider.scroll_into_view_if_needed()
    expect(slider).to_have_attribute("aria-valuetext", "middle")
    cells = notebook.panel.locator(".jp-Notebook .jp-Cell")
    slider.focus()
    active = cells.evaluate_all("all => all.findIndex(one => one.classList.contains('jp-mod-active'))")
    for key, name, alt in (
        ("ArrowDown", "low", "1 at 1."),
        ("End", "high", "3 at 1."),
        ("ArrowLeft", "middle", "2 at 1."),
        ("ArrowRight", "high", "3 at 1."),
        ("ArrowUp", "high", "3 at 1."),
        ("Home", "low", "1 at 1."),
        ("PageUp", "middle", "2 at 1."),
    ):
        slider.press(key)
        expect(shown.locator("output")).to_have_text(name)
        expect(slider).to_have_attribute("aria-valuetext", name)
        (seen,) = frames(shown)
        assert alt in seen
    assert active == cells.evaluate_all(
        "all => all.findIndex(one => one.classList.contains('jp-mod-active'))"
    )
    notebook.save()  # JupyterLab's own keys work on the slider as elsewhere


def test_where_no_script_runs_one_picture_stands_and_the_others_unfold(notebook: Notebook, lab: Lab) -> None:
    notebook.save()
    content = json.loads(notebook.file.read_text(encoding="utf-8"))
    content["metadata"]["from"] = "somebody else"
    for cell in content["cells"]:
        cell["metadata"].pop("trusted", None)
    copy = Path(lab.folder / "untrusted_slider.ipynb")
    copy.write_text(json.dumps(content), encoding="utf-8")
    opened = Notebook(notebook.page, lab, copy.name)
    shown = opened.output("slider")
    assert shown.locator("input").count() == 0, "it is an untrusted one"
    (seen,) = frames(shown)
    assert "2 at 1." in seen
    for summary in shown.locator("summary").all():
        summary.click()
    assert [re.findall(r"(\d) at 1\.", alt) for alt in frames(shown)] == [["1"], ["2"], ["3"]]
    assert all(width > 200 for width, _ in opened.figures())
