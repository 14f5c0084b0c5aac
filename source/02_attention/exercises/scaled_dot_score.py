"""Dot-product scores divided by √d, so that their variance doesn't depend on the width.

Oracle: np.einsum in float64, divided by √d.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import BLOCKS


@exercise("scaled_dot_score", points=3, forbid=BLOCKS)
class _:
    cases = [dict(lead=(2, 2), T=5, S=9, d=64), dict(lead=(1,), T=1, S=3, d=7), dict(lead=(), T=4, S=4, d=16)]

    def inputs(rng, lead, T, S, d):
        return {"q": rng.standard_normal((*lead, T, d)), "k": rng.standard_normal((*lead, S, d))}

    def oracle(q, k):
        return {"scores": np.einsum("...td,...sd->...ts", q, k) / np.sqrt(q.shape[-1])}

    alternatives = {
        "both scaled by the fourth root first": """
            root = q.size(-1) ** 0.25
            return torch.matmul(q / root, (k / root).mT)
        """,
        "einsum, times d to the power −1/2": 'return torch.einsum("...td,...sd->...ts", q, k) * k.shape[-1] ** -0.5',
    }
    slips = [
        slip(
            "the scores are not scaled",
            edit=(" / math.sqrt(d)", ""),
            why="Unscaled scores have standard deviation √d, and softmax of them is nearly one-hot.",
            look="Which factor would bring the line in the plot back to 1 at every width?",
        ),
        slip(
            "the scores are divided by d instead of √d",
            edit=("math.sqrt(d)", "d"),
            why="The variance of the score is d, so its standard deviation is √d. Divided by d the scores shrink with "
            "the width, and every token looks everywhere alike.",
            look="Var(a·x) = a²·Var(x). Which a makes d into 1?",
        ),
        slip(
            "d is read off another axis than the width",
            edit=(
                "q.shape[-1]",
                "k.shape[-2]",
                "q.shape[-2]",
                "q.shape[0]",
                "q.shape[1]",
                "k.shape[1]",
                "q.dim()",
                "k.shape[0] * k.shape[-1]",
            ),
            why="The scale then changes with the length of the text, and the same pair of tokens gets another score.",
            look="A score is a sum. How many terms has it?",
        ),
        slip(
            "every score is divided by its key's norm, or by the root of it",
            edit=(
                "math.sqrt(d)",
                "k.norm(dim=-1).unsqueeze(-2)",
                "k.norm(dim=-1).sqrt().unsqueeze(-2)",
                "q.norm(dim=-1, keepdim=True)",
                "q.norm(dim=-1, keepdim=True).sqrt()",
            ),
            why="The |k| under the root is the number of entries of k, not its length as a "
            "vector. With the norm, a key could no longer shout.",
            look="Is the scale one number, or one number for each key?",
        ),
        slip(
            "the scores are multiplied by √d",
            edit=("/ math.sqrt(d)", "* math.sqrt(d)", "/ d ** -0.5"),
            why="The scores have standard deviation √d to begin with. Multiplied, they have d, and softmax has nothing left to "
            "decide.",
            look="Should the line in the plot go up or down?",
        ),
        slip(
            "the scores are divided by their own deviation",
            edit=(
                "return q @ k.transpose(-2, -1) / math.sqrt(d)",
                "scores = q @ k.transpose(-2, -1)\n    return scores / scores.std()",
                "scores = q @ k.transpose(-2, -1)\n    return scores / scores.std(-1, keepdim=True)",
            ),
            why="The variance becomes 1 and each score comes to depend on all others of the batch: the same two tokens get another "
            "score beside other sentences.",
            look="Is your scale the same number for every batch?",
        ),
        slip(
            "the root is rounded to a whole number",
            edit=("math.sqrt(d)", "math.isqrt(d)", "round(math.sqrt(d))"),
            why="For widths such as 64 there is no difference, for 7 there is.",
            look="Which of Python's roots returns a fraction?",
        ),
        slip(
            "the exponent 1/2 has no brackets",
            edit=("/ math.sqrt(d)", "/ d ** 1 / 2", "/ (d ** 1 / 2)", "* d ** -1 / 2"),
            why="A power is taken before a division, so d ** 1 / 2 is half of d.",
            look="Print 64 ** 1 / 2.",
        ),
        slip(
            "one width is built in",
            edit=("math.sqrt(d)", "8"),
            why="It is right for heads of width 64 and for no others.",
            look="Where does your code look at the width of q?",
        ),
    ]
    promises = {
        "unit variance at every width": dict(d=64),
        "also where the root is no whole number": dict(d=7),
        "one row for each query, one column for each key": dict(T=5, S=9),
        "any axes in front": dict(lead=()),
        "one number, the same for every query and key": "scores",
    }
