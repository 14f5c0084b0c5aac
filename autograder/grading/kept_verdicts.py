"""The best verdict on each exercise so far, and in whose cells kernels have ended."""

from __future__ import annotations

from autograder.checks.scoring import Verdict
from autograder.grading.judged_kernels import End
from autograder.notebook.cell import Cell


class KeptVerdicts:
    """What the run of one notebook has found out. An exercise may be tried several times; its better verdict counts."""

    def __init__(self) -> None:
        self.verdicts: dict[str, Verdict] = {}
        self.incidents: dict[str, End] = {}  # exercise → how a kernel ended in one of its cells

    def note_end(self, cell: Cell, end: End) -> None:
        """Remember that a kernel ended in this cell; the first such end of an exercise is the one reported."""
        self.incidents.setdefault(cell.exercise or "a cell without a name", end)

    def is_settled(self, exercise: str) -> bool:
        """Whether nothing is left to find out: the check came to its end, in a kernel whose record means something.

        What another cell did to the kernel of all is no fault of this exercise.
        """
        verdict = self.verdicts.get(exercise)
        if verdict is None or verdict.state == "unfinished":
            return False
        return not (verdict.state in ("forbidden", "refused") and verdict.odd)

    def keep(self, verdict: Verdict) -> None:
        """Keep the verdict, unless an earlier one is as good."""
        earlier = self.verdicts.get(verdict.exercise)
        if earlier is not None:
            if verdict.points <= earlier.points:
                return
            ended = earlier.state == "unfinished"
            reason = "a kernel ended here" if ended else "one of them had disturbed the record"
            verdict.notes.append(f"Checked again without the other answers, because {reason}.")
            verdict.odd = list(dict.fromkeys([*earlier.odd, *verdict.odd]))
        incident = self.incidents.get(verdict.exercise)
        if verdict.state != "right" and incident and incident.sentence not in verdict.notes:
            verdict.notes.append(f"In your own cell: {incident.sentence}")
        self.verdicts[verdict.exercise] = verdict

    def wrong(self) -> set[str]:
        """The exercises whose own checks have failed."""
        return {name for name, verdict in self.verdicts.items() if verdict.state != "right"}
