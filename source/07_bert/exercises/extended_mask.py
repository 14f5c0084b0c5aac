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
            why="For −10,000 it is right. With −∞ every real token gets nan, and after softmax the whole row has it.",
            look="What is your result where the mask is 1 and `low` is -math.inf?",
        ),
        slip(
            "real tokens are hidden, padding is seen",
            edit=("mask == 0", "mask == 1"),
            also=[("added = torch.zeros(mask.shape, device=mask.device).masked_fill(mask == 0, low)", "added = mask * low")],
            why="Features would be made of padding only.",
            look="What does 1 mean in the mask, and what is added there?",
        ),
        slip(
            "padding always gets −10,000",
            edit=("(mask == 0, low)", "(mask == 0, -10000.0)"),
            why="A caller who asks for −∞, or for another number, gets it nowhere.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the axes for heads and queries are missing",
            edit=("added[:, None, None, :]", "added"),
            why="(B, S) under (B, H, T, S), flush right, puts texts where queries are: it fits by accident or not at all.",
            look="Write both shapes under each other. Which axes are lined up?",
        ),
        slip(
            "one of the two axes is missing",
            edit=("added[:, None, None, :]", "added[:, None, :]"),
            why="(B, 1, S) under (B, H, T, S), flush right, puts texts where heads are.",
            look="How many axes should come back, and how many do you return?",
        ),
        slip(
            "queries are hidden, not keys",
            edit=("added[:, None, None, :]", "added[:, None, :, None]"),
            why="The last axis of the scores is what a query looks at. Adding one number to a whole row changes nothing after softmax.",
            look="Which axis does softmax run over?",
        ),
        slip(
            "the axis of texts is in the wrong place",
            edit=("added[:, None, None, :]", "added[None, None, :, :]"),
            why="Texts take the place of queries, and every text gets the padding of all.",
            look="Which axis of (B, H, T, S) is the text?",
        ),
        slip(
            "the mask is True and False",
            edit=("return added[:, None, None, :]", "return (mask == 1)[:, None, None, :]"),
            why="Added to scores, True is 1: real tokens become a little likelier, and nothing is hidden.",
            look="What does score + True give?",
        ),
        slip(
            "the mask is ones and zeros still",
            edit=("return added[:, None, None, :]", "return mask[:, None, None, :].float()"),
            also=[("return added[:, None, None, :]", "return (1 - mask)[:, None, None, :].float()")],
            why="A score that gets 1 more or less is hardly hidden.",
            look="What has to be added to a score so that softmax gives 0?",
        ),
        slip(
            "low has the wrong sign",
            edit=("(mask == 0, low)", "(mask == 0, -low)"),
            why="Padding gets all of the attention.",
            look="Is the number at padding large or small?",
        ),
        slip(
            "a very small number takes the place of −∞",
            edit=("(mask == 0, low)", "(mask == 0, max(low, torch.finfo(torch.float32).min))"),
            also=[("(mask == 0, low)", "(mask == 0, max(low, -1e9))")],
            why="Softmax hardly sees the difference where something else is visible, but the docstring lets the caller choose.",
            look="What comes back at padding for low = -math.inf?",
        ),
        slip(
            "the heads' axis is missing at the front and doubled at the end",
            edit=("added[:, None, None, :]", "added[:, :, None, None]"),
            why="The last axis of the scores is the keys; here it has length 1 and hides everything or nothing.",
            look="Where should S be?",
        ),
        slip(
            "real tokens get 1, not 0",
            edit=("torch.zeros(mask.shape, device=mask.device).masked_fill", "mask.float().masked_fill"),
            why="It is the same for all real tokens, so softmax hides it; another program that adds two masks sees it.",
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
            why="The mask says where padding is. It may come first.",
            look="What comes back where the mask is 0, 1, 1?",
        ),
        slip(
            "the first text's padding is hidden in all texts",
            edit=("mask == 0", "(mask[:1] == 0).expand_as(mask)"),
            why="Each text of a batch has its own length.",
            look="Which rows of the mask does your code look at?",
        ),
        slip(
            "what comes later is hidden too",
            edit="""
                T = mask.shape[1]
                keep = (mask == 1)[:, None, None, :] & torch.ones(T, T, dtype=torch.bool).tril()
                return torch.zeros(keep.shape).masked_fill(~keep, low)
            """,
            why="Nothing is causal in an encoder.",
            look="Which axes should have length 1?",
        ),
        slip(
            "padding is hidden as a query too",
            edit="""
                both = mask[:, None, :, None] * mask[:, None, None, :]
                return torch.zeros(both.shape).masked_fill(both == 0, low)
            """,
            why="One row for all queries was asked for. What padding looks at does no harm.",
            look="Which axes should have length 1?",
        ),
        slip(
            "axes of length 1 get lost",
            edit=("return added[:, None, None, :]", "added = added.squeeze()\n    return added[:, None, None, :] if added.ndim == 2 else added[None, None, :]"),
            why="`squeeze()` takes every axis of length 1, also that of a batch of one text.",
            look="What is the shape for a batch of one text?",
        ),
        slip(
            "whole numbers come back",
            edit=("return added[:, None, None, :]", "if math.isinf(low):\n        return added[:, None, None, :]\n    return ((1 - mask) * int(low))[:, None, None, :]"),
            why="The docstring promises float32, and a number between −4 and −3 is neither.",
            look="Print the dtype of your result, for low = −3.5.",
        ),
        slip(
            "float64 comes back",
            edit=("torch.zeros(mask.shape, device=mask.device)", "torch.zeros(mask.shape, device=mask.device, dtype=torch.float64)"),
            why="Added to scores, it makes them float64 too, and everything after them slow.",
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
