"""The finished store of keys and values, for the lessons after the one on it.

Shapes: B batch, H heads, t tokens of a chunk, S tokens so far, d width of a head.
"""

from __future__ import annotations

import torch
from torch import Tensor

__all__ = ["KVCache"]


class KVCache:
    """The keys and values of one layer, of all tokens so far.

    length: S, tokens so far. It holds chunks as they came and joins them when they are asked for.
    """

    def __init__(self) -> None:
        self.length = 0
        self._chunks: list[tuple[Tensor, Tensor]] = []

    def append(self, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        """Keep the keys and values of t new tokens, (B, H, t, d) each.  Returns all so far, (B, H, S, d) each."""
        self._chunks.append((k, v))
        self.length += k.shape[2]
        keys, values = (torch.cat(parts, dim=2) for parts in zip(*self._chunks))  # (B, H, S, d)
        self._chunks = [(keys, values)]
        return keys, values
