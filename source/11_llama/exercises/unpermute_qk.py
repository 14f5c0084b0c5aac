"""Undo llama.cpp's permutation of the rows of query and key weights.

Oracle: row by row in NumPy, from the order in the file.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED, LIBRARY


@exercise("unpermute_qk", points=2, forbid=LIBRARY + FINISHED)
class _:
    # With d = 4 the permutation is its own inverse, with d = 2 it does nothing; the others tell directions apart.
    cases = [
        dict(H=2, d=6, D=5),
        dict(H=1, d=10, D=3),
        dict(H=4, d=8, D=32),
        dict(H=3, d=4, D=7),
        dict(H=3, d=2, D=4),
        dict(H=2, d=64, D=2),
    ]
    weights = {"rows": 4, "weight unchanged": 1}

    def inputs(rng, H, d, D):
        return {"weight": rng.standard_normal((H * d, D)), "n_heads": H}

    def oracle(weight, n_heads):
        """Row by row: the file has feature k at row 2k and feature k + d/2 at row 2k + 1."""
        weight = np.asarray(weight)
        d = len(weight) // n_heads
        rows = np.empty_like(weight)
        for h in range(n_heads):
            for k in range(d // 2):
                rows[h * d + k] = weight[h * d + 2 * k]
                rows[h * d + k + d // 2] = weight[h * d + 2 * k + 1]
        return {"rows": rows, "weight unchanged": {"rows": rows, "weight": weight}}

    alternatives = {
        "even rows, then odd ones": """
            heads = weight.reshape(n_heads, -1, weight.shape[1])
            return torch.cat([heads[:, ::2], heads[:, 1::2]], dim=1).flatten(0, 1)
        """,
        "a list of row numbers": """
            d = weight.shape[0] // n_heads
            order = [h * d + r for h in range(n_heads) for r in [*range(0, d, 2), *range(1, d, 2)]]
            return weight[order]
        """,
        "the library's": """
            dim = weight.shape[0] // n_heads // 2
            w = weight.reshape(n_heads, dim, 2, *weight.shape[1:])
            return w.swapaxes(2, 1).reshape(weight.shape)
        """,
    }
    slips = [
        slip(
            "the permutation is applied once more instead of undone",
            edit=("view(n_heads, d // 2, 2, -1)", "view(n_heads, 2, d // 2, -1)"),

            why="With d = 4 there is no difference. With d = 64, all but four rows of each head end up in the wrong place.",
            look="Where does row 1 of a head go: to feature 1 or to feature d/2?",
        ),
        slip(
            "rows keep their stored order",
            edit=(".transpose(1, 2).reshape(weight.shape)", ".reshape(weight.shape).clone()"),
            why="Features of queries and keys are then rotated in pairs that were never trained together.",
            look="Which two rows of the file are a pair, and which two does `rope` rotate?",
        ),
        slip(
            "all heads are treated as one",
            edit=("view(n_heads, d // 2, 2, -1)", "view(1, -1, 2, weight.shape[1])"),
            why="The first heads get all the even rows and the last heads all the odd rows, whichever head they belong to.",
            look="Where can row 1 of the first head end up?",
        ),
        slip(
            "odd rows come first",
            edit=(".transpose(1, 2).reshape", ".transpose(1, 2).flip(1).reshape"),
            why="The two members of each pair are swapped, so they rotate backwards.",
            look="Which feature does row 0 of a head produce?",
        ),
        slip(
            "columns are reordered instead of rows",
            edit=("return weight.view(n_heads, d // 2, 2, -1).transpose(1, 2).reshape(weight.shape)", "return torch.cat([weight[:, ::2], weight[:, 1::2]], dim=1)"),
            why="Rows produce features of queries or keys. Columns belong to features of the stream, which weren't permuted.",
            look="Which axis of (H·d, D) is split into heads?",
        ),
        slip(
            "rows move between heads",
            edit=("view(n_heads, d // 2, 2, -1).transpose(1, 2)", "view(d // 2, 2, n_heads, -1).permute(2, 1, 0, 3)"),
            also=[("view(n_heads, d // 2, 2, -1).transpose(1, 2)", "view(d, n_heads, -1).transpose(0, 1)"), ("view(n_heads, d // 2, 2, -1).transpose(1, 2)", "view(d // 2, 2, n_heads, -1).transpose(0, 1)")],
            why="The rows of a head are together in the file and should stay together.",
            look="Which rows belong to head 1?",
        ),
        slip(
            "the width of a head is a fixed number",
            edit=("d = weight.shape[0] // n_heads", "d = 64\n    n_heads = weight.shape[0] // 64"),
            also=[("d = weight.shape[0] // n_heads", "d = 128\n    n_heads = weight.shape[0] // 128")],
            why="SmolLM2 has heads of 64 features and Llama 3 has heads of 128, but other models use other widths.",
            look="Which d does your code use for 12 rows and 2 heads?",
        ),
        slip(
            "the rows of each head are reversed",
            edit=(".transpose(1, 2).reshape", ".flip(1, 2).reshape"),
            also=[(".transpose(1, 2).reshape", ".flip(2).reshape"), (".transpose(1, 2).reshape", ".flip(1).reshape")],
            why="Each row has one right place: first the even rows in ascending order, then the odd rows.",
            look="Write down where rows 0 to 5 of a head with d = 6 should go.",
        ),
        slip(
            "the result has a separate axis for heads",
            edit=(".reshape(weight.shape)", ".reshape(n_heads, d, -1)"),
            why="The weight has to fit back into the layer it came from.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the weight comes back transposed",
            edit=(".reshape(weight.shape)", ".reshape(weight.shape).T"),
            why="The file has (out, in), like `nn.Linear`, so there is nothing to transpose.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the argument is changed in place",
            edit=("return weight.view(n_heads, d // 2, 2, -1).transpose(1, 2).reshape(weight.shape)", "return weight.copy_(weight.clone().view(n_heads, d // 2, 2, -1).transpose(1, 2).reshape(weight.shape))"),
            why="If you called it twice on the same tensor, the second call would reorder rows that are already in order.",
            look="Which of your operations write into `weight`?",
        ),
    ]  # fmt: skip
    promises = {
        "head by head": dict(H=2),
        "one head": dict(H=1),
        "as many rows as columns": dict(H=4, d=8, D=32),
        "any head width": dict(H=2, d=64),
        "weight is left as it is": "weight unchanged",
    }
