"""The load-balancing loss of a mixture of experts, ignoring padding.

Oracle: Mixtral's load_balancing_loss_func of transformers in float64.
"""

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import LIBRARY, leaf, spread_logits

COUNTED = "f = F.one_hot(chosen, E).sum(dim=1).float().mean(dim=0)"
LOSS = "return E * (f * probabilities.mean(dim=0)).sum()"


@exercise("load_balancing_loss", points=3, forbid=LIBRARY)
class _:
    # In the second case there are as many tokens as experts; the fourth is uneven, with scores too large for exp.
    cases = [
        dict(N=12, E=5, k=2),
        dict(N=4, E=4, k=1),
        dict(N=9, E=4, k=2, hidden=4),
        dict(N=10, E=6, k=3, favourite=3.0, offset=(95, 120)),
        dict(N=1, E=3, k=1, hidden=0),
        dict(N=6, E=3, k=3),
    ]

    def inputs(rng, N, E, k, hidden=None, favourite=0.0, offset=None):
        logits = spread_logits(rng, (N,), E)
        logits[:, int(rng.integers(E))] += favourite
        keep = None
        if hidden is not None:
            keep = np.ones(N, dtype=bool)
            keep[rng.permutation(N)[:hidden]] = False
            logits[~keep] = 3 * spread_logits(rng, (int((~keep).sum()),), E)
        return {
            "logits": logits + (0.0 if offset is None else float(rng.uniform(*offset))),
            "k": k,
            "keep": keep,
        }

    def oracle(logits, k, keep):
        """The loss of transformers, in float64."""
        from transformers.models.mixtral.modeling_mixtral import load_balancing_loss_func

        scores = leaf(logits)
        mask = None if keep is None else torch.as_tensor(np.asarray(keep), dtype=torch.bool)[None]
        loss, flatter = (load_balancing_loss_func((s,), s.shape[-1], k, mask) for s in (scores, scores / 2))
        loss.backward()
        both = torch.stack([loss.detach(), flatter.detach()]).double()
        return {"losses": both, "grad_logits": 100 * scores.grad}

    equivalent = {
        "probabilities = logits.softmax(dim=+1)": "logits has two axes",
        "chosen = probabilities.topk(k, dim=+1).indices": "the same",
        "probabilities = logits.softmax(dim=1)": "the same",
        "chosen = probabilities.topk(k, dim=1).indices": "the same",
        "chosen = (probabilities.detach() if probabilities.requires_grad else 1 / 0).topk(k, dim=-1).indices": "a choice has no gradient",
    }

    alternatives = {
        "counted by bincount": """
            if keep is None:
                keep = torch.ones(len(logits), dtype=torch.bool)
            p = torch.softmax(logits[keep], dim=-1)
            n, E = p.shape
            f = torch.bincount(p.topk(k).indices.flatten(), minlength=E) / n
            return (f * p.sum(0) / n).sum() * E
        """,
        "a dot product, weighed by the mask": """
            n, E = logits.shape
            w = torch.ones(n) if keep is None else keep.float()
            p = logits.softmax(1)
            hits = torch.zeros_like(p).scatter(1, logits.topk(k, dim=1)[1], 1.0)
            return E * torch.dot(w @ hits, w @ p) / w.sum() ** 2
        """,
    }
    slips = [
        slip(
            "the factor E is missing",
            edit=(LOSS, "return (f * probabilities.mean(dim=0)).sum()"),
            also=[(LOSS, "return (f * probabilities.mean(dim=0)).mean()")],
            why="With more experts the term gets smaller, so its weight in the loss would have to be tuned again for every model.",
            look="What should come out if all experts are used equally, and what does?",
        ),
        slip(
            "the choices are divided by k as well",
            edit=(COUNTED, "f = F.one_hot(chosen, E).float().mean(dim=(0, 1))"),
            why="If all experts are used equally, the term becomes 1 instead of k. Some papers define it that way, but a weight tuned for one definition doesn't fit the other.",
            look="What is the sum of your f, and what does the docstring promise?",
        ),
        slip(
            "f is counted from the first choice only",
            edit=("probabilities.topk(k, dim=-1)", "probabilities.topk(1, dim=-1)"),
            why="Each token goes to k experts, and each of them has work to do.",
            look="How many choices per token does your f count?",
        ),
        slip(
            "f is computed from probabilities as well",
            edit=(COUNTED, "f = k * probabilities.mean(dim=0)"),
            also=[(COUNTED, "f = torch.zeros_like(probabilities).scatter(1, chosen, probabilities.gather(1, chosen)).mean(dim=0)"), (COUNTED, "f = probabilities.mean(dim=0)")],
            why="Load is about where tokens actually go. An expert with probability .3 for every token may never be chosen.",
            look="Which of the two is a count?",
        ),
        slip(
            "P is averaged over the chosen experts only",
            edit=(LOSS, "p = torch.zeros_like(probabilities).scatter(1, chosen, probabilities.gather(1, chosen))\n    return E * (f * p.mean(dim=0)).sum()"),
            also=[(LOSS, "p = probabilities.gather(1, chosen)\n    p = torch.zeros_like(probabilities).scatter(1, chosen, p / p.sum(dim=1, keepdim=True))\n    return E * (f * p.mean(dim=0)).sum()")],
            why="An expert that is never chosen would have no probability and no gradient, so nothing could bring it back.",
            look="Which tokens enter the mean of p_e?",
        ),
        slip(
            "choices are summed over tokens, not averaged",
            edit=(COUNTED, "f = F.one_hot(chosen, E).sum(dim=1).float().sum(dim=0)"),
            also=[(LOSS, "return E * (f * probabilities.sum(dim=0)).sum()"), [(COUNTED, "f = F.one_hot(chosen, E).sum(dim=1).float().sum(dim=0)"), (LOSS, "return E * (f * probabilities.sum(dim=0)).sum()")]],
            why="The term would grow with the batch size.",
            look="What are f and P divided by in the formula?",
        ),
        slip(
            "tokens that don't count are counted",
            edit=("if keep is not None:", "if False:"),
            why="Padding always looks the same and goes to the same experts, so it would push real tokens away from them.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "only tokens that don't count are counted",
            edit=("logits = logits[keep]", "logits = logits[~keep]"),
            why="Then the loss depends on padding alone.",
            look="What does True mean in `keep`?",
        ),
        slip(
            "tokens that don't count become zeros but stay in the means",
            edit=("logits = logits[keep]", "logits = logits * keep[:, None]"),
            also=[
                """
                E = logits.shape[-1]
                probabilities = logits.softmax(dim=-1)
                hits = F.one_hot(probabilities.topk(k, dim=-1).indices, E).sum(dim=1).float()
                if keep is not None:
                    probabilities, hits = probabilities * keep[:, None], hits * keep[:, None]
                return E * (hits.mean(dim=0) * probabilities.mean(dim=0)).sum()
                """,
            ],
            why="N is then the number of all tokens, so the term shrinks with each padding token.",
            look="What do you divide by, and how many tokens count?",
        ),
        slip(
            "a `keep` of None isn't handled",
            edit=("if keep is not None:\n        logits = logits[keep]  # (n, E)", "logits = logits[keep.bool()]"),
            also=[("if keep is not None:\n        logits = logits[keep]  # (n, E)", "logits = logits * 1.0 if keep.all() else logits[keep]")],
            why="Sequences of equal length need no padding, so no mask is passed for them.",
            look="What values can keep have, according to the docstring?",
        ),
        slip(
            "softmax runs over the tokens",
            edit=("logits.softmax(dim=-1)", "logits.softmax(dim=0)"),
            why="Experts compete for a token, not tokens for an expert.",
            look="What sums to 1 in your table of probabilities: a row or a column?",
        ),
        slip(
            "scores are used without softmax",
            edit=("logits.softmax(dim=-1)", "logits"),
            why="Scores are unbounded, so the term could fall forever.",
            look="What range are the entries of P in, and what should they sum to?",
        ),
        slip(
            "exponentials are computed without protection against overflow",
            edit=("logits.softmax(dim=-1)", "logits.exp() / logits.exp().sum(dim=-1, keepdim=True)"),
            why="exp(90) doesn't fit into float32, and infinity divided by infinity is NaN.",
            look="What is torch.exp of the largest score in this case?",
        ),
        slip(
            "f and P are multiplied token by token, before the means",
            edit=(LOSS, "hits = F.one_hot(chosen, E).sum(dim=1).float()\n    return E * (hits * probabilities).sum(dim=-1).mean()"),
            why="That rewards a router for being unsure about each token. It doesn't measure how evenly tokens are spread.",
            look="Which of the two comes first in the formula, the mean over tokens or the product?",
        ),
        slip(
            "no gradient flows through P",
            edit=(LOSS, "return E * (f * probabilities.mean(dim=0).detach()).sum() + 0 * logits.sum()"),
            also=[(LOSS, "return E * (f * probabilities.mean(dim=0).detach()).sum()")],
            why="A count has no gradient, so only P can pass one to the router.",
            look="Which operations cut a tensor off from autograd?",
        ),
        slip(
            "the sign is flipped",
            edit=("return E *", "return -E *"),
            why="The most crowded expert would be rewarded.",
            look="Which of two routers should have the smaller term, the even one or the uneven one?",
        ),
        slip(
            "the term is shifted to be 0 for equal use",
            edit=("return E * (f * probabilities.mean(dim=0)).sum()", "return E * (f * probabilities.mean(dim=0)).sum() - k"),
            why="The gradient is the same, but the docstring promises k if all experts are used equally.",
            look="What should come out for a router that uses all experts equally?",
        ),
        slip(
            "the term is the spread of the loads, without probabilities",
            edit=(LOSS, "return f.var() + 0 * probabilities.sum()"),
            why="A count has no gradient, so nothing would change the router.",
            look="Which part of your term changes smoothly with the scores?",
        ),
        slip(
            "a factor other than E is used",
            edit=("return E *", "return k *"),
            also=[("return E *", "return E * E *"), ("return E *", "return len(logits) *"), ("return E *", "return (E / k) * E *")],
            why="If all experts are used equally, the sum is k/E, and the factor E turns it into k.",
            look="What is the sum of f · P if all experts are used equally?",
        ),
        slip(
            "tokens that don't count are left out of only one of the two means",
            edit="""
                E = logits.shape[-1]
                probabilities = logits.softmax(dim=-1)
                f = F.one_hot(probabilities.topk(k, dim=-1).indices, E).sum(dim=1).float().mean(dim=0)
                if keep is not None:
                    probabilities = probabilities[keep]
                return E * (f * probabilities.mean(dim=0)).sum()
            """,
            also=["""
                E = logits.shape[-1]
                probabilities = logits.softmax(dim=-1)
                hits = F.one_hot(probabilities.topk(k, dim=-1).indices, E).sum(dim=1).float()
                if keep is not None:
                    hits = hits[keep]
                return E * (hits.mean(dim=0) * probabilities.mean(dim=0)).sum()
            """],
            why="Both f and P are means over the same tokens.",
            look="How many tokens enter f, and how many enter P?",
        ),
        slip(
            "tokens that don't count get scores of −∞",
            edit=("logits = logits[keep]", "logits = logits.masked_fill(~keep[:, None], -math.inf)"),
            why="Softmax of a row of −∞ is NaN, and one NaN spoils every mean.",
            look="What does softmax return for a row that is −∞ everywhere?",
        ),
        slip(
            "a plain number is returned",
            edit=(LOSS, "return (E * (f * probabilities.mean(dim=0)).sum()).item()"),

            why="It is added to the loss for its gradient, and a plain number has none.",
            look="Which of your calls turns a tensor into a plain number?",
        ),
    ]  # fmt: skip
    promises = {
        "all tokens count": dict(N=12),
        "some tokens don't count": dict(hidden=4),
        "a mask in which all tokens count": dict(hidden=0),
        "as many tokens as experts": dict(N=4, E=4),
        "an uneven router": dict(favourite=3.0),
        "every expert chosen": dict(E=3, k=3),
        "the gradient flows through P": "grad_logits",
    }
