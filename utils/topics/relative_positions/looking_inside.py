"""The streams of a small GPT, and models of the Llama family with some of their heads silenced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor

from utils.blocks.gpt import GPT

__all__ = ["own_streams", "silenced"]


@torch.no_grad()
def own_streams(gpt: GPT, ids: Tensor) -> list[Tensor]:
    """The residual stream of a GPT, as `output_hidden_states=True` gives it in `transformers`.

    ids: (B, T). Returns L + 1 tensors (B, T, D): the embeddings and what each block leaves, the last after the norm.
    """
    x = gpt.tokens(ids) + gpt.positions.weight[: ids.shape[1]]  # (B, T, D)
    streams = [x]
    for block in gpt.blocks:
        x = block(x, is_causal=True)
        streams.append(x)
    return [*streams[:-1], gpt.norm(x)]


@contextmanager
def silenced(model: Any, heads: Iterable[tuple[int, int]]) -> Iterator[None]:
    """Within the block, these heads add nothing to the stream.

    model: a `LlamaForCausalLM`; heads: (layer, head), both counted from 0.
    """
    width = model.config.head_dim
    handles = []
    for layer, head in heads:

        def silence(_: Any, inputs: tuple[Tensor, ...], start: int = head * width) -> tuple[Tensor, ...]:
            context = inputs[0].clone()  # (B, T, H·d), the heads side by side
            context[..., start : start + width] = 0
            return (context, *inputs[1:])

        output = model.model.layers[layer].self_attn.o_proj
        handles.append(output.register_forward_pre_hook(silence))
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()
