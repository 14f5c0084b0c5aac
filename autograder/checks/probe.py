"""Run one probe on one set of inputs and tell what came out, as data.

This runs next to the student's code, on their machine or in the sandbox, and decides nothing.
"""

from __future__ import annotations

import inspect
import linecache
import opcode
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from types import CodeType, FrameType, TracebackType
from typing import Any

import torch

from autograder.checks.compare import agrees
from autograder.checks.explain import describe
from autograder.checks.forbidden.files import is_library
from autograder.checks.in_words import short
from autograder.checks.returned_values import called_by_the_answer, nested, what_was_given
from autograder.checks.values import CannotCross, pack, pack_outcome, unpack

Probe = Callable[..., Any]  # a check cell's function: the inputs by name → results by name
MAX_MESSAGE = 600  # characters of an exception's text that are kept


def run_probe(probe: Probe, inputs: bytes) -> bytes:
    """Call the probe on packed inputs and return the packed outcome; never raises, except to stop the program."""
    arguments = unpack(inputs)
    before = unpack(inputs)
    try:
        values = _values(probe, arguments)
        changed = [name for name in arguments if not _unchanged(arguments[name], before[name])]
        packed = pack_outcome({"values": values, "changed": []})
        if not changed:
            return packed
        names = called_by_the_answer(probe, inputs, changed, _file_of_the_answer(probe))
        return pack_outcome({"values": values, "changed": list(dict.fromkeys(names))})
    except Exception as error:
        report = describe_error(error, probe)
        if "call" not in report and not _is_ours(error) and (given := what_was_given(probe, inputs)):
            report["gave"] = given
        return pack({"error": report})


def run_untold(probe: Probe, inputs: bytes) -> bytes:
    """As run_probe, without what is only for messages to students: what was changed in place, and what was given.

    To learn these the probe is called once more, and arguments are compared. No point and no slip depends on them.
    """
    try:
        return pack_outcome({"values": _values(probe, unpack(inputs)), "changed": []})
    except Exception as error:
        return pack({"error": describe_error(error, probe)})


def _values(probe: Probe, arguments: dict[str, Any]) -> dict[str, Any]:
    values = probe(**arguments)
    if not isinstance(values, Mapping):
        raise CannotCross(f"what came back is {describe(values)}; a dict was expected")
    return dict(values)


def describe_error(error: BaseException, probe: Probe) -> dict[str, Any]:
    """The student's exception in their own terms: type, message, their line, and the call that led to it."""
    steps = list(_steps(error))
    frames = [step.tb_frame for step in steps]
    lines = {id(step.tb_frame): step.tb_lineno for step in steps}
    entry = next(
        (i for i, frame in enumerate(frames) if frame.f_code is getattr(probe, "__code__", None)), None
    )
    own = [frame for frame in frames[entry + 1 :] if _is_notebook(frame)] if entry is not None else []
    # A loop or a small model in the probe itself is no line of the student's.
    ours = set(nested(probe.__code__)) if entry is not None else set()
    own = [frame for frame in own if frame.f_code not in ours]
    # Other cells of the notebook are called by the answer, or call it: a helper of ours, an earlier answer.
    answers = _file_of_the_answer(probe)
    own = [frame for frame in own if frame.f_code.co_filename == answers] or own
    report: dict[str, Any] = {"type": type(error).__name__, "message": _message(error)}
    if own and own[-1] is frames[-1] and _raises(steps[-1]):
        report["raised"] = True  # by the student, in words of their own
    if own:
        report["call"] = _call(own[0])
        report["line"] = lines[id(own[-1])]
        report["code"] = linecache.getline(own[-1].f_code.co_filename, report["line"]).strip()[:200]
    return report


def _file_of_the_answer(probe: Probe) -> str | None:
    """The file that Python compiled the answer's cell under; None where it isn't known.

    The answer is what the probe's notebook has under the name of the exercise, which `@check` notes on the probe.
    """
    answer = getattr(probe, "__globals__", {}).get(getattr(probe, "exercise", None))
    with suppress(Exception):  # attributes of a student's class may do anything
        for member in [answer, *(vars(answer).values() if isinstance(answer, type) else [])]:
            code = getattr(inspect.unwrap(member) if callable(member) else None, "__code__", None)
            if isinstance(code, CodeType) and not is_library(code.co_filename):
                return code.co_filename
    return None


def _steps(error: BaseException) -> Iterator[TracebackType]:
    step = error.__traceback__
    while step is not None:
        yield step
        step = step.tb_next


def _raises(step: TracebackType) -> bool:
    """Whether it was a line with `raise` or `assert` that ended here."""
    return opcode.opname[step.tb_frame.f_code.co_code[step.tb_lasti]] == "RAISE_VARARGS"


def _is_ours(error: BaseException) -> bool:
    """Whether it was raised by the course's own code, whose message needs no explanation."""
    *_, last = _steps(error)
    return last.tb_frame.f_globals.get("__name__", "").startswith("autograder.") or isinstance(
        error, CannotCross
    )


def _message(error: BaseException) -> str:
    try:
        return str(error)[:MAX_MESSAGE].encode("utf-8", "replace").decode()
    except Exception:  # a student's own exception may have a __str__ that fails
        return ""


def _unchanged(after: Any, before: Any) -> bool:
    return not isinstance(before, torch.Tensor | list | dict) or agrees(after, before, tolerance=0.0)


def _is_notebook(frame: FrameType) -> bool:
    """Code typed into a cell lives in no file of an installed package."""
    name = frame.f_code.co_filename
    return name.startswith("<") or "ipykernel_" in name or not name.endswith(".py")


def _call(frame: FrameType) -> str:
    """`scaled_dot_score(q (2, 4, 5, 7), k (2, 4, 9, 7))` for the frame of that call."""
    code = frame.f_code
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    shown = [
        _argument(name, frame.f_locals[name]) for name in names if name != "self" and name in frame.f_locals
    ]
    owner = frame.f_locals.get("self")
    prefix = f"{type(owner).__name__}." if owner is not None and "self" in names else ""
    return f"{prefix}{code.co_name}({', '.join(shown)})"


def described(arguments: Mapping[str, Any]) -> str:
    """The inputs of a case in a few words: shapes of tensors, short values as they are, weights left out."""
    return ", ".join(
        _argument(name, value, 60) for name, value in arguments.items() if not isinstance(value, Mapping)
    )


def _argument(name: str, value: Any, width: int = 30) -> str:
    if isinstance(value, torch.Tensor):
        return f"{name} {tuple(value.shape)}"
    known = value is None or type(value) in (int, float, str, bool, list, tuple)
    return f"{name}={short(value, width) if known else type(value).__name__}"
