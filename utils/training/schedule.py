"""Learning rates over time."""

import math


def warmup_cosine(step: int, steps: int, warmup: int, lr: float, final: float = 0.0) -> float:
    """The learning rate of step 0, 1, … steps − 1: up in a straight line, down along half a cosine.

    Step `warmup − 1` has the full rate `lr` (step 0 has lr/warmup, not 0); `final` is reached at step `steps`.
    """
    if step < warmup:
        return lr * (step + 1) / warmup
    progress = min(1.0, (step - warmup) / max(1, steps - warmup))
    return final + (lr - final) * (1 + math.cos(math.pi * progress)) / 2
