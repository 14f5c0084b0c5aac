"""Turn a boolean mask into an additive one: 0 where a query may look, −∞ elsewhere.

Oracle: np.where.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import BLOCKS


@exercise("additive_mask", points=2, forbid=BLOCKS)
class _:
    cases = [dict(shape=(3, 4), p=0.6), dict(shape=(2, 1, 5), p=0.5), dict(shape=(1, 1), p=1.0)]

    def inputs(rng, shape, p):
        mask = rng.random(shape) < p
        if mask.size > 1:  # both kinds of entries, whatever the seed
            mask.flat[0], mask.flat[1] = True, False
        return {"mask": mask}

    def oracle(mask):
        return {"numbers": np.where(mask, 0.0, -np.inf)}

    alternatives = {
        "where": "return torch.where(mask, 0.0, -math.inf)",
        "the logarithm of the mask": "return mask.float().log()",
    }
    slips = [
        slip(
            "−∞ is multiplied by 0",
            edit=(
                "torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, -torch.inf)",
                "~mask * -torch.inf",
            ),
            why="0·(−∞) is not a number, so every visible key becomes nan.",
            look="Print your result for a mask without a single False.",
        ),
        slip(
            "True and False are swapped",
            edit=("masked_fill(~mask, ", "masked_fill(mask, "),
            also=[
                (
                    "torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, -torch.inf)",
                    "torch.where(~mask, 0.0, torch.inf)",
                ),
            ],
            why="The mask is added to the scores: 0 leaves a score unchanged, −∞ removes the key.",
            look="What should you add to a score whose key is visible?",
        ),
        slip(
            "a finite number is used instead of −∞",
            edit=(
                "-torch.inf",
                "-10000.0",
                "-1e9",
                "-1e30",
                "-1e38",
                "-100.0",
                "torch.finfo(torch.float32).min",
            ),
            also=[
                (
                    "torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, -torch.inf)",
                    "torch.zeros(mask.shape, dtype=torch.long).masked_fill(~mask, -(10**9))",
                ),
                (
                    "torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, -torch.inf)",
                    "torch.log(mask.float() + 1e-9)",
                ),
            ],
            why="BERT's code does this, and with ordinary scores you never notice. But a query that may look nowhere then "
            "spreads its attention evenly over the padding, and its output looks like a real one.",
            look="What is softmax of four scores that are all −10000?",
        ),
        slip(
            "the mask itself is returned as numbers",
            edit=(
                "torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, -torch.inf)",
                "mask.float()",
            ),
            why="Adding 1 to a score only multiplies its weight by e before normalization. No key is hidden.",
            look="For which x is exp(x) = 0?",
        ),
        slip(
            "the infinity has lost its sign",
            edit=("-torch.inf", "torch.inf"),
            why="Softmax of a row that contains +∞ is nan.",
            look="For which x is exp(x) = 0?",
        ),
        slip(
            "visible keys get 1 instead of 0",
            edit=("torch.zeros(", "torch.ones("),
            why="Every visible score grows by 1. Softmax cancels that, since the whole row grows by the same amount, but the docstring "
            "promises 0, and code that reads the mask for itself relies on it.",
            look="Which number can you add to a score without changing it?",
        ),
        slip(
            "the shape of the mask is lost",
            edit=(
                "masked_fill(~mask, -torch.inf)",
                "masked_fill(~mask, -torch.inf).flatten()",
                "masked_fill(~mask, -torch.inf).squeeze()",
            ),
            why="The result is added to the scores, so it has to line up with them exactly as the mask did.",
            look="Compare the shape of the mask with the shape of your result.",
        ),
        slip(
            "the result is in half precision",
            edit=(
                "mask.shape, device",
                "mask.shape, dtype=torch.float16, device",
                "mask.shape, dtype=torch.bfloat16, device",
            ),
            why="0 and −∞ survive, but a position bias that is added to this tensor later (lesson 10) keeps only two or three digits.",
            look="Print the dtype of your result.",
        ),
    ]
    promises = {
        "0 where a query may look, −∞ elsewhere": "numbers",
        "any shape": dict(shape=(2, 1, 5)),
        "a mask without a single False": dict(p=1.0),
        "floats": "numbers",
    }
