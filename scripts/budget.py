"""What each lesson costs the CI: seconds of its audit and of its solutions, and their share of the run.

    python scripts/budget.py [BUILD]    reads audit.json and solutions.json in BUILD (default: build)

Held is the share and not the time, because machines differ: exit code 1 when a lesson takes more than 2.75 times its
fair share, which is one part in as many as there are lessons. A run of some lessons only is printed and not held.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Times the fair share. A lesson of two long sittings takes about twice its share; one whose checks judge thousands of
# random draws takes more, since each wrong answer has to draw them too.
ALLOWED = 2.75


def seconds(build: Path) -> dict[str, dict[str, float]]:
    """Lesson → report ("audit", "solutions") → seconds; 0 where a report does not hold the lesson."""
    found: dict[str, dict[str, float]] = defaultdict(lambda: dict.fromkeys(("audit", "solutions"), 0.0))
    for report in ("audit", "solutions"):
        for row in json.loads((build / f"{report}.json").read_text(encoding="utf-8")):
            found[row["lesson"]][report] += row["seconds"]
    return dict(sorted(found.items()))


def shares(spent: dict[str, dict[str, float]]) -> dict[str, float]:
    """Lesson → its part of all seconds."""
    total = sum(sum(parts.values()) for parts in spent.values())
    return {lesson: sum(parts.values()) / total if total else 0.0 for lesson, parts in spent.items()}


def table(spent: dict[str, dict[str, float]]) -> str:
    found, most = shares(spent), ALLOWED / max(1, len(spent))
    width = max(map(len, ["lesson", *spent]))
    lines = [f"{'lesson':{width}}  audit s  solutions s  share  allowed"]
    for lesson, parts in spent.items():
        times = f"{parts['audit']:7.0f}  {parts['solutions']:11.0f}"
        lines.append(f"{lesson:{width}}  {times}  {found[lesson]:5.0%}  {min(1, most):7.0%}")
    return "\n".join(lines)


def too_long(spent: dict[str, dict[str, float]]) -> list[str]:
    """A sentence for each lesson that takes more of the run than it may."""
    most = ALLOWED / max(1, len(spent))
    return [
        f"{lesson} takes {share:.0%} of all lessons' time, and may take {most:.0%}: look for its slowest exercise in "
        "build/audit.json and its slowest notebook in build/solutions.json"
        for lesson, share in shares(spent).items()
        if share > most
    ]


def main(arguments: list[str], source: Path = ROOT / "source") -> int:
    build = Path(arguments[0]) if arguments else ROOT / "build"
    try:
        spent = seconds(build)
    except FileNotFoundError as error:
        print(f"{error.filename} is missing: type make audit and make solutions first", file=sys.stderr)
        return 2
    print(table(spent))
    everything = {path.parent.name for path in source.glob("*/exercises*.py")} <= spent.keys()
    sentences = too_long(spent) if everything else []
    print(*sentences, sep="\n", end="\n" if sentences else "", file=sys.stderr)
    return 1 if sentences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
