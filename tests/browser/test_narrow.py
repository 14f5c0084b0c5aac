"""JupyterLab on a telephone: the notebook is there when it opens, and the file list is a tap away."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.lab import ROOT, SECONDS, Lab

FIRST = "00_welcome/00_welcome.ipynb"
# How many of the window's pixels the notebook has, from left to right.
_WIDTH = "document.querySelector('.jp-NotebookPanel:not(.lm-mod-hidden)').getBoundingClientRect().width"


@pytest.fixture(scope="module")
def first_day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    folder = tmp_path_factory.mktemp("narrow") / "course"
    shutil.copytree(ROOT / "course" / "00_welcome", folder / "00_welcome")
    running = Lab(folder, folder.parent / "own")
    yield running
    running.stop()


def opened(browser: Browser, lab: Lab, width: int) -> Page:
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto(lab.address(FIRST))
    expect(page.locator(".jp-NotebookPanel .jp-Cell").first).to_be_visible(timeout=60 * SECONDS)
    expect(page.locator("#jp-main-statusbar")).to_contain_text("| Idle", timeout=60 * SECONDS)
    return page


def test_a_telephone_shows_the_notebook(browser: Browser, first_day: Lab) -> None:
    page = opened(browser, first_day, 390)
    files = page.locator("#filebrowser")
    expect(files).not_to_be_visible()
    assert page.evaluate(_WIDTH) > 0.75 * 390
    page.locator(".jp-SideBar.jp-mod-left [data-id=filebrowser]").click()
    expect(files).to_be_visible()
    page.close()


def test_a_laptop_keeps_the_file_list(browser: Browser, first_day: Lab) -> None:
    page = opened(browser, first_day, 1280)
    expect(page.locator("#filebrowser")).to_be_visible()
    expect(page.locator("#filebrowser")).to_contain_text(Path(FIRST).name)
    page.close()
