"""Draft models for speculative decoding."""

from __future__ import annotations

import copy
from typing import Any


def first_layers(model: Any, n: int) -> Any:
    """The same model with only its first n layers, and its head right after them; the weights are shared.

    model: a causal model of transformers, with `.model.layers`. It is left as it is.
    """
    part = copy.copy(model)
    part._modules = dict(model._modules)
    part.model = copy.copy(model.model)
    part.model._modules = dict(model.model._modules)
    part.model.layers = model.model.layers[:n]
    return part
