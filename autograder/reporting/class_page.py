"""The class at a glance, which grading writes: scores, the mistakes people made, and one row for every submission.

It imports neither torch nor a library for figures, so grading doesn't have to wait for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from autograder.grading.shown_names import Naming, by_id
from autograder.grading.student_rows import Row, weaker
from autograder.reporting import render


def write(
    path: Path, lesson: str, rows: Sequence[Row], naming: Naming = by_id, absent: Sequence[str] = ()
) -> None:
    """Write the page in one step."""
    render.write(path, page(lesson, rows, naming, absent))


def page(lesson: str, rows: Sequence[Row], naming: Naming = by_id, absent: Sequence[str] = ()) -> str:
    """The page as HTML. absent: the students in the gradebook who handed in nothing."""
    return render.render(
        "class.html.jinja",
        title=f"{lesson}: the class",
        states=Counter(row.state for row in rows).most_common(),
        weaker=weaker(rows),
        scores=_score_counts(rows),
        mistakes=Counter(mistake for row in rows for mistake in row.causes).most_common(),
        rows=rows,
        absent=[naming(student) for student in absent],
        naming=naming,
    )


def _score_counts(rows: Sequence[Row]) -> list[tuple[str, int]]:
    """Ten ranges of the share of points, and how many submissions are in each; full marks have a line of their own."""
    shares = [row.score / row.max_score for row in rows if row.max_score and row.graded]
    ranges = [
        (f"{10 * i} to {10 * i + 9} %", sum(i <= 10 * share < i + 1 for share in shares)) for i in range(10)
    ]
    return [*ranges, ("all points", sum(share >= 1 for share in shares))]
