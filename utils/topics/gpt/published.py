"""GPT-2 as the library `transformers` builds it, small and with random weights, to compare one's own model with."""

from __future__ import annotations

import torch
from torch import nn

__all__ = ["random_gpt2"]


def random_gpt2(
    vocab_size: int, context: int, d_model: int, n_heads: int, n_layers: int, *, seed: int
) -> nn.Module:
    """A GPT-2 language model of the library, in evaluation mode; called with ids it returns an object with `.logits`.

    Its weights have a standard deviation of 0.2, ten times the usual one, so that small differences show. The seed
    decides which.
    """
    from transformers import GPT2Config, GPT2LMHeadModel  # a slow import, for one cell

    torch.manual_seed(seed)
    config = GPT2Config(
        vocab_size=vocab_size,
        n_positions=context,
        n_embd=d_model,
        n_head=n_heads,
        n_layer=n_layers,
        initializer_range=0.2,
        bos_token_id=None,
        eos_token_id=None,
    )
    return GPT2LMHeadModel(config).eval()
