"""What a kernel that is graded looks after, from before the student's first line to its end.

Libraries that would do an exercise are out of an answer's reach (`HIDDEN`), and what people do who want to undo the
record of a check is noted: Python's audit hooks cannot be taken away again once they are there. Nothing is stopped but
imports. Some of it is only odd, and told to the instructor; some of it means that a record is worth nothing.
"""

from __future__ import annotations

import builtins
import functools
import importlib.machinery
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from types import CodeType, FunctionType, ModuleType
from typing import Any

import torch

from autograder.checks.forbidden.counterparts import resolved
from autograder.checks.forbidden.frames import importer, is_library, is_notebooks, nearest

# No answer needs them, and each would do some exercise. utils uses them, and may.
HIDDEN = {"tiktoken", "tiktoken_ext", "tokenizers", "transformers", "peft", "scipy"}
hidden: dict[str, ModuleType] = {}  # such modules as were loaded before, by name

_RECORDING = tuple(
    f"autograder.checks.forbidden.{name}"
    for name in ("call_watch", "counterparts", "frames", "operators", "tampering")
)
# What carries it to the judge.
_SPEAKING = tuple(f"autograder.checks.{name}" for name in ("channel", "notebook_api", "probe"))
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
# What leads past torch's dispatcher, where the record of operators is made.
_SWITCHES = (
    (torch._C, "_ExcludeDispatchKeyGuard"),
    (torch._C, "_ForceDispatchKeyGuard"),
    (torch._C, "_get_operation_overload"),
)


def start() -> None:
    """Begin to look after this process. There is no end to it."""
    global _started
    if _started:
        return
    _started = True
    for name in [name for name in sys.modules if name.partition(".")[0] in HIDDEN]:
        hidden[name] = sys.modules.pop(name)
    sys.meta_path.insert(0, _OutOfReach())
    builtins.__import__ = _importing(builtins.__import__)
    for module, name in _SWITCHES:
        if hasattr(module, name):
            setattr(module, name, _noted(f"{module.__name__}.{name}", getattr(module, name)))
    torch.compile = _compiling(torch.compile)
    _before.update(_state())
    sys.addaudithook(_hear)


def begin(forbid: Sequence[str]) -> None:
    """A check of an exercise that forbids something begins."""
    _forbid[:] = forbid


def end() -> list[str]:
    """It ends; returns what makes its record worthless."""
    forbid = list(_forbid)
    _forbid.clear()
    for name in _changed():
        recording = name.startswith(_RECORDING)
        _note(tampering if recording else odd, f"changes {name}")
    return [*tampering, *(f"reads {file}" for file in _read if _is_covered(file, forbid))]


def take_odd() -> list[str]:
    """What is worth a look and was not told before."""
    found = [what for what in (*odd, *tampering, *(f"reads {file}" for file in _read)) if what not in _told]
    _told.update(found)
    return found


# --- imports ------------------------------------------------------------------------------------------------------


class _OutOfReach(MetaPathFinder):
    """Finds hidden modules for libraries, and none for anybody else."""

    def find_spec(
        self, name: str, path: Any = None, target: Any = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name.partition(".")[0] not in HIDDEN:
            return None
        asking = importer(sys._getframe(1))
        if asking is None or is_notebooks(asking.f_code):
            _note(odd, f"imports {name}")
            raise ModuleNotFoundError(f"{name} is out of reach of an answer while it is graded", name=name)
        return importlib.machinery.ModuleSpec(name, _Kept()) if name in hidden else None


class _Kept(Loader):
    """Gives back a module that was loaded before."""

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return hidden[spec.name]

    def exec_module(self, module: ModuleType) -> None:
        """It ran long ago."""


class _StandIn(ModuleType):
    """In place of a hidden module, for who imports it and does not use it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise ImportError(f"{self.__name__}.{name} is out of reach of an answer while it is graded")


def _importing(original: Callable[..., Any]) -> Callable[..., Any]:
    def import_(
        name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0
    ) -> ModuleType:
        if level == 0 and name.partition(".")[0] in HIDDEN and is_notebooks(sys._getframe(1).f_code):
            return _StandIn(name if fromlist else name.partition(".")[0])
        return original(name, globals, locals, fromlist, level)

    return import_


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


def _compiling(original: Callable[..., Any]) -> Callable[..., Any]:
    """torch.compile, which leaves no operators to hear of: a check must not run what it made."""

    def compile(model: Any = None, **keywords: Any) -> Any:
        if model is None:
            return lambda function: compile(function, **keywords)
        compiled = original(model, **keywords)
        if isinstance(compiled, torch.nn.Module):
            compiled.register_forward_pre_hook(lambda *_: _note_compiled())
            return compiled

        @functools.wraps(compiled)
        def run(*arguments: Any, **more: Any) -> Any:
            _note_compiled()
            return compiled(*arguments, **more)

        return run

    return compile


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
    """Who reads the source of a finished function has it in hand."""
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
    return not getattr(module.__spec__, "_initializing", False)  # as it is while it is first imported


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
