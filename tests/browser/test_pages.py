"""Pages that people get, in a real browser: readable in both themes and on a telephone, and free of serious faults."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from nbformat.v4 import new_notebook
from playwright.sync_api import Browser

from autograder.checks.scoring import Criterion, Slip, Verdict
from autograder.pages.feedback import page as feedback
from tests.browser.accessibility import SERIOUS
from tests.grading.test_feedback_page import GRADES, answer, check, written

WIDTHS = {"telephone": 360, "window": 1200}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    slip = Slip("the roots of `keep` are missing", "Variances add.", "What is `1 - a`?")
    verdicts = [
        Verdict("f", 3, 3, "right", [Criterion("y", True)], 2),
        Verdict("g", 1, 3, "wrong", [Criterion("a_long_name_of_a_criterion", False, "is larger")], 3, slip),
    ]
    code = "def g(x):\n    return x  # " + "a long line " * 20
    nb = new_notebook(
        cells=[
            answer("f", "def f(x):\n    '''Text.'''\n    return 2 * x"),
            check("f", 3, 3),
            answer("g", code, "Nearly."),
            check("g", 1, 3),
            written(r"Because $\frac{a}{b}$ and $$\sum_i x_i$$ " + "w" * 300, None),
        ],
        metadata={"autograder": {"verdicts": [verdict.as_dict() for verdict in verdicts]}},
    )
    file = tmp_path_factory.mktemp("pages") / "feedback.html"
    file.write_text(feedback(nb, GRADES), encoding="utf-8")
    return file.as_uri()


@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_feedback_can_be_read(browser: Browser, address: str, theme: str, width: int, tmp_path: Path) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme, offline=True)
    try:
        page = context.new_page()
        fetched: list[str] = []
        page.on("request", lambda request: fetched.append(request.url))
        page.goto(address)
        assert fetched == [address]
        assert page.evaluate("document.documentElement.scrollWidth") <= width  # nothing to push sideways
        found = Axe().run(page).response["violations"]
        assert [
            (rule["id"], [n["html"][:200] for n in rule["nodes"]])
            for rule in found
            if rule["impact"] in SERIOUS
        ] == []
        page.screenshot(path=tmp_path / f"feedback-{theme}-{width}.png", full_page=True)
    finally:
        context.close()
