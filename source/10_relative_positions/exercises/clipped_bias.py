"""A learned bias for each head and each clipped relative distance.

Oracle: entry by entry in NumPy, the gradient of the table included.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import CUT, FINISHED, IN_FRONT, ONE_FOR_ALL, cut

SIGN = dict(
    why="The first row belongs to i − j = −K, a key that comes long after the query.",
    look="Which row does your code take for the token just before the query?",
)


@exercise("clipped_bias", points=2, uses=["relative_index"], forbid=FINISHED)
class _:
    cases = [
        dict(K=2, H=3, T=6, S=6),
        dict(K=3, H=2, T=2, S=7),
        dict(K=6, H=4, T=4, S=4),
        dict(K=1, H=1, T=1, S=5),
    ]
    weights = {"bias": 2, "grad_table": 1}

    def inputs(rng, K, H, T, S):
        table = rng.standard_normal((2 * K + 1, H))
        return {"table": table, "n_queries": T, "n_keys": S, "gradient": rng.standard_normal((H, T, S))}

    def oracle(table, n_queries, n_keys, gradient):
        K, start = len(table) // 2, n_keys - n_queries
        bias, grad = np.zeros(gradient.shape), np.zeros(table.shape)
        for h, t, j in np.ndindex(*gradient.shape):
            row = cut(start + t - j, K) + K
            bias[h, t, j] = table[row, h]
            grad[row, h] += gradient[h, t, j]
        return {"bias": bias, "grad_table": grad}

    promises = {
        "distances beyond K share a row": dict(K=2),
        "the queries are the last of the positions": dict(T=2, S=7),
        "a table longer than the text": dict(K=6),
        "one head and one query": dict(H=1, T=1),
        "the table learns": "grad_table",
    }
    equivalent = {
        "K = len((table.detach() if table.requires_grad else 1 / 0)) // 2": "its length has no gradient",
    }
    alternatives = {
        "row numbers clipped, then the columns of the table": """
            R, H = table.shape
            i = torch.arange(n_keys - n_queries, n_keys, device=table.device)
            rows = (i[:, None] - torch.arange(n_keys, device=table.device) + R // 2).clamp(0, R - 1)
            return torch.stack([table[:, h][rows] for h in range(H)])
        """,
        "by the library's embedding": """
            rows = relative_index(n_queries, n_keys, (len(table) - 1) // 2) + (len(table) - 1) // 2
            return torch.movedim(F.embedding(rows.to(table.device), table), -1, 0)
        """,
    }
    slips = [
        slip(
            "the heads are the last axis",
            edit=(".permute(2, 0, 1)", ""),
            also=[(".permute(2, 0, 1)", ".permute(1, 0, 2)"), (".permute(2, 0, 1)", ".permute(0, 2, 1)")],
            why="Scores are (B, H, T, S). With other axes the sum fails or, if the sizes happen to agree, silently pairs the wrong numbers.",
            look="Print the shape of your result for 3 heads, 2 queries and 7 keys.",
        ),
        slip(
            "rows belong to keys",
            edit=(".permute(2, 0, 1)", ".permute(2, 1, 0)"),
            why="Scores have a row for each query and a column for each key.",
            look="Print the shape of your result for 3 heads, 2 queries and 7 keys.",
        ),
        slip(
            "one number serves all heads",
            edit=("table[rows]", "table[:, :1].expand_as(table)[rows]", "table.mean(dim=1, keepdim=True).expand_as(table)[rows]"),
            **ONE_FOR_ALL,
        ),
        slip(
            "the rows of past and future are swapped",
            edit=("rows = relative_index(n_queries, n_keys, K) + K", "rows = K - relative_index(n_queries, n_keys, K)"),

            **SIGN,
        ),
        slip(
            "distances are used as row numbers as they are",
            edit=("n_keys, K) + K", "n_keys, K)"),
            why="In Python, row −1 is the last one, so you get no error, but each distance gets the row of another.",
            look="Which row number should the distance 0 have, in a table that begins with −K?",
        ),
        slip(
            "rows are looked up before the distances are clipped",
            edit=("n_keys, K) + K", "n_keys) + K"),
            why="A text of more than K + 1 tokens has distances for which the table has no row.",
            look="What are the smallest and the largest row number?",
        ),
        slip(
            "the queries get the first positions instead of the last",
            edit=("relative_index(n_queries, n_keys, K)", "relative_index(n_keys, n_keys, K)[:n_queries]"),
            why="With a cache, the new tokens are the last of all positions.",
            look="One query and five keys: what is the position of the query?",
        ),
        IN_FRONT,
        slip(
            "before and after are not told apart",
            edit=("relative_index(n_queries, n_keys, K)", "relative_index(n_queries, n_keys, K).abs()"),
            why="Half of the table is never read, and no head can prefer the token before to the token after.",
            look="Which rows do the two neighbours of a query get?",
        ),
        slip(
            "K is taken from the wrong number of rows",
            edit=("len(table) // 2", "len(table)", "len(table) // 2 - 1", "table.shape[1]", "table.shape[1] // 2", "len(table) - 1", "(len(table) + 1) // 2", "3"),
            also=[[("len(table) // 2", "(len(table) + 1) // 2"), ("table[rows]", "table[rows.clamp(max=len(table) - 1)]")]],
            why="The table has 2K + 1 rows: K for each direction, and one for the query's own position.",
            look="What is K when the table has 7 rows?",
        ),
        slip("the table is cut off from the gradient", edit=("table[rows]", "table.detach()[rows]"), **CUT),
    ]  # fmt: skip
