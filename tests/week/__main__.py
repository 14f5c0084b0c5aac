"""Walk the week with a class: `python -m tests.week 200`. Prints commands with seconds, and what did not hold."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the tests' own helpers

from tests.week.course_folder import CourseFolder
from tests.week.walking import Week


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.week", description=__doc__)
    parser.add_argument("students", type=int, nargs="?", default=200)
    parser.add_argument("--folder", type=Path, help="where the course is made (default: a new one)")
    parser.add_argument("--seconds", type=int, default=60, help="for each cell in grading")
    options = parser.parse_args()
    root = options.folder or Path(tempfile.mkdtemp(prefix="week-"))
    week = Week(CourseFolder(root.resolve(), options.seconds, loud=True), options.students)
    try:
        week.walk()
    finally:
        day = f"{datetime.now(UTC):%Y-%m-%d}"
        print(
            f"{day}, {os.cpu_count()} cores, {options.students} students, in {root}\n\n{week.folder.table()}\n"
        )
        print(*(f"{count} lost points looked at: {where}" for where, count in week.lost.items()), sep="\n")
        print(*week.found, sep="\n")
    return 1 if week.found else 0


if __name__ == "__main__":
    sys.exit(main())
