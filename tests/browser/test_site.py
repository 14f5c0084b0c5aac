"""The site as make site builds it, over HTTP: formulas are set, a search finds lessons, no network is asked.

It can be read on a telephone, at a zoom of 200 %, in both themes and with a screen reader, and its downloads are there.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.accessibility import SERIOUS
from tests.browser.lab import ROOT

BIN = Path(sys.executable).parent
LESSON = "lessons/02a_scores.html"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Fetches Jupyter Book the first time."""
    done = subprocess.run(
        ["make", "site", "--assume-old=.venv/.ready", f"BIN={BIN}", f"PYTHON={sys.executable}"],
        cwd=ROOT, capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(ROOT / "build/site/html")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def opened(browser: Browser, address: str, width: int = 1200) -> tuple[Page, list[str]]:
    """A page, and the addresses elsewhere that it asks for."""
    page = browser.new_page(viewport={"width": width, "height": 900})
    asked: list[str] = []
    page.on("request", lambda request: None if request.url.startswith(address) else asked.append(request.url))
    return page, asked


@pytest.mark.slow
def test_formulas_are_set_without_a_network(browser: Browser, address: str) -> None:
    page, asked = opened(browser, address)
    page.goto(address + LESSON)
    page.wait_for_selector("mjx-container", state="attached")
    assert page.locator("mjx-container").count() > 50 and page.locator("mjx-merror").count() == 0
    assert asked == []
    page.close()


@pytest.mark.slow
def test_a_search_finds_lessons(browser: Browser, address: str) -> None:
    page, asked = opened(browser, address)
    page.goto(address + "search.html?q=induction")
    page.wait_for_selector("#search-results li a")
    found = page.locator("#search-results li a").evaluate_all("links => links.map(link => link.href)")
    assert any("10d_inside" in link for link in found)
    assert asked == []
    page.close()


@pytest.mark.slow
def test_links_show_what_they_lead_to(browser: Browser, address: str) -> None:
    page, _ = opened(browser, address)
    found = set()
    for path in ("index.html", LESSON, "lessons/02b_one_head.html"):
        page.goto(address + path)
        found.add(page.title())
        assert page.locator("meta[name=description]").get_attribute("content")
    assert len(found) == 3, found
    page.goto(address + "index.html")
    zips = page.locator("article a[href$='.zip']").evaluate_all("links => links.map(link => link.href)")
    assert len(zips) >= 14 and all(page.request.head(link).ok for link in zips)
    assert "MIT" in page.locator("footer.bd-footer, .bd-footer-content").first.inner_text()
    page.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", ["index.html", LESSON, "week_plan.html", "glossary.html", "errata.html", "docs/instructors.html"]
)
@pytest.mark.parametrize(("width", "theme"), [(390, "light"), (640, "light"), (1280, "dark")])
def test_it_can_be_read_everywhere(browser: Browser, address: str, path: str, width: int, theme: str) -> None:
    """On a telephone, at 200 % of 1280 pixels, in the dark, and with a screen reader."""
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=theme)
    page = context.new_page()
    page.goto(address + path)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    found = Axe().run(page).response["violations"]
    serious = {rule["id"]: rule["nodes"][0]["html"][:120] for rule in found if rule["impact"] in SERIOUS}
    assert serious == {}
    context.close()


@pytest.mark.slow
def test_pictures_are_not_dimmed_and_nothing_lies_over_the_text(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800}, color_scheme="dark")
    page = context.new_page()
    page.goto(address + "index.html")
    filters = page.evaluate(
        "[...document.querySelectorAll('article img')].map(img => getComputedStyle(img).filter)"
    )
    assert len(filters) >= 2 and set(filters) == {"none"}
    page.mouse.wheel(0, 3000)
    page.mouse.wheel(0, -200)
    assert not page.locator("#pst-back-to-top").is_visible()
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", ["lessons/00_welcome.html", "lessons/05a_cache.html", "lessons/12b_tools.html"]
)
def test_plain_text_is_not_cut_on_a_small_laptop(browser: Browser, address: str, path: str) -> None:
    page, _ = opened(browser, address, width=1280)
    page.goto(address + path)
    widths = page.evaluate(
        "[...document.querySelectorAll('.highlight-none pre')].map(pre => [pre.scrollWidth, pre.clientWidth])"
    )
    assert widths and all(needed <= there for needed, there in widths), widths
    assert page.locator(".highlight-none .k, .highlight-none .kn").count() == 0, "text is coloured as code"
    page.close()


@pytest.mark.slow
def test_a_letter_of_the_glossary_leads_to_its_terms(browser: Browser, address: str) -> None:
    page, _ = opened(browser, address)
    page.goto(address + "glossary.html")
    page.locator("article").get_by_role("link", name="R", exact=True).click()
    assert page.locator("#letter-r, #r").first.is_visible() and page.locator("#term-RoPE").count() == 1
    page.close()
