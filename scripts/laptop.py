"""What each notebook asks of a student's laptop: the table in docs/laptop.md, from what `make solutions` recorded.

    python scripts/laptop.py [BUILD]    reads BUILD/solutions.json (default: build) and writes docs/laptop.md

Rows of notebooks that were not run this time stay as they are; each row has its own date. Only runs on a CPU at scale
small count, and only those that ended well. The seconds are CPU time of one thread, which other work on the machine
hardly changes, and contain the imports.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MOST_SECONDS, MOST_MB = 120, 3000
START, END = "<!-- the table begins: python scripts/laptop.py writes it -->", "<!-- the table ends -->"
HEAD = ("| notebook | seconds | peak memory, MB | measured |", "|---|---|---|---|")
Rows = dict[str, tuple[float, float, str]]  # notebook → seconds, MB, date


def measured(report: Iterable[Mapping[str, Any]]) -> Rows:
    """What build/solutions.json holds of notebooks that ran well on a CPU at scale small."""
    return {
        row["notebook"]: (row["cpu_seconds"], row["peak_mb"], row["date"])
        for row in report
        if row["ok"] and row["device"] == "cpu" and row["scale"] == "small" and row.get("cpu_seconds")
    }


def known(page: str) -> Rows:
    """The rows that a page has."""
    found = re.findall(r"^\| (\w+) \| ([\d.]+) \| ([\d.]+) \| ([\d-]+) \|$", page, re.MULTILINE)
    return {name: (float(seconds), float(mb), date) for name, seconds, mb, date in found}


def written(page: str, rows: Rows, notebooks: Sequence[str]) -> str:
    """The page with these rows in place of its own, in the order of the notebooks; others are left out."""
    kept = {name: rows[name] for name in notebooks if name in rows}
    lines = [f"| {name} | {seconds:.0f} | {mb:.0f} | {date} |" for name, (seconds, mb, date) in kept.items()]
    large = [f"`{name}`" for name, row in kept.items() if row[0] > MOST_SECONDS or row[1] > MOST_MB]
    below = [
        f"Measured so far: {len(kept)} of {len(notebooks)} notebooks.",
        *([f"Of these, {', '.join(large)} took more than two minutes or 3 GB."] if large else []),
    ]
    before, rest = page.split(START)
    table = "\n".join([START, "", *HEAD, *lines, "", *([" ".join(below), ""] if kept else []), END])
    return before + table + rest.split(END)[1]


def main(arguments: list[str], root: Path = ROOT) -> int:
    report = (Path(arguments[0]) if arguments else root / "build") / "solutions.json"
    if not report.is_file():
        print(f"{report} is missing: type make solutions first", file=sys.stderr)
        return 2
    path = root / "docs" / "laptop.md"
    page = path.read_text(encoding="utf-8")
    rows = known(page) | measured(json.loads(report.read_text(encoding="utf-8")))
    notebooks = [text.stem for text in sorted(root.glob("source/*/[0-9]*.py"))]
    path.write_text(written(page, rows, notebooks), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
