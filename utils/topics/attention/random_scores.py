"""Dot products of random vectors, measured at several widths."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import torch

RAW, SCALED = "q·k", "q·k / √d"


@dataclass
class RandomScores:
    """What was measured, one number per width; entropy and slope for the scores as they are and divided by √d."""

    widths: list[int]
    keys: int
    variance: list[float] = field(default_factory=list)  # of q · k
    entropy: dict[str, list[float]] = field(
        default_factory=lambda: {RAW: [], SCALED: []}
    )  # of the weights, in bits
    slope: dict[str, list[float]] = field(
        default_factory=lambda: {RAW: [], SCALED: []}
    )  # of softmax: Σ α (1 − α)


def measure(widths: Sequence[int], keys: int = 64, queries: int = 500, seed: int = 0) -> RandomScores:
    """Score `queries` × `keys` pairs of normal vectors at each width, and take the softmax over the keys."""
    generator = torch.Generator().manual_seed(seed)
    measured = RandomScores(list(widths), keys)
    for d in widths:
        q = torch.randn(queries, 1, d, generator=generator)
        k = torch.randn(queries, keys, d, generator=generator)
        score = (q * k).sum(-1)  # (queries, keys)
        measured.variance.append(float(score.var()))
        for name, x in ((RAW, score), (SCALED, score / math.sqrt(d))):
            p = x.softmax(-1)
            measured.entropy[name].append(float(-(p * p.clamp_min(1e-30).log2()).sum(-1).mean()))
            measured.slope[name].append(
                float((p * (1 - p)).sum(-1).mean())
            )  # Σ ∂p_s/∂x_s, 0 for one-hot weights
    return measured
