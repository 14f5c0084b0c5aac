"""A fingerprint of all that a page says and that may change: it is on the page, and `give-back` compares it.

A page is out of date when its fingerprint is no longer that of the gradebook, the graded notebook and the replies.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nbgrader.api import MissingEntry

from autograder.grading import regrade_log, ticks
from autograder.grading.gradebook import is_there, opened
from autograder.grading.submissions import Course
from autograder.notebook.cell import OURS

MARK = re.compile(rb'<meta name="made-from" content="([0-9a-f]+)">')
BEGINS = 4096  # bytes at a page's beginning, in which the mark is

Said = Mapping[str, list[Any]]  # student → their requests for a regrade that came by table, and the replies


def said(root: Path, lesson: str) -> Said:
    """What was asked and answered about a lesson; requests in a notebook come with that file."""
    found: dict[str, list[Any]] = {}
    for note in regrade_log.asked(root, lesson):
        found.setdefault(note.student, []).append([note.exercise, note.text])
    for note, reply in regrade_log.replies(root, lesson).items():
        found.setdefault(note.student, []).append(
            [note.exercise, note.text, reply.reply, reply.before, reply.after]
        )
    return found


def fingerprint(gradebook: Any, notebook: Any, findings: Mapping[str, Any], student_said: list[Any]) -> str:
    """What a page is made from, as a short text.

    notebook: the gradebook's row. findings: what grading has left in the graded notebook's metadata.
    """
    grades = [
        [
            grade.name,
            None if grade.needs_manual_grade and grade.manual_score is None else _number(grade.score),
            None if grade.manual_score is None else ticks.ticked(gradebook, grade),
        ]
        for grade in sorted(notebook.grades, key=lambda grade: grade.name)
    ]
    comments = sorted([comment.name, comment.comment or ""] for comment in notebook.comments)
    found = [
        [verdict.get(key) for key in ("exercise", "state", "slip", "another", "part")]
        + [[each.get("name"), each.get("passed")] for each in verdict.get("criteria", [])]
        for verdict in findings.get("verdicts", [])
    ]
    told = [
        grades,
        comments,
        _number(notebook.late_submission_penalty or 0),
        [findings.get("file"), findings.get("invalid"), found],
        student_said,
    ]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:32]


def of_page(page: bytes) -> str:
    """The fingerprint on a page; empty where it has none, as those of an earlier version."""
    match = MARK.search(page[:BEGINS])
    return match[1].decode() if match else ""


def now(course: Course, lesson: str) -> dict[tuple[str, str], str]:
    """(student, notebook) → the fingerprint that a page made now would have."""
    if not is_there(course.db_url):
        return {}
    told, found = said(course.root, lesson), {}
    with opened(course.db_url) as gradebook:
        try:
            submissions = gradebook.find_assignment(lesson).submissions
        except MissingEntry:
            return {}
        for submission in submissions:
            student: str = submission.student.id
            folder = course.autograded_of(lesson, student)
            for notebook in submission.notebooks:
                findings = _findings(folder / f"{notebook.name}.ipynb")
                found[student, notebook.name] = fingerprint(
                    gradebook, notebook, findings, told.get(student, [])
                )
    return found


def _findings(path: Path) -> dict[str, Any]:
    try:
        return json.loads(path.read_text(encoding="utf-8"))["metadata"].get(OURS, {})
    except (OSError, ValueError, KeyError):
        return {}


def _number(points: float) -> str:
    return f"{points:g}"
