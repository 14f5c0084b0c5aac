"""`@check("name")` and `answered("name")`: what a student's notebook calls.

On a student's machine a check compares with the recorded cases beside the notebook. While the judge grades, the same
cell only carries data: inputs from the judge to the probe, outcomes back. A check never raises; it shows its panel and
then emits its points as the cell's result, a bare number, which is what nbgrader reads. This module only decides which
of the two it is; the student's own machine is local_check.py.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from autograder.checks import catching
from autograder.checks.channel import Channel
from autograder.checks.forbidden import tampering
from autograder.checks.forbidden.call_watch import Watch
from autograder.checks.local_check import check_here, never_ended
from autograder.checks.own_cell import has_answer
from autograder.checks.probe import Probe, run_probe
from autograder.notebook.shell import current_shell

JUDGE_VARIABLE = "AUTOGRADER_JUDGE_FD"

_captured: dict[str, Probe] | None = None
_channel: Channel | None = None

if JUDGE_VARIABLE in os.environ:  # a kernel that was not forked from the warm parent
    tampering.start()


def check(exercise: str) -> Callable[[Probe], None]:
    """Decorate a probe: call it at once, show how what it returns compares, and emit the points.

    exercise: the name of the exercise, as in the released notebook.
    """

    def run(probe: Probe) -> None:
        with suppress(AttributeError):  # messages look for the answer's own lines
            probe.exercise = exercise  # type: ignore[attr-defined]
        if _captured is not None:
            _captured[exercise] = probe
        elif JUDGE_VARIABLE in os.environ:
            _serve_judge(exercise, probe)
        else:
            guard_cells()
            check_here(exercise, probe)

    return run


def answered(*exercises: str) -> bool:
    """Whether these exercises hold more than their stubs; if not, say in one line which one to answer first.

    Cells that build on your answers begin with it, so that running all cells of a fresh notebook stops nowhere.
    """
    guard_cells()
    for exercise in exercises:
        if not has_answer(exercise):
            print(f"Answer {exercise} first, then run this cell.")
            return False
        if never_ended(exercise):
            print(
                f"Fix {exercise} first, then run this cell: its check was stopped before it came to an end."
            )
            return False
    return True


def guard_cells() -> None:
    """Let cells that use answers go on when these are wrong; not while the judge grades, where none of them is run."""
    if JUDGE_VARIABLE not in os.environ:
        catching.install(current_shell())


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
