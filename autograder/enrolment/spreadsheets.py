"""Tables as spreadsheets save them: which encoding, and which character separates the fields."""

from __future__ import annotations

import codecs
from pathlib import Path

from autograder.errors import CourseError

WINDOWS = "Windows-1252"  # what Excel in western Europe and America calls CSV
_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


def text_of(path: Path) -> tuple[str, str]:
    """The text of a table, and the encoding it was read in: UTF-8, UTF-16 or, where it is neither, Windows-1252.

    Raises CourseError where the file can't be read, or is none of the three.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CourseError(f"{path} cannot be read ({error.strerror})") from None
    marked = next((name for mark, name in _MARKS.items() if content.startswith(mark)), "")
    for encoding in [marked] if marked else ["utf-8", WINDOWS]:
        try:
            return content.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    raise CourseError(f"{path} is neither UTF-8, UTF-16 nor {WINDOWS}: save it as CSV in UTF-8")


def separator(text: str) -> str:
    """Comma, semicolon (spreadsheets in much of Europe) or tab (Excel's "Unicode text"): what line 1 has most of."""
    header = (text.splitlines() or [""])[0]
    return max(",;\t", key=header.count)
