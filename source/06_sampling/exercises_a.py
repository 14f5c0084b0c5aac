"""What decides the exercises of sitting a: choosing one token.

Oracles: the logits processors of transformers in float64, numpy sorts and loops, and exact probabilities.
"""

import numpy as np
import torch

from autograder.authoring import Distribution, SameAs, exercise, slip

DRAWING = ["torch.multinomial", "torch.distributions", "numpy.random"]
FINISHED = ["utils.blocks.sampling"]
KNOB = ["transformers", *FINISHED]
INF = float("inf")


def softmax(x):
    """Softmax along the last axis in float64; −∞ gives 0."""
    x = np.asarray(x, dtype=np.float64)
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def processed(processor, logits, seen=None):
    """What a processor of transformers makes of logits (..., V), in float64."""
    x = torch.as_tensor(np.asarray(logits), dtype=torch.float64)
    rows = x.reshape(-1, x.shape[-1])
    seen = torch.zeros(len(rows), 1, dtype=torch.long) if seen is None else torch.as_tensor(seen)
    return processor(seen, rows).reshape(x.shape).numpy()


def apart(rng, shape, spread=1.5, gap=0.02, near=None):
    """Logits (..., V) in random order, of which no two of a row are closer than the gap; near: how close the best two are."""
    x = np.sort(rng.standard_normal(shape) * spread, axis=-1) + gap * np.arange(shape[-1])
    if near:
        x[..., -1] = x[..., -2] + near
    return rng.permuted(x, axis=-1)


def rule_out(rng, x, n):
    """Give n logits of each row −∞, in place; where n is a tuple, each row has a number of its own."""
    for i, row in enumerate(x.reshape(-1, x.shape[-1])):
        row[rng.permutation(len(row))[: n[i] if isinstance(n, tuple) else n]] = -INF
    return x


def unchanged(probabilities, name="probabilities"):
    return {name: probabilities, "changed": 0}


# --- one token ------------------------------------------------------------------------------------------------------


@exercise("greedy", points=1, forbid=FINISHED)
class _:
    cases = [
        dict(shape=(9,)),
        dict(shape=(6, 11)),
        dict(shape=(2, 3, 8)),
        dict(shape=(5, 5), low=True),
        dict(shape=(3, 7), out=4),
        dict(shape=(4, 6), low=True, out=3),
        dict(shape=(1, 6)),
        dict(shape=(3, 300), flat=True),
    ]

    def inputs(rng, shape, low=False, out=0, flat=False):
        x = apart(rng, shape, spread=0.1, gap=0.0005) if flat else 3 * apart(rng, shape)
        return {"logits": rule_out(rng, -30 - np.abs(x) if low else x, out)}

    def oracle(logits):
        rows = logits.reshape(-1, logits.shape[-1])
        best = [sorted(range(len(row)), key=lambda i: row[i])[-1] for row in rows]
        return {"ids": torch.as_tensor(best).reshape(logits.shape[:-1])}

    alternatives = {
        "max of the probabilities": "return logits.softmax(dim=-1).max(dim=-1).indices",
        "the last of the sorted ones": "return logits.sort(dim=-1).indices[..., -1]",
        "the best of one": "return torch.topk(logits, 1, dim=-1)[1].squeeze(-1)",
    }
    slips = [
        slip(
            "the maximum is looked for in all rows together",
            edit=("logits.argmax(dim=-1)", "logits.argmax()"),
            also=[("logits.argmax(dim=-1)", "(logits.argmax() % logits.shape[-1]).expand(logits.shape[:-1])")],
            why="A batch of texts would get one token among them, and its number is that of a place in the whole tensor.",
            look="How many ids should come back for logits of shape (6, 11)?",
        ),
        slip(
            "the maximum runs along another axis than the last",
            edit=("dim=-1", "dim=0", "dim=1", "dim=1 if logits.ndim > 1 else 0"),
            why="Then tokens are not compared with each other; texts are.",
            look="Which axis of (B, V) has one entry for each token?",
        ),
        slip(
            "the least likely token is chosen",
            edit=("logits.argmax(", "logits.argmin("),
            also=[("logits.argmax(dim=-1)", "logits.sort(dim=-1).indices[..., 0]")],
            why="That is the one token the model would never write.",
            look="In which direction do you sort or search?",
        ),
        slip(
            "the largest logit comes back, not its token",
            edit=("logits.argmax(dim=-1)", "logits.amax(dim=-1)", "logits.max(dim=-1).values"),
            also=[("logits.argmax(dim=-1)", "logits.softmax(dim=-1).amax(dim=-1)")],
            why="The next step looks the id up in a table of tokens; a logit cannot be looked up.",
            look="Which of the two results of `max` says where the maximum stands?",
        ),
        slip(
            "the axis of the vocabulary stays",
            edit=("dim=-1", "dim=-1, keepdim=True"),
            why="One id for each text was asked for; here each stands in a row of its own.",
            look="Print the shape of your result for logits of shape (9,).",
        ),
        slip(
            "the sign of the logits is ignored",
            edit=("logits.argmax", "logits.abs().argmax"),
            why="A logit of −30 means that a token is out of the question.",
            look="Which of −30 and 2 has the larger probability?",
        ),
        slip(
            "every row gets the tokens in the order of their logits",
            edit=("logits.argmax(dim=-1)", "logits.argsort(dim=-1, descending=True)"),
            why="The order is right, and only its first entry was asked for.",
            look="How many ids should there be for each text?",
        ),
        slip(
            "both results of `max` come back",
            edit=("logits.argmax(dim=-1)", "tuple(logits.max(dim=-1))"),
            why="`max` along an axis gives the largest values and their places; the next step wants one thing, the id.",
            look="Print what your function returns. Which part of it is the id?",
        ),
        slip(
            "every token is marked True or False",
            edit=("logits.argmax(dim=-1)", "logits == logits.amax(dim=-1, keepdim=True)"),
            why="The mark stands in the right place, and the number of that place was asked for.",
            look="How many ids should there be for each text?",
        ),
        slip(
            "a batch of one text loses its axis",
            edit=("logits.argmax(dim=-1)", "logits.argmax(dim=-1, keepdim=True).squeeze()"),
            why="Whoever asks for a batch gets a batch back. A loop over its texts fails as soon as a single one is left.",
            look="Print the shape of your result for logits of shape (1, 6).",
        ),
        slip(
            "a token that is ruled out is treated as if its logit were 0",
            edit=("logits.argmax(", "logits.masked_fill(logits == -math.inf, 0.0).argmax("),
            why="Where all other logits are negative, the impossible token wins.",
            look="Which is the largest of −3, −5 and 0, and which of them did you put there yourself?",
        ),
        slip(
            "ids count only the tokens that are possible",
            edit="""
                rows = logits.reshape(-1, logits.shape[-1])
                best = [row[row > -math.inf].argmax() for row in rows]
                return torch.stack(best).reshape(logits.shape[:-1])
            """,
            why="Once some tokens have been taken out, those behind them move up, and a place no longer says which token stands there.",
            look="Logits −∞, 1, 2: where does the 2 stand in your list, and which token is it?",
        ),
    ]  # fmt: skip
    promises = {
        "any axes in front": dict(shape=(2, 3, 8)),
        "a single row": dict(shape=(9,)),
        "as many rows as tokens": dict(shape=(5, 5)),
        "a batch of one text": dict(shape=(1, 6)),
        "all logits negative": dict(low=True),
        "after a cut": dict(out=4),
        "all logits negative, after a cut": dict(low=True, out=3),
        "many tokens that are nearly as likely": dict(flat=True),
    }


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
        weights[[0, V // 2]] = 0.0  # tokens that must never come
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
            why="After a cut the weights sum to less than 1, and darts fly past the end. Where they sum to more, the last tokens "
            "are never hit.",
            look="What is the last of your running sums, and how far do your darts fly?",
        ),
        slip(
            "all draws are one and the same token",
            edit=("return torch.searchsorted(edges, darts, right=True)", "return weights.argmax().repeat(n)"),
            also=[("torch.rand(n, generator=generator)", "torch.rand(1, generator=generator).repeat(n)")],
            why="The likeliest token each time is `greedy` again, and one dart for all draws is one draw, n times written down. A token "
            "with a third of the weight should come a third of the time.",
            look="How many different tokens are in your result, and how many darts do you throw?",
        ),
        slip(
            "the generator is ignored",
            edit=("torch.rand(n, generator=generator)", "torch.rand(n)"),
            why="The draws are right, but nobody can repeat them: they come from torch's global stream.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the generator starts anew on every call",
            edit=("generator=generator)", "generator=generator.manual_seed(0))", "generator=torch.Generator().manual_seed(generator.initial_seed()))"),
            why="A stream that is set back on every call gives the same token for ever.",
            look="Call your function twice with the same generator. Should the second result equal the first?",
        ),
        slip(
            "the running sum is missing",
            edit=("weights.cumsum(dim=0)", "weights.sort().values"),
            also=[
                ("return torch.searchsorted(edges, darts, right=True)", "return (weights > darts[:, None]).int().argmax(dim=1)"),
                ("edges = weights.cumsum(dim=0)", "edges = weights"),
            ],
            why="A dart is compared with the end of each token's piece. A weight is the length of a piece, not where it ends.",
            look="Where on the line does the piece of the third token begin and end?",
        ),
        slip(
            "the place in the sorted order is returned, not the token",
            edit=("weights.cumsum(dim=0)", "weights.sort(descending=True).values.cumsum(dim=0)", "weights.sort().values.cumsum(dim=0)"),
            why="Sorting puts tokens into another order, so place 0 is no longer token 0.",
            look="Which token stands at place 0 of your sorted weights?",
        ),
        slip(
            "tokens are off by one",
            edit=("right=True)", "right=True) - 1"),
            also=[("right=True)", "right=True) + 1")],
            why="The dart .1 lies in the first piece, which is that of token 0.",
            look="Three weights .5, .2, .3 and the dart .1: which token do you return?",
        ),
        slip(
            "the weights are ignored",
            edit=("weights.cumsum(dim=0)", "(weights > 0).float().cumsum(dim=0)"),
            also=[("edges = weights.cumsum(dim=0)", "return torch.randint(len(weights), (n,), generator=generator)\n    edges = weights.cumsum(dim=0)")],
            why="Every token comes equally often, so nothing of what the model has learned reaches the text.",
            look="Count how often each token comes and lay it beside the weights.",
        ),
        slip(
            "softmax is taken of weights that are probabilities already",
            edit=("weights.cumsum(dim=0)", "weights.softmax(dim=0).cumsum(dim=0)"),
            why="That flattens them, and a token with weight 0 gets a chance.",
            look="How likely is a token with weight 0 after softmax?",
        ),
        slip(
            "darts are drawn from a normal distribution",
            edit=("torch.rand(n, generator=generator)", "torch.randn(n, generator=generator).abs()", "torch.randn(n, generator=generator)"),
            why="Each place of the line must be hit equally often.",
            look="What is the difference between `torch.rand` and `torch.randn`?",
        ),
        slip(
            "each id stands in a row of its own",
            edit=("return torch.searchsorted(edges, darts, right=True)", "return torch.searchsorted(edges, darts, right=True)[:, None]"),
            why="The ids are right. What is written next to a text, or counted, expects n numbers in a row.",
            look="Print the shape of your result for n = 4.",
        ),
        slip(
            "the ids are not int64",
            edit=("right=True)", "right=True, out_int32=True)"),
            also=[("return torch.searchsorted(edges, darts, right=True)", "return torch.searchsorted(edges, darts, right=True).float()")],
            why="Ids are looked up in tables, counted and joined with other ids, and torch wants int64 for that.",
            look="Print the dtype of what you return. What does the docstring say of it?",
        ),
        slip(
            "the largest product of weight and noise wins",
            edit=("edges = weights.cumsum(dim=0)", "return (weights * torch.rand(n, len(weights), generator=generator)).argmax(dim=1)\n    edges = weights.cumsum(dim=0)"),
            why="A heavy token wins more often than its weight says, and a light one hardly ever.",
            look="Two tokens with weights .75 and .25: in which share of all throws does the first one win?",
        ),
        slip(
            "a token that has been drawn does not come again until all have come",
            edit="""
                possible = int((weights > 0).sum())
                rounds = torch.rand(-(-n // possible), len(weights), generator=generator)
                order = (-rounds.log() / weights).argsort(dim=1)[:, :possible]
                return order.flatten()[:n]
            """,
            why="Over many draws every token then comes equally often, whatever its weight.",
            look="What does the docstring say about a token that has come already?",
        ),
        slip(
            "the darts of one call depend on each other",
            edit=("generator=generator)", "generator=generator).sort().values"),
            also=[
                ("torch.rand(n, generator=generator)", "((torch.arange(n) + torch.rand(n, generator=generator)) / n)"),
                ("torch.rand(n, generator=generator)", "((torch.arange(n) + torch.rand(n, generator=generator)) / n)[torch.randperm(n, generator=generator)]"),
            ],
            why="Sorted darts give the tokens in the order of their ids, and darts that are spread evenly never fall close together. "
            "A draw should say nothing about the next one.",
            look="Draw two tokens in one call, many times. Does every pair come, in both orders?",
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


@exercise("with_temperature", points=3, forbid=KNOB)
class _:
    cases = [
        dict(shape=(8,), T=(0.4, 0.7)),
        dict(shape=(3, 9), T=(1.6, 3.0)),
        dict(shape=(2, 3, 7), T=(0, 0)),
        dict(shape=(4, 6), T=(0, 0), out=2),
        dict(shape=(3, 10), T=(INF, INF), out=3),
        dict(shape=(2, 9), T=(0.6, 0.8), out=4),
        dict(shape=(2, 8), T=(1.2, 1.6), out=2, level=-400),
        dict(shape=(7,), T=(1, 1)),
        dict(shape=(6,), T=(0.01, 0.02)),
        dict(shape=(4, 6), T=(0, 0), near=3e-4),
        dict(shape=(3, 7), T=(0.04, 0.06), near=0.05),
        dict(shape=(2, 6), T=(30, 50), spread=60),  # differences that no probability in float32 can hold
    ]

    weights = {"probabilities": 4, "ruled out": 1, "logits unchanged": 1}

    def inputs(rng, shape, T, out=0, level=0, near=None, spread=1.5):
        for _ in range(1000):
            x = rule_out(rng, level + apart(rng, shape, spread=spread, gap=0.05, near=near), out)
            below = x.max(axis=-1, keepdims=True) - x
            if spread < 60 or ((below > 110) & (below < 180)).any():  # 0 in float32, and heat brings it back
                break
        else:
            raise AssertionError("no such logits")
        return {"logits": x, "temperature": T[0] if T[0] == T[1] else float(rng.uniform(*T))}

    def oracle(logits, temperature):
        """Powers of probabilities, which T = 0 and T = ∞ are the ends of."""
        p = softmax(logits)
        p = p / p.max(axis=-1, keepdims=True)
        if temperature == 0:
            p = (p == 1).astype(np.float64)
        elif temperature == INF:
            p = (p > 0).astype(np.float64)
        else:
            p = p ** (1 / temperature)
        p = p / p.sum(axis=-1, keepdims=True)
        return {
            "probabilities": p,
            "ruled out": {"probabilities": p, "come back": 0},
            "logits unchanged": unchanged(p),
        }

    equivalent = {
        "if temperature <= 0:": "there is no temperature below 0",
        "return (logits / temperature).masked_fill(logits <= -math.inf, -math.inf)": "nothing is below −∞",
        "return torch.full_like(logits, -math.inf).scatter(-1, best, 1.0)": "softmax of a single possible token is 1, whatever its logit",
        "return torch.full_like(logits, -math.inf).scatter(-1, best, -1.0)": "the same",
    }

    alternatives = {
        "powers of probabilities": """
            p = logits.double().softmax(dim=-1)  # float32 would lose the least likely
            p = p / p.amax(dim=-1, keepdim=True)
            if temperature == 0:
                return torch.where(p == 1, 0.0, -torch.inf)
            if temperature == float("inf"):
                return torch.where(p > 0, 0.0, -torch.inf)
            return p.double().log() / temperature
        """,
        "a very small temperature for none": """
            if temperature == math.inf:
                return torch.where(torch.isinf(logits), logits, torch.zeros_like(logits))
            return (logits - logits.amax(-1, keepdim=True)) / max(temperature, 1e-6)
        """,
        "one-hot for the best": """
            if temperature == 0:
                return torch.nn.functional.one_hot(logits.argmax(-1), logits.shape[-1]).float().log()
            return torch.where(logits.isneginf(), logits, logits / temperature)
        """,
    }
    slips = [
        slip(
            "the logits are multiplied by the temperature",
            edit=("(logits / temperature)", "(logits * temperature)", "(logits * (temperature if temperature < math.inf else 0.0))"),
            why="Then heat sharpens the distribution, and cold flattens it: the knob turns the wrong way.",
            look="Should the best token become likelier or less likely at T = 2?",
        ),
        slip(
            "at temperature 0 logits become infinite, and softmax of them is nan",
            edit=("temperature == 0", "False"),
            why="What is divided by 0 is infinite, and softmax of a logit of ∞ is ∞/∞, not a number. T = 0 is *defined* as greedy.",
            look="What is left of the distribution when T comes closer and closer to 0?",
        ),
        slip(
            "neither end is looked after",
            edit=[("temperature == 0", "False"), (".masked_fill(logits == -math.inf, -math.inf)", "")],
            why="The formula has no value at T = 0, and −∞/∞ is not a number. Both ends need a decision of their own.",
            look="What did you work out in the text above for T → 0, and what for T → ∞?",
        ),
        slip(
            "probabilities come back in place of logits",
            edit=[("return torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "return torch.zeros_like(logits).scatter(-1, best, 1.0)"), ("return (logits / temperature).masked_fill(logits == -math.inf, -math.inf)", "return (logits / temperature).softmax(dim=-1)")],
            also=[
                ("(logits / temperature).masked_fill(logits == -math.inf, -math.inf)", "(logits / temperature).masked_fill(logits == -math.inf, -math.inf).softmax(dim=-1)"),
                [("return torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "return torch.zeros_like(logits).scatter(-1, best, 1.0)"), ("(logits / temperature).masked_fill(logits == -math.inf, -math.inf)", "(logits / temperature).masked_fill(logits == -math.inf, -math.inf).softmax(dim=-1)")],
                [("temperature == 0", "False"), ("return (logits / temperature).masked_fill(logits == -math.inf, -math.inf)", "return (logits / temperature).softmax(dim=-1)")],
            ],
            why="The next knob takes them for logits: softmax of numbers between 0 and 1 is nearly uniform.",
            look="What does the docstring say that the function returns?",
        ),
        slip(
            "another temperature takes the place of 0 or of ∞",
            edit=[("temperature == 0", "False"), ("(logits / temperature)", "(logits / max(temperature, 1e-3))")],
            also=[
                [("temperature == 0", "False"), ("(logits / temperature)", "(logits / max(temperature, 1e-2))")],
                [("temperature == 0", "False"), ("(logits / temperature)", "(logits / max(temperature, 1e-4))")],
                [("temperature == 0", "False"), ("(logits / temperature).masked_fill(logits == -math.inf, -math.inf)", "logits / max(temperature, 1e-3)")],
                ("(logits / temperature)", "(logits / min(temperature, 100))"),
            ],
            why="A small temperature leaves the second best a chance where it is close to the best, and a large one still prefers "
            "what was likely. Both ends have a value of their own.",
            look="Two logits differ by .0003. Which probabilities does your smallest temperature give them?",
        ),
        slip(
            "a low temperature is taken for 0",
            edit=("temperature == 0", "temperature < 0.1"),
            why="At T = .05 a token that is nearly as likely as the best has a fair chance, and here it has none.",
            look="Logits 1 and .95 at T = .05: what is the ratio of their probabilities?",
        ),
        slip(
            "powers are taken of probabilities, of which the smallest are 0",
            edit=("(logits / temperature)", "(logits.softmax(dim=-1) ** (1 / temperature)).log()"),
            also=[("(logits / temperature).masked_fill(logits == -math.inf, -math.inf)", "(logits.softmax(dim=-1) ** (1 / temperature)).log()")],
            why="In float32 a probability below about 10⁻⁴⁵ is 0, and 0 to any power stays 0. Heat should bring such a token back.",
            look="What is softmax of 0 and −120 in float32, and what should it be at T = 40?",
        ),
        slip(
            "at temperature 0 whole rows are written, not one token of each",
            edit=("torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "torch.full_like(logits, -math.inf).index_put((best.squeeze(-1),), torch.tensor(0.0))"),
            why="An index without an axis of its own counts along the first axis, which is that of the texts.",
            look="What does `logits[2]` stand for when logits have shape (4, 6)?",
        ),
        slip(
            "at temperature 0 nothing is done",
            edit=[("best = logits.argmax(dim=-1, keepdim=True)", "best = logits"), ("return torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "return best")],
            why="T = 0 asks for the likeliest token and nothing else; this leaves every other one its chance.",
            look="What is left of the distribution when T comes closer and closer to 0?",
        ),
        slip(
            "at temperature 0 the scores of a one-hot vector are taken for logits",
            edit=("torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "torch.zeros_like(logits).scatter(-1, best, 1.0)"),
            why="A logit of 0 is not a probability of 0: beside one 1, every 0 keeps more than a third of its chance.",
            look="What is softmax of 1, 0, 0, 0? Which logit has the probability 0?",
        ),
        slip(
            "at temperature 0 the token comes back in place of logits",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "return best.squeeze(-1)"),
            also=[("return torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "return best")],
            why="The next knob, or softmax, expects V logits. Which ones leave a single token its chance?",
            look="What shape does the docstring promise, at any temperature?",
        ),
        slip(
            "at temperature 0 the distribution becomes uniform",
            edit=("torch.full_like(logits, -math.inf).scatter(-1, best, 0.0)", "torch.zeros_like(logits)"),
            why="That is the other end, T = ∞. Cold makes one token win; heat makes them equal.",
            look="The ratio of two probabilities is e to their difference over T. Where does it go for T → 0?",
        ),
        slip(
            "at temperature 0 one token is left for the whole batch",
            edit=("best = logits.argmax(dim=-1, keepdim=True)", "flat = torch.full((logits.numel(),), -math.inf)\n        flat[logits.argmax()] = 0.0\n        return flat.reshape(logits.shape)\n        best = 0"),
            why="Every row has a likeliest token of its own.",
            look="How many maxima are there for logits of shape (2, 3, 7)?",
        ),
        slip(
            "at infinite temperature, what was ruled out becomes nan",
            edit=(".masked_fill(logits == -math.inf, -math.inf)", ""),
            why="−∞ divided by ∞ is not a number, and one nan spoils the whole row.",
            look="What is `torch.tensor(-math.inf) / math.inf`?",
        ),
        slip(
            "what was ruled out comes back",
            edit=(".masked_fill(logits == -math.inf, -math.inf)", ".nan_to_num(nan=0.0)"),
            also=[(".masked_fill(logits == -math.inf, -math.inf)", ".masked_fill(logits == -math.inf, 0.0)"), ("return (logits / temperature)", "if temperature == math.inf:\n        return torch.zeros_like(logits)\n    return (logits / temperature)")],
            why="Somebody cut these tokens off. No temperature, however high, makes the impossible possible.",
            look="Which tokens have probability 0 before, and which after?",
        ),
        slip(
            "the probabilities are divided, not the logits",
            edit=("(logits / temperature)", "(logits.softmax(dim=-1) / temperature)"),
            also=[("(logits / temperature)", "(logits.softmax(dim=-1) / temperature).log()")],
            why="Dividing all probabilities by one number and sharing out again changes nothing, and taking them for logits flattens everything.",
            look="Does T stand inside the exponential or outside of it?",
        ),
        slip(
            "the temperature is squared or its root is taken",
            edit=("(logits / temperature)", "(logits / temperature**2)", "(logits / temperature**0.5)"),
            why="Two programs with the same setting would give different distributions.",
            look="Logits 2 and 0 at T = 2: what is the difference after your line?",
        ),
        slip(
            "a large negative number takes the place of −∞",
            edit=(".masked_fill(logits == -math.inf, -math.inf)", ".masked_fill(logits == -math.inf, -1e9)", ".nan_to_num(nan=-1e9)", ".clamp(min=-1e9).nan_to_num(nan=-1e9)"),
            also=[
                ("torch.full_like(logits, -math.inf)", "torch.full_like(logits, -1e9)"),
                ("torch.full_like(logits, -math.inf)", "torch.full_like(logits, -1e4)"),
                ("return (logits / temperature)", "if temperature < math.inf:\n        return logits.clamp(min=-1e4) / temperature\n    return (logits / temperature)"),
            ],
            why="Softmax hardly sees the difference, but a number can come back: divided by an infinite temperature it is 0, like all others.",
            look="What does the docstring say of tokens that are ruled out?",
        ),
        slip(
            "the caller's logits are changed",
            edit=("(logits / temperature)", "logits.div_(temperature)"),
            also=[("return (logits / temperature)", "logits /= temperature\n    return logits")],
            why="Whoever tries a second temperature on the same logits gets the product of both.",
            look="Print the logits before and after the call. Which line writes into them?",
        ),
    ]  # fmt: skip
    promises = {
        "below 1 it is sharper": dict(T=(0.4, 0.7)),
        "above 1 it is flatter": dict(T=(1.6, 3.0)),
        "at 1 nothing changes": dict(T=(1, 1)),
        "at 0 only the likeliest token of each row is left": dict(T=(0, 0), shape=(2, 3, 7)),
        "at infinity all that are possible are equally likely": dict(T=(INF, INF)),
        "what is ruled out stays so": dict(out=4),
        "very cold": dict(T=(0.01, 0.02)),
        "at 0 the second best is out, however close it is": dict(T=(0, 0), near=3e-4),
        "cold, and the best two are close": dict(near=0.05),
        "far too unlikely for a probability in float32, and possible": dict(spread=60),
        "logits far below zero": dict(level=-400),
        "−∞ for those that are ruled out": "ruled out",
        "logits stay as they are": "logits unchanged",
    }


# --- cuts -----------------------------------------------------------------------------------------------------------


@exercise("top_k", points=3, forbid=KNOB)
class _:
    cases = [
        dict(shape=(9,), k=3),
        dict(shape=(4, 8), k=2, levels=True),
        dict(shape=(2, 3, 6), k=1),
        dict(shape=(3, 7), k=4, ties=True),
        dict(shape=(2, 5), k=9),
        dict(shape=(5, 5), k=3),
        dict(shape=(3, 8), k=4, out=5),  # three are possible, and four are asked for
        dict(shape=(3, 9), k=4, out=(6, 0, 3)),
    ]
    weights = {"probabilities": 4, "possible tokens": 1, "logits unchanged": 1}

    def inputs(rng, shape, k, levels=False, ties=False, out=0):
        x = rule_out(rng, apart(rng, shape), out)
        if levels:  # rows far apart, so that one bar for all of them is none for most
            x = x + 20 * np.arange(shape[0])[:, None]
        if ties:  # the k-th and the two after it are equal
            order = np.argsort(-x, axis=-1)
            np.put_along_axis(x, order[:, k : k + 2], np.take_along_axis(x, order[:, k - 1 : k], -1), -1)
        return {"logits": x, "k": k, "ties": ties}

    def oracle(logits, k, ties):
        if ties:  # by hand: transformers keeps all that are equal
            best = -np.sort(-logits, axis=-1)
            best[:, k:] = -INF
            p = softmax(best)
        else:
            from transformers import TopKLogitsWarper

            p = softmax(processed(TopKLogitsWarper(int(k)), logits))
        return {"probabilities": p, "possible tokens": p > 0, "logits unchanged": unchanged(p)}

    alternatives = {
        "the ranks of all tokens": """
            rank = logits.argsort(dim=-1, descending=True, stable=True).argsort(dim=-1)
            return torch.where(rank < k, logits, -math.inf)
        """,
        "one row after the other": """
            rows = logits.clone().reshape(-1, logits.shape[-1])
            for row in rows:
                order = row.sort(descending=True).indices
                row[order[k:]] = float("-inf")
            return rows.reshape(logits.shape)
        """,
        "the best taken out k times": """
            left, result = logits.clone(), torch.full_like(logits, -math.inf)
            for _ in range(min(k, logits.shape[-1])):
                best = left.argmax(-1, keepdim=True)
                result.scatter_(-1, best, logits.gather(-1, best))
                left.scatter_(-1, best, -math.inf)
            return result
        """,
    }
    slips = [
        slip(
            "k + 1 tokens stay",
            edit=("k = min(k, logits.shape[-1])", "k = min(k + 1, logits.shape[-1])"),
            why="From 0 to k there are k + 1 of them: the slip of the lecture's formula.",
            look="How many tokens have a probability above 0 for k = 1?",
        ),
        slip(
            "k − 1 tokens stay",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "return logits.masked_fill(logits <= values[..., -1:], -math.inf)"),
            also=[("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "return torch.full_like(logits, -math.inf).scatter(-1, ids[..., : k - 1], values[..., : k - 1])")],
            why="The k-th token belongs to the best k. With k = 1 nothing would be left, and softmax of nothing is nan.",
            look="Is the k-th token below the bar, or on it?",
        ),
        slip(
            "of tokens that are equal at the border none stays",
            edit="""
                if k >= logits.shape[-1]:
                    return logits.clone()
                below = logits.topk(k + 1, dim=-1).values[..., -1:]
                return logits.masked_fill(logits <= below, -math.inf)
            """,
            why="Fewer than k are left then. Some of the equal tokens have to stay, so that there are k.",
            look="Logits 2, 1, 1, 1 and k = 2: how many are above the third best?",
        ),
        slip(
            "all that are equal to the k-th token stay",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "return logits.masked_fill(logits < values[..., -1:], -math.inf)"),
            why="With ties more than k stay. The library does the same; here exactly k were asked for.",
            look="Logits 2, 1, 1, 1 and k = 2: how many are not below the second best?",
        ),
        slip(
            "what is ruled out gets the logit 0",
            edit=("torch.full_like(logits, -math.inf)", "torch.zeros_like(logits)"),
            also=[("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "return logits * torch.zeros_like(logits).scatter(-1, ids, 1.0)")],
            why="e⁰ = 1: such a token keeps a weight of 1, and often more than it had.",
            look="Which logit has the probability 0?",
        ),
        slip(
            "one bar is taken for the whole batch",
            edit=("values, ids = logits.topk(k, dim=-1)", "values = logits.flatten().topk(k).values\n    return logits.masked_fill(logits < values[-1], -math.inf)\n    values, ids = logits.topk(k, dim=-1)"),
            also=[
                """
                flat = logits.flatten()
                values, ids = flat.topk(min(k, len(flat)))
                return torch.full_like(flat, -math.inf).scatter(0, ids, values).reshape(logits.shape)
                """
            ],
            why="Each text has its own best k. A row with small logits would lose all of its tokens.",
            look="How many tokens should stay in a batch of 4 texts, for k = 2?",
        ),
        slip(
            "a token that stays in one row stays in all",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "drop = torch.ones_like(logits, dtype=torch.bool)\n    drop[..., ids] = False\n    return logits.masked_fill(drop, -math.inf)"),
            why="`[..., ids]` takes these places in every row. Each row has a set of its own.",
            look="What is the shape of `logits[..., ids]` for logits (4, 8) and ids (4, 2)?",
        ),
        slip(
            "axis 1 is taken for the last one",
            edit=[("logits.topk(k, dim=-1)", "logits.topk(k, dim=1)"), ("scatter(-1,", "scatter(1,")],
            also=[
                [("logits.topk(k, dim=-1)", "logits.topk(min(k, logits.shape[min(1, logits.ndim - 1)]), dim=min(1, logits.ndim - 1))"), ("scatter(-1,", "scatter(min(1, logits.ndim - 1),")],
                """
                if logits.ndim == 1:
                    return top_k(logits[None], k)[0]
                out = torch.full_like(logits, -math.inf)
                for b in range(logits.shape[0]):
                    values, ids = logits[b].topk(min(k, logits.shape[1]))
                    out[b, ids] = values
                return out
                """,
            ],
            why="That is right for a batch (B, V) and for nothing else. Any axes may stand in front of the vocabulary.",
            look="Which number does the last axis have, however many there are?",
        ),
        slip(
            "k is limited by the number of texts, not by the size of the vocabulary",
            edit=("logits.shape[-1]", "len(logits)"),
            why="`len` of a tensor counts along its first axis. A batch of two texts would keep two tokens at most.",
            look="What is `len(logits)` for logits of shape (2, 5)?",
        ),
        slip(
            "the row with the fewest possible tokens decides for all",
            edit=("logits.shape[-1])", "int((logits > -math.inf).sum(dim=-1).min()))"),
            why="Each text has a set of its own. What has been ruled out in one should cost the others nothing.",
            look="Three tokens are possible in one row and nine in the next. How many of each stay for k = 4?",
        ),
        slip(
            "arithmetic with −∞ gives nan",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "there = torch.zeros_like(logits).scatter(-1, ids, 1.0)\n    return logits * there + there.log()", "there = torch.zeros_like(logits).scatter(-1, ids, 1.0)\n    return logits * there + (1 - there) * -math.inf"),
            why="0 times −∞ is not a number, and one nan spoils the whole row. A mask can be used without multiplying by it.",
            look="Which function of torch picks from two tensors without computing with what is not picked?",
        ),
        slip(
            "the smallest k stay",
            edit=("logits.topk(k, dim=-1)", "logits.topk(k, dim=-1, largest=False)"),
            why="These are the tokens that the model would never write.",
            look="In which direction do you sort?",
        ),
        slip(
            "the logits come back in sorted order",
            edit=("scatter(-1, ids, values)", "scatter(-1, torch.arange(k).expand(ids.shape), values)"),
            why="A logit belongs to a token by its place. Sorted, token 0 would always be the likeliest.",
            look="Which token does the first number of your result belong to?",
        ),
        slip(
            "only the k that stay come back",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "return values"),
            why="Their places say which tokens they are, and the places are lost.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the first k tokens stay",
            edit=[("values, ids = logits.topk(k, dim=-1)", "values = logits[..., :k]\n    ids = torch.arange(k).expand(values.shape)")],
            why="The ids of tokens say nothing about how likely they are.",
            look="Do you look at the size of the logits at all?",
        ),
        slip(
            "a k above the size of the vocabulary is an error",
            edit=("k = min(k, logits.shape[-1])", "k = int(k)"),
            why="Somebody who asks for the best 50 of 9 means all of them.",
            look="What does the docstring say about rows with fewer than k tokens?",
        ),
        slip(
            "probabilities come back in place of logits",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "p = torch.zeros_like(logits).scatter(-1, ids, logits.softmax(dim=-1).gather(-1, ids))\n    return p / p.sum(dim=-1, keepdim=True)", "return torch.zeros_like(logits).scatter(-1, ids, logits.softmax(dim=-1).gather(-1, ids))"),
            why="The next knob takes them for logits: softmax of numbers between 0 and 1 is nearly uniform, and a 0 is not −∞.",
            look="What does the docstring say that the function returns?",
        ),
        slip(
            "a large negative number takes the place of −∞",
            edit=("torch.full_like(logits, -math.inf)", "torch.full_like(logits, -1e9)", "torch.full_like(logits, -1e4)", "torch.full_like(logits, torch.finfo(logits.dtype).min)"),
            also=[("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "return logits + (1 - torch.zeros_like(logits).scatter(-1, ids, 1.0)) * -1e9"), ("logits.topk(k, dim=-1)", "logits.clamp(min=-1e4).topk(k, dim=-1)")],
            why="Softmax hardly sees the difference, but a number can come back: divided by an infinite temperature it is 0, like all others.",
            look="What does the docstring say that those get which are ruled out?",
        ),
        slip(
            "the caller's logits are changed",
            edit=("return torch.full_like(logits, -math.inf).scatter(-1, ids, values)", "kept = torch.full_like(logits, -math.inf).scatter(-1, ids, values)\n    return logits.copy_(kept)"),
            why="The next knob, or a comparison with what was there before, then starts from logits that are cut already.",
            look="Print logits after your function has run.",
        ),
    ]  # fmt: skip
    promises = {
        "exactly k, with ties too": dict(ties=True),
        "each row by itself": dict(levels=True),
        "any axes in front": dict(shape=(2, 3, 6)),
        "k = 1": dict(k=1),
        "fewer than k tokens": dict(k=9),
        "fewer than k that are possible, after another cut": dict(out=5),
        "fewer than k in one row, and enough in the others": dict(out=(6, 0, 3)),
        "−∞ for those that are ruled out": "possible tokens",
        "logits stay as they are": "logits unchanged",
    }


def equals(rng, shape):
    """Logits (B, V): one with .4 to .45 of the mass, then four equal ones that have .12 to .15 each, then others."""
    first, rest = rng.uniform(0.4, 0.45, shape[0]), rng.uniform(0.02, 0.03, (shape[0], shape[1] - 5))
    equal = (1 - first - rest.sum(axis=-1)) / 4
    p = np.concatenate([first[:, None], np.repeat(equal[:, None], 4, axis=1), rest], axis=-1)
    return rng.permuted(np.log(p) + rng.uniform(-3, 3, (shape[0], 1)), axis=-1)


def crossing(rng, shape, p, heat=None, k=1):
    """Logits for which no running mass is close to p, so that rounding decides nothing; heat: from flat rows, of which the
    first needs more than k, to sharp ones, of which the last needs fewer."""
    for _ in range(1000):
        x = apart(rng, shape)
        if heat:
            x = x * np.geomspace(*heat, shape[0])[:, None]
        mass = np.cumsum(-np.sort(-softmax(x), axis=-1), axis=-1)
        if heat and not (mass[0, k - 1] < p < mass[-1, k - 2]):
            continue
        if np.abs(mass - p).min() > 5e-3:
            return x
    raise AssertionError("no such logits")


@exercise("top_p", points=4, forbid=KNOB)
class _:
    cases = [
        dict(shape=(9,), p=(0.55, 0.8)),
        dict(shape=(4, 10), p=(0.8, 0.92), k=1),
        dict(shape=(2, 3, 7), p=(0.02, 0.04), k=1),  # the first token crosses at once
        dict(shape=(3, 8), p=(0.1, 0.3), k=4),
        dict(shape=(3, 9), p=(0.7, 0.9), k=2, out=3),
        dict(shape=(6, 6), p=(0.5, 0.8), k=1),
        dict(shape=(2, 5), p=(0.3, 0.6), k=5),
        dict(shape=(3, 9), p=(0.3, 0.6), k=4, out=6),  # three are possible, and four are asked for
        dict(
            shape=(4, 8), p=(0.5, 0.6), k=3, heat=(0.2, 8)
        ),  # the first row needs more than k, the last one less
        dict(shape=(3, 7), p=(0.47, 0.52), ties=True),
    ]
    weights = {"probabilities": 4, "possible tokens": 1, "logits unchanged": 1}

    def inputs(rng, shape, p, k=None, out=0, heat=None, ties=False):
        p = float(rng.uniform(*p))
        x = equals(rng, shape) if ties else crossing(rng, (*shape[:-1], shape[-1] - out), p, heat, k)
        if out:
            x = np.concatenate([x[..., :2], np.full((*shape[:-1], out), -INF), x[..., 2:]], axis=-1)
        return {"logits": x, "p": p, "k": k, "ties": ties}

    def oracle(logits, p, k, ties):
        if ties:  # by hand: the best, and one of the four equal ones
            best = -np.sort(-logits, axis=-1)
            best[:, 2:] = -INF
            kept = softmax(best)
        else:
            from transformers import TopPLogitsWarper

            warper = TopPLogitsWarper(float(p), min_tokens_to_keep=1 if k is None else int(k))
            kept = softmax(processed(warper, logits))
        return {"probabilities": kept, "possible tokens": kept > 0, "logits unchanged": unchanged(kept)}

    equivalent = {"out = before > p": "no sum meets p exactly"}

    alternatives = {
        "row by row, token by token": """
            rows = logits.reshape(-1, logits.shape[-1])
            result = torch.full_like(rows, -math.inf)
            for row, new in zip(rows, result):
                probs, mass = row.softmax(0), 0.0
                for rank, token in enumerate(row.argsort(descending=True).tolist()):
                    if mass >= p and rank >= k:
                        break
                    mass += probs[token].item()
                    new[token] = row[token]
            return result.reshape(logits.shape)
        """,
        "the mass of all likelier tokens, by comparison": """
            probs = logits.softmax(-1)
            one, other, place = probs.unsqueeze(-1), probs.unsqueeze(-2), torch.arange(probs.shape[-1])
            likelier = (other > one) | ((other == one) & (place < place[:, None]))  # (..., V, V), of equals the first
            before = (likelier * probs.unsqueeze(-2)).sum(-1)
            rank = likelier.sum(-1)
            return torch.where((before < p) | (rank < k), logits, torch.full_like(logits, -math.inf))
        """,
        "renormalised, as log-probabilities": """
            probs, ids = logits.softmax(-1).sort(-1, descending=True)
            m = ((probs.cumsum(-1) < p).sum(-1, keepdim=True) + 1).clamp(min=k)
            probs = probs * (torch.arange(probs.shape[-1]) < m)
            probs = torch.zeros_like(probs).scatter(-1, ids, probs)
            return (probs / probs.sum(-1, keepdim=True)).log()
        """,
    }
    slips = [
        slip(
            "the token that crosses the share is dropped",
            edit=("before >= p", "probs.cumsum(dim=-1) > p"),
            also=[("probs.cumsum(dim=-1) - probs", "probs.cumsum(dim=-1)")],
            why="What stays then covers *less* than p. Where one token has more than p by itself, its row loses it to the floor of k, or is empty.",
            look="Probabilities .6, .25, .1, .05 and p = .8: which tokens are needed to reach it?",
        ),
        slip(
            "one token more stays than is needed",
            edit=("before >= p", "before - torch.cat([torch.zeros_like(probs[..., :1]), probs[..., :-1]], dim=-1) >= p"),
            why="The set was to be the smallest one that reaches p.",
            look="Is p reached without the last token that you keep?",
        ),
        slip(
            "the minimum k is ignored",
            edit=("out[..., :k] = False", "out[..., :1] = False"),
            also=[("    out[..., :k] = False\n", "")],
            why="Where the model is certain, one token is left, and the floor was there to keep some choice.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the first k rows keep everything, not the first k tokens",
            edit=("out[..., :k] = False", "out[:k] = False"),
            why="Without the dots the first axis is cut, and that one counts texts.",
            look="What does `out[:1]` take from a table of 4 rows and 10 columns?",
        ),
        slip(
            "the sum runs in the order of the vocabulary",
            edit=("logits.sort(dim=-1, descending=True)", "(logits, torch.arange(logits.shape[-1]).expand(logits.shape))"),
            why="What stays then depends on the numbers that tokens happen to have, not on how likely they are.",
            look="In which order do the tokens enter your sum?",
        ),
        slip(
            "one number of tokens serves all rows",
            edit=("return logits.masked_fill(torch", "out = (out.flatten(0, -2).all(dim=0) if out.ndim > 1 else out).expand(logits.shape)\n    return logits.masked_fill(torch"),
            why="Where one text is undecided, all others would keep their tails as well.",
            look="How many tokens are needed in each of two rows, one sharp and one flat?",
        ),
        slip(
            "k is a ceiling, not a floor",
            edit=("out[..., :k] = False", "out[..., k:] = True"),
            also=[[("k=1):", "k=None):"), ("    out[..., :k] = False", "    if k is not None:\n        out[..., k:] = True")]],
            why="At least k tokens were to stay; here at most k do.",
            look="What should be left for k = 2 when 5 tokens are needed to reach p?",
        ),
        slip(
            "k tokens more than needed stay",
            edit=("out[..., :k] = False", "out = torch.cat([torch.zeros_like(out[..., :k]), out], dim=-1)[..., : out.shape[-1]]", "out = torch.cat([torch.zeros_like(out[..., 1:k]), out], dim=-1)[..., : out.shape[-1]]"),
            why="The floor counts among what stays: with m ≥ k it changes nothing.",
            look="What is the larger of m and k, and what is their sum?",
        ),
        slip(
            "with a k above 1, k tokens stay, whatever the share",
            edit=("out[..., :k] = False", "if k > 1:\n        out = (torch.arange(out.shape[-1]) >= k).expand(out.shape)"),
            why="It is top-k only where the share needs fewer than k. A row that needs more gets them.",
            look="What should be left for k = 2 when 5 tokens are needed to reach p?",
        ),
        slip(
            "the floor keeps the first tokens of the vocabulary, not the likeliest",
            edit=[("    out[..., :k] = False\n", ""), ("return logits.masked_fill(torch.zeros_like(out).scatter(-1, ids, out), -math.inf)", "out = torch.zeros_like(out).scatter(-1, ids, out)\n    out[..., :k] = False\n    return logits.masked_fill(out, -math.inf)")],
            also=[
                [("    out[..., :k] = False\n", ""), ("return logits.masked_fill(torch.zeros_like(out).scatter(-1, ids, out), -math.inf)", "out = torch.zeros_like(out).scatter(-1, ids, out)\n    if k > 1:\n        out[..., :k] = False\n    return logits.masked_fill(out, -math.inf)")],
            ],
            why="The first k places belong to the likeliest tokens only as long as the order is sorted.",
            look="Is the first place of your marks that of the likeliest token, or that of token 0, when you unmark it?",
        ),
        slip(
            "all that are equal to the last one that is needed stay",
            edit=("return logits.masked_fill(torch.zeros_like(out).scatter(-1, ids, out), -math.inf)", "last = ordered.masked_fill(out, math.inf).amin(dim=-1, keepdim=True)\n    return logits.masked_fill(logits < last, -math.inf)"),
            why="The fewest were asked for, and a comparison with a bar cannot tell equal tokens apart.",
            look="Probabilities .4, .2, .2, .2 and p = .5: how many are needed, and how many have at least .2?",
        ),
        slip(
            "axis 1 is taken for the last one",
            edit=[("logits.sort(dim=-1", "logits.sort(dim=1"), ("ordered.softmax(dim=-1)", "ordered.softmax(dim=1)"), ("probs.cumsum(dim=-1)", "probs.cumsum(dim=1)"), ("out[..., :k]", "out[:, :k]"), ("scatter(-1,", "scatter(1,")],
            also=[
                [("    ordered, ids", "    if logits.ndim == 1:\n        return top_p(logits[None], p, k)[0]\n    ordered, ids"), ("logits.sort(dim=-1", "logits.sort(dim=1"), ("ordered.softmax(dim=-1)", "ordered.softmax(dim=1)"), ("probs.cumsum(dim=-1)", "probs.cumsum(dim=1)"), ("out[..., :k]", "out[:, :k]"), ("scatter(-1,", "scatter(1,")],
            ],
            why="That is right for a batch (B, V) and for nothing else. Any axes may stand in front of the vocabulary.",
            look="Which number does the last axis have, however many there are?",
        ),
        slip(
            "arithmetic with −∞ gives nan",
            edit=("return logits.masked_fill(torch.zeros_like(out).scatter(-1, ids, out), -math.inf)", "there = torch.zeros_like(logits).scatter(-1, ids, (~out).float())\n    return logits * there + there.log()", "there = torch.zeros_like(logits).scatter(-1, ids, (~out).float())\n    return logits * there + (1 - there) * -math.inf"),
            why="0 times −∞ is not a number, and one nan spoils the whole row. A mask can be used without multiplying by it.",
            look="Which function of torch picks from two tensors without computing with what is not picked?",
        ),
        slip(
            "the marks are not brought back to their tokens",
            edit=("torch.zeros_like(out).scatter(-1, ids, out)", "out"),
            also=[("torch.zeros_like(out).scatter(-1, ids, out)", "out.gather(-1, ids)")],
            why="The marks are in the order of probability and the logits are not, so tokens are cut by where they happen to stand.",
            look="Which token does the first of your marks belong to?",
        ),
        slip(
            "a token that is ruled out in one row is ruled out in all",
            edit=("return logits.masked_fill(torch.zeros_like(out).scatter(-1, ids, out), -math.inf)", "result = logits.clone()\n    result[..., ids[out]] = -math.inf\n    return result"),
            why="`[..., ids]` takes these places in every row, and the tail of one text may be the best of the next.",
            look="Try two rows whose likeliest tokens differ. What is left of each?",
        ),
        slip(
            "the logits come back in sorted order",
            edit=("logits.masked_fill(torch.zeros_like(out).scatter(-1, ids, out), -math.inf)", "ordered.masked_fill(out, -math.inf)"),
            why="A logit belongs to a token by its place. Sorted, token 0 would always be the likeliest.",
            look="Which token does the first number of your result belong to?",
        ),
        slip(
            "the least likely tokens are taken first",
            edit=("descending=True", "descending=False"),
            why="A sum from the bottom reaches p with nearly all of the tail, and leaves the best ones out.",
            look="In which order do the tokens enter your sum?",
        ),
        slip(
            "p is a bar for each token by itself",
            edit=("before >= p", "probs < p"),
            also=[("before >= p", "probs < 1 - p")],
            why="p is what the tokens cover *together*. Hardly any token has .9 alone.",
            look="Where in your code is something added up?",
        ),
        slip(
            "the tail is taken for the head",
            edit=("before >= p", "before >= 1 - p"),
            why="p is the share that is kept, and 1 − p what is cut off.",
            look="Should more tokens stay at p = .9 or at p = .5?",
        ),
        slip(
            "what is ruled out gets the logit 0",
            edit=("scatter(-1, ids, out), -math.inf)", "scatter(-1, ids, out), 0.0)"),
            also=[("return logits.masked_fill(torch.zeros_like(out).scatter(-1, ids, out), -math.inf)", "return logits * torch.zeros_like(logits).scatter(-1, ids, (~out).float())")],
            why="e⁰ = 1: such a token keeps a weight of 1, and often more than it had.",
            look="Which logit has the probability 0?",
        ),
        slip(
            "probabilities come back in place of logits",
            edit=("return logits.masked_fill(torch.zeros_like(out).scatter(-1, ids, out), -math.inf)", "return logits.softmax(dim=-1).masked_fill(torch.zeros_like(out).scatter(-1, ids, out), 0.0)"),
            also=[("return logits.masked_fill(", "return logits.softmax(dim=-1).masked_fill(")],
            why="The next knob takes them for logits: softmax of numbers between 0 and 1 is nearly uniform, and a 0 is not −∞. As "
            "probabilities they would not sum to 1 either.",
            look="What does the docstring say that the function returns?",
        ),
        slip(
            "logits are summed, not probabilities",
            edit=("ordered.softmax(dim=-1)", "ordered"),
            why="A share of the probability was asked for. Logits can be negative, and have no sum that means anything.",
            look="What is the last of your running sums, and what should it be?",
        ),
        slip(
            "a large negative number takes the place of −∞",
            edit=("scatter(-1, ids, out), -math.inf)", "scatter(-1, ids, out), -1e9)", "scatter(-1, ids, out), -1e4)", "scatter(-1, ids, out), torch.finfo(logits.dtype).min)"),
            also=[("    ordered, ids", "    logits = logits.clamp(min=-1e4)\n    ordered, ids")],
            why="Softmax hardly sees the difference, but a number can come back: divided by an infinite temperature it is 0, like all others.",
            look="What does the docstring say that those get which are ruled out?",
        ),
        slip(
            "the caller's logits are changed",
            edit=("logits.masked_fill(torch", "logits.masked_fill_(torch"),
            why="The next knob, or a comparison with what was there before, then starts from logits that are cut already.",
            look="Which of torch's methods end with an underscore?",
        ),
    ]  # fmt: skip
    promises = {
        "the fewest that have p together": dict(shape=(4, 10)),
        "the first token alone has p": dict(p=(0.02, 0.04)),
        "at least k": dict(k=4),
        "k may be all of them": dict(k=5),
        "k is 1 when nobody says": dict(shape=(9,)),
        "after another cut": dict(out=3),
        "all that are possible, where they are fewer than k": dict(out=6),
        "at least k where a row needs it": dict(heat=(0.2, 8)),
        "the fewest, where some are equal": dict(ties=True),
        "any axes in front": dict(shape=(2, 3, 7)),
        "−∞ for those that are ruled out": "possible tokens",
        "logits stay as they are": "logits unchanged",
    }


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


# --- what has been said ---------------------------------------------------------------------------------------------


@exercise("repetition_penalty", points=3, forbid=KNOB)
class _:
    cases = [
        dict(B=1, V=10, T=4, penalty=(1.2, 1.6)),
        dict(B=3, V=9, T=6, penalty=(1.3, 2.0)),  # with tokens that come several times
        dict(B=2, V=8, T=0, penalty=(1.3, 2.0)),
        dict(B=4, V=4, T=4, penalty=(1.1, 1.3)),
        dict(B=2, V=12, T=5, penalty=(1.2, 2.0), negative=True),
        dict(B=3, V=9, T=5, penalty=(1.2, 2.0), out=True),
        dict(B=2, V=6, T=4, penalty=(1, 1)),
    ]
    weights = {"logits": 3, "logits unchanged": 1}

    def inputs(rng, B, V, T, penalty, negative=False, out=False):
        x = rng.uniform(0.5, 4, (B, V)) * rng.permuted(np.where(np.arange(B * V) % 2, 1, -1)).reshape(B, V)
        if negative:
            x = -np.abs(x)
        seen = np.zeros((B, T), dtype=np.int64)
        for b in range(B):
            few = rng.permutation(V)[: max(3, V // 2)]
            x[b, few[0]] = abs(x[b, few[0]]) * (-1 if negative else 1)
            x[b, few[1]] = -abs(x[b, few[1]])
            if T:  # the first of them at least twice, the second exactly once
                others = rng.choice(np.delete(few, 1), T - 3)
                seen[b] = rng.permutation([few[0], few[0], few[1], *others])
            if out:  # one that has occurred, and some that have not
                x[b, [few[1], *np.setdiff1d(np.arange(V), few)[:2]]] = -INF
        return {"logits": x, "seen": seen, "penalty": float(rng.uniform(*penalty))}

    def oracle(logits, seen, penalty):
        from transformers import RepetitionPenaltyLogitsProcessor

        result = processed(RepetitionPenaltyLogitsProcessor(float(penalty)), logits, seen)
        return {"logits": result, "logits unchanged": unchanged(result, "logits")}

    equivalent = {
        "own = torch.where(own >= 0, own / penalty, own * penalty)": "0 is the same, divided or multiplied",
    }

    alternatives = {
        "a table of what has occurred": """
            there = torch.zeros_like(logits, dtype=torch.bool).scatter(1, seen, True)  # (B, V)
            less = torch.where(logits > 0, logits / penalty, logits * penalty)
            return torch.where(there, less, logits)
        """,
        "sets, one text at a time": """
            result = logits.clone()
            for b, ids in enumerate(seen.tolist()):
                for token in set(ids):
                    result[b, token] = min(logits[b, token] * penalty, logits[b, token] / penalty)
            return result
        """,
        "the size of the logit moved down": """
            there = (seen.unsqueeze(-1) == torch.arange(logits.shape[-1])).any(dim=1)  # (B, V)
            return logits * torch.pow(penalty, -logits.sign() * there)
        """,
    }
    slips = [
        slip(
            "negative logits are divided too",
            edit=("torch.where(own > 0, own / penalty, own * penalty)", "own / penalty"),
            why="−3 / 1.2 is −2.5: a token with a negative logit is rewarded for having occurred.",
            look="Is −3 divided by 1.2 larger or smaller than −3?",
        ),
        slip(
            "positive logits are multiplied too",
            edit=("torch.where(own > 0, own / penalty, own * penalty)", "own * penalty"),
            why="A token with a positive logit becomes likelier each time it is looked at: a loop that feeds itself.",
            look="Is 3 times 1.2 larger or smaller than 3?",
        ),
        slip(
            "repetition is rewarded",
            edit=("own > 0", "own < 0"),
            why="The penalty has the wrong direction for both signs.",
            look="Should a logit of a seen token rise or fall?",
        ),
        slip(
            "a token is penalised once for each time that it occurred",
            edit=("own = logits.gather(1, seen)", "result = logits.clone()\n    for b in range(len(seen)):\n        for token in seen[b].tolist():\n            value = result[b, token]\n            result[b, token] = value / penalty if value > 0 else value * penalty\n    return result\n    own = logits.gather(1, seen)"),
            also=[
                ("return logits.scatter(1, seen, own)", "return logits.scatter_add(1, seen, (own - logits.gather(1, seen)).nan_to_num())"),
                ("return logits.scatter(1, seen, own)", "return logits.scatter_add(1, seen, own - logits.gather(1, seen))"),
            ],
            why="A comma that came thirty times would be divided thirty times, and never come again.",
            look="What should a token get that came three times, and one that came once?",
        ),
        slip(
            "all tokens are penalised",
            edit=("return logits.scatter(1, seen, own)", "return torch.where(logits > 0, logits / penalty, logits * penalty)"),
            why="That is a change for all of them, seen or not, and makes no difference between them.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the tokens that have not occurred are penalised",
            edit=("return logits.scatter(1, seen, own)", "rest = torch.where(logits > 0, logits / penalty, logits * penalty)\n    return rest.scatter(1, seen, logits.gather(1, seen))"),
            why="That pushes a text into its loop.",
            look="Which logits of your result are as they were?",
        ),
        slip(
            "the tokens of one text are penalised in all of them",
            edit=("own = logits.gather(1, seen)", "seen = seen.reshape(1, -1).expand(len(logits), -1)\n    own = logits.gather(1, seen)", "seen = seen[:1].expand(len(logits), -1)\n    own = logits.gather(1, seen)"),
            why="Every row of a batch is a text of its own, and knows nothing of the others.",
            look="Row 0 has seen token 5. Should row 1 care?",
        ),
        slip(
            "only the last token is penalised",
            edit=("own = logits.gather(1, seen)", "seen = seen[:, -1:]\n    own = logits.gather(1, seen)"),
            why="A loop is longer than one token.",
            look="Which part of `seen` does your code read?",
        ),
        slip(
            "the penalty is subtracted",
            edit=("torch.where(own > 0, own / penalty, own * penalty)", "own - penalty"),
            also=[("torch.where(own > 0, own / penalty, own * penalty)", "own - math.log(penalty)"), ("torch.where(own > 0, own / penalty, own * penalty)", "own - (penalty - 1)")],
            why="That is another penalty (the presence penalty of some services), and another number belongs to it.",
            look="What becomes of a logit of 3 with a penalty of 1.5?",
        ),
        slip(
            "only tokens that occurred more than once are penalised",
            edit=("own = torch.where(own > 0, own / penalty, own * penalty)", "often = (seen.unsqueeze(1) == seen.unsqueeze(2)).sum(dim=2) > 1\n    own = torch.where(often, torch.where(own > 0, own / penalty, own * penalty), own)"),
            why="A token that has occurred once would be repeated if it came again.",
            look="What should happen to a token that came exactly once?",
        ),
        slip(
            "the probabilities are divided, not the logits",
            edit=("return logits.scatter(1, seen, own)", "p = logits.softmax(dim=1)\n    return p.scatter(1, seen, p.gather(1, seen) / penalty).log()"),
            why="That takes the same amount, ln θ, from every logit. Here what is large is to lose more than what is small.",
            look="On which numbers does the text above say that the factor acts?",
        ),
        slip(
            "log-probabilities are penalised, not logits",
            edit=("own = logits.gather(1, seen)", "logits = logits.log_softmax(dim=1)\n    own = logits.gather(1, seen)"),
            why="They are all negative, so that the penalty of a token depends on how likely the others are. Programs and the paper "
            "act on the logits as they are.",
            look="Which of your numbers are positive when the rule of the two signs is applied?",
        ),
        slip(
            "the penalty is 1.2, whatever was asked for",
            edit=("torch.where(own > 0, own / penalty, own * penalty)", "torch.where(own > 0, own / 1.2, own * 1.2)"),
            why="A penalty of 1 should change nothing, and whoever asks for more should get more.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "an empty text is an error",
            edit=("own = logits.gather(1, seen)", "first = seen[:, 0]\n    own = logits.gather(1, seen)"),
            also=[("own = logits.gather(1, seen)", "there = torch.nn.functional.one_hot(seen)\n    own = logits.gather(1, seen)"), ("own = logits.gather(1, seen)", "there = seen[:, :1] == torch.arange(logits.shape[1])\n    own = logits.gather(1, seen)")],
            why="Nothing has been said before the first token, and then there is nothing to penalise.",
            look="What does your code do first with `seen` of shape (2, 0)?",
        ),
        slip(
            "tokens that have occurred are ruled out",
            edit=("return logits.scatter(1, seen, own)", "return logits.scatter(1, seen, -math.inf)", "return logits.scatter(1, seen, -math.inf) if penalty > 1 else logits.clone()"),
            why="Then no comma and no name could ever come again.",
            look="What should a logit of 3 become with a penalty of 1.5?",
        ),
        slip(
            "arithmetic with −∞ gives nan",
            edit=("return logits.scatter(1, seen, own)", "there = torch.zeros_like(logits).scatter(1, seen, 1.0)\n    less = torch.where(logits > 0, logits / penalty, logits * penalty)\n    return there * less + (1 - there) * logits"),
            also=[("return logits.scatter(1, seen, own)", "return logits.scatter(1, seen, logits.gather(1, seen) + (own - logits.gather(1, seen)))")],
            why="0 times −∞ is not a number, nor is ∞ − ∞, and one nan spoils the whole row.",
            look="Which function of torch picks from two tensors without computing with what is not picked?",
        ),
        slip(
            "the caller's logits are changed",
            edit=("logits.scatter(", "logits.scatter_("),
            why="The model's own opinion is lost then, and whoever wants to measure surprise measures the penalty.",
            look="Which of torch's methods end with an underscore?",
        ),
    ]  # fmt: skip
    promises = {
        "positive and negative logits": dict(B=1, V=10),
        "once, however often it occurred": dict(B=3, V=9),
        "each text by itself": dict(B=4, V=4),
        "nothing has been said yet": dict(T=0),
        "all logits negative": dict(negative=True),
        "after a cut": dict(out=True),
        "a penalty of 1 changes nothing": dict(penalty=(1, 1)),
        "logits stay as they are": "logits unchanged",
    }
