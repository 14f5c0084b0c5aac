"""The matrix of relative distances, query minus key, optionally clipped.

Oracle: the definition, entry by entry.
"""

import torch

from autograder.authoring import exercise, slip

from ._shared import FINISHED, cut


@exercise("relative_index", points=2, forbid=FINISHED)
class _:
    cases = [
        dict(T=(4, 12), more=(0, 1), K=(1, 3)),
        dict(T=(2, 9), more=(2, 9), K=(1, 4)),
        dict(T=(1, 2), more=(4, 14), K=(2, 4)),
        dict(T=(3, 9), more=(1, 6), K=(20, 40)),
        dict(T=(2, 7), more=(0, 4), K=(0, 1)),
    ]

    def inputs(rng, T, more, K):
        n = int(rng.integers(*T))
        return {"n_queries": n, "n_keys": n + int(rng.integers(*more)), "K": int(rng.integers(*K))}

    def oracle(n_queries, n_keys, K):
        start = n_keys - n_queries
        rows = [[start + t - j for j in range(n_keys)] for t in range(n_queries)]
        clipped = [[cut(value, K) for value in row] for row in rows]
        return {"distance": torch.tensor(clipped), "unclipped": torch.tensor(rows)}

    weights = {"distance": 2, "unclipped": 1}
    promises = {
        "the queries are the last of the positions": dict(more=(2, 9)),
        "as many queries as keys": dict(more=(0, 1)),
        "one query": dict(T=(1, 2)),
        "a K beyond all distances": dict(K=(20, 40)),
        "a K of 0": dict(K=(0, 1)),
        "None: distances stay as they are": "unclipped",
        "query minus key": "distance",
    }
    alternatives = {
        "a list of lists": """
            limit = n_keys if K is None else K
            first = n_keys - n_queries
            return torch.tensor(
                [[max(-limit, min(limit, first + t - j)) for j in range(n_keys)] for t in range(n_queries)]
            )
        """,
        "the last rows of the square, by minimum and maximum": """
            positions = torch.arange(n_keys)
            square = positions.reshape(-1, 1) - positions.reshape(1, -1)
            rows = square[-n_queries:]
            if K is not None:
                rows = torch.minimum(torch.maximum(rows, torch.tensor(-K)), torch.tensor(K))
            return rows
        """,
        "each row is the one before, plus one": """
            rows = [torch.arange(n_keys - n_queries, -n_queries, -1)]
            while len(rows) < n_queries:
                rows.append(rows[-1] + 1)
            result = torch.stack(rows)
            return result if K is None else torch.clip(result, min=-K, max=K)
        """,
    }
    slips = [
        slip(
            "the sign is that of key minus query",
            edit=("distance = i - j", "distance = j - i"),
            why="Shaw and T5 count like that, but with the other sign, a table made for one order gives the past the rows of the future.",
            look="What is your number for the token just before the query, and what should it be?",
        ),
        slip(
            "the queries get the first positions instead of the last",
            edit=("j[n_keys - n_queries :, None]", "j[:n_queries, None]"),

            why="With a cache, the new tokens are the last of all positions. Counted from 0 they would look into a future that is long past.",
            look="One query and five keys: what is the position of the query?",
        ),
        slip(
            "the distances are clipped before S − T is added",
            edit=("distance.clamp(-K, K)", "(distance - (n_keys - n_queries)).clamp(-K, K) + (n_keys - n_queries)"),
            why="Adding something after clipping can take a distance beyond K again, and then the table has no row for it.",
            look="What is the largest number of your matrix for one query, nine keys and K = 2?",
        ),
        slip(
            "K = 0 is taken for None",
            edit=("distance if K is None else", "distance if not K else"),
            why="With K = 0 all distances count as 0, so the table has one row. None means no clipping at all.",
            look="Which values does Python treat as false, besides None and False?",
        ),
        slip(
            "the row of a table is returned, not the distance",
            edit=("distance.clamp(-K, K)", "distance.clamp(-K, K) + K"),
            why="The distance of a token to itself should be 0, but here it has become K, the number of a row.",
            look="What is on the diagonal of your matrix when T = S?",
        ),
        slip(
            "only one end is clipped",
            edit=("distance.clamp(-K, K)", "distance.clamp(max=K)", "distance.clamp(min=-K)"),
            why="A text has a far past and, without a mask, a far future. Both run off the table.",
            look="What are the smallest and the largest number of your matrix?",
        ),
        slip(
            "before and after are not told apart",
            edit=("distance = i - j", "distance = (i - j).abs()"),

            why="The tokens before and after get the same number, so dog bites man reads like man bites dog.",
            look="Which numbers do the two neighbours of a query get?",
        ),
        slip(
            "the last distance on a side is lost",
            edit=("distance.clamp(-K, K)", "distance.clamp(-K + 1, K - 1)", "distance.clamp(-K, K - 1)", "distance.clamp(-K + 1, K)"),
            why="−K … K are 2K + 1 values. A range in Python leaves out its end, but a clip doesn't.",
            look="How many different numbers can your function return for K = 1?",
        ),
        slip(
            "rows belong to keys",
            edit=("return distance if K is None else distance.clamp(-K, K)", "return (distance if K is None else distance.clamp(-K, K)).T"),
            why="Scores have a row for each query and a column for each key.",
            look="Print the shape of your result for two queries and five keys.",
        ),
        slip(
            "nothing is clipped",
            edit=("distance if K is None else distance.clamp(-K, K)", "distance"),
            why="A text that is longer than the table then asks for rows that do not exist.",
            look="Where in your code does K occur?",
        ),
        slip(
            "K = None is not handled",
            edit=("distance if K is None else distance.clamp(-K, K)", "distance.clamp(-K, K)"),
            why="The buckets, three sections further on, need the distances as they are.",
            look="What is −K when K is None?",
        ),
        slip(
            "far distances wrap around to the other end",
            edit=("distance.clamp(-K, K)", "(distance + K) % (2 * K + 1) - K"),
            why="A token 2K + 1 positions away would count as the query itself.",
            look="What is your number for a distance of K + 1?",
        ),
        slip(
            "distances beyond K become 0",
            edit=("distance.clamp(-K, K)", "distance * (distance.abs() <= K)"),
            why="0 is the query's own position, and everything far away would share its row.",
            look="With K = 4, what distance does a token 40 positions back get?",
        ),
        slip(
            "distances beyond K on either side become K",
            edit=("distance.clamp(-K, K)", "torch.where(distance.abs() > K, K, distance)"),
            why="The far future then gets the row of the far past.",
            look="What is your number for a distance of −K − 1?",
        ),
        slip(
            "every distance is one too large or too small",
            edit=("distance = i - j", "distance = i - j + 1", "distance = i - j - 1"),
            why="A token's distance to itself is 0.",
            look="What is the entry where the query meets its own key?",
        ),
        slip(
            "the distances are not integers",
            edit=("distance = i - j", "distance = (i - j).float()"),
            why="They will be used as row numbers, and no table has a row 2.0.",
            look="Print the dtype of what you return.",
        ),
    ]  # fmt: skip
