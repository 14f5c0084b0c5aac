"""What a student gets back: from an autograded notebook with its grades to one page, without network and script.

Everything that a student wrote is escaped, or has passed `grading.outputs`. Nothing of an exercise's inputs or oracle
is in a verdict, so nothing of them can be on the page.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from nbconvert.exporters import Exporter
from nbformat import NotebookNode
from traitlets import default

from autograder.checks import panel
from autograder.grading.nbgrader_files import before_conversion
from autograder.grading.outputs import highlight_code, inline, markdown2html
from autograder.grading.safe_text import readable
from autograder.notebook.cell import OURS
from autograder.pages.entries import UNREAD, Entry, entries


class FeedbackExporter(Exporter):
    """What `nbgrader generate_feedback` writes for one notebook of one student."""

    def __init__(self, config: Any = None, parent: Any = None, **keywords: Any) -> None:
        """parent: nbgrader's converter, which has found its notebooks and not looked at the first yet."""
        super().__init__(config=config, parent=parent, **keywords)
        if hasattr(parent, "coursedir"):
            before_conversion(parent)

    @default("file_extension")
    def _file_extension_default(self) -> str:
        return ".html"

    def from_notebook_node(
        self, nb: NotebookNode, resources: Any = None, **options: Any
    ) -> tuple[str, dict[str, Any]]:
        nb, resources = super().from_notebook_node(nb, resources, **options)
        return page(nb, resources["nbgrader"]), resources


def page(nb: NotebookNode, grades: dict[str, Any]) -> str:
    """The page as HTML.

    nb: the autograded notebook, with score, points and comment in its cells' nbgrader metadata, as nbgrader's GetGrades
    leaves it. grades: student, assignment, notebook, score, max_score and late_penalty; shown is how the student is
    called, where that is not the id, requests are those for a regrade, where the student made any, and made_from is the
    page's fingerprint.
    """
    found, requests = entries(nb), grades.get("requests", [])
    return (
        _environment()
        .get_template("feedback.html.jinja")
        .render(
            grades={"made_from": "", **grades},
            student=readable(grades.get("shown") or grades["student"]),
            entries=found,
            unread=str(nb.metadata.get(OURS, {}).get("invalid") or "").rstrip("."),
            asked=lambda name: [each for each in requests if each.note.exercise == name],
            unread_words=UNREAD,
            # the names under which a student may ask for more
            names=[entry.name for entry in found if not entry.is_full],
            # code and text of a student's are set within one budget of time for the whole page
            code=lambda source: Markup(highlight_code({"nb": nb}, source)),
            prose=lambda entry: Markup(_prose(nb, entry)),
            line=lambda text: Markup(inline(text)),
            panel=lambda entry: Markup(panel.body(entry.verdict)),
            styles=Markup(_styles()),
        )
    )


def _prose(nb: NotebookNode, entry: Entry) -> str:
    return markdown2html({"nb": nb, "cell": entry.cell, "mathml": True}, entry.source)


@cache
def _environment() -> Environment:
    found = Environment(
        loader=PackageLoader("autograder.pages", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["points"] = panel.number
    found.filters["spans"] = lambda sentence: Markup(panel.code_spans(sentence))
    return found


@cache
def _styles() -> str:
    """Our sheet, the panel's, and the colours of code by day and by night."""
    from pygments.formatters import HtmlFormatter

    def colours(style: str) -> str:
        return HtmlFormatter(style=style).get_style_defs(".highlight")

    sheet = (files("autograder.pages") / "feedback.css").read_text(encoding="utf-8")
    night = f"@media (prefers-color-scheme: dark) {{ {colours('github-dark')} }}"
    return "\n".join([colours("default"), night, panel.style(), sheet])
