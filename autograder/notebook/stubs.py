"""The unanswered form of an answer cell, as nbgrader's ClearSolutions makes it."""

from __future__ import annotations

import re
from collections.abc import Iterator

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
TODO, RAISE = "# YOUR CODE HERE", "raise NotImplementedError()"
WRITTEN = "YOUR ANSWER HERE"


def stub(cell: str) -> str:
    """A code cell as students get it: each solution replaced by one line that raises."""

    def replace(match: re.Match[str]) -> str:
        return f"{match.group(1)}{TODO}\n{match.group(1)}{RAISE}"

    return re.sub(rf"([ \t]*){BEGIN}.*?{END}", replace, cell, flags=re.DOTALL)


def is_stub(cell: str) -> bool:
    """Whether a stub's two lines still stand in a cell, together; all that can be known without its recorded stub."""
    return re.search(rf"{re.escape(TODO)}\s*{re.escape(RAISE)}", cell) is not None


def without_markers(cell: str) -> str:
    """A solution as a student would have typed it."""
    return "\n".join(line for line in cell.splitlines() if line.strip() not in (BEGIN, END))


def solution_lines(source: str) -> Iterator[str]:
    """The lines of code that a release must not hold."""
    for part in re.findall(rf"{BEGIN}(.*?){END}", source, flags=re.DOTALL):
        for line in part.splitlines():
            stripped = line.strip()
            if stripped and not stripped.startswith("#"):
                yield stripped
