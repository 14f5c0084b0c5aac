"""The report in the browser: no serious fault, enough contrast, and nothing cut off on a telephone."""

from __future__ import annotations

from pathlib import Path

import classes
import pytest
import tiny_lesson
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from autograder.grading import filled_tables
from autograder.lesson import written_questions
from autograder.reporting import gather, page
from autograder.reporting import written_answers as written_page
from tests.browser.accessibility import SERIOUS

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # of nbgrader's own
LESSON = "02_made"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    school = classes.School(tmp_path_factory.mktemp("school"), [f"student{i:02}" for i in range(40)])
    for lesson in ("01_made", LESSON):
        school.add_lesson(lesson, classes.five())
        school.fill(lesson, classes.five())
    made = {
        "lesson": page.lesson_page(gather.one_lesson(school.course, LESSON, [LESSON])),
        "course": page.course_page(gather.all_lessons(school.course)),
    }
    (question,) = written_questions.questions(tiny_lesson.write(school.root / "source"))
    answers = ["", "An average has the unit of $x$.", "<b>Bold</b> and `code`, " * 40]
    groups = [
        written_page.Group(question.grade_id, key, text, [f"student{n:02}"])
        for n, (key, text) in enumerate(zip(("empty", "0a1b2c3d4e", "5f6a7b8c9d"), answers, strict=True))
    ]
    made["written"] = written_page.page(LESSON, [question], {question.grade_id: groups}, Path("w.csv"), {})
    for name, text in made.items():
        (school.root / f"{name}.html").write_text(text, encoding="utf-8")
    filled = school.root / "w.csv"  # as a person filled it in: two groups, and one with a slip of the hand
    written_page.write_table(filled, {question.grade_id: groups})
    typed = {"empty": "none,,", "0a1b2c3d4e": "AB,,Well said.", "5f6a7b8c9d": "z,,"}
    lines = filled.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        for group, what in typed.items():
            if f",{group}," in line:
                lines[number] = line.removesuffix(",,") + what
    filled.write_text("\n".join(lines), encoding="utf-8")
    again = written_page.page(LESSON, [question], {question.grade_id: groups}, filled, {})
    (school.root / "again.html").write_text(again, encoding="utf-8")
    return {name: school.root / f"{name}.html" for name in [*made, "again"]}


def test_ticking_in_the_page_of_written_answers(
    browser: Browser, pages: dict[str, Path], tmp_path: Path
) -> None:
    """A draft outlives the page, and the saved table is the one that --take reads."""
    context = browser.new_context(accept_downloads=True)
    try:
        shown = context.new_page()
        shown.goto(pages["written"].as_uri())
        empty, unit, bold = shown.locator("fieldset.grade").all()
        empty.locator("input[value=none]").check()
        for letter in "ab":
            unit.locator(f"input[value={letter}]").check()
        unit.get_by_label("Comment").fill('="so" ')
        bold.locator("input[value=a]").check()
        bold.get_by_label("Or points").fill("0.75")
        shown.reload()
        expect(shown.get_by_role("status")).to_contain_text("3 groups are not in the gradebook yet")
        with shown.expect_download() as saved:
            shown.get_by_role("button", name="Save the table").click()
        saved.value.save_as(tmp_path / "w.csv")
    finally:
        context.close()
    assert saved.value.suggested_filename == "w.csv"
    rows = [row for _, row in filled_tables.rows(tmp_path / "w.csv", written_page.COLUMNS)]
    assert [(row["items"], row["points"], row["comment"]) for row in rows] == [
        ("none", "", ""),
        ("a b", "", '\'="so" '),
        ("", "0.75", ""),
    ]
    assert [row["group"] for row in rows] == ["empty", "0a1b2c3d4e", "5f6a7b8c9d"]


def test_what_is_filled_in_in_the_table_is_in_the_page_and_in_the_table_it_saves(
    browser: Browser, pages: dict[str, Path], tmp_path: Path
) -> None:
    context = browser.new_context(accept_downloads=True)
    try:
        shown = context.new_page()
        shown.goto(pages["again"].as_uri())
        empty, unit, _ = shown.locator("fieldset.grade").all()
        expect(empty.locator("input[value=none]")).to_be_checked()
        expect(unit.locator("input[value=b]")).to_be_checked()
        expect(unit.get_by_label("Comment")).to_have_value("Well said.")
        expect(shown.get_by_role("status")).to_have_text("3 groups are not in the gradebook yet.")
        empty.get_by_label("Or points").fill("0.5")
        expect(shown.get_by_role("status")).to_contain_text("yet; what you entered here is kept as a draft")
        with shown.expect_download() as saved:
            shown.get_by_role("button", name="Save the table").click()
        saved.value.save_as(tmp_path / "w.csv")
    finally:
        context.close()
    rows = [row for _, row in filled_tables.rows(tmp_path / "w.csv", written_page.COLUMNS)]
    assert [(row["items"], row["points"], row["comment"]) for row in rows] == [
        ("", "0.5", ""),
        ("a b", "", "Well said."),
        ("z", "", ""),
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 400])
@pytest.mark.parametrize("name", ["lesson", "course", "written"])
def test_it_can_be_read(browser: Browser, pages: dict[str, Path], name: str, width: int, scheme: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    asked: list[str] = []
    try:
        opened = context.new_page()
        opened.on("request", lambda request: asked.append(request.url))
        opened.goto(pages[name].as_uri())
        opened.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        found = Axe().run(opened, options={"resultTypes": ["violations"]}).response["violations"]
        told = [f"{rule['id']}: {node['html'][:100]}" for rule in found for node in rule["nodes"]]
        assert [line for rule, line in zip(found, told) if rule["impact"] in SERIOUS] == [], told
        assert told == []
        assert opened.evaluate("document.documentElement.scrollWidth") <= width
        first = opened.locator("section").first.bounding_box()
        assert first is not None and first["y"] < 300, "what matters most is seen first"
        assert asked == [pages[name].as_uri()], "it fetches nothing"
    finally:
        context.close()
