"""Additive (Bahdanau) attention scores: vᵀ tanh(W_q q + W_k k) for every query and key.

Oracle: a double loop over queries and keys in NumPy.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import BLOCKS


@exercise("additive_score", points=3, forbid=BLOCKS)
class _:
    cases = [
        dict(lead=(2,), T=3, S=5, dq=4, dk=6, A=7),
        dict(lead=(), T=4, S=4, dq=5, dk=5, A=5),
        dict(lead=(2,), T=1, S=3, dq=2, dk=3, A=1),
    ]

    def inputs(rng, lead, T, S, dq, dk, A):
        return {
            "q": rng.standard_normal((*lead, T, dq)),
            "k": rng.standard_normal((*lead, S, dk)),
            "w_q": rng.standard_normal((A, dq)) / np.sqrt(dq),
            "w_k": rng.standard_normal((A, dk)) / np.sqrt(dk),
            "v": rng.standard_normal(A),
        }

    def oracle(q, k, w_q, w_k, v):
        scores = np.zeros((*q.shape[:-1], k.shape[-2]))
        for place in np.ndindex(q.shape[:-1]):
            for s in range(k.shape[-2]):
                scores[(*place, s)] = v @ np.tanh(w_q @ q[place] + w_k @ k[(*place[:-1], s)])
        return {"scores": scores}

    alternatives = {
        "nn functional and einsum": """
            hidden = F.linear(q, w_q)[..., :, None, :] + F.linear(k, w_k)[..., None, :, :]
            return torch.einsum("...a,a->...", hidden.tanh(), v)
        """,
        "one query at a time": """
            keys = k @ w_k.mT
            rows = [torch.tanh(keys + (q[..., t, :] @ w_q.mT).unsqueeze(-2)) @ v for t in range(q.shape[-2])]
            return torch.stack(rows, dim=-2)
        """,
    }
    slips = [
        slip(
            "the tanh is left out",
            edit=("torch.tanh(from_q + from_k)", "(from_q + from_k)"),
            why="Without it the score splits into a part from the query and a part from the key. The query's part is "
            "the same for all keys, so softmax cancels it, and every query attends to the same keys.",
            look="Subtract one row of your scores from another. Is the difference the same in every column?",
        ),
        slip(
            "tanh is applied to each part before they are added",
            edit=("torch.tanh(from_q + from_k)", "(torch.tanh(from_q) + torch.tanh(from_k))"),
            why="Then query and key never meet inside the nonlinearity: the score is again a query part plus a key part, and "
            "softmax cancels the query part.",
            look="In the formula, what is inside the parentheses of tanh?",
        ),
        slip(
            "tanh is applied to the score",
            edit=("torch.tanh(from_q + from_k) @ v", "torch.tanh((from_q + from_k) @ v)"),
            why="The scores are then squeezed between −1 and 1, so no key can get more than e² times the weight of "
            "another key.",
            look="Which comes first in the formula, tanh or the product with v?",
        ),
        slip(
            "the axes of queries and keys are exchanged",
            edit=[
                ("from_q = (q @ w_q.T).unsqueeze(-2)", "from_q = (q @ w_q.T).unsqueeze(-3)"),
                ("from_k = (k @ w_k.T).unsqueeze(-3)", "from_k = (k @ w_k.T).unsqueeze(-2)"),
            ],
            why="Row i has to belong to query i, because softmax will normalize each row.",
            look="What is the shape of the sum of a (T, 1, A) and a (1, S, A) tensor?",
        ),
        slip(
            "the axes are counted from the front",
            edit=[
                ("from_q = (q @ w_q.T).unsqueeze(-2)", "from_q = (q @ w_q.T).unsqueeze(1)"),
                ("from_k = (k @ w_k.T).unsqueeze(-3)", "from_k = (k @ w_k.T).unsqueeze(0)"),
            ],
            also=[
                [
                    ("from_q = (q @ w_q.T).unsqueeze(-2)", "from_q = (q @ w_q.T).unsqueeze(2)"),
                    ("from_k = (k @ w_k.T).unsqueeze(-3)", "from_k = (k @ w_k.T).unsqueeze(1)"),
                ],
            ],
            why="The new axis then lands in a different place with a batch than without one. Counted from the end, its place "
            "is the same for any number of axes.",
            look="Where does your new axis end up for q of shape (T, dq), and where for (B, T, dq)?",
        ),
        slip(
            "the weights are applied without transposing them",
            edit=[("q @ w_q.T", "q @ w_q"), ("k @ w_k.T", "k @ w_k")],
            why="Weights act as y = x Wᵀ in this course and in nn.Linear. A square matrix hides the mistake.",
            look="The rows of W are its outputs. Which axis of W has to meet the last axis of q?",
        ),
        slip(
            "another nonlinearity is used instead of tanh",
            edit=("torch.tanh(", "torch.sigmoid(", "torch.relu(", "F.gelu(", "torch.tan("),
            why="tanh keeps every hidden unit between −1 and 1, centered at zero. Another nonlinearity gives other scores, and "
            "weights that were trained with tanh no longer fit.",
            look="Which function does the formula name?",
        ),
        slip(
            "the two parts are multiplied",
            edit=("from_q + from_k", "from_q * from_k"),
            why="It is called the additive score because the projected query and the projected key are added.",
            look="Which operation joins the two parts in the formula?",
        ),
        slip(
            "the keys are projected by the queries' weights",
            edit=("k @ w_k.T", "k @ w_q.T"),
            why="Queries and keys may have different widths, so each has its own matrix. If the widths are equal, no error is raised.",
            look="How many of your five arguments does your code use?",
            also=[("q @ w_q.T", "q @ w_k.T")],
        ),
        slip(
            "the hidden units are averaged, not summed",
            edit=("torch.tanh(from_q + from_k) @ v", "(torch.tanh(from_q + from_k) * v).mean(-1)"),
            why="A product with v is a sum over the A hidden units. The mean divides by A once more.",
            look="Compare your scores with the expected ones. By which factor do they differ, and which size is that?",
        ),
        slip(
            "softmax has already been applied",
            edit=(
                "return torch.tanh(from_q + from_k) @ v",
                "return (torch.tanh(from_q + from_k) @ v).softmax(-1)",
            ),
            why="Softmax comes later, because a mask has to be applied to the scores first.",
            look="Does the docstring ask for scores or for weights?",
        ),
        slip(
            "v is applied inside tanh",
            edit=("torch.tanh(from_q + from_k) @ v", "torch.tanh((from_q + from_k) * v).sum(-1)"),
            why="v weighs the hidden units after tanh. Inside tanh, a large weight only pushes its unit toward ±1.",
            look="In the formula, what is inside the parentheses of tanh?",
        ),
        slip(
            "v is left out",
            edit=("torch.tanh(from_q + from_k) @ v", "torch.tanh(from_q + from_k).sum(-1)"),
            why="Then all hidden units have the same weight, and none can lower a score.",
            look="How many of your five arguments does your code use?",
        ),
    ]
    promises = {
        "every query against every key": dict(T=3, S=5),
        "queries and keys may have different widths": dict(dq=4, dk=6),
        "no batch": dict(lead=()),
        "one hidden unit, one query": dict(A=1, T=1),
        "vᵀ tanh(W_q q + W_k k)": "scores",
    }
