"""Record the forbidden calls that an answer makes while its check runs.

A call is seen where it happens, however the code spells it. Operators of torch are heard in its dispatcher
(operators.py). A forbidden function that is written in Python gets other code for the time of the check, so that every
name, copy, subclass or closure that leads to it is seen. All else runs as always and costs nothing.

What the check's own code calls is not the student's doing, and neither is what a library calls for it: a call counts
when, from the inside out, the first code that belongs to no library is not the check's, or when the answer is itself
what was called. This runs in the student's process, and so can be undone by who sets out to: docs/instructors.md.
"""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from types import CodeType, FrameType, FunctionType
from typing import Any

from autograder.checks.forbidden import tampering
from autograder.checks.forbidden.counterparts import computations, functions
from autograder.checks.forbidden.frames import is_library, is_notebooks
from autograder.checks.forbidden.hidden_modules import hidden
from autograder.checks.forbidden.operators import Heard
from autograder.checks.forbidden.replaced_code import Watched


class Watch:
    """`with Watch(exercise, forbid, probe) as watch: ...` and then `watch.used`, `watch.tampering`."""

    def __init__(self, exercise: str, forbid: Sequence[str], probe: Callable[..., Any]) -> None:
        """exercise: the name under which the probe finds the answer. forbid: as its author wrote it."""
        self.exercise, self.forbid, self.probe = exercise, list(forbid), probe
        self.used: dict[str, str] = {}  # forbidden name → what was seen
        self.tampering: list[str] = []
        self._checks = {id(code) for code in _codes(getattr(probe, "__code__", None))}
        self._given: list[Any] = []  # objects that the check made and hands to the answer
        self._thread = threading.get_ident()
        self._resting = threading.local()  # in a call of such an object, which is allowed
        self._watched: list[Watched] = []

    def __enter__(self) -> Watch:
        global _now
        if not self.forbid:
            return self
        _now = self
        names = getattr(self.probe, "__globals__", {})
        self._answer: Any = names.get(self.exercise)
        if _has_no_frame(self._answer):
            names[self.exercise] = _with_a_frame(self._answer)
        for function, name in _functions(tuple(self.forbid), len(sys.modules)):
            watched = _watched.get(function) or _watched.setdefault(function, Watched(function, _tell))
            watched.begin(name)
            self._watched.append(watched)
        self._heard = Heard(computations(self.forbid), self._heard_of)
        tampering.begin(self.forbid)
        return self

    def __exit__(self, *_: object) -> None:
        global _now
        if not self.forbid:
            return
        _now = None
        self.tampering += tampering.end()
        if not self._heard.stop():
            self.tampering.append("the record of operators was taken away")
        for watched in self._watched:
            if not watched.end():
                self.tampering.append(f"the record of {watched.function.__qualname__} was taken away")
        names = getattr(self.probe, "__globals__", {})
        if getattr(names.get(self.exercise), "__code__", None) is _FRAMED:
            names[self.exercise] = self._answer

    def report(self) -> list[str]:
        """What was used, in words."""
        return [name if name == seen else f"{name} ({seen})" for name, seen in self.used.items()]

    # What was seen

    def saw(self, name: str, what: str) -> None:
        """Something forbidden was called by the answer."""
        self.used.setdefault(name, what)

    def is_students(self, frame: FrameType | None) -> bool:
        """Whether the student's code, and not the check's, is what led to this frame."""
        inner = frame
        while frame is not None:
            code = frame.f_code
            if id(code) in self._checks:
                return self._is_in_answer(inner, frame)
            if code is _FRAMED or not is_library(code.co_filename):
                return True
            frame = frame.f_back
        # Another thread, in which no line of the student's stands, runs what the answer has handed to it.
        return threading.get_ident() != self._thread

    def _is_in_answer(self, frame: FrameType | None, check: FrameType) -> bool:
        """Whether a method of the answer runs between the check and this frame: the answer may be a library's class."""
        if not isinstance(self._answer, type):
            return False
        while frame is not None and frame is not check:
            code = frame.f_code
            if code.co_argcount and isinstance(frame.f_locals.get(code.co_varnames[0]), self._answer):
                return True
            frame = frame.f_back
        return False

    def call(self, watched: Watched, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """Run a forbidden function, and note it if the answer is to blame."""
        if getattr(self._resting, "depth", 0):
            return watched.original(*arguments, **keywords)
        receiver = arguments[0] if arguments and "." in watched.function.__qualname__ else None
        students = self.is_students(sys._getframe(2))
        if students or (isinstance(self._answer, type) and isinstance(receiver, self._answer)):
            if not any(receiver is given for given in self._given):
                self.saw(watched.name, f"{watched.function.__module__}.{watched.function.__qualname__}")
                return watched.original(*arguments, **keywords)
        elif receiver is not None:
            self._given.append(receiver)
        self._resting.depth = 1
        try:
            return watched.original(*arguments, **keywords)
        finally:
            self._resting.depth = 0

    def _heard_of(self, name: str, operator: str) -> None:
        if not getattr(self._resting, "depth", 0) and self.is_students(sys._getframe(2)):
            self.saw(name, operator)


@functools.lru_cache(maxsize=64)
def _functions(forbid: tuple[str, ...], _loaded: int) -> list[tuple[FunctionType, str]]:
    """The forbidden functions among what is loaded, looked for again when more is."""
    return list(functions(forbid, hidden).items())


_watched: dict[FunctionType, Watched] = {}  # made once for every function
_now: Watch | None = None  # the check that is running


def _tell(watched: Watched, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    if _now is None:
        return watched.original(*arguments, **keywords)
    return _now.call(watched, arguments, keywords)


def _has_no_frame(answer: Any) -> bool:
    """Whether calling an answer runs no line that the student wrote: `gelu = F.gelu`, a partial."""
    if not callable(answer) or isinstance(answer, type):
        return False
    return not (isinstance(answer, FunctionType) and is_notebooks(answer.__code__))


def _with_a_frame(answer: Callable[..., Any]) -> Callable[..., Any]:
    def framed(*arguments: Any, **keywords: Any) -> Any:
        return answer(*arguments, **keywords)

    return framed


_FRAMED = _with_a_frame(print).__code__  # type: ignore[attr-defined]


def _codes(code: CodeType | None) -> Iterator[CodeType]:
    """A piece of code and all that is defined inside it."""
    if code is not None:
        yield code
        for value in code.co_consts:
            if isinstance(value, CodeType):
                yield from _codes(value)
