"""Min-p filter: keep tokens at least p times as probable as the most probable one.

Oracle: transformers' MinPLogitsWarper in float64, compared as probabilities.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import KNOB, apart, processed, rule_out, softmax, unchanged


@exercise("min_p", points=2, forbid=KNOB)
class _:
    cases = [
        dict(shape=(9,), p=(0.08, 0.3)),
        dict(shape=(4, 8), p=(0.1, 0.4), levels=True),
        dict(shape=(2, 3, 7), p=(0.3, 0.6)),
        dict(shape=(3, 6), p=(1, 1)),
        dict(shape=(3, 10), p=(0.02, 0.05), sharp=True),
        dict(shape=(6, 6), p=(0.15, 0.4)),
        dict(shape=(3, 9), p=(0.1, 0.3), out=4),
    ]
    weights = {"probabilities": 4, "possible tokens": 1, "logits unchanged": 1}

    def inputs(rng, shape, p, levels=False, sharp=False, out=0):
        p = 1 if p[0] == p[1] else float(rng.uniform(*p))
        for _ in range(1000):
            x = rule_out(rng, apart(rng, shape, spread=3.0 if sharp else 1.5), out)
            if levels:  # from a flat row to a sharp one, and some far above the others
                x = x * np.linspace(0.4, 2, shape[0])[:, None] + 8 * np.arange(shape[0])[:, None]
            ratio = softmax(x) / softmax(x).max(axis=-1, keepdims=True)
            if p == 1 or np.abs(ratio / p - 1).min() > 5e-3:
                break
        return {"logits": x, "p": p}

    def oracle(logits, p):
        from transformers import MinPLogitsWarper

        kept = softmax(processed(MinPLogitsWarper(float(p)), logits))
        return {"probabilities": kept, "possible tokens": kept > 0, "logits unchanged": unchanged(kept)}

    alternatives = {
        "probabilities compared": """
            probs = logits.softmax(dim=-1)
            return torch.where(probs >= p * probs.max(dim=-1, keepdim=True).values, logits, -torch.inf)
        """,
        "ratios to the best": """
            ratio = (logits - logits.max(-1, True).values).exp()
            result = logits.clone()
            result[ratio < p] = float("-inf")
            return result
        """,
    }
    slips = [
        slip(
            "p is a bar by itself, without the best token",
            edit=("logits < lowest", "logits.softmax(dim=-1) < p", "(logits.softmax(dim=-1) < p) & (logits < logits.amax(dim=-1, keepdim=True))"),
            why="Where the model is undecided no token has p, and nothing would be left.",
            look="What does p = .1 mean when the likeliest token has .08?",
        ),
        slip(
            "p is subtracted from the best probability",
            edit=("logits < lowest", "logits.softmax(dim=-1) < logits.softmax(dim=-1).amax(dim=-1, keepdim=True) - p"),
            why="p is a share of the best, not a distance from it.",
            look="Which tokens stay when the best has .05 and p is .1?",
        ),
        slip(
            "logits are compared as if they were probabilities",
            edit=("logits.amax(dim=-1, keepdim=True) + math.log(p)", "logits.amax(dim=-1, keepdim=True) * p"),
            also=[("+ math.log(p)", "- p")],
            why="A ratio of probabilities is a *difference* of logits, and the logarithm of p is what separates them.",
            look="Add 10 to all logits. Do the same tokens stay?",
        ),
        slip(
            "one bar is taken for the whole batch",
            edit=("logits.amax(dim=-1, keepdim=True)", "logits.amax()"),
            also=[("logits < lowest", "logits.softmax(dim=-1) < p * logits.softmax(dim=-1).amax()")],
            why="The likeliest token of one text says nothing about the next text.",
            look="How many bars are there for logits of shape (4, 8)?",
        ),
        slip(
            "the bars of the rows are laid beside the tokens",
            edit=("logits.amax(dim=-1, keepdim=True)", "logits.amax(dim=-1)"),
            also=[("logits < lowest", "logits.softmax(dim=-1) < p * logits.softmax(dim=-1).amax(dim=-1)")],
            why="There is one bar for each row. Where rows and tokens are equally many, token 3 meets the bar of row 3.",
            look="Which shape has the maximum of each row, and which shape would line up with (6, 6)?",
        ),
        slip(
            "axis 1 is taken for the last one",
            edit=("dim=-1", "dim=1", "dim=min(1, logits.ndim - 1)"),
            also=[
                ("logits < lowest", "logits.softmax(dim=-1) < p * logits.softmax(dim=-1).amax(dim=min(1, logits.ndim - 1), keepdim=True)"),
            ],
            why="That is right for a batch (B, V) and for nothing else. Any axes may stand in front of the vocabulary.",
            look="Which number does the last axis have, however many there are?",
        ),
        slip(
            "probabilities are added up, as for top-p",
            edit="""
                ordered, ids = logits.sort(dim=-1, descending=True)
                probs = ordered.softmax(dim=-1)
                out = probs.cumsum(dim=-1) - probs >= 1 - p
                out[..., :1] = False
                return logits.masked_fill(torch.zeros_like(out).scatter(-1, ids, out), -math.inf)
            """,
            also=[
                """
                ordered, ids = logits.sort(dim=-1, descending=True)
                probs = ordered.softmax(dim=-1)
                out = probs.cumsum(dim=-1) - probs >= p
                return logits.masked_fill(torch.zeros_like(out).scatter(-1, ids, out), -math.inf)
                """
            ],
            why="Here each token is compared with the best one and with nothing else, so nothing is sorted and nothing summed.",
            look="Which probabilities stand on the two sides of the formula?",
        ),
        slip(
            "arithmetic with −∞ gives nan",
            edit=("return logits.masked_fill(logits < lowest, -math.inf)", "there = (logits >= lowest).float()\n    return logits * there + there.log()", "there = (logits >= lowest).float()\n    return logits * there + (1 - there) * -math.inf"),
            why="0 times −∞ is not a number, and one nan spoils the whole row. A mask can be used without multiplying by it.",
            look="Which function of torch picks from two tensors without computing with what is not picked?",
        ),
        slip(
            "the logarithm has another base",
            edit=("math.log(p)", "math.log10(p)", "math.log2(p)"),
            why="Softmax is made of powers of e, so a ratio of p is a difference of ln p.",
            look="e to which number is .1?",
        ),
        slip(
            "probabilities come back in place of logits",
            edit=("return logits.masked_fill(logits < lowest, -math.inf)", "return logits.softmax(dim=-1).masked_fill(logits < lowest, 0.0)", "p = logits.softmax(dim=-1).masked_fill(logits < lowest, 0.0)\n    return p / p.sum(dim=-1, keepdim=True)"),
            why="The next knob takes them for logits: softmax of numbers between 0 and 1 is nearly uniform, and a 0 is not −∞.",
            look="What does the docstring say that the function returns?",
        ),
        slip(
            "what should stay is cut",
            edit=("logits < lowest", "logits >= lowest"),
            why="That leaves the tail and cuts the head off.",
            look="Is your best token still there?",
        ),
        slip(
            "what is ruled out gets the logit 0",
            edit=("lowest, -math.inf)", "lowest, 0.0)"),
            why="e⁰ = 1: such a token keeps a weight of 1, and often more than it had.",
            look="Which logit has the probability 0?",
        ),
        slip(
            "a token on the bar is cut",
            edit=("logits < lowest", "logits <= lowest"),
            why="With p = 1 the best token stands on the bar, and nothing would be left.",
            look="\"At least\": is that < or ≤ for what goes?",
        ),
        slip(
            "1 − p is taken for p",
            edit=("math.log(p)", "math.log(max(1 - p, 1e-9))"),
            why="A small p cuts little, unlike top-p, where a small share cuts nearly all.",
            look="Should more tokens stay at .05 or at .5?",
        ),
        slip(
            "a large negative number takes the place of −∞",
            edit=("lowest, -math.inf)", "lowest, -1e9)", "lowest, -1e4)", "lowest, torch.finfo(logits.dtype).min)"),
            why="Softmax hardly sees the difference, but a number can come back: divided by an infinite temperature it is 0, like all others.",
            look="What does the docstring say that those get which are ruled out?",
        ),
        slip(
            "the caller's logits are changed",
            edit=("logits.masked_fill(", "logits.masked_fill_("),
            why="The next knob, or a comparison with what was there before, then starts from logits that are cut already.",
            look="Which of torch's methods end with an underscore?",
        ),
    ]  # fmt: skip
    promises = {
        "a bar for each row": dict(levels=True),
        "any axes in front": dict(shape=(2, 3, 7)),
        "p = 1 leaves the likeliest": dict(p=(1, 1)),
        "where the model is certain": dict(sharp=True),
        "after another cut": dict(out=4),
        "−∞ for those that are ruled out": "possible tokens",
        "logits stay as they are": "logits unchanged",
    }
