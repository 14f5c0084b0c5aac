"""What of a student's outputs and words reaches a reader's browser: text and pictures, nothing that runs.

Feedback and the formgrader show what a submission put out. HTML, JavaScript, SVG and widgets in it would run in the
browser of an instructor who is logged in, so they stop here; plain text, errors and pixel pictures stay. Panels of
checks are ours, made from the verdict with all words of the student's escaped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from html import escape
from typing import Any
from xml.etree.ElementTree import Element, tostring

from jinja2 import pass_context
from nbformat import NotebookNode
from nbformat.v4 import new_output

from autograder.checks.limit import Budget, TooSlow
from autograder.grading import pictures
from autograder.grading.pictures import PICTURES, Pasted

MAX_OUTPUTS = 100  # of one cell
MAX_TEXT = 50_000  # characters of one cell
MAX_NOTEBOOK = 2_000_000  # characters of all outputs
# CPU seconds to set all that a student wrote on one page; an honest page takes one.
SETTING_SECONDS = 10.0
CUT = "\n... the rest of this output was left out ...\n"


def make_safe(cell: NotebookNode, room: int = MAX_NOTEBOOK) -> int:
    """Reduce a cell's outputs to what may be shown, at most `room` characters; returns the room that is left."""
    kept: list[NotebookNode] = []
    text_left = MAX_TEXT
    for output in cell.get("outputs", [])[: MAX_OUTPUTS + 1]:
        if len(kept) == MAX_OUTPUTS or text_left <= 0 or room <= 0:
            kept.append(new_output("stream", name="stdout", text=CUT))
            break
        safe = _safe(output, min(text_left, room), room)
        if safe is None:
            continue
        size = _size(safe)
        room -= size
        text_left -= 0 if _picture(safe) else size
        kept.append(safe)
    cell.outputs = kept
    cell.execution_count = number_or_none(cell.get("execution_count"))
    return room


def number_or_none(count: Any) -> int | None:
    """A cell's number, if it is one: a kernel can claim anything."""
    return count if isinstance(count, int) and 0 <= count < 10**6 else None


def _safe(output: Mapping[str, Any], text_left: int, room: int) -> NotebookNode | None:
    match output.get("output_type"):
        case "stream":
            name = "stderr" if output.get("name") == "stderr" else "stdout"
            return new_output("stream", name=name, text=_cut(_text(output.get("text")), text_left))
        case "error":
            lines = output.get("traceback")
            traceback = "\n".join(map(_text, lines)) if isinstance(lines, list) else ""
            return new_output(
                "error",
                ename=_text(output.get("ename"))[:200],
                evalue=_text(output.get("evalue"))[:2000],
                traceback=_cut(traceback, text_left).splitlines(),
            )
        case "display_data" | "execute_result":
            data = output.get("data")
            return _safe_display(data if isinstance(data, Mapping) else {}, text_left, room)
    return None


def _safe_display(data: Mapping[str, Any], text_left: int, room: int) -> NotebookNode:
    """A picture and the plain text; where there is neither, a line that says what was there."""
    shown: dict[str, str] = {}
    for kind in PICTURES:
        picture = pictures.checked(data.get(kind), kind)
        if picture and len(picture) < room:
            shown[kind] = picture
    if "text/plain" in data:
        shown["text/plain"] = _cut(_text(data["text/plain"]), text_left)
    if not shown:
        kinds = ", ".join(sorted(str(kind)[:60] for kind in data)[:5]) or "no kind"
        shown["text/plain"] = f"[an output that is not shown here: {kinds}]"
    return new_output("display_data", data=shown)


def _picture(output: NotebookNode) -> bool:
    return any(kind in output.get("data", {}) for kind in PICTURES)


def _text(value: Any) -> str:
    text = "".join(map(str, value)) if isinstance(value, list) else value if isinstance(value, str) else ""
    return text.encode("utf-8", "replace").decode()  # half a surrogate pair cannot be written to a file


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[:length] + CUT


def _size(output: NotebookNode) -> int:
    parts = [*output.get("data", {}).values(), output.get("text", ""), *output.get("traceback", [])]
    return sum(map(len, parts))


# --- written answers ----------------------------------------------------------------------------------------------

_TAGS = set(
    """p br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong b i del s sub sup span div a
table thead tbody tr th td
math mrow mi mo mn ms mtext mspace msup msub msubsup munder mover munderover mfrac msqrt mroot mtable mtr mtd
mfenced menclose mpadded mphantom mstyle""".split()
)
_ATTRIBUTES = {
    "a": {"href", "title"},
    "span": {"class"},
    "div": {"class"},
    "math": {"display"},
    "mo": {"stretchy", "fence", "form", "separator"},
    "mi": {"mathvariant"},
    "mstyle": {"displaystyle", "scriptlevel"},
}
_TOKENS = {"mi", "mn", "mo", "ms", "mtext"}  # MathML's elements for text, which hold no other elements
# MathJax turns these into links, classes and styles of the student's choice.
_MATH_COMMANDS = re.compile(
    r"(?:\\|&#0*92;|&#x0*5c;|&bsol;)\s*(href|class|style|cssId|require|data|url)\b", re.IGNORECASE
)


@cache
def _renderer(mathml: bool, written: bool) -> Any:
    """nbconvert's class that renders Markdown. mathml: formulas as MathML. written: the words are a student's."""
    from nbconvert.filters.markdown_mistune import IPythonRenderer

    class Written(IPythonRenderer):
        def block_code(self, code: str, info: str | None = None) -> str:
            """Code as text. nbconvert would hand on a diagram, ```mermaid, as HTML for a script to draw."""
            return super().block_code(code, None if (info or "").startswith("mermaid") else info)

        def image(self, text: str, url: str, title: str | None = None) -> str:
            """A mark where a pasted picture goes, or a few words: a page fetches none (text is HTML)."""
            pasted: Any = self.attachments
            return pasted.image(text or escape(title or "without a name"), url)

    base: Any = Written if written else IPythonRenderer

    class MathML(base):
        def block_math(self, body: str) -> str:
            return _mathml(body, "block")

        def inline_math(self, body: str) -> str:
            return _mathml(body, "inline")

        def latex_environment(self, name: str, body: str) -> str:
            return _mathml(rf"\begin{{{name}}}{body}\end{{{name}}}", "block")

    return MathML if mathml else base


def _mathml(body: str, display: str) -> str:
    """A formula as MathML; what cannot be read as one stays as it was typed."""
    from latex2mathml.converter import convert_to_element

    try:
        return _as_text(convert_to_element(body, display=display))
    except Exception:  # its parser raises whatever its tables lack
        return f"<code>{escape(body)}</code>"


def _as_text(formula: Element) -> str:
    r"""The MathML as latex2mathml's own convert() writes it, but without HTML of a student's: \text{<div>}.

    That one turns every &lt; back into <, for the sake of references like &#x0003D;, which are its symbols.
    """
    for token in formula.iter():
        if token.tag in _TOKENS and len(token):  # \mathop{\mathrm{mean}}: a browser sees no MathML in there
            token.text = "".join(token.itertext())
            for child in list(token):
                token.remove(child)
    return tostring(formula, encoding="unicode").replace("&amp;#", "&#")


@pass_context
def markdown2html(context: Any, source: str) -> str:
    """nbconvert's filter of this name, but a student's own text keeps no HTML, no picture from elsewhere and no
    link to a script. Pictures that were pasted in are shown.

    nbgrader_config.py puts it in HTMLExporter.filters, which the formgrader uses. "mathml" in the context: formulas as
    MathML, which browsers set by themselves, in place of words for MathJax, which comes over the network.
    """
    from nbconvert.filters.markdown_mistune import MarkdownWithMath

    cell = context.get("cell") or {}
    written = bool(cell.get("metadata", {}).get("nbgrader", {}).get("solution"))
    renderer_class = _renderer(bool(context.get("mathml")), written)
    if not written:
        renderer = renderer_class(escape=False, attachments=cell.get("attachments", {}))
        return MarkdownWithMath(renderer=renderer).render(source)
    try:
        with _budget(context).spend():
            pasted = Pasted(pictures.addresses(cell))
            renderer = renderer_class(escape=True, allow_harmful_protocols=False, attachments=pasted)
            return pasted.put_in(_clean(MarkdownWithMath(renderer=renderer).render(source)))
    except (TooSlow, RecursionError, MemoryError):
        note = "This answer takes too long to set as Markdown, and is shown as it was typed."
        return f"<p><em>{note}</em></p><pre>{escape(_cut(source, MAX_TEXT))}</pre>"


def inline(text: str, mathml: bool = True) -> str:
    """One paragraph of a lesson's Markdown as HTML in a line. mathml: formulas as MathML."""
    html = markdown2html({"cell": {}, "mathml": mathml}, text).strip().replace("\n", " ")
    return re.sub(r"^<p>(.*)</p>$", r"\1", html)


@pass_context
def highlight_code(context: Any, source: str, metadata: Any = None) -> str:
    """nbconvert's filter of this name, but code that takes too long to colour stays as it was typed.

    nbgrader_config.py puts it in HTMLExporter.filters, too.
    """
    from nbconvert.filters import Highlight2HTML

    try:
        with _budget(context).spend():
            return Highlight2HTML(pygments_lexer="ipython3")(source, metadata=metadata)
    except (TooSlow, RecursionError, MemoryError):
        return f'<div class="highlight"><pre>{escape(_cut(source, MAX_TEXT))}</pre></div>'


# The notebook that is being set, and what is left of its time.
_page: tuple[Any, Budget] = (None, Budget(SETTING_SECONDS))


def _budget(context: Any) -> Budget:
    """What is left for the page that is being made."""
    global _page
    notebook = context.get("nb")
    if notebook is None or _page[0] is not notebook:
        _page = notebook, Budget(SETTING_SECONDS)
    return _page[1]


def _clean(html: str) -> str:
    """HTML without what a browser would run or fetch."""
    import nh3

    clean = nh3.clean(html, tags=_TAGS, attributes=_ATTRIBUTES, url_schemes={"http", "https", "mailto"})
    return _MATH_COMMANDS.sub(r"\1", clean)
