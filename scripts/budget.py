"""What each lesson costs the CI: CPU seconds of its audit and of its solutions, and their share of the run.

    python scripts/budget.py [BUILD]    reads audit.json and solutions.json in BUILD (default: build)

Held is the share and not the time, because machines differ: exit code 1 when a lesson takes more than 2.5 times its
fair share, which is that of its notebooks among all notebooks: a lesson of three sittings may take three times as much
as one of a single sitting. `MORE` names the lessons that may take more than that, and why. A run of some lessons only
is printed and not held.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Times the fair share: a sitting that trains a model, or whose checks judge thousands of random draws, takes more.
ALLOWED = 2.5
MORE = {
    "09_lora": 1.3,  # both notebooks train blocks of SmolLM2, a model of 135 million weights
    "13_capstone": 2.0,  # its one notebook trains seven models: three seeds of two designs, and one to hand in
}

Spent = dict[
    str, dict[str, float]
]  # lesson → seconds of "audit" and "solutions", and how many "notebooks" it has


def spent_in(build: Path) -> Spent:
    """What the two reports say; seconds are 0 where a report does not hold the lesson.

    The audit's seconds are CPU time already; so are a notebook's, unless its kernel could not say them.
    """
    found: Spent = defaultdict(lambda: dict.fromkeys(("audit", "solutions", "notebooks"), 0.0))
    for report in ("audit", "solutions"):
        for row in json.loads((build / f"{report}.json").read_text(encoding="utf-8")):
            found[row["lesson"]][report] += row.get("cpu_seconds") or row["seconds"]
            found[row["lesson"]]["notebooks"] += report == "solutions"  # a row for each
    return dict(sorted(found.items()))


def shares(spent: Spent) -> dict[str, float]:
    """Lesson → its part of all seconds."""
    taken = {lesson: parts["audit"] + parts["solutions"] for lesson, parts in spent.items()}
    total = sum(taken.values())
    return {lesson: seconds / total if total else 0.0 for lesson, seconds in taken.items()}


def allowed(spent: Spent) -> dict[str, float]:
    """Lesson → the largest part that it may take."""
    notebooks = sum(parts["notebooks"] for parts in spent.values())
    return {
        lesson: min(1, ALLOWED * MORE.get(lesson, 1.0) * parts["notebooks"] / notebooks) if notebooks else 1.0
        for lesson, parts in spent.items()
    }


def table(spent: Spent) -> str:
    found, most = shares(spent), allowed(spent)
    width = max(map(len, ["lesson", *spent]))
    lines = [f"{'lesson':{width}}  audit s  solutions s  share  allowed"]
    for lesson, parts in spent.items():
        times = f"{parts['audit']:7.0f}  {parts['solutions']:11.0f}"
        lines.append(f"{lesson:{width}}  {times}  {found[lesson]:5.0%}  {most[lesson]:7.0%}")
    return "\n".join(lines)


def too_long(spent: Spent) -> list[str]:
    """A sentence for each lesson that takes more of the run than it may."""
    most = allowed(spent)
    return [
        f"{lesson} takes {share:.0%} of all lessons' time, and may take {most[lesson]:.0%}: look for its slowest "
        "exercise in build/audit.json and its slowest notebook in build/solutions.json"
        for lesson, share in shares(spent).items()
        if share > most[lesson]
    ]


def main(arguments: list[str], source: Path = ROOT / "source") -> int:
    build = Path(arguments[0]) if arguments else ROOT / "build"
    try:
        spent = spent_in(build)
    except FileNotFoundError as error:
        print(f"{error.filename} is missing: type make audit and make solutions first", file=sys.stderr)
        return 2
    print(table(spent))
    everything = {path.parent.name for path in source.glob("*/exercises")} <= spent.keys()
    sentences = too_long(spent) if everything else []
    print(*sentences, sep="\n", end="\n" if sentences else "", file=sys.stderr)
    return 1 if sentences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
