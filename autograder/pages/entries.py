"""What a graded notebook has to say, exercise by exercise and question by question."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nbformat import NotebookNode

from autograder.checks.panel import sentences
from autograder.checks.scoring import Verdict
from autograder.notebook.cell import OURS, Cell

_HEADING = re.compile(r"^#{2,}\s+(.*?)\s*#*$", re.MULTILINE)
_NUMBER = re.compile(r"^\d+\s*[·.:)]\s*")
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
MAX_ERROR = 2000  # characters of an error in the student's own cell
LONGEST_REASON = 160
UNREAD = "Your file could not be read"
STOPPED = ("error", "refused", "unfinished")  # states of a verdict that an ended kernel leaves behind
UNTOUCHED = "No response."  # nbgrader's comment on an answer that is as it was released


@dataclass
class Entry:
    """An exercise with its check, or a written question.

    score is None where nobody has graded it yet.
    """

    name: str
    title: str
    cell: NotebookNode  # what the student filled in
    score: float | None
    points: float
    verdict: Verdict | None = None
    comments: list[str] = field(default_factory=list)
    error: str = ""  # in the student's own cell, where the verdict does not say it already
    untouched: bool = False  # a written question
    given: list[str] = field(default_factory=list)  # items of the rubric: "0.5: sees that …"
    stopped: str = ""  # the error of the answer's own cell, where its check therefore found nothing to call
    ended: str = ""  # how the answer's cells ended their kernel, if they did
    unread: bool = False  # the file could not be read, so what was written is not known

    @property
    def source(self) -> str:
        return self.cell.source

    @property
    def is_full(self) -> bool:
        return self.score is not None and self.score >= self.points

    @property
    def reason(self) -> str:
        """Why points are missing, in one line; backticks mark code."""
        if self.unread:
            return "" if self.is_full else UNREAD
        if self.untouched:
            return "Not answered"
        if self.score is None:
            return "Not graded yet"
        if self.ended and self.verdict and not self.verdict.slip and self.verdict.state in STOPPED:
            # the NameError, or the values that were never compared, are only what followed from that
            return self.ended[:LONGEST_REASON]
        if self.stopped and not self.is_full:
            return self.stopped[:LONGEST_REASON]
        return _reason(self.verdict) if self.verdict and not self.is_full else ""


def entries(nb: NotebookNode) -> list[Entry]:
    """All that is graded in this notebook, in its order."""
    ours = nb.metadata.get(OURS, {})
    unread = bool(ours.get("invalid"))  # then no check has run, and each verdict would say "not answered"
    told = [] if unread else ours.get("verdicts", [])
    verdicts = {v["exercise"]: Verdict.from_dict(v) for v in told}
    answers: dict[str, NotebookNode] = {}
    found: list[Entry] = []
    heading = ""
    for node in nb.cells:
        cell = Cell.of(node)
        if cell.kind == "markdown" and not cell.is_solution:
            heading = _last_heading(cell.source) or heading
        if cell.is_answer:
            answers[cell.grade_id] = node
        if cell.is_check and cell.exercise in answers:
            answer = answers[cell.exercise]
            found.append(
                Entry(
                    cell.exercise,
                    heading or cell.exercise,
                    answer,
                    *_grade(cell.nbgrader),
                    verdict=verdicts.get(cell.exercise),
                    comments=_comments(Cell.of(answer).nbgrader, cell.nbgrader),
                    error=_error(answer, verdicts.get(cell.exercise)),
                    stopped=_stopped(ours.get("stopped", {}).get(cell.exercise)),
                    ended=ours.get("incidents", {}).get(cell.exercise, ""),
                    unread=unread,
                )
            )
        elif cell.is_written:
            found.append(
                Entry(
                    cell.grade_id,
                    heading or cell.grade_id,
                    node,
                    *_grade(cell.nbgrader),
                    comments=_comments(cell.nbgrader),
                    untouched=cell.nbgrader.get("comment") == UNTOUCHED,
                    given=list(cell.nbgrader.get("given") or ()),
                    unread=unread,
                )
            )
    return found


def _last_heading(source: str) -> str:
    headings = _HEADING.findall(source)
    return _NUMBER.sub("", headings[-1]) if headings else ""


def _grade(metadata: Mapping[str, Any]) -> tuple[float | None, float]:
    return metadata.get("score"), metadata.get("points") or 0.0


def _comments(*metadata: Mapping[str, Any]) -> list[str]:
    """What a grader wrote."""
    found = [str(data.get("comment") or "").strip() for data in metadata]
    return [comment for comment in found if comment and comment != UNTOUCHED]


def _error(answer: NotebookNode, verdict: Verdict | None) -> str:
    """What stopped the answer's own cell, without colours, unless its check stopped with the same."""
    told = (verdict.error or {}).get("type") if verdict else None
    for output in answer.get("outputs", []):
        if output.output_type == "error" and output.ename != told:
            lines = output.traceback or [f"{output.ename}: {output.evalue}"]
            return _COLOURS.sub("", "\n".join(lines))[-MAX_ERROR:]
    return ""


def _stopped(error: dict[str, str] | None) -> str:
    return f"Your cell stops with {error['type']}: {error['message']}".rstrip(": ") if error else ""


def _reason(verdict: Verdict) -> str:
    if verdict.slip:
        return verdict.slip.name[0].upper() + verdict.slip.name[1:]
    if verdict.state == "not answered":
        return "Not answered"
    if verdict.state == "forbidden":
        return "Uses what the exercise forbids"
    if verdict.state == "refused":
        return " ".join(verdict.notes[:1])[:LONGEST_REASON]
    if verdict.error:
        return sentences(verdict)[-1][:LONGEST_REASON]
    if verdict.state == "unfinished":
        return " ".join(verdict.notes[:1])[:LONGEST_REASON] or "The check did not run to its end"
    missed = next((criterion for criterion in verdict.criteria if not criterion.passed), None)
    return f"`{missed.name}` {missed.difference or 'differs'}"[:LONGEST_REASON] if missed else ""
