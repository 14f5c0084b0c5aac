"""Measurements of stacks of blocks, and real layers of MiniLM to compare with.

Nothing here knows how a block works: blocks, and the loop that runs a stack, are the student's own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from utils.blocks.attention import causal_mask


def xavier(module: nn.Module) -> None:
    """The initialization of the first transformer: every matrix roughly preserves the size of its inputs."""
    for p in module.parameters():
        if p.ndim == 2:
            nn.init.xavier_uniform_(p)


def before_training(
    place: str,
    seed: int,
    make_block: Callable[..., nn.Module],
    run_blocks: Callable[..., tuple[Tensor, Tensor]],
    sizes: Sequence[int],
    where: Any,
    vocabulary: int = 100,
) -> tuple[Tensor, Tensor]:
    """Sizes of the residual stream (depth + 1,) and of the gradient in each block (depth,), with random tokens.

    place: "pre", "post", "peri" or "none".  make_block(d_model, n_heads, d_hidden, norm=place) makes a block that is
    called with a mask.  run_blocks(x, blocks, final_norm) returns the output and the sizes.  sizes: depth, d_model and
    the number of tokens.
    """
    depth, d_model, n_tokens = sizes
    torch.manual_seed(seed)
    norm = "pre" if place == "none" else place
    stack = nn.ModuleList(make_block(d_model, 4, 4 * d_model, norm=norm) for _ in range(depth))
    if place == "none":
        for block in stack:
            block.norm1, block.norm2 = nn.Identity(), nn.Identity()
    head = nn.Linear(d_model, vocabulary)
    xavier(stack)
    xavier(head)
    stack, head = stack.to(where), head.to(where)
    x = torch.randn(8, n_tokens, d_model).to(where)
    targets = torch.randint(vocabulary, (8 * n_tokens,)).to(where)
    mask = causal_mask(n_tokens, device=where)
    final_norm = nn.Identity() if place == "post" else nn.LayerNorm(d_model, device=where)
    y, stream = run_blocks(x, [lambda h, block=block: block(h, mask) for block in stack], final_norm)
    F.cross_entropy(head(y).flatten(0, 1), targets).backward()
    blocks: Any = stack  # modules have attributes that their type doesn't list
    gradients = torch.stack([block.feed_forward.down.weight.grad.norm() for block in blocks])
    return torch.as_tensor(stream).detach().cpu(), gradients.cpu()


def stream_sizes(model: nn.Module, blocks: Sequence[nn.Module], ids: Tensor) -> Tensor:
    """Root mean square of each token of one text before the first block and after each one, (len(blocks) + 1, T)."""
    states: list[Tensor] = []
    hooks = [blocks[0].register_forward_pre_hook(lambda module, args: states.append(args[0]))]
    hooks += [
        block.register_forward_hook(lambda module, args, y: states.append(y if torch.is_tensor(y) else y[0]))
        for block in blocks
    ]
    with torch.no_grad():
        model(ids)
    for hook in hooks:
        hook.remove()
    return torch.stack([state[0].pow(2).mean(-1).sqrt() for state in states]).cpu()


def minilm(where: Any) -> tuple[Any, Any]:
    """MiniLM's tokenizer and its encoder in evaluation mode; the first call downloads about 84 MB."""
    from transformers import AutoTokenizer, BertModel
    from transformers.utils import logging

    from utils import assets

    logging.disable_progress_bar()
    folder = str(assets.path("minilm"))
    model: Any = BertModel.from_pretrained(folder)
    return AutoTokenizer.from_pretrained(folder), model.to(where).eval()


def inside_layer(model: Any, batch: Any, number: int) -> tuple[Tensor, Tensor]:
    """The input of one of MiniLM's feed-forward layers and its output before the addition, both (B, T, D)."""
    layer, seen = model.encoder.layer[number], {}
    hooks = [
        layer.intermediate.register_forward_pre_hook(lambda module, args: seen.update(x=args[0])),
        layer.output.dense.register_forward_hook(lambda module, args, output: seen.update(y=output)),
    ]
    with torch.no_grad():
        model(**batch)
    for hook in hooks:
        hook.remove()
    return seen["x"], seen["y"]


def weights_of_bert(layer: Any) -> dict[str, Tensor]:
    """The weights of one of BERT's layers under the names of this lesson's encoder block."""
    own, out = layer.attention.self, layer.attention.output
    weights = {
        f"attention.qkv_proj.{kind}": torch.cat([getattr(p, kind) for p in (own.query, own.key, own.value)])
        for kind in ("weight", "bias")
    }
    others = {
        "attention.out_proj": out.dense,
        "norm1": out.LayerNorm,
        "feed_forward.up": layer.intermediate.dense,
        "feed_forward.down": layer.output.dense,
        "norm2": layer.output.LayerNorm,
    }
    for name, part in others.items():
        weights |= {f"{name}.weight": part.weight, f"{name}.bias": part.bias}
    return weights
