"""An optimiser's state as plain JSON and a table of tensors, so that safetensors can hold it and nothing is lost.

JSON knows neither tuples nor tensors nor integers as keys; each of these is written as an object with one key that
says what it was: {"tuple": [...]}, {"tensor": "7"}, {"dict": [[key, value], ...]}.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

__all__ = ["Unfit", "pack", "unpack"]

PLAIN = (bool, int, float, str, type(None))


class Unfit(ValueError):
    """A value that cannot be written, or a state of another form; the message says which."""


def pack(optimizer: Any) -> tuple[Any, dict[str, Tensor]]:
    """An optimiser's state dict as (JSON, tensors by name).

    Raises Unfit, which names the group or parameter and the entry, for what is neither a number, a string, a tensor
    nor a collection of these.
    """
    if not callable(getattr(optimizer, "state_dict", None)):
        raise Unfit(f"{type(optimizer).__name__} has no state_dict")
    tensors: dict[str, Tensor] = {}
    return _packed(optimizer.state_dict(), "", tensors), tensors


def unpack(packed: Any, tensors: Mapping[str, Tensor], optimizer: torch.optim.Optimizer) -> dict[str, Any]:
    """The state dict that `pack` was given, for an optimiser with the same groups of parameters.

    A tensor in a group (a learning rate, say) comes back on the device of the optimiser's own. Raises Unfit.
    """
    state = _unpacked(packed, tensors)
    saved, own = state["param_groups"], optimizer.param_groups
    if [len(group["params"]) for group in saved] != [len(group["params"]) for group in own]:
        form = " and ".join(
            ", ".join(str(len(group["params"])) for group in groups) for groups in (saved, own)
        )
        raise Unfit(f"its groups and those of the optimiser hold different numbers of parameters ({form})")
    for group, there in zip(saved, own):
        for key, value in group.items():
            if isinstance(value, Tensor) and isinstance(there.get(key), Tensor):
                group[key] = value.to(there[key].device)
    return state


def _packed(value: Any, where: str, tensors: dict[str, Tensor]) -> Any:
    if isinstance(value, PLAIN):
        return value
    if type(value) in (list, tuple):
        items = [_packed(item, f"{where}[{i}]", tensors) for i, item in enumerate(value)]
        return items if isinstance(value, list) else {"tuple": items}
    if isinstance(value, Mapping):
        pairs = [
            [_key(key, where), _packed(item, _below(where, key), tensors)] for key, item in value.items()
        ]
        return {"dict": pairs}
    if isinstance(value, Tensor) and value.layout == torch.strided:
        name = str(len(tensors))
        tensors[name] = value.detach().clone()  # two entries may share memory, which safetensors refuses
        return {"tensor": name}
    kind = f"a {value.layout} tensor" if isinstance(value, Tensor) else f"a {type(value).__name__}"
    raise Unfit(f"{where} is {kind}")


def _unpacked(packed: Any, tensors: Mapping[str, Tensor]) -> Any:
    if isinstance(packed, list):
        return [_unpacked(item, tensors) for item in packed]
    if not isinstance(packed, dict):
        return packed
    ((kind, content),) = packed.items()
    if kind == "tensor":
        return tensors[content]
    if kind == "tuple":
        return tuple(_unpacked(item, tensors) for item in content)
    return {key: _unpacked(item, tensors) for key, item in content}


def _key(key: Any, where: str) -> Any:
    if isinstance(key, PLAIN):
        return key
    raise Unfit(f"{where} has a key that is a {type(key).__name__}")


def _below(where: str, key: Any) -> str:
    return f"{where}[{key!r}]" if where else str(key)
