"""Clip the gradients of all parameters together to a maximum norm, in place.

Oracle: torch.nn.utils.clip_grad_norm_ in float64. In one case every single gradient is below the
threshold, and only the joint norm is above it.
"""

import numpy as np
import torch
from torch import nn

from autograder.authoring import exercise, slip

from ._shared import tensor


@exercise(
    "clip_grad_norm",
    points=4,
    forbid=["torch.nn.utils.clip_grad_norm_", "torch.nn.utils.clip_grads_with_norm_", "utils.training"],
)
class _:
    cases = [
        dict(size=5.0, max_norm=1.0),
        dict(size=0.05, max_norm=1.0),  # shorter than the threshold: nothing may happen
        dict(size=2.0, max_norm=7.0, spread=True),  # one parameter alone is below, together they are above
        dict(size=1.0, max_norm=4.0, length=3.0),  # below, and its square is above
    ]

    def inputs(rng, size, max_norm, spread=False, length=None):
        shapes = [(2, 3), (4,), (1,)]
        gradients = [size * rng.uniform(0.5, 1.5, shape) * rng.choice([-1, 1], shape) for shape in shapes]
        if spread:
            norms = [np.sqrt((g**2).sum()) for g in gradients]
            gradients = [g / n * 5.0 * rng.uniform(0.95, 1.05) for g, n in zip(gradients, norms)]
        if length is not None:
            factor = length * rng.uniform(0.95, 1.05) / np.sqrt(sum((g**2).sum() for g in gradients))
            gradients = [g * factor for g in gradients]
        return {"gradients": gradients, "max_norm": max_norm}

    def oracle(gradients, max_norm):
        parameters = [nn.Parameter(torch.zeros(g.shape, dtype=torch.float64)) for g in gradients]
        for p, g in zip(parameters, gradients):
            p.grad = tensor(g).clone()
        norm = torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        return {"gradients": [p.grad for p in parameters], "norm": norm.item()}

    weights = {"gradients": 3, "norm": 1}
    equivalent = {
        "if norm >= max_norm:": "at equality the factor is 1",
    }

    alternatives = {
        "norm of norms, a factor of at most 1": """
            with_gradient = [p for p in parameters if p.grad is not None]
            norm = torch.stack([p.grad.norm() for p in with_gradient]).norm()
            factor = (max_norm / norm).clamp(max=1.0)
            for p in with_gradient:
                p.grad = p.grad * factor
            return norm.item()
        """,
        "one long vector": """
            def clip_grad_norm(parameters, max_norm):
                flat = torch.cat([p.grad.flatten() for p in parameters if p.grad is not None])
                norm = torch.linalg.vector_norm(flat)
                for p in parameters:
                    if p.grad is not None:
                        p.grad.data *= min(1.0, max_norm / float(norm))
                return norm
        """,
    }
    slips = [
        slip(
            "short gradients are made longer",
            edit=("if norm > max_norm:", "if True:"),
            why="Every step then has the same length, however close to the minimum. Clipping only shortens.",
            look="What should happen to a gradient of length 0.1 when the threshold is 1?",
        ),
        slip(
            "every parameter is clipped by itself",
            edit=("g.mul_(max_norm / norm)", "g.mul_(min(1.0, max_norm / g.norm().item()))"),
            why="That changes the direction of the step, because large tensors are shortened and small ones are not.",
            look="Over what is the norm taken?",
        ),
        slip(
            "each number is cut to the threshold",
            edit=("g.mul_(max_norm / norm)", "g.clamp_(-max_norm, max_norm)"),
            why="Clipping by value changes the direction of the step.",
            look="By how many different factors are the gradients multiplied in the formula?",
        ),
        slip(
            "the norms of the parameters are added",
            edit=("torch.sqrt(sum(g.pow(2).sum() for g in gradients))", "sum(g.pow(2).sum().sqrt() for g in gradients)"),
            why="The sum of the lengths is larger than the length of all gradients taken together.",
            look="Gradients (3, 0) and (0, 4): is the norm 7 or 5?",
        ),
        slip(
            "the root is missing",
            edit=("torch.sqrt(sum(g.pow(2).sum() for g in gradients))", "sum(g.pow(2).sum() for g in gradients)"),
            why="A squared length is not a length.",
            look="Gradients (3, 0) and (0, 4): is the norm 25 or 5?",
        ),
        slip(
            "the squared norm is compared with the threshold",
            edit=("if norm > max_norm:", "if norm**2 > max_norm:"),
            why="A norm between the root of the threshold and the threshold should change nothing; here such a gradient even gets longer.",
            look="A gradient of length 3 and a threshold of 4: is there anything to shorten?",
        ),
        slip(
            "the norm after clipping is returned",
            edit=("return norm", "return torch.sqrt(sum(g.pow(2).sum() for g in gradients))"),
            why="The useful number is how long the gradient was before clipping. Afterwards it is never above the threshold.",
            look="When is the returned norm computed?",
        ),
        slip(
            "the gradients are divided by the norm only",
            edit=("max_norm / norm", "1 / norm"),
            why="They then have length 1, whatever the threshold.",
            look="What is the factor in the text?",
        ),
        slip(
            "the gradients are not changed in place",
            edit=("g.mul_(max_norm / norm)", "g = g * max_norm / norm"),
            why="You create a new tensor and drop it, so the optimizer still sees the old gradients.",
            look="Which tensor does the optimiser read?",
        ),
        slip(
            "the largest norm of a parameter is taken",
            edit=("torch.sqrt(sum(g.pow(2).sum() for g in gradients))", "max(g.norm() for g in gradients)"),
            why="All gradients together are longer than the longest single one.",
            look="Gradients (3, 0) and (0, 4): is the norm 4 or 5?",
        ),
        slip(
            "squares are averaged, not summed",
            edit=("g.pow(2).sum() for g", "g.pow(2).mean() for g"),
            also=[("torch.sqrt(sum(g.pow(2).sum() for g in gradients))", "torch.cat([g.flatten() for g in gradients]).pow(2).mean().sqrt()")],
            why="A norm is a length and grows with the number of entries. The root of the mean square is only the typical size of one entry.",
            look="Gradients (3, 0) and (0, 4): is the norm 3.5 or 5?",
        ),
        slip(
            "absolute values are summed",
            edit=("torch.sqrt(sum(g.pow(2).sum() for g in gradients))", "sum(g.abs().sum() for g in gradients)"),
            why="The sum of absolute values is a different norm, and a larger one.",
            look="Gradients (3, 0) and (0, 4): is the norm 7 or 5?",
        ),
    ]  # fmt: skip
    promises = {
        "longer than the threshold": dict(size=5.0),
        "shorter: nothing happens": dict(size=0.05),
        "all parameters together": dict(spread=True),
        "some have no gradient; the rest is changed in place": "gradients",
        "the norm before": "norm",
    }
