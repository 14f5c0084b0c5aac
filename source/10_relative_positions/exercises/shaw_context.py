"""The value part of Shaw's relative positions, without a vector for each pair.

Oracle: a loop over all entries in NumPy, gradients included. The check limits the largest tensor.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import CUT, FINISHED, INDEX_SLIPS, MEMORY, SHAW_CASES, SHAW_PROMISES, shaw_index


@exercise("shaw_context", points=3, forbid=FINISHED)
class _:
    cases = SHAW_CASES
    weights = {"context": 2, "memory": 2, "grad_weights": 1, "grad_table": 1, "index unchanged": 1}
    promises = SHAW_PROMISES | {"the weights get a gradient": "grad_weights"}

    def inputs(rng, B, H, T, S, d, K, kind="text"):
        raw = rng.gamma(1.0, size=(B, H, T, S)) + 0.05
        return {
            "weights": raw / raw.sum(axis=-1, keepdims=True),
            "table": rng.standard_normal((2 * K + 1, d)),
            "index": shaw_index(rng, T, S, K, kind),
            "gradient": rng.standard_normal((B, H, T, d)),
        }

    def oracle(weights, table, index, gradient):
        K = len(table) // 2
        context, grad_weights, grad_table = (
            np.zeros(gradient.shape),
            np.zeros(weights.shape),
            np.zeros(table.shape),
        )
        for b, h, i, j in np.ndindex(*weights.shape):
            row = index[i, j] + K
            context[b, h, i] += weights[b, h, i, j] * table[row]
            grad_weights[b, h, i, j] = float(np.dot(gradient[b, h, i], table[row]))
            grad_table[row] += weights[b, h, i, j] * gradient[b, h, i]
        return {
            "context": context,
            "grad_weights": grad_weights,
            "grad_table": grad_table,
            "memory": {"context": context, "too_much": False},
            "index unchanged": {"context": context, "index": index},
        }

    equivalent = {
        "K = len((table.detach() if table.requires_grad else 1 / 0)) // 2": "its length has no gradient",
        "rows = (index + K).expand_as((weights.detach() if weights.requires_grad else 1 / 0))": "nor has a shape",
        "empty = (weights.detach() if weights.requires_grad else 1 / 0).new_zeros(*weights.shape[:-1], len(table))": "only its type is taken",
        "empty = weights.new_zeros(*weights.shape[:-1], len((table.detach() if table.requires_grad else 1 / 0)))": "its length has no gradient",
    }
    alternatives = {
        "a loop over the rows": """
            K = len(table) // 2
            per_row = [(weights * (index == r - K)).sum(-1) for r in range(2 * K + 1)]
            return torch.stack(per_row, dim=-1) @ table
        """,
        "a loop over the keys": """
            K = table.shape[0] // 2
            context = 0
            for j in range(weights.shape[-1]):
                context = context + weights[..., j, None] * table[index[:, j] + K]  # (T, d)
            return context
        """,
        "added in place, query by query": """
            B, H, T, S = weights.shape
            sums = torch.zeros(B, H, T, len(table), device=weights.device)
            for t in range(T):
                sums[:, :, t].index_add_(-1, index[t] + len(table) // 2, weights[:, :, t])
            return torch.einsum("bhtr,rd->bhtd", sums, table)
        """,
    }
    SUM = "return empty.scatter_add(-1, rows, weights) @ table"
    slips = [
        slip(
            "a row of numbers is made for each pair",
            edit=(SUM, 'return torch.einsum("bhij,ijd->bhid", weights, table[index + K])'),
            also=[(SUM, 'return torch.einsum("bhts,tsr->bhtr", weights, F.one_hot(index + K, len(table)).to(weights.dtype)) @ table'), (SUM, "return (weights.unsqueeze(-1) * table[index + K]).sum(-2)")],
            **MEMORY,
        ),
        slip(
            "only one of several keys at one distance counts",
            edit=("empty.scatter_add(-1, rows, weights)", "empty.scatter(-1, rows, weights)"),
            why="Clipping puts many keys into one row. If each overwrites the one before it, their weight is lost.",
            look="What is the sum of your numbers over the rows, and what should it be?",
        ),
        slip(
            "the weights of a row are averaged",
            edit=(SUM, "n = empty.scatter_add(-1, rows, torch.ones_like(weights)).clamp(min=1)\n    return (empty.scatter_add(-1, rows, weights) / n) @ table"),
            why="Ten keys with a weight of .05 each hold half of the attention together, and so should their row.",
            look="In the example by hand, what do four keys at a clipped distance of 1 contribute?",
        ),
        slip(
            "the weights are averaged over all keys",
            edit=("rows, weights) @ table", "rows, weights / weights.shape[-1]) @ table"),
            why="The weights sum to 1 already. Divided by the number of keys, they pass on only a small part of what was found.",
            look="What is the sum of your numbers over the rows, and what should it be?",
        ),
        *INDEX_SLIPS,
        slip(
            "distances are used as row numbers as they are",
            edit=("(index + K)", "(index % len(table))"),
            also=[
                ("(index + K)", "index"),
                (SUM, "return torch.stack([(weights * (index == r)).sum(-1) for r in range(len(table))], -1) @ table"),
            ],
            why="The first row of the table belongs to −K, and the middle row to a distance of 0.",
            look="What is the row number of the distance 0?",
        ),
        slip(
            "softmax is taken once more, over the sums",
            edit=("rows, weights) @ table", "rows, weights).softmax(dim=-1) @ table"),
            why="The weights have been through softmax already. After a second one, even rows without any key get a share.",
            look="What should a row contribute if none of this query's keys falls into it?",
        ),
        slip(
            "weights are added up over the queries, not over the keys",
            edit=(SUM, "zeros = weights.new_zeros(*weights.shape[:2], len(table), weights.shape[3])\n    return zeros.scatter_add(-2, rows, weights).mT @ table"),
            why="A query wants to know how its own attention is spread over distances.",
            look="Over which index does the sum inside the bracket run, and which axis of weights is that?",
        ),
        slip(
            "the row at one end of the table is left out",
            edit=(SUM, "return empty.scatter_add(-1, rows, weights)[..., :-1] @ table[:-1]", "return empty.scatter_add(-1, rows, weights)[..., 1:] @ table[1:]"),
            why="Everything far away falls into this row, which is most of a long text.",
            look="How many rows does your loop visit, and how many does the table have?",
        ),
        slip(
            "the weight of each row comes back, without its vector",
            edit=(" @ table\n", "\n"),
            why="The sums are right, but what a query gets is a vector of width d.",
            look="What comes after the bracket in the formula?",
        ),
        slip(
            "the vectors are summed without weights",
            edit=(SUM, "return empty.scatter_add(-1, rows, torch.ones_like(weights)) @ table + 0 * weights.sum()"),
            why="A key to which the query gives no weight should pass nothing on.",
            look="What is added up inside the bracket of the formula?",
        ),
        slip(
            "the weights or the table are cut off from the gradient",
            edit=("rows, weights) @", "rows, weights.detach()) @"),
            also=[("weights) @ table", "weights) @ table.detach()")],
            **CUT,
        ),
    ]  # fmt: skip
