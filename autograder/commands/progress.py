"""Show which exercises you have solved on this machine, from the latest run of each check.

It grades nothing, and nothing leaves the machine. In a notebook: from autograder.progress import show; show()
"""

from __future__ import annotations

import argparse
from pathlib import Path

from autograder.progress import remembered, shown
from autograder.progress.figure import figure

EXAMPLES = """examples:
  autograder progress                  the course in or around this folder
  autograder progress ~/transformers   another one
  autograder progress --save mine.svg  the same as a picture"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path(), help="the course folder (default: where you are)"
    )
    parser.add_argument("--save", type=Path, metavar="FILE.svg", help="write the picture into a file")


def run(options: argparse.Namespace) -> int:
    found = remembered.rows(remembered.find_course(options.folder))
    print(shown.text(found))
    if options.save:
        options.save.write_text(figure(found), encoding="utf-8")
        print(f"The picture is in {options.save}")
    return 0
