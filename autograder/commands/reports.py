"""Reports in build/ that several runs fill: each replaces its own rows and keeps those of the others."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from filelock import FileLock

from autograder.lesson.folder import SOURCE

Row = dict[str, Any]


def replace_rows(file: Path, rows: Sequence[Row], is_replaced: Callable[[Row], bool], key: str) -> None:
    """Put these rows into a report instead of those that they replace, in the order of `lesson` and then of `key`.

    Rows of lessons that are gone go, too. Two runs may do this at once.
    """
    file.parent.mkdir(exist_ok=True)
    with FileLock(file.with_suffix(".lock")):
        try:
            before = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError):  # none yet, or damaged
            before = []
        kept = [row for row in before if not is_replaced(row) and (SOURCE / row["lesson"]).is_dir()]
        there = sorted([*kept, *rows], key=lambda row: (row["lesson"], row[key]))
        file.write_text(json.dumps(there, indent=1) + "\n", encoding="utf-8")
