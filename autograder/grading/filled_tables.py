"""Tables that people fill in: CSV files with a header, read row by row or refused with the line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from autograder.enrolment import spreadsheets
from autograder.errors import CourseError


def rows(path: Path, columns: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """(line number, the row's fields by column) of each row; fields that a row lacks are empty.

    Raises CourseError where the file cannot be read, is no CSV, or lacks one of these columns.
    """
    text, _ = spreadsheets.text_of(path)
    table = io.StringIO(text, newline="")
    reader = csv.DictReader(table, restval="", delimiter=spreadsheets.separator(text))
    try:
        names = list(reader.fieldnames or ())
        found = [(reader.line_num, row) for row in reader]
    except csv.Error as error:
        raise CourseError(
            f"{path}, line {reader.reader.line_num}: it cannot be read as CSV ({error})"
        ) from None
    if not set(columns) <= set(names):
        *others, last = columns
        raise CourseError(f"{path}, line 1: the columns {', '.join(others)} and {last} are needed")
    yield from found
