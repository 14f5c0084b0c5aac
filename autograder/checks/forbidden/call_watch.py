"""Record the forbidden calls that an answer makes while its check runs.

A call is seen where it happens, however the code spells it. Operators of torch are heard in its dispatcher
(operators.py). A forbidden function that is written in Python gets other code for the time of the check, and every
name, copy, subclass or closure that leads to it is seen. All else runs as always and costs nothing.

What the check's own code calls is not the student's doing, and neither is what a library calls for it: a call counts
when, from the inside out, the first code that belongs to no library is not the check's, or when the answer is itself
what was called. This runs in the student's process, and so can be undone by who sets out to: docs/instructors.md.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from inspect import CO_VARARGS
from types import FrameType, FunctionType
from typing import Any

from autograder.checks.forbidden import loaded, tampering
from autograder.checks.forbidden.counterparts import computation, computations, functions
from autograder.checks.forbidden.files import nested
from autograder.checks.forbidden.frames import is_librarys, is_notebooks
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
        code = getattr(probe, "__code__", None)
        self._checks = {id(each) for each in nested(code)} if code is not None else set()
        self._given: list[Any] = []  # objects that the check made and hands to the answer
        self._watched: list[Watched] = []

    def __enter__(self) -> Watch:
        global _now
        if not self.forbid:
            return self
        _now = self
        if not loaded.dictionaries:  # on a student's own machine
            loaded.take()
        self._frame_the_answer()
        for function, name in _functions(tuple(self.forbid)).items():
            watched = _watched.get(function) or _watched.setdefault(function, Watched(function, _tell))
            watched.begin(name)
            self._watched.append(watched)
        self._computations = computations(self.forbid)
        self._heard = Heard(self._computations, self._heard_of)
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
        for restore in self._restore:
            restore()

    def report(self) -> list[str]:
        """What was used, in words."""
        return [name if name == seen else f"{name} ({seen})" for name, seen in self.used.items()]

    # The answer

    def _frame_the_answer(self) -> None:
        """See to it that a line of Python runs whenever the check calls the answer, and can be found on the stack."""
        self._names: dict[str, Any] = getattr(self.probe, "__globals__", {})
        self._answer: Any = self._names.get(self.exercise)
        self._restore: list[Callable[[], None]] = []
        meta = type(self._answer)
        if _has_no_frame(self._answer):
            self._names[self.exercise] = _with_a_frame(self._answer)
            self._restore.append(self._unframe)
        elif isinstance(self._answer, type) and (call := _static(meta, "__call__")) is not _USUAL_CALL:
            # `class silu(metaclass=M)`, where M's __call__ may be a library's function
            undo = partial(setattr, meta, "__call__", call)
            self._restore.append(undo if "__call__" in vars(meta) else partial(delattr, meta, "__call__"))
            meta.__call__ = _with_a_frame(_bound_late(call))  # type: ignore[method-assign]
        self._framed = self._names.get(self.exercise)

    def _unframe(self) -> None:
        if self._names.get(self.exercise) is self._framed:
            self._names[self.exercise] = self._answer

    # What was seen

    def saw(self, name: str, what: str) -> None:
        """Something forbidden was called by the answer."""
        self.used.setdefault(name, what)

    def is_students(self, frame: FrameType | None) -> bool:
        """Whether the student's code, and not the check's, is what led to this frame."""
        inner = frame
        while frame is not None:
            code = frame.f_code
            # The check's own code with other names, or with another answer than at its start, is not the check.
            if id(code) in self._checks and frame.f_globals is self._names:
                if self._names.get(self.exercise) is not self._framed:
                    return True
                return isinstance(self._answer, type) and self._is_in_answer(inner, frame)
            if code is _FRAMED or not is_librarys(frame):
                return True
            if code is _ALLOWED and frame.f_back is not None and frame.f_back.f_code is _CALL:
                return False
            frame = frame.f_back
        # Neither the check nor a line of the student's: another thread or another stack runs what the answer has handed
        # to it.
        return True

    def _is_in_answer(self, frame: FrameType | None, check: FrameType) -> bool:
        """Whether a method of the answer runs between the check and this frame: the answer may be a library's class.

        Or whether one of its methods is a forbidden function itself, of which there is no frame.
        """
        while frame is not None and frame is not check:
            if isinstance(_first_argument(frame), self._answer):
                return True
            frame = frame.f_back
        owners = [*self._answer.__mro__, *(v for v in check.f_locals.values() if isinstance(v, self._answer))]
        return any(
            self._is_forbidden(value)
            for owner in owners
            if not isinstance(owner, type) or owner.__module__ == self._names.get("__name__")
            for value in list(getattr(owner, "__dict__", {}).values())
        )

    def _is_forbidden(self, value: Any) -> bool:
        """Whether this is a forbidden function of torch's C++ or a library's Python, or a partial call of one."""
        value = getattr(value, "func", getattr(value, "__func__", value))
        if isinstance(value, FunctionType):
            return value in _watched and _watched[value] in self._watched
        return callable(value) and computation(str(getattr(value, "__name__", ""))) in self._computations

    def call(self, watched: Watched, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """Run a forbidden function, and note it if the answer is to blame."""
        receiver = arguments[0] if arguments and "." in watched.function.__qualname__ else None
        students = self.is_students(sys._getframe(1))
        if students or (isinstance(self._answer, type) and isinstance(receiver, self._answer)):
            if not any(receiver is given for given in self._given):
                self.saw(watched.name, f"{watched.function.__module__}.{watched.function.__qualname__}")
                return watched.original(*arguments, **keywords)
        elif receiver is not None:
            self._given.append(receiver)
        return _allowed(watched, arguments, keywords)

    def _heard_of(self, name: str, operator: str) -> None:
        if self.is_students(sys._getframe(1)):
            self.saw(name, operator)


def _functions(forbid: tuple[str, ...]) -> dict[FunctionType, str]:
    """The forbidden functions among what is loaded: looked for again when more is, and none is ever left out again."""
    found, loaded_then = _found.get(forbid, ({}, 0))
    if loaded_then != len(sys.modules):
        found = {**functions(forbid, hidden), **found}
        _found[forbid] = found, len(sys.modules)
    return found


_found: dict[tuple[str, ...], tuple[dict[FunctionType, str], int]] = {}


def _allowed(watched: Watched, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    """Run a function that the check calls, or an object that it made; what this calls in turn is no one's mistake."""
    return watched.original(*arguments, **keywords)


_CALL, _ALLOWED = Watch.call.__code__, _allowed.__code__
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


_USUAL_CALL = vars(type)["__call__"]


def _static(owner: type, name: str) -> Any:
    """An attribute of a class or of those it is made from, without binding it."""
    return next((vars(each)[name] for each in owner.__mro__ if name in vars(each)), None)


def _bound_late(method: Any) -> Callable[..., Any]:
    """What a class does with one of its methods: bind it to the first argument, if that can be done."""

    def call(owner: Any, *arguments: Any, **keywords: Any) -> Any:
        bind = getattr(type(method), "__get__", None)
        return (method if bind is None else bind(method, owner, type(owner)))(*arguments, **keywords)

    return call


def _first_argument(frame: FrameType) -> Any:
    """What a function was given first: the object, if it is a method, also of one that takes any arguments."""
    code = frame.f_code
    if code.co_argcount:
        return frame.f_locals.get(code.co_varnames[0])
    if code.co_flags & CO_VARARGS:
        return next(iter(frame.f_locals.get(code.co_varnames[code.co_kwonlyargcount]) or [None]))
    return None
