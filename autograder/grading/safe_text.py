"""Words that come from a student, a file's name or an exception's text, in a form that a report can hold."""

from __future__ import annotations

import unicodedata

from autograder.enrolment.roster_file import FORMULA

RENAMED = "the notebook was called"  # how such a change begins, before the name that a student gave it
# Characters that reorder the line they are in.
_TURNING = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


def readable(text: str) -> str:
    """The text on one line and without characters that a terminal, a file or a browser would not show as they are.

    A file's name is bytes; those that are no UTF-8 are told as \\xff, as is what moves a terminal's cursor.
    """
    try:
        raw = text.encode("utf-8", "surrogateescape")  # bytes of a file's name, as Python has read it
    except UnicodeEncodeError:
        raw = text.encode("utf-8", "surrogatepass")
    return "".join(map(_shown, " ".join(raw.decode("utf-8", "backslashreplace").splitlines())))


def table_field(text: str) -> str:
    """A field of a table that no spreadsheet takes for a formula."""
    text = readable(text)
    return f"'{text}" if text.lstrip().startswith(FORMULA) else text


def _shown(character: str) -> str:
    if character == "\t":
        return " "
    hidden = character in _TURNING or unicodedata.category(character) in ("Cc", "Zl", "Zp")
    return character.encode("unicode_escape").decode() if hidden else character
