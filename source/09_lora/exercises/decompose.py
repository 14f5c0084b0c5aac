"""Decompose a weight matrix into the norm and the direction of each row.

Oracle: math.hypot, row by row.
"""

import math

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED, LIBRARY


@exercise("decompose", points=1, forbid=LIBRARY + FINISHED)
class _:
    cases = [
        dict(out=4, width=7, size=1.0),
        dict(out=5, width=5, size=0.05),
        dict(out=1, width=3, size=20.0),
        dict(out=6, width=1, size=2.0),
    ]

    def inputs(rng, out, width, size):
        w = rng.uniform(0.3, 1.0, (out, width)) * rng.choice([-1, 1], (out, width))
        return {"weight": size * w * np.exp(rng.uniform(-1, 1, out))[:, None]}

    def oracle(weight):
        m = np.array([math.hypot(*row) for row in weight])
        direction = np.stack([row / length for row, length in zip(weight, m)])
        return {"m": m, "direction": direction, "weight unchanged": {"m": m, "changed": 0}}

    weights = {"m": 2, "direction": 2, "weight unchanged": 1}

    alternatives = {
        "squares, summed": """
            m = (weight * weight).sum(dim=-1).sqrt()
            return m, (weight.T / m).T
        """,
        "each row by itself": """
            m = torch.stack([row.norm() for row in weight])
            return m, torch.stack([row / length for row, length in zip(weight, m)])
        """,
        "normalised by torch": "return weight.norm(dim=1), F.normalize(weight, dim=1)",
    }
    slips = [
        slip(
            "the norm runs over the wrong axis",
            edit=[("dim=1)", "dim=0)"), ("m[:, None]", "m")],
            why="That gives one number for each input. A row of the weight belongs to one output, and its length is how loudly that output reacts.",
            look="How many numbers does m have, and how many outputs does the layer have?",
        ),
        slip(
            "there is one number for the whole matrix",
            edit=[("torch.linalg.vector_norm(weight, dim=1)", "torch.linalg.vector_norm(weight)"), ("m[:, None]", "m")],
            also=[[("torch.linalg.vector_norm(weight, dim=1)", "torch.linalg.vector_norm(weight).repeat(len(weight))")]],
            why="All rows would have to grow together.",
            look="How many numbers does your m have?",
        ),
        slip(
            "the length is squared",
            edit=("torch.linalg.vector_norm(weight, dim=1)", "weight.square().sum(dim=1)"),
            why="Length times direction is then no longer the weight.",
            look="How long is the vector (3, 4)?",
        ),
        slip(
            "absolute values are summed",
            edit=("dim=1)", "ord=1, dim=1)"),
            why="If the absolute values add up to 1, the length depends on the direction, but it should always be 1.",
            look="How long is the vector (3, 4)?",
        ),
        slip(
            "the largest absolute value is taken for the length",
            edit=("dim=1)", "ord=float('inf'), dim=1)"),
            why="That was the scale for four bits. A length adds up squares.",
            look="How long is the vector (3, 4)?",
        ),
        slip(
            "the direction still has the length of the weight",
            edit=("weight / m[:, None]", "weight"),
            why="Length times direction would count the length twice.",
            look="How long is each row of your direction?",
        ),
        slip(
            "the weight is multiplied by its length",
            edit=("weight / m[:, None]", "weight * m[:, None]"),
            why="A long row becomes even longer, but a direction has length 1.",
            look="How long is each row of your direction?",
        ),
        slip(
            "something is added to the lengths",
            edit=("weight / m[:, None]", "weight / (m[:, None] + 1e-3)", "weight / (m[:, None] + 1e-2)"),
            also=[("vector_norm(weight, dim=1)", "vector_norm(weight, dim=1) + 1e-2"), ("vector_norm(weight, dim=1)", "vector_norm(weight, dim=1) + 1e-3")],
            why="Small rows come out too short. No row is zero, so there is nothing to guard against.",
            look="How long is each row of your direction, to four digits?",
        ),
        slip(
            "the numbers of a direction add up to 1",
            edit=("weight / m[:, None]", "weight.softmax(dim=1)", "weight / weight.abs().sum(dim=1, keepdim=True)", "weight / weight.sum(dim=1, keepdim=True)"),
            why="That is what probabilities do. A direction has length 1: its squares add up to 1.",
            look="How long is each row of your direction?",
        ),
        slip(
            "the lengths are lined up with the columns",
            edit=("m[:, None]", "m[None, :]"),
            why="Each column is divided by the length of a row.",
            look="Write the shape (out,) under (out, in), aligned on the right. Which axis does `out` line up with?",
        ),
        slip(
            "the lengths keep an extra axis",
            edit=[("dim=1)", "dim=1, keepdim=True)"), ("m[:, None]", "m")],
            why="The docstring asks for one number per output, (out,).",
            look="Print the shape of your m.",
        ),
        slip(
            "length and direction are swapped",
            edit=("return m, weight / m[:, None]", "return weight / m[:, None], m"),
            why="The next line unpacks them in the order of the docstring.",
            look="What does the docstring say comes first?",
        ),
        slip(
            "the mean of squares is taken for their sum",
            edit=("torch.linalg.vector_norm(weight, dim=1)", "weight.square().mean(dim=1).sqrt()"),
            why="That is a typical entry's size, not a length.",
            look="How long is the vector (3, 4)?",
        ),
    ]  # fmt: skip
    promises = {
        "wide": dict(out=4),
        "square": dict(out=5),
        "one output": dict(out=1),
        "one input": dict(width=1),
        "small and large weights": dict(size=20.0),
        "the weight is not modified": "weight unchanged",
    }
