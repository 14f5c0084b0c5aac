"""Numbers of one's own for a written question: drawn from who asks, the same for that person every time.

The notebook draws them for the student, and who grades draws them again for the name under which it was handed in.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Mapping, Sequence

Numbers = dict[str, float]


def draw(question: str, who: str, choices: Mapping[str, Sequence[float]]) -> Numbers:
    """One of the choices for each name.

    question: what they are drawn for; another question gives the same person other numbers. who: a student's id or
    code, of which letters' case, spaces at its ends and how Unicode stores it do not matter; empty for the first choice
    of each, which the question's text may quote.
    """
    told = unicodedata.normalize("NFC", who.strip()).casefold()
    return {name: several[_place(question, told, name, len(several))] for name, several in choices.items()}


def own_numbers(question: str, student: str = "", **choices: Sequence[float]) -> Numbers:
    """Print and return the numbers that this student's answer has to use.

    question: the written question. student: the id under which you hand in, or the code that you were given. choices:
    for each name the numbers that it may have.
    """
    found = draw(question, student, choices)
    whose = f"The numbers of {student.strip()}" if student.strip() else "Without an id, the standard numbers"
    print(f"{whose}: {in_words(found)}")
    return found


def in_words(numbers: Mapping[str, float]) -> str:
    """The numbers in one line."""
    return ", ".join(f"{name} = {number:g}" for name, number in numbers.items())


def _place(question: str, told: str, name: str, count: int) -> int:
    if not told:
        return 0
    digest = hashlib.sha256(json.dumps([question, told, name]).encode()).digest()
    return int.from_bytes(digest[:8], "big") % count
