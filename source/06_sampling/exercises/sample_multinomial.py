"""Sample tokens in proportion to unnormalized weights, without torch.multinomial.

The expected values are distributions of single draws and of pairs; one seed must give the same
draws again. Some weights are 0.
"""

import numpy as np
import torch

from autograder.authoring import Distribution, SameAs, exercise, slip

from ._shared import FINISHED

DRAWING = ["torch.multinomial", "torch.distributions", "numpy.random", "random.choices"]


@exercise("sample_multinomial", points=4, forbid=DRAWING + FINISHED)
class _:
    cases = [dict(V=7, total=1.0), dict(V=5, total=0.35), dict(V=9, total=6.0)]
    weights = {
        "draws": 3,
        "pairs": 2,
        "two at once": 2,
        "again": 2,
        "one possible token": 1,
        "weights unchanged": 1,
    }

    def inputs(rng, V, total):
        weights = rng.gamma(1.0, size=V) + 0.1
        weights[[0, V // 2]] = 0.0  # tokens that must never be drawn
        seed, only = int(rng.integers(2**31)), int(rng.integers(1, V))
        return {"weights": total * weights / weights.sum(), "n": 2000, "seed": seed, "only": only}

    def oracle(weights, n, seed, only):
        pairs = np.outer(weights, weights).ravel()
        return {
            "draws": Distribution(weights, n, words="drew token {}"),
            "pairs": Distribution(pairs, n, words="drew token {}, then token {}"),
            "two at once": Distribution(pairs, 500, words="drew token {}, and token {} in the same call"),
            "again": SameAs("draws"),
            "one possible token": torch.full((4,), only),  # nothing is left to chance but shape and type
            "weights unchanged": {"tokens": torch.full((4,), only), "changed": 0},
        }

    equivalent = {
        "return torch.searchsorted(edges, darts, right=False)": "a dart hardly ever meets an edge exactly",
        "edges = weights.cumsum(dim= -1)": "weights have one axis",
    }

    alternatives = {
        "counting the ends that are not above the dart": """
            ends = weights.cumsum(0)
            u = torch.rand((n, 1), generator=generator) * weights.sum()
            return (ends <= u).sum(dim=1)
        """,
        "walking along the line, dart by dart": """
            p = (weights / weights.sum()).tolist()
            found = []
            for _ in range(n):
                left = torch.rand(1, generator=generator).item()
                token = 0
                while token < len(p) - 1 and left >= p[token]:
                    left -= p[token]
                    token += 1
                found.append(token)
            return torch.tensor(found)
        """,
        "largest of noisy log-weights": """
            # The Gumbel trick: no line, the same distribution.
            noise = -torch.log(-torch.log(torch.rand(n, len(weights), generator=generator)))  # (n, V)
            return (weights.log() + noise).argmax(dim=-1)
        """,
    }
    slips = [
        slip(
            "the line is taken to have length 1",
            edit=(" * edges[-1]", ""),
            also=[
                [
                    (" * edges[-1]", ""),
                    ("return torch.searchsorted(edges, darts, right=True)", "return torch.searchsorted(edges, darts, right=True).clamp(max=len(weights) - 1)"),
                ],
                [
                    (" * edges[-1]", ""),
                    ("return torch.searchsorted(edges, darts, right=True)", "return (edges > darts[:, None]).int().argmax(dim=1)"),
                ],
            ],
            why="After a cut the weights sum to less than 1, so some darts fly past the end. If they sum to more, the last tokens "
            "are never hit.",
            look="What is the last of your running sums, and how far do your darts fly?",
        ),
        slip(
            "all draws are the same token",
            edit=("return torch.searchsorted(edges, darts, right=True)", "return weights.argmax().repeat(n)"),
            also=[("torch.rand(n, generator=generator)", "torch.rand(1, generator=generator).repeat(n)")],
            why="Taking the likeliest token each time is `greedy` again, and one dart for all draws is just one draw, copied n times. A token "
            "with a third of the weight should come a third of the time.",
            look="How many different tokens are in your result, and how many darts do you throw?",
        ),
        slip(
            "the generator is ignored",
            edit=("torch.rand(n, generator=generator)", "torch.rand(n)"),
            why="The draws are right, but you can't repeat them, because they don't come from the generator that you were given.",
            look="Which argument of your function does your code never use?",
        ),
        slip(
            "the generator starts anew on every call",
            edit=("generator=generator)", "generator=generator.manual_seed(0))", "generator=torch.Generator().manual_seed(generator.initial_seed()))"),
            why="A generator that is reset on every call gives the same token forever.",
            look="Call your function twice with the same generator. Should the second result equal the first?",
        ),
        slip(
            "the running sum is missing",
            edit=("weights.cumsum(dim=0)", "weights.sort().values"),
            also=[
                ("return torch.searchsorted(edges, darts, right=True)", "return (weights > darts[:, None]).int().argmax(dim=1)"),
                ("edges = weights.cumsum(dim=0)", "edges = weights"),
            ],
            why="A dart has to be compared with the end of each token's piece, but a weight is the length of a piece, not where it ends.",
            look="Where on the line does the piece of the third token begin and end?",
        ),
        slip(
            "the position in the sorted order is returned, not the token",
            edit=("weights.cumsum(dim=0)", "weights.sort(descending=True).values.cumsum(dim=0)", "weights.sort().values.cumsum(dim=0)"),
            why="Sorting puts the tokens in a different order, so position 0 is no longer token 0.",
            look="Which token is at position 0 of your sorted weights?",
        ),
        slip(
            "tokens are off by one",
            edit=("right=True)", "right=True) - 1"),
            also=[("right=True)", "right=True) + 1")],
            why="The dart .1 lands in the first piece, which belongs to token 0.",
            look="For the weights .5, .2 and .3 and the dart .1, which token do you return?",
        ),
        slip(
            "the weights are ignored",
            edit=("weights.cumsum(dim=0)", "(weights > 0).float().cumsum(dim=0)"),
            also=[("edges = weights.cumsum(dim=0)", "return torch.randint(len(weights), (n,), generator=generator)\n    edges = weights.cumsum(dim=0)")],
            why="Every token comes equally often, so nothing the model has learned reaches the text.",
            look="Count how often each token comes. How do the counts compare with the weights?",
        ),
        slip(
            "softmax is applied to weights that are probabilities already",
            edit=("weights.cumsum(dim=0)", "weights.softmax(dim=0).cumsum(dim=0)"),
            why="That flattens them, so even a token with weight 0 can be drawn.",
            look="How likely is a token with weight 0 after softmax?",
        ),
        slip(
            "darts are drawn from a normal distribution",
            edit=("torch.rand(n, generator=generator)", "torch.randn(n, generator=generator).abs()", "torch.randn(n, generator=generator)"),
            why="Every point on the line must be equally likely to be hit.",
            look="What is the difference between `torch.rand` and `torch.randn`?",
        ),
        slip(
            "each id is in a row of its own",
            edit=("return torch.searchsorted(edges, darts, right=True)", "return torch.searchsorted(edges, darts, right=True)[:, None]"),
            why="The ids are right, but code that counts them or appends them to a text expects n numbers in a single row.",
            look="What is the shape of your result for n = 4?",
        ),
        slip(
            "the ids are not int64",
            edit=("right=True)", "right=True, out_int32=True)"),
            also=[("return torch.searchsorted(edges, darts, right=True)", "return torch.searchsorted(edges, darts, right=True).float()")],
            why="Ids are looked up in tables, counted and joined with other ids, and torch expects int64 for that.",
            look="Print the dtype of your result. Which one does the docstring ask for?",
        ),
        slip(
            "the largest product of weight and noise wins",
            edit=("edges = weights.cumsum(dim=0)", "return (weights * torch.rand(n, len(weights), generator=generator)).argmax(dim=1)\n    edges = weights.cumsum(dim=0)"),
            why="A heavy token then wins more often than its weight allows, and a light one hardly ever wins.",
            look="If two tokens have weights .75 and .25, in what share of all draws does the first one win?",
        ),
        slip(
            "a token is not drawn again until all tokens have been drawn",
            edit="""
                possible = int((weights > 0).sum())
                rounds = torch.rand(-(-n // possible), len(weights), generator=generator)
                order = (-rounds.log() / weights).argsort(dim=1)[:, :possible]
                return order.flatten()[:n]
            """,
            why="Over many draws every token then comes equally often, whatever its weight.",
            look="What does the docstring say about a token that has already been drawn?",
        ),
        slip(
            "the darts of one call depend on each other",
            edit=("generator=generator)", "generator=generator).sort().values"),
            also=[
                ("torch.rand(n, generator=generator)", "((torch.arange(n) + torch.rand(n, generator=generator)) / n)"),
                ("torch.rand(n, generator=generator)", "((torch.arange(n) + torch.rand(n, generator=generator)) / n)[torch.randperm(n, generator=generator)]"),
            ],
            why="Sorted darts give the tokens in the order of their ids, and darts that are spread evenly never land close together. "
            "A draw should tell you nothing about the next one.",
            look="If you draw two tokens in one call, many times over, does every pair come up, in both orders?",
        ),
    ]  # fmt: skip
    promises = {
        "a probability proportional to the weight": "draws",
        "a sum of 1": dict(total=1.0),
        "a sum below 1": dict(total=0.35),
        "a sum above 1": dict(total=6.0),
        "drawn from the generator": "again",
        "one call has nothing to do with the next": "pairs",
        "one draw has nothing to do with the others": "two at once",
        "a token may come several times": "draws",
        "weights stay as they are": "weights unchanged",
        "ids in int64, (n,)": "one possible token",
    }
