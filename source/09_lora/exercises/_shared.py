"""What the exercises have in common: modules that answers may not use, random linear layers, and
quantization levels.
"""

import numpy as np
import torch

FINISHED = ["utils.blocks.adapters"]
ADAPTERS = ["peft", *FINISHED]


def tensor(array):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(np.asarray(array), dtype=torch.float64)


def linear(rng, n, m, bias):
    made = {"weight": rng.standard_normal((m, n)) / np.sqrt(n)}
    return made | ({"bias": rng.standard_normal(m)} if bias else {})


LIBRARY = ["peft", "transformers"]


def single(values, kind):
    """What a criterion of a type compares: right values, and the type that the docstring promises."""
    return {"values": values, "type": kind}


def some_levels(rng, n, zero=True):
    """n levels from −1 to 1 in ascending order, 0 among them, no two closer than 0.4/n."""
    steps = rng.uniform(0.5, 2, n)
    below = n // 2 - 1
    down, up = np.cumsum(steps[:below]), np.cumsum(steps[below : n - 1])
    return np.concatenate([-(down / down[-1])[::-1], [0.0], up / up[-1]])


def by_rows(x):
    return x.reshape(-1, x.shape[-1])
