"""A trained GPT whose learned positions are exchanged for a relative scheme, and a short training that repairs it.

The weights are those of the GPT; only the table of positions goes, and its attention layers get a rotation of queries
and keys, or a bias on the scores.
Shapes: B texts, T tokens, D width, H heads, d = D/H.
"""

from __future__ import annotations

import copy
import dataclasses
import math

import tiktoken
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from utils import corpora
from utils.blocks.gpt import GPT
from utils.blocks.scheme_attention import Bias, Rotate, SchemeAttention
from utils.training import draw_windows

__all__ = ["before_and_after", "exchanged", "loss_in_windows", "plays", "train_on"]


def exchanged(gpt: GPT, longest: int | None, rotate: Rotate | None = None, bias: Bias | None = None) -> GPT:
    """A copy of a GPT without its learned positions, whose layers have the scheme instead.

    longest: tokens that it may read at once, however few it was trained on; None for a copy that keeps its table.
    rotate, bias: see `SchemeAttention`.
    """
    model = copy.deepcopy(gpt)
    if longest is None:
        return model
    model.config = dataclasses.replace(gpt.config, context=longest)
    table = torch.zeros(longest, gpt.config.d_model, device=gpt.positions.weight.device)
    model.positions = nn.Embedding.from_pretrained(table, freeze=True)  # adds nothing, and learns nothing
    for block in model.blocks:
        block.attention = SchemeAttention(block.attention, rotate, bias)  # type: ignore[arg-type]
    return model


def train_on(model: GPT, ids: Tensor, steps: int, length: int = 64, seed: int = 0, lr: float = 1e-3) -> None:
    """Train a GPT further, in place, on random windows of a text.  ids: (N,).

    AdamW; the rate rises for a tenth of the steps and falls to 0. seed: which windows, the same for every model.
    """
    device = model.tokens.weight.device
    optimizer = torch.optim.AdamW(
        [p for p in model.parameters() if p.requires_grad], lr=lr, weight_decay=0.01
    )
    warm = max(1, steps // 10)
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = lr * min((step + 1) / warm, (steps - step) / (steps - warm + 1))
        windows = draw_windows(ids, 16, length, seed, step).to(device)  # (16, length + 1)
        loss = F.cross_entropy(model(windows[:, :-1]).transpose(1, 2), windows[:, 1:])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()


def before_and_after(
    model: GPT, train_ids: Tensor, held_out: Tensor, steps: int, lengths: tuple[int, int] = (64, 256)
) -> tuple[float, float, float]:
    """Train a model briefly.  Returns its losses at the first length before and after, and at the second after.

    Training windows have the first length. The last number is nan for a model that can't read so many tokens.
    """
    near, far = lengths
    before = loss_in_windows(model, held_out, near)
    train_on(model, train_ids, steps, near)
    can = model.config.context >= far
    return (
        before,
        loss_in_windows(model, held_out, near),
        loss_in_windows(model, held_out, far) if can else math.nan,
    )


@torch.no_grad()
def loss_in_windows(model: GPT, ids: Tensor, length: int) -> float:
    """The mean loss in nats per token, in windows of `length` tokens.  ids: (N,)."""
    windows = ids[: (len(ids) - 1) // length * length + 1].to(model.tokens.weight.device)
    inputs, targets = windows[:-1].view(-1, length), windows[1:].view(-1, length)
    total = 0.0
    for x, y in zip(inputs.split(16), targets.split(16)):
        total += F.cross_entropy(model(x).transpose(1, 2), y, reduction="sum").item()
    return total / targets.numel()


def plays(tokenizer: tiktoken.Encoding, split: str, characters: int | None = None) -> Tensor:
    """Shakespeare's plays as ids, (N,).  split: "train" or "validation"; characters: how much, None for all."""
    text = corpora.joined(corpora.shakespeare()[split], characters=characters, speakers=True)
    return torch.tensor(tokenizer.encode_ordinary(text))
