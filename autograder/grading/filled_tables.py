"""Tables that people fill in: read row by row, refused with the line, and made anew without a loss."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from autograder import private_files
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


@dataclass
class Kept:
    """What people had typed into a table that was made anew: rows that still have it, and a copy of the others'."""

    rows: int = 0
    copy: Path | None = None


def points(text: str, highest: float, where: str) -> float:
    """Points that somebody typed. Raises CourseError, which begins with `where`."""
    try:
        found = float(text.strip().replace(",", "."))
    except ValueError:
        raise CourseError(f"{where}: {text!r} are no points") from None
    if not 0 <= found <= highest:
        raise CourseError(f"{where}: points go from 0 to {highest:g}, not {found:g}")
    return found


def write(
    path: Path,
    made: Sequence[Mapping[str, str]],
    keys: Sequence[str],
    typed: Sequence[str],
    columns: Sequence[str],
) -> Kept:
    """Make a table anew, and keep what people have typed into the one that is there.

    made: its rows, which have these columns. keys: the columns that identify a row. typed: those that people fill in.
    What was typed is what differs from the table as it was made before, which a hidden file beside it remembers. Where
    its row is gone, or the table can't be read any more, the old file stays beside the new one under another name.
    """
    kept = Kept()
    new = {tuple(row[key] for key in keys): dict(row) for row in made}
    if path.exists():
        try:
            before, now = _entries(_made(path), keys, typed), _entries(path, keys, typed)
        except CourseError:
            kept.copy, now, before = _set_aside(path), {}, {}
        for key, entry in now.items():
            if entry == before.get(key, dict.fromkeys(typed, "")):
                continue
            if key not in new:
                kept.copy = kept.copy or _set_aside(path)
            elif any(new[key][name].strip() != text for name, text in entry.items()):
                new[key].update(entry)
                kept.rows += 1
    private_files.write(_made(path), _text(columns, made))
    private_files.write(path, _text(columns, new.values()))
    return kept


def remember_as_taken(path: Path) -> None:
    """What people typed into a table is in the gradebook now, so the next one need not keep it."""
    if _made(path).exists():
        private_files.write(_made(path), path.read_text(encoding="utf-8-sig"))


def _made(path: Path) -> Path:
    return path.with_name(f".{path.name}.made")


def _entries(path: Path, keys: Sequence[str], typed: Sequence[str]) -> dict[tuple[str, ...], dict[str, str]]:
    """Key → what is in the columns that people fill in; nothing where there is no file."""
    if not path.exists():
        return {}
    return {
        tuple(row[key] for key in keys): {name: row[name].strip() for name in typed}
        for _, row in rows(path, [*keys, *typed])
    }


def _set_aside(path: Path) -> Path:
    copy = path.with_stem(f"{path.stem}-{datetime.now():%Y-%m-%d-%H%M%S}")
    shutil.copy2(path, copy)
    private_files.close(copy)
    return copy


def _text(columns: Sequence[str], made: Iterable[Mapping[str, str]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(made)
    return text.getvalue()
