"""Average the values with given attention weights, one average per query.

Oracle: a double loop over queries and keys in NumPy.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import BLOCKS


@exercise("attention_output", points=2, forbid=BLOCKS)
class _:
    cases = [
        dict(lead=(), T=7, S=7, D=3),
        dict(lead=(2,), T=3, S=5, D=4),
        dict(lead=(2, 2), T=1, S=4, D=1),
        dict(lead=(3,), T=4, S=4, D=2),
    ]

    def inputs(rng, lead, T, S, D):
        weights = rng.dirichlet(np.ones(S), size=(*lead, T))
        return {"weights": weights, "values": rng.standard_normal((*lead, S, D))}

    def oracle(weights, values):
        output = np.zeros((*weights.shape[:-1], values.shape[-1]))
        for place in np.ndindex(weights.shape[:-1]):  # one query at a time
            for s in range(weights.shape[-1]):
                output[place] += weights[(*place, s)] * values[(*place[:-1], s)]
        return {"output": output}

    alternatives = {
        "einsum": 'return torch.einsum("...ts,...sd->...td", weights, values)',
        "a loop over the keys": """
            output = torch.zeros(*weights.shape[:-1], values.shape[-1])
            for s in range(weights.shape[-1]):
                output = output + weights[..., s, None] * values[..., s, None, :]
            return output
        """,
        "broadcast and sum": "return (weights.unsqueeze(-1) * values.unsqueeze(-3)).sum(dim=-2)",
    }
    slips = [
        slip(
            "the table of weights is transposed",
            edit=("weights @ values", "weights.transpose(-2, -1) @ values"),
            why="Rows are queries and columns are keys. Read by columns, a token collects what others give to it, and "
            "those numbers do not sum to one.",
            look="Which axis of the weights sums to one, and which axis of the values has the same length?",
        ),
        slip(
            "the sum is divided by the number of keys",
            edit=("weights @ values", "weights @ values / values.shape[-2]"),
            why="The weights sum to one already, so this divides twice.",
            look="What should come out when all values are equal to 1?",
        ),
        slip(
            "only the value with the largest weight is returned",
            edit=(
                "return weights @ values",
                "best = weights.argmax(-1, keepdim=True)\n"
                "    return values.gather(-2, best.expand(*best.shape[:-1], values.shape[-1]))",
            ),
            why="That is a hard look-up. It has no useful gradient: a small change of the scores changes nothing.",
            look="The formula has a sum over all keys.",
        ),
        slip(
            "softmax is taken of the weights",
            edit=("weights @ values", "weights.softmax(-1) @ values"),
            why="Weights are what softmax has made. Taken again, of numbers between 0 and 1, it makes them nearly equal.",
            look="Do your rows of weights sum to one before you do anything to them?",
        ),
        slip(
            "a token's own value is added to the average",
            edit=("weights @ values", "weights @ values + values[..., : weights.shape[-2], :]"),
            why="Blocks add what came in to what attention gives, one lesson later. The output of attention is the average alone.",
            look="What should come out when all values are equal to 1?",
        ),
        slip(
            "every value counts alike",
            edit=(
                "weights @ values",
                "torch.full_like(weights, 1 / weights.shape[-1]) @ values",
                "values.mean(-2, keepdim=True).expand(*weights.shape[:-1], -1)",
            ),
            why="A plain mean does not look at the weights, so every query gets the same.",
            look="Which of the two arguments does your code use only for its shape?",
        ),
        slip(
            "axes of length 1 are gone",
            edit=("weights @ values", "(weights @ values).squeeze()"),
            why="One query, or one sequence, is still a query or a sequence. The next function counts axes from the end.",
            look="Which shape has the result for a single query, and which should it have?",
        ),
        slip(
            "all sequences take the values of the first",
            edit=("weights @ values", "weights @ values.reshape(-1, *values.shape[-2:])[0]"),
            why="Sequences of a batch have nothing to do with each other.",
            look="Which part of the values meets the weights of the second sequence?",
        ),
        slip(
            "only the first sequence is averaged",
            edit=(
                "return weights @ values",
                "T, S = weights.shape[-2:]\n    return weights.reshape(-1, S)[:T] @ values.reshape(-1, values.shape[-1])[:S]",
            ),
            why="Axes in front are treated alike: every sequence of a batch gets its own averages.",
            look="How many sequences go in, and how many come out?",
        ),
        slip(
            "the output is transposed",
            edit=("weights @ values", "(weights @ values).transpose(-2, -1)"),
            why="Row t of the output belongs to query t. With as many queries as columns nothing complains.",
            look="What is the shape of your output for 3 queries and values of width 4?",
        ),
    ]
    promises = {
        "the sum of the values, each times its weight": "output",
        "axes in front are treated alike": dict(lead=(2, 2)),
        "as many queries as keys, or not": dict(T=3, S=5),
        "one query is enough": dict(T=1),
    }
