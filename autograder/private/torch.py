"""torch's dispatcher, through which every call of an operator goes, however it was written.

checks/forbidden/ listens there for operators that an exercise forbids, and notes who goes round it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import torch
from torch._C import DispatchKey

NEEDED = {
    "torch._C.DispatchKey": "names the steps of the dispatcher",
    "torch._C._dispatch_keyset_full_after": "the steps after ours, to which a call that was noted goes on",
    "torch._C._dispatch_get_all_op_names": "the list of all operators, to find those that compute something forbidden",
    "torch._C._dispatch_has_kernel_for_dispatch_key": "tells whether an operator is taken apart into others",
    "torch.ops.aten.softmax.int._op_dk": "calls an operator at one step, and so leads past ours: it is noted",
    "torch.ops.aten.softmax.int.redispatch": "sends a call on to the steps after ours; called by others it is noted",
    "torch.library.Library.m": "None once somebody has taken our listeners out of the dispatcher",
    "torch.library.Library._destroy": "takes our listeners out again when a check ends",
    "torch._C._ExcludeDispatchKeyGuard": "switches steps of the dispatcher off, ours too: noted",
    "torch._C._ForceDispatchKeyGuard": "sets which steps run: noted",
    "torch._C.ExcludeDispatchKeyGuard": "as _ExcludeDispatchKeyGuard: noted",
    "torch._C._SetExcludeDispatchKeyGuard": "as _ExcludeDispatchKeyGuard: noted",
    "torch._C._dispatch_tls_set_dispatch_key_excluded": "as _ExcludeDispatchKeyGuard: noted",
    "torch._C._dispatch_get_computed_kernel_for_dispatch_key": "hands out the code of one step: noted",
    "torch._C._get_operation_overload": "hands out an operator without its Python object: noted",
}

# Attributes of an operator that lead past the dispatcher. The first is each operator's own, the second its class's.
DOORS = ("_op_dk", "redispatch")
# Functions of torch._C that do so for all operators.
SWITCHES = (
    "ExcludeDispatchKeyGuard",
    "_ExcludeDispatchKeyGuard",
    "_ForceDispatchKeyGuard",
    "_SetExcludeDispatchKeyGuard",
    "_dispatch_tls_set_dispatch_key_excluded",
    "_get_operation_overload",
    "_dispatch_get_computed_kernel_for_dispatch_key",
)
# Of these, what torch itself never calls for an ordinary call of an operator: torch.library.get_kernel does it.
NEVER_USUAL = "torch._C._dispatch_get_computed_kernel_for_dispatch_key"

# BackendSelect comes before every backend.
AFTER_BACKEND_SELECT = torch._C._dispatch_keyset_full_after(DispatchKey.BackendSelect)


def operator_names() -> list[str]:
    """Every operator that torch knows, as "aten::softmax.int"."""
    return torch._C._dispatch_get_all_op_names()


def is_composite(operator: Any) -> bool:
    """Whether an operator has no kernel of its own and is taken apart into others."""
    return torch._C._dispatch_has_kernel_for_dispatch_key(operator.name(), "CompositeImplicitAutograd")


def take_apart(operator: Any) -> Callable[..., Any]:
    """What runs a composite operator by the others that it consists of, without asking the dispatcher again."""
    run, key = operator._op_dk, DispatchKey.CompositeImplicitAutograd
    return lambda *arguments, **keywords: run(key, *arguments, **keywords)


def remove(library: torch.library.Library) -> bool:
    """Give the operators of a library back the kernels they had; whether ours were still there."""
    kept = getattr(library, "m", None) is not None
    library._destroy()
    return kept


def wrap_switches(wrap: Callable[[str, Callable[..., Any]], Callable[..., Any]]) -> None:
    """Replace each switch by what `wrap` makes of its name and of itself. One that this torch has not is left out."""
    for name in SWITCHES:
        if hasattr(torch._C, name):
            setattr(torch._C, name, wrap(f"torch._C.{name}", getattr(torch._C, name)))


def tell_of_compiled(tell: Callable[[], None]) -> None:
    """Replace torch.compile by one whose results tell of every run: fused code calls no operators to listen to."""
    original = torch.compile

    def compile(model: Any = None, **keywords: Any) -> Any:
        if model is None:
            return lambda function: compile(function, **keywords)
        compiled = original(model, **keywords)
        if isinstance(compiled, torch.nn.Module):
            compiled.register_forward_pre_hook(lambda *_: tell())
            return compiled

        @functools.wraps(compiled)
        def run(*arguments: Any, **more: Any) -> Any:
            tell()
            return compiled(*arguments, **more)

        return run

    torch.compile = compile
