"""Answers that people wrote from a released notebook alone, without having seen its exercises/.

tests/lessons/LESSON/answers.jsonl holds them, one JSON object per line: notebook, exercise, name, kind ("right" or
"wrong") and code; and `allowed`, a reason, for an answer that its writer called wrong but that the text allows. The
audit scores them with fresh inputs.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import LessonError
from autograder.lesson.folder import Lesson

FOLDER = Path("tests", "lessons")


@dataclass(frozen=True)
class Answer:
    """One answer cell and what its writer meant it to be."""

    exercise: str
    name: str
    is_right: bool
    code: str
    allowed: str = ""


def answers_of(lesson: Lesson) -> dict[str, list[Answer]]:
    """Exercise → the answers that were written for it; empty where nobody has written any."""
    path = lesson.folder.parent.parent / FOLDER / lesson.name / "answers.jsonl"
    found: dict[str, list[Answer]] = {}
    if not path.exists():
        return found
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            entry = json.loads(line)
            answer = Answer(
                entry["exercise"],
                entry["name"],
                entry["kind"] == "right",
                entry["code"],
                entry.get("allowed", ""),
            )
        except (ValueError, KeyError, TypeError) as error:
            raise LessonError(f"{path}, line {number}: no answer ({type(error).__name__}: {error})") from None
        found.setdefault(answer.exercise, []).append(answer)
    return found
