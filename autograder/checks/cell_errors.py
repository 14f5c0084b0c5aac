"""A cell that uses answers: one line above what it shows where one of them is wrong, or one line instead of its error.

The line for an error says which answer to fix first, and the run goes on. Where that answer's own check has said what
is wrong with it, the line says no more; it takes the place of the one above the cell, so that no cell has two.
The whole traceback is one click away from that line, and `%tb` shows it in a terminal. In a reference notebook
(its answers still have their BEGIN SOLUTION) nothing is caught: there an error is the course's, and a CI has to see it.
"""

from __future__ import annotations

import linecache
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace, TracebackType
from typing import Any

from IPython.core.getipython import get_ipython
from IPython.display import DisplayHandle, display

from autograder.checks import panel
from autograder.checks.local_check import builds_on, latest_verdict
from autograder.checks.own_cell import has_answer, own_cell
from autograder.checks.probe import describe_error
from autograder.checks.recorded import fingerprint
from autograder.notebook.stubs import BEGIN

MIME = "application/vnd.transformer-course.mend+json"
LONGEST = 120  # characters of code, and of a message, that stand in the line; the rest is in the details

_named: dict[str, str] = {}  # exercise → the answer's fingerprint when an earlier cell stopped because of it


@dataclass(frozen=True)
class Blame:
    """Which answer to fix first, and how that is known; no exercise if every answer of the cell is right.

    told: whether its own check, or an earlier cell, has told the student what is wrong with it.
    """

    exercise: str | None
    advice: str
    told: bool = False


class GoingOn:
    """Catch errors in a cell that uses these answers, and say in one line which of them to fix first."""

    def __init__(self, *uses: str) -> None:
        self.uses = uses
        self.line: DisplayHandle | None = None  # the line above what the cell shows

    def __enter__(self) -> None:
        """Say so where an answer is known to be wrong, because what the cell shows will look like a result."""
        known = {name: latest_verdict(name, own_cell(name) or "") for name in self.uses}
        wrong = [name for name, verdict in known.items() if verdict is not None and verdict.state != "right"]
        if wrong:
            self.line = _tell(_warning(wrong))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        """Whether the error was turned into a line; an interruption never is."""
        if not isinstance(error, Exception) or trace is None:
            return False
        answers = {name: cell for name in self.uses if (cell := own_cell(name)) is not None}
        if any(BEGIN in cell for cell in answers.values()):
            return False
        a_sentence = hasattr(error, "_render_traceback_")  # its text says what to do: no network, no space
        if a_sentence and not _rejected(answers):
            _show(str(error), _details(error, trace, {}), None, error, self.line)
            return True
        blame = _blame(answers, trace)
        if blame.exercise is not None:
            _named[blame.exercise] = fingerprint(own_cell(blame.exercise) or "")
        if blame.told and not a_sentence:
            line = f"This cell stopped. {blame.advice}."
        else:
            line = f"{blame.advice}: {error if a_sentence else _what_happened(error, trace, answers)}"
        _show(line, _details(error, trace, answers), blame.exercise, error, self.line)
        return True


def _warning(wrong: Sequence[str]) -> str:
    """What to know before looking at what comes out of these answers, which their checks reject."""
    roots = dict.fromkeys(f"`{_root(name).exercise}`" for name in wrong)
    *others, last = roots
    listed = f"{', '.join(others)} and {last}" if others else last
    fails, it = ("don't pass their checks", "them") if others else ("doesn't pass its check", "it")
    return (
        f"This cell builds on {listed}, which {fails} yet, so don't trust what you see here: "
        f"fix {it} first, then run this cell again."
    )


def _blame(answers: dict[str, str], trace: TracebackType) -> Blame:
    """The first answer that its check rejects, or else whose code the error came through, or else the likeliest."""
    verdicts = {name: latest_verdict(name, cell) for name, cell in answers.items()}
    files = _files(trace)
    for name, verdict in verdicts.items():
        if verdict is not None and verdict.state != "right":
            return _root(name)
    for name, cell in answers.items():
        if cell in files.values():
            root = _root(name)
            if root.exercise != name:
                return root
            known = verdicts[name] is not None
            return Blame(
                name,
                f"Look at `{name}`, which its check finds right"
                if known
                else f"Run the check of `{name}` first",
            )
    for name, cell in answers.items():
        if _named.get(name) == fingerprint(cell):
            return _root(name)
    for name, verdict in verdicts.items():
        if verdict is None:
            return Blame(name, f"Run the check of `{name}` first")
    return Blame(None, "This cell stopped, though the checks find every answer right that it uses")


def _rejected(answers: dict[str, str]) -> bool:
    """Whether a check has found one of these answers wrong; no network or no space is nobody's mistake."""
    verdicts = [latest_verdict(name, cell) for name, cell in answers.items()]
    return any(verdict is not None and verdict.state != "right" for verdict in verdicts)


def _root(name: str) -> Blame:
    """The answer to fix first: this one, or one that it builds on and that is wrong or missing."""
    for used in builds_on(name):
        cell = own_cell(used)
        if not has_answer(used) or cell is None:
            return Blame(used, f"Answer `{used}` first, then run the cells from there on", told=True)
        verdict = latest_verdict(used, cell)
        if verdict is not None and verdict.state != "right":
            return _root(used)
    return Blame(name, f"Fix `{name}` first, then run the cells from there on", told=True)


def _files(trace: TracebackType) -> dict[str, str]:
    """The files of a traceback, cells among them, with their texts."""
    names = {frame.f_code.co_filename for frame, _ in traceback.walk_tb(trace)}
    return {name: "".join(linecache.getlines(name)) for name in names}


def _what_happened(error: Exception, trace: TracebackType, answers: dict[str, str]) -> str:
    """The error in the student's terms: their deepest line that it came through, or else this cell's."""
    files = _files(trace)
    cell_of = {file: name for name, cell in answers.items() for file, text in files.items() if text == cell}
    told = describe_error(error, SimpleNamespace(__code__=trace.tb_frame.f_code))  # type: ignore[arg-type]
    what = f"{told['type']}: {_first_line(told['message'])}" if told["message"] else told["type"]
    inside = [step for step in traceback.extract_tb(trace) if step.filename in cell_of]
    if inside:
        last = inside[-1]
        where = f"line {last.lineno} of the cell of `{cell_of[last.filename]}`"
    else:
        last = traceback.extract_tb(trace)[0]
        where = f"line {last.lineno} of this cell"
    code = _first_line((last.line or "").split("  #")[0])
    return f"{where}, `{code}`, stopped with `{what}`" if code else f"{where} stopped with `{what}`"


def _first_line(text: str) -> str:
    line = next(iter(text.strip().splitlines()), "")
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def _details(error: Exception, trace: TracebackType, answers: dict[str, str]) -> str:
    """The traceback as Python writes it, with cells called by what they are and not by a temporary file."""
    called = {trace.tb_frame.f_code.co_filename: "this cell"}
    for name, cell in answers.items():
        called |= {file: f"the cell of {name}" for file, text in _files(trace).items() if text == cell}
    steps = [
        traceback.FrameSummary(
            called.get(step.filename, step.filename), step.lineno, step.name, line=step.line
        )
        for step in traceback.extract_tb(trace)
    ]
    lines = traceback.StackSummary.from_list(steps).format()
    return "".join([*lines, *traceback.format_exception_only(error)])


def _tell(line: str) -> DisplayHandle | None:
    """Show one line in the look of a panel; what it is shown by can be used to replace it."""
    plain = panel.line_text(line)
    if get_ipython() is None:
        print(plain)
        return None
    return display({"text/html": panel.line_html(line), "text/plain": plain}, raw=True, display_id=True)


def _show(
    line: str, details: str, exercise: str | None, error: Exception, instead_of: DisplayHandle | None
) -> None:
    """Show the line for an error, with the details one click away, instead of the line that is there already."""
    sys.last_type, sys.last_value, sys.last_traceback = type(error), error, error.__traceback__  # for %tb
    _drop_figures()
    plain = f"{panel.line_text(line)}   (%tb shows the whole traceback)"
    if get_ipython() is None:
        print(plain)
        return
    told: dict[str, Any] = {"exercise": exercise, "error": type(error).__name__, "details": _clean(details)}
    html = panel.line_html(_clean(line), _clean(details))
    data = {"text/html": html, "text/plain": _clean(plain), MIME: told}
    if instead_of is None:
        display(data, raw=True)
    else:
        instead_of.update(data, raw=True)


def _clean(text: str) -> str:
    """Without what JSON cannot carry: half of a surrogate pair in a student's message."""
    return text.encode("utf-8", "replace").decode()


def _drop_figures() -> None:
    """Close what was drawn halfway: an empty figure below the line would say nothing."""
    plt = sys.modules.get("matplotlib.pyplot")
    if plt is not None and "inline" in plt.get_backend():
        plt.close("all")
