"""The lesson's grouped-query attention next to that of PyTorch and of Llama in `transformers`, with the same weights.

Shapes: B batch, T tokens, D width, H query heads.
"""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from utils.blocks.attention import causal_mask, merge_heads, split_heads

__all__ = ["by_llama", "by_torch", "multiplications"]


def by_torch(layer: Any, x: Tensor) -> Tensor:
    """What `F.scaled_dot_product_attention` makes of x (B, T, D) with the projections of a layer of the lesson."""
    queries = split_heads(layer.q_proj(x), layer.n_heads)
    keys, values = (split_heads(part(x), layer.n_kv_heads) for part in (layer.k_proj, layer.v_proj))
    context = F.scaled_dot_product_attention(queries, keys, values, is_causal=True, enable_gqa=True)
    return layer.out_proj(merge_heads(context))


def by_llama(layer: Any, x: Tensor, tiled: bool = False) -> Tensor:
    """What Llama's attention makes of x (B, T, D) with the weights of a layer of the lesson, and with angles of 0.

    tiled: the query heads read the key heads as if these were tiled, 0 1 2 0 1 2, and not repeated.
    """
    from transformers import LlamaConfig
    from transformers.models.llama.modeling_llama import LlamaAttention

    _, T, D = x.shape
    H, d = layer.n_heads, D // layer.n_heads
    sizes: dict[str, Any] = dict(hidden_size=D, num_attention_heads=H, num_key_value_heads=layer.n_kv_heads)
    config: Any = LlamaConfig(**sizes)
    config._attn_implementation = "eager"
    theirs = LlamaAttention(config, layer_idx=0).to(x.device).eval()
    weights = {name.replace("out_proj", "o_proj"): w for name, w in layer.state_dict().items()}
    if tiled:  # moves query head h to where it reads key head h mod H_kv
        order = torch.arange(H).view(-1, layer.n_kv_heads).T.flatten()
        weights["q_proj.weight"] = weights["q_proj.weight"].unflatten(0, (H, d))[order].flatten(0, 1)
        weights["o_proj.weight"] = weights["o_proj.weight"].unflatten(1, (H, d))[:, order].flatten(1)
    theirs.load_state_dict(weights)
    future = torch.zeros(T, T, device=x.device).masked_fill(~causal_mask(T, device=x.device), -torch.inf)
    no_angle = torch.ones(1, T, d, device=x.device), torch.zeros(1, T, d, device=x.device)  # cosine, sine
    return theirs(x, position_embeddings=no_angle, attention_mask=future[None, None])[0]


@torch.no_grad()
def multiplications(module: nn.Module, x: Tensor) -> float:
    """Multiplications in the matrix products of one forward pass, as PyTorch counts them."""
    from torch.utils.flop_counter import FlopCounterMode

    with FlopCounterMode(display=False) as counter:
        module(x)
    return counter.get_total_flops() / 2  # one multiplication and one addition are two operations
