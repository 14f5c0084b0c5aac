"""What a model of the Llama family loses when it is told other positions, or turns at other speeds.

Rotary positions are known by their differences only, so a gap of 20,000 tokens needs no text of that length: the
positions after the gap are raised.
"""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

__all__ = ["block_twice", "losses_at", "with_gap"]


@torch.no_grad()
def losses_at(model: Any, ids: Tensor, positions: Tensor, theta: Tensor, attention: float = 1.0) -> Tensor:
    """The loss on each token but the first, in nats, while the model's frequencies are replaced.  Returns (T − 1,).

    model: a `LlamaForCausalLM`; ids: (1, T); positions: (T,); theta: (d/2,) radians per position; attention: by what
    queries and keys are multiplied. The model is as before afterwards.
    """
    rotary = model.model.rotary_emb
    before = rotary.inv_freq, rotary.attention_scaling
    rotary.inv_freq, rotary.attention_scaling = theta.to(ids.device), attention
    try:
        scores = model(ids, position_ids=positions[None], attention_mask=torch.ones_like(ids)).logits[:, :-1]
    finally:
        rotary.inv_freq, rotary.attention_scaling = before
    return F.cross_entropy(scores.transpose(1, 2), ids[:, 1:], reduction="none")[0].cpu()


def block_twice(n: int, device: torch.device | str, seed: int = 0) -> Tensor:
    """SmolLM2's beginning-of-text token and then n random tokens, twice.  Returns (1, 2n + 1)."""
    block = torch.randint(1000, 49_000, (n,), generator=torch.Generator().manual_seed(seed))
    return torch.cat([torch.tensor([0]), block, block])[None].to(device)


def with_gap(length: int, last: int, gap: int, device: torch.device | str) -> Tensor:
    """Positions 0, 1, … of a text, and `gap` more from the token after position `last` on.  Returns (length,)."""
    positions = torch.arange(length, device=device)
    return positions + gap * (positions > last)
