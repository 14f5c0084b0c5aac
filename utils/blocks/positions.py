"""Finished schemes of relative positions, for the lessons after the one on them.

A relative index is i − j, query minus key. Shapes: B batch, T queries, S keys, H heads, d width of a head.
The queries are the last T of the S positions.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from utils.blocks.attention import merge_heads, split_heads

# --- rotations and slopes -----------------------------------------------------------------------------


def rope_frequencies(d: int, base: float = 10000.0) -> Tensor:
    """The angle by which each pair of features turns from one position to the next, in radians.  Returns (d/2,)."""
    return (base ** (-torch.arange(0, d, 2, dtype=torch.float64) / d)).float()


def rope(x: Tensor, positions: Tensor, theta: Tensor, adjacent: bool = False) -> Tensor:
    """Turn each pair of features by the position times the pair's frequency (Su et al. 2021).

    x: (..., T, d); positions: (T,) or (B, 1, T), anything that broadcasts against the axes of x but the last;
    theta: (d/2,). Feature 2k is paired with 2k + 1 where `adjacent`, as in the paper, otherwise k with k + d/2, as
    in transformers. Returns (..., T, d).
    """
    angles = positions.to(theta).unsqueeze(-1) * theta  # (..., T, d/2)
    cos, sin = angles.cos().to(x), angles.sin().to(x)
    a, b = (x[..., ::2], x[..., 1::2]) if adjacent else x.chunk(2, dim=-1)  # (..., T, d/2)
    turned = a * cos - b * sin, a * sin + b * cos
    return torch.stack(turned, dim=-1).flatten(-2) if adjacent else torch.cat(turned, dim=-1)


def alibi_slopes(n_heads: int) -> Tensor:
    """How fast each head forgets with distance (Press et al. 2022): 2^(−8h/H) for H a power of two.  Returns (H,).

    Other numbers of heads take the slopes of the power of two below, then every second one of its double.
    """
    n = 2 ** int(math.log2(n_heads))
    exponents = [8 * h / n for h in range(1, n + 1)] + [8 * h / (2 * n) for h in range(1, 2 * n, 2)]
    return torch.tensor([2.0**-e for e in exponents[:n_heads]])


def alibi(slopes: Tensor, n_queries: int, n_keys: int) -> Tensor:
    """The bias −m(i − j), and −∞ where the key comes later.  slopes: (H,).  Returns (H, T, S)."""
    i = torch.arange(n_keys - n_queries, n_keys, device=slopes.device).unsqueeze(1)  # (T, 1)
    distance = i - torch.arange(n_keys, device=slopes.device)  # (T, S)
    return (-slopes[:, None, None] * distance).masked_fill(distance < 0, -math.inf)


# --- distances ----------------------------------------------------------------------------------------


def relative_index(
    n_queries: int, n_keys: int, K: int | None = None, device: torch.device | str | None = None
) -> Tensor:
    """The distances i − j, clipped to −K … K where a K is given.  Returns (T, S) int64."""
    positions = torch.arange(n_keys, device=device)
    distance = positions[n_keys - n_queries :].unsqueeze(1) - positions  # (T, S)
    return distance if K is None else distance.clamp(-K, K)


def t5_bucket(
    distance: Tensor, n_buckets: int = 32, max_distance: int = 128, two_sided: bool = True
) -> Tensor:
    """T5's bucket of each distance i − j (Raffel et al. 2020), int64 from 0 to n_buckets − 1.

    Half of a direction's buckets are exact, the others grow with the logarithm and end at max_distance. Two-sided,
    keys after the query have the second half of all buckets; one-sided, they have bucket 0.
    """
    n = n_buckets // 2 if two_sided else n_buckets
    far = distance.abs() if two_sided else distance.clamp(min=0)
    exact = n // 2
    wide = (far.clamp(min=1) / exact).log() / math.log(max_distance / exact) * (n - exact)
    bucket = torch.where(far < exact, far, (exact + wide.long()).clamp(max=n - 1))
    return bucket + n * (distance < 0) if two_sided else bucket


class T5Bias(nn.Module):
    """T5's bias on the scores: a number for each bucket of distances and each head.  table: (n_buckets, H)."""

    def __init__(
        self, n_heads: int, n_buckets: int = 32, max_distance: int = 128, two_sided: bool = True
    ) -> None:
        super().__init__()
        self.n_buckets, self.max_distance, self.two_sided = n_buckets, max_distance, two_sided
        self.table = nn.Parameter(torch.zeros(n_buckets, n_heads))

    def forward(self, n_queries: int, n_keys: int | None = None) -> Tensor:
        """The bias of the last T of S positions (S = T when None).  Returns (H, T, S)."""
        n_keys = n_queries if n_keys is None else n_keys
        distance = relative_index(n_queries, n_keys, device=self.table.device)
        rows = t5_bucket(distance, self.n_buckets, self.max_distance, self.two_sided)
        return self.table[rows].permute(2, 0, 1)


class DistanceVectors(nn.Module):
    """What learned vectors for clipped distances add to scores: Shaw's term, or DeBERTa's two.  forward: (B, H, T, T).

    d: width of a head; K: distances beyond −K and K count as −K and K. One table (2K + 1, d) serves all heads; `both`
    adds one that meets the keys (He et al. 2021, with the distance i − j in both terms). Divided by √d.
    """

    def __init__(self, d: int, K: int, both: bool = False) -> None:
        super().__init__()
        self.K = K
        self.for_queries = nn.Parameter(0.1 * torch.randn(2 * K + 1, d))
        self.for_keys = nn.Parameter(0.1 * torch.randn(2 * K + 1, d)) if both else None

    def forward(self, q: Tensor, k: Tensor) -> Tensor:
        """q, k: (B, H, T, d)."""
        T = q.shape[2]
        rows = (relative_index(T, T, self.K, q.device) + self.K).expand(*q.shape[:2], T, T)
        scores = (q @ self.for_queries.T).gather(-1, rows)
        if self.for_keys is not None:
            scores = scores + (self.for_keys @ k.mT).gather(-2, rows)
        return scores / math.sqrt(q.shape[-1])


class ShawAttention(nn.Module):
    """Self-attention with learned vectors for clipped distances, in keys and in values (Shaw et al. 2018).

    d_model: D; n_heads: H; K: distances beyond −K and K count as −K and K. Projections without biases; key_table and
    value_table (2K + 1, d) serve all heads. No vector is made for each pair.
    """

    def __init__(self, d_model: int, n_heads: int, K: int) -> None:
        super().__init__()
        self.n_heads, self.K = n_heads, K
        self.q_proj, self.k_proj, self.v_proj, self.out_proj = (
            nn.Linear(d_model, d_model, bias=False) for _ in range(4)
        )
        self.key_table = nn.Parameter(0.1 * torch.randn(2 * K + 1, d_model // n_heads))
        self.value_table = nn.Parameter(0.1 * torch.randn(2 * K + 1, d_model // n_heads))

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        """x: (B, T, D); mask: None or (T, T), True where a query may look.  Returns (B, T, D)."""
        T = x.shape[1]
        q, k, v = (split_heads(f(x), self.n_heads) for f in (self.q_proj, self.k_proj, self.v_proj))
        rows = relative_index(T, T, self.K, x.device) + self.K  # (T, T)
        rows = rows.expand(*q.shape[:2], T, T)  # (B, H, T, T), a view
        scores = (q @ k.mT + (q @ self.key_table.T).gather(-1, rows)) / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask, -math.inf)
        weights = scores.softmax(dim=-1)
        by_row = weights.new_zeros(*weights.shape[:-1], len(self.key_table)).scatter_add(-1, rows, weights)
        return self.out_proj(merge_heads(weights @ v + by_row @ self.value_table))
