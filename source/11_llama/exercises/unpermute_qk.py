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
            "the permutation is done once more, not undone",
            edit=("view(n_heads, d // 2, 2, -1)", "view(n_heads, 2, d // 2, -1)"),

            why="With d = 4 both are the same; with d = 64 all rows but two of each head stand elsewhere.",
            look="Where does row 1 of a head go: to feature 1 or to feature d/2?",
        ),
        slip(
            "rows come back as they are stored",
            edit=(".transpose(1, 2).reshape(weight.shape)", ".reshape(weight.shape).clone()"),
            why="Queries and keys are then turned in pairs that were never trained together.",
            look="Which two rows of the file make a pair, and which two does `rope` turn?",
        ),
        slip(
            "all heads are treated as one",
            edit=("view(n_heads, d // 2, 2, -1)", "view(1, -1, 2, weight.shape[1])"),
            why="The first heads get all even rows and the last ones all odd rows, of any head.",
            look="To which rows may row 1 of the first head go?",
        ),
        slip(
            "odd rows come first",
            edit=(".transpose(1, 2).reshape", ".transpose(1, 2).flip(1).reshape"),
            why="The first and the second of each pair have changed places, which turns them backwards.",
            look="Which feature is row 0 of a head?",
        ),
        slip(
            "columns are sorted, not rows",
            edit=("return weight.view(n_heads, d // 2, 2, -1).transpose(1, 2).reshape(weight.shape)", "return torch.cat([weight[:, ::2], weight[:, 1::2]], dim=1)"),
            why="Rows are features of queries or keys. Columns are features of the stream, which nobody permuted.",
            look="Which axis of (H·d, D) is cut into heads?",
        ),
        slip(
            "heads are sorted among each other",
            edit=("view(n_heads, d // 2, 2, -1).transpose(1, 2)", "view(d // 2, 2, n_heads, -1).permute(2, 1, 0, 3)"),
            also=[("view(n_heads, d // 2, 2, -1).transpose(1, 2)", "view(d, n_heads, -1).transpose(0, 1)"), ("view(n_heads, d // 2, 2, -1).transpose(1, 2)", "view(d // 2, 2, n_heads, -1).transpose(0, 1)")],
            why="A head's rows stand together in the file, and they still do when they are sorted.",
            look="Which rows belong to head 1?",
        ),
        slip(
            "the width of a head is a fixed number",
            edit=("d = weight.shape[0] // n_heads", "d = 64\n    n_heads = weight.shape[0] // 64"),
            also=[("d = weight.shape[0] // n_heads", "d = 128\n    n_heads = weight.shape[0] // 128")],
            why="SmolLM2 has heads of 64 features and Llama 3 of 128. Others have others.",
            look="Which d does your code use for 12 rows and 2 heads?",
        ),
        slip(
            "rows are turned round within each head",
            edit=(".transpose(1, 2).reshape", ".flip(1, 2).reshape"),
            also=[(".transpose(1, 2).reshape", ".flip(2).reshape"), (".transpose(1, 2).reshape", ".flip(1).reshape")],
            why="Each row has one place where it belongs: even ones in front in their order, odd ones behind in theirs.",
            look="Write down where rows 0 to 5 of a head with d = 6 should go.",
        ),
        slip(
            "each head comes in a matrix of its own",
            edit=(".reshape(weight.shape)", ".reshape(n_heads, d, -1)"),
            why="The weight has to fit the layer that it came from.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the weight comes back transposed",
            edit=(".reshape(weight.shape)", ".reshape(weight.shape).T"),
            why="The file has (out, in), as `nn.Linear` does. There is nothing to transpose.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the caller's weight is changed",
            edit=("return weight.view(n_heads, d // 2, 2, -1).transpose(1, 2).reshape(weight.shape)", "return weight.copy_(weight.clone().view(n_heads, d // 2, 2, -1).transpose(1, 2).reshape(weight.shape))"),
            why="Called twice on the same tensor it would sort what was sorted.",
            look="Which of your operations write into `weight`?",
        ),
    ]  # fmt: skip
    promises = {
        "head by head": dict(H=2),
        "one head": dict(H=1),
        "as many rows as columns": dict(H=4, d=8, D=32),
        "any width of a head": dict(H=2, d=64),
        "weight is left as it is": "weight unchanged",
    }
