"""The residual distribution of speculative sampling, from target and draft probabilities.

Oracle: max(p − q, 0) element by element, normalized with math.fsum.
"""

import math

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import pair_of


@exercise("residual_distribution", points=2)
class _:
    cases = [
        dict(lead=(3,), V=5),
        dict(lead=(), V=7),
        dict(lead=(4,), V=4),
        dict(lead=(2, 3), V=6),
        dict(lead=(2,), V=4, near=0.025),  # p and q share about 99 % of their mass
        dict(lead=(3,), V=5, near=0.0025),  # 99.9 %: a small number added to the sum shows
    ]
    weights = {"residual": 2, "p unchanged": 1, "q unchanged": 1}

    def inputs(rng, lead, V, near=None):
        pairs = [pair_of(rng, V) for _ in range(math.prod(lead))]
        p, q = (np.array(each).reshape(*lead, V) for each in zip(*pairs))
        return {"p": p, "q": q if near is None else p + near * (q - p)}

    def oracle(p, q):
        found = np.zeros_like(p)
        for place in np.ndindex(p.shape[:-1]):
            missing = [max(a - b, 0.0) for a, b in zip(p[place], q[place])]
            found[place] = np.array(missing) / math.fsum(missing)
        return {
            "residual": found,
            "p unchanged": {"residual": found, "changed": 0},
            "q unchanged": {"residual": found, "changed": 0},
        }

    alternatives = {
        "what the overlap leaves": """
            left = p - torch.minimum(p, q)
            return left / left.sum(-1).unsqueeze(-1)
        """,
        "by relu, divided by one minus the overlap": """
            return torch.relu(p - q) / (1 - torch.minimum(p, q).sum(-1, keepdim=True))
        """,
    }
    slips = [
        slip(
            "the residual does not sum to 1",
            edit=("missing / missing.sum(dim=-1, keepdim=True)", "missing", "missing / missing.amax(dim=-1, keepdim=True)", "missing / (p * (p > q)).sum(dim=-1, keepdim=True)"),
            why="The residual becomes a distribution only when you divide it by its own sum.",
            look="What do your rows add up to?",
        ),
        slip(
            "target and draft are exchanged",
            edit=("(p - q)", "(q - p)"),
            why="That is what the draft proposed too often. If you draw from it, the draft's favourites come even more often.",
            look="Which tokens come too rarely when only accepted ones are kept?",
        ),
        slip(
            "differences lose their sign",
            edit=("(p - q).clamp(min=0)", "(p - q).abs()"),
            why="Tokens that the draft proposed too often are then given even more probability.",
            look="What is (0.3 − 0.55)⁺?",
        ),
        slip(
            "the target's own distribution is returned",
            edit=("(p - q).clamp(min=0)", "p"),
            why="Probability mass that accepted tokens already cover is drawn again, so the draft's favourites come too often.",
            look="In the picture, which part of p has been covered by accepted tokens?",
        ),
        slip(
            "one sum serves more than one row",
            edit=("missing.sum(dim=-1, keepdim=True)", "missing.sum()", "missing.sum(dim=0, keepdim=True)", "missing.reshape(-1, missing.shape[-1])[0].sum()"),
            why="Each row is a separate distribution.",
            look="Along which axis should your result sum to 1?",
        ),
        slip(
            "the sums are lined up with the vocabulary",
            edit=("missing.sum(dim=-1, keepdim=True)", "missing.sum(dim=-1)"),
            why="Each sum belongs to a row. If there are as many rows as tokens, the sums also fit along the other axis, but there they are wrong.",
            look="Write (4,) under (4, 4), aligned on the right. Which axis does it line up with?",
        ),
        slip(
            "the sum runs along the second axis, not the last",
            edit=("missing.sum(dim=-1, keepdim=True)", "missing.sum(dim=1, keepdim=True)"),
            why="With two axes that is the same axis. But a single row has no second axis, and with three axes another one comes after it.",
            look="Which index always means the last axis, however many axes there are?",
        ),
        slip(
            "all of p is kept where it is larger than q",
            edit=("(p - q).clamp(min=0)", "p * (p > q)"),
            why="Accepted tokens have already accounted for the part of p that q covers.",
            look="In the picture, is the whole bar blue, or only its top?",
        ),
        slip(
            "p is returned where the difference is small",
            edit=("return missing / missing.sum(dim=-1, keepdim=True)", "total = missing.sum(dim=-1, keepdim=True)\n    return torch.where(total < 0.05, p, missing / total)", "total = missing.sum(dim=-1, keepdim=True)\n    return missing / total.clamp(min=0.05)"),
            why="If the draft is nearly as good as the target, its tokens are rarely rejected, but their replacements have to be right as well.",
            look="p = (0.51, 0.49) and q = (0.50, 0.50). What should come out?",
        ),
        slip(
            "a small number is added to the sum",
            edit=("missing / missing.sum(dim=-1, keepdim=True)", "missing / (missing.sum(dim=-1, keepdim=True) + 1e-6)", "missing / (missing.sum(dim=-1, keepdim=True) + 1e-5)"),
            why="Where draft and target nearly agree, the sum itself is small, so the result no longer sums to 1. And the sum is never 0, so nothing has to be added.",
            look="If p and q differ by a thousandth, what does a row of your result add up to?",
        ),
        slip(
            "the probabilities are rounded",
            edit=("return missing / missing.sum(dim=-1, keepdim=True)", "return (missing / missing.sum(dim=-1, keepdim=True)).mul(100).round() / 100"),
            why="Rounded numbers read well on a page, but they no longer sum to 1, and a rare token can never be drawn.",
            look="Add up a row of your result, to five decimal places.",
        ),
        slip(
            "the overlap is returned, not what is missing",
            edit=("(p - q).clamp(min=0)", "torch.minimum(p, q)"),
            why="Accepted tokens have already accounted for the overlap.",
            look="In the picture, what colour is the residual?",
        ),
        slip(
            "softmax is used instead of dividing by the sum",
            edit=("missing / missing.sum(dim=-1, keepdim=True)", "missing.softmax(dim=-1)", "(p - q).softmax(dim=-1)"),
            why="Softmax turns scores into probabilities, but these are probabilities already, and a 0 has to stay a 0.",
            look="What does softmax turn a 0 into?",
        ),
        slip(
            "negative differences are set to 0 after the division, not before",
            edit=("missing = (p - q).clamp(min=0)\n    return missing / missing.sum(dim=-1, keepdim=True)", "missing = p - q\n    return (missing / missing.abs().sum(dim=-1, keepdim=True)).clamp(min=0)"),
            why="The sum then includes the negative ones, so the rest doesn't sum to 1.",
            look="What do your rows add up to?",
        ),
    ]  # fmt: skip
    promises = {
        "a single row": dict(lead=()),
        "each row has a sum of its own": dict(lead=(4,), V=4),
        "any leading axes": dict(lead=(2, 3)),
        "p and q may be nearly equal": dict(near=0.0025),
        "p is left as it is": "p unchanged",
        "so is q": "q unchanged",
    }
