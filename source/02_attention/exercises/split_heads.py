"""Split the features of each token into heads: head h takes columns h·d to (h + 1)·d − 1.

Oracle: slices of columns stacked in NumPy; the gradient is concatenated back.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import BLOCKS, CUT


@exercise("split_heads", points=3, forbid=BLOCKS)
class _:
    cases = [
        dict(B=2, T=3, H=4, d=2),
        dict(B=1, T=4, H=4, d=1),
        dict(B=2, T=5, H=1, d=3),
        dict(B=3, T=1, H=2, d=3),
    ]

    def inputs(rng, B, T, H, d):
        shape = (B, T, H * d)
        return {"x": rng.standard_normal(shape), "n_heads": H, "gradient": rng.standard_normal((B, H, T, d))}

    def oracle(x, n_heads, gradient):
        d = x.shape[-1] // n_heads
        return {
            "heads": np.stack([x[..., h * d : (h + 1) * d] for h in range(n_heads)], axis=1),
            "grad_x": np.concatenate([gradient[:, h] for h in range(n_heads)], axis=-1),
        }

    weights = {"heads": 2, "grad_x": 1}
    promises = {
        "head h gets columns h·d to (h + 1)·d − 1": dict(H=4, d=2),
        "as many heads as columns": dict(H=4, d=1),
        "one head": dict(H=1),
        "gradients find their way back": "grad_x",
    }

    alternatives = {
        "chunks stacked": "return torch.stack(x.chunk(n_heads, dim=-1), dim=1)",
        "unflatten and permute": "return x.unflatten(2, (n_heads, -1)).permute(0, 2, 1, 3)",
    }
    slips = [
        slip(
            "the tensor is reshaped to (B, H, T, d) without a transpose",
            edit=(
                "x.reshape(B, T, n_heads, D // n_heads).transpose(1, 2)",
                "x.reshape(B, n_heads, T, D // n_heads)",
                "x.transpose(1, 2).reshape(B, n_heads, T, D // n_heads)",
            ),
            why="A reshape keeps the numbers in their order, so a head gets whole tokens from one part of the text instead of a "
            "slice of every token. The shape is right, so no error is raised.",
            look="Use x = torch.arange(24).reshape(1, 4, 6) and print head 0 for 2 heads. Which tokens is it made of?",
        ),
        slip(
            "the axes of tokens and heads are not swapped",
            edit=(".transpose(1, 2)", "", ".transpose(2, 3)", ".permute(0, 2, 3, 1)"),
            why="Attention works on the last two axes, (T, d). Here those aren't tokens and features, so "
            "attention would compare the wrong things.",
            look="Which two axes must come last?",
        ),
        slip(
            "every head takes every H-th column",
            edit=(
                "x.reshape(B, T, n_heads, D // n_heads).transpose(1, 2)",
                "x.reshape(B, T, D // n_heads, n_heads).permute(0, 3, 1, 2)",
            ),
            why="A model trained from scratch would learn just as well, but published weights keep the columns of a head "
            "next to each other, so they wouldn't fit.",
            look="For width 6 and 2 heads, which columns belong to head 0?",
        ),
        slip(
            "the heads come in the wrong order",
            edit=(".transpose(1, 2)", ".transpose(1, 2).flip(1)"),
            why="Head 0 has the first columns, and the output projection of a published model relies on that order.",
            look="Which columns should head 0 get: the first or the last?",
        ),
        slip(
            "the number of heads and the width of a head are swapped",
            edit=("n_heads, D // n_heads)", "D // n_heads, n_heads)"),
            why="`n_heads` is how many pieces there are, not how wide each one is.",
            look="For width 6 and 2 heads, how many columns does a head have?",
        ),
        slip(
            "part of the computation is cut off from the gradient",
            edit=("x.reshape(B, T", "x.detach().reshape(B, T"),
            **CUT,
        ),
        slip(
            "the axis of heads comes before the batch",
            edit=(".transpose(1, 2)", ".permute(2, 0, 1, 3)"),
            why="Axis 0 is the batch everywhere in the course. A mask with one entry per sequence would line up with the heads instead.",
            look="What is x.shape[0], and what is the first size of your result?",
        ),
        slip(
            "axes of length 1 have been dropped",
            edit=(".transpose(1, 2)", ".transpose(1, 2).squeeze(0)", ".transpose(1, 2).squeeze()"),
            why="A batch of one is still a batch. The next step counts its axes from the front.",
            look="What is the shape of your result for B = 1?",
        ),
    ]
