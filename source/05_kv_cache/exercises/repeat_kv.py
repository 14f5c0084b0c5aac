"""Repeat each key/value head for the query heads that share it.

Oracle: query head h gets head h // n; its gradient is the sum over all heads that share it.
"""

import numpy as np

from autograder.authoring import exercise, slip


@exercise("repeat_kv", points=2, forbid=["transformers"])
class _:
    cases = [
        dict(B=2, H_kv=2, T=5, d=3, n=3),
        dict(B=3, H_kv=3, T=3, d=3, n=2),  # equal sizes: a wrong axis still fits
        dict(B=1, H_kv=4, T=1, d=2, n=1),  # nothing to share
        dict(B=2, H_kv=1, T=3, d=2, n=4),  # one head for all
    ]
    weights = {"shared": 3, "grad_x": 1}

    def inputs(rng, B, H_kv, T, d, n):
        return {
            "x": rng.standard_normal((B, H_kv, T, d)),
            "n": n,
            "gradient": rng.standard_normal((B, H_kv * n, T, d)),
        }

    def oracle(x, n, gradient):
        grad = np.zeros_like(x)
        for h in range(x.shape[1] * n):
            grad[:, h // n] += gradient[:, h]  # a shared head hears from all that read it
        return {"shared": np.stack([x[:, h // n] for h in range(x.shape[1] * n)], axis=1), "grad_x": grad}

    alternatives = {
        "a new axis, expanded and joined": """
            B, H_kv, T, d = x.shape
            return x[:, :, None].expand(B, H_kv, n, T, d).reshape(B, H_kv * n, T, d)
        """,
        "looked up by index": "return x[:, torch.arange(x.shape[1] * n) // n]",
        "a list of heads": "return torch.stack([head for head in x.unbind(1) for _ in range(n)], dim=1)",
    }
    slips = [
        slip(
            "the heads are laid down in turn: 0 1 2 0 1 2",
            edit=("x.repeat_interleave(n, dim=1)", "x.repeat(1, n, 1, 1)"),
            why="The shape is right and nothing complains, but most query heads read a key head that they were not trained with.",
            look="In the drawing, which key head do query heads 0 and 1 read?",
        ),
        slip(
            "tokens are repeated in place of heads",
            edit=("dim=1", "dim=2"),
            why="Every query would then see each position several times.",
            look="Which of the four axes counts heads?",
        ),
        slip(
            "tokens are repeated, and the result is cut into heads anew",
            edit=("x.repeat_interleave(n, dim=1)", "x.repeat_interleave(n, dim=2).reshape(x.shape[0], -1, *x.shape[2:])"),
            why="The shape comes out right, and the positions of one head are spread over several.",
            look="Print the result for x that holds 0 in head 0 and 1 in head 1, with three tokens.",
        ),
        slip(
            "texts are repeated in place of heads",
            edit=("dim=1", "dim=0"),
            why="The batch grows and the heads stay as few as they were.",
            look="Which of the four axes counts heads?",
        ),
        slip(
            "features are repeated in place of heads",
            edit=("dim=1", "dim=-1"),
            why="Keys then have another width than the queries that they should meet.",
            look="Which of the four axes counts heads?",
        ),
        slip(
            "each head is there once too often",
            edit=("x.repeat_interleave(n,", "x.repeat_interleave(n + 1,"),
            why="n is the number of query heads for each key head, the original included.",
            look="What should come out for n = 1?",
        ),
        slip(
            "one copy is missing",
            edit=("x.repeat_interleave(n,", "x.repeat_interleave(n - 1,"),
            why="n is the number of query heads for each key head; with n = 1 every head must still be there.",
            look="What should come out for n = 1?",
        ),
        slip(
            "each copy gets a share of the head, not the whole of it",
            edit=("x.repeat_interleave(n, dim=1)", "x.repeat_interleave(n, dim=1) / n", "x.repeat_interleave(n, dim=1) / math.sqrt(n)",),
            why="Each query head reads the shared keys as they are; smaller ones would give smaller scores.",
            look="Compare one head of the result with the head that it comes from.",
        ),
        slip(
            "the copies are cut off from x",
            edit=("return x.", "return x.detach()."),
            why="The projections to keys and values are trained through these copies; without a way back they never learn.",
            look="Which of your calls makes numbers without a history?",
        ),
    ]  # fmt: skip
    promises = {
        "neighbours share a head": dict(H_kv=3, n=2),
        "one head for all": dict(H_kv=1),
        "n = 1 changes nothing": dict(n=1),
        "a shared head hears from all that read it": "grad_x",
    }
