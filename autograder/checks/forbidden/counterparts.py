"""What a forbidden name means while code runs: operators of torch, and functions written in Python.

An author writes names only, "nn.LayerNorm" or ".softmax" or "utils.blocks". Operators follow from the name: torch calls
one computation layer_norm, native_layer_norm and _fused_layer_norm, and LayerNorm the class, so names are compared with
all such additions taken away. A module stands for every function in it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import FunctionType, ModuleType
from typing import Any

from autograder.checks.forbidden import loaded
from autograder.checks.forbidden.loaded import functions_in

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
_NO_OPERATORS = ("torch.utils", "torch.nn.utils", "torch.nn.attention")
# Where torch's operators are written once more, in Python and by simpler ones.
_IN_PYTHON = ("torch._refs", "torch._decomp", "torch._prims", "torch.testing._internal")

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
    """Function → the forbidden name under which it falls, of what is loaded or was before the student's first line.

    hidden: modules not in sys.modules.
    """
    forbid = list(forbid)
    full = {resolved(name): name for name in forbid if not name.startswith(".")}
    computed = computations(forbid)
    now = [*sys.modules.items(), *(hidden or {}).items()]
    modules = [(name, module) for name, module in now if name.startswith((*full, *_IN_PYTHON))]
    found: dict[FunctionType, str] = {}
    for each, name in full.items():
        for function in _functions_under(each, modules):
            found.setdefault(function, name)
    for name, function in _in_python(modules) if computed else ():
        if (computing := computation(name)) in computed:
            found.setdefault(function, computed[computing])
    return found


def _functions_under(full: str, modules: Sequence[tuple[str, Any]]) -> Iterator[FunctionType]:
    """The functions that a module's or a function's full name stands for."""
    covered = [module for name, module in modules if _is_below(name, full)]
    known = [names for name, names in loaded.functions.items() if _is_below(name, full)]
    if not covered and not known:
        parent, _, last = full.rpartition(".")
        yield from functions_in(getattr(sys.modules.get(parent), last, None))
        yield from loaded.functions.get(parent, {}).get(last, [])
    written = (full, *_WRITTEN_IN.get(full, []))
    for module in covered:
        for value in list(getattr(module, "__dict__", {}).values()):
            yield from (each for each in functions_in(value) if str(each.__module__).startswith(written))
    for names in known:
        for each in names.values():
            yield from (function for function in each if str(function.__module__).startswith(written))


def _in_python(modules: Sequence[tuple[str, Any]]) -> Iterator[tuple[str, FunctionType]]:
    """The functions by which torch writes its operators in Python, with their names."""
    for module, names in loaded.functions.items():
        if module.startswith(_IN_PYTHON):
            yield from ((name, function) for name, found in names.items() for function in found)
    for module, value in modules:
        if module.startswith(_IN_PYTHON) and module not in loaded.functions:
            names = [(n, v) for n, v in list(vars(value).items()) if isinstance(v, FunctionType)]
            yield from ((name, function) for name, each in names for function in functions_in(each))


def is_source_of(module: str, forbid: Iterable[str]) -> bool:
    """Whether a module holds functions that these names forbid."""
    names = list(forbid)
    full = [resolved(name) for name in names if not name.startswith(".")]
    if any(_is_below(module, each) or _is_below(each, module) for each in full):
        return True
    return module.startswith(_IN_PYTHON) and bool(computations(names))


def _is_below(name: str, full: str) -> bool:
    return name == full or name.startswith(full + ".")
