"""The finished ways of choosing a token, for what comes after the lesson's first sitting.

Filters take logits (..., V) and give logits (..., V): what may no longer be chosen has −∞, the rest is as it was.
Their order matters, and is the caller's: filters pick at the temperature that they find.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

__all__ = [
    "greedy",
    "min_p",
    "repetition_penalty",
    "sample_multinomial",
    "top_k",
    "top_p",
    "with_temperature",
]


def greedy(logits: Tensor) -> Tensor:
    """The likeliest token.  (..., V) to (...); of equals the first."""
    return logits.argmax(dim=-1)


def sample_multinomial(weights: Tensor, n: int, generator: torch.Generator) -> Tensor:
    """Draw n tokens, each with a probability proportional to its weight.  (V,) to (n,), on the weights' device.

    The numbers come from the generator, on its own device, so that every device gets the same draws.
    """
    # (V,) where each token's piece ends
    edges = weights.detach().to(generator.device).to(torch.float64).cumsum(dim=0)
    darts = torch.rand(n, generator=generator, dtype=torch.float64, device=generator.device)  # (n,)
    darts = darts * edges[-1]
    return torch.searchsorted(edges, darts, right=True).to(weights.device)


def with_temperature(logits: Tensor, temperature: float) -> Tensor:
    """Logits divided by T: below 1 sharper, above 1 flatter. T = 0 leaves the likeliest, T = ∞ no preference.

    What is ruled out (−∞) stays so at every temperature.
    """
    if temperature < 0:
        raise ValueError(f"A temperature is 0 or more, and this one is {temperature}.")
    if temperature == 0:
        return top_k(logits, 1)
    return (logits / temperature).masked_fill(logits == -math.inf, -math.inf)  # −∞/∞ is not a number


def top_k(logits: Tensor, k: int) -> Tensor:
    """The k likeliest tokens, exactly k also where some are equal."""
    best = logits.topk(min(k, logits.shape[-1]), dim=-1).indices
    return torch.full_like(logits, -math.inf).scatter(-1, best, logits.gather(-1, best))


def top_p(logits: Tensor, p: float, k: int = 1) -> Tensor:
    """The smallest set of likeliest tokens that holds a probability of at least p, and at least k tokens."""
    ordered, order = logits.sort(dim=-1, descending=True, stable=True)
    before = ordered.softmax(dim=-1).cumsum(dim=-1).roll(1, dims=-1)  # what those in front of a token hold
    before[..., 0] = 0
    rank = torch.arange(logits.shape[-1], device=logits.device)
    out = (before >= p) & (rank >= k)  # the token that crosses p is still in
    return ordered.masked_fill(out, -math.inf).gather(-1, order.argsort(dim=-1))


def min_p(logits: Tensor, p: float) -> Tensor:
    """The tokens that are at least p times as likely as the likeliest (Nguyen et al. 2024)."""
    return logits.masked_fill(logits < logits.amax(dim=-1, keepdim=True) + math.log(p), -math.inf)


def repetition_penalty(logits: Tensor, seen: Tensor, penalty: float) -> Tensor:
    """Make tokens that are in the text less likely: positive logits divided by penalty, negative ones multiplied.

    seen: (..., T) the text, each token counted once (Keskar et al. 2019).
    """
    old = logits.gather(-1, seen)
    return logits.scatter(-1, seen, torch.where(old > 0, old / penalty, old * penalty))
