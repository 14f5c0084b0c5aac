"""The GPT of the core with RoPE instead of learned positions.

Shapes: B batch, T tokens, D width, H heads, d = D/H.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor

from utils.blocks.attention import MultiHeadAttention, merge_heads, split_heads
from utils.blocks.gpt import GPT, GPTConfig
from utils.blocks.positions import rope, rope_frequencies

__all__ = ["RotaryGPT"]


class _RotaryAttention(MultiHeadAttention):
    """Self-attention that rotates queries and keys.  Parameters as in MultiHeadAttention."""

    theta: Tensor

    def __init__(self, d_model: int, n_heads: int, bias: bool) -> None:
        super().__init__(d_model, n_heads, bias=bias)
        self.register_buffer("theta", rope_frequencies(d_model // n_heads), persistent=False)  # (d/2,)

    def forward(self, x: Tensor, mask: Tensor | None = None, is_causal: bool = False) -> Tensor:
        """x: (B, T, D); mask, is_causal: as in MultiHeadAttention.  Returns (B, T, D)."""
        q, k, v = (split_heads(part, self.n_heads) for part in self.qkv_proj(x).chunk(3, dim=-1))
        positions = torch.arange(x.shape[1], device=x.device)  # (T,)
        q, k = rope(q, positions, self.theta), rope(k, positions, self.theta)  # (B, H, T, d)
        found = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=is_causal)
        return self.out_proj(merge_heads(found))


class RotaryGPT(GPT):
    """A GPT that rotates queries and keys (RoPE, Su et al. 2021) and has no table of positions."""

    def __init__(self, config: GPTConfig) -> None:
        super().__init__(config)
        self.positions = None  # type: ignore[assignment]
        for block in self.blocks:
            block.attention = _RotaryAttention(config.d_model, config.n_heads, config.bias)
        self.reset_parameters()

    def features(self, ids: Tensor, start: int = 0) -> Tensor:
        """The tokens after the final norm.  (B, T) to (B, T, D).  Only distances matter, so `start` changes nothing."""
        x = self.tokens(ids)  # (B, T, D)
        for block in self.blocks:
            x = block(x, is_causal=True)
        return self.norm(x)
