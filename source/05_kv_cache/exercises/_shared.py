"""What the exercises have in common: modules and fused attention functions that answers may not use,
and float64 tensors for the oracles.
"""

import torch

FINISHED = ["utils.blocks.cache"]
FUSED = [
    "torch.nn.functional.scaled_dot_product_attention",
    "torch.nn.attention",
    "torch.nn.MultiheadAttention",
]


def tensor(array, grad=False):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(array, dtype=torch.float64).requires_grad_(grad)
