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
        "gradients find the way back": "grad_heads",
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
            "the heads are not moved back behind the tokens first",
            edit=(".transpose(1, 2)", ""),
            why="A reshape keeps the order in memory, where one whole head comes after another. A row of the result then "
            "holds several tokens of one head instead of all heads of one token.",
            look="Which axis must stand directly in front of d, so that a reshape glues the right numbers together?",
        ),
        slip(
            "view is called on a transposed tensor",
            edit=(".reshape(", ".view("),
            why="transpose moves no numbers, it only changes how they are counted. view needs them to lie in order; "
            "reshape copies them when they do not.",
            look="Read the end of the error message: what does torch suggest?",
        ),
        slip(
            "the columns of the heads are interleaved",
            edit=("heads.transpose(1, 2)", "heads.permute(0, 2, 3, 1)"),
            why="Then column 1 of the result is head 1's first number, not head 0's second, and the output projection "
            "reads every number in the wrong place.",
            look="merge_heads should undo split_heads. Does it?",
        ),
        slip(
            "the heads are averaged or summed",
            edit=("heads.transpose(1, 2).reshape(B, T, H * d)", "heads.mean(dim=1).repeat(1, 1, H)"),
            why="Heads look at different things, and neither a mean nor a sum can be taken apart again. They are laid "
            "side by side; the output projection then mixes them.",
            look="How wide is the result, compared with one head?",
            also=[
                ("heads.transpose(1, 2).reshape(B, T, H * d)", f"heads.{kind}(dim=1)")
                for kind in ("mean", "sum")
            ],
        ),
        slip(
            "the heads come in the wrong order",
            edit=("heads.transpose(1, 2)", "heads.flip(1).transpose(1, 2)"),
            why="The columns of head 0 stand first. The output projection of a published model expects each head in its "
            "place.",
            look="merge_heads should undo split_heads. Does it?",
        ),
        slip(
            "the heads are left apart",
            edit=(".reshape(B, T, H * d)", ""),
            why="The output projection takes D numbers for each token in one row.",
            look="How many axes should the result have?",
        ),
        slip(
            "the way back is cut",
            edit=("heads.transpose(1, 2)", "heads.detach().transpose(1, 2)"),
            **CUT,
        ),
    ]
