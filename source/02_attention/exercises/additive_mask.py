"""Turn a boolean mask into an additive one: 0 where a query may look, −∞ elsewhere.

Oracle: np.where.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import BLOCKS


@exercise("additive_mask", points=2, forbid=BLOCKS)
class _:
    cases = [
        dict(shape=(3, 4), p=0.6),
        dict(shape=(2, 1, 5), p=0.5),
        dict(shape=(1, 1), p=1.0),
        dict(shape=(4, 3), p=0.6, empty=2),  # one query may look nowhere
        dict(shape=(1, 2, 2), p=0.0),  # and here none may look anywhere
    ]

    def inputs(rng, shape, p, empty=None):
        mask = rng.random(shape) < p
        if 0 < p < 1:  # both kinds of entries, whatever the seed
            mask.flat[0], mask.flat[1] = True, False
        if empty is not None:
            mask[empty] = False
        return {"mask": mask}

    def oracle(mask):
        return {"numbers": np.where(mask, 0.0, -np.inf)}

    alternatives = {
        "where": "return torch.where(mask, 0.0, -math.inf)",
        "the logarithm of the mask": "return mask.float().log()",
    }
    slips = [
        slip(
            "the result is of a type that can't hold −∞",
            edit=(
                "torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, -torch.inf)",
                "torch.zeros_like(mask).masked_fill(~mask, -torch.inf)",
                "mask",
                "mask.masked_fill(~mask, -torch.inf)",
                "mask.clone().fill_(0)",
                "torch.zeros(mask.shape, dtype=torch.int64).masked_fill(~mask, -torch.inf)",
                "torch.zeros(mask.shape).masked_fill(~mask, -torch.inf).long()",
                "torch.zeros(mask.shape).masked_fill(~mask, -torch.inf).int()",
            ),
            why="−∞ exists only among floating-point numbers. A boolean or integer tensor refuses it or turns it into something else, and "
            "then no key is hidden.",
            look="Print the dtype of the tensor that you fill.",
        ),
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
                "return (~mask).float().log()",
                "return mask.float() * -1e9",
                "return mask.float() * -1e4",
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
            "visible and hidden keys get two small numbers",
            edit=(
                "torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, -torch.inf)",
                "mask.float()",
                "mask.float() - 1",
                "(~mask).float()",
                "mask.float().log1p()",
                "2 * mask.float() - 1",
            ),
            why="A small number added to a score only multiplies its exponential by a factor. No weight becomes 0, so no key is hidden.",
            look="For which x is exp(x) = 0?",
        ),
        slip(
            "+∞ is used instead of −∞",
            edit=("-torch.inf", "torch.inf"),
            why="Softmax of a row that contains +∞ is nan.",
            look="For which x is exp(x) = 0?",
        ),
        slip(
            "visible keys get 1 instead of 0",
            edit=("torch.zeros(", "torch.ones("),
            also=["return mask.float().masked_fill(~mask, -torch.inf)"],
            why="Every visible score grows by 1. Softmax cancels that, since the whole row grows by the same amount, but the docstring "
            "promises 0, and code that reads the mask directly relies on it.",
            look="Which number can you add to a score without changing it?",
        ),
        slip(
            "the shape of the mask has been changed",
            edit=(
                "masked_fill(~mask, -torch.inf)",
                "masked_fill(~mask, -torch.inf).flatten()",
                "masked_fill(~mask, -torch.inf).squeeze()",
                "masked_fill(~mask, -torch.inf).unsqueeze(0)",
                "masked_fill(~mask, -torch.inf).unsqueeze(1)",
                "masked_fill(~mask, -torch.inf).unsqueeze(-2)",
                "masked_fill(~mask, -torch.inf).transpose(-2, -1)",
            ),
            why="The result is added to the scores, so it has to line up with them exactly as the mask did.",
            look="Compare the shape of the mask with the shape of your result.",
        ),
        slip(
            "the result is not a tensor of ordinary floats (float32)",
            edit=(
                "mask.shape, device",
                "mask.shape, dtype=torch.float16, device",
                "mask.shape, dtype=torch.bfloat16, device",
            ),
            why="A list can't be added to scores. In half precision 0 and −∞ survive, but a position bias that is added later (lesson 10) keeps "
            "only two or three digits.",
            look="Print the type and the dtype of your result.",
        ),
        slip(
            "a row without a True is opened",
            edit=(
                "return torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, -torch.inf)",
                "return torch.where(mask | ~mask.any(-1, keepdim=True), 0.0, -torch.inf)",
                "return torch.where(mask, 0.0, torch.where(mask.any(-1, keepdim=True), -torch.inf, -1e9))",
                "return torch.where(mask, 0.0, torch.where(mask.any(-1, keepdim=True), -torch.inf, -1e4))",
                "return torch.where(mask, 0.0, -torch.inf if mask.any() else 0.0)",
            ),
            also=[
                """
                open_ = mask.clone()
                open_[..., 0] |= ~mask.any(-1)
                return torch.where(open_, 0.0, -torch.inf)
                """
            ],
            why="The docstring promises −∞ wherever the mask is False. What happens to a query that may look nowhere is decided in exercise "
            "7; an opened row would look at padding, and no later step could tell that it was empty.",
            look="For the mask [[False, False]], what do you return, and what does the docstring promise?",
        ),
        slip(
            "hidden keys get nan instead of −∞",
            edit=("-torch.inf", "torch.nan"),
            also=["return (1 - mask.float()) * torch.nan"],
            why="One nan among the scores turns the whole row of weights into nan.",
            look="For which x is exp(x) = 0?",
        ),
        slip(
            "the values of the mask are not used",
            edit=(
                "return torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, -torch.inf)",
                "return torch.zeros(mask.shape).masked_fill(torch.ones(mask.shape).triu(1).bool(), -torch.inf)",
                "return torch.zeros(mask.shape)",
                "return torch.full(mask.shape, -torch.inf)",
            ),
            why="Your result is the same for every mask of this shape. The caller decides which keys are hidden: future ones, padding, or "
            "those of another document.",
            look="Where does your code read the entries of the mask, and not just its shape?",
        ),
        slip(
            "the mask is expected to have two axes",
            edit="""
                T, S = mask.shape
                return torch.zeros(T, S).masked_fill(~mask, -torch.inf)
                """,
            also=[
                "return torch.tensor([[0.0 if may else -math.inf for may in row] for row in mask.tolist()])",
                "return [[0.0 if may else -math.inf for may in row] for row in mask.tolist()]",
            ],
            why="A padding mask has the shape (B, 1, S), and masks with an axis of heads will follow.",
            look="What does the docstring promise about the shape of the mask?",
        ),
    ]
    promises = {
        "0 where a query may look, −∞ elsewhere": "numbers",
        "any shape": dict(shape=(2, 1, 5)),
        "a mask without a single False": dict(p=1.0),
        "a query that may look nowhere": dict(shape=(4, 3), empty=2),
        "a mask without a single True": dict(p=0.0),
        "floats": "numbers",
    }
