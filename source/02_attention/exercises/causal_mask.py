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
        dict(T=(3, 3), past=(3, 3)),
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
            edit=(
                "tril(n_keys - n_queries)",
                "tril(n_keys - n_queries - 1)",
                "tril(n_keys - n_queries - (n_keys > n_queries))",
                "tril(n_keys - n_queries - (n_keys == n_queries))",
            ),
            why="Position t predicts the token at t + 1, so it may and should use the token at t. Without its own position, the first token "
            "of a text has no key left.",
            look="How many True should row 0 of a square mask have?",
        ),
        slip(
            "True and False are swapped",
            edit=(
                "return torch.ones(n_queries, n_keys, dtype=torch.bool).tril(n_keys - n_queries)",
                "return ~torch.ones(n_queries, n_keys, dtype=torch.bool).tril(n_keys - n_queries)",
                "return ~torch.ones(n_queries, n_keys, dtype=torch.bool).tril(n_keys - n_queries + 1)",
            ),
            why="In this course, as in F.scaled_dot_product_attention, True means that a query may look. "
            "nn.MultiheadAttention means the opposite.",
            look="Which of the two conventions does the docstring ask for?",
        ),
        slip(
            "every token attends to the future instead of the past",
            edit=(".tril(", ".triu("),
            why="Such a model sees the answer during training, and has nothing to look at when it generates.",
            look="Print the mask for 5 tokens. Which half is True?",
        ),
        slip(
            "the queries are taken to be the first positions, not the last",
            edit=("tril(n_keys - n_queries)", "tril()"),
            why="During generation the new queries are the last positions of the sequence. is_causal=True in "
            "F.scaled_dot_product_attention counts from the first position, so a single new token would see the first key only.",
            look="With 1 query and 4 keys, which keys are in the past of that query?",
        ),
        slip(
            "the mask is not a boolean tensor",
            edit=(", dtype=torch.bool", ""),
            also=[
                ("dtype=torch.bool", "dtype=torch.int64"),
                ("dtype=torch.bool", "dtype=torch.uint8"),
                (".tril(n_keys - n_queries)", ".tril(n_keys - n_queries).tolist()"),
            ],
            why="F.scaled_dot_product_attention adds a mask of numbers to the scores, so nothing is hidden. ~mask, masked_fill and & "
            "need a boolean mask.",
            look="Print the dtype of your mask.",
        ),
        slip(
            "True marks the hidden keys, and the queries are taken to be the first positions",
            edit=(".tril(n_keys - n_queries)", ".triu(1)"),
            why="This is the square mask that nn.MultiheadAttention expects. Here True means that a query may look, and "
            "when there are more keys than queries, the queries are the last positions.",
            look="How many True should the last row have?",
        ),
        slip(
            "the offset of the diagonal has the wrong sign",
            edit=("n_keys - n_queries)", "n_queries - n_keys)"),
            why="With more keys than queries the diagonal moves to the right, because the first query already has a past. A square mask "
            "doesn't show the mistake.",
            look="With 2 queries and 4 keys, how many True should the first row have?",
        ),
        slip(
            "the mask is transposed",
            edit=(
                "torch.ones(n_queries, n_keys, dtype=torch.bool).tril(n_keys - n_queries)",
                "torch.ones(n_queries, n_keys, dtype=torch.bool).tril(n_keys - n_queries).T",
                "torch.ones(n_keys, n_queries, dtype=torch.bool).tril()",
                "torch.ones(n_keys, n_queries, dtype=torch.bool).tril(n_queries - n_keys)",
                "torch.ones(n_keys, n_queries, dtype=torch.bool).triu()",
            ),
            why="Rows are queries and columns are keys. With more keys than queries, a transposed mask doesn't even fit the scores.",
            look="What is the shape of your mask for 2 queries and 4 keys, and what is in its first row?",
        ),
        slip(
            "the mask of all positions is returned",
            edit=(
                "torch.ones(n_queries, n_keys, dtype=torch.bool).tril(n_keys - n_queries)",
                "torch.ones(n_keys, n_keys, dtype=torch.bool).tril()",
            ),
            why="During generation only the newest positions are queries. Rows for earlier positions are wasted work, and the mask no longer "
            "fits the scores.",
            look="How many rows should the mask have for 1 query and 4 keys?",
        ),
        slip(
            "the rows are in reverse order",
            edit=(
                ".tril(n_keys - n_queries)",
                ".tril(n_keys - n_queries).flip(0)",
                ".tril(n_keys - n_queries).flip(1)",
            ),
            why="Row 0 belongs to the earliest of the queries, which has the shortest past.",
            look="Which row of your mask has the most True entries, and which row ought to have them?",
        ),
        slip(
            "a query sees the position after its own",
            edit=(
                "tril(n_keys - n_queries)",
                "tril(n_keys - n_queries + 1)",
                "tril(n_keys - n_queries + 2)",
                "tril(n_keys - n_queries + (n_keys > n_queries))",
                "tril(n_keys - n_queries + (n_keys == n_queries))",
                "tril(1)",
            ),
            why="The token there is the one that the query has to predict. A model that can look at it learns to copy, its loss falls to "
            "almost nothing, but when it generates there is nothing to copy.",
            look="In the square mask for 3 tokens, how many entries of the first row are True?",
        ),
        slip(
            "the whole future is visible",
            edit=(
                ".tril(n_keys - n_queries)",
                "",
                ".tril(0 if n_keys == n_queries else n_keys)",
                ".tril(n_keys - n_queries if n_keys > n_queries else n_keys)",
                ".tril(n_keys - 1)",
                ".tril(n_keys)",
            ),
            why="In training, each query could then read the token that it has to predict, but when the model generates there is no future "
            "to read.",
            look="Which entries of your mask are False, for 3 queries and 3 keys, and for 2 queries and 5 keys?",
        ),
        slip(
            "a part of the past is hidden",
            edit=(
                ".tril(n_keys - n_queries)",
                ".tril(n_keys - n_queries).triu(n_keys - 2 * n_queries + 1)",
                ".tril(n_keys - n_queries).triu(n_keys - n_queries)",
            ),
            also=[
                """
                mask = torch.ones(n_queries, n_keys, dtype=torch.bool).tril(n_keys - n_queries)
                mask[:, : n_keys - n_queries] = False
                return mask
                """,
                """
                mask = torch.ones(n_queries, n_keys, dtype=torch.bool).tril(n_keys - n_queries)
                mask[:, 0] = False
                return mask
                """,
                """
                mask = torch.ones(n_queries, n_keys, dtype=torch.bool).tril(n_keys - n_queries)
                mask[0] = False
                return mask
                """,
            ],
            why="A causal mask hides the future and nothing else. Keys from before the first of the queries are the context that a "
            "generating model builds on.",
            look="How many entries of the last row should be True?",
        ),
        slip(
            "the queries are taken to be the first positions, and a token may not look at itself",
            edit=("tril(n_keys - n_queries)", "tril(-1)"),
            why="These are two mistakes: with more keys than queries, the queries are the last positions; and the first token of a text "
            "has no key but its own.",
            look="Write down the masks for 3 queries and 3 keys, and for 1 query and 4 keys. Which entries are True?",
        ),
        slip(
            "an axis has been added or dropped",
            edit=(
                ".tril(n_keys - n_queries)",
                ".tril(n_keys - n_queries).unsqueeze(0)",
                ".tril(n_keys - n_queries)[None, None]",
                ".tril(n_keys - n_queries).squeeze()",
                ".tril(n_keys - n_queries).squeeze(0)",
                ".tril(n_keys - n_queries)[..., None]",
                ".tril(n_keys - n_queries).flatten()",
            ),
            why="The docstring promises (T, S), for one query as well. Broadcasting adds axes for a batch and for heads on its own.",
            look="What is the shape of your mask for 1 query and 4 keys?",
        ),
        slip(
            "the mask has as many columns as rows",
            edit=(
                "torch.ones(n_queries, n_keys, dtype=torch.bool).tril(n_keys - n_queries)",
                "torch.ones(n_keys, n_keys, dtype=torch.bool).tril()[-n_queries:, :n_queries]",
                "torch.ones(n_queries, n_queries, dtype=torch.bool)",
                "torch.ones(n_queries, n_queries, dtype=torch.bool).tril()",
            ),
            why="There is one column for each key, and keys of the past count as well.",
            look="What is the shape of your mask for 2 queries and 5 keys?",
        ),
    ]
    promises = {
        "its own position and earlier ones": dict(T=(4, 14), past=(0, 0)),
        "one token sees itself": dict(T=(1, 1), past=(0, 0)),
        "a new token sees all of its past": dict(T=(1, 1), past=(3, 14)),
        "the queries are the last of the positions": dict(T=(2, 9), past=(2, 9)),
        "bool, which ~ inverts": "hidden",
    }
