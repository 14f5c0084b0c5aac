"""Tables that people fill in, read and written as a spreadsheet does it."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path


def read_rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def write_rows(path: Path, head: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([list(head), *(list(row) for row in rows)])
