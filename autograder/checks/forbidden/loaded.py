"""What was loaded before the first line of the student's ran, kept so that nothing can be taken away from it.

A module can be removed from sys.modules, and a function from its module, before a check looks for them. So both are
written down early: in the parent of all kernels once it has imported everything, and again in each kernel for what came
after. What is written down here is only ever added to.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

from autograder.checks.forbidden.files import is_installed, is_library

_WATCHED = {"torch", "utils", "numpy"}  # the packages of which exercises forbid single functions
dictionaries: dict[int, dict[str, Any]] = {}  # by id, the globals of libraries' modules; no id is used twice
Functions = dict[str, list[FunctionType]]  # a module's names → the Python functions under them
functions: dict[str, Functions] = {}  # module → its functions
_seen: set[int] = set()  # ids of modules that were looked through


def take() -> None:
    """Write down what is loaded now. It takes a tenth of a second the first time, and little after that."""
    for name, module in list(sys.modules.items()):
        if id(module) not in _seen and isinstance(module, ModuleType):
            _seen.add(id(module))
            _take(name, vars(module))


def _take(name: str, names: dict[str, Any]) -> None:
    origin = getattr(names.get("__spec__"), "origin", None)
    file = str(names.get("__file__") or origin or "")
    if name == "__main__" or not (is_library(file) or origin in ("frozen", "built-in")):
        return
    dictionaries[id(names)] = names
    if name.partition(".")[0] in _WATCHED and is_installed(file):
        functions[name] = _functions_of(names, name.partition(".")[0])


def is_taken(name: str, module: Any) -> bool:
    """Whether the functions of this very module are written down."""
    return name in functions and id(getattr(module, "__dict__", None)) in dictionaries


def functions_of(module: Any) -> Functions:
    """The Python functions of a module's own package, by the names that it has for them."""
    return _functions_of(vars(module), str(getattr(module, "__name__", "")).partition(".")[0])


def _functions_of(names: dict[str, Any], root: str) -> Functions:
    found = {key: list(functions_in(value)) for key, value in list(names.items()) if _is_from(value, root)}
    return {key: values for key, values in found.items() if values}


def _is_from(value: Any, root: str) -> bool:
    """Whether a function or class is one of this package's own, and not one that a module of it has imported."""
    if not issubclass(type(value), FunctionType | type):
        return (
            _attribute(value, "__wrapped__") is not None or _attribute(value, "_implementation") is not None
        )
    return str(value.__module__).partition(".")[0] == root


def functions_in(value: Any) -> Iterator[FunctionType]:
    """The Python functions that a function, a class or a decorated function consists of."""
    kind = type(value)  # not isinstance, which may run an object's own code
    if issubclass(kind, type):
        for part in list(vars(value).values()):
            if not issubclass(type(part), type):
                yield from functions_in(part)
        return
    if issubclass(kind, property):
        value = value.fget
    for _ in range(10):  # a function below its decorators
        value = _attribute(value, "__func__") or value
        if type(value) is FunctionType:
            yield value
        inner = _attribute(value, "__wrapped__") or _attribute(value, "_implementation")
        if inner is None or inner is value:
            return
        value = inner


def _attribute(value: Any, name: str) -> Any:
    """An attribute that is there, without asking an object's own `__getattr__`, which may do or say anything."""
    try:
        return object.__getattribute__(value, name)
    except Exception:
        return None
