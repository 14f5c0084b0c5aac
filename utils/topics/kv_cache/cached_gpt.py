"""A GPT whose attention keeps a cache, built from the classes that the lesson's exercises ask for.

Shapes: B batch, t tokens of a chunk, S tokens so far, D width, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor, nn

from utils.blocks.gpt import GPT

__all__ = ["CachedGPT", "ReadOnce", "in_chunks"]


class CachedGPT(nn.Module):
    """A GPT with its own weights, another attention layer, and one cache per layer.

    gpt: the model, which stays as it is; attention: called as attention(d_model, n_heads), it makes a layer with the
    parameters of `MultiHeadAttention` that is called as layer(x, cache, keep); cache: makes an empty cache of a layer.
    """

    def __init__(
        self, gpt: GPT, attention: Callable[[int, int], nn.Module], cache: Callable[[], Any]
    ) -> None:
        super().__init__()
        self.gpt = gpt
        self.empty = cache
        self.attentions = nn.ModuleList()
        blocks: Any = gpt.blocks  # modules have attributes that their type doesn't list
        for block in blocks:
            layer = attention(gpt.config.d_model, gpt.config.n_heads)
            layer.load_state_dict(block.attention.state_dict())
            self.attentions.append(layer.to(block.attention.out_proj.weight.device))
        self.passed = 0  # token positions that have gone through the model

    def new_cache(self) -> list[Any]:
        """An empty cache for each layer."""
        return [self.empty() for _ in self.attentions]

    @torch.no_grad()
    def forward(self, ids: Tensor, start: int, cache: Sequence[Any], keep: Tensor | None = None) -> Tensor:
        """Read a chunk and leave its keys and values in the cache.

        ids: (B, t), the first at position `start`; cache: from new_cache(); keep: (B, S), True at real tokens, or None
        without padding. With padding, a token's position is the number of real tokens before it, and `start` is not
        used. Returns scores (B, t, V).
        """
        B, t = ids.shape
        self.passed += B * t
        positions = torch.arange(start, start + t, device=ids.device)  # (t,)
        if keep is not None:
            positions = (keep.cumsum(dim=1) - 1).clamp(min=0)[:, -t:]  # (B, t)
        x = self.gpt.tokens(ids) + self.gpt.positions(positions)  # (B, t, D)
        blocks: Any = self.gpt.blocks
        for block, attention, layer_cache in zip(blocks, self.attentions, cache, strict=True):
            x = block.branch(1, x, lambda h, a=attention, c=layer_cache: a(h, c, keep))
            x = block.branch(2, x, block.feed_forward)
            if keep is not None:  # a query that sees nothing may come out as nan, and 0 · nan is nan
                x = x.masked_fill(~keep[:, -t:, None], 0)
        return self.gpt.logits(self.gpt.norm(x))


def in_chunks(step: Callable[[Tensor, int], Tensor], ids: Tensor, chunks: Sequence[int]) -> Tensor:
    """The scores of a sequence that is read in chunks.

    step: called as step(chunk, start), it returns the chunk's scores; ids: (B, T); chunks: lengths that sum to T.
    Returns (B, T, V).
    """
    starts = [sum(chunks[:i]) for i in range(len(chunks))]
    with torch.no_grad():
        return torch.cat([step(part, start) for part, start in zip(ids.split(chunks, 1), starts)], dim=1)


class ReadOnce(nn.Module):
    """A model with a cache that is called with the whole sequence each time, and reads only what is new of it.

    model: a `CachedGPT`.  forward: ids (1, T) to the scores of the tokens it hasn't read before, (1, t, V). A sequence
    that doesn't continue the last one is read from its beginning.
    """

    def __init__(self, model: CachedGPT) -> None:
        super().__init__()
        self.model = model
        self.seen: Tensor | None = None

    def forward(self, ids: Tensor) -> Tensor:
        seen = self.seen
        if seen is None or seen.shape[1] >= ids.shape[1] or not torch.equal(seen, ids[:, : seen.shape[1]]):
            self.cache, seen = self.model.new_cache(), ids[:, :0]
        self.seen = ids
        return self.model(ids[:, seen.shape[1] :], seen.shape[1], self.cache)
