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
        dict(lead=(2,), T=3, S=3, D=3),  # whatever is transposed still fits
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
            edit=(
                "weights @ values",
                "weights.transpose(-2, -1) @ values",
                "(weights.mT if weights.shape[-2] == weights.shape[-1] else weights) @ values",
            ),
            why="Rows are queries and columns are keys. Transposed, each token collects the attention it "
            "*receives*, and those numbers don't sum to one.",
            look="Along which axis do the weights sum to one, and which axis of the values is as long?",
        ),
        slip(
            "the average is divided once more",
            edit=(
                "weights @ values",
                "weights @ values / values.shape[-2]",
                "weights @ values / weights.shape[-2]",
                "weights @ values / math.sqrt(values.shape[-2])",
                "weights @ values / math.sqrt(values.shape[-1])",
                "weights @ values / values.shape[-1]",
            ),
            why="The weights sum to one already, so the sum is an average as it is.",
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
            "every sequence is averaged with the weights of every other one as well",
            edit=("weights @ values", "torch.tensordot(weights, values, dims=([-1], [-2]))"),
            also=[
                (
                    "weights @ values",
                    "torch.einsum('...s,zsd->...zd', weights, values) if values.dim() == 3 else weights @ values",
                )
            ],
            why="The axes before the last two go together: sequence 0 of the weights belongs to sequence 0 of the values.",
            look="For two sequences, how many tables of weights and how many of values are there, and how many averages should each query get?",
        ),
        slip(
            "the loop over the queries runs once per key",
            edit="return torch.stack([(weights[..., t, :, None] * values).sum(-2) for t in range(values.shape[-2])], dim=-2)",
            why="There is one average for each query, and there may be fewer queries than keys.",
            look="For 3 queries and 5 keys, how often should your loop run, and which axis of the weights is as long?",
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
            also=[
                ("weights @ values", 'torch.einsum("ts,sd->td", weights, values)'),
                ("weights @ values", 'torch.einsum("bhts,bhsd->bhtd", weights, values)'),
                ("weights @ values", "torch.mm(weights, values)"),
                """
                if weights.dim() == 2:
                    return torch.einsum("ts,sd->td", weights, values)
                return torch.einsum("bts,bsd->btd", weights, values)
                """,
                "B, T, S = weights.shape\nreturn weights @ values",
                "T, S = weights.shape\nreturn weights @ values",
                "B, H, T, S = weights.shape\nreturn weights @ values",
                """
                output = torch.zeros(weights.shape[0], values.shape[-1])
                for t in range(weights.shape[0]):
                    for s in range(weights.shape[1]):
                        output[t] += weights[t, s] * values[s]
                return output
                """,
            ],
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
            edit=(
                "weights @ values",
                "(weights @ values).transpose(-2, -1)",
                "(weights @ values).mT if weights.shape[-2] == values.shape[-1] else weights @ values",
            ),
            why="Row t of the output belongs to query t. With as many queries as columns, no error is raised.",
            look="What is the shape of your output for 3 queries and values of width 4?",
        ),
        slip(
            "the values are transposed",
            edit=(
                "weights @ values",
                "weights @ values.transpose(-2, -1)",
                "weights @ (values.mT if values.shape[-2] == values.shape[-1] else values)",
            ),
            why="Row s of the values belongs to key s. Transposed, each weight meets one feature of all keys instead of one key's value. "
            "With as many keys as features, no error is raised.",
            look="Which axis of the values is as long as the last axis of the weights, and why?",
        ),
        slip(
            "the sum runs over the queries",
            edit=(
                "weights @ values",
                "(weights.unsqueeze(-1) * values.unsqueeze(-3)).sum(-3)",
                "weights.sum(-2).unsqueeze(-1) * values",
            ),
            why="Each query adds up the values of all keys. If you sum over the queries, you get one row for each key, and no value "
            "is averaged with another.",
            look="Over which index does the sum in the formula run, that of the query or that of the key?",
        ),
        slip(
            "the weights are normalized along the queries",
            edit=(
                "weights @ values",
                "weights / weights.sum(-2, keepdim=True) @ values",
                "weights.softmax(-2) @ values",
                "weights.softmax(0) @ values",
            ),
            why="The rows sum to one when they come in. If you make the columns sum to one, the rows no longer do.",
            look="What should come out when all values are equal to 1?",
        ),
        slip(
            "the average of the past is computed, whatever the weights are",
            edit=(
                "return weights @ values",
                "past = torch.ones_like(weights).tril()\n    return past / past.sum(-1, keepdim=True) @ values",
                "past = values.cumsum(-2) / torch.arange(1, values.shape[-2] + 1).unsqueeze(-1)\n"
                "    return past[..., : weights.shape[-2], :]",
            ),
            why="That was the example. The function has to work for every table of weights, including one that the tokens choose themselves.",
            look="How do the entries of `weights` enter your output?",
        ),
        slip(
            "keys after the query are left out",
            edit=(
                "return weights @ values",
                "return weights.tril() @ values",
                "past = weights.tril()\n    return past / past.sum(-1, keepdim=True) @ values",
            ),
            why="The weights already decide who looks where: a key that should not be seen has the weight 0. A query may give weight to later "
            "keys, as in BERT.",
            look="Over which keys does the sum in the formula run?",
        ),
        slip(
            "some keys are left out of the sum",
            edit=(
                "weights @ values",
                "weights[..., :-1] @ values[..., :-1, :]",
                "weights[..., 1:] @ values[..., 1:, :]",
                "weights[..., -1:] @ values[..., -1:, :]",
                "weights[..., :1] @ values[..., :1, :]",
            ),
            also=[
                "T = weights.shape[-2]\nreturn weights[..., :T] @ values[..., :T, :]",
            ],
            why="There are S keys, and the number of queries has nothing to do with it. A loop has to visit every key and to add its product "
            "to the sum so far.",
            look="Which keys does your sum visit for 3 queries and 5 keys?",
        ),
        slip(
            "the products are not added up",
            edit=("weights @ values", "weights.unsqueeze(-1) * values.unsqueeze(-3)", "weights * values"),
            why="The output has one vector for each query: the sum over all keys.",
            look="What is the shape of your result for 3 queries, 5 keys and values of width 4?",
        ),
        slip(
            "the largest product is returned, not the sum",
            edit=("weights @ values", "(weights.unsqueeze(-1) * values.unsqueeze(-3)).amax(-2)"),
            why="An average mixes all values. The largest product comes from a single key, and that key can be a different one for each feature.",
            look="Over how many keys does the sum in the formula run?",
        ),
        slip(
            "every query gets the same output",
            edit=(
                "weights @ values",
                "(weights[..., :1, :] @ values).expand(*weights.shape[:-1], -1)",
                "(weights[..., -1:, :] @ values).expand(*weights.shape[:-1], -1)",
                "(weights.mean(-2, keepdim=True) @ values).expand(*weights.shape[:-1], -1)",
            ),
            why="Each query has its own row of weights, and therefore its own average.",
            look="Which rows of the weights does your code use?",
        ),
        slip(
            "the average is computed in half precision",
            edit=(
                "weights @ values",
                "(weights.half() @ values.half()).float()",
                "(weights.bfloat16() @ values.bfloat16()).float()",
            ),
            also=["return weights.half() @ values.half()", "return weights.bfloat16() @ values.bfloat16()"],
            why="A 16-bit float keeps only two or three digits.",
            look="What is the dtype of each of your tensors?",
        ),
        slip(
            "all axes are reversed instead of the last two",
            edit=("weights @ values", "weights.T @ values", "weights @ values.T", "(weights @ values).T"),
            why="On more than two axes, .T reverses all of them, so the batch ends up last. And here no axis has to move at all.",
            look="Which axis of the weights has to match which axis of the values?",
        ),
    ]
    promises = {
        "the sum of the values, each times its weight": "output",
        "any axes before the last two": dict(lead=(2, 2)),
        "as many queries as keys, or not": dict(T=3, S=5),
        "as many keys as features": dict(T=3, S=3, D=3),
        "a single query": dict(T=1),
    }
