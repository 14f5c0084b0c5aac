"""Attention of a GPT whose positions are a rotation of queries and keys, or a bias on the scores.

Shapes: B batch, T tokens, D width, H heads, d = D/H.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from utils.blocks.attention import MultiHeadAttention, causal_mask, merge_heads, split_heads

__all__ = ["Bias", "Rotate", "SchemeAttention"]

Rotate = Callable[[Tensor], Tensor]
Bias = Callable[[int], Tensor]


class SchemeAttention(nn.Module):
    """The projections of a finished layer, with a scheme for positions.

    rotate(x): queries or keys (B, H, T, d), the first token at position 0; bias(T): (H, T, T), added to the scores.
    What is None is left out.
    """

    def __init__(
        self, layer: MultiHeadAttention, rotate: Rotate | None = None, bias: Bias | None = None
    ) -> None:
        super().__init__()
        self.n_heads = layer.n_heads
        self.qkv_proj, self.out_proj = layer.qkv_proj, layer.out_proj
        self.rotate, self.bias = rotate, bias

    def forward(self, x: Tensor, mask: Tensor | None = None, is_causal: bool = False) -> Tensor:
        """x: (B, T, D). Always causal; a block passes the other arguments.  Returns (B, T, D)."""
        T = x.shape[1]
        q, k, v = (split_heads(part, self.n_heads) for part in self.qkv_proj(x).chunk(3, dim=-1))
        if self.rotate is not None:
            q, k = self.rotate(q), self.rotate(k)  # (B, H, T, d)
        if self.bias is None:
            found = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        else:
            hidden = torch.zeros(T, T, device=x.device).masked_fill(
                ~causal_mask(T, device=x.device), -math.inf
            )
            found = F.scaled_dot_product_attention(q, k, v, attn_mask=hidden + self.bias(T))  # (H, T, T)
        return self.out_proj(merge_heads(found))
