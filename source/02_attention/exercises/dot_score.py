"""Dot-product scores of every query against every key.

Oracle: np.einsum in float64.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import BLOCKS


@exercise("dot_score", points=2, forbid=BLOCKS)
class _:
    cases = [
        dict(lead=(2,), T=3, S=5, d=4),
        dict(lead=(), T=4, S=4, d=7),
        dict(lead=(2, 3), T=1, S=6, d=1),
        dict(lead=(3,), T=2, S=3, d=3),  # any two axes of the keys can be exchanged
    ]

    def inputs(rng, lead, T, S, d):
        return {"q": rng.standard_normal((*lead, T, d)), "k": rng.standard_normal((*lead, S, d))}

    def oracle(q, k):
        return {"scores": np.einsum("...td,...sd->...ts", q, k)}

    alternatives = {
        "einsum": 'return torch.einsum("...td,...sd->...ts", q, k)',
        "broadcast and sum": "return (q.unsqueeze(-2) * k.unsqueeze(-3)).sum(-1)",
        "keys times queries, then turned": "return torch.matmul(k, q.mT).mT",
    }
    slips = [
        slip(
            "queries and keys have changed places",
            edit=("q @ k.transpose(-2, -1)", "k @ q.transpose(-2, -1)"),
            why="Row i has to hold what query i thinks of every key, because softmax will normalise each row.",
            look="For 3 queries and 5 keys, which shape should the scores have?",
        ),
        slip(
            "every vector is divided by its length first",
            edit=(
                "q @ k.transpose(-2, -1)",
                "F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).transpose(-2, -1)",
            ),
            why="That is the cosine, which forgets how long a query is. A model uses that length to say how sharply "
            "a token should look.",
            look="Is there any division in the formula?",
        ),
        slip(
            "query i is compared with key i only",
            edit=("return q @ k.transpose(-2, -1)", "return (q * k[..., : q.shape[-2], :]).sum(-1)"),
            why="A product entry by entry pairs the first query with the first key and so on; attention compares every "
            "query with every key.",
            look="How many scores should 3 queries and 5 keys give?",
        ),
        slip(
            "all axes of the keys are reversed",
            edit=("k.transpose(-2, -1)", "k.permute(*reversed(range(k.dim())))"),
            why=".T on more than two axes reverses all of them, so the batch ends up last. It works on one sequence "
            "and fails on a batch.",
            look="Which two axes have to change places, and which have to stay in front?",
        ),
        slip(
            "the axes are counted from the front",
            edit=("k.transpose(-2, -1)", "k.transpose(0, 1)", "k.transpose(1, 2)"),
            why="With a batch in front, the axes of tokens and widths are no longer the first ones. Counted from the end, they are "
            "the last two for any number of axes.",
            look="Which number has the axis of the keys in (S, d), in (B, S, d) and in (B, H, S, d)?",
        ),
        slip(
            "the keys are reshaped, not transposed",
            edit=("k.transpose(-2, -1)", "k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])"),
            why="A new shape keeps the order of the numbers, so pieces of different keys end up in one column.",
            look="Make a small k with the numbers 0 to 5 and print both.",
        ),
        slip(
            "the scores are scaled already",
            edit=(
                "return q @ k.transpose(-2, -1)",
                "return q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])",
            ),
            why="This exercise asks for the dot product itself. Why it should be divided by something, and by what, comes next.",
            look="Is there any division in the formula?",
        ),
        slip(
            "the sign of the scores is lost",
            edit=(
                "return q @ k.transpose(-2, -1)",
                "return (q @ k.transpose(-2, -1)).abs()",
                "return (q @ k.transpose(-2, -1)).relu()",
            ),
            why="A key that points the other way should get a low score. Here it counts as much as one that fits, or as little as one "
            "at right angles.",
            look="What is the score of a query and its opposite?",
        ),
        slip(
            "the distance is taken instead of the product",
            edit=("q @ k.transpose(-2, -1)", "-torch.cdist(q, k)", "torch.cdist(q, k)"),
            why="Near and similar are not the same: of two keys in one direction the longer one gets the larger product, and may be "
            "further away.",
            look="What does the formula do with the entries of q and k?",
        ),
        slip(
            "every sequence meets the keys of all others",
            edit=("q @ k.transpose(-2, -1)", "torch.tensordot(q, k, dims=([-1], [-1]))"),
            why="Sequences of a batch have nothing to do with each other. Here the batch is there twice, and memory grows with its "
            "square.",
            look="How many axes have your scores, and how many had q?",
        ),
    ]
    promises = {
        "one row for each query, one column for each key": dict(T=3, S=5),
        "no batch, or several axes in front": dict(lead=()),
        "several axes in front": dict(lead=(2, 3)),
        "the dot product itself, negative where they oppose each other": "scores",
    }
