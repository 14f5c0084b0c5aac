"""A task that can't be solved without positions: read a row of letters and write it backwards."""

from __future__ import annotations

import math
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from utils.blocks.attention import split_heads


def train(
    attention: type[nn.Module],
    positions: type[nn.Module],
    with_positions: bool,
    steps: int,
    seed: int,
    device: torch.device | str = "cpu",
    letters: int = 12,
    T: int = 8,
    D: int = 32,
) -> tuple[float, Tensor]:
    """Train embedding → cross-attention → letters on random rows, with the student's layers.

    attention(d_model, d_memory, n_heads) is called as layer(x, memory) and has q_proj and k_proj;
    positions(max_length, d_model) is called on (B, T, D).
    Returns the share of right letters on 500 new rows, and the weights of the two heads on one of them, (2, T, T).
    """
    torch.manual_seed(seed)
    embed, out = nn.Embedding(letters, D), nn.Linear(D, letters)
    layer: Any = attention(D, D, n_heads=2)
    place = positions(T, D)
    parts = nn.ModuleList([embed, out, layer, place]).to(device)
    optimizer = torch.optim.Adam(parts.parameters(), lr=3e-3)

    def forward(rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        memory = embed(rows)  # (B, T, D)
        asked = torch.zeros(*rows.shape, D, device=device)  # without positions, all queries are the same
        if with_positions:
            memory, asked = place(memory), place(asked)
        return out(layer(asked, memory)), memory, asked

    for _ in range(steps):
        rows = torch.randint(letters, (64, T)).to(device)
        loss = F.cross_entropy(forward(rows)[0].flatten(0, 1), rows.flip(1).flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        rows = torch.randint(letters, (500, T)).to(device)
        logits, memory, asked = forward(rows)
        q, k = (split_heads(p(x), 2) for p, x in ((layer.q_proj, asked), (layer.k_proj, memory)))
        weights = (q @ k.transpose(-2, -1) / math.sqrt(D / 2)).softmax(-1)  # (B, 2, T, T)
    return float((logits.argmax(-1) == rows.flip(1)).float().mean()), weights[0].cpu()
