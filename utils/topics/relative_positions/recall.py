"""A task on which positions matter within seconds, and a small transformer that takes any scheme of positions.

The task is associative recall: each text has a random table from keys to values, and runs through it in pairs, key
value key value. A value cannot be guessed the first time; from then on it has been seen. What is scored is the
value of each key that came before. A model has to find the key's earlier place and copy what stands *behind* it.

Shapes: B texts, T tokens, D width, H heads, d = D/H, L layers, V vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from utils.blocks.attention import merge_heads, split_heads

__all__ = ["KEYS", "VALUES", "Reader", "Scheme", "Training", "draw_texts", "loss_by_position"]

KEYS, VALUES = 8, 8  # tokens 0 … 7 are keys, 8 … 15 are values


def draw_texts(n: int, length: int, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """n texts of the task.  Returns ids (n, length) and marks (n, length − 1): True where the next token is known.

    length: even. All draws come from the generator.
    """
    pairs = length // 2
    table = torch.randint(VALUES, (n, KEYS), generator=generator)  # (n, KEYS) a table for each text
    keys = torch.randint(KEYS, (n, pairs), generator=generator)  # (n, pairs)
    ids = torch.stack([keys, KEYS + table.gather(1, keys)], dim=-1).flatten(1)  # (n, length)
    same = keys.unsqueeze(2) == keys.unsqueeze(1)  # (n, pairs, pairs)
    seen = same.tril(-1).any(dim=-1)  # (n, pairs)
    return ids, torch.stack([seen, torch.zeros_like(seen)], dim=-1).flatten(1)[:, :-1]


@dataclass(frozen=True)
class Scheme:
    """Where a model learns of positions; what is None is left out. Modules among them are trained with the model.

    add(T) gives (T, D), added to the tokens; rotate(x) changes queries and keys (B, H, T, d), the first token at
    position 0; bias(T) gives (H, T, T), added to the scores, queries in front; pair(q, k) gives (B, H, T, T), added to
    the scores as well. All are on the model's device, and both layers share them.
    """

    add: Callable[[int], Tensor] | None = None
    rotate: Callable[[Tensor], Tensor] | None = None
    bias: Callable[[int], Tensor] | None = None
    pair: Callable[[Tensor, Tensor], Tensor] | None = None


class Reader(nn.Module):
    """A causal transformer of attention layers only, each behind a norm, with a scheme for positions.

    scheme: may be replaced after training. Forward: ids (B, T) to scores (B, T, V).
    """

    def __init__(self, scheme: Scheme, n_layers: int = 2, d_model: int = 64, n_heads: int = 4) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.tokens = nn.Embedding(KEYS + VALUES, d_model)
        self.norms = nn.ModuleList(nn.LayerNorm(d_model) for _ in range(n_layers + 1))
        self.qkv = nn.ModuleList(nn.Linear(d_model, 3 * d_model, bias=False) for _ in range(n_layers))
        self.out = nn.ModuleList(nn.Linear(d_model, d_model, bias=False) for _ in range(n_layers))
        self.head = nn.Linear(d_model, KEYS + VALUES, bias=False)
        self.trained = nn.ModuleList(
            part for part in (scheme.add, scheme.bias, scheme.pair) if isinstance(part, nn.Module)
        )
        self.scheme = scheme

    def forward(self, ids: Tensor, weights: list[Tensor] | None = None) -> Tensor:
        """weights: a list that gets the attention weights of every layer, (B, H, T, T) each."""
        T, scheme = ids.shape[1], self.scheme
        x = self.tokens(ids)  # (B, T, D)
        if scheme.add is not None:
            x = x + scheme.add(T)
        mask = torch.full((T, T), -math.inf, device=x.device).triu(1)  # (T, T)
        if scheme.bias is not None:
            mask = mask + scheme.bias(T)  # (H, T, T)
        for norm, qkv, out in zip(self.norms, self.qkv, self.out):
            q, k, v = (split_heads(part, self.n_heads) for part in qkv(norm(x)).chunk(3, dim=-1))
            if scheme.rotate is not None:
                q, k = scheme.rotate(q), scheme.rotate(k)  # (B, H, T, d)
            added = mask if scheme.pair is None else mask + scheme.pair(q, k)
            if weights is not None:
                scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1]) + added
                weights.append(scores.softmax(-1).detach())
            x = x + out(merge_heads(F.scaled_dot_product_attention(q, k, v, attn_mask=added)))
        return self.head(self.norms[-1](x))


class Training:
    """A reader, and how it learns from texts of the task, one step at a time.

    seed: of weights and texts, so that every scheme gets the same texts; steps: how many there will be.
    """

    def __init__(
        self,
        scheme: Scheme,
        steps: int,
        n_layers: int = 2,
        seed: int = 0,
        device: torch.device | str = "cpu",
        length: int = 64,
        batch: int = 64,
    ) -> None:
        self.generator = torch.Generator().manual_seed(seed)
        torch.manual_seed(seed)
        self.model = Reader(scheme, n_layers).to(device)
        self.length, self.batch, self.device = length, batch, device
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(), lr=3e-3, betas=(0.9, 0.98), weight_decay=0.01
        )
        warm = min(50, steps)
        self.schedule = torch.optim.lr_scheduler.LambdaLR(
            self.optimizer, lambda t: min((t + 1) / warm, 0.05 + 0.95 * (1 - t / steps))
        )

    def step(self) -> float:
        """One batch of new texts.  Returns the loss, in nats a known value."""
        ids, known = (part.to(self.device) for part in draw_texts(self.batch, self.length, self.generator))
        loss = F.cross_entropy(self.model(ids)[:, :-1][known], ids[:, 1:][known])
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.schedule.step()
        return loss.item()


@torch.no_grad()
def loss_by_position(model: Reader, length: int, n: int = 64, seed: int = 1) -> Tensor:
    """The mean loss, in nats, of known values at each place.  Returns (length / 2,), nan where none was known."""
    device = model.tokens.weight.device
    texts = draw_texts(n, length, torch.Generator().manual_seed(seed))
    total, count = torch.zeros(2, length - 1, device=device)
    for ids, known in zip(*(part.to(device).split(16) for part in texts)):
        scores = model(ids)[:, :-1].transpose(1, 2)  # (16, V, length − 1)
        total += (F.cross_entropy(scores, ids[:, 1:], reduction="none") * known).sum(0)
        count += known.sum(0)
    return (total / count)[::2].cpu()
