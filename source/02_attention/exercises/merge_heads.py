"""Concatenate the heads of each token, head 0 first.

Oracle: np.concatenate over the heads; the gradient is sliced back in the same order.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import BLOCKS, CUT


@exercise("merge_heads", points=2, forbid=BLOCKS)
class _:
    cases = [
        dict(B=2, T=3, H=4, d=2),
        dict(B=1, T=4, H=4, d=1),
        dict(B=2, T=5, H=1, d=3),
        dict(B=2, T=4, H=4, d=4),
    ]

    def inputs(rng, B, T, H, d):
        return {"heads": rng.standard_normal((B, H, T, d)), "gradient": rng.standard_normal((B, T, H * d))}

    def oracle(heads, gradient):
        H, d = heads.shape[1], heads.shape[-1]
        return {
            "x": np.concatenate([heads[:, h] for h in range(H)], axis=-1),
            "grad_heads": np.stack([gradient[..., h * d : (h + 1) * d] for h in range(H)], axis=1),
        }

    weights = {"x": 1, "grad_heads": 1}
    promises = {
        "head 0 first": dict(H=4, d=2),
        "one head": dict(H=1),
        "gradients find their way back": "grad_heads",
    }

    alternatives = {
        "concatenate": "return torch.cat(list(heads.unbind(dim=1)), dim=-1)",
        "contiguous, then view": (
            "heads.transpose(1, 2).reshape(B, T, H * d)",
            "heads.permute(0, 2, 1, 3).contiguous().view(B, T, -1)",
        ),
    }
    slips = [
        slip(
            "the axes are not swapped back before the reshape",
            edit=(".transpose(1, 2)", ""),
            why="A reshape keeps the numbers in their order, in which one whole head comes after another. A row of the result then "
            "contains several tokens of one head instead of all heads of one token.",
            look="Which axis must come right before d when you join the two?",
        ),
        slip(
            "view is called on a transposed tensor",
            edit=(".reshape(", ".view("),
            why="transpose moves no numbers in memory but only changes the strides. view can't join such axes; "
            "reshape copies the numbers when it has to.",
            look="Read the end of the error message: what does torch suggest?",
        ),
        slip(
            "the columns of the heads are interleaved",
            edit=("heads.transpose(1, 2)", "heads.permute(0, 2, 3, 1)"),
            why="Column 1 of the result is then head 1's first number instead of head 0's second, so the output projection "
            "reads every number from the wrong column.",
            look="merge_heads should undo split_heads. Does it?",
        ),
        slip(
            "the wrong axes are swapped before the reshape",
            edit=("heads.transpose(1, 2)", "heads.transpose(2, 3)", "heads.transpose(1, 3)"),
            also=[("heads.transpose(1, 2)", "heads.permute(0, 3, 1, 2)")],
            why="The shape is right, because a reshape accepts any order of the axes. But each row of the result now mixes numbers "
            "of several tokens.",
            look="How must the four axes be ordered for the last two of them to make up one token's row?",
        ),
        slip(
            "the heads are averaged or summed",
            edit=("heads.transpose(1, 2).reshape(B, T, H * d)", "heads.mean(dim=1).repeat(1, 1, H)"),
            why="The heads have found different things, and a mean or a sum would mix them for good. Concatenate them; how to combine "
            "them is up to the output projection.",
            look="How wide should the result be, compared with one head?",
            also=[
                ("heads.transpose(1, 2).reshape(B, T, H * d)", f"heads.{kind}(dim=1)")
                for kind in ("mean", "sum")
            ],
        ),
        slip(
            "the heads come in the wrong order",
            edit=("heads.transpose(1, 2)", "heads.flip(1).transpose(1, 2)"),
            why="The columns of head 0 come first, and the output projection of a published model relies on that "
            "order.",
            look="merge_heads should undo split_heads. Does it?",
        ),
        slip(
            "axes of length 1 have been dropped",
            edit=(".reshape(B, T, H * d)", ".reshape(B, T, H * d).squeeze()"),
            why="A batch of one is still a batch. The next layer counts its axes from the front.",
            look="What is the shape of your result for B = 1?",
        ),
        slip(
            "the heads are not joined",
            edit=(".reshape(B, T, H * d)", ""),
            why="The output projection expects one row of D numbers for each token.",
            look="How many axes should the result have?",
        ),
        slip(
            "part of the computation is cut off from the gradient",
            edit=("heads.transpose(1, 2)", "heads.detach().transpose(1, 2)"),
            **CUT,
        ),
        slip(
            "the heads are joined along the tokens",
            edit=("heads.transpose(1, 2).reshape(B, T, H * d)", "heads.reshape(B, H * T, d)"),
            why="There are then H times as many tokens as before, each with the numbers of a single head.",
            look="How many rows should a sequence of T tokens have, and how wide should each be?",
        ),
        slip(
            "the axes of sequences and tokens are swapped",
            edit=("heads.transpose(1, 2)", "heads.permute(2, 0, 1, 3)"),
            why="Each row holds one token's heads, but it is in the wrong place: a reshape to (B, T, …) only relabels the axes.",
            look="Which axis comes first after your permutation, and which one does the reshape take it for?",
        ),
    ]
