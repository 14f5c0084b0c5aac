"""Written answers as HTML: Markdown and formulas stay, and nothing that a browser would run or fetch."""

from __future__ import annotations

import base64
import re

import pytest
from bs4 import BeautifulSoup, Tag

from autograder.grading import outputs

WRITTEN = {"metadata": {"nbgrader": {"solution": True}}}
FORMULA = (
    r"\left( \frac{x}{\sqrt{d}} \right), \sum_{i=1}^n x_i^2 \le \begin{pmatrix}1&2\\3&4\end{pmatrix}, a < b"
)


def shown(answer: str, mathml: bool = True) -> str:
    """A student's answer as a page shows it."""
    return outputs.markdown2html({"cell": WRITTEN, "mathml": mathml}, answer)


def tags(html: str) -> list[Tag]:
    return list(BeautifulSoup(html, "html.parser").find_all(True))


@pytest.mark.parametrize("mathml", [True, False])
@pytest.mark.parametrize(
    "answer",
    [
        "<script>stolen()</script><img src=x onerror=stolen()><svg onload=stolen()>",
        "<a href='javascript:stolen()'>x</a> <iframe srcdoc='<script>stolen()</script>'></iframe>",
        "[x](javascript:stolen()) [y](JaVa\tScript:stolen()) [z](data:text/html,stolen) [w](&#106;avascript:stolen())",
        "![x](http://elsewhere.test/stolen.png)",
        r"$\href{javascript:stolen()}{x} \style{position: fixed}{x} \class{stolen}{x}$",
        r"$\text{</mtext></math><img src=x onerror=stolen()><script>stolen()</script>}$",
        r"$\text{<math><mtext><table><mglyph><style><img src=x onerror=stolen()>}$",
        r"$\mathbf{<iframe src=javascript:stolen()>}$",
        "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=stolen()&gt;'>",
        "<!--<img src='--><img src=x onerror=stolen()>'>",
    ],
)
def test_nothing_runs_or_is_fetched(answer: str, mathml: bool) -> None:
    html = shown(answer, mathml)
    assert not re.search(r"\\(href|style|class)\b", html)
    for tag in tags(html):
        assert tag.name in outputs._TAGS, html
        assert all(
            name in {"href", "title", "rel", "class", "display"} or tag.name in {"mo", "mi", "mstyle"}
            for name in tag.attrs
        ), html
        assert not re.match(r"\s*(javascript|data):", str(tag.get("href", "")), re.IGNORECASE), html


def test_markdown_stays() -> None:
    html = shown(
        '# A\n\n*em* **strong** ~~del~~ `a < b`\n\n- one\n\n| a |\n|---|\n| 1 |\n\n[x](https://y.test/?a=1&b=2 "t")'
    )
    for there in (
        "<h1>",
        "<em>em</em>",
        "<strong>strong</strong>",
        "<del>",
        "<code>a &lt; b</code>",
        "<li>one</li>",
        "<td>1</td>",
    ):
        assert there in html, html
    (link,) = [tag for tag in tags(html) if tag.name == "a" and tag.get_text() == "x"]
    assert link["href"] == "https://y.test/?a=1&b=2" and link["title"] == "t"


def test_formulas_stay_and_their_words_are_words() -> None:
    soup = BeautifulSoup(shown(f"${FORMULA}$"), "html.parser")
    names = {tag.name for tag in soup.find_all(True)}
    assert {"math", "mfrac", "msqrt", "msubsup", "mtable", "mtd"} <= names
    assert soup.mo is not None and soup.mo["stretchy"] == "true" and soup.mo.get_text() == "("
    assert "∑" in soup.get_text() and "a<b" in soup.get_text()
    operator = BeautifulSoup(shown(r"$\mathop{\mathrm{mean}}_i x$"), "html.parser").mo
    assert operator is not None and operator.get_text() == "mean"
    inside = BeautifulSoup(shown(r"$\text{a <b>bold</b> word}$"), "html.parser")
    assert inside.b is None and "<b>bold</b>" in inside.get_text()


@pytest.mark.parametrize(
    "inside", ["<div>" * 50_000, "<div " + " ".join(f"a{i}" for i in range(50_000)) + ">"]
)
@pytest.mark.parametrize("around", ["$\\text{%s}$", "```mermaid\n%s\n```"])
def test_html_in_a_formula_or_a_diagram_costs_no_time(around: str, inside: str) -> None:
    """The sanitizer takes quadratic time for nested tags and for attributes, and nothing can interrupt it."""
    for mathml in (True, False):
        html = shown(around % inside, mathml)
        assert (
            "takes too long" not in html and "&lt;div" in html and "<div" not in html.replace("highlight", "")
        )


PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n<svg>").decode()


def with_pictures(answer: str, **attached: object) -> str:
    """As a page shows an answer with these attachments: name → bundle."""
    return outputs.markdown2html({"cell": {**WRITTEN, "attachments": attached}, "mathml": True}, answer)


def test_a_pasted_picture_is_shown() -> None:
    """JupyterLab keeps it as an attachment of the cell; making the page used to stop there, for the whole class."""
    pasted = {"a b.png": {"image/png": [PNG[:4] + "\n", PNG[4:]]}}
    html = with_pictures("as in ![my <b>plot</b>](attachment:a%20b.png), see", **pasted)
    (img,) = [tag for tag in tags(html) if tag.name == "img"]
    assert img["src"] == f"data:image/png;base64,{PNG}" and img["alt"] == "my <b>plot</b>"
    assert "as in" in html and ", see" in html and "picture" not in html


@pytest.mark.parametrize(
    ("bundle", "why"),
    [
        ({}, "damaged"),
        ("x", "damaged"),
        ({"image/png": "no base64!"}, "damaged"),
        ({"image/png": base64.b64encode(b"<svg onload=stolen()>").decode()}, "damaged"),
        ({"image/svg+xml": "<svg onload=stolen()>"}, "damaged"),
        ({"text/html": "<script>stolen()</script>"}, "damaged"),
        (None, "missing"),
    ],
)
def test_a_picture_that_cannot_be_shown_is_a_sentence(bundle: object, why: str) -> None:
    html = with_pictures("![mine](attachment:x.png)", **({} if bundle is None else {"x.png": bundle}))
    assert f"[a picture that is {why}" in html and ": mine]" in html and "<img" not in html


def test_pictures_from_elsewhere_are_not_fetched() -> None:
    html = shown("![a <b>plot</b>](https://elsewhere.test/x.png) and ![](https://elsewhere.test/x.png)")
    assert "[a picture that is not shown here: a &lt;b&gt;plot&lt;/b&gt;]" in html
    assert "not shown here: without a name]" in html
    html = with_pictures('![![" onerror="x](attachment:x)](attachment:x)', x={"image/png": PNG})
    assert [set(tag.attrs) for tag in tags(html) if tag.name == "img"] == [{"src", "alt", "style"}]
