"""JupyterLab on the first day: nothing asks, nothing is there that is not for students, and the log stays short."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lab import ROOT, Lab, Notebook

FIRST = "00_welcome/00_welcome.ipynb"


@pytest.fixture(scope="module")
def first_day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    folder = tmp_path_factory.mktemp("day") / "course"
    shutil.copytree(ROOT / "course" / "00_welcome", folder / "00_welcome")
    running = Lab(folder, folder.parent / "own", asks=True)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def notebook(first_day: Lab, page: Page) -> Iterator[Notebook]:
    opened = Notebook(page, first_day, FIRST)
    yield opened
    opened.close()


def test_nothing_asks_about_news(notebook: Notebook) -> None:
    notebook.page.wait_for_timeout(3000)  # JupyterLab asks once it has drawn everything
    expect(notebook.page.locator(".Toastify__toast")).to_have_count(0)


def test_students_make_no_assignments(notebook: Notebook) -> None:
    expect(notebook.page.locator(".jp-SideBar li, .jp-SideBar .lm-TabBar-tab").first).to_be_attached()
    titles = notebook.page.locator(".jp-SideBar [title]").evaluate_all("all => all.map(each => each.title)")
    assert any("Property Inspector" in title for title in titles), titles
    assert not any("Create Assignment" in title for title in titles), titles
    # what students do need of nbgrader is there
    expect(notebook.panel.get_by_text("Validate", exact=True)).to_be_visible()


def test_kernels_send_nothing_over_tcp(notebook: Notebook, first_day: Lab) -> None:
    """A file socket; and after a restart, too, cells run. Validate starts a kernel of its own."""
    notebook.restart_and_run_all(exploring=0)
    assert "failed" in notebook.validate()
    connections = list((first_day.settings.parent / "runtime").glob("kernel-*.json"))
    assert connections and all(
        json.loads(path.read_text(encoding="utf-8"))["transport"] == "ipc" for path in connections
    )
    log = Path(first_day.log.name).read_text(encoding="utf-8")
    assert "encryption" not in log and "Kernels speak over" not in log, log
