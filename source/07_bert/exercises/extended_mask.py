"""Turn a padding mask into an additive mask that broadcasts over heads and queries.

Oracle: entry by entry in NumPy; the attention weights under the mask are checked as well.
"""

import math

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import LIBRARY, normal


@exercise("extended_mask", points=2, forbid=LIBRARY)
class _:
    cases = [
        dict(B=3, S=5),
        dict(B=2, S=4, low=-math.inf),
        dict(B=4, S=4, low=(-9, -3)),
        dict(B=1, S=6, low=-math.inf),
        dict(B=2, S=3, full=True, low=-math.inf),
        dict(B=3, S=4, low=(-9, -3), empty=True),
    ]
    weights = {"mask": 3, "attention": 1}

    def inputs(rng, B, S, low=None, full=False, empty=False, H=2, T=3):
        mask = np.ones((B, S), dtype=np.int64)
        for row in mask:
            if not full:
                row[rng.permutation(S)[: rng.integers(1, S)]] = 0
        mask[1:2] *= not empty  # a text that is all padding
        low = float(rng.uniform(*low)) if isinstance(low, tuple) else low
        return {"mask": mask, "low": low, "scores": 2 * normal(rng, B, H, T, S)}

    def oracle(mask, low, scores):
        value = -10000.0 if low is None else low
        added = np.array([[[[0.0 if m else value for m in row]]] for row in mask])  # (B, 1, 1, S)
        shares = np.exp(scores - scores.max(axis=-1, keepdims=True)) * np.exp(added)
        return {
            "mask": torch.tensor(added, dtype=torch.float32),
            "attention": {"shares": shares / shares.sum(axis=-1, keepdims=True), "type": "torch.float32"},
        }

    equivalent = {
        "added = torch.zeros(mask.shape, device=mask.device).masked_fill(mask <= 0, low)": "the mask has only 0 and 1",
    }

    alternatives = {
        "where, and two axes": """
            m = torch.where(mask.bool(), torch.tensor(0.0), torch.tensor(low))
            return m.unsqueeze(1).unsqueeze(1)
        """,
        "written into the places": """
            B, S = mask.shape
            result = torch.zeros(B, 1, 1, S)
            result[(mask < 1).view(B, 1, 1, S)] = low
            return result
        """,
        "a table of two numbers": """
            return torch.tensor([low, 0.0])[mask].reshape(len(mask), 1, 1, -1)
        """,
    }
    slips = [
        slip(
            "0 is multiplied by −∞",
            edit=("added = torch.zeros(mask.shape, device=mask.device).masked_fill(mask == 0, low)", "added = (1.0 - mask) * low"),
            why="With −10,000 that works. With −∞, every real token gets nan, and softmax spreads it over the whole row.",
            look="What is your result where the mask is 1 and `low` is -math.inf?",
        ),
        slip(
            "real tokens are hidden, padding is seen",
            edit=("mask == 0", "mask == 1"),
            also=[("added = torch.zeros(mask.shape, device=mask.device).masked_fill(mask == 0, low)", "added = mask * low")],
            why="The features would then be made from padding only.",
            look="What does 1 mean in the mask, and what is added there?",
        ),
        slip(
            "padding always gets −10,000",
            edit=("(mask == 0, low)", "(mask == 0, -10000.0)"),
            why="A caller who asks for −∞, or for any other number, still gets −10,000.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the axes for heads and queries are missing",
            edit=("added[:, None, None, :]", "added"),
            why="Aligned on the right, (B, S) lines up its texts with the queries of (B, H, T, S), so it fits by accident or not at all.",
            look="Write one shape below the other. Which axes are lined up?",
        ),
        slip(
            "one of the two axes is missing",
            edit=("added[:, None, None, :]", "added[:, None, :]"),
            why="Aligned on the right, (B, 1, S) lines up its texts with the heads of (B, H, T, S).",
            look="How many axes should come back, and how many do you return?",
        ),
        slip(
            "queries are hidden, not keys",
            edit=("added[:, None, None, :]", "added[:, None, :, None]"),
            why="The last axis of the scores is what a query looks at. Adding the same number to a whole row changes nothing after softmax.",
            look="Which axis does softmax run over?",
        ),
        slip(
            "the axis of texts is in the wrong place",
            edit=("added[:, None, None, :]", "added[None, None, :, :]"),
            why="The texts end up on the axis of the queries, so every text gets the padding of all of them.",
            look="Which axis of (B, H, T, S) is the text?",
        ),
        slip(
            "the mask contains True and False",
            edit=("return added[:, None, None, :]", "return (mask == 1)[:, None, None, :]"),
            why="Added to scores, True counts as 1, so real tokens become a little likelier, and nothing is hidden.",
            look="What does score + True give?",
        ),
        slip(
            "the mask still consists of ones and zeros",
            edit=("return added[:, None, None, :]", "return mask[:, None, None, :].float()"),
            also=[("return added[:, None, None, :]", "return (1 - mask)[:, None, None, :].float()")],
            why="Raising or lowering a score by 1 hardly hides it.",
            look="What has to be added to a score so that softmax gives 0?",
        ),
        slip(
            "low has the wrong sign",
            edit=("(mask == 0, low)", "(mask == 0, -low)"),
            why="Padding gets all of the attention.",
            look="Is the number at padding large or small?",
        ),
        slip(
            "a large negative number takes the place of −∞",
            edit=("(mask == 0, low)", "(mask == 0, max(low, torch.finfo(torch.float32).min))"),
            also=[("(mask == 0, low)", "(mask == 0, max(low, -1e9))")],
            why="Softmax hardly notices as long as something else is visible, but the docstring lets the caller choose.",
            look="What comes back at padding for low = -math.inf?",
        ),
        slip(
            "both new axes are at the end",
            edit=("added[:, None, None, :]", "added[:, :, None, None]"),
            why="The last axis of the scores runs over the keys, but here it has length 1, so it hides everything or nothing.",
            look="Where should S be?",
        ),
        slip(
            "real tokens get 1, not 0",
            edit=("torch.zeros(mask.shape, device=mask.device).masked_fill", "mask.float().masked_fill"),
            why="It is the same for all real tokens, so softmax doesn't notice, but a program that adds two masks does.",
            look="What should be added to a score that stays as it is?",
        ),
        slip(
            "padding always gets −∞",
            edit=("(mask == 0, low)", "(mask == 0, -math.inf)"),

            why="A caller who asks for −10,000 wants numbers that can be added to others.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "a text that is all padding is left visible",
            edit=("return added[:, None, None, :]", "added[(mask == 0).all(dim=1)] = 0.0\n    return added[:, None, None, :]"),
            why="The docstring makes no exception, and code that adds two masks relies on what each hides.",
            look="What comes back for a row of zeros?",
        ),
        slip(
            "padding is counted, and assumed to be at the end",
            edit=("mask == 0", "torch.arange(mask.shape[1], device=mask.device) >= mask.sum(dim=1, keepdim=True)"),
            why="The mask shows where the padding is, and it may come first.",
            look="What comes back for a mask of 0, 1, 1?",
        ),
        slip(
            "the first text's padding is hidden in all texts",
            edit=("mask == 0", "(mask[:1] == 0).expand_as(mask)"),
            why="Each text of a batch has its own length.",
            look="Which rows of the mask does your code look at?",
        ),
        slip(
            "later positions are hidden as well",
            edit="""
                T = mask.shape[1]
                keep = (mask == 1)[:, None, None, :] & torch.ones(T, T, dtype=torch.bool).tril()
                return torch.zeros(keep.shape).masked_fill(~keep, low)
            """,
            why="Nothing is causal in an encoder.",
            look="Which axes should have length 1?",
        ),
        slip(
            "padded queries are hidden as well",
            edit="""
                both = mask[:, None, :, None] * mask[:, None, None, :]
                return torch.zeros(both.shape).masked_fill(both == 0, low)
            """,
            why="You were asked for one row for all queries. What padding attends to does no harm.",
            look="Which axes should have length 1?",
        ),
        slip(
            "axes of length 1 get lost",
            edit=("return added[:, None, None, :]", "added = added.squeeze()\n    return added[:, None, None, :] if added.ndim == 2 else added[None, None, :]"),
            why="`squeeze()` removes every axis of length 1, even the first axis of a batch of one text.",
            look="What is the shape for a batch of one text?",
        ),
        slip(
            "whole numbers come back",
            edit=("return added[:, None, None, :]", "if math.isinf(low):\n        return added[:, None, None, :]\n    return ((1 - mask) * int(low))[:, None, None, :]"),
            why="The docstring promises float32, and a `low` between −4 and −3 isn't a whole number.",
            look="Print the dtype of your result, for low = −3.5.",
        ),
        slip(
            "float64 comes back",
            edit=("torch.zeros(mask.shape, device=mask.device)", "torch.zeros(mask.shape, device=mask.device, dtype=torch.float64)"),
            why="Added to the scores, it turns them into float64 as well and makes everything after them slow.",
            look="Print the dtype of your result. Which one does the docstring promise?",
        ),
    ]  # fmt: skip
    promises = {
        "−10,000 unless told otherwise": dict(B=3, S=5),
        "−∞": dict(low=-math.inf),
        "any other number": dict(low=(-9, -3)),
        "as many texts as keys": dict(B=4, S=4),
        "no padding at all": dict(full=True),
        "a text that is all padding": dict(empty=True),
        "fits scores (B, H, T, S)": "attention",
        "float32": "attention",
    }
