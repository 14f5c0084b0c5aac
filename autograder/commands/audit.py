"""Prove, for every exercise, that its checks do what they promise.

The reference solution earns everything and the untouched notebook nothing. Every misconception is rejected and named,
other right answers earn everything, generated mutants are caught, and no wrong answer stops a cell below it. Writes
build/audit.json and, for each lesson, build/slips/NN_topic.md: its slips, and the checks' messages for answers that
people typed. The report keeps the rows of lessons that were not audited this time. The exit code is 1 if anything
falls short.
"""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec

from rich.table import Table

from autograder.commands.common import BUILD, add_lessons, chosen_lessons, console, progress, whole_number
from autograder.commands.reports import replace_rows
from autograder.errors import INSTALL_INSTRUCTOR, CourseError
from autograder.lesson.folder import Lesson
from autograder.proof import slips_report
from autograder.proof.audit import SECRETS, ExerciseAudit, add_below, as_json, audit
from autograder.proof.slips_report import Judged
from autograder.proof.wrong_answers import DAILY, Trial, drawn
from autograder.release.build import prepare

EXAMPLES = """examples:
  autograder audit                     every lesson
  autograder audit 02_attention        one lesson (02 is enough)
  autograder audit 02 --no-mutants     the quick part only
  autograder audit 02 --all-slips      every known mistake put in place of the answer, and the cells below it run"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_lessons(parser)
    parser.add_argument(
        "--secrets",
        type=whole_number,
        default=SECRETS,
        help=f"how many sets of fresh inputs (default {SECRETS})",
    )
    parser.add_argument("--no-mutants", action="store_true", help="leave out the generated mutants")
    parser.add_argument("--exercise", help="only this exercise")
    parser.add_argument(
        "--all-slips",
        action="store_true",
        help=f"run the cells below with every slip in place of an answer, not with {DAILY} a day",
    )
    parser.add_argument(
        "--no-below", action="store_true", help="leave out running the cells below wrong answers"
    )
    parser.add_argument("--day", help="whose slips to draw for that, as 2026-03-31 (default: today, in UTC)")


def run(options: argparse.Namespace) -> int:
    results: list[ExerciseAudit] = []
    lessons = chosen_lessons(options)
    names = [name for lesson in lessons for notebook in lesson.notebooks for name in notebook.exercises]
    if options.exercise not in (None, *names):
        raise CourseError(f"no exercise is called {options.exercise!r}; there are {', '.join(names)}")
    if not options.no_mutants and find_spec("cosmic_ray") is None:
        raise CourseError(
            f"cosmic-ray is missing, which makes the mutants: type {INSTALL_INSTRUCTOR}, "
            "or leave them out with --no-mutants"
        )
    with _trial(options, lessons) as trial, progress() as bar:
        task = bar.add_task("audit", total=1 if options.exercise else len(names))
        for lesson in lessons:
            typed: list[Judged] = []
            for result in audit(
                lesson,
                options.secrets,
                not options.no_mutants,
                options.exercise,
                on_exercise=lambda n: bar.update(task, description=n),
            ):
                results.append(result)
                typed += result.typed
                bar.advance(task)
            if not options.exercise:
                slips_report.write(lesson, typed, BUILD / "slips")
        bar.update(task, description="cells below wrong answers")
        for below in trial:
            add_below(results, below)
    audited = {lesson.name for lesson in lessons}
    replace_rows(
        BUILD / "audit.json",
        as_json(results),
        lambda row: row["lesson"] in audited and options.exercise in (None, row["exercise"]),
        key="exercise",
    )
    console().print(_table(results))
    for result in results:
        for fault in result.faults:
            print(f"{result.lesson} · {result.exercise}: {fault}", file=sys.stderr)
    return 0 if all(result.ok for result in results) else 1


def _trial(options: argparse.Namespace, lessons: list[Lesson]) -> Trial:
    """Wrong answers tried in a process of its own, while this one audits the checks."""
    plan = []
    for lesson in [] if options.no_below else lessons:
        prepare(lesson)  # the checks compare with what is recorded beside the lesson's text
        chosen = drawn(lesson, options.day, None if options.all_slips else DAILY)
        only = {name: slips for name, slips in chosen.items() if options.exercise in (None, name)}
        plan.append((lesson, only))
    return Trial(plan)


def _table(results: list[ExerciseAudit]) -> Table:
    table = Table(title="Audit", title_justify="left")
    for column in (
        "lesson",
        "exercise",
        "reference",
        "empty",
        "slips named",
        "alternatives",
        "mutants caught",
        "judged",
        "below",
        "seconds",
        "",
    ):
        table.add_column(column, justify="left" if column in ("lesson", "exercise", "") else "right")
    for r in results:
        named = sum(m["rejected"] and m["named"] for m in r.misconceptions)
        right = sum(a["score"] == 1 for a in r.alternatives)
        caught = f"{r.mutants['killed']}/{r.mutants['total']}" if r.mutants else "–"
        if r.mutants and r.mutants["equivalent"]:
            caught += f" (+{len(r.mutants['equivalent'])} equivalent)"
        table.add_row(
            r.lesson,
            r.exercise,
            f"{r.reference:.2f}",
            f"{r.empty:.2f}",
            f"{named}/{len(r.misconceptions)}",
            f"{right}/{len(r.alternatives)}",
            caught,
            _judged(r.answers),
            str(r.below.get("cells", "–")),
            f"{r.seconds:.1f}",
            "ok" if r.ok else "falls short",
        )
    return table


def _judged(answers: dict[str, int]) -> str:
    """How many of the answers that people wrote are judged as what they are."""
    total = answers.get("right", 0) + answers.get("wrong", 0)
    return f"{answers['accepted'] + answers['rejected']}/{total}" if total else "–"
