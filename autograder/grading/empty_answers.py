"""Answers in which nothing was written: they have 0 points without a person, and wait for nobody."""

from __future__ import annotations

import unicodedata
from typing import Any

from nbgrader import utils

from autograder.grading import pictures


def is_empty(cell: Any) -> bool:
    """Whether an answer's cell is as it was released, or has neither a letter that can be seen nor a picture."""
    if cell.metadata.get("nbgrader", {}).get("checksum") == utils.compute_checksum(cell):
        return True
    return not visible(cell.source).strip() and not pictures.fingerprint(cell)


def visible(text: str) -> str:
    """A text without the characters that no reader can see, such as a zero-width space."""
    return "".join(letter for letter in text if unicodedata.category(letter) != "Cf")


def points(cell: Any) -> float | None:
    """A graded cell's points by nbgrader's rules, and 0 for an emptied answer; None where a person has to give them."""
    found = utils.determine_grade(cell)[0]
    return 0.0 if found is None and utils.is_solution(cell) and is_empty(cell) else found
