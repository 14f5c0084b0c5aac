"""The site as make site builds it, over HTTP: formulas are set, a search finds lessons, no network is asked.

It can be read on a telephone, at a zoom of 200 %, in both themes and with a screen reader, and its downloads are there.
"""

from __future__ import annotations

import base64
import importlib.util
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import matplotlib.pyplot as plt
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.accessibility import SERIOUS
from tests.browser.lab import ROOT
from utils.plots import style

spec = importlib.util.spec_from_file_location("narrow_figures", ROOT / "scripts" / "narrow_figures.py")
assert spec is not None and spec.loader is not None
narrow_figures = importlib.util.module_from_spec(spec)
spec.loader.exec_module(narrow_figures)

BIN = Path(sys.executable).parent
LESSON = "lessons/02a_scores.html"
# Every formula: whether its box is on the screen, and whether it fits or can be scrolled and shows so.
# Tables scroll as a whole.
_WIDE = """[...document.querySelectorAll('article mjx-container')].filter(each => each.offsetWidth).map(each => {
    const [box, formula] = [each, each.querySelector('mjx-math')].map(one => one.getBoundingClientRect());
    const style = getComputedStyle(each);
    return {
        words: each.querySelector('mjx-assistive-mml').textContent.slice(0, 40),
        inside: !!each.closest('table') || box.left >= 0 && box.right <= document.documentElement.clientWidth + 1,
        fits: formula.right <= box.right + 1,
        scrolls: style.overflowX === 'auto' && style.backgroundAttachment.includes('local'),
    };
})"""


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
    "path",
    [
        "index.html",
        "lessons/00_welcome.html",
        LESSON,
        "week_plan.html",
        "glossary.html",
        "errata.html",
        "docs/instructors.html",
    ],
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


@pytest.mark.slow
def test_no_lesson_is_wider_than_a_telephone_and_no_formula_is_cut(browser: Browser, address: str) -> None:
    """Equations that stand in one line go below each other; what is still too wide scrolls, and a shadow shows it."""
    page, _ = opened(browser, address, width=390)
    formulas: dict[str, list[dict]] = {}
    for lesson in sorted((ROOT / "build/site/html/lessons").glob("*.html")):
        page.goto(f"{address}lessons/{lesson.name}")
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        if "\\(" in lesson.read_text(encoding="utf-8"):
            page.wait_for_selector("mjx-container", state="attached")
            page.evaluate("MathJax.startup.promise")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, lesson.name
        formulas[lesson.stem] = page.evaluate(_WIDE)
    cut = [
        (stem, each["words"])
        for stem, found in formulas.items()
        for each in found
        if not (each["inside"] and (each["fits"] or each["scrolls"]))
    ]
    assert sum(map(len, formulas.values())) > 800 and cut == []
    for stem in ("00_welcome", "02b_one_head"):  # lists of short equations
        assert all(each["fits"] for each in formulas[stem]), stem
    page.close()


def figure_page(browser: Browser, width: int, drawn: style.Picture) -> Page:
    """A page with the site's style sheet and a figure twice: as a file's picture and as a slider's."""

    def save(_: str, png: bytes) -> str:
        return f"data:image/png;base64,{base64.b64encode(png).decode()}"

    shown = narrow_figures.picture(drawn.data, 'alt="x"', drawn.cuts, save) + narrow_figures.inline(
        drawn.html()
    )
    css = (ROOT / "docs/site/_static/site.css").read_text(encoding="utf-8")
    css += "body { margin: 16px } .cell_output img { max-width: 100% }"
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.set_content(
        f"<style>{css}</style><article class='bd-article'><div class='cell_output'>"
        f"<div class='output text_html'>{shown}</div></div></article>"
    )
    return page


@pytest.mark.parametrize(("width", "below"), [(390, True), (1280, False)])
def test_panels_go_below_each_other_on_a_telephone(browser: Browser, width: int, below: bool) -> None:
    fig, axes = plt.subplots(1, 2, figsize=(9, 3), layout="constrained", dpi=110)
    for each in axes:
        each.plot([0, 1])
        each.set_ylabel("share")
    page = figure_page(browser, width, style.picture(fig, tight=True))
    sizes = page.evaluate(
        "Promise.all([...document.images].map(async one => (await one.decode(), "
        "[one.naturalWidth, one.naturalHeight, one.getBoundingClientRect().width])))"
    )
    assert len(sizes) == 2 and page.evaluate("document.documentElement.scrollWidth") <= width
    for across, down, shown in sizes:
        assert (down > across) == below
        assert shown >= 0.6 * across, "its letters are too small to read"
    page.close()
