"""Causal mask for T queries at the last T of S positions.

Oracle: one row at a time in NumPy; row i allows every position up to its own.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import BLOCKS


@exercise("causal_mask", points=3, forbid=BLOCKS)
class _:
    cases = [
        dict(T=(4, 14), past=(0, 0)),
        dict(T=(1, 1), past=(0, 0)),
        dict(T=(1, 1), past=(3, 14)),
        dict(T=(2, 9), past=(2, 9)),
    ]

    def inputs(rng, T, past):
        n_queries = int(rng.integers(*T, endpoint=True))
        return {"n_queries": n_queries, "n_keys": n_queries + int(rng.integers(*past, endpoint=True))}

    def oracle(n_queries, n_keys):
        mask = np.zeros((n_queries, n_keys), dtype=bool)
        for i in range(n_queries):
            position = n_keys - n_queries + i
            mask[i, : position + 1] = True
        return {"mask": mask, "hidden": ~mask}

    alternatives = {
        "positions compared": """
            query = torch.arange(n_keys - n_queries, n_keys)
            return torch.arange(n_keys)[None, :] <= query[:, None]
        """,
        "the last rows of the square mask": "return ~torch.ones(n_keys, n_keys).triu(diagonal=1).bool()[n_keys - n_queries :]",
        "lists": """
            past = n_keys - n_queries
            return torch.tensor([[j <= past + i for j in range(n_keys)] for i in range(n_queries)])
        """,
    }
    slips = [
        slip(
            "a token may not look at itself",
            edit=("tril(n_keys - n_queries)", "tril(n_keys - n_queries - 1)"),
            why="The first token then has nowhere to look, and no token's output holds what the token itself says.",
            look="Row 0 of a square mask: how many True should it have?",
        ),
        slip(
            "True and False are exchanged",
            edit=(
                "return torch.ones(n_queries, n_keys, dtype=torch.bool).tril(n_keys - n_queries)",
                "return ~torch.ones(n_queries, n_keys, dtype=torch.bool).tril(n_keys - n_queries)",
            ),
            why="In this course, as in F.scaled_dot_product_attention, True means: may look. "
            "nn.MultiheadAttention means the opposite.",
            look="Which of the two conventions does the docstring ask for?",
        ),
        slip(
            "every token looks ahead instead of back",
            edit=(".tril(", ".triu("),
            why="Such a model reads the answer while it trains, and has nothing to read when it generates.",
            look="Print the mask for 5 tokens. Which half is True?",
        ),
        slip(
            "the queries are taken to be the first positions, not the last",
            edit=("tril(n_keys - n_queries)", "tril()"),
            why="When a text grows, the new queries stand at its end. is_causal=True in F.scaled_dot_product_attention "
            "makes this choice on rectangles, so a single new token would see the first key and nothing else.",
            look="With 1 query and 4 keys, which keys lie in the past?",
        ),
        slip(
            "the mask holds numbers",
            edit=(", dtype=torch.bool", ""),
            also=[
                ("dtype=torch.bool", "dtype=torch.int64"),
                ("dtype=torch.bool", "dtype=torch.uint8"),
                (".tril(n_keys - n_queries)", ".tril(n_keys - n_queries).tolist()"),
            ],
            why="F.scaled_dot_product_attention adds a mask of numbers to the scores, and nothing is hidden. ~mask, masked_fill and & "
            "need True and False.",
            look="Print the dtype of your mask.",
        ),
        slip(
            "True marks what is hidden, and the queries are taken to be the first positions",
            edit=(".tril(n_keys - n_queries)", ".triu(1)"),
            why="This is the square mask that nn.MultiheadAttention wants. Here True means: may look, and with more keys "
            "than queries the queries stand at the end.",
            look="How many True should the last row have?",
        ),
        slip(
            "the offset of the diagonal has the wrong sign",
            edit=("n_keys - n_queries)", "n_queries - n_keys)"),
            why="With more keys than queries the diagonal moves to the right: the first query already has a past. On a square mask "
            "nothing shows.",
            look="With 2 queries and 4 keys, how many True should the first row have?",
        ),
        slip(
            "the mask is transposed",
            edit=(".tril(n_keys - n_queries)", ".tril(n_keys - n_queries).T"),
            why="Rows are queries and columns are keys. Transposed, a token sees the future and not its past.",
            look="Which shape has your mask for 2 queries and 4 keys, and what stands in its first row?",
        ),
        slip(
            "the mask of all positions is returned",
            edit=(
                "torch.ones(n_queries, n_keys, dtype=torch.bool).tril(n_keys - n_queries)",
                "torch.ones(n_keys, n_keys, dtype=torch.bool).tril()",
                "torch.ones(n_queries, n_queries, dtype=torch.bool).tril()",
            ),
            why="When a text grows, only its newest positions ask. The rows of the others are computed for nothing, and the shape fits "
            "no scores.",
            look="How many rows should the mask have for 1 query and 4 keys?",
        ),
        slip(
            "the rows stand in reverse",
            edit=(
                ".tril(n_keys - n_queries)",
                ".tril(n_keys - n_queries).flip(0)",
                ".tril(n_keys - n_queries).flip(1)",
            ),
            why="Row 0 belongs to the earliest of the queries, which has the shortest past.",
            look="Which row of your mask has the most True, and which should have?",
        ),
    ]
    promises = {
        "its own position and earlier ones": dict(T=(4, 14), past=(0, 0)),
        "one token sees itself": dict(T=(1, 1), past=(0, 0)),
        "a new token sees all of its past": dict(T=(1, 1), past=(3, 14)),
        "the queries are the last of the positions": dict(T=(2, 9), past=(2, 9)),
        "bool, so that ~ turns it round": "hidden",
    }
