"""One cell of a notebook, and what it is: an exercise's check, an answer, a cell to explore.

The same questions are asked of a lesson's text, of a released notebook and of a submitted one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

OURS = "autograder"  # our key in a notebook's metadata


class Cell(NamedTuple):
    """One cell, without what running it leaves behind."""

    kind: str  # code, markdown or raw
    metadata: Mapping[str, Any]
    source: str

    @classmethod
    def of(cls, node: Mapping[str, Any]) -> Cell:
        """The cell of a notebook, as nbformat or as JSON has it."""
        source = node["source"]  # JSON may have it as a list of lines
        return cls(
            node["cell_type"], node["metadata"], source if isinstance(source, str) else "".join(source)
        )

    @property
    def nbgrader(self) -> Mapping[str, Any]:
        """What nbgrader knows of it; empty where it knows nothing."""
        found = self.metadata.get("nbgrader")
        return found if isinstance(found, dict) else {}

    @property
    def tags(self) -> list[str]:
        found = self.metadata.get("tags")
        return found if isinstance(found, list) else []

    @property
    def grade_id(self) -> str:
        return self.nbgrader.get("grade_id", "")

    @property
    def exercise(self) -> str:
        """The name of the exercise that it belongs to; empty where it belongs to none."""
        return self.grade_id.removeprefix("check_")

    @property
    def is_check(self) -> bool:
        return self.kind == "code" and self.is_graded and not self.is_solution

    @property
    def is_answer(self) -> bool:
        """A code cell that the student fills in."""
        return self.kind == "code" and self.is_solution

    @property
    def is_written(self) -> bool:
        """A text cell that is graded by hand."""
        return self.kind != "code" and self.is_graded

    @property
    def is_graded(self) -> bool:
        """Whether points are given for it."""
        return bool(self.nbgrader.get("grade"))

    @property
    def is_solution(self) -> bool:
        """Whether the student fills it in, be it code or text."""
        return bool(self.nbgrader.get("solution"))

    @property
    def is_explored(self) -> bool:
        """Long training and plots, which grading leaves out."""
        return "explore" in self.tags

    @property
    def is_run(self) -> bool:
        """Whether it is executed at grading."""
        return self.kind == "code" and bool(self.source.strip()) and not self.is_explored
