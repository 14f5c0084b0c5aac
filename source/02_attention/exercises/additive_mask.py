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
            why="0·(−∞) is not a number, so every key that may be seen becomes nan.",
            look="Print your result for a mask without a single False.",
        ),
        slip(
            "True and False are exchanged",
            edit=("masked_fill(~mask, ", "masked_fill(mask, "),
            also=[
                (
                    "torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, -torch.inf)",
                    "torch.where(~mask, 0.0, torch.inf)",
                ),
            ],
            why="The bias is added to the scores: 0 leaves a score as it is, −∞ removes the key.",
            look="Which number should stand where the mask is True?",
        ),
        slip(
            "a finite number stands in for −∞",
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
            why="BERT's code does this, and with ordinary scores nothing shows. But a query that may look nowhere then "
            "spreads its attention evenly over the padding, and no one can tell it from a real answer.",
            look="What is softmax of four scores that are all −10000?",
        ),
        slip(
            "the mask itself is returned as numbers",
            edit=(
                "torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, -torch.inf)",
                "mask.float()",
            ),
            why="Added to the scores, 1 and 0 only make allowed keys e times likelier. Nothing is hidden.",
            look="exp(what) is 0?",
        ),
        slip(
            "the infinity has lost its sign",
            edit=("-torch.inf", "torch.inf"),
            why="Added to a score, +∞ makes its key the only one that counts, or the whole row nan.",
            look="exp(what) is 0?",
        ),
        slip(
            "1 stands where a query may look",
            edit=("torch.zeros(", "torch.ones("),
            why="Every allowed score is raised by 1. Softmax does not mind, because all of a row rise alike; a bias that depends on the "
            "distance, added to the same scores, would.",
            look="Which number leaves a score as it is when it is added?",
        ),
        slip(
            "the shape of the mask is lost",
            edit=(
                "masked_fill(~mask, -torch.inf)",
                "masked_fill(~mask, -torch.inf).flatten()",
                "masked_fill(~mask, -torch.inf).squeeze()",
            ),
            why="The numbers are added to scores, and line up with them as the mask did.",
            look="Which shape went in, and which comes out?",
        ),
        slip(
            "the numbers are in half precision",
            edit=(
                "mask.shape, device",
                "mask.shape, dtype=torch.float16, device",
                "mask.shape, dtype=torch.bfloat16, device",
            ),
            why="0 and −∞ come through, but a bias that is added in this form later (lesson 10) keeps two or three digits.",
            look="Print the dtype of your result.",
        ),
    ]
    promises = {
        "0 where a query may look, −∞ elsewhere": "numbers",
        "any shape": dict(shape=(2, 1, 5)),
        "a mask without a single False": dict(p=1.0),
        "floats": "numbers",
    }
