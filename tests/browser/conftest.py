"""Fixtures of the browser tests: the system's Chromium, and a JupyterLab over a copy of course/.

Nothing is downloaded: without Chromium these tests are skipped, and the reason says what to install.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

try:
    from playwright.sync_api import Browser, Page, sync_playwright

    from tests.browser.lab import ROOT, Lab, Notebook, chromium, launch
except ModuleNotFoundError:
    collect_ignore_glob = ["test_*.py"]  # an environment without the extra `dev`

HERE = Path(__file__).parent
VIEW = {"width": 1100, "height": 900}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder drives the browser."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if chromium() is None:
        pytest.skip("no Chromium here: apt-get install chromium, or name one in AUTOGRADER_CHROMIUM")
    with sync_playwright() as playwright:
        running = launch(playwright.chromium)
        yield running
        running.close()


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    folder = tmp_path_factory.mktemp("student") / "course"
    shutil.copytree(ROOT / "course", folder, ignore=shutil.ignore_patterns(".*"))
    running = Lab(folder, folder.parent / "private")
    yield running
    running.stop()


@pytest.fixture(scope="module")
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    scale = getattr(
        request.module, "PIXELS", 1
    )  # device pixels for a CSS pixel; only pictures need more than one
    context = browser.new_context(viewport=VIEW, device_scale_factor=scale, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def open_notebook(lab: Lab, page: Page) -> Iterator[Callable[[str], Notebook]]:
    """Opens a notebook of course/ in the module's page, and closes what was open before."""
    opened: list[Notebook] = []

    def open_(path: str) -> Notebook:
        while opened:
            opened.pop().close()
        opened.append(Notebook(page, lab, path))
        return opened[0]

    yield open_
    while opened:
        opened.pop().close()
