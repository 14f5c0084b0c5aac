"""Say what is here, what is missing and what to type.

The doctor only looks, and changes nothing. Where grading is installed in a clone of the repository, it also looks at
what instructors need. The exit code is 1 if something has to be fixed. Notes can wait, or settle themselves.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from textwrap import wrap

from autograder.doctor import everyone

EXAMPLES = """examples:
  autograder doctor
  autograder doctor --student          leave out what only instructors need"""
WIDTH, TOPIC, STATE = 100, 11, 9  # characters of a line, of its second and of its first column


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--student", action="store_true", help="only what students need")


def run(options: argparse.Namespace) -> int:
    problems = _show("For everyone", everyone.examine())
    if not options.student:
        from autograder.doctor import instructors

        if instructors.is_wanted():
            problems += _show("For instructors", instructors.examine())
    print(_verdict(problems))
    return 1 if problems else 0


def _show(title: str, findings: Iterable[everyone.Finding]) -> int:
    """Print each finding as soon as it is there; returns the number of problems."""
    print(title)
    problems = 0
    for finding in findings:
        problems += finding.state == everyone.PROBLEM
        label = f"  {finding.state if finding.topic else '':<{STATE}}{finding.topic:<{TOPIC}}"
        print("\n".join(_lines(label, finding.says)), flush=True)
        if finding.remedy:
            verb = "What to do: " if finding.state == everyone.PROBLEM else ""
            print("\n".join(_lines(" " * len(label), verb + finding.remedy)))
    print()
    return problems


def _lines(label: str, words: str) -> list[str]:
    blank = " " * len(label)
    return wrap(
        words,
        WIDTH,
        initial_indent=label,
        subsequent_indent=blank,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _verdict(problems: int) -> str:
    if not problems:
        return "You have everything you need."
    return f"{problems} problem{'s' if problems > 1 else ''} to fix; what to do is below each."
