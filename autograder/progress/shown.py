"""Which exercises are solved on this machine, shown by `autograder progress` and by one cell.

    from autograder.progress import show; show()

What is shown was remembered by the checks (progress/remembered.py). Nothing is graded by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from autograder.notebook.shell import current_shell
from autograder.progress.figure import figure
from autograder.progress.remembered import STATES, Row, find_course, next_step, rows, states_in


def show(folder: str | Path | None = None) -> None:
    """Draw the progress in the course around `folder` (default: where the notebook lies)."""
    found = rows(find_course(Path(folder) if folder else Path.cwd()))
    if current_shell() is None:
        print(text(found))
        return
    from IPython.display import display

    display({"text/html": figure(found), "text/plain": text(found)}, raw=True)


def text(found: Sequence[Row]) -> str:
    """The progress as plain text: a row a notebook, a mark an exercise."""
    titles = max((len(row.title) for row in found), default=0)
    marks = max((len(row.steps) for row in found), default=0) * 2
    lines = [
        f"{row.title:<{titles}}  {' '.join(STATES[s.state][0] for s in row.steps):<{marks}} {row.points}"
        for row in found
    ]
    legend = "   ".join(f"{STATES[state][0]} {STATES[state][1]}" for state in states_in(found))
    return "\n".join([*lines, "", legend, next_step(found)])
