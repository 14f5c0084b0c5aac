"""The GPT of the core with RoPE instead of learned positions.

Shapes: B batch, T tokens, D width, H heads, d = D/H.
"""

from __future__ import annotations

import torch
from torch import Tensor

from utils.blocks.gpt import GPT, GPTConfig
from utils.blocks.positions import rope, rope_frequencies
from utils.blocks.scheme_attention import SchemeAttention

__all__ = ["RotaryGPT"]


class RotaryGPT(GPT):
    """A GPT that rotates queries and keys (RoPE, Su et al. 2021) and has no table of positions."""

    def __init__(self, config: GPTConfig) -> None:
        super().__init__(config)
        theta = rope_frequencies(config.d_model // config.n_heads)  # (d/2,)

        def rotate(x: Tensor) -> Tensor:  # (B, H, T, d)
            return rope(x, torch.arange(x.shape[-2], device=x.device), theta.to(x.device))

        self.positions = None  # type: ignore[assignment]
        for block in self.blocks:
            block.attention = SchemeAttention(block.attention, rotate)  # type: ignore[arg-type]

    def features(self, ids: Tensor, start: int = 0) -> Tensor:
        """The tokens after the final norm.  (B, T) to (B, T, D).  Only distances matter, so `start` changes nothing."""
        x = self.tokens(ids)  # (B, T, D)
        for block in self.blocks:
            x = block(x, is_causal=True)
        return self.norm(x)
