"""An instructor's week in the formgrader, in Chromium: from a draft to feedback that a student fetches.

Over real nbgrader with an exchange folder: generate, release, collect, autograde, grade a written question and comment
on it, feedback, export.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import houses
import pytest
import tiny_lesson
from bs4 import BeautifulSoup
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.lab import Lab

NBGRADER = Path(sys.executable).with_name("nbgrader")
NAME = tiny_lesson.NAME
SECONDS = 1000
COMMENT = "Well argued & short."


class Formgrader:
    """A course with an exchange, and its formgrader in a page."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        self.exchange, self.home = folder / "exchange", folder / "student"
        self.exchange.mkdir()
        self.exchange.chmod(0o777)
        self.home.mkdir()
        course = folder / "course"
        course.mkdir()
        self.house = houses.House(course)
        there = f"\nc.Exchange.root = {str(self.exchange)!r}\n"
        with (course / "nbgrader_config.py").open("a", encoding="utf-8") as config:
            config.write(there)
        student = f"c = get_config()\nc.CourseDirectory.course_id = 'transformers'\n{there}"
        (self.home / "nbgrader_config.py").write_text(student, encoding="utf-8")
        self.lab = Lab(course, folder / "private", environment=self.house.environment)
        self.page: Page = browser.new_page(viewport={"width": 1300, "height": 900})

    def open(self, path: str) -> None:
        self.page.goto(f"http://127.0.0.1:{self.lab.port}/formgrader/{path}?token={self.lab.token}")

    def press(self, button: str) -> str:
        """Press the button in the row of the lesson or of its only submission, and return what the window then says."""
        self.page.locator("tbody tr").first.locator(f"{button} a").click()
        window = self.page.locator(".modal-dialog")
        expect(window.locator(".modal-title, h4")).to_have_text(
            re.compile("Success|Error"), timeout=120 * SECONDS
        )
        said = window.inner_text()
        window.get_by_text("OK", exact=True).click()
        expect(window).to_have_count(0, timeout=20 * SECONDS)
        return said

    def student(self, *words: str) -> None:
        done = subprocess.run(
            [NBGRADER, *words], cwd=self.home, capture_output=True, text=True, env=self.house.environment
        )
        assert done.returncode == 0, done.stderr[-2000:]

    def answer(self, answers: dict[str, str], why: str) -> str:
        """The released notebook with answers to the exercises and to the written question."""
        files = self.house.classroom().answering("somebody", answers).files
        notebook = json.loads(files[f"{NAME}.ipynb"])
        for cell in notebook["cells"]:
            if cell["metadata"].get("nbgrader", {}).get("grade_id") == "written_why":
                cell["source"] = why
        return json.dumps(notebook)

    def given(self, student: str) -> list[str]:
        """What the feedback page says that the written answer was given points for."""
        page = self.house.root / "feedback" / student / NAME / f"{NAME}.html"
        items = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser").select(".given li")
        return [" ".join(item.get_text().split()) for item in items]

    def summary(self, student: str) -> dict[str, list[str]]:
        """Exercise → points and remark, from the table of a feedback page."""
        page = self.house.root / "feedback" / student / NAME / f"{NAME}.html"
        rows = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser").select("tbody tr")
        return {row.a["href"][1:]: [" ".join(td.get_text().split()) for td in row("td")] for row in rows}


@pytest.fixture(scope="module")
def formgrader(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Formgrader]:
    found = Formgrader(tmp_path_factory.mktemp("f"), browser)
    yield found
    found.page.close()
    found.lab.stop()


def tick(formgrader: Formgrader, score: Locator) -> None:
    """Tick the rubric's items one after another: the score follows, and both are kept when the page is opened again."""
    rubric = formgrader.page.locator(".autograder-rubric")
    expect(rubric).to_contain_text("Not graded yet.")
    for box, points, letters in (("b", "0.5", "b"), ("none", "0", "none"), ("a", "1.5", "a")):
        with formgrader.page.expect_response(lambda r: r.request.method == "PUT" and "/api/ticks/" in r.url):
            rubric.locator(f"input[value={box}]").check()
        expect(score).to_have_value(points)
        checked = rubric.locator("input:checked")
        expect(checked).to_have_count(1)
        expect(checked).to_have_value(letters)
    formgrader.page.reload()
    expect(rubric).to_contain_text("1.5 points from the rubric.")
    expect(rubric.locator("input:checked")).to_have_value("a")
    expect(score).to_have_value("1.5")


@pytest.mark.slow
def test_from_a_draft_to_feedback(formgrader: Formgrader) -> None:
    course = formgrader.house.root
    formgrader.open("manage_assignments")
    assert "Success" in formgrader.press(".assign") and (course / "course" / NAME / f"{NAME}.ipynb").exists()
    assert "Success" in formgrader.press(".release")

    formgrader.student("fetch_assignment", NAME)
    wrong = {**tiny_lesson.ANSWERS, "Scale": tiny_lesson.ANSWERS["Scale"].replace("x * self", "x + self")}
    (formgrader.home / NAME / f"{NAME}.ipynb").write_text(formgrader.answer(wrong, "Because $w$ adds up."))
    formgrader.student("submit", NAME)
    assert "Success" in formgrader.press(".collect")
    (me,) = [path.name for path in (course / "submitted").iterdir()]

    formgrader.open(f"manage_submissions/{NAME}")
    said = formgrader.press(".autograde")
    assert "Success" in said, said

    formgrader.open(f"gradebook/{NAME}/{NAME}")
    formgrader.page.locator("tbody tr a:visible").first.click()
    score = formgrader.page.locator("input#written_why")
    expect(score).to_be_visible(timeout=30 * SECONDS)
    shown = formgrader.page.locator("blockquote", has_text="For you alone")
    expect(shown).to_contain_text("which a model answer would explain at length")
    formgrader.page.wait_for_load_state("networkidle")  # what listens to these fields is there by then
    comment = formgrader.page.locator("textarea#written_why-comment")
    with formgrader.page.expect_response(lambda r: r.request.method == "PUT" and "/api/comment/" in r.url):
        comment.fill(COMMENT)
        comment.blur()
    tick(formgrader, score)

    formgrader.open("manage_assignments")
    assert "Success" in formgrader.press(".generate-feedback")
    summary = formgrader.summary(me)
    assert formgrader.given(me) == ["1.5: says that weights need not add up to 1, whatever they are"]
    assert summary["written_why"] == ["1.5 of 2", COMMENT]
    assert summary["Scale"] == ["0 of 3", "The weight is added"] and summary["draw"] == ["2 of 2", ""]
    assert "Success" in formgrader.press(".release-feedback")
    formgrader.student("fetch_feedback", NAME)
    (page,) = (formgrader.home / NAME).rglob("feedback/*/*.html")
    fed_back = page.read_text(encoding="utf-8")
    assert COMMENT.replace("&", "&amp;") in fed_back and "explain at length" not in fed_back

    formgrader.house.nbgrader("export")
    assert NAME in (course / "grades.csv").read_text(encoding="utf-8")
