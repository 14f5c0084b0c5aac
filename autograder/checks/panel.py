"""A verdict as a student reads it: one quiet line when all is right, a small panel when not.

HTML for JupyterLab, with colours that follow its light or dark theme, and the same words as plain text for terminals
and editors that show no HTML. Everything that comes from a student is escaped.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path
from textwrap import wrap

from autograder.checks.explain import UNCHANGED
from autograder.checks.scoring import Criterion, Verdict
from autograder.notebook.stubs import RAISE

WIDTH = 96  # characters in a line of plain text
UNREADABLE = ("SyntaxError", "IndentationError", "TabError")
FIX_FIRST = "ix this one first, then run the check again."


def html(verdict: Verdict) -> str:
    """The panel as HTML with its own small style sheet."""
    return f"<style>{style()}</style>{body(verdict)}"


def body(verdict: Verdict) -> str:
    """The panel without its style sheet, for a page that has it already."""
    kind = {"right": "right", "not answered": "open"}.get(verdict.state, "wrong")
    parts = [f'<p><span class="ag-title">{escape(_title(verdict))}</span>{_tail_html(verdict)}</p>']
    if verdict.state not in ("right", "not answered"):
        parts.append(_criteria_html(verdict))
        parts += [f"<p>{code_spans(sentence)}</p>" for sentence in sentences(verdict)]
        if verdict.slip:
            lead, tail = map(code_spans, _around_the_name(verdict))
            parts.append(
                f"<p>{lead} <strong>{code_spans(verdict.slip.name)}</strong>{tail}</p><dl>"
                f"<dt>Why it matters</dt><dd>{code_spans(verdict.slip.why)}</dd>"
                f"<dt>Look at</dt><dd>{code_spans(verdict.slip.look)}</dd></dl>"
            )
    # Of an answer that was refused, the note is all there is to say; elsewhere it comes after the rest.
    look = "" if verdict.state in ("forbidden", "refused") else ' class="ag-quiet"'
    parts += [f"<p{look}>{code_spans(note)}</p>" for note in verdict.notes]
    return f'<div class="ag-panel ag-{kind}" role="status">{"".join(parts)}</div>'


def line_text(line: str) -> str:
    """One line as plain text; backticks mark code in it."""
    return _plain(line)


def line_html(line: str, details: str = "") -> str:
    """The same line in the look of a panel; a click on it shows the details, if there are any."""
    shown = f"<p>{code_spans(line)}</p>"
    if details:
        shown = f"<details><summary>{code_spans(line)}</summary><pre>{escape(details)}</pre></details>"
    return f'<style>{style()}</style><div class="ag-panel ag-wrong" role="status">{shown}</div>'


@cache
def style() -> str:
    """The style sheet beside this file, which travels with every panel, without its comment and line breaks."""
    sheet = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")
    return " ".join(re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL).split())


def text(verdict: Verdict) -> str:
    """The same panel as plain text, no line wider than a terminal."""
    lines = [*_wrapped("", _title(verdict) + _plain(_tail(verdict)), indent=2)]
    if verdict.state not in ("right", "not answered"):
        criteria = _criteria(verdict)
        width = max((len(c.name) for c in criteria), default=0)
        for criterion in criteria:
            lines += _wrapped(f"  {criterion.name:<{width}}   ", _outcome(criterion))
        for sentence in sentences(verdict):
            lines += _wrapped("", _plain(sentence), indent=2)
        if verdict.slip:
            lead, tail = _around_the_name(verdict)
            lines += _wrapped("", _plain(f"{lead} {verdict.slip.name}{tail}"))
            lines += _wrapped("  Why it matters  ", _plain(verdict.slip.why))
            lines += _wrapped("  Look at         ", _plain(verdict.slip.look))
    for note in verdict.notes:
        lines += _wrapped("  Note            ", _plain(note))
    return "\n".join(lines)


def _wrapped(label: str, sentence: str, indent: int | None = None) -> list[str]:
    """A sentence after its label, wrapped, with later lines under its beginning. Line breaks of its own stay."""
    blank = " " * (len(label) if indent is None else indent)
    lines: list[str] = []
    for part in sentence.splitlines() or [""]:
        first = blank if lines else label
        found = wrap(part, WIDTH, initial_indent=first, subsequent_indent=blank, break_long_words=False)
        lines += found or [first.rstrip()]
    return lines


def number(points: float) -> str:
    """Points without a needless decimal: 3, 1.5."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def _title(verdict: Verdict) -> str:
    if verdict.state == "not answered":
        return f"{verdict.exercise} · not answered yet"
    return f"{verdict.exercise} · {number(verdict.points)} of {number(verdict.max_points)} points"


def _tail(verdict: Verdict) -> str:
    if verdict.measured:
        return "".join(f" · {bits:.3f} bits per byte" for bits in verdict.measured.values())
    if verdict.state != "right":
        return ""
    all_names = [c.name for c in verdict.criteria]
    results = [name for name in all_names if not name.endswith(UNCHANGED)] or all_names
    left_alone = [name.removesuffix(UNCHANGED) for name in all_names if name not in results]
    verb = "agrees" if len(results) == 1 and not results[0].endswith("s") else "agree"
    inputs = f"{verdict.cases} input{'s' if verdict.cases != 1 else ''}"
    rest = f", and your code leaves {_listed(_as_code(left_alone))} unchanged" if left_alone else ""
    return f" · {_listed(_as_code(results))} {verb} with the reference on {inputs}{rest}"


def _tail_html(verdict: Verdict) -> str:
    return f'<span class="ag-quiet">{code_spans(_tail(verdict))}</span>'


def _criteria_html(verdict: Verdict) -> str:
    criteria = _criteria(verdict)
    rows = (f"<dt><code>{escape(c.name)}</code></dt><dd>{escape(_outcome(c))}</dd>" for c in criteria)
    return f'<dl class="ag-criteria">{"".join(rows)}</dl>' if criteria else ""


def _criteria(verdict: Verdict) -> list[Criterion]:
    """The criteria of which there is anything to say.

    Where the code stopped at once, that is none; where the check did not come to its end, those that it reached.
    """
    if verdict.state == "unfinished":
        return [c for c in verdict.criteria if c.difference]
    told = any(c.difference or c.passed for c in verdict.criteria)
    return verdict.criteria if told or not verdict.error else []


def _outcome(criterion: Criterion) -> str:
    return "agrees" if criterion.passed else criterion.difference or "agrees wherever your code doesn't stop"


def sentences(verdict: Verdict) -> list[str]:
    """What went wrong, apart from values that differ, and on which inputs; backticks mark code."""
    if not verdict.error:
        return list(verdict.regimes)
    error = verdict.error
    if error["type"] in UNREADABLE and not error.get("call"):
        return [f"Python can't read your cell: {error['message']}"]
    found = []
    if error.get("gave"):
        found.append(f"{error['gave']}, and the check could not go on with that")
    if error.get("code") == RAISE and re.match(rf"{re.escape(verdict.exercise)}\b", error.get("call", "")):
        return [
            *found,
            f"Line {error['line']} of your cell is still `{RAISE}`: delete it, run the cell again, then this check.",
        ]
    if error.get("call"):
        where = f" at line {error['line']} of your cell: `{error['code']}`" if error.get("code") else ""
        found.append(f"`{error['call']}` stopped{where}")
    found.append(f"`{error['type']}: {error['message']}`" if error["message"] else f"`{error['type']}`")
    return found + verdict.regimes


def _around_the_name(verdict: Verdict) -> tuple[str, str]:
    """What comes before the name of a slip and after it."""
    lead = f"{verdict.part}, this" if verdict.part else "This"
    if not verdict.another:
        tail = "."
    elif verdict.part:
        tail = f". There is another mistake: f{FIX_FIRST}"
    else:
        tail = f", together with another mistake. F{FIX_FIRST}"
    return f"{lead} is what comes out when", tail


def code_spans(sentence: str) -> str:
    """Escape a sentence and turn its `backticks` into code."""
    pieces = escape(sentence, quote=False).split("`")
    return "".join(f"<code>{piece}</code>" if i % 2 else piece for i, piece in enumerate(pieces))


def _plain(sentence: str) -> str:
    """A sentence without the backticks that mark code."""
    return sentence.replace("`", "")


def _as_code(names: list[str]) -> list[str]:
    return [f"`{name}`" for name in names]


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
