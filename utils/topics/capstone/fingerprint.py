"""A fingerprint of what a call would run: code, constants and settings, followed from name to name.

`of(build, finish)` hashes the byte code of functions and classes, and of every function, class and value that they use,
so an edited helper is a new fingerprint even though all names stayed the same. It follows what was written in a
notebook or in a file beside it. The course's own modules, PyTorch and other installed packages count by name.
"""

from __future__ import annotations

import dis
import functools
import hashlib
import pickle
import sys
import types
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

UNSEEN = {  # attributes that say nothing about what a class does
    *(
        "__module__",
        "__dict__",
        "__weakref__",
        "__doc__",
        "__annotations__",
        "__qualname__",
        "__firstlineno__",
    ),
    *("__static_attributes__", "__abstractmethods__", "_abc_impl", "__parameters__", "__orig_bases__"),
    *("__dataclass_fields__", "__dataclass_params__", "__match_args__", "__annotate__", "__annotate_func__"),
}


class CannotTell(Exception):
    """Something whose content can't be seen; the message names its type."""


def of(*roots: Any, apart_from: Collection[Tensor] = ()) -> str:
    """Sixteen hexadecimal digits that change when what the roots run changes.

    apart_from: tensors of which only the shape counts, such as a fresh model's random weights. Raises CannotTell where
    something is used that can't be looked into; the answer is then unknown.
    """
    walk = _Walk({id(tensor) for tensor in apart_from})
    try:
        for root in roots:
            walk.see(root)
    except RecursionError:
        raise CannotTell("a structure that refers to itself too deeply") from None
    return walk.digest.hexdigest()[:16]


class _Walk:
    """One pass over everything that is reached, each object once."""

    def __init__(self, only_shapes: set[int]) -> None:
        self.only_shapes = only_shapes
        self.digest = hashlib.sha256()
        self.met: dict[
            int, tuple[int, Any]
        ] = {}  # id → its number, and the object, so that no id is used again

    def say(self, *words: object) -> None:
        self.digest.update(repr(words).encode())

    def see(self, value: Any) -> None:
        """Add one value and all that it reaches."""
        if value is None or isinstance(value, (bool, int, float, complex, str, bytes, types.EllipsisType)):
            return self.say(type(value).__name__, value)
        if id(value) in self.met:
            return self.say("again", self.met[id(value)][0])
        self.met[id(value)] = len(self.met), value
        if isinstance(value, types.CodeType):
            return self.code(value)
        if isinstance(value, type):
            return self.a_class(value)
        if isinstance(value, types.ModuleType):
            return self.module(value)
        if isinstance(value, Tensor):
            self.tensor(value)
        elif isinstance(value, nn.Module):
            return self.instance(value)
        for part in self.parts(value):
            self.see(part)

    def parts(self, value: Any) -> Iterator[Any]:
        """What a value consists of, in an order that doesn't change from one day to the next."""
        yield type(value).__name__
        match value:
            case Tensor() | torch.device() | torch.dtype():
                yield str(value) if not isinstance(value, Tensor) else ""
            case functools.partial():
                yield from (value.func, value.args, value.keywords)
            case types.MethodType():
                yield from (value.__func__, value.__self__)
            case staticmethod() | classmethod():
                yield value.__func__
            case property():
                yield from (value.fget, value.fset, value.fdel)
            case functools.cached_property():
                yield value.func
            case types.FunctionType():
                yield from self.function(value)
            case dict():
                for key, content in value.items():
                    yield from (key, content)
            case list() | tuple():
                yield len(value)
                yield from value
            case set() | frozenset():
                yield sorted(map(repr, value))
            case types.MemberDescriptorType() | types.GetSetDescriptorType() | types.WrapperDescriptorType():
                yield value.__qualname__
            case types.BuiltinFunctionType() | types.MethodDescriptorType():
                yield value.__qualname__
            case _:
                yield from self.other(value)

    def other(self, value: Any) -> Iterator[Any]:
        """An object of some class: its attributes, or what pickle keeps of it."""
        wrapped = getattr(value, "__wrapped__", None)  # functools.cache and its like
        if wrapped is not None:
            yield wrapped
        elif hasattr(value, "__dict__") and "__getstate__" not in vars(type(value)):
            self.instance(value)
        else:
            try:
                yield from (type(value), pickle.dumps(value))
            except Exception:
                raise CannotTell(type(value).__name__) from None

    def instance(self, value: Any) -> None:
        """Its class, and what was set on it; of a model that is every parameter, buffer and part."""
        self.see(type(value))
        self.see(dict(vars(value)))

    def function(self, value: types.FunctionType) -> Iterator[Any]:
        """Its code and everything that the code finds by name."""
        if _is_given(value.__module__):
            yield from (value.__module__, value.__qualname__)
            return
        yield from (value.__code__, value.__defaults__, value.__kwdefaults__)
        for cell in value.__closure__ or ():
            try:
                yield cell.cell_contents
            except ValueError:
                yield "empty"
        for name in _globals_of(value.__code__):
            if name in value.__globals__:
                yield from (name, value.__globals__[name])
        extra = {k: v for k, v in vars(value).items() if k not in UNSEEN}
        if extra:
            yield extra

    def code(self, value: types.CodeType) -> None:
        self.say(value.co_code, value.co_names, value.co_varnames, value.co_freevars, value.co_cellvars)
        self.say(value.co_argcount, value.co_kwonlyargcount, value.co_flags)
        for constant in value.co_consts:
            self.see(constant)

    def a_class(self, value: type) -> None:
        """Of a given class its name and what a student put onto it; of any other all that it defines."""
        self.say("class", value.__qualname__)
        for base in value.__mro__:
            given = _is_given(base.__module__)
            self.say(base.__module__ if given else "", base.__qualname__)
            for name, content in list(vars(base).items()):
                if name in UNSEEN or (given and not _is_put_on(content)):
                    continue
                self.say(name)
                self.see(content)

    def module(self, value: types.ModuleType) -> None:
        self.say("module", value.__name__)
        if not _is_given(value.__name__):
            self.see({k: v for k, v in vars(value).items() if not k.startswith("__")})

    def tensor(self, value: Tensor) -> None:
        self.say(tuple(value.shape), str(value.dtype), value.requires_grad)
        if id(value) not in self.only_shapes:
            whole = value.detach().cpu().contiguous().reshape(-1)
            self.digest.update(whole.view(torch.uint8).numpy().tobytes() if len(whole) else b"")


def _is_put_on(content: Any) -> bool:
    """Whether a function in a given class comes from a student."""
    return isinstance(content, types.FunctionType) and not _is_given(content.__module__)


def _globals_of(code: types.CodeType) -> list[str]:
    """The global names that some code reads, and the functions within it, each once."""
    found = [
        str(step.argval) for step in dis.get_instructions(code) if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")
    ]
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found += _globals_of(constant)
    return list(dict.fromkeys(found))


@functools.cache
def _is_given(module: str | None) -> bool:
    """Whether a module belongs to Python, the course or an installed package, so that its name tells what it does."""
    root = (module or "").partition(".")[0]
    if root == "__main__":  # a notebook, whichever program has started it
        return False
    if root in sys.stdlib_module_names or root in ("utils", "autograder", "builtins"):
        return True
    file = getattr(sys.modules.get(root), "__file__", None)
    return file is not None and not {"site-packages", "dist-packages"}.isdisjoint(Path(file).parts)
