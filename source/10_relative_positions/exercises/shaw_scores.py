"""The score part of Shaw's relative positions, without a vector for each pair.

Oracle: a loop over all entries in NumPy, gradients included. The check limits the largest tensor.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import CUT, FINISHED, INDEX_SLIPS, MEMORY, SHAW_CASES, SHAW_PROMISES, shaw_index


@exercise("shaw_scores", points=3, forbid=FINISHED)
class _:
    cases = SHAW_CASES
    weights = {"scores": 2, "memory": 2, "grad_q": 1, "grad_table": 1, "index unchanged": 1}
    promises = SHAW_PROMISES | {
        "the queries get a gradient": "grad_q",
        "not divided by √d": "scores",
    }

    def inputs(rng, B, H, T, S, d, K, kind="text"):
        return {
            "q": rng.standard_normal((B, H, T, d)),
            "table": rng.standard_normal((2 * K + 1, d)),
            "index": shaw_index(rng, T, S, K, kind),
            "gradient": rng.standard_normal((B, H, T, S)),
        }

    def oracle(q, table, index, gradient):
        K = len(table) // 2
        scores, grad_q, grad_table = np.zeros(gradient.shape), np.zeros(q.shape), np.zeros(table.shape)
        for b, h, i, j in np.ndindex(*gradient.shape):
            vector, g = table[index[i, j] + K], gradient[b, h, i, j]
            scores[b, h, i, j] = float(np.dot(q[b, h, i], vector))
            grad_q[b, h, i] += g * vector
            grad_table[index[i, j] + K] += g * q[b, h, i]
        return {
            "scores": scores,
            "grad_q": grad_q,
            "grad_table": grad_table,
            "memory": {"scores": scores, "too_much": False},
            "index unchanged": {"scores": scores, "index": index},
        }

    equivalent = {
        "K = len((table.detach() if table.requires_grad else 1 / 0)) // 2": "its length has no gradient",
    }
    alternatives = {
        "a loop over the rows, each where it belongs": """
            K = (table.shape[0] - 1) // 2
            scores = 0
            for r, vector in enumerate(table):
                scores = scores + (q @ vector).unsqueeze(-1) * (index == r - K)
            return scores
        """,
        "one query after another": """
            products = torch.einsum("bhtd,rd->bhtr", q, table)
            K = table.size(0) // 2
            return torch.stack([products[:, :, t, index[t] + K] for t in range(q.shape[2])], dim=2)
        """,
        "one flat list of products": """
            B, H, T, d = q.shape
            products = torch.matmul(q, table.transpose(0, 1))
            return products[:, :, torch.arange(T, device=q.device)[:, None], index + len(table) // 2]
        """,
    }
    slips = [
        slip(
            "a row of numbers is made for each pair",
            edit=("return by_row.gather(-1, rows)", 'return torch.einsum("bhid,ijd->bhij", q, table[index + K])'),
            also=[("return by_row.gather(-1, rows)", 'return torch.einsum("bhtr,tsr->bhts", by_row, F.one_hot(index + K, len(table)).to(q.dtype))'), ("return by_row.gather(-1, rows)", "return (q.unsqueeze(-2) * table[index + K]).sum(-1)")],
            **MEMORY,
        ),
        slip(
            "distances are used as row numbers as they are",
            edit=("(index + K)", "(index % len(table))"),
            also=[
                ("(index + K)", "index"),
                ("return by_row.gather(-1, rows)", "return by_row.gather(-1, index.clamp(min=0).expand_as(rows)) * (index >= 0)"),
            ],
            why="The first row of the table belongs to −K, and the middle row to a distance of 0.",
            look="What is the row number of the distance 0?",
        ),
        *INDEX_SLIPS,
        slip(
            "the scores are divided by √d",
            edit=("return by_row.gather(-1, rows)", "return by_row.gather(-1, rows) / math.sqrt(q.shape[-1])"),
            why="The caller adds these scores to others and divides the sum, so they would be divided twice.",
            look="What does the docstring say about √d?",
        ),
        slip(
            "the products with all rows come back, not one for each key",
            edit=("return by_row.gather(-1, rows)", "return by_row"),
            why="You return a number for each row of the table, but attention needs one for each key.",
            look="Print the shape of your result. Which axis should be S?",
        ),
        slip(
            "keys and queries are swapped in the index",
            edit=("rows = (index + K)", "rows = (index.T + K)", "rows = (index.T.reshape(index.shape) + K)"),
            also=[("(index + K).expand(*q.shape[:-1], -1)", "(index.T + K).expand(*q.shape[:2], *index.T.shape)")],
            why="index has a row for each query, and so should your result.",
            look="What are the two axes of index, and which one does your code take for the keys?",
        ),
        slip(
            "only the first sequence and head get scores",
            edit=("(index + K).expand(*q.shape[:-1], -1)", "(index + K)[None, None]"),
            why="gather goes only as far as its indices go and doesn't warn you about the rest.",
            look="Print the shape of your result for two sequences or two heads.",
        ),
        slip(
            "the distance at one end of the table gets no score",
            edit=("return by_row.gather(-1, rows)", "return by_row.gather(-1, rows) * (index < K)", "return by_row.gather(-1, rows) * (index > -K)"),
            why="Everything far away falls into this row, which is most of a long text.",
            look="How many rows does your loop visit, and how many does the table have?",
        ),
        slip(
            "the table is cut off from the gradient",
            edit=("by_row = q @ table.T", "by_row = q @ table.detach().T"),
            also=[("by_row = q @ table.T", "by_row = q.detach() @ table.T")],
            **CUT,
        ),
    ]  # fmt: skip
