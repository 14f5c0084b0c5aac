"""Four optimizers walk through a narrow valley, each with the learning rate that suits it best."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

RATES = (0.01, 0.02, 0.04, 0.07, 0.1, 0.2, 0.4, 0.7, 1.0)
Step = Callable[..., tuple[Tensor, Tensor]]


def best_walks(
    steepness: Tensor, sgd_momentum: Step, rmsprop: Step, AdamW: Any, steps: int = 40
) -> dict[str, Tensor]:
    """The path of each optimizer on θ ↦ ½ Σ steepness·θ² that ends lowest among nine learning rates.

    steepness: (2,), on the device where the walks take place. The three optimizers are those of the notebook.
    Returns "name, lr" → (steps + 1, 2) on the CPU.
    """

    def walk(name: str, lr: float) -> Tensor:
        theta = torch.tensor([-4.0, 1.5], device=steepness.device)
        state, leaf = torch.zeros_like(theta), nn.Parameter(theta.clone())
        adam = AdamW([leaf], lr=lr, betas=(0.9, 0.99), weight_decay=0.0)
        path = [theta]
        for _ in range(steps):
            gradient = steepness * theta
            if name == "gradient descent":
                theta = theta - lr * gradient
            elif name == "momentum":
                theta, state = sgd_momentum(theta, gradient, state, lr)
            elif name == "RMSprop":
                theta, state = rmsprop(theta, gradient, state, lr, beta=0.9)
            else:
                leaf.grad = gradient
                adam.step()
                theta = leaf.detach().clone()
            path.append(theta)
        return torch.stack(path)

    def height(path: Tensor) -> float:
        return float((steepness * path[-1] ** 2).sum().nan_to_num(math.inf))

    found = {}
    for name in ("gradient descent", "momentum", "RMSprop", "AdamW"):
        walks = {lr: walk(name, lr) for lr in RATES}
        lr = min(walks, key=lambda rate: height(walks[rate]))
        found[f"{name}, lr {lr:g}"] = walks[lr].cpu()
    return found
