"""Float64 tensors for the oracles, RMSNorm and rotations (as complex numbers) by their formulas, and
router logits without ties.
"""

import numpy as np
import torch

LIBRARY = ["transformers"]
FINISHED = ["utils.blocks.llama"]


def tensor(array):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(array, dtype=torch.float64)


def leaf(array):
    return tensor(array).requires_grad_()


def rms(x, gain, eps):
    """Each vector divided by its root mean square, times the gain."""
    return x / (x.pow(2).mean(-1, keepdim=True) + eps).sqrt() * gain


def running_mean(x, weight):
    """What utils.topics.llama.stand_ins.RunningMean computes, token by token."""
    new = torch.tanh(x @ weight.T)
    return torch.stack([new[:, : t + 1].mean(1) for t in range(x.shape[1])], dim=1)


def sizes(leaves):
    return {name: float(part.grad.norm()) for name, part in leaves.items()}


def complex_turn(x, theta, start):
    """Halves of the last axis as complex numbers, each rotated by its own angle.  x: (..., T, d) float64 tensor."""
    places = start + torch.arange(x.shape[-2], dtype=torch.float64)
    angles = places[:, None] * tensor(theta)
    half = x.shape[-1] // 2
    z = torch.complex(x[..., :half], x[..., half:]) * torch.polar(torch.ones_like(angles), angles)
    return torch.cat([z.real, z.imag], dim=-1)


def spread_logits(rng, lead, E, offset=0.0, size=1.0):
    """Scores without ties: a different order for each token, neighbours at least .3 apart."""
    steps = np.arange(E) * 0.6 + rng.uniform(0, 0.3, (*lead, E))
    return size * rng.permuted(steps, axis=-1) + offset
