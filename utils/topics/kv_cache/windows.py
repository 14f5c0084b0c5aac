"""What a model loses when its queries see only the last positions, and how far a stack of such layers reaches.

Shapes: T tokens, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn

from utils import corpora
from utils.blocks.attention import causal_mask, local_mask
from utils.blocks.gpt import GPT

__all__ = ["articles", "gpt_loss", "losses", "reach", "visible"]

FIRST_SCORED = 4  # the loss is that of tokens after the sinks, so all curves are about the same tokens


def reach(n_layers: int, window: int, length: int) -> Tensor:
    """(length, length), True where an input can influence an output through n_layers layers with a window."""
    layer = visible(length, window).float()
    seen = torch.eye(length)
    for _ in range(n_layers):
        seen = (layer @ seen).clamp(max=1)
    return seen.bool()


def visible(length: int, window: int, sinks: int = 0) -> Tensor:
    """(length, length), True where a query sees a key: one of the last `window` positions or of the first `sinks`."""
    recent = local_mask(length, window - 1) | (torch.arange(length) < sinks)
    return causal_mask(length) & recent


def articles(tokenizer: Any, n: int) -> list[list[int]]:
    """The first n summaries of 160 to 170 tokens, as ids."""
    found: list[list[int]] = []
    for text in corpora.wikipedia()["train"]["extract"]:
        if 700 < len(text) < 900 and 160 <= len(tokenizer(text)["input_ids"]) <= 170:
            found.append(tokenizer("\n" + text)["input_ids"])
        if len(found) == n:
            break
    return found


@torch.no_grad()
def losses(model: Any, texts: Sequence[list[int]], window: int, sinks: int) -> tuple[float, float]:
    """Nats per token when each text is read twice in a row: the mean of the first readings, and of the second ones.

    model: one of `transformers`. Each query sees the last `window` positions and the first `sinks` tokens.
    """
    first, second = [], []
    for once in texts:
        ids = torch.tensor([once + once], device=model.device)  # (1, T)
        hidden = ~visible(ids.shape[1], window, sinks).to(model.device)
        added = torch.zeros(hidden.shape, device=model.device).masked_fill(
            hidden, torch.finfo(torch.float32).min
        )
        scores = model(ids, attention_mask=added[None, None]).logits[0, :-1]  # (T - 1, V)
        nats = nn.functional.cross_entropy(scores, ids[0, 1:], reduction="none")
        first.append(nats[FIRST_SCORED : len(once) - 1].mean().item())
        second.append(nats[len(once) :].mean().item())
    return sum(first) / len(texts), sum(second) / len(texts)


@torch.no_grad()
def gpt_loss(gpt: GPT, ids: Tensor, window: int, sinks: int = 0) -> float:
    """Nats per token of a GPT over windows of text, ids (B, T), when a query sees the last `window` positions."""
    mask = visible(ids.shape[1], window, sinks).to(ids.device)
    x = gpt.tokens(ids) + gpt.positions.weight[: ids.shape[1]]  # (B, T, D)
    for block in gpt.blocks:
        x = block(x, mask)
    scores = gpt.logits(gpt.norm(x))[:, FIRST_SCORED:-1]
    return nn.functional.cross_entropy(scores.flatten(0, 1), ids[:, FIRST_SCORED + 1 :].flatten()).item()
