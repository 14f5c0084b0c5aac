"""What passes between a check and an answer, for messages: asked for only after something went wrong.

What did the answer return that the check could not go on with: a list, say, instead of a tensor? And what does the
answer call the argument that it changed? The probe is run once more, and the student's functions are looked at.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from inspect import CO_GENERATOR
from types import FrameType
from typing import Any

import torch

from autograder.checks.explain import describe
from autograder.checks.forbidden.files import is_library, nested
from autograder.checks.values import unpack

_MODULE_CALL = torch.nn.Module.__call__.__code__
_OF_A_DICT = {"items", "keys", "values", "get"}


def what_was_given(probe: Callable[..., Any], inputs: bytes) -> str | None:
    """`merge_heads gave a list of 2 items, where a tensor was expected`; None where the error has no such reason."""
    last: list[tuple[str, Any]] = []
    ours = set(nested(probe.__code__))

    def hear(frame: FrameType, event: str, value: Any) -> None:
        called = frame.f_code
        if event != "return" or frame.f_back is None or frame.f_back.f_code not in ours or called in ours:
            return
        if called is _MODULE_CALL:
            last[:] = [(type(frame.f_locals["self"]).__name__, value)]
        elif not (
            is_library(called.co_filename) or called.co_name[:2] == "__" or called.co_flags & CO_GENERATOR
        ):
            last[:] = [(called.co_name, value)]

    before = sys.getprofile()
    sys.setprofile(hear)
    try:
        probe(**unpack(inputs))
    except Exception as error:
        sys.setprofile(before)
        return _sentence(error, *last[0]) if last and _is_about(error, last[0][1]) else None
    finally:
        sys.setprofile(before)
    return None


def _is_about(error: Exception, value: Any) -> bool:
    """Whether the error complains of this value, or of a value of its type."""
    if isinstance(value, torch.Tensor):
        return False
    if isinstance(error, AttributeError):
        return error.obj is value
    message = str(error)
    return type(value).__name__ in message or "unpack" in message


def _sentence(error: Exception, name: str, value: Any) -> str:
    """In words; what was expected is read from the attribute that the check looked for, or from torch's own words."""
    attribute = error.name if isinstance(error, AttributeError) else None
    wanted = ""
    if attribute in _OF_A_DICT:
        wanted = ", where a dict was expected"
    elif hasattr(torch.Tensor, attribute or "") or "Tensor" in str(error):
        wanted = ", where a tensor was expected"
    return f"`{name}` gave {_described(value)}{wanted}"


def _described(value: Any) -> str:
    """Its kind; of other classes than Python's own only the name, because what they say of themselves may be code."""
    if value is None:
        return "None"
    if type(value) is tuple:
        return describe(value).replace("a list", "a tuple")
    return describe(value) if type(value) in (list, dict, str, int, float) else f"a {type(value).__name__}"


def called_by_the_answer(
    probe: Callable[..., Any], inputs: bytes, changed: Sequence[str], file: str | None
) -> list[str]:
    """What the answer's own functions call these arguments of the probe; empty for one that they have no name for.

    The probe is run once more, and the functions of the notebook that it reaches are asked which of their parameters is
    the argument, a part of it or a view of it. Of several parts, the one that was changed counts.
    file: the answer's, or None where it isn't known.
    """
    arguments, before_it_ran = unpack(inputs), unpack(inputs)
    parts = {name: set(_identities(arguments[name])) for name in changed}
    heard: dict[str, list[tuple[str, set[Any]]]] = {name: [] for name in changed}
    ours = set(nested(probe.__code__))

    def hear(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event != "call" or code in ours or is_library(code.co_filename):
            return
        if file not in (None, code.co_filename):
            return
        for parameter in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
            held = set(_identities(frame.f_locals.get(parameter), depth=0))
            for name in changed:
                if parts[name] & held:
                    heard[name].append((parameter, held))

    before = sys.getprofile()
    sys.setprofile(hear)
    try:
        probe(**arguments)
    except Exception:
        pass  # the first run went well, and counts
    finally:
        sys.setprofile(before)
    found = []
    for name in changed:
        modified = set(_modified(arguments[name], before_it_ran[name]))
        called = [parameter for parameter, held in heard[name] if modified & held]
        found.append(next(iter(called or [parameter for parameter, _ in heard[name]]), ""))
    return found


def _modified(after: Any, before: Any, depth: int = 2) -> Iterator[Any]:
    """The identities of the parts of a value that are no longer what they were."""
    if isinstance(after, torch.Tensor):
        if not (isinstance(before, torch.Tensor) and torch.equal(after, before)):
            yield from _identities(after, 0)
    elif isinstance(after, list | dict | tuple):
        pairs = _pairs(after, before)
        if pairs is None:
            yield from _identities(after, 0)
        elif depth:
            for new, old in pairs:
                yield from _modified(new, old, depth - 1)


def _pairs(after: Any, before: Any) -> list[tuple[Any, Any]] | None:
    """The parts of two containers, side by side; None where they don't have the same ones."""
    if isinstance(after, dict) and isinstance(before, dict):
        return [(after[key], before[key]) for key in after] if after.keys() == before.keys() else None
    if isinstance(after, list | tuple) and isinstance(before, list | tuple):
        return list(zip(after, before, strict=True)) if len(after) == len(before) else None
    return None


def _identities(value: Any, depth: int = 2) -> Iterator[Any]:
    """What a value is known by, with the parts of a container down to some depth: a tensor by its memory."""
    if isinstance(value, torch.Tensor):
        yield "memory", value.untyped_storage().data_ptr()
    elif isinstance(value, list | dict | tuple):
        yield "object", id(value)
        if depth:
            for part in value.values() if isinstance(value, dict) else value:
                yield from _identities(part, depth - 1)
