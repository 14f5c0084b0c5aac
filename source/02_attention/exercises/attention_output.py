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
            why="Rows are queries and columns are keys. Transposed, each token collects the attention it "
            "*receives*, and those numbers don't sum to one.",
            look="Along which axis do the weights sum to one, and which axis of the values is as long?",
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
            why="That is a hard lookup, and it has no useful gradient: if the scores change a little, the output doesn't change at all.",
            look="Over how many keys does the sum in the formula run?",
        ),
        slip(
            "softmax is applied to the weights",
            edit=("weights @ values", "weights.softmax(-1) @ values"),
            why="The weights already come out of a softmax. A second one, on numbers between 0 and 1, makes them nearly equal.",
            look="Do your rows of weights sum to one before you do anything to them?",
        ),
        slip(
            "a token's own value is added to the average",
            edit=("weights @ values", "weights @ values + values[..., : weights.shape[-2], :]"),
            why="Adding the input back is the job of the block around attention (lesson 03). Attention itself returns only the average.",
            look="What should come out when all values are equal to 1?",
        ),
        slip(
            "every value gets the same weight",
            edit=(
                "weights @ values",
                "torch.full_like(weights, 1 / weights.shape[-1]) @ values",
                "values.mean(-2, keepdim=True).expand(*weights.shape[:-1], -1)",
            ),
            why="A plain mean ignores the weights, so every query gets the same output.",
            look="Which of the two arguments does your code use only for its shape?",
        ),
        slip(
            "axes of length 1 have been dropped",
            edit=("weights @ values", "(weights @ values).squeeze()"),
            why="A batch of one is still a batch, and so is a single query. The next function counts axes from the end and will find the wrong ones.",
            look="What is the shape of your result for a single query, and what should it be?",
        ),
        slip(
            "the number of axes is fixed",
            edit=(
                "weights @ values",
                'torch.einsum("bts,bsd->btd", weights, values)',
                "torch.bmm(weights, values)",
            ),
            also=[("weights @ values", 'torch.einsum("ts,sd->td", weights, values)')],
            why="The docstring writes (..., T, S): there may be no batch axis, one, or several.",
            look="Which shapes does your code accept, and which does the docstring promise?",
        ),
        slip(
            "every sequence uses the values of the first one",
            edit=("weights @ values", "weights @ values.reshape(-1, *values.shape[-2:])[0]"),
            why="The sequences of a batch are independent of each other.",
            look="Which values are multiplied by the weights of the second sequence?",
        ),
        slip(
            "only the first sequence is averaged",
            edit=(
                "return weights @ values",
                "T, S = weights.shape[-2:]\n    return weights.reshape(-1, S)[:T] @ values.reshape(-1, values.shape[-1])[:S]",
            ),
            why="Every sequence of a batch gets its own averages, however many axes come before the last two.",
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
        "any axes before the last two": dict(lead=(2, 2)),
        "as many queries as keys, or not": dict(T=3, S=5),
        "a single query": dict(T=1),
    }
