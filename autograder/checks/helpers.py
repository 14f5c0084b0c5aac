"""What a check cell may call besides the student's code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import torch
from torch import nn

Module = TypeVar("Module", bound=nn.Module)


class NoGradient(RuntimeError):
    """An output that is cut off from what it was made of; of its own type, so that a slip is known by it."""


def load_weights(module: Module, weights: Mapping[str, torch.Tensor]) -> Module:
    """Copy the given weights into a module's parameters by name, and return the module.

    Raises ValueError with one sentence when a parameter is missing or has another shape: names and shapes are part
    of the exercise, because weights are copied between your module and the reference.
    """
    if not isinstance(module, nn.Module):
        raise TypeError(f"{type(module).__name__} is no nn.Module, so it has no parameters to load")
    parameters = {**dict(module.named_parameters()), **dict(module.named_buffers())}
    for name, value in weights.items():
        if name not in parameters:
            owned = ", ".join(parameters) or "no parameters"
            raise ValueError(f"{type(module).__name__} has no parameter {name}; it has {owned}")
        found, expected = tuple(parameters[name].shape), tuple(value.shape)
        if found != expected:
            hint = ", which is its transpose" if found == expected[::-1] else ""
            raise ValueError(
                f"{type(module).__name__}.{name} has shape {found}{hint}; it should be {expected}"
            )
    with torch.no_grad():
        for name, value in weights.items():
            parameters[name].copy_(value)
    return module


def backward(output: torch.Tensor, gradient: torch.Tensor) -> None:
    """Run `output.backward(gradient)`, with a sentence instead of torch's error where no gradient can flow.

    output, gradient: tensors of one shape.
    """
    if not isinstance(output, torch.Tensor):
        raise TypeError(
            f"the output is a {type(output).__name__}, not a tensor, so no gradient can flow through it"
        )
    if not output.requires_grad:
        raise NoGradient(
            "the output is cut off from the parameters, so no gradient can flow; "
            "look for .detach(), .item(), .data, torch.no_grad() or a tensor rebuilt from numbers"
        )
    if output.shape != gradient.shape:
        raise RuntimeError(
            f"the output has shape {tuple(output.shape)}; it should be {tuple(gradient.shape)}"
        )
    output.backward(gradient)
