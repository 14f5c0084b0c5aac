"""Windows of a long row of token ids.

A training batch is a function of (seed, step) alone: nothing has to be remembered to resume a run, and several
processes agree on a batch without talking.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import torch
from torch import Tensor


def as_ids(ids: Sequence[int] | Tensor) -> Tensor:
    """Token ids as a row of integers, (N,)."""
    return torch.as_tensor(ids, dtype=torch.long).flatten()


def draw_windows(ids: Tensor, batch_size: int, context: int, seed: int, step: int) -> Tensor:
    """A batch of windows at random places.  ids: (N,).  Returns (batch_size, context + 1).

    The first `context` columns are inputs, the last `context` their targets.
    """
    if len(ids) <= context:
        raise ValueError(f"A window of {context} + 1 tokens does not fit into a text of {len(ids)} tokens.")
    # hash(-1) is hash(-2), so negative seeds are counted from 0 and told apart by a third number
    key = (seed, step) if seed >= 0 else (-1 - seed, step, 1)
    generator = torch.Generator().manual_seed(hash(key) & (2**63 - 1))
    starts = torch.randint(len(ids) - context, (batch_size, 1), generator=generator)
    return ids[starts + torch.arange(context + 1)]


def evaluation_windows(ids: Tensor, batch_size: int, context: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Consecutive windows in which every token but the first is a target exactly once.

    Yields inputs and targets, each (≤ batch_size, T); the last window may be shorter and comes by itself.
    """
    inputs, targets = ids[:-1], ids[1:]
    whole = len(inputs) // context * context
    for part in range(0, whole, batch_size * context):
        cut = slice(part, min(part + batch_size * context, whole))
        yield inputs[cut].view(-1, context), targets[cut].view(-1, context)
    if whole < len(inputs):
        yield inputs[whole:].unsqueeze(0), targets[whole:].unsqueeze(0)
