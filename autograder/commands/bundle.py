"""Pack everything that students need into one zip: released lessons, the packages as a wheel, and how to install them.

It contains no lesson's source and no solution. Wherever it is unpacked, two commands open the first lesson; START.md
in the zip has them.
"""

from __future__ import annotations

import argparse
import zipfile
from pathlib import Path

from autograder.lesson.folder import ROOT
from autograder.release.bundle import bundle

EXAMPLES = """examples:
  autograder bundle                    every released lesson, into dist/
  autograder bundle 00 01              these two
  autograder bundle --output /media/usb"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "lessons", nargs="*", metavar="LESSON", help="a lesson's folder name or its number; default: all"
    )
    parser.add_argument("--output", type=Path, default=ROOT / "dist", metavar="FOLDER", help="default: dist/")


def run(options: argparse.Namespace) -> int:
    path = bundle(options.lessons, options.output)
    with zipfile.ZipFile(path) as archive:
        notebooks = sum(name.endswith(".ipynb") for name in archive.namelist())
    print(f"{path}: {notebooks} notebooks, {path.stat().st_size / 1e6:.1f} MB")
    return 0
