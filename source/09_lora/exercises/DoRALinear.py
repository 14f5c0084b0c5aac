"""A DoRA layer: a frozen linear layer with a low-rank update and trained row magnitudes.

Oracle: the adapted matrix in NumPy, with gradients derived by hand; as in the paper, the norm in
the denominator is a constant for the gradient.
"""

import math

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED, LIBRARY, by_rows


@exercise("DoRALinear", points=4, uses=["decompose"], forbid=LIBRARY + FINISHED)
class _:
    cases = [
        dict(lead=(2, 3), out=6, width=4, r=2, alpha=(3.0, 5.0)),
        dict(lead=(4,), out=4, width=4, r=4, alpha=(1.0, 2.0)),
        dict(lead=(2,), out=3, width=8, r=1, alpha=(6.0, 8.0), bias=False),
        dict(lead=(1,), out=1, width=5, r=3, alpha=(10.0, 12.0)),
    ]
    weights = {
        "output": 3,
        "grad_x": 1,
        "grad_A": 2,
        "grad_B": 2,
        "grad_m": 2,
        "merged": 1,
        "at the start": 1,
        "learns": 1,
    }

    def inputs(rng, lead, out, width, r, alpha, bias=True):
        return {
            "x": rng.standard_normal((*lead, width)),
            "gradient": rng.standard_normal((*lead, out)),
            "weight": rng.standard_normal((out, width)),
            "bias": rng.standard_normal(out) if bias else None,
            "weights": {
                "A": rng.standard_normal((r, width)),
                "B": rng.standard_normal((out, r)),
                "m": rng.uniform(0.5, 3.0, out),
            },
            "alpha": float(rng.uniform(*alpha)),
        }

    def oracle(x, gradient, weight, bias, weights, alpha):
        A, B, m = weights["A"], weights["B"], weights["m"]
        s, b = alpha / len(A), 0 if bias is None else bias
        adapted = weight + s * np.einsum("or,ri->oi", B, A)
        c = np.array([math.hypot(*row) for row in adapted])  # a constant for the gradient
        acting = np.einsum("o,oi->oi", m / c, adapted)
        by_acting = np.einsum("no,ni->oi", by_rows(gradient), by_rows(x))
        by_adapted = np.einsum("o,oi->oi", m / c, by_acting)
        grad_m = (by_acting * adapted).sum(axis=1) / c
        return {
            "learns": {"grad_m": grad_m, "names": ["A", "B", "m"]},
            "output": np.einsum("...i,oi->...o", x, acting) + b,
            "grad_x": np.einsum("...o,oi->...i", gradient, acting),
            "grad_A": s * np.einsum("or,oi->ri", B, by_adapted),
            "grad_B": s * np.einsum("oi,ri->or", by_adapted, A),
            "grad_m": grad_m,
            "merged": acting,
            "at the start": np.einsum("...i,oi->...o", x, weight) + b,
        }

    alternatives = {
        "the factor of each row": """
            update = (self.alpha / self.r) * (self.B @ self.A)
            with torch.no_grad():
                length = (self.base.weight + update).square().sum(1, keepdim=True).sqrt()
            return self.m.unsqueeze(1) * (self.base.weight + update) / length
        """,
        "both parts apart": """
            s = self.alpha / self.r
            BA = torch.einsum("or,ri->oi", self.B, self.A)
            c = torch.linalg.vector_norm(self.base.weight + s * BA, dim=-1).data
            factor = torch.diag(self.m / c)
            return factor @ self.base.weight + factor @ (s * BA)
        """,
    }
    slips = [
        slip(
            "the norm runs over the wrong axis",
            edit=("(self.m / length)[:, None] * adapted", "self.m[:, None] * adapted / adapted.detach().norm(dim=0)"),
            why="That scales each input's column to length 1. But each number in m belongs to an output, whose weights are a row.",
            look="Over which axis do you sum the squares, and which axis remains?",
        ),
        slip(
            "the gradient runs through the norm",
            edit=("vector_norm(adapted.detach(), dim=1)", "vector_norm(adapted, dim=1)"),
            also=[("vector_norm(adapted.detach(), dim=1)", "vector_norm(self.base.weight + self.alpha / self.r * self.B.detach() @ self.A, dim=1)"), ("vector_norm(adapted.detach(), dim=1)", "vector_norm(self.base.weight + self.alpha / self.r * self.B @ self.A.detach(), dim=1)")],
            why="The output is the same, but the gradients of A and B are not. The paper treats the norm as a constant, and so does PEFT.",
            look="Which of your gradients differ? What would change if the length were a number, not a function of A and B?",
        ),
        slip(
            "α/r is missing",
            edit=("self.alpha / self.r * self.B @ self.A", "self.B @ self.A"),
            why="Formulas often leave it out, but PEFT doesn't, so an adapter trained with PEFT would behave differently in this layer.",
            look="Which of the numbers that `__init__` keeps does your code never use?",
        ),
        slip(
            "the update is multiplied by α and not divided by r",
            edit=("self.alpha / self.r * self.B", "self.alpha * self.B"),
            why="With a different rank, the same α would mean a different step size.",
            look="What is the factor for α = 16 and r = 8?",
        ),
        slip(
            "the lengths of the frozen weight are used",
            edit=("vector_norm(adapted.detach(), dim=1)", "vector_norm(self.base.weight, dim=1)"),
            why="As soon as B moves, the rows no longer have the lengths in m, so length and direction aren't separate.",
            look="How long should the first row of the effective weight be?",
        ),
        slip(
            "the frozen weight is normalized before the update is added",
            edit="""
                W = self.base.weight
                direction = W / torch.linalg.vector_norm(W, dim=1, keepdim=True)
                return self.m[:, None] * (direction + self.alpha / self.r * self.B @ self.A)
            """,
            also=["""
                W = self.base.weight
                return self.m[:, None] * W / W.norm(dim=1, keepdim=True) + self.alpha / self.r * self.B @ self.A
            """],
            why="A direction has length 1, but its sum with something else doesn't.",
            look="In the formula, what is in the denominator?",
        ),
        slip(
            "m is one number for the whole matrix",
            edit=[("(self.m / length)[:, None] * adapted", "self.m.mean() * adapted / torch.linalg.vector_norm(adapted.detach())")],
            also=[("(self.m / length)[:, None] * adapted", "(self.m / torch.linalg.vector_norm(adapted.detach()))[:, None] * adapted"), ("(self.m / length)[:, None]", "(self.m.mean() / length)[:, None]")],
            why="The lecture has it that way. But in the paper m is a vector, so each row can grow or shrink on its own.",
            look="How many numbers are in `self.m`?",
        ),
        slip(
            "the rows are not scaled to length 1",
            edit=("(self.m / length)[:, None] * adapted", "self.m[:, None] * adapted"),
            why="Each row would keep its old length and be scaled by m on top.",
            look="What should come out at the start, when m contains the lengths of the rows?",
        ),
        slip(
            "m is forgotten",
            edit=("(self.m / length)[:, None] * adapted", "adapted / length[:, None]"),
            also=[("(self.m / length)[:, None] * adapted", "adapted"), ("(self.m / length)", "(self.base.weight.norm(dim=1) / length)"), ("(self.m / length)", "((self.base.weight.norm(dim=1) + 0 * self.m) / length)")],
            why="Without the trained lengths, only the directions learn, or the layer is plain LoRA.",
            look="Which parameter never gets a gradient?",
        ),
        slip(
            "the direction is cut off from the gradient",
            edit=("(self.m / length)[:, None] * adapted", "(self.m / length)[:, None] * adapted.detach()"),
            why="m learns, but A and B never do.",
            look="Which parameters get no gradient?",
        ),
        slip(
            "the lengths are lined up with the columns",
            edit=("(self.m / length)[:, None] * adapted", "(self.m / length) * adapted"),
            why="Each input is scaled by a number that belongs to an output. If both have the same size, no error warns you.",
            look="Write the shape (out,) under (out, in), aligned on the right. Which axis does `out` line up with?",
        ),
        slip(
            "the frozen weight is forgotten",
            edit=("self.base.weight + self.alpha", "self.alpha"),
            why="At the start B is 0, so there would be no direction at all.",
            look="What should come out when B is 0?",
        ),
        slip(
            "the square root is missing from the length",
            edit=("torch.linalg.vector_norm(adapted.detach(), dim=1)", "adapted.detach().square().sum(dim=1)"),
            why="Then the longer a row was, the shorter it becomes.",
            look="How long is each row of your result, compared with m?",
        ),
        slip(
            "the factor of rsLoRA is used",
            edit=("self.alpha / self.r *", "self.alpha / math.sqrt(self.r) *"),
            why="α/√r is right for rsLoRA. Here the factor is α/r.",
            look="What is the factor for α = 16 and r = 4?",
        ),
        slip(
            "the frozen weight learns",
            edit=("base.requires_grad_(False)", "base"),
            why="Its gradient and AdamW's averages would take more memory than all the adapters together.",
            look="After backward(), do the right parameters of your layer have a gradient?",
        ),
        slip(
            "the update is added to the frozen weight itself",
            edit="""
                update = self.alpha / self.r * self.B @ self.A
                self.base.weight.data += update.detach()
                adapted = self.base.weight + update - update.detach()
                return adapted * (self.m / adapted.detach().norm(dim=1))[:, None]
            """,
            also=["""
                update = self.alpha / self.r * self.B @ self.A
                self.base.weight.data += update
                adapted = self.base.weight
                return adapted * (self.m / adapted.detach().norm(dim=1))[:, None]
            """],
            why="Each pass adds it again, and the original weight is lost.",
            look="If you call your layer twice with the same x, is the result the same?",
        ),
        slip(
            "m is set to the length of the sum in every pass",
            edit=("return (self.m / length)", "self.m.data = length\n        return (self.m / length)"),
            why="Everything the optimizer learned in m is thrown away. What remains is plain LoRA.",
            look="Who may change m?",
        ),
    ]  # fmt: skip
    promises = {
        "A, B and m learn, and nothing else": "learns",
        "any leading axes": dict(lead=(4,)),
        "wide": dict(width=8),
        "one output": dict(out=1),
        "without a bias": dict(bias=False),
        "it starts out as the layer that it adapts": "at the start",
        "m learns": "grad_m",
        "the effective weight can be merged": "merged",
        "the norm is a constant for the gradient": "grad_B",
    }
