"""A head for extractive question answering: start and end logits, −∞ where not allowed.

Oracle: np.einsum in float64, gradients derived by hand; masked positions pass none back.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import INF, softmax


@exercise("SpanHead", points=2)
class _:
    cases = [
        dict(B=2, T=7, D=5, closed=3),
        dict(B=3, T=2, D=2, closed=1),
        dict(B=2, T=2, D=3, closed=1),
        dict(B=2, T=1, D=4, closed=0),
        dict(B=2, T=5, D=4, closed=0),
    ]
    weights = {"start": 1, "end": 1, "scores": 2, "ruled out": 1, "grad_hidden": 1, "grad_weight": 1}

    def inputs(rng, B, T, D, closed):
        may = np.ones((B, T), dtype=bool)
        for row in may:
            row[1 + rng.permutation(T - 1)[:closed]] = False
        return {
            "hidden": rng.standard_normal((B, T, D)),
            "may": may,
            "weights": {
                "scores.weight": rng.standard_normal((2, D)),
                "scores.bias": 2 * rng.standard_normal(2),
            },
            "gradient": rng.standard_normal((2, B, T)),
        }

    def oracle(hidden, may, weights, gradient):
        rows, bias = weights["scores.weight"], weights["scores.bias"]
        scores = np.stack([np.einsum("btd,d->bt", hidden, w) + b for w, b in zip(rows, bias)])
        closed = np.where(may, scores, -INF)
        passed = np.where(may, gradient, 0.0)  # masked positions pass nothing back
        return {
            "start": softmax(closed[0]),
            "end": softmax(closed[1]),
            "scores": np.where(may, scores, 0.0),
            "ruled out": np.stack([~may, ~may]),
            "grad_hidden": np.einsum("sbt,sd->btd", passed, rows),
            "grad_weight": np.einsum("sbt,btd->sd", passed, hidden),
        }

    alternatives = {
        "one row of the weight after the other": """
            w, b = self.scores.weight, self.scores.bias
            start = torch.where(may, hidden @ w[0] + b[0], -math.inf)
            end = torch.where(may, torch.einsum("btd,d->bt", hidden, w[1]) + b[1], -math.inf)
            return start, end
        """,
        "an additive mask of −∞": """
            both = self.scores(hidden) + torch.zeros_like(may, dtype=hidden.dtype).masked_fill(~may, -math.inf)[..., None]
            return both[..., 0], both[..., 1]
        """,
        "split and squeezed": """
            scores = torch.nn.functional.linear(hidden, self.scores.weight, self.scores.bias)
            scores[~may] = float("-inf")
            return tuple(s.squeeze(-1) for s in scores.split(1, dim=-1))
        """,
    }
    slips = [
        slip(
            "nothing is ruled out",
            edit=("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return start, end"),
            why="Then the answer may lie in the question or in the padding, and those positions take a share of every softmax.",
            look="Which of the arguments of `forward` does your code never use?",
        ),
        slip(
            "the mask is the wrong way round",
            edit=("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return start.masked_fill(may, -math.inf), end.masked_fill(may, -math.inf)"),
            why="True means that an answer *may* be here, so these are the positions to keep.",
            look="`masked_fill` writes where its mask is True. Is that where the −∞ belongs?",
        ),
        slip(
            "start and end are exchanged",
            edit=("start, end = self.scores", "end, start = self.scores"),
            why="The first row of `scores` learns beginnings, so with weights trained elsewhere, your spans would run backwards.",
            look="According to the docstring, which row of the weight scores beginnings?",
        ),
        slip(
            "ruled-out positions get a logit of 0",
            edit=("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return start * may, end * may"),

            why="Because e⁰ = 1, such a position keeps a weight, often more than a position where the answer might be.",
            look="Which logit gives the probability 0?",
        ),
        slip(
            "a large negative number takes the place of −∞",
            edit=("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return start.masked_fill(~may, -10000.0), end.masked_fill(~may, -10000.0)"),

            why="Softmax hardly notices. But code that adds two such scores, or looks for −∞, gets something different.",
            look="What does the docstring say about positions where an answer may not be?",
        ),
        slip(
            "only one of the two scores is masked",
            edit=("end.masked_fill(~may, -math.inf)", "end"),
            also=[("return start.masked_fill(~may, -math.inf)", "return start")],
            why="An answer could then begin in the passage and end in the question.",
            look="How many of your two results depend on `may`?",
        ),
        slip(
            "softmax is already applied",
            edit=("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return start.masked_fill(~may, -math.inf).softmax(-1), end.masked_fill(~may, -math.inf).softmax(-1)"),
            also=[("self.scores(hidden)", "self.scores(hidden).softmax(dim=-1)"), ("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return start.masked_fill(~may, -math.inf).log_softmax(-1), end.masked_fill(~may, -math.inf).log_softmax(-1)")],
            why="You were asked for logits. The loss applies a softmax of its own, and two of them flatten everything.",
            look="What does the docstring say that `forward` returns?",
        ),
        slip(
            "both scores come back in one tensor",
            edit=("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return torch.stack([start, end], dim=-1).masked_fill(~may[..., None], -math.inf)"),
            also=[("start, end = self.scores(hidden).unbind(dim=-1)", "return self.scores(hidden)\n        start, end = self.scores(hidden).unbind(dim=-1)")],
            why="Code such as `start, end = head(…)` would split the batch instead of the two scores.",
            look="Print the type of what you return. What does the docstring promise?",
        ),
        slip(
            "the two scores keep an axis of length 1",
            edit=("start, end = self.scores(hidden).unbind(dim=-1)", "start, end = self.scores(hidden).split(1, dim=-1)\n        may = may[..., None]"),
            why="Softmax along an axis of length 1 gives 1 everywhere.",
            look="Print the shape of `start`. Which axis should not be there?",
        ),
        slip(
            "the bias is left out",
            edit=("self.scores(hidden)", "(hidden @ self.scores.weight.T)"),
            why="Softmax over the positions doesn't notice, because the bias is the same at all of them. But the docstring promises the scores of the linear layer, and its bias is part of them.",
            look="What does `nn.Linear` add to the product?",
        ),
        slip(
            "the two scores are split along the wrong axis",
            edit=("self.scores(hidden).unbind(dim=-1)", "self.scores(hidden).reshape(2, *may.shape)"),
            why="`view` and `reshape` read numbers in the order in which they are stored, and in that order the two scores of a token are neighbours.",
            look="Which two numbers are next to each other in `self.scores(hidden)`?",
        ),
        slip(
            "the mask of the first text is used for all",
            edit=("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return start.masked_fill(~may[0], -math.inf), end.masked_fill(~may[0], -math.inf)"),
            why="Each text has a question and padding of its own length.",
            look="How many rows does `may` have, and how many of them do you use?",
        ),
        slip(
            "[CLS] is ruled out as well",
            edit=("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "may = may.clone()\n        may[:, 0] = False\n        return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)"),
            also=[("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "may = may.clone()\n        may[:, 0] = False\n        return start.masked_fill(~may, -math.inf), end * may")],
            why="[CLS] stands for \"there is no answer\". If it is masked, the reader can't give that answer.",
            look="Who decides which positions are masked: your code, or `may`?",
        ),
        slip(
            "0 is multiplied by −∞",
            edit=("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "shut = (~may).float() * -math.inf\n        return start + shut, end + shut"),
            why="0 · −∞ is nan, so every position to keep is lost.",
            look="What is `0 * -math.inf`?",
        ),
        slip(
            "the vectors of ruled-out positions are masked, not their scores",
            edit=[("self.scores(hidden)", "self.scores(hidden.masked_fill(~may[..., None], 0.0))"), ("return start.masked_fill(~may, -math.inf), end.masked_fill(~may, -math.inf)", "return start, end")],
            why="The score is then the bias, which is a score like any other.",
            look="What is the score of a vector of zeros?",
        ),
    ]  # fmt: skip
    promises = {
        "the first row scores beginnings": "scores",
        "−∞ where an answer may not be": "ruled out",
        "no position is ruled out": dict(closed=0, T=5),
        "as many tokens as scores": dict(T=2, D=2),
        "two texts of two tokens": dict(B=2, T=2),
        "a single token": dict(T=1),
        "the encoder below learns": "grad_hidden",
        "the head learns": "grad_weight",
    }
