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
from types import CodeType, FrameType, FunctionType
from typing import Any

from autograder.checks.forbidden import child_processes, loaded
from autograder.checks.forbidden.counterparts import is_source_of, resolved
from autograder.checks.forbidden.files import in_utils, is_library, is_looking, is_written_in
from autograder.checks.forbidden.frames import imports_for_itself, is_asked_for, is_librarys, nearest
from autograder.checks.forbidden.hidden_modules import HIDDEN, hide
from autograder.private.python import is_being_imported, names_of_imported
from autograder.private.torch import NEVER_USUAL, tell_of_compiled, wrap_switches

# Modules that make the record of a check, and those that carry it to the judge.
_RECORDING = (
    "autograder.private.python",
    "autograder.private.torch",
    "autograder.checks.forbidden.call_watch",
    "autograder.checks.forbidden.child_processes",
    "autograder.checks.forbidden.counterparts",
    "autograder.checks.forbidden.files",
    "autograder.checks.forbidden.frames",
    "autograder.checks.forbidden.hidden_modules",
    "autograder.checks.forbidden.loaded",
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
_read: list[str] = []  # files of utils whose text the student's code has read
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
# Modules that make other code for a library's function: the record, and torch.fx for a graph.
_MAKERS = ("autograder.checks.forbidden.replaced_code", "torch.fx._symbolic_trace")
_HIDING = str(hide.__code__.co_filename)
_PROCESSES = {"os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.system", "subprocess.Popen"}


def start() -> None:
    """Watch this process from now on; there is no way to stop it again."""
    global _started
    if _started:
        return
    _started = True
    loaded.take()
    hide(functools.partial(_note, odd))
    wrap_switches(_noted)
    tell_of_compiled(_note_compiled)
    _before.update(_state())
    sys.addaudithook(_hear)


def begin(forbid: Sequence[str]) -> None:
    """A check of an exercise that forbids something begins."""
    if _started and child_processes.end_all():
        _note(tampering, "runs another process during its check")
    _forbid[:] = forbid


def end() -> list[str]:
    """The check ends; returns the reasons why its record counts for nothing."""
    forbid = list(_forbid)
    _forbid.clear()
    if _started and child_processes.are_running():
        _note(tampering, "starts another process during a check")
    for name in _changed():
        recording = name.startswith(_RECORDING)
        _note(tampering if recording else odd, f"changes {name}")
    for name in loaded.functions:
        if name not in sys.modules:
            _note(odd, f"takes {name} out of sys.modules")
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
        frame = sys._getframe(1)
        if is_asked_for(frame) if name == NEVER_USUAL else not is_librarys(frame):
            _note(tampering, f"calls {name}")
        return original(*arguments, **keywords)

    return switch


def _note_compiled() -> None:
    if _forbid:
        _note(tampering, "runs code that torch.compile made")


def _hear(event: str, arguments: Any) -> None:
    """The audit hook: most events are none of ours, and it must be quick."""
    if event in _ODD:
        if not is_librarys(sys._getframe(1)):
            _note(odd, _ODD[event])
            if event == "code.__new__" and is_library(str(arguments[1])):
                _note(tampering, "passes code off as a library's")
    elif event in _HEARD:
        if not is_looking():
            _HEARD[event](arguments)
    elif event in _PROCESSES:
        if _forbid and is_asked_for(sys._getframe(1)):
            _note(tampering, "starts another process during a check")
    elif event.startswith("ctypes.") and nearest(sys._getframe(1)) is not None:
        _note(tampering, "uses ctypes")


def _hear_code_set(arguments: Any) -> None:
    target, name, value, *_ = arguments
    if name != "__code__" or not isinstance(target, FunctionType) or is_librarys(sys._getframe(2)):
        return
    if is_library(target.__code__.co_filename):
        _note(tampering, f"changes the code of {target.__module__}.{target.__qualname__}")
    elif is_library(getattr(value, "co_filename", "")):
        _note(tampering, "passes code off as a library's")


def _hear_function(arguments: Any) -> None:
    code, frame = arguments[0], sys._getframe(2)
    if not is_library(code.co_filename) or _means_no_harm(frame):
        return
    if is_asked_for(frame):
        _note(tampering, f"makes a second {code.co_name} of a library's code")


def _hear_exec(arguments: Any) -> None:
    """Code of a library that runs where no import asks for it, or once more, or in spite of being out of reach."""
    code, frame = arguments[0], sys._getframe(2)
    if not isinstance(code, CodeType) or not is_library(code.co_filename):
        return
    names = names_of_imported(frame)
    if names is None:
        if _is_loaded(code.co_filename):
            _note(tampering, f"loads {in_utils(code.co_filename)} a second time")
        else:
            _note(tampering, "passes code off as a library's")
        return
    name = str(names.get("__name__"))
    is_known = id(names) in loaded.dictionaries
    if is_known and not is_written_in(code, code.co_filename):
        _note(tampering, "passes code off as a library's")
    elif _is_loaded(code.co_filename):
        _note(tampering, f"loads {in_utils(code.co_filename)} a second time")
    elif name.partition(".")[0] in HIDDEN and not imports_for_itself(frame, HIDDEN, aside=_HIDING):
        _note(tampering, f"loads {name}, which is out of reach")
    elif _forbid and is_source_of(name, _forbid) and not imports_for_itself(frame, ()):
        _note(tampering, f"loads {name} during its check")


def _hear_import(arguments: Any) -> None:
    """A compiled module that is loaded past the importer: then it comes with its path."""
    name, path, *_ = arguments
    if not path or str(name).partition(".")[0] not in HIDDEN:
        return
    if not imports_for_itself(sys._getframe(2), HIDDEN, aside=_HIDING):
        _note(tampering, f"loads {name}, which is out of reach")


def _hear_open(arguments: Any) -> None:
    """Note reading a source file of the course: it may hold the function that an exercise asks for."""
    if not isinstance(arguments[0], str | bytes):
        return
    file = os.fsdecode(arguments[0])
    if not file.endswith(".py") and not os.path.islink(file):
        return
    name = in_utils(file)
    if name is not None and is_asked_for(frame := sys._getframe(2)) and not _is_shown(frame):
        _note(_read, name)


_HEARD: Mapping[str, Callable[[Any], None]] = {
    "object.__setattr__": _hear_code_set,
    "function.__new__": _hear_function,
    "exec": _hear_exec,
    "import": _hear_import,
    "open": _hear_open,
}


def _is_shown(frame: FrameType | None) -> bool:
    """Whether a file is read to show lines of it under an error or a warning, as `traceback.print_exc()` does."""
    while frame is not None and is_librarys(frame):
        if frame.f_globals.get("__name__") in ("traceback", "warnings"):
            return True
        frame = frame.f_back
    return False


def _means_no_harm(frame: FrameType) -> bool:
    """Whether it is the course's own code, or torch's, that makes other code for a library's function."""
    return frame.f_globals.get("__name__") in _MAKERS and is_librarys(frame)


def _is_loaded(file: str) -> bool:
    """Whether this is a file of utils whose module has run it, and is not running it for the first time right now."""
    name = in_utils(file)
    module = sys.modules.get(_module(name)) if name is not None else None
    return module is not None and getattr(module, "__file__", None) == file and not is_being_imported(module)


def _module(file: str) -> str:
    """The module of a file of utils: "utils.blocks.gpt"."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


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
