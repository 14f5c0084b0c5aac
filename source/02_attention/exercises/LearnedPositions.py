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
        "the first token is at position start": dict(start=2),
        "the last position there is": dict(most=6, start=5),
        "a new tensor; x is left unchanged": "output",  # the check calls the layer twice on the same tokens
        "the table learns": "grad_table",
        "layers before this one learn": "grad_x",
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
                "self.table[-x.shape[1] :]",
            ),
            why="A model that reads its text in pieces would give all of them but one the wrong positions.",
            look="Which rows of the table belong to 3 tokens that begin at position 5?",
        ),
        slip(
            "the rows don't end at start + T",
            edit=("self.table[start : start + x.shape[1]]", "self.table[start : x.shape[1]]"),
            why="A slice is given by where it begins and where it ends, not by how long it is.",
            look="Which rows of the table belong to 3 tokens that begin at position 5, and how do you write them as a slice?",
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
            why="The caller's tokens are overwritten, so a second call adds the positions again.",
            look="What is the difference between x += y and x = x + y for a tensor?",
        ),
        slip(
            "the tokens are multiplied by √D as well",
            edit=("x + self.table[", "x * math.sqrt(x.shape[-1]) + self.table["),
            why="The first transformer scaled its embeddings like that before adding the positions. This layer only adds.",
            look="What should come out when the table is all zeros?",
        ),
        slip(
            "the tokens are cut off from training",
            edit=("return x + self", "return x.detach() + self"),
            why="The positions learn, but the embeddings don't, because their gradient ends here.",
            look="Which of the two terms of your sum gets no gradient?",
        ),
        slip(
            "all tokens get the same row of the table",
            edit=("self.table[start : start + x.shape[1]]", "self.table[start]"),
            why="Every token of a piece then has the same position, and the order is lost again.",
            look="How many rows do T tokens need?",
        ),
        slip(
            "positions count from 1",
            edit=("self.table[start : start + x.shape[1]]", "self.table[start + 1 : start + 1 + x.shape[1]]"),
            also=[
                (
                    "self.table[start : start + x.shape[1]]",
                    "self.table[(torch.arange(x.shape[1]) + start + 1).clamp(max=len(self.table) - 1)]",
                )
            ],
            why="Row 0 would never be trained, and the last position of a full text would have no row.",
            look="Which row belongs to the first token of a text?",
        ),
        slip(
            "the vectors are added along the batch",
            edit=(
                "self.table[start : start + x.shape[1]]",
                "self.table[start : start + x.shape[0]].unsqueeze(1)",
            ),
            why="Each sequence then gets one vector for all its tokens. With as many sequences as tokens, no error is raised.",
            look="Which axis of (B, T, D) is the position?",
        ),
        slip(
            "the position replaces the token",
            edit=(
                "return x + self.table[start : start + x.shape[1]]",
                "return self.table[start : start + x.shape[1]].expand_as(x)",
            ),
            why="All sentences then look the same to the layers above: only the positions are left.",
            look="What should come out when the table is all zeros?",
        ),
        slip(
            "the table is cut off from training",
            edit=("x + self.table[", "x + self.table.detach()["),
            why="The output is right, but the vectors stay random, because no gradient reaches them.",
            look="Which of the two terms of your sum gets no gradient?",
        ),
        slip(
            "positions continue from the last call",
            edit=(
                "return x",
                'start = getattr(self, "next", start)\n        self.next = start + x.shape[1]\n        return x',
                'start = getattr(self, "next", start) % len(self.table)\n        self.next = start + x.shape[1]\n        return x',
            ),
            also=[
                """
                offset = getattr(self, "offset", start)
                self.offset = offset + x.shape[1]
                return x + self.table[torch.arange(offset, offset + x.shape[1]) % len(self.table)]
                """
            ],
            why="start gives the position of the first token on every call. A module that counts by itself is wrong as soon as a new text begins.",
            look="Call your module twice with the same tokens and the same start. Do you get the same output?",
        ),
        slip(
            "the rows come in reverse order",
            edit=("self.table[start : start + x.shape[1]]", "self.table[start : start + x.shape[1]].flip(0)"),
            why="The first token then gets the vector of the last position.",
            look="Which row belongs to the first token of a text?",
        ),
        slip(
            "start is ignored, and the table is cut off from training",
            edit=("self.table[start : start + x.shape[1]]", "self.table.detach()[: x.shape[1]]"),
            why="These are two mistakes. Every piece of a text gets the positions of the first one, and no gradient reaches the vectors.",
            look="Where does your code use start, and which of your two terms gets no gradient?",
        ),
    ]
