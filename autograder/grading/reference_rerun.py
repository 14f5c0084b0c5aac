"""A mistake costs its points once: an exercise that calls a wrong answer to another is run again with the reference.

Examiners call this "error carried forward". The reference solution runs beside the student's code, because gradients
flow through it and modules keep its parameters, so no values that the judge hands over could take its place.

Code in a kernel can read all that is in that kernel, so this run is built to give nothing away:
- a reference comes in only after the check of the answer it replaces, which has been tried for the last time by then;
- it has a kernel of its own, and what that kernel prints, displays or writes goes nowhere;
- of the verdict only the judge's own words are kept: which criteria hold, and which known mistake it is. No error's
  message, no value and no name out of that kernel is taken along, so nobody can send the reference home in one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder.checks.scoring import Criterion, Verdict
from autograder.grading.judged_kernels import End, JudgedKernels
from autograder.grading.kept_verdicts import KeptVerdicts
from autograder.grading.needs import NOTHING, Needs
from autograder.judge.trial import look_first

_TOLD = ("right", "wrong", "error")  # how a check ends that came to its end


class ReferenceRerun:
    """The checks of one notebook that call wrong answers, run once more with references in place of these."""

    def __init__(
        self, nb: NotebookNode, needs: Needs, kernels: JudgedKernels, kept: KeptVerdicts, left_out: set[int]
    ) -> None:
        """left_out: numbers of cells that end every kernel they run in."""
        self.nb, self.needs, self.kernels, self.kept = nb, needs, kernels, kept
        self.cells, self.left_out = needs.cells, left_out
        self._references: dict[str, str] = {}

    def run(self) -> None:
        """Try these checks, and improve their verdicts.

        A cell that ends the kernel is left out of the next one, so the tries come to an end: once the kernel ends at a
        cell that was left out already (a thread of some answer may do that), no further kernel is started.
        """
        checks = [number for number, cell in enumerate(self.cells) if cell.is_check]
        calls = {number: found for number in checks if (found := self._all_wrong_helpers(number))}
        left_out = set(self.left_out)
        executor = self.kernels.executor
        while calls and executor.seconds_left:
            with executor.aside(), self.kernels.kernel():
                culprit = self._run_with_references(calls, left_out)
            if culprit is None or culprit in left_out:
                return
            calls.pop(culprit, None)
            left_out.add(culprit)

    def _all_wrong_helpers(self, number: int) -> dict[str, str]:
        """Exercise → its reference, for the wrong answers that a check calls and those that their references call."""
        found: dict[str, str] = {}
        if self.kept.verdicts[self.cells[number].exercise].state not in ("right", "not answered"):
            # A reference may call another exercise than the answer did, so each round looks with those found so far.
            while wrong := wrong_helpers(self.needs, self.kept, number, found):
                found |= {name: self._reference(name) for name in wrong}
        return found

    def _run_with_references(self, calls: dict[int, dict[str, str]], left_out: set[int]) -> int | None:
        """Run the notebook up to the last of these checks, each wrong answer replaced after its own check.

        So no answer is tried in a kernel that holds its own reference, or after one. calls: check → the references that
        it needs; checks that come to their end are taken out. Returns the number of the cell that ended the kernel, if
        one did.
        """
        references = {name: text for found in calls.values() for name, text in found.items()}
        needed = set[int]().union(*(self.needs.of(self.cells[number], calls[number]) for number in calls))
        last = max(calls)
        run = self.needs.before(last, needed, left_out)
        present: list[str] = []  # exercises whose references this kernel holds by now
        for number, cell in enumerate(self.cells[: last + 1]):
            end = None
            if number in calls:
                end = self._try_again(number, [name for name in present if name in calls[number]], present)
                if end is None:
                    del calls[number]
            elif number in run:
                end = self._run_aside(deepcopy(self.nb.cells[number]), number)
            # Its check is over, so from here on the reference stands in for the answer, if that is still wrong.
            if end is None and cell.is_check and self._is_replaced(cell.exercise, references):
                end = self._run_aside(new_code_cell(references[cell.exercise]), number)
                present.append(cell.exercise)
            if end:
                return number
        return None

    def _is_replaced(self, exercise: str, references: Mapping[str, str]) -> bool:
        """Whether an answer is still wrong, now that it has been tried for the last time."""
        return exercise in references and self.kept.verdicts[exercise].state != "right"

    def _try_again(self, number: int, wrong: list[str], present: list[str]) -> End | None:
        """Run one check beside the references that are present, of which it calls those of `wrong`."""
        exercise, session = self.cells[number].exercise, self.kernels.session
        with self.kernels.timed("checks"):
            again, end = session.begin(exercise, present), None
            if again is None:
                node = deepcopy(self.nb.cells[number])
                end = self.kernels.executor.run_one_cell(node, number, hurry=True)
                again = session.finish(end.sentence if end else None)
                end = end or self.kernels.broken_line(session.was_linked)
        self.kept.verdicts[exercise] = costs_once(self.kept.verdicts[exercise], again, wrong)
        return end

    def _run_aside(self, node: NotebookNode, number: int) -> End | None:
        with self.kernels.timed("cells"):
            end = self.kernels.executor.run_one_cell(node, number, hurry=True)
            return end or self.kernels.broken_line()

    def _reference(self, exercise: str) -> str:
        """The reference solution's cell, as the judge has it."""
        if exercise not in self._references:
            self._references[exercise] = self.kernels.session.reference(exercise)
        return self._references[exercise]


def wrong_helpers(
    needs: Needs, kept: KeptVerdicts, number: int, stand_ins: Mapping[str, str] = NOTHING
) -> list[str]:
    """The earlier exercises that a check calls and whose own checks have failed."""
    failed = kept.wrong()
    return sorted(failed & needs.called(number, stand_ins)) if failed else []


def costs_once(first: Verdict, again: Verdict, wrong: Sequence[str]) -> Verdict:
    """The verdict on an exercise that was tried with its own helpers, and again with right ones.

    wrong: the exercises whose answers were replaced; where none was, the first verdict stays.
    """
    if not wrong or again.state not in _TOLD or again.points < first.points:
        return first
    if again.state == "right":
        verdict = Verdict(again.exercise, again.points, again.max_points, "right", cases=again.cases)
        verdict.criteria = [Criterion(criterion.name, True) for criterion in again.criteria]
        verdict.notes = [
            f"It was tried with a correct {_listed(wrong)}, because yours {_is(wrong)} not right yet: that mistake "
            "costs its points once."
        ]
    elif first.state in ("forbidden", "refused"):
        return first
    else:
        verdict = deepcopy(first)
        said = {criterion.name: criterion.difference for criterion in first.criteria}
        verdict.points, verdict.slip = again.points, again.slip
        verdict.another, verdict.part = again.another, again.part
        verdict.criteria = [
            Criterion(c.name, c.passed, "" if c.passed else said.get(c.name, "")) for c in again.criteria
        ]
        settled = {look_first(name) for name in wrong}
        verdict.notes = [note for note in verdict.notes if note not in settled]
        verdict.notes.append(
            f"It was tried with a correct {_listed(wrong)} too: what is missed then is a mistake of its own."
        )
    verdict.odd = list(dict.fromkeys([*first.odd, *again.odd]))
    return verdict


def _listed(names: Sequence[str]) -> str:
    code = [f"`{name}`" for name in names]
    return code[0] if len(code) == 1 else f"{', '.join(code[:-1])} and {code[-1]}"


def _is(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"
