"""Note what an answer does to undo the record of its check, from before the student's first line to the kernel's end.

Three things tell: a Python audit hook, which cannot be taken away again once it is there; wrappers around the
functions that lead past torch's dispatcher; and a comparison of the recording functions with what they were at the
start. Nothing is stopped. Part of what is noted is only odd, and the instructor is told; the rest is tampering, and
then the record of that check counts for nothing.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from types import CodeType, FunctionType
from typing import Any

from autograder.checks.forbidden.counterparts import resolved
from autograder.checks.forbidden.frames import is_library, is_notebooks, nearest
from autograder.checks.forbidden.hidden_modules import hide
from autograder.private.python import is_being_imported
from autograder.private.torch import tell_of_compiled, wrap_switches

# Modules that make the record of a check, and those that carry it to the judge.
_RECORDING = (
    "autograder.private.python",
    "autograder.private.torch",
    "autograder.checks.forbidden.call_watch",
    "autograder.checks.forbidden.counterparts",
    "autograder.checks.forbidden.frames",
    "autograder.checks.forbidden.hidden_modules",
    "autograder.checks.forbidden.operators",
    "autograder.checks.forbidden.replaced_code",
    "autograder.checks.forbidden.tampering",
)
_SPEAKING = (
    "autograder.checks.channel",
    "autograder.checks.local_check",
    "autograder.checks.notebook_api",
    "autograder.checks.own_cell",
    "autograder.checks.probe",
)
_before: dict[str, Any] = {}
_read: list[str] = []  # sources of the course that the student's code has read
odd: list[str] = []  # for the instructor to look at
tampering: list[str] = []  # a record made after this proves nothing
_told: set[str] = set()
_started = False
_forbid: list[str] = []  # of the exercise that is being checked
_ODD = {
    "gc.get_objects": "searches all objects of the process",
    "gc.get_referrers": "searches all objects of the process",
    "gc.get_referents": "searches all objects of the process",
    "sys._current_frames": "looks into the frames of other code",
    "sys.setprofile": "sets a profile function",
    "sys.settrace": "sets a trace function",
    "marshal.loads": "loads compiled code",
    "code.__new__": "makes code objects",
}
_PROCESSES = {"os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.system", "subprocess.Popen"}


def start() -> None:
    """Watch this process from now on; there is no way to stop it again."""
    global _started
    if _started:
        return
    _started = True
    hide(functools.partial(_note, odd))
    wrap_switches(_noted)
    tell_of_compiled(_note_compiled)
    _before.update(_state())
    sys.addaudithook(_hear)


def begin(forbid: Sequence[str]) -> None:
    """A check of an exercise that forbids something begins."""
    _forbid[:] = forbid


def end() -> list[str]:
    """The check ends; returns the reasons why its record counts for nothing."""
    forbid = list(_forbid)
    _forbid.clear()
    for name in _changed():
        recording = name.startswith(_RECORDING)
        _note(tampering if recording else odd, f"changes {name}")
    return [*tampering, *(f"reads {file}" for file in _read if _is_covered(file, forbid))]


def take_odd() -> list[str]:
    """What an instructor should look at and was not reported before."""
    found = [what for what in (*odd, *tampering, *(f"reads {file}" for file in _read)) if what not in _told]
    _told.update(found)
    return found


# --- what is noted ------------------------------------------------------------------------------------------------


def _note(where: list[str], what: str) -> None:
    if what not in where and len(where) < 20:
        where.append(what)


def _noted(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
    """A switch that tells when the student's code turns it."""

    def switch(*arguments: Any, **keywords: Any) -> Any:
        if is_notebooks(sys._getframe(1).f_code):
            _note(tampering, f"calls {name}")
        return original(*arguments, **keywords)

    return switch


def _note_compiled() -> None:
    if _forbid:
        _note(tampering, "runs code that torch.compile made")


def _hear(event: str, arguments: Any) -> None:
    """The audit hook: most events are none of ours, and it must be quick."""
    if event in _ODD:
        if is_notebooks(sys._getframe(1).f_code):
            _note(odd, _ODD[event])
            if event == "code.__new__" and is_library(str(arguments[1])):
                _note(tampering, "passes code off as a library's")
    elif event in _HEARD:
        _HEARD[event](arguments)
    elif event in _PROCESSES:
        if _forbid and nearest(sys._getframe(1)) is not None:
            _note(tampering, "starts another process during a check")
    elif event.startswith("ctypes.") and nearest(sys._getframe(1)) is not None:
        _note(tampering, "uses ctypes")


def _hear_code_set(arguments: Any) -> None:
    target, name, *_ = arguments
    if name != "__code__" or not isinstance(target, FunctionType):
        return
    if is_library(target.__code__.co_filename) and is_notebooks(sys._getframe(2).f_code):
        _note(tampering, f"changes the code of {target.__module__}.{target.__qualname__}")


def _hear_function(arguments: Any) -> None:
    code = arguments[0]
    if is_library(code.co_filename) and is_notebooks(sys._getframe(2).f_code):
        _note(tampering, f"makes a second {code.co_name} of a library's code")


def _hear_compile(arguments: Any) -> None:
    if is_notebooks(sys._getframe(2).f_code) and is_library(str(arguments[1])):
        _note(tampering, "passes code off as a library's")


def _hear_exec(arguments: Any) -> None:
    """A course's module that runs again under another name."""
    code = arguments[0]
    if isinstance(code, CodeType) and code.co_name == "<module>" and _is_loaded(code.co_filename):
        _note(tampering, f"loads {_short(code.co_filename)} a second time")


def _hear_open(arguments: Any) -> None:
    """Note reading a source file of the course: it may hold the function that an exercise asks for."""
    file = arguments[0]
    if not isinstance(file, str) or not file.endswith(".py") or "/utils/" not in file:
        return
    if is_library(os.path.realpath(file)) and nearest(sys._getframe(2)) is not None:
        _note(_read, _short(file))


_HEARD: Mapping[str, Callable[[Any], None]] = {
    "object.__setattr__": _hear_code_set,
    "function.__new__": _hear_function,
    "compile": _hear_compile,
    "exec": _hear_exec,
    "open": _hear_open,
}


def _is_loaded(file: str) -> bool:
    module = sys.modules.get(_module(file))
    if module is None or getattr(module, "__file__", None) != file or "/utils/" not in file:
        return False
    return not is_being_imported(module)


def _short(file: str) -> str:
    return "utils/" + f"/{file}".rpartition("/utils/")[2]


def _module(file: str) -> str:
    return _short(file).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _is_covered(file: str, forbid: Sequence[str]) -> bool:
    """Whether something that an exercise forbids is written in this file."""
    names = (resolved(name) for name in forbid)
    return any(
        f"{_module(file)}.".startswith(f"{name}.") or name.startswith(f"{_module(file)}.") for name in names
    )


def _state() -> dict[str, Any]:
    """The functions that make the record, and their code, by name."""
    found: dict[str, Any] = {}
    for full in (*_RECORDING, *_SPEAKING):
        module = sys.modules.get(full)
        for name, value in list(vars(module).items()) if module else []:
            parts = vars(value).items() if isinstance(value, type) else [("", value)]
            for part, function in parts:
                if isinstance(function, FunctionType):
                    found[f"{full}.{name}{'.' * bool(part)}{part}"] = (
                        function,
                        function.__code__,
                    )
    return found


def _changed() -> list[str]:
    """Names of recording functions that are not what they were at the start."""
    now = _state()
    return [
        name
        for name, (function, code) in _before.items()
        if now.get(name, (None, None))[0] is not function or now[name][1] is not code
    ]
