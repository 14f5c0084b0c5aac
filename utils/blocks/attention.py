"""Finished attention layers, for the lessons after the one on attention.

Three conventions hold in all of them. A boolean mask is True where a query may look. A mask is (T, S) for all
sequences alike, (B, T, S) for one mask a sequence, or (B, H, T, S) for one mask a head; a size of 1 fits all.
A query that may look nowhere gets a context of zeros. Shapes: B batch, T queries, S keys, D width, H heads,
d = D/H.

The projections are fused (one product for queries, keys and values) and the attention itself is
`F.scaled_dot_product_attention`, which picks a kernel that never stores the (T, S) weights where one exists.
"""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn


def causal_mask(
    n_queries: int, n_keys: int | None = None, device: torch.device | str | None = None
) -> Tensor:
    """The (T, S) mask of queries that may look at themselves and at what came before.

    The queries are the last `n_queries` of `n_keys` positions (all of them when `n_keys` is None).
    """
    n_keys = n_queries if n_keys is None else n_keys
    if n_keys < n_queries:
        raise ValueError(
            f"{n_queries} queries are the last of {n_keys} keys: there must be at least as many keys."
        )
    return torch.ones(n_queries, n_keys, dtype=torch.bool, device=device).tril(n_keys - n_queries)


def padding_mask(lengths: Tensor, n_keys: int) -> Tensor:
    """The (B, 1, S) mask that hides what stands after each sequence's own length.  lengths: (B,) integers."""
    return (torch.arange(n_keys, device=lengths.device) < lengths.unsqueeze(-1)).unsqueeze(1)


def local_mask(length: int, radius: int, device: torch.device | str | None = None) -> Tensor:
    """The (T, T) mask of positions at most `radius` apart."""
    positions = torch.arange(length, device=device)
    return (positions.unsqueeze(1) - positions).abs() <= radius


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    """(B, T, D) to (B, H, T, d): head h gets columns h·d to (h+1)·d."""
    return x.unflatten(-1, (n_heads, -1)).transpose(1, 2)


def merge_heads(x: Tensor) -> Tensor:
    """(B, H, T, d) to (B, T, D), the inverse of `split_heads`."""
    return x.transpose(1, 2).flatten(-2)


def over_heads(mask: Tensor | None) -> Tensor | None:
    """Give a (T, S) or (B, T, S) mask the axis of heads; one that has it already, or None, stays as it is."""
    return mask if mask is None or mask.dim() == 4 else mask.unsqueeze(-3)


def _must_divide(width: int, n_heads: int) -> None:
    if width % n_heads:
        raise ValueError(
            f"A width of {width} does not divide into {n_heads} heads: choose a number that divides it."
        )


class MultiHeadAttention(nn.Module):
    """Self-attention with H heads (Vaswani et al. 2017, section 3.2.2).

    d_model: width D; n_heads: H, which must divide D; bias: of all four projections; qkv_bias: of the first
    three (as `bias` when None); dropout: of the attention weights, while training.
    Parameters: `qkv_proj.weight` (3D, D), rows in the order queries, keys, values; `out_proj.weight` (D, D).
    """

    def __init__(
        self,
        d_model: int,
        n_heads: int,
        bias: bool = True,
        qkv_bias: bool | None = None,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        _must_divide(d_model, n_heads)
        self.n_heads = n_heads
        self.dropout = dropout
        self.qkv_proj = nn.Linear(d_model, 3 * d_model, bias=bias if qkv_bias is None else qkv_bias)
        self.out_proj = nn.Linear(d_model, d_model, bias=bias)

    def forward(self, x: Tensor, mask: Tensor | None = None, is_causal: bool = False) -> Tensor:
        """x: (B, T, D); mask: see the module; is_causal: the causal mask, never stored, instead of `mask`.

        Returns (B, T, D).
        """
        q, k, v = (
            split_heads(part, self.n_heads) for part in self.qkv_proj(x).chunk(3, dim=-1)
        )  # (B, H, T, d)
        context = F.scaled_dot_product_attention(
            q,
            k,
            v,
            attn_mask=over_heads(mask),
            dropout_p=self.dropout if self.training else 0.0,
            is_causal=is_causal,
        )
        return self.out_proj(merge_heads(context))


class CrossAttention(nn.Module):
    """Attention of one sequence to another: queries from `x`, keys and values from `memory`.

    d_model: width D of x; d_memory: width of memory (D when None); the rest as in `MultiHeadAttention`.
    Parameters: `q_proj.weight` (D, D), `kv_proj.weight` (2D, d_memory), keys first; `out_proj.weight` (D, D).
    """

    def __init__(
        self, d_model: int, n_heads: int, d_memory: int | None = None, bias: bool = True, dropout: float = 0.0
    ) -> None:
        super().__init__()
        _must_divide(d_model, n_heads)
        self.n_heads = n_heads
        self.dropout = dropout
        self.q_proj = nn.Linear(d_model, d_model, bias=bias)
        self.kv_proj = nn.Linear(d_model if d_memory is None else d_memory, 2 * d_model, bias=bias)
        self.out_proj = nn.Linear(d_model, d_model, bias=bias)

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor | None = None) -> Tensor:
        """x: (B, T, D); memory: (B, S, d_memory); mask: see the module.  Returns (B, T, D)."""
        q = split_heads(self.q_proj(x), self.n_heads)  # (B, H, T, d)
        k, v = self.keys_and_values(memory)
        context = F.scaled_dot_product_attention(
            q, k, v, attn_mask=over_heads(mask), dropout_p=self.dropout if self.training else 0.0
        )
        return self.out_proj(merge_heads(context))

    def keys_and_values(self, memory: Tensor) -> tuple[Tensor, Tensor]:
        """memory: (B, S, d_memory).  Returns its keys and its values, (B, H, S, d) each."""
        k, v = (split_heads(part, self.n_heads) for part in self.kv_proj(memory).chunk(2, dim=-1))
        return k, v


class LearnedPositions(nn.Module):
    """Adds one learned vector a position; positions count from 0 and end at max_length − 1.

    Parameter: `table` (max_length, D).
    """

    def __init__(self, max_length: int, d_model: int, std: float = 0.02) -> None:
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_length, d_model) * std)

    def forward(self, x: Tensor, start: int = 0) -> Tensor:
        """x: (B, T, D), whose first token stands at position `start`.  Returns (B, T, D)."""
        end = start + x.shape[1]
        if end > self.table.shape[0]:
            raise ValueError(
                f"Position {end - 1} has no vector: the table ends at {self.table.shape[0] - 1}. "
                "Shorten the sequence, or make the table longer before training."
            )
        return x + self.table[start:end]


def sinusoidal_positions(length: int, d_model: int, base: float = 10000.0) -> Tensor:
    """The (length, D) table of Vaswani et al. 2017, section 3.5: sine in even columns, cosine in odd ones."""
    pair = torch.arange(0, d_model, 2, dtype=torch.float64)  # 2k
    angles = torch.arange(length, dtype=torch.float64).unsqueeze(1) * torch.exp(
        -math.log(base) * pair / d_model
    )
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(-2)[:, :d_model].float()
