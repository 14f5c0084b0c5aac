"""The class at a glance, as one HTML page: scores, the mistakes people made, and a row for every submission."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from pathlib import Path

from autograder.grading.safe_text import readable
from autograder.grading.student_rows import Row

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --ink: #1f2328; --quiet: #59636e; --line: #d1d9e0; --bar: #0072b2; --page: #fff; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --ink: #e6edf3; --quiet: #9198a1; --line: #3d444d; --bar: #56b4e9; --page: #0d1117; }} }}
body {{ font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); max-width: 62em;
  margin: 2em auto; padding: 0 1em; }}
h1 {{ font-size: 1.4em; }} h2 {{ font-size: 1.1em; margin-top: 2em; }}
table {{ border-collapse: collapse; width: 100%; }} th {{ text-align: left; color: var(--quiet); font-weight: 600; }}
th, td {{ padding: .3em .8em .3em 0; border-bottom: 1px solid var(--line); vertical-align: top; }}
td.number {{ text-align: right; white-space: nowrap; }} td ul {{ margin: 0; padding-left: 1.1em; }}
.bar {{ display: inline-block; height: .75em; background: var(--bar); border-radius: 2px; }}
.quiet {{ color: var(--quiet); }}
</style></head><body>
<h1>{title}</h1>
<p>{summary}</p>
<h2>Scores</h2>{scores}
<h2>Mistakes that were named</h2>{mistakes}
<h2>Submissions</h2>{rows}
</body></html>
"""


def write(path: Path, lesson: str, rows: Sequence[Row]) -> None:
    """Write the page in one step."""
    states = Counter(row.state for row in rows)
    summary = f"{len(rows)} submissions: " + ", ".join(
        f"{count} {state}" for state, count in states.most_common()
    )
    page = _PAGE.format(
        title=escape(f"{lesson}: the class"),
        summary=escape(summary),
        scores=_bars(_score_counts(rows)),
        mistakes=_bars(Counter(mistake for row in rows for mistake in row.mistakes).most_common()),
        rows=_table(rows),
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".writing")
    draft.write_text(page, encoding="utf-8")
    draft.replace(path)


def _score_counts(rows: Sequence[Row]) -> list[tuple[str, int]]:
    """Ten ranges of the share of points, and how many submissions lie in each; full marks stand alone."""
    shares = [row.score / row.max_score for row in rows if row.max_score]
    ranges = [
        (f"{10 * i} to {10 * i + 9} %", sum(i <= 10 * share < i + 1 for share in shares)) for i in range(10)
    ]
    return [*ranges, ("all points", sum(share >= 1 for share in shares))]


def _bars(counts: Sequence[tuple[str, int]]) -> str:
    if not counts:
        return '<p class="quiet">None.</p>'
    most = max(count for _, count in counts) or 1
    lines = (
        f'<tr><td>{_shown(label)}</td><td class="number">{count}</td>'
        f'<td style="width:45%"><span class="bar" style="width:{100 * count / most:.0f}%"></span></td></tr>'
        for label, count in counts
    )
    return f"<table>{''.join(lines)}</table>"


def _table(rows: Sequence[Row]) -> str:
    lines = (
        f'<tr><td>{_shown(row.student)}</td><td class="number">{row.score:g} of {row.max_score:g}</td>'
        f"<td>{escape(row.state)}</td><td>{_list([*row.mistakes, *row.reasons])}</td></tr>"
        for row in rows
    )
    head = "<tr><th>student</th><th>points from checks</th><th>state</th><th>named mistakes and reasons</th></tr>"
    return f"<table>{head}{''.join(lines)}</table>"


def _list(items: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{_shown(item)}</li>' for item in items)}</ul>" if items else ""


def _shown(words: str) -> str:
    return escape(readable(words))
