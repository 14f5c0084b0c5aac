"""A check on a student's own machine: the recorded cases are run, scored, shown and remembered.

Nothing here is used while the judge grades. A check never raises: what goes wrong in it is said in a sentence, and the
cell's result is 0.
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from autograder.checks import panel, recorded
from autograder.checks.called_answers import called
from autograder.checks.dry_run import DryRun
from autograder.checks.forbidden import forbidden_uses
from autograder.checks.forbidden.call_watch import Watch
from autograder.checks.limit import TooSlow, time_limit
from autograder.checks.names import free_names
from autograder.checks.own_cell import CANNOT_READ, earlier_cells, has_answer, own_cell, syntax_error
from autograder.checks.probe import Probe, describe_error, run_probe
from autograder.checks.scoring import Outcome, Verdict, forbidden_verdict, score
from autograder.checks.values import unpack
from autograder.notebook.shell import current_shell
from autograder.progress.remembered import remember

PATIENCE = 30  # seconds that a check waits on a student's own machine

_latest: dict[str, tuple[str, Verdict]] = {}  # exercise → fingerprint of the answer that was checked, verdict


def check_here(exercise: str, probe: Probe) -> None:
    """Check the answer in this kernel against the recorded cases; shows a panel and emits the points."""
    try:
        recording = recorded.find(exercise, Path.cwd())
    except recorded.RecordingError as error:
        print(f"{exercise} · cannot be checked: {error}.")
        emit(0)
        return
    try:
        verdict = _verdict_here(recording, probe)
        _latest[exercise] = (recorded.fingerprint(own_cell(exercise) or ""), verdict)
        show(verdict)
        remember(verdict, Path.cwd())
    except Exception as error:
        print(
            f"{exercise} · could not be checked. The fault is the course's, not yours: please report "
            f"{type(error).__name__}: {error}"
        )
        emit(0)
        return
    emit(verdict.points)


def _verdict_here(recording: recorded.Recording, probe: Probe) -> Verdict:
    """The verdict. The probe runs only if there is an answer, Python can read it and it uses nothing forbidden."""
    rubric = recording.rubric
    broken = syntax_error(rubric.exercise)
    if broken is not None:
        return Verdict(rubric.exercise, 0, rubric.points, "error", error=broken, notes=[CANNOT_READ])
    cell = own_cell(rubric.exercise)
    if cell is None:
        note = f"`{rubric.exercise}` is not defined: run its cell above; if that stops with an error, fix it first."
        return Verdict(rubric.exercise, 0, rubric.points, "not answered", notes=[note])
    if recorded.fingerprint(cell) == recording.stub:
        return Verdict(rubric.exercise, 0, rubric.points, "not answered")
    others = [text for text in earlier_cells() if text != cell]
    uses = forbidden_uses(cell, recording.forbid, others, recorded.exercises(Path.cwd()))
    if uses:
        return forbidden_verdict(rubric.exercise, rubric.points, uses)
    if recording.released:
        return _verdict_of_a_dry_run(recording, probe)
    with Watch(rubric.exercise, recording.forbid, probe) as watch:
        outcomes = _run_cases(recording, probe)
    if watch.used:
        return forbidden_verdict(rubric.exercise, rubric.points, watch.report())
    cases = [case.as_case() for case in recording.cases]
    verdict = score(rubric, cases, outcomes, recording.slips, recording.pairs)
    if verdict.state != "right":
        _point_at_helpers(verdict, cell, rubric.uses, probe, [case.inputs for case in recording.cases])
    return verdict


def _verdict_of_a_dry_run(recording: recorded.Recording, probe: Probe) -> Verdict:
    """The verdict that grading would give: of a fresh process. Where that isn't right, this session is asked too."""
    rubric, dry_run = recording.rubric, DryRun(recording, Path.cwd())
    if dry_run.refusal:
        return Verdict(rubric.exercise, 0, rubric.points, "refused", notes=[dry_run.refusal])
    cases = [case.as_case() for case in recording.cases]
    verdict = score(rubric, cases, dry_run.run(), recording.slips)
    if verdict.state != "right":
        here = score(rubric, cases, _run_cases(recording, probe), [])
        if here.points > verdict.points:
            verdict.notes.append(dry_run.why(verdict.points, here.points))
    verdict.notes += dry_run.notes
    return verdict


def _point_at_helpers(
    verdict: Verdict, cell: str, uses: list[str], probe: Probe, inputs: Sequence[bytes]
) -> None:
    """Say which other answers this one calls that are missing or wrong; what looks like a mistake may be theirs."""
    main = sys.modules.get("__main__")
    named = _answers_named(verdict.exercise, cell, uses, probe)
    missing = {name for name in named if not has_answer(name)}
    wrong = {name for name in named if name not in missing and _is_known_to_be_wrong(name)}
    suspects = {name: getattr(main, name, None) for name in named if name in missing | wrong}
    with suppress(TooSlow), time_limit(PATIENCE):
        really = called(probe, inputs, suspects) if suspects else set()
        for name in (name for name in suspects if name in really):
            if name in missing:
                told = f"This check also calls {name}, which is not answered yet: answer that one first."
            else:
                verdict.unname()
                told = (
                    f"This check also calls {name}, which its own check finds wrong: fix that one first. "
                    "When this is graded, that mistake costs its points once."
                )
            verdict.notes.append(told)


def _is_known_to_be_wrong(exercise: str) -> bool:
    known = latest_verdict(exercise, own_cell(exercise) or "")
    return known is not None and known.state != "right"


def _answers_named(exercise: str, cell: str, uses: list[str], probe: Probe) -> list[str]:
    """The other exercises whose answers this one may call: itself, in its probe, or through functions of the notebook.

    uses: those of which its author says so; they count where the cell names them, even if they are not defined yet.
    """
    main, known = sys.modules.get("__main__"), recorded.exercises(Path.cwd())
    texts, seen, found = [cell, "".join(linecache.getlines(probe.__code__.co_filename))], {exercise}, []
    while texts:
        for name in sorted(free_names(texts.pop()) - seen):
            seen.add(name)
            value = getattr(main, name, None)
            if name in known and (value is not None or name in uses):
                found.append(name)
            if getattr(value, "__module__", None) == "__main__" and (text := own_cell(name)):
                texts.append(text)
    return found


def _run_cases(recording: recorded.Recording, probe: Probe) -> list[Outcome]:
    """The outcome of every case. Code that never ends, or is interrupted, is stopped, and its line is told."""
    outcomes: list[Outcome] = []
    try:
        with time_limit(PATIENCE):
            for case in recording.cases:
                outcomes.append(unpack(run_probe(probe, case.inputs)))
    except (TooSlow, KeyboardInterrupt) as stop:
        error = describe_error(stop, probe)
        why = (
            "you stopped it"
            if isinstance(stop, KeyboardInterrupt)
            else f"it ran longer than {PATIENCE} seconds"
        )
        outcome = {"error": {**error, "type": "Stopped", "message": why}}
        outcomes += [outcome] * (len(recording.cases) - len(outcomes))
    return outcomes


def builds_on(exercise: str) -> list[str]:
    """The earlier exercises that the check of this one calls; none where nothing is recorded of it."""
    try:
        return list(recorded.find(exercise, Path.cwd()).rubric.uses)
    except recorded.RecordingError:
        return []


def latest_verdict(exercise: str, cell: str) -> Verdict | None:
    """What the check said of this answer in this session; None where it was not run, or the answer changed since."""
    seen, verdict = _latest.get(exercise, ("", None))
    return verdict if seen == recorded.fingerprint(cell) else None


def never_ended(exercise: str) -> bool:
    """Whether the check of this very answer had to be stopped; then a cell that uses it would not end either."""
    verdict = latest_verdict(exercise, own_cell(exercise) or "")
    return verdict is not None and bool(verdict.error) and verdict.error.get("type") == "Stopped"


def show(verdict: Verdict) -> None:
    """Show the panel of a verdict, or its text where there is no notebook to show it in."""
    if current_shell() is None:
        print(panel.text(verdict))
        return
    from IPython.display import display

    display({"text/html": panel.html(verdict), "text/plain": panel.text(verdict)}, raw=True)


@dataclass(frozen=True)
class Points:
    """The points of a check as the result of its cell: a number for nbgrader, and nothing for the reader of a page.

    nbgrader reads the plain text. The panel above has shown the points already, so its style sheet hides this result.
    """

    points: float

    def __repr__(self) -> str:
        return repr(int(self.points) if self.points == int(self.points) else self.points)

    def _repr_html_(self) -> str:
        return f'<span class="ag-points" hidden>{self!r}</span>'


def emit(points: float) -> None:
    """Make the points the cell's result. No result at all would mean full marks to nbgrader."""
    shell = current_shell()
    if shell is not None:
        shell.displayhook(Points(points))
