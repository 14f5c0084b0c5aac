"""Layers of published models, small and with random weights, to compare one's own layers with.

Each function draws the weights from torch's global generator with a seed of its own. Attention comes with a function
that runs it on (B, T, D), causally, and has `theta`, the angles of its rotary positions.
Shapes: B texts, T tokens, D width, E experts, n tokens of one expert.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from utils.blocks.attention import causal_mask

__all__ = ["deepseek", "experts_of", "mixtral", "plain_experts", "qwen3", "unpacking"]

Run = Callable[[Tensor], Tensor]


def _causally(layer: Any, rotary: Any) -> Run:
    def run(x: Tensor) -> Tensor:
        T = x.shape[1]
        mask = torch.zeros(T, T, device=x.device).masked_fill(~causal_mask(T, device=x.device), -math.inf)
        places = torch.arange(T, device=x.device)[None]
        return layer(x, rotary(x, places), mask[None, None])[0]

    return run


def qwen3(where: Any = "cpu") -> tuple[Any, Run]:
    """Qwen3's attention: D 32, four heads of width 8 over two of keys, gains from .5 to 2."""
    from transformers import Qwen3Config
    from transformers.models.qwen3 import modeling_qwen3 as library

    torch.manual_seed(0)
    sizes: Any = Qwen3Config(hidden_size=32, num_attention_heads=4, num_key_value_heads=2, head_dim=8)
    sizes._attn_implementation = "eager"
    layer: Any = library.Qwen3Attention(sizes, 0)
    for norm in (layer.q_norm, layer.k_norm):
        norm.weight.data.uniform_(0.5, 2)
    rotary: Any = library.Qwen3RotaryEmbedding(sizes).to(where)
    layer.theta = rotary.inv_freq
    return layer.to(where), _causally(layer, rotary)


def deepseek(where: Any = "cpu") -> tuple[Any, Run]:
    """DeepSeek-V3's attention: D 32, four heads with n = v = 8 and r = 4, C = 6, queries not compressed."""
    from transformers import DeepseekV3Config
    from transformers.models.deepseek_v3 import modeling_deepseek_v3 as library

    torch.manual_seed(0)
    sizes: Any = DeepseekV3Config(
        hidden_size=32,
        num_attention_heads=4,
        num_key_value_heads=4,
        q_lora_rank=None,
        kv_lora_rank=6,
        qk_nope_head_dim=8,
        qk_rope_head_dim=4,
        v_head_dim=8,
    )
    sizes._attn_implementation = "eager"
    layer: Any = library.DeepseekV3Attention(sizes, 0)
    layer.kv_a_layernorm.weight.data.uniform_(0.5, 2)
    rotary: Any = library.DeepseekV3RotaryEmbedding(sizes).to(where)
    layer.theta = rotary.inv_freq
    return layer.to(where), _causally(layer, rotary)


def mixtral(where: Any = "cpu") -> Any:
    """Mixtral's mixture of experts: D 16, eight experts of hidden width 24, two for each token."""
    from transformers import MixtralConfig
    from transformers.models.mixtral import modeling_mixtral as library

    torch.manual_seed(0)
    sizes: Any = MixtralConfig(
        hidden_size=16, intermediate_size=24, num_local_experts=8, num_experts_per_tok=2
    )
    sizes._experts_implementation = "eager"
    block = library.MixtralSparseMoeBlock(sizes)
    for parameter in block.parameters():
        parameter.data.normal_(std=0.3)
    return block.to(where)


def experts_of(block: Any) -> list[Run]:
    """The experts of `mixtral()`'s block, as functions (n, D) → (n, D)."""

    def expert(number: int) -> Run:
        def run(x: Tensor) -> Tensor:
            gate, up = F.linear(x, block.experts.gate_up_proj[number]).chunk(2, dim=-1)
            return F.linear(F.silu(gate) * up, block.experts.down_proj[number])

        return run

    return [expert(number) for number in range(len(block.experts.gate_up_proj))]


def plain_experts(n_experts: int, generator: torch.Generator, where: Any = "cpu") -> list[Run]:
    """Experts of 128 features and 256 hidden ones, for the clock."""
    matrices = torch.randn(n_experts, 128, 256, generator=generator).to(where)
    return [lambda x, w=w: F.silu(x @ w) @ w.T / 256 for w in matrices]


def unpacking(q: Tensor, q_rot: Tensor, c: Tensor, k_rot: Tensor, up_k: Tensor, up_v: Tensor) -> Tensor:
    """Latent attention of one new token the plain way: keys and values of all heads are unpacked for every cached one.

    Shapes as in the lesson's `latent_attention`, with T = 1.
    """
    keys, values = (torch.einsum("bsc,hnc->bhsn", c, up) for up in (up_k, up_v))
    keys = torch.cat([keys, k_rot[:, None].expand(-1, len(up_k), -1, -1)], dim=-1)
    return F.scaled_dot_product_attention(torch.cat([q, q_rot], dim=-1), keys, values)
