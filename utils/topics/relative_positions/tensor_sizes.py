"""How large the largest tensor is that some lines of code create."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

__all__ = ["LargestTensor"]


class LargestTensor(TorchDispatchMode):
    """While it is on (`with LargestTensor() as memory:`), it keeps the size of the largest new tensor.

    Views and changes in place create nothing.
    """

    bytes = elements = 0

    def __torch_dispatch__(
        self, operation: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        run: Callable[..., Any] = operation
        result = run(*args, **(kwargs or {}))
        if not any(part.alias_info for part in operation._schema.returns):  # neither a view nor in place
            made = [part for part in tree_leaves(result) if torch.is_tensor(part) and not part.is_sparse]
            self.bytes = max([self.bytes, *(part.nbytes for part in made)])
            self.elements = max([self.elements, *(part.numel() for part in made)])
        return result

    def too_much(self, n_heads: int, *axes: int) -> bool:
        """Whether a tensor had more elements than twice what the two longest of these axes need.

        n_heads: of all sequences, B·H.
        """
        return self.elements > 2 * n_heads * math.prod(sorted(axes)[-2:])
