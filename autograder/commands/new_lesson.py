"""Make the folder of a new lesson: a notebook text with one exercise, its checks, and another right answer.

The lesson is small but complete: you can release it, and it passes its audit. docs/authors.md takes you on from there.
"""

from __future__ import annotations

import argparse

from autograder.lesson.folder import ROOT, SOURCE
from autograder.lesson.new import create

EXAMPLES = """examples:
  autograder new-lesson 04_gpt         makes source/04_gpt/"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NN_topic", help="two digits, _ and a word: the lesson's folder")


def run(options: argparse.Namespace) -> int:
    for path in create(options.name, SOURCE):
        print(f"new  {path.relative_to(ROOT)}")
    print(
        f"Edit them as docs/authors.md says; then: autograder audit {options.name}, autograder release {options.name}"
    )
    return 0
