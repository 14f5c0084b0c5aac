"""Clip the gradients of all parameters together to a maximum norm, in place.

Oracle: torch.nn.utils.clip_grad_norm_ in float64. In one case every single gradient is below the
threshold, and only the joint norm is above it.
"""

import numpy as np
import torch
from torch import nn

from autograder.authoring import exercise, slip

from ._shared import tensor

NORM = "torch.sqrt(sum(g.pow(2).sum() for g in gradients))"
LOOP = """gradients = []
    for p in parameters:
        if p.grad is None:
            {}
        gradients.append(p.grad)"""


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
        dict(size=1.0, max_norm=4.0, length=1.5),  # below, but above 1
        dict(size=1.0, max_norm=0.5, length=0.6),  # above, but below 1, and its square is below
        dict(size=0.0, max_norm=1.0),  # nothing to divide by
    ]

    def inputs(rng, size, max_norm, spread=False, length=None):
        shapes = [(2, 3), (4,), (1,)]
        gradients = [size * rng.uniform(0.5, 1.5, shape) * rng.choice([-1, 1], shape) for shape in shapes]
        if spread:
            norms = [np.sqrt((g**2).sum()) for g in gradients]
            lengths = np.array([5.0, 5.5, 4.5]) * rng.uniform(0.97, 1.03, 3)  # neither end is the longest
            gradients = [g / n * length for g, n, length in zip(gradients, norms, lengths)]
        if length is not None:
            factor = length * rng.uniform(0.95, 1.05) / np.sqrt(sum((g**2).sum() for g in gradients))
            gradients = [g * factor for g in gradients]
        return {"gradients": gradients, "max_norm": max_norm}

    def oracle(gradients, max_norm):
        parameters = [nn.Parameter(torch.zeros(g.shape, dtype=torch.float64)) for g in gradients]
        for p, g in zip(parameters, gradients):
            p.grad = tensor(g).clone()
        norm = torch.nn.utils.clip_grad_norm_(parameters, max_norm)
        clipped = [p.grad for p in parameters]
        return {"gradients": clipped, "in place": clipped, "norm": norm.item()}

    weights = {"gradients": 2, "in place": 1, "norm": 1}
    equivalent = {
        "if norm >= max_norm:": "at equality the factor is 1",
    }

    alternatives = {
        "norm of norms, a factor of at most 1": """
            with_gradient = [p for p in parameters if p.grad is not None]
            norm = torch.stack([p.grad.norm() for p in with_gradient]).norm()
            factor = (max_norm / norm).clamp(max=1.0)
            for p in with_gradient:
                p.grad *= factor
            return norm.item()
        """,
        "one long vector": """
            def clip_grad_norm(parameters, max_norm):
                flat = torch.cat([p.grad.flatten() for p in parameters if p.grad is not None])
                norm = torch.linalg.vector_norm(flat)
                for p in parameters:
                    if p.grad is not None:
                        p.grad.data *= max_norm / max(max_norm, float(norm))
                return norm
        """,
    }
    slips = [
        slip(
            "short gradients are made longer",
            edit=("if norm > max_norm:", "if True:"),
            also=[[("if norm > max_norm:", "if True:"), ("max_norm / norm", f"max_norm / (norm + {eps})")] for eps in ("1e-6", "1e-8", "1e-12")] + [("if norm > max_norm:", "if norm > 0:"), [("if norm > max_norm:", "if norm > 0:"), ("return norm", "return max_norm")], [("if norm > max_norm:", "if norm > 0:"), ("return norm", "return torch.sqrt(sum(g.pow(2).sum() for g in gradients))")]],
            why="Every step then has the same length, however close you are to the minimum. Clipping only shortens gradients.",
            look="What should happen to a gradient of length 0.1 when the threshold is 1?",
        ),
        slip(
            "every parameter is clipped by itself",
            edit=("g.mul_(max_norm / norm)", "g.mul_(min(1.0, max_norm / g.norm().item()))"),
            also=[
                [("    if norm > max_norm:\n        for g in gradients:\n            g.mul_(max_norm / norm)", "    for g in gradients:\n        g.mul_(min(1.0, max_norm / max(g.norm().item(), 1e-12)))")],
                [("    if norm > max_norm:\n        for g in gradients:\n            g.mul_(max_norm / norm)", "    for g in gradients:\n        g.mul_(min(1.0, max_norm / max(g.norm().item(), 1e-12)))"), ("return norm", "return torch.stack([g.norm() for g in gradients]).norm()")],
                [("g.mul_(max_norm / norm)", "g.mul_(max_norm / g.norm())")],
            ],
            why="That changes the direction of the step, because large tensors are shortened and small ones are not.",
            look="Which gradients is the norm taken over?",
        ),
        slip(
            "each entry is clamped to the threshold",
            edit=("g.mul_(max_norm / norm)", "g.clamp_(-max_norm, max_norm)", "g.clamp_(max=max_norm)"),
            also=[("    if norm > max_norm:\n        for g in gradients:\n            g.mul_(max_norm / norm)", "    for g in gradients:\n        g.clamp_(-max_norm, max_norm)")],
            why="Clipping by value changes the direction of the step.",
            look="How many different factors multiply the gradients in the formula?",
        ),
        slip(
            "the norms of the parameters are added or averaged",
            edit=(NORM, "sum(g.pow(2).sum().sqrt() for g in gradients)"),
            also=[(NORM, "torch.stack([g.norm() for g in gradients]).mean()")],
            why="Lengths of perpendicular parts don't add up to the length of the whole; their squares do.",
            look="Gradients (3, 0) and (0, 4) have lengths 3 and 4. What is their joint norm, and what does your code compute?",
        ),
        slip(
            "the root is missing",
            edit=(NORM, "sum(g.pow(2).sum() for g in gradients)"),
            why="A squared length is not a length.",
            look="Gradients (3, 0) and (0, 4): is the norm 25 or 5?",
        ),
        slip(
            "the squared norm is compared with the threshold",
            edit=("if norm > max_norm:", "if norm**2 > max_norm:"),
            why="A gradient whose norm is between the threshold and its root is then treated wrongly: it gets longer if the threshold is above 1, and stays too long if it is below 1.",
            look="A gradient of length 3 and a threshold of 4: is there anything to shorten?",
        ),
        slip(
            "the norm is compared with 1, not with the threshold",
            edit=("if norm > max_norm:", "if norm > 1:"),
            also=[[("if norm > max_norm:", "if norm > 1:"), ("max_norm / norm", "1 / norm")]],
            why="The caller chooses the threshold. Unless it happens to be 1, some gradients are stretched and others stay too long.",
            look="With a threshold of 4, what should happen to a gradient of length 1.5?",
        ),
        slip(
            "the norm after clipping is returned",
            edit=("return norm", "return torch.sqrt(sum(g.pow(2).sum() for g in gradients))"),
            also=[("return norm", "return min(norm, max_norm)")],
            why="The useful number is how long the gradient was before clipping. Afterwards it is never above the threshold.",
            look="When is the returned norm computed?",
        ),
        slip(
            "something other than the norm is returned",
            edit=("return norm", "return max_norm / norm", "return (max_norm / norm).clamp(max=1.0)", "return gradients", "return norm > max_norm", "return max_norm", "return norm**2"),
            also=[("    return norm\n", "")],
            why="The docstring promises the norm before clipping, which is what a training loop plots.",
            look="What does the last line of your function return?",
        ),
        slip(
            "the gradients are divided by the norm only",
            edit=("max_norm / norm", "1 / norm"),
            why="They then have length 1, whatever the threshold.",
            look="What is the factor in the text?",
        ),
        slip(
            "the factor is upside down, or not the one in the text",
            edit=("max_norm / norm", "norm / max_norm", "max_norm / norm**2", "max_norm", "1 / max_norm", "(max_norm / norm) ** 0.5", "1 / (1 + norm)", "max_norm / (norm + 1e-2)"),
            why="After clipping, the joint norm has to equal the threshold.",
            look="For a norm of 5 and a threshold of 1, which factor does your code use?",
        ),
        slip(
            "the gradients are not changed",
            edit=("g.mul_(max_norm / norm)", "g = g * max_norm / norm", "pass"),
            also=[("gradients = [p.grad for p", "gradients = [p.grad.clone() for p")],
            why="An operation without an underscore creates a new tensor. That tensor is dropped here, so the optimizer still sees the old gradients.",
            look="Which tensor does the optimizer read?",
        ),
        slip(
            "each parameter gets a new gradient tensor",
            edit=("        for g in gradients:\n            g.mul_(max_norm / norm)", "        for p in parameters:\n            if p.grad is not None:\n                p.grad = p.grad * (max_norm / norm)"),
            why="The docstring promises a change in place. Whatever holds the old tensor, such as a buffer that is shared between GPUs, keeps the long gradient.",
            look="Does your line change the tensor p.grad, or does it point p.grad at another one?",
        ),
        slip(
            "the norm of the largest part is used, not the norm of the whole",
            edit=(NORM, "max(g.norm() for g in gradients)"),
            also=[(NORM, "torch.cat([g.flatten() for g in gradients]).abs().max()")],
            why="All gradients together are longer than the longest single one.",
            look="Gradients (3, 0) and (0, 4): is the norm 4 or 5?",
        ),
        slip(
            "squares are averaged, not summed",
            edit=("g.pow(2).sum() for g", "g.pow(2).mean() for g"),
            also=[(NORM, "torch.cat([g.flatten() for g in gradients]).pow(2).mean().sqrt()"), (NORM, "torch.sqrt(sum(g.pow(2).sum() for g in gradients) / len(gradients))")],
            why="A norm is a length and grows with the number of entries. The root of the mean square is only the typical size of one entry.",
            look="Gradients (3, 0) and (0, 4) have four entries. Is their norm 5, or something smaller?",
        ),
        slip(
            "the entries are added without being squared",
            edit=(NORM, "sum(g.abs().sum() for g in gradients)"),
            also=[(NORM, "torch.sqrt(sum(g.abs().sum() for g in gradients))"), (NORM, "sum(g.sum() for g in gradients).abs()"), (NORM, "torch.sqrt(sum(g.sum() ** 2 for g in gradients))")],
            why="A Euclidean norm sums squares. Other sums give a different length, or no length at all.",
            look="What do you do to each entry before you add it, for gradients such as (3, 0) and (0, 4)?",
        ),
        slip(
            "some gradients are left out, for example because a loop ends early",
            edit=("gradients = [p.grad for p in parameters if p.grad is not None]", LOOP.format("break")),
            also=[
                "total = 0.0\nfor p in parameters:\n    if p.grad is None:\n        break\n    total += p.grad.pow(2).sum()\nnorm = total**0.5\nif norm > max_norm:\n    for p in parameters:\n        if p.grad is not None:\n            p.grad.mul_(max_norm / norm)\nreturn norm",
                ("        for g in gradients:", "        for g in gradients[:1]:"),
                (NORM, "gradients[-1].norm()"),
            ],
            why="These gradients are not counted, not shortened, or both.",
            look="Which gradients do your loops reach? And what happens at a gradient that is None?",
        ),
        slip(
            "a parameter without a gradient is not skipped",
            edit=("gradients = [p.grad for p in parameters if p.grad is not None]", "gradients = [p.grad for p in parameters]"),
            also=["norm = torch.stack([p.grad.norm() for p in parameters]).norm()\nif norm > max_norm:\n    for p in parameters:\n        p.grad.mul_(max_norm / norm)\nreturn norm", "total = 0.0\nfor p in parameters:\n    total += (p.grad**2).sum()\nreturn total", ("        for g in gradients:\n            g.mul_(max_norm / norm)", "        for p in parameters:\n            p.grad.mul_(max_norm / norm)"), ("        for g in gradients:\n            g.mul_(max_norm / norm)", "        for p in parameters:\n            p.grad *= max_norm / norm")],
            why="A frozen layer, or one that takes no part in this batch, has no gradient: its p.grad is None.",
            look="What does the docstring say about parameters whose gradient is None?",
        ),
        slip(
            "a parameter without a gradient gets one",
            edit=("    gradients = [p.grad for p in parameters if p.grad is not None]", "    for p in parameters:\n        p.grad = torch.zeros_like(p) if p.grad is None else p.grad\n    gradients = [p.grad for p in parameters]"),
            why="A parameter with a gradient of 0 takes part in the step: AdamW moves it along its old mean and lets it decay.",
            look="What is p.grad after your function, for a parameter that had none before?",
        ),
        slip(
            "the norm is that of the parameters, not of their gradients",
            edit=(NORM, "torch.sqrt(sum(p.pow(2).sum() for p in parameters))"),
            also=[(NORM, "torch.sqrt(sum(p.pow(2).sum() for p in parameters if p.grad is not None))")],
            why="How large the weights are tells you nothing about how long the step would be.",
            look="Which tensors go into your norm?",
        ),
        slip(
            "the factor changes from one parameter to the next",
            edit=("        for g in gradients:\n            g.mul_(max_norm / norm)", "        factor = 1.0\n        for g in gradients:\n            factor *= max_norm / norm\n            g.mul_(factor)"),
            also=[("g.mul_(max_norm / norm)", "g.mul_(max_norm / torch.sqrt(sum(h.pow(2).sum() for h in gradients)))"), "total = 0.0\nfor p in parameters:\n    if p.grad is not None:\n        total += p.grad.pow(2).sum().item()\n        if total**0.5 > max_norm:\n            p.grad.mul_(max_norm / total**0.5)\nreturn total**0.5"],
            why="Only a common factor keeps the direction of the step.",
            look="What changes in your loop from one gradient to the next, besides the gradient itself?",
        ),
        slip(
            "a gradient that is too long is dropped, cut or shifted, not scaled",
            edit=("g.mul_(max_norm / norm)", "g.zero_()", "g.sub_(norm - max_norm)", "g.sub_(max_norm)"),
            why="Clipping keeps the direction: every entry is multiplied by the same factor.",
            look="For gradients (3, 0) and (0, 4) and a threshold of 1, what does your code turn them into?",
        ),
        slip(
            "the comparison is the wrong way round",
            edit=("if norm > max_norm:", "if norm < max_norm:", "if 0 < norm < max_norm:"),
            why="Short gradients are then stretched, and the long ones, which clipping is meant for, stay as they are.",
            look="For which gradients does your condition let the loop run?",
        ),
        slip(
            "the code divides by a norm of 0",
            edit=("    if norm > max_norm:", "    ratio = max_norm / norm.item()\n    if norm > max_norm:"),
            also=["gradients = [p.grad for p in parameters if p.grad is not None]\nnorm = torch.sqrt(sum(g.pow(2).sum() for g in gradients))\nfor g in gradients:\n    g.mul_(min(1.0, max_norm / norm.item()))\nreturn norm", "gradients = [p.grad for p in parameters if p.grad is not None]\nnorm = torch.sqrt(sum(g.pow(2).sum() for g in gradients))\nfor g in gradients:\n    g.div_(norm).mul_(norm.clamp(max=max_norm))\nreturn norm"],
            why="If all gradients are 0, there is nothing to shorten, and training should go on.",
            look="For which gradients is the factor needed at all?",
        ),
        slip(
            "a matrix contributes its largest singular value, not all its entries",
            edit=(NORM, "torch.sqrt(sum(torch.linalg.norm(g, 2) ** 2 for g in gradients))"),
            why="For a matrix, `torch.linalg.norm` with order 2 is the spectral norm. The text treats all gradients as one long vector.",
            look="For the matrix [[3, 0], [0, 4]], what is the length of its four entries as a vector, and what does your function return?",
        ),
        slip(
            "the gradients themselves are squared, or lose their signs",
            edit=(NORM, "torch.sqrt(sum(g.pow_(2).sum() for g in gradients))"),
            also=[("g.mul_(max_norm / norm)", "g.abs_().mul_(max_norm / norm)")],
            why="Clipping keeps the direction, so every entry keeps its sign and its share of the whole.",
            look="Which of your operations end in an underscore, and what do they write into?",
        ),
    ]  # fmt: skip
    promises = {
        "longer than the threshold": dict(size=5.0),
        "shorter: nothing happens": dict(size=0.05),
        "the threshold is the caller's": dict(max_norm=0.5),
        "gradients of 0": dict(size=0.0),
        "all parameters together": dict(spread=True),
        "some have no gradient": "gradients",
        "the rest is changed in place": "in place",
        "the norm before clipping": "norm",
    }
