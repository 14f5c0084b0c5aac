"""The pictures of README and docs/, taken where a student sees them.

    AUTOGRADER_SCREENSHOTS=docs/images python -m pytest tests/browser/test_screenshots.py

writes them into docs/images, with their words in shown.json; without the variable they are made and thrown away.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from PIL import Image
from playwright.sync_api import Locator, Page

from autograder.progress import remembered
from tests import pictures
from tests.browser import gallery
from tests.browser.lab import Lab, Notebook

PIXELS = 2  # device pixels for a CSS pixel
MARGIN = 4  # CSS pixels around what is shown


@pytest.fixture(scope="module")
def images(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = Path(os.environ.get("AUTOGRADER_SCREENSHOTS") or tmp_path_factory.mktemp("images"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="module")
def notebook(open_notebook: Callable[[str], Notebook], page: Page) -> Notebook:
    """Lesson 00 with a wrong answer to its first exercise, and the check's panel below."""
    page.set_viewport_size({"width": 1180, "height": 1500})
    notebook = open_notebook(pictures.LESSON)
    page.keyboard.press("Control+B")  # the file browser goes
    notebook.type_answer(pictures.EXERCISE, pictures.wrong_answer(notebook.released))
    for cell in pictures.CELLS:
        notebook.run(cell)
    return notebook


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_named_slip(notebook: Notebook, images: Path, theme: str) -> None:
    notebook.use_theme(theme)
    first, last = notebook.cell(pictures.EXERCISE), notebook.cell(pictures.CELLS[-1])
    take(notebook.page, first, last, images / f"slip-{theme}.png")
    if theme == "light":  # the words are the same in the dark
        words = plain(notebook, pictures.CELLS[-1])
        pictures.write(images, given=pictures.given(notebook.released), panel=words)


def test_the_progress(
    open_notebook: Callable[[str], Notebook], lab: Lab, images: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A student in the middle of lesson 01: some exercises hold, one in part, one not."""
    monkeypatch.setenv(remembered.VARIABLE, str(lab.progress))
    shutil.rmtree(lab.progress, ignore_errors=True)  # what the tests before have checked
    course = pictures.remember_a_student(lab.folder)
    notebook = open_notebook(f"{course.name}/{gallery.write(course)}")
    notebook.use_theme("light")
    notebook.run("progress")
    cell = notebook.cell("progress")
    take(notebook.page, cell, cell, images / "progress.png", least_height=200)
    pictures.write(images, progress=plain(notebook, "progress"))
    shutil.rmtree(course)


def plain(notebook: Notebook, grade_id: str) -> str:
    """What a cell shows, in the words that a terminal gets."""
    notebook.save()
    saved = nbformat.read(notebook.file, as_version=4)
    outputs = pictures.cell(saved, grade_id).outputs
    (shown,) = [each.data["text/plain"] for each in outputs if each.output_type == "display_data"]
    return shown


def take(page: Page, first: Locator, last: Locator, path: Path, least_height: int = 600) -> None:
    """A sharp picture from the top of one cell to the end of another, small enough for a repository."""
    first.scroll_into_view_if_needed()
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    top, bottom = first.bounding_box(), last.bounding_box()
    assert top and bottom
    clip = {
        "x": top["x"] - MARGIN,
        "y": top["y"] - MARGIN,
        "width": top["width"] + 2 * MARGIN,
        "height": bottom["y"] + bottom["height"] - top["y"] + MARGIN,
    }
    page.screenshot(path=path, clip=clip)
    Image.open(path).convert("RGB").quantize(96, dither=Image.Dither.NONE).save(path, optimize=True)
    width, height = Image.open(path).size
    assert width > 1200 and height > least_height, "twice the size in CSS pixels, and nothing cut off"
    assert path.stat().st_size < 200_000
