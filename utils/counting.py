"""How much work a function does: counted, not timed, so that the answer is the same on every machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves


def elements_written(function: Callable[..., Any], *arguments: Any) -> int:
    """The number of tensor elements that `function(*arguments)` computes, all intermediate results included.

    A view (transpose, unfold, expand) writes and counts nothing. Plain Python numbers do not count.
    """
    with _Counter() as counter:
        function(*arguments)
    return counter.total


class _Counter(TorchDispatchMode):
    def __init__(self) -> None:
        super().__init__()
        self.total = 0

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        if not func.is_view:
            self.total += sum(leaf.numel() for leaf in tree_leaves(result) if isinstance(leaf, torch.Tensor))
        return result
