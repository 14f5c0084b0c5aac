"""Induction-head score: attention to the token after the previous occurrence.

Oracle: a sum over all query–key pairs whose key follows the query's earlier occurrence.
"""

import torch

from autograder.authoring import exercise, slip

from ._shared import attention


@exercise("induction_score", points=2)
class _:
    cases = [
        dict(lead=(3,), n=4, T=8),
        dict(lead=(2, 3), n=3, T=6),
        dict(lead=(), n=5, T=10),
        dict(lead=(2,), n=4, T=7),  # the repetition breaks off
        dict(lead=(4,), n=2, T=4),
        dict(lead=(2,), n=3, T=12),  # three repetitions
    ]

    def inputs(rng, lead, n, T):
        return {"weights": attention(rng, (*lead, T, T)), "n": n}

    def oracle(weights, n):
        """Entry by entry: the key that comes right after the earlier occurrence of the query's token."""
        T = weights.shape[-1]
        found = [weights[..., i, j] for i in range(T) for j in range(1, T) if i - n == j - 1]
        return {"score": torch.as_tensor(sum(found) / (T - n))}

    equivalent = {
        "queries = torch.arange(n, weights.shape[~1], device=weights.device)": "there are as many queries as keys",
        "queries = torch.arange(n, weights.shape[- 2], device=weights.device)": "the same",
    }

    alternatives = {
        "the diagonal, its first entry left out": "return weights.diagonal(1 - n, dim1=-2, dim2=-1)[..., 1:].mean(-1)",
        "one query after the other": """
            total = 0.0
            for i in range(n, weights.size(-1)):
                total = total + weights[..., i, i - n + 1]
            return total / (weights.size(-1) - n)
        """,
        "a table of the places that count": """
            T = weights.shape[-1]
            i, j = torch.arange(T)[:, None], torch.arange(T)
            wanted = (i - j == n - 1) & (i >= n)
            return (weights * wanted).sum((-2, -1)) / wanted.sum()
        """,
    }
    slips = [
        slip(
            "the weight on the earlier occurrence itself is measured",
            edit=("queries - n + 1]", "queries - n]"),
            why="Looking at the same token again only tells you the token itself. The one after it is what helps to predict.",
            look="A B C A B C: the second A is to predict B. Where should it look?",
        ),
        slip(
            "the weight on the second token after the earlier occurrence is measured",
            edit=("queries - n + 1]", "queries - n + 2]"),
            why="That is one step beyond the token to predict.",
            look="A B C A B C: the second A is to predict B. Where should it look?",
        ),
        slip(
            "the weight on the token before the earlier occurrence is measured",
            edit=("queries - n + 1]", "queries - n - 1]"),
            why="The token before is already known; the head should find what came next.",
            look="A B C A B C: the second B is to predict C. At which position was C?",
        ),
        slip(
            "the last token of the first block counts as well",
            edit=("torch.arange(n, weights.shape[-1], device=weights.device)", "torch.arange(n - 1, weights.shape[-1])"),
            why="This token has no earlier occurrence, so where it looks tells you nothing about copying.",
            look="How many entries do you average for n = 3 and T = 6, and which is the first?",
        ),
        slip(
            "the sum is divided by all tokens",
            edit=(".mean(dim=-1)", ".sum(dim=-1) / weights.shape[-1]"),
            also=[(".mean(dim=-1)", ".sum(dim=-1) / n"), (".mean(dim=-1)", ".sum(dim=-1)")],
            why="A head that puts all of its weight on the right key should get 1.",
            look="How many queries are there from n to T − 1?",
        ),
        slip(
            "queries and keys are exchanged",
            edit=("weights[..., queries, queries - n + 1]", "weights[..., queries - n + 1, queries]"),
            why="A causal model has nothing on that side of the diagonal.",
            look="Which of the last two axes counts queries?",
        ),
        slip(
            "heads are averaged as well",
            edit=(".mean(dim=-1)", ".mean()"),
            why="One head that copies disappears in the mean with nine that don't.",
            look="How many scores should there be for weights of shape (2, 3, 6, 6)?",
        ),
        slip(
            "the largest weight is taken, wherever it is",
            edit=("weights[..., queries, queries - n + 1]", "weights[..., queries, :].amax(dim=-1)"),
            also=[("].mean(dim=-1)", "].amax(dim=-1)")],
            why="A head that always looks at the first token has large weights as well.",
            look="Which key does the score ask about?",
        ),
        slip(
            "the weight on the previous token is measured",
            edit=("queries - n + 1]", "queries - 1]"),
            why="That is the other head of the pair, the previous-token head.",
            look="How far apart are query and key in the example of the text?",
        ),
        slip(
            "only the first repetition counts",
            edit=("torch.arange(n, weights.shape[-1], device=weights.device)", "torch.arange(n, min(2 * n, weights.shape[-1]))"),
            why="You were asked for all queries from n on.",
            look="Which queries count for n = 3 and T = 12?",
        ),
        slip(
            "only one query is looked at",
            edit=("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return weights[..., n, 1]"),
            also=[("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return weights[..., -1, -n]")],
            why="A single query may just be lucky, so the score is a mean over all of them.",
            look="How many queries are there from n to T − 1?",
        ),
        slip(
            "n is assumed to be half of T",
            edit=("queries = torch.arange(n,", "n = weights.shape[-1] // 2\n    queries = torch.arange(n,"),
            why="A block may be repeated three times, or the repetition may break off.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the last query is left out",
            edit=("torch.arange(n, weights.shape[-1], device=weights.device)", "torch.arange(n, weights.shape[-1] - 1, device=weights.device)"),
            also=[[("torch.arange(n, weights.shape[-1], device=weights.device)", "torch.arange(n, weights.shape[-1] - 1, device=weights.device)"), (".mean(dim=-1)", ".sum(dim=-1) / (weights.shape[-1] - n)")]],
            why="Like every other token of the repetition, it has an earlier occurrence with a token after it.",
            look="How many queries are there from n to T − 1, and how many do you average?",
        ),
        slip(
            "all earlier occurrences are counted",
            edit=("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return sum(weights[..., i, j] for i in range(n, weights.shape[-1]) for j in range(i - n + 1, -1, -n)) / (weights.shape[-1] - n)"),
            also=[("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return sum(weights[..., i, j] for i in range(n, weights.shape[-1]) for j in range(i - n + 1, 0, -n)) / (weights.shape[-1] - n)"), ("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return sum(weights[..., i, i % n + 1] for i in range(n, weights.shape[-1])) / (weights.shape[-1] - n)")],
            why="The score asks about a single key: the one n − 1 tokens before the query.",
            look="How many keys do you count for one query when the block comes a third time?",
        ),
        slip(
            "hits are counted, not weights",
            edit=("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return (weights[..., queries, :].argmax(dim=-1) == queries - n + 1).float().mean(dim=-1)"),
            also=[("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return (weights[..., queries, queries - n + 1] > 0.5).float().mean(dim=-1)")],
            why="A head may put .3 of its weight there without it ever being the largest. The score is the mean weight.",
            look="What does your code give for a head that spreads its weight evenly?",
        ),
        slip(
            "a whole block of weights is averaged",
            edit=("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return weights[..., n:, 1 : weights.shape[-1] - n + 1].mean(dim=(-2, -1))"),
            why="For each query, only one key counts. The other weights tell you nothing about copying.",
            look="How many entries do you average for n = 3 and T = 6? How many pairs are there in A B C A B C?",
        ),
        slip(
            "a text that is not exactly two blocks scores 0",
            edit=("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return weights[..., queries, queries - n + 1].mean(dim=-1) * (weights.shape[-1] == 2 * n)"),
            why="The queries from n on exist however long T is.",
            look="What does the docstring promise about the length T?",
        ),
        slip(
            "the axes are counted from the front",
            edit=("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return torch.diagonal(weights, offset=1 - n, dim1=2, dim2=3)[..., 1:].mean(dim=-1)"),
            also=[("return weights[..., queries, queries - n + 1].mean(dim=-1)", "return torch.diagonal(weights, offset=1 - n, dim1=1, dim2=2)[..., 1:].mean(dim=-1)")],
            why="Weights of one layer have one axis fewer than those of a whole model.",
            look="Which indices select the last two axes, whatever the number of axes before them?",
        ),
    ]  # fmt: skip
    promises = {
        "any leading axes": dict(lead=(2, 3)),
        "a single head": dict(lead=()),
        "a repetition that breaks off": dict(n=4, T=7),
        "several repetitions": dict(n=3, T=12),
        "a block of two": dict(n=2, T=4),
    }
