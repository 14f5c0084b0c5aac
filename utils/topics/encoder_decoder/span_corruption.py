"""Span corruption: which spans are erased, and a text put together again.

What erases them is the lesson's own `span_corrupt`.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

__all__ = ["draw", "restore"]

Spans = list[tuple[int, int]]


def draw(n: int, rate: float, mean: float, generator: torch.Generator) -> Spans:
    """Spans to erase in a text of n ids, (start, length) each, in order, with at least one id in front of each.

    rate: share of the text that is erased; mean: mean length of a span. How much is erased, in how many spans, is
    fixed by n; where spans lie and how long each is, is drawn (as in T5: Raffel et al. 2020, section 3.3.4).
    Raises ValueError for a text of one id.
    """
    if n < 2:
        raise ValueError(f"A text of {n} ids has no room for a span and for what stays: pass at least 2.")
    erased = min(max(round(n * rate), 1), n - 1)
    number = min(max(round(erased / mean), 1), erased, n - erased)
    spans, place = [], 0
    for kept, length in zip(_parts(n - erased, number, generator), _parts(erased, number, generator)):
        spans.append((place + kept, length))
        place += kept + length
    return spans


def _parts(total: int, number: int, generator: torch.Generator) -> list[int]:
    """`total` cut into `number` parts of at least 1, all ways equally likely."""
    cuts = torch.randperm(total - 1, generator=generator)[: number - 1].add(1).sort().values.tolist()
    return [end - start for start, end in zip([0, *cuts], [*cuts, total])]


def restore(inputs: Sequence[int], targets: Sequence[int]) -> list[int]:
    """The text that inputs and targets were made of: each sentinel of the inputs gives way to what follows it in the
    targets.

    Sentinels are found as what both hold, in the order of the targets; the first of the targets is one.
    Raises ValueError where a sentinel of the inputs is not in the targets.
    """
    marks = [targets[0] - number for number in range(len(targets))]
    found: dict[int, list[int]] = {}
    for token in targets:
        if token == marks[len(found)]:
            found[token] = []
        else:
            found[marks[len(found) - 1]].append(token)
    closing = marks[len(found) - 1]
    if closing in inputs:
        raise ValueError(f"The last sentinel, {closing}, closes the targets and cannot stand in the inputs.")
    return [part for token in inputs for part in found.get(token, [token])]
