"""`@check("name")` and `answered("name")`: what a student's notebook calls.

On a student's machine a check compares with the recorded cases beside the notebook. While the judge grades, the same
cell only carries data: inputs from the judge to the probe, outcomes back. A check never raises; it shows its panel and
then emits its points as the cell's result, a bare number, which is what nbgrader reads.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from autograder.checks import catching, panel, recorded
from autograder.checks.channel import Channel
from autograder.checks.forbidden import forbidden_uses, tampering
from autograder.checks.forbidden.call_watch import Watch
from autograder.checks.limit import TooSlow, time_limit
from autograder.checks.names import free_names
from autograder.checks.probe import describe_error, run_probe
from autograder.checks.scoring import Outcome, Verdict, score
from autograder.checks.values import unpack
from autograder.notebook.shell import current_shell
from autograder.notebook.stubs import is_stub
from autograder.progress.remembered import remember

PATIENCE = 30  # seconds that a check waits on a student's own machine
JUDGE_VARIABLE = "AUTOGRADER_JUDGE_FD"

Probe = Callable[..., Any]
_captured: dict[str, Probe] | None = None
_channel: Channel | None = None
_latest: dict[str, tuple[str, Verdict]] = {}  # exercise → fingerprint of the answer that was checked, verdict

if JUDGE_VARIABLE in os.environ:  # a kernel that was not forked from the warm parent
    tampering.start()


def check(exercise: str) -> Callable[[Probe], None]:
    """Decorate a probe: call it at once, show how what it returns compares, and emit the points.

    exercise: the name of the exercise, as in the released notebook.
    """

    def run(probe: Probe) -> None:
        if _captured is not None:
            _captured[exercise] = probe
        elif JUDGE_VARIABLE in os.environ:
            _serve_judge(exercise, probe)
        else:
            _check_here(exercise, probe)

    return run


def answered(*exercises: str) -> bool:
    """Whether these exercises hold more than their stubs; if not, say in one line which one to answer first.

    Cells that build on your answers begin with it, so that running all cells of a fresh notebook stops nowhere.
    """
    guard_cells()
    for exercise in exercises:
        if _is_stub(exercise):
            print(f"Answer {exercise} first, then run this cell.")
            return False
        if _never_ended(exercise):
            print(
                f"Mend {exercise} first, then run this cell: its check was stopped before it came to an end."
            )
            return False
    return True


def guard_cells() -> None:
    """Let cells that use answers go on when these are wrong; not while the judge grades, where none of them is run."""
    if JUDGE_VARIABLE not in os.environ:
        catching.install(current_shell())


def has_answer(exercise: str) -> bool:
    """Whether this exercise holds more than its stub."""
    return not _is_stub(exercise)


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


@contextmanager
def capturing() -> Iterator[dict[str, Probe]]:
    """Within this context a check only registers its probe. For the build, the audit and the judge."""
    global _captured
    previous, _captured = _captured, {}
    try:
        yield _captured
    finally:
        _captured = previous


def _serve_judge(exercise: str, probe: Probe) -> None:
    """Carry inputs and outcomes between the judge and the probe; what they are worth is decided there."""
    global _channel
    if _channel is None:
        _channel = Channel.from_fd(int(os.environ[JUDGE_VARIABLE]))
    _channel.discard()
    _channel.send({"rules": exercise})
    rules = _channel.receive() or {}
    _channel.send({"ask": exercise})
    with Watch(exercise, rules.get("forbid", []), probe) as watch:
        while inputs := _channel.receive_frame():  # an empty frame ends the cases
            _channel.send_frame(run_probe(probe, inputs))
    _channel.send(
        {
            "record": rules.get("record", ""),
            "used": watch.report(),
            "tampering": watch.tampering,
            "odd": tampering.take_odd(),
        }
    )


def _check_here(exercise: str, probe: Probe) -> None:
    guard_cells()
    try:
        recording = recorded.find(exercise, Path.cwd())
    except recorded.RecordingError as error:
        _show_sentence(f"{exercise} · cannot be checked: {error}.")
        _emit(0)
        return
    try:
        verdict = _verdict_here(recording, probe)
        _latest[exercise] = (recorded.fingerprint(own_cell(exercise) or ""), verdict)
        _show(verdict)
        remember(verdict, Path.cwd())
    except Exception as error:
        _show_sentence(
            f"{exercise} · could not be checked. The fault is the course's, not yours: please report "
            f"{type(error).__name__}: {error}"
        )
        _emit(0)
        return
    _emit(verdict.points)


def _verdict_here(recording: recorded.Recording, probe: Probe) -> Verdict:
    rubric = recording.rubric
    broken = _syntax_error(rubric.exercise)
    if broken is not None:
        note = cannot_read(rubric.exercise)
        return Verdict(rubric.exercise, 0, rubric.points, "error", error=broken, notes=[note])
    cell = own_cell(rubric.exercise)
    if cell is None:
        note = f"`{rubric.exercise}` is not defined: run its cell above; if that stops with an error, mend it first."
        return Verdict(rubric.exercise, 0, rubric.points, "not answered", notes=[note])
    if recorded.fingerprint(cell) == recording.stub:
        return Verdict(rubric.exercise, 0, rubric.points, "not answered")
    others = [text for text in _earlier_cells() if text != cell]
    uses = forbidden_uses(cell, recording.forbid, others, recorded.exercises(Path.cwd()))
    if uses:
        return forbidden_verdict(rubric.exercise, rubric.points, uses)
    with Watch(rubric.exercise, recording.forbid, probe) as watch:
        outcomes = _run_cases(recording, probe)
    if watch.used:
        return forbidden_verdict(rubric.exercise, rubric.points, watch.report())
    verdict = score(rubric, [case.as_case() for case in recording.cases], outcomes, recording.slips)
    if verdict.state != "right":
        _point_at_helpers(verdict, cell, rubric.uses, probe)
    return verdict


def _point_at_helpers(verdict: Verdict, cell: str, uses: list[str], probe: Probe) -> None:
    """Say which other answers this one calls that are missing or wrong; what looks like a mistake may be theirs."""
    for used in _answers_called(verdict.exercise, cell, uses, probe):
        known = latest_verdict(used, own_cell(used) or "")
        if _is_stub(used):
            verdict.notes.append(
                f"This check also calls {used}, which is not answered yet: answer that one first."
            )
        elif known is not None and known.state != "right":
            verdict.slip = None
            verdict.notes.append(
                f"This check also calls {used}, which its own check finds wrong: mend that one first. "
                "When this is graded, that mistake costs its points once."
            )


def _answers_called(exercise: str, cell: str, uses: list[str], probe: Probe) -> list[str]:
    """The other exercises whose answers this one calls: itself, in its probe, or through functions of the notebook.

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


def forbidden_verdict(exercise: str, points: float, uses: list[str]) -> Verdict:
    """No points for a cell that calls what it should have written, and the reason."""
    found = "; ".join(f"`{use}`" for use in uses)
    note = f"This exercise is about writing it yourself, so your code may not use this: {found}."
    return Verdict(exercise, 0, points, "forbidden", notes=[note])


def own_cell(exercise: str) -> str | None:
    """The text of the cell that last defined `exercise`, as IPython remembers it; None where there is none."""
    main = sys.modules.get("__main__")
    if not hasattr(main, exercise):
        return None
    defined = getattr(main, exercise)
    members = [inspect.unwrap(defined)] if callable(defined) else []
    members += vars(defined).values() if isinstance(defined, type) else []
    codes = [code for member in members if (code := getattr(member, "__code__", None)) is not None]
    texts = ["".join(linecache.getlines(code.co_filename)) for code in codes]
    texts += reversed(_earlier_cells())  # for what has no code of its own: a partial, a table
    binds = _binding(exercise)
    return next((text for text in texts if binds.search(text)), None)


def _binding(exercise: str) -> re.Pattern[str]:
    """What a cell's line looks like that gives a meaning to this name."""
    name = re.escape(exercise)
    return re.compile(
        rf"^\s*(?:(?:async\s+)?def|class)\s+{name}\b|^{name}\s*(?::[^=\n]+)?=(?!=)", re.MULTILINE
    )


def _earlier_cells() -> list[str]:
    """The cells run so far, oldest first, without the one that is running; empty in a plain interpreter."""
    ran = getattr(sys.modules.get("__main__"), "In", [])
    return [text for text in ran[:-1] if isinstance(text, str)] if isinstance(ran, list) else []


def _syntax_error(exercise: str) -> dict[str, Any] | None:
    """What is wrong with the latest answer, where Python cannot read it; an older one may still be defined."""
    binds, shell = _binding(exercise), current_shell()
    text = next((text for text in reversed(_earlier_cells()) if binds.search(text)), None)
    if text is None or shell is None:
        return None
    return unreadable(text, shell.transform_cell)


def unreadable(cell: str, transform: Callable[[str], str]) -> dict[str, Any] | None:
    """Why Python cannot read a cell, as a verdict's error; None where it can.

    transform: makes Python of IPython's own lines, such as %magic and !command.
    """
    try:
        ast.parse(transform(cell))
    except SyntaxError as error:
        where = f"line {error.lineno} of its cell, {(error.text or '').strip()}"
        return {"type": type(error).__name__, "message": f"{error.msg} ({where})"}
    except (ValueError, RecursionError, MemoryError):
        return None
    return None


def cannot_read(exercise: str) -> str:
    """The note under the error of a cell that Python cannot read."""
    return f"Python cannot read your cell for `{exercise}`: mend it, run it, and then this one."


def _is_stub(exercise: str) -> bool:
    cell = own_cell(exercise)
    if cell is None:
        return True
    try:
        return recorded.fingerprint(cell) == recorded.find(exercise, Path.cwd()).stub
    except (
        recorded.RecordingError
    ):  # outside the notebook's folder; the words of a stub are enough to know one
        return is_stub(cell)


def _never_ended(exercise: str) -> bool:
    """Whether the check of this very answer had to be stopped; then a cell that uses it would not end either."""
    verdict = latest_verdict(exercise, own_cell(exercise) or "")
    return verdict is not None and bool(verdict.error) and verdict.error.get("type") == "Stopped"


def _show(verdict: Verdict) -> None:
    if current_shell() is None:
        print(panel.text(verdict))
        return
    from IPython.display import display

    display({"text/html": panel.html(verdict), "text/plain": panel.text(verdict)}, raw=True)


def _show_sentence(sentence: str) -> None:
    print(sentence)


def _emit(points: float) -> None:
    """Make the points the cell's result. No result at all would mean full marks to nbgrader."""
    shell = current_shell()
    if shell is not None:
        shell.displayhook(int(points) if points == int(points) else points)
