"""Why an exercise has less than all its points: one cause for each, the same wherever it is told or counted."""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SYNTAX = ("SyntaxError", "IndentationError", "TabError")
# the kind of end that a kernel had in an answer's cell → what happened, as the end of "when …"
_ENDS = {
    **dict.fromkeys(("time", "deadline", "cpu"), "its cell takes too long and is stopped"),
    **dict.fromkeys(("exit", "signal"), "its cell ends the Python process"),
    "memory": "its cell uses too much memory",
}
_STOPPED = "its cell is stopped"
_UNDEFINED = "does not define it"  # in the judge's note of an answer whose name is missing
_FORBIDDEN = "uses what the exercise forbids"
_USE = re.compile(r"`([^`]+)`")  # in the note of a verdict: `line 3: torch.softmax`
# where a name that we count may begin; another word is the student's own
_LIBRARIES = sys.stdlib_module_names | {
    *("torch", "numpy", "utils", "transformers", "peft", "tiktoken", "tokenizers"),
    *("scipy", "sklearn", "pandas", "rapidfuzz"),
}


@dataclass(frozen=True)
class Cause:
    """Why one exercise of one submission has less than all its points.

    name: what the class page and the report count, as the end of "when …"; empty where the mistake is not known. told:
    the line for this submission, empty where another line of its row says it. look: the question that the panel asked.
    """

    exercise: str
    name: str
    told: str
    look: str = ""


def cause(
    verdict: Mapping[str, Any], end: str | None = None, own_error: Mapping[str, Any] | None = None
) -> Cause | None:
    """The cause that a verdict gives, None where nothing is missing or nothing was answered.

    end: the kind of end that a kernel had in this exercise's cells, if it had one. own_error: what the answer's own
    cell stopped with; its check then only found that the name is missing.
    """
    if own_error:
        verdict = {**verdict, "error": own_error}
    exercise, state, slip = verdict["exercise"], verdict["state"], verdict.get("slip")
    if state in ("right", "not answered"):
        return None
    if slip:
        return Cause(exercise, slip["name"], f"{exercise}: {slip['name']}", slip.get("look", ""))
    if state == "forbidden":
        uses = _USE.findall(" ".join(verdict["notes"]))
        told = f"{exercise}: {_FORBIDDEN}" + (f" ({'; '.join(uses)})" if uses else "")
        functions = ", ".join(sorted(set(map(_function, uses)) - {""}))
        return Cause(exercise, f"it {_FORBIDDEN}" + (f" ({functions})" if functions else ""), told[:160])
    ended = _ENDS.get(end, _STOPPED) if end is not None else ""
    if state == "error":
        # after such an end the name of the answer is missing, and its NameError is no mistake of its own
        return Cause(exercise, ended or _stops(verdict), "" if ended else _stopped(verdict))
    if state == "refused":
        note = " ".join(verdict["notes"][:1])
        if ended and _UNDEFINED in note:  # for the same reason
            return Cause(exercise, ended, "")
        return Cause(exercise, ended or _refused(note), f"{exercise}: {note}")
    if state == "unfinished":
        name = ended or "the check doesn't run to its end"
        return Cause(exercise, name, f"{exercise}: {ended or 'the check did not run to its end'}")
    return Cause(exercise, "", "")


def causes(data: Mapping[str, Any]) -> list[Cause]:
    """The causes in what grading found out about a notebook, in the notebook's order."""
    ends = data.get("ends") or dict.fromkeys(data.get("incidents", {}), "unknown")
    stopped = data.get("stopped", {})  # graded by an earlier version, a notebook has none
    found = [
        cause(verdict, ends.get(verdict["exercise"]), stopped.get(verdict["exercise"]))
        for verdict in data.get("verdicts", [])
    ]
    return [each for each in found if each]


def _function(use: str) -> str:
    """`torch.softmax` for `in helper, line 3: torch.softmax`; empty where a word in it may be the student's."""
    name = use.rpartition(": ")[2].partition(" (")[0]
    root, dot, _ = name.partition(".")
    is_known = root in _LIBRARIES if dot and root else bool(dot) or hasattr(builtins, name)
    return name if is_known and " " not in name else ""


def _refused(note: str) -> str:
    return "its cell does not define it" if _UNDEFINED in note else "it is refused"


def _stops(verdict: Mapping[str, Any]) -> str:
    kind = (verdict.get("error") or {}).get("type", "")
    if kind in SYNTAX:
        return f"Python can't read its cell ({kind})"
    # Python's own exceptions only: a student may have named another after someone
    return f"it stops with {kind if hasattr(builtins, kind) else 'an exception'}"


def _stopped(verdict: Mapping[str, Any]) -> str:
    error = verdict.get("error") or {}
    kind, message = error.get("type", "an error"), error.get("message", "")
    stops = "" if kind in SYNTAX else "stops with "
    return f"{verdict['exercise']}: {stops}{kind}: {message}"[:160].rstrip(": ")
