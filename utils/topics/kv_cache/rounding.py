"""What a rounded cache costs a model: its loss when keys and values are changed on their way into the cache.

Shapes: B batch, T tokens, H heads, S positions, d width of a head.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor, nn

from utils import corpora
from utils.blocks.attention import merge_heads, split_heads
from utils.blocks.gpt import GPT

__all__ = ["articles", "cached_head", "gpt_loss", "held_out", "loss"]

Rounding = Callable[..., Tensor]  # called as rounded(x, dim=…), with x (B, H, S, d); returns x's shape


def articles(tokenizer: Any, n: int, device: torch.device | str) -> list[Tensor]:
    """The first n summaries of articles that nothing was chosen by, (1, T) ids each."""
    pages = corpora.wikipedia()["validation"]["extract"][:n]
    return [tokenizer("\n" + page, return_tensors="pt")["input_ids"].to(device) for page in pages]


@torch.no_grad()
def cached_head(model: Any, ids: Tensor, layer: int, head: int) -> tuple[Tensor, Tensor]:
    """One head's keys and values, (T, d) each, in the cache of a model of `transformers` that has read ids (1, T)."""
    from transformers import DynamicCache  # two seconds, needed only here

    cached = model(ids, past_key_values=DynamicCache()).past_key_values.layers[layer]
    return cached.keys[0, head], cached.values[0, head]


@torch.no_grad()
def loss(model: Any, texts: Sequence[Tensor], rounded: Rounding | None = None, key_dim: int = -2) -> float:
    """Nats per token of a model of `transformers` over texts, (1, T) ids each, that are read with a rounded cache.

    rounded: None leaves the cache as it is; key_dim: the axis along which keys form groups. Values form them along
    the last one.
    """
    from transformers import DynamicCache

    class RoundedCache(DynamicCache):
        def update(self, key_states: Tensor, value_states: Tensor, *rest: Any, **named: Any) -> Any:
            if rounded is not None:
                key_states, value_states = rounded(key_states, dim=key_dim), rounded(value_states, dim=-1)
            return super().update(key_states, value_states, *rest, **named)

    scores = [model(ids, past_key_values=RoundedCache()).logits[0, :-1] for ids in texts]
    targets = torch.cat([ids[0, 1:] for ids in texts])
    return nn.functional.cross_entropy(torch.cat(scores), targets).item()


@torch.no_grad()
def gpt_loss(gpt: GPT, ids: Tensor, rounded: Rounding | None = None, key_dim: int = -2) -> float:
    """Nats per token of a GPT over windows of text, ids (B, T), that are read with rounded keys and values."""

    def through_the_cache(_: nn.Module, __: Any, projected: Tensor) -> Tensor:
        queries, keys, values = projected.chunk(3, dim=-1)  # (B, T, D) each
        keys, values = (split_heads(part, gpt.config.n_heads) for part in (keys, values))  # (B, H, T, d)
        assert rounded is not None
        keys, values = rounded(keys, dim=key_dim), rounded(values, dim=-1)
        return torch.cat([queries, merge_heads(keys), merge_heads(values)], dim=-1)

    hooks = []
    if rounded is not None:  # in a GPT the cached keys are what its projection returns: nothing rotates them
        blocks: Any = gpt.blocks
        hooks = [block.attention.qkv_proj.register_forward_hook(through_the_cache) for block in blocks]
    try:
        scores = gpt(ids)  # (B, T, V)
    finally:
        for hook in hooks:
            hook.remove()
    return nn.functional.cross_entropy(scores[:, :-1].flatten(0, 1), ids[:, 1:].flatten()).item()


def held_out(tokenizer: Any, n: int, length: int, device: torch.device | str) -> Tensor:
    """Ids (n, length) from Shakespeare's held-out plays, one window after the other.  tokenizer: of tiktoken."""
    plays = corpora.joined(corpora.shakespeare()["validation"], characters=20 * n * length, speakers=True)
    ids = torch.tensor(tokenizer.encode_ordinary(plays), device=device)
    return ids[: n * length].view(n, length)
