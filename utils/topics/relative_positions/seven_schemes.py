"""Seven schemes for positions, each in a small model that learns associative recall and then reads longer texts.

Shapes: B texts, T tokens, H heads, d = 16 the width of a head.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import torch
from torch import Tensor

from utils.blocks import positions
from utils.blocks.attention import sinusoidal_positions
from utils.topics.relative_positions import recall

__all__ = ["HOLD", "LENGTHS", "RECORDED", "last_quarter", "learn", "losses_by_length", "rotating", "schemes"]

WIDTH, HEADS, TRAINED = 64, 4, 64
LENGTHS = (64, 128, 256)
HOLD = (
    "ALiBi",
    "Shaw",
    "DeBERTa",
)  # those that hold at four times the length of training, in all recorded runs

# Scheme → length → mean loss of each recorded seed, in nats per known value, after 450 steps on texts of 64 tokens.
# One CPU thread, 26 November 2026; the lesson's notes.md has the runs.
RECORDED: dict[str, dict[int, list[float]]] = {
    "none": {64: [0.258, 0.300], 128: [0.335, 0.404], 256: [0.449, 0.515]},
    "sinusoidal": {64: [0.024, 0.079], 128: [0.080, 0.164], 256: [0.116, 0.255]},
    "Shaw": {64: [0.0008, 0.0006], 128: [0.0008, 0.0006], 256: [0.0008, 0.0006]},
    "DeBERTa": {64: [0.0007], 128: [0.0007], 256: [0.0009]},
    "T5": {64: [0.0016], 128: [0.012], 256: [0.050]},
    "ALiBi": {64: [0.0012], 128: [0.0010], 256: [0.0011]},
    "RoPE": {64: [0.0023, 0.0012], 128: [0.0049, 0.011], 256: [0.073, 0.055]},
}


def rotating(theta: Tensor, factor: float = 1.0) -> recall.Scheme:
    """RoPE with these frequencies, (d/2,).  factor: by what queries and keys are multiplied, both."""

    def rotate(x: Tensor) -> Tensor:
        return factor * positions.rope(x, torch.arange(x.shape[2], device=x.device), theta)

    return recall.Scheme(rotate=rotate)


def schemes(device: torch.device | str) -> dict[str, Callable[[], recall.Scheme]]:
    """Name → what makes the scheme, with new tables each time."""
    theta, slopes = (
        part.to(device)
        for part in (positions.rope_frequencies(WIDTH // HEADS), positions.alibi_slopes(HEADS))
    )

    def t5() -> recall.Scheme:
        return recall.Scheme(bias=positions.T5Bias(HEADS, two_sided=False))

    def vectors(both: bool) -> recall.Scheme:
        return recall.Scheme(pair=positions.DistanceVectors(WIDTH // HEADS, K=16, both=both))

    return {
        "none": recall.Scheme,
        "sinusoidal": lambda: recall.Scheme(add=lambda T: sinusoidal_positions(T, WIDTH).to(device)),
        "Shaw": lambda: vectors(both=False),
        "DeBERTa": lambda: vectors(both=True),
        "T5": t5,
        "ALiBi": lambda: recall.Scheme(bias=lambda T: positions.alibi(slopes, T, T)),
        "RoPE": lambda: rotating(theta),
    }


def learn(
    scheme: recall.Scheme, steps: int, device: torch.device | str, seed: int = 0, n_layers: int = 2
) -> recall.Reader:
    """A reader of the game, trained from the beginning on texts of 64 tokens."""
    training = recall.Training(scheme, steps, n_layers, seed, device, TRAINED)
    for _ in range(steps):
        training.step()
    return training.model.eval()


def losses_by_length(models: Sequence[recall.Reader]) -> dict[int, Tensor]:
    """Length → the loss of each model at each place, (models, length / 2)."""
    return {T: torch.stack([recall.loss_by_position(model, T) for model in models]) for T in LENGTHS}


def last_quarter(losses: Mapping[int, Tensor]) -> Tensor:
    """The mean loss in the last quarter of the longest texts, for each model.  Returns (models,)."""
    longest = losses[max(losses)]
    return longest[:, -longest.shape[1] // 4 :].nanmean(dim=1)
