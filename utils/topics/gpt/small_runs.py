"""Runs that take seconds: a model of some thousand parameters reads plays byte by byte.

A byte is a token here, so a loss of x nats per token is x / ln 2 bits per byte. These runs compare models and
optimizers after the same number of steps. Shapes: B batch, T tokens, V vocabulary.
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

__all__ = ["VOCABULARY", "bits_per_byte", "page", "plays", "train"]

VOCABULARY = 256  # the bytes


def plays(held_out: int = 60_000) -> tuple[Tensor, Tensor]:
    """The bytes of Shakespeare's plays as ids (N,): those to train on, and held-out ones.

    held_out: number of held-out characters, from plays that are in no training text.
    """
    texts = corpora.shakespeare(quiet=True)
    train = corpora.joined(texts["train"], speakers=True)
    other = corpora.joined(texts["validation"], characters=held_out, speakers=True)
    return _bytes(train), _bytes(other)


def page(lines: int) -> str:
    """The first lines of the speech that begins "To be, or not to be"."""
    speeches = corpora.shakespeare(quiet=True)["train"]["text"]
    speech = next(text for text in speeches if text.startswith("To be, or not to be"))
    return "\n".join(speech.splitlines()[:lines])


def _bytes(text: str) -> Tensor:
    return torch.frombuffer(bytearray(text.encode()), dtype=torch.uint8).long()


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
    """Train on windows at random positions; each optimizer's rate rises linearly, then falls along a cosine to 0.

    model: ids (B, T) to scores (B, T, V); optimizers: together they hold the model's parameters, each at its
    peak rate; ids: (N,); seed: decides which windows.  Returns the loss of each step, in nats.
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
    """Bits per byte on held-out text.  ids: (N,); the first `windows` windows are read."""
    n = min((len(ids) - 1) // context, windows) * context
    device = next(model.parameters()).device
    inputs, targets = ids[:n].view(-1, context).to(device), ids[1 : n + 1].view(-1, context).to(device)
    return F.cross_entropy(model(inputs).flatten(0, 1), targets.flatten()).item() / math.log(2)
