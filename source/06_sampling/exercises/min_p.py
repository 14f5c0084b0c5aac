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
            "p is an absolute threshold, not relative to the best token",
            edit=("logits < lowest", "logits.softmax(dim=-1) < p", "(logits.softmax(dim=-1) < p) & (logits < logits.amax(dim=-1, keepdim=True))"),
            why="When the model is undecided, no token reaches a probability of p, so nothing would be left.",
            look="With p = .1, what should the threshold be if the best token has .08?",
        ),
        slip(
            "p is subtracted from the best probability",
            edit=("logits < lowest", "logits.softmax(dim=-1) < logits.softmax(dim=-1).amax(dim=-1, keepdim=True) - p"),
            why="p is a fraction of the best probability, not a distance from it.",
            look="Which tokens stay when the best one has probability .05 and p is .1?",
        ),
        slip(
            "logits are compared as if they were probabilities",
            edit=("logits.amax(dim=-1, keepdim=True) + math.log(p)", "logits.amax(dim=-1, keepdim=True) * p"),
            also=[("+ math.log(p)", "- p")],
            why="A ratio of probabilities is a *difference* of logits, so for a ratio of p the logits differ by the logarithm of p.",
            look="If you add 10 to all logits, do the same tokens still stay?",
        ),
        slip(
            "one threshold is used for the whole batch",
            edit=("logits.amax(dim=-1, keepdim=True)", "logits.amax()"),
            also=[("logits < lowest", "logits.softmax(dim=-1) < p * logits.softmax(dim=-1).amax()")],
            why="How likely the best token of one row is tells you nothing about the next row.",
            look="How many thresholds should there be for logits of shape (4, 8)?",
        ),
        slip(
            "the thresholds of the rows are lined up with the tokens",
            edit=("logits.amax(dim=-1, keepdim=True)", "logits.amax(dim=-1)"),
            also=[("logits < lowest", "logits.softmax(dim=-1) < p * logits.softmax(dim=-1).amax(dim=-1)")],
            why="There is one threshold for each row. If there are as many rows as tokens, token 3 is compared with the threshold of row 3.",
            look="What is the shape of your row maxima, and what shape would line up with the rows of (6, 6)?",
        ),
        slip(
            "axis 1 is taken for the last one",
            edit=("dim=-1", "dim=1", "dim=min(1, logits.ndim - 1)"),
            also=[
                ("logits < lowest", "logits.softmax(dim=-1) < p * logits.softmax(dim=-1).amax(dim=min(1, logits.ndim - 1), keepdim=True)"),
            ],
            why="That works for a batch (B, V) and for nothing else. There may be any number of axes before the vocabulary.",
            look="Which index always means the last axis, however many axes there are?",
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
            why="Here each token is compared only with the best one, so there is nothing to sort and nothing to add up.",
            look="Which two probabilities does the formula compare?",
        ),
        slip(
            "arithmetic with −∞ gives nan",
            edit=("return logits.masked_fill(logits < lowest, -math.inf)", "there = (logits >= lowest).float()\n    return logits * there + there.log()", "there = (logits >= lowest).float()\n    return logits * there + (1 - there) * -math.inf"),
            why="0 times −∞ is not a number, and a single nan spoils the whole row. You can apply a mask without multiplying by it.",
            look="Which torch function picks values from two tensors without doing arithmetic on the ones it doesn't pick?",
        ),
        slip(
            "the logarithm has the wrong base",
            edit=("math.log(p)", "math.log10(p)", "math.log2(p)"),
            why="Softmax uses powers of e, so a probability ratio of p is a logit difference of ln p.",
            look="Which power of e is .1?",
        ),
        slip(
            "probabilities are returned instead of logits",
            edit=("return logits.masked_fill(logits < lowest, -math.inf)", "return logits.softmax(dim=-1).masked_fill(logits < lowest, 0.0)", "p = logits.softmax(dim=-1).masked_fill(logits < lowest, 0.0)\n    return p / p.sum(dim=-1, keepdim=True)"),
            why="The next knob treats them as logits, but the softmax of numbers between 0 and 1 is nearly uniform, and a 0 is not −∞.",
            look="What does the docstring say the function returns?",
        ),
        slip(
            "the tokens that should stay are cut",
            edit=("logits < lowest", "logits >= lowest"),
            why="That cuts off the head and keeps the tail.",
            look="Is your best token still there?",
        ),
        slip(
            "ruled-out tokens get a logit of 0",
            edit=("lowest, -math.inf)", "lowest, 0.0)"),
            why="e⁰ = 1, so such a token still has a weight of 1, which is often more than it had before.",
            look="Which logit gives a probability of 0?",
        ),
        slip(
            "a token exactly at the threshold is cut",
            edit=("logits < lowest", "logits <= lowest"),
            why="With p = 1 the best token is exactly at the threshold, so nothing would be left.",
            look="Does \"at least\" mean < or ≤ for the tokens that are cut?",
        ),
        slip(
            "1 − p is used instead of p",
            edit=("math.log(p)", "math.log(max(1 - p, 1e-9))"),
            why="Here a small p cuts few tokens, unlike in top-p, where a small p cuts nearly all of them.",
            look="Should more tokens stay with p = .05 or with p = .5?",
        ),
        slip(
            "a large negative number takes the place of −∞",
            edit=("lowest, -math.inf)", "lowest, -1e9)", "lowest, -1e4)", "lowest, torch.finfo(logits.dtype).min)"),
            why="Softmax hardly notices the difference, but a finite number can come back: divided by an infinite temperature, it is 0 like all the other logits.",
            look="According to the docstring, what do ruled-out tokens get?",
        ),
        slip(
            "the caller's logits are changed",
            edit=("logits.masked_fill(", "logits.masked_fill_("),
            why="The next knob, or a comparison with the original logits, then starts from logits that have already been cut.",
            look="What does an underscore after a torch method's name mean?",
        ),
    ]  # fmt: skip
    promises = {
        "a threshold for each row": dict(levels=True),
        "any leading axes": dict(shape=(2, 3, 7)),
        "p = 1 leaves only the likeliest token": dict(p=(1, 1)),
        "where the model is certain": dict(sharp=True),
        "after another cut": dict(out=4),
        "−∞ for tokens that are ruled out": "possible tokens",
        "logits stay as they are": "logits unchanged",
    }
