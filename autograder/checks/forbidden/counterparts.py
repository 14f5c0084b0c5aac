"""What a forbidden name means while code runs: operators of torch, and functions written in Python.

An author writes names only, "nn.LayerNorm" or ".softmax" or "utils.blocks". Operators follow from the name: torch calls
one computation layer_norm, native_layer_norm and _fused_layer_norm, and LayerNorm the class, so names are compared with
all such additions taken away. A module stands for every function in it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import FunctionType, ModuleType
from typing import Any

# What lesson cells call these modules.
USUAL_ALIASES = {
    "torch": "torch",
    "nn": "torch.nn",
    "F": "torch.nn.functional",
    "np": "numpy",
    "math": "math",
    "utils": "utils",
}
# Additions to an operator's name that leave open what it computes.
_ADDITIONS = set(
    "alpha copy cpu cuda cudnn dense efficient elemt feature flash for forward functional fused fwd impl index inplace "
    "legit loss masked math miopen mkldnn native nd nested no out overrideable safe sparse special stats training "
    "update with".split()
)
# Operators that a module's functions come down to, where no name says so.
_BY_HAND = {"torch.optim": ["adam", "adamw", "sgd", "adagrad"]}
# Modules that come down to no operator of their own.
_NO_OPERATORS = ("torch.utils", "torch.ops", "torch.nn.utils", "torch.nn.attention")

# Modules whose functions are written in another one.
_WRITTEN_IN = {"numpy.lib.stride_tricks": ["numpy.lib._stride_tricks_impl"]}


def resolved(name: str) -> str:
    """A name with the usual aliases written out: "nn.Linear" → "torch.nn.Linear"."""
    root, _, rest = name.partition(".")
    root = USUAL_ALIASES.get(root, root)
    return f"{root}.{rest}" if rest else root


def computations(forbid: Iterable[str]) -> dict[str, str]:
    """Computation, as `computation` names it → the forbidden name. Empty where torch has no part in it."""
    found: dict[str, str] = {}
    for name in forbid:
        full = f"torch{name}" if name.startswith(".") else resolved(name)
        for operator in _BY_HAND.get(full, []):
            found.setdefault(operator, name)
        if full.startswith("torch.") and not full.startswith(_NO_OPERATORS) and full not in _BY_HAND:
            found.setdefault(computation(full.rpartition(".")[2]), name)
    return found


@lru_cache(maxsize=4096)
def computation(name: str) -> str:
    """The bare name of what an operator, a function or a class computes; "" for the backward half of one.

    "aten::native_layer_norm", "layer_norm.default" and "LayerNorm" are "layernorm".
    """
    name = name.rpartition("::")[2].partition(".")[0]
    if "backward" in name:
        return ""
    words = [word for word in name.lower().split("_") if word not in _ADDITIONS]
    return re.sub(r"(?<=norm|pout)[123]d$|(?<=nll)(loss)?(2d)?$|loss$", "", "".join(words))


def functions(
    forbid: Iterable[str], hidden: Mapping[str, ModuleType] | None = None
) -> dict[FunctionType, str]:
    """Function → the forbidden name under which it falls, of what is loaded. hidden: modules not in sys.modules."""
    full = {resolved(name): name for name in forbid if not name.startswith(".")}
    roots = tuple(full)
    modules = {n: m for n, m in [*sys.modules.items(), *(hidden or {}).items()] if n.startswith(roots)}
    found: dict[FunctionType, str] = {}
    for each, name in full.items():
        for function in _functions_under(each, modules):
            found.setdefault(function, name)
    return found


def _functions_under(full: str, modules: Mapping[str, Any]) -> Iterator[FunctionType]:
    covered = [m for n, m in modules.items() if n == full or n.startswith(full + ".")]
    if not covered:
        parent, _, last = full.rpartition(".")
        yield from _functions_of(getattr(sys.modules.get(parent), last, None))
    for module in covered:
        for value in list(getattr(module, "__dict__", {}).values()):
            for function in _functions_of(value):
                if str(function.__module__).startswith((full, *_WRITTEN_IN.get(full, []))):
                    yield function


def _functions_of(value: Any) -> Iterator[FunctionType]:
    """The Python functions that a function, a class or a decorated function consists of."""
    if isinstance(value, type):
        for part in list(vars(value).values()):
            if not isinstance(part, type):
                yield from _functions_of(part)
        return
    if isinstance(value, property):
        value = value.fget
    for _ in range(10):  # a function below its decorators
        value = getattr(value, "__func__", value)
        if isinstance(value, FunctionType):
            yield value
        inner = getattr(value, "__wrapped__", None) or getattr(value, "_implementation", None)
        if inner is None or inner is value:
            return
        value = inner
