"""Runs that take seconds: a model of some thousand parameters reads plays byte by byte.

A byte is a token here, so that a loss of x nats per token is x / ln 2 bits per byte. They are for comparing
models and optimisers after the same number of steps. Shapes: B batch, T tokens, V vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from utils import corpora
from utils.training.data import draw_windows
from utils.training.schedule import warmup_cosine

__all__ = ["VOCABULARY", "bits_per_byte", "pairs", "plays", "train"]

VOCABULARY = 256  # the bytes


def plays(held_out: int = 60_000) -> tuple[Tensor, Tensor]:
    """The bytes of Shakespeare's plays, to learn from and held out: two rows of ids.

    held_out: how many characters of the plays that are set aside.
    """
    texts = corpora.shakespeare(quiet=True)
    train = corpora.joined(texts["train"], speakers=True)
    other = corpora.joined(texts["validation"], characters=held_out, speakers=True)
    return _bytes(train), _bytes(other)


def _bytes(text: str) -> Tensor:
    return torch.frombuffer(bytearray(text.encode()), dtype=torch.uint8).long()


def pairs(ids: Tensor, more: float = 0.1) -> Tensor:
    """The bigram model: ln p of each byte after each byte, counted.  ids: (N,).  Returns (V, V).

    more: added to every count, so that no pair is impossible.
    """
    counts = torch.full((VOCABULARY, VOCABULARY), more)
    counts.index_put_((ids[:-1], ids[1:]), torch.ones(()), accumulate=True)
    return (counts / counts.sum(1, keepdim=True)).log()


def train(
    model: nn.Module,
    optimizers: Sequence[torch.optim.Optimizer],
    ids: Tensor,
    steps: int,
    *,
    seed: int = 0,
    batch_size: int = 16,
    context: int = 32,
    warmup: int = 20,
    max_norm: float = 1.0,
) -> list[float]:
    """Train on windows at random places, every optimiser's rate up in a line and down along a cosine to 0.

    model: ids (B, T) to scores (B, T, V); optimizers: they share the model's parameters among them, each with its peak
    rate; ids: (N,); seed: of the windows.  Returns the loss of each step, in nats.
    """
    device = next(model.parameters()).device
    peaks = [[group["lr"] for group in optimizer.param_groups] for optimizer in optimizers]
    losses = []
    for step in range(steps):
        windows = draw_windows(ids, batch_size, context, seed, step).to(device)  # (B, T + 1)
        loss = F.cross_entropy(model(windows[:, :-1]).flatten(0, 1), windows[:, 1:].flatten())
        model.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        for optimizer, highest in zip(optimizers, peaks):
            for group, peak in zip(optimizer.param_groups, highest):
                group["lr"] = warmup_cosine(step, steps, min(warmup, steps - 1), peak)
            optimizer.step()
        losses.append(loss.item())
    return losses


@torch.no_grad()
def bits_per_byte(model: nn.Module, ids: Tensor, *, context: int = 32, windows: int = 256) -> float:
    """What a byte of held-out text costs.  ids: (N,); the first `windows` windows of them are read."""
    n = min((len(ids) - 1) // context, windows) * context
    device = next(model.parameters()).device
    inputs, targets = ids[:n].view(-1, context).to(device), ids[1 : n + 1].view(-1, context).to(device)
    return F.cross_entropy(model(inputs).flatten(0, 1), targets.flatten()).item() / math.log(2)
