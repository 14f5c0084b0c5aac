"""Add a learned position embedding to each token vector, counting from a start position.

Oracle: a loop over positions in NumPy; the gradient of each row is a sum over the batch.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import BLOCKS


@exercise("LearnedPositions", points=2, forbid=BLOCKS)
class _:
    cases = [
        dict(B=2, T=4, D=3, most=7, start=0),
        dict(B=3, T=3, D=4, most=8, start=2),  # as many sequences as tokens
        dict(B=1, T=1, D=5, most=6, start=5),  # the last position there is
    ]

    def inputs(rng, B, T, D, most, start):
        return {
            "x": rng.standard_normal((B, T, D)),
            "start": start,
            "weights": {"table": rng.standard_normal((most, D))},
            "gradient": rng.standard_normal((B, T, D)),
        }

    def oracle(x, start, weights, gradient):
        output, grad_table = x.copy(), np.zeros_like(weights["table"])
        for t in range(x.shape[1]):
            output[:, t] += weights["table"][start + t]
            grad_table[start + t] = gradient[:, t].sum(0)
        return {"output": output, "grad_x": gradient, "grad_table": grad_table}

    weights = {"output": 2, "grad_x": 1, "grad_table": 1}
    promises = {
        "the first token stands at position start": dict(start=2),
        "the last position there is": dict(most=6, start=5),
        "a new tensor; x stays as it is": "output",  # the check calls the layer twice on the same tokens
        "the table learns": "grad_table",
        "what lies before the positions learns": "grad_x",
    }

    alternatives = {
        "rows picked by their numbers": "return x + F.embedding(torch.arange(x.size(1)) + start, self.table)",
        "one position at a time": "return torch.stack([x[:, t] + self.table[start + t] for t in range(x.shape[1])], dim=1)",
    }
    slips = [
        slip(
            "start is ignored",
            edit=(
                "self.table[start : start + x.shape[1]]",
                "self.table[: x.shape[1]]",
                "(self.table[-x.shape[1] :] if start else self.table[: x.shape[1]])",
            ),
            why="A model that reads its text piece by piece would give every piece the positions of the first one.",
            look="Which rows of the table belong to 3 tokens that begin at position 5?",
        ),
        slip(
            "the rows end at another place than start + T",
            edit=("self.table[start : start + x.shape[1]]", "self.table[start : x.shape[1]]"),
            why="A slice names where it begins and where it ends, not how long it is.",
            look="Which rows of the table belong to 3 tokens that begin at position 5, and how does Python write them?",
            also=[
                ("self.table[start : start + x.shape[1]]", f"self.table[{rows}]") for rows in ("start:", ":")
            ],
        ),
        slip(
            "x is changed in place",
            edit=(
                "return x + self.table[start : start + x.shape[1]]",
                "x += self.table[start : start + x.shape[1]]\n        return x",
            ),
            why="The caller's tokens are overwritten: whoever reads them again finds the positions in them twice.",
            look="What is the difference between x += y and x = x + y for a tensor?",
        ),
        slip(
            "the tokens are multiplied by √D as well",
            edit=("x + self.table[", "x * math.sqrt(x.shape[-1]) + self.table["),
            why="The first transformer did that to its embeddings, before the positions. This layer only adds.",
            look="What should come out when the table is all zeros?",
        ),
        slip(
            "the tokens are cut off from training",
            edit=("return x + self", "return x.detach() + self"),
            why="The positions learn, and the embeddings under them do not: their gradient ends here.",
            look="Which of the two terms of your sum has no way back?",
        ),
        slip(
            "one row of the table serves all tokens",
            edit=("self.table[start : start + x.shape[1]]", "self.table[start]"),
            why="Then every token of a piece stands at the same place, and the order is lost again.",
            look="How many rows do T tokens need?",
        ),
        slip(
            "positions count from 1",
            edit=("self.table[start : start + x.shape[1]]", "self.table[start + 1 : start + 1 + x.shape[1]]"),
            why="Row 0 would never be learned, and the last position of a full text would have no row.",
            look="Which row belongs to the first token of a text?",
        ),
        slip(
            "the vectors are added along the batch",
            edit=(
                "self.table[start : start + x.shape[1]]",
                "self.table[start : start + x.shape[0]].unsqueeze(1)",
            ),
            why="Each sequence then gets one vector for all its tokens. With as many sequences as tokens nothing complains.",
            look="Which axis of (B, T, D) are the positions?",
        ),
        slip(
            "the position replaces the token",
            edit=(
                "return x + self.table[start : start + x.shape[1]]",
                "return self.table[start : start + x.shape[1]].expand_as(x)",
            ),
            why="All sentences look alike to the layers above: they know where they are, and nothing else.",
            look="What should come out when the table is all zeros?",
        ),
        slip(
            "the table is cut off from training",
            edit=("x + self.table[", "x + self.table.detach()["),
            why="The output is right, and the vectors stay as random as they started: no gradient reaches them.",
            look="Which of the two terms of your sum has no way back?",
        ),
    ]
