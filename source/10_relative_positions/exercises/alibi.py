"""ALiBi: a linear bias on distance, with a causal mask.

Oracle: attention weights score by score. Only the weights are compared, because adding a constant
to all scores of a query changes nothing.
"""

import math

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import FINISHED, TRANSFORMERS


@exercise("alibi", points=2, forbid=TRANSFORMERS + FINISHED)
class _:
    cases = [
        dict(H=3, T=6, S=6),
        dict(H=2, T=2, S=7),
        dict(H=4, T=4, S=4),
        dict(H=1, T=1, S=5),
        dict(H=1, T=2, S=300, gentle=True),
    ]
    weights = {"attention weights": 3, "later keys": 1, "slopes unchanged": 1}
    tolerance = 2e-5

    def inputs(rng, H, T, S, gentle=False):
        slopes = rng.uniform(0.02, 0.1, H) if gentle else rng.uniform(0.2, 1.2, H)
        return {"slopes": slopes, "scores": rng.standard_normal((H, T, S))}

    def oracle(slopes, scores):
        """Score by score, with keys that come later left out of the sum."""
        weights = np.zeros(scores.shape)
        H, T, S = scores.shape
        for h in range(H):
            for t in range(T):
                i = S - T + t
                e = [math.exp(scores[h, t, j] - slopes[h] * (i - j)) for j in range(i + 1)]
                weights[h, t, : i + 1] = np.array(e) / sum(e)
        later = [[j > S - T + t for j in range(S)] for t in range(T)]
        hidden = {"weights": weights, "hidden": torch.as_tensor([later] * H)}
        left_alone = {"weights": weights, "slopes": slopes}
        return {"attention weights": weights, "later keys": hidden, "slopes unchanged": left_alone}

    alternatives = {
        "BLOOM's, which never looks at the query": """
            bias = slopes.view(-1, 1, 1) * torch.arange(n_keys).view(1, 1, -1)
            mask = torch.ones(n_queries, n_keys, dtype=torch.bool).triu(n_keys - n_queries + 1)
            return bias.expand(-1, n_queries, -1).masked_fill(mask, float("-inf"))
        """,
        "einsum over the table of distances": """
            j = torch.arange(n_keys)
            d = (j[None, :] - j[n_keys - n_queries :, None]).float()
            d[d > 0] = -float("inf")
            return torch.einsum("h,ts->hts", slopes, d)
        """,
        "loops": """
            out = torch.full((len(slopes), n_queries, n_keys), -math.inf)
            for t in range(n_queries):
                i = n_keys - n_queries + t
                for j in range(i + 1):
                    out[:, t, j] = slopes * (j - i)
            return out
        """,
    }
    slips = [
        slip(
            "keys farther away get a larger bias, not a smaller one",
            edit=("-slopes[:, None, None] * distance", "slopes[:, None, None] * distance"),
            why="The farthest token then wins, and the word just before is drowned out.",
            look="Should the key one step back get a larger or a smaller bias than the query's own key?",
        ),
        slip(
            "keys that come later are only less likely",
            edit=("bias.masked_fill(distance < 0, -math.inf)", "-slopes[:, None, None] * distance.abs()"),
            also=[("return bias.masked_fill(distance < 0, -math.inf)", "return bias")],
            why="The bias has to be the causal mask as well; a token that sees the next one has nothing to predict.",
            look="What bias does the docstring give to a key that comes later?",
        ),
        slip(
            "keys that come later have a bias of 0",
            edit=("bias.masked_fill(distance < 0, -math.inf)", "bias.masked_fill(distance < 0, 0.0)"),
            why="A bias of 0 is the largest of all, so the tokens that should not be seen are the ones that are heard most.",
            look="What does softmax make of a score to which nothing was added, and of one to which −∞ was added?",
        ),
        slip(
            "a large negative number is used instead of −∞",
            edit=("-math.inf)", "-1e9)", "-100.0)"),
            why="It looks the same until something is added to it or a steep slope comes close to it.",
            look="What bias does the docstring give to a key that comes later?",
        ),
        slip(
            "the slopes are aligned with the keys",
            edit=("-slopes[:, None, None] * distance", "-slopes[None, None, :] * distance"),
            why="A slope belongs to a head. If there are as many heads as keys, you don't even get an error.",
            look="Which of the axes (H, T, S) has as many entries as there are slopes?",
        ),
        slip(
            "the queries are treated as the first positions",
            edit=("torch.arange(n_keys - n_queries, n_keys, device=slopes.device)", "torch.arange(n_queries, device=slopes.device)"),
            why="After a cache, a single query would be at position 0 and see only one key.",
            look="What is the position of the only query among 5 keys?",
        ),
        slip(
            "all heads have the slope of the first",
            edit=("-slopes[:, None, None]", "-slopes[:1, None, None].expand(len(slopes), 1, 1)"),
            also=[("-slopes[:, None, None]", "-slopes.mean().expand(len(slopes), 1, 1)")],
            why="Then all heads are equally short-sighted.",
            look="How many different biases can a key one step back have?",
        ),
        slip(
            "a query may not look at itself",
            edit=("distance < 0", "distance <= 0"),
            also=[("distance < 0", "(distance < 0) | (distance == 0) & (i > 0)")],
            why="A token may look at itself, and the first token has no other key.",
            look="Which keys may the query at position 0 see?",
        ),
        slip(
            "a query sees one token of the future",
            edit=("distance < 0", "distance < -1"),
            why="That token is the answer.",
            look="Which key is at distance −1?",
        ),
        slip(
            "the distance is squared or its logarithm is taken",
            edit=("-slopes[:, None, None] * distance", "-slopes[:, None, None] * distance**2", "-slopes[:, None, None] * torch.log1p(distance.clamp(min=0).float())"),
            why="The Li in the name stands for linear.",
            look="How much does the bias change from distance 1 to 2, and how much from 2 to 3?",
        ),
        slip(
            "the bias is a factor, not an exponent",
            edit=("bias = -slopes[:, None, None] * distance", "bias = torch.exp(-slopes[:, None, None] * distance)"),
            why="The bias is added to the scores before softmax, and softmax takes the exponential itself.",
            look="What is the bias at distance 0?",
        ),
        slip(
            "queries and keys are exchanged",
            edit=("distance = i - torch.arange(n_keys, device=slopes.device)", "distance = (i - torch.arange(n_keys, device=slopes.device)).flip(0, 1)"),
            also=[("return bias.masked_fill(distance < 0, -math.inf)", "return bias.masked_fill(distance < 0, -math.inf).transpose(1, 2).reshape(bias.shape)")],
            why="A row belongs to a query and lists its keys in order, beginning with the first.",
            look="Which entries of row 0 are not −∞?",
        ),
        slip(
            "the slopes are scaled down",
            edit=("-slopes[:, None, None] * distance", "-slopes[:, None, None] * distance / math.sqrt(len(slopes))"),
            also=[("-slopes[:, None, None] * distance", "-slopes[:, None, None] * distance / math.sqrt(n_keys)"), ("-slopes[:, None, None] * distance", "-slopes[:, None, None] * distance / n_keys")],
            why="The slope is used as it is, because the score it is added to was scaled already.",
            look="By how much do the biases of two neighbouring keys differ?",
        ),
        slip(
            "the slopes are aligned with the queries",
            edit=("-slopes[:, None, None] * distance", "(-slopes[:, None] if len(slopes) == n_queries else -slopes[:, None, None]) * distance.expand(len(slopes), -1, -1)"),
            also=[("-slopes[:, None, None] * distance", "-slopes[:, None] * distance")],
            why="A slope belongs to a head. If there are as many heads as queries, you don't even get an error.",
            look="Which of the axes (H, T, S) has as many entries as there are slopes?",
        ),
        slip(
            "0 is multiplied by infinity",
            edit=("return bias.masked_fill(distance < 0, -math.inf)", "return bias + (distance < 0) * -math.inf"),
            why="0 · ∞ is not a number, so you get nan wherever a key is *not* hidden, and softmax spreads it over the row.",
            look="What does your code add to the score of a key that may be seen? Print it.",
        ),
        slip(
            "the slopes given are replaced by others",
            edit=("-slopes[:, None, None]", "-(2.0 ** (-8 * torch.arange(1, len(slopes) + 1) / len(slopes)))[:, None, None]"),
            why="Every model has its own slopes, and spans other than 8 exist.",
            look="Which argument does your code use only for its length?",
        ),
        slip(
            "the mask is left out after a cache",
            edit=("return bias.masked_fill(distance < 0, -math.inf)", "return bias.masked_fill(distance < 0, -math.inf) if n_queries == n_keys else bias"),
            why="A chunk may have several queries, and all but the last of them have keys that come later.",
            look="Which keys come later than the first of 2 queries among 7 keys?",
        ),
        slip(
            "the queries are one position off",
            edit=("torch.arange(n_keys - n_queries, n_keys, device=slopes.device)", "(torch.arange(n_queries, device=slopes.device) + max(n_keys - n_queries - 1, 0))"),
            why="The last query is at the last of all positions. One position earlier, and it may not look at itself.",
            look="What is the position of the only query among 5 keys, counted from 0?",
        ),
        slip(
            "far distances overflow their type",
            edit=("-slopes[:, None, None] * distance", "-slopes[:, None, None] * distance.to(torch.int8)"),
            also=[("-slopes[:, None, None] * distance", "-slopes[:, None, None] * distance.to(torch.uint8)")],
            why="In eight bits, 128 becomes −128, so the farthest keys become the loudest.",
            look="What is the largest distance in a text of 300 tokens, and the largest number of your type?",
        ),
        slip(
            "the caller's slopes are changed",
            edit=("bias = -slopes[:, None, None] * distance", "bias = slopes.neg_()[:, None, None] * distance"),
            why="The first call is right, but the next one gets slopes with the opposite sign and rewards distance.",
            look="Print the slopes before and after a call. Which line writes into them?",
        ),
    ]  # fmt: skip
    promises = {
        "the queries are the last of the keys": dict(T=2, S=7),
        "a single query": dict(T=1, S=5),
        "as many heads as tokens": dict(H=4, T=4, S=4),
        "each head has its own slope": dict(H=3),
        "a long text": dict(gentle=True),
        "a constant added to all scores of a query does not matter": "attention weights",
        "−∞ where the key comes later": "later keys",
        "the slopes are left as they are": "slopes unchanged",
    }
