"""Hear of every call of some of torch's operators, in any thread and however it was spelt, at no cost to the others.

All ways to an operator meet in torch's dispatcher: methods, torch.ops, TorchScript, torch._C, custom operators, vmap,
threads. There an operator can be given another kernel. Ours tells of the call and then goes on to the one it had.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import torch

from autograder.checks.forbidden.counterparts import computation
from autograder.private import torch as private_torch

Tell = Callable[[str, str], None]  # the forbidden name, and the operator
# BackendSelect comes before every backend. A composite operator is taken apart before that, by autograd or by vmap.
_LIBRARIES = ("aten", "mkldnn")  # torch's own operators, and what it calls of oneDNN's
_FIRST = "BackendSelect"
_COMPOSITE = ("AutogradCPU", "AutogradOther", "AutogradCUDA", "FuncTorchDynamicLayerFrontMode", _FIRST)


class Heard:
    """The operators that compute something forbidden, while they are heard."""

    def __init__(self, forbidden: Mapping[str, str], tell: Tell) -> None:
        """forbidden: computation → forbidden name. tell: called with every call of such an operator."""
        self.tell = tell
        self.libraries: dict[str, torch.library.Library] = {}  # by the name of whose operators they replace
        self.doors: list[tuple[Any, str]] = []  # attributes of operators that lead past the dispatcher
        for operator in operators(forbidden):
            self._hear(operator, forbidden[computation(operator.name())])

    def _hear(self, operator: Any, name: str) -> None:
        def below(keys: Any, *arguments: Any, **keywords: Any) -> Any:
            self.tell(name, operator.name())
            return go_on(keys & private_torch.AFTER_BACKEND_SELECT, *arguments, **keywords)

        def composite(*arguments: Any, **keywords: Any) -> Any:
            self.tell(name, operator.name())
            return parts(*arguments, **keywords)

        # Both are looked up now, before the doors of the operator are replaced by ones that tell.
        go_on, parts = operator.redispatch, private_torch.take_apart(operator)
        whole = private_torch.is_composite(operator)
        name_of_library, _, short = operator.name().partition("::")
        if name_of_library not in self.libraries:
            self.libraries[name_of_library] = torch.library.Library(name_of_library, "IMPL")
        library = self.libraries[name_of_library]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a kernel had one before is what we want
            for key in _COMPOSITE if whole else [_FIRST]:
                library.impl(short, composite if whole else below, key, with_keyset=not whole)
        for door in private_torch.DOORS:
            setattr(operator, door, self._told(name, operator, getattr(operator, door)))
            self.doors.append((operator, door))

    def _told(self, name: str, operator: Any, original: Callable[..., Any]) -> Callable[..., Any]:
        def told(*arguments: Any, **keywords: Any) -> Any:
            self.tell(name, operator.name())
            return original(*arguments, **keywords)

        told.original = original  # type: ignore[attr-defined]
        return told

    def stop(self) -> bool:
        """Give the operators back what they had; whether all of them still had ours."""
        kept = True
        for operator, door in self.doors:
            told = vars(operator).get(door)
            kept &= hasattr(told, "original")
            if door == "redispatch":
                vars(operator).pop(door, None)  # the class's own
            elif hasattr(told, "original"):
                setattr(operator, door, told.original)
        for library in self.libraries.values():
            kept &= private_torch.remove(library)
        return kept


def operators(computations: Iterable[str]) -> Iterator[Any]:
    """Every overload of the operators of torch that compute one of these."""
    for wanted in computations:
        for name in _by_computation().get(wanted, []):
            library, _, rest = name.partition("::")
            short, _, overload = rest.partition(".")
            yield getattr(getattr(getattr(torch.ops, library), short), overload or "default")


@lru_cache(maxsize=1)
def _by_computation() -> dict[str, list[str]]:
    """Computation → operators of torch: "softmax" → "aten::softmax.int", "aten::_softmax", …"""
    found: dict[str, list[str]] = {}
    for name in private_torch.operator_names():
        library, _, short = name.partition("::")
        if library in _LIBRARIES:
            found.setdefault(computation(short), []).append(name)
    return found


_by_computation()  # now, for all the kernels that are forked from the process which imports this
