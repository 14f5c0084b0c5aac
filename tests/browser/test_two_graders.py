"""Two people grade in the formgrader, each in a folder and a session of their own: what one ticks, the other sees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import classes
import houses
import pytest
import tiny_lesson
from nbgrader.api import Gradebook
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.lab import Lab

NAME = tiny_lesson.NAME
WAIT = 30_000  # milliseconds, for a busy machine


class Grader:
    """A person with a JupyterLab over a folder, and a browser that shares nothing with another's."""

    def __init__(self, user: str, folder: Path, private: Path, house: houses.House, browser: Browser) -> None:
        named = {"AUTOGRADER_ROOT": str(folder), "LOGNAME": user}
        self.lab = Lab(folder, private / user, environment={**house.environment, **named})
        self.context = browser.new_context(viewport={"width": 1200, "height": 900})
        self.page: Page = self.context.new_page()
        self.page.goto(self.address(f"lab?token={self.lab.token}"))  # logs in

    def address(self, path: str) -> str:
        return f"http://127.0.0.1:{self.lab.port}/{path}"

    def open(self, submission: str) -> Locator:
        """The rubric under a student's written answer."""
        self.page.goto(self.address(f"formgrader/submissions/{submission}/"))
        rubric = self.page.locator(".autograder-rubric")
        expect(rubric.locator("[role=status]")).not_to_be_empty(timeout=WAIT)
        self.page.wait_for_load_state(
            "networkidle"
        )  # what listens to the formgrader's fields is there by then
        return rubric

    def tick(self, rubric: Locator, letter: str, on: bool = True) -> None:
        with self.page.expect_response(lambda r: r.request.method == "PUT" and "/api/ticks/" in r.url):
            rubric.locator(f"input[value={letter}]").set_checked(on)

    def close(self) -> None:
        self.context.close()
        self.lab.stop()


@pytest.fixture
def course(tmp_path: Path) -> tuple[houses.House, str]:
    """A graded class, and the id of one student's notebook."""
    school = classes.with_written_answers(tmp_path / "course", NAME, ["ada", "emmy"])
    with Gradebook(school.url) as gradebook:
        return houses.House(school.root, new=True), gradebook.find_submission_notebook(NAME, NAME, "ada").id


@pytest.fixture
def graders(
    course: tuple[houses.House, str], tmp_path: Path, browser: Browser
) -> Iterator[tuple[Grader, Grader]]:
    """The instructor, and an assistant in a folder without solutions."""
    house, _ = course
    folder = tmp_path / "ta"
    house.autograder("ta-folder", str(folder), "--course", str(house.root))
    both = []
    try:
        for user, place in (("instructor", house.root), ("assistant", folder)):
            both.append(Grader(user, place, tmp_path / "private", house, browser))
        yield both[0], both[1]
    finally:
        for one in both:
            one.close()


@pytest.mark.slow
def test_what_one_ticks_the_other_sees(
    course: tuple[houses.House, str], graders: tuple[Grader, Grader], tmp_path: Path
) -> None:
    (house, submission), (first, second) = course, graders
    mine, theirs = first.open(submission), second.open(submission)
    for rubric in (mine, theirs):
        expect(rubric).to_contain_text("Not graded yet.")
    first.tick(mine, "b")

    theirs = second.open(submission)
    expect(theirs.locator("input:checked")).to_have_value("b")
    expect(theirs).to_contain_text("0.5 points from the rubric.")
    expect(second.page.locator("input#written_why")).to_have_value("0.5")
    second.page.screenshot(path=tmp_path / "second.png", full_page=True)
    second.tick(theirs, "b", on=False)
    second.tick(theirs, "a")

    mine = first.open(submission)
    expect(mine.locator("input:checked")).to_have_value("a")
    expect(first.page.locator("input#written_why")).to_have_value("1.5")
    said = house.autograder("history", NAME, "--course", str(house.root))
    assert "instructor" in said and "assistant" in said and "formgrader" in said
