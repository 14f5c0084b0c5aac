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
    since = [(name, module) for name, module in now if name.startswith((*full, *_IN_PYTHON))]
    modules = [(name, module) for name, module in since if not loaded.is_taken(name, module)]
    known = [(name, names) for name, names in loaded.functions.items() if name.startswith(tuple(full))]
    found: dict[FunctionType, str] = {}
    for each, name in full.items():
        for function in _functions_under(each, modules, known):
            found.setdefault(function, name)
    for computing, name in computed.items():
        for function in _written_in_python().get(computing, []):
            found.setdefault(function, name)
    for name, module in modules if computed else ():
        if name.startswith(_IN_PYTHON):
            for computing, function in _computing(loaded.functions_of(module)):
                if computing in computed:
                    found.setdefault(function, computed[computing])
    return found


def _functions_under(
    full: str, modules: Sequence[tuple[str, Any]], known: Sequence[tuple[str, loaded.Functions]]
) -> Iterator[FunctionType]:
    """The functions that a module's or a function's full name stands for."""
    covered = [module for name, module in modules if _is_below(name, full)]
    before = [names for name, names in known if _is_below(name, full)]
    if not covered and not before:
        parent, _, last = full.rpartition(".")
        yield from functions_in(getattr(sys.modules.get(parent), last, None))
        yield from loaded.functions.get(parent, {}).get(last, [])
    written = (full, *_WRITTEN_IN.get(full, []))
    for module in covered:
        for value in list(getattr(module, "__dict__", {}).values()):
            yield from (each for each in functions_in(value) if str(each.__module__).startswith(written))
    for names in before:
        for each in names.values():
            yield from (function for function in each if str(function.__module__).startswith(written))


@lru_cache(maxsize=1)
def _written_in_python() -> dict[str, list[FunctionType]]:
    """Computation → the functions by which torch writes it in Python, of what was loaded at the start."""
    found: dict[str, list[FunctionType]] = {}
    for module, names in loaded.functions.items():
        if module.startswith(_IN_PYTHON):
            for computing, function in _computing(names):
                found.setdefault(computing, []).append(function)
    return found


def _computing(names: loaded.Functions) -> Iterator[tuple[str, FunctionType]]:
    for name, functions in names.items():
        yield from ((computation(name), function) for function in functions)


def prepare() -> None:
    """Do once, in the process from which kernels are forked, what each of them would have to do."""
    loaded.take()
    _written_in_python()


def is_source_of(module: str, forbid: Iterable[str]) -> bool:
    """Whether a module holds functions that these names forbid."""
    names = list(forbid)
    full = [resolved(name) for name in names if not name.startswith(".")]
    if any(_is_below(module, each) or _is_below(each, module) for each in full):
        return True
    return module.startswith(_IN_PYTHON) and bool(computations(names))


def _is_below(name: str, full: str) -> bool:
    return name == full or name.startswith(full + ".")
