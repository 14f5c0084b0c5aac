"""Dequantize block-wise 4-bit codes: look up the level, multiply by the block's scale.

Oracle: one weight at a time in plain Python, with random levels instead of NF4's.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED, some_levels


@exercise("dequantize_nf4", points=2, forbid=FINISHED)
class _:
    cases = [
        dict(shape=(6, 12), block=8, n=16),
        dict(shape=(4, 4), block=4, n=8),
        dict(shape=(5, 3), block=5, n=16),
        dict(shape=(2, 64), block=None, n=16),
        dict(shape=(3, 2, 4), block=24, n=8),
    ]

    def inputs(rng, shape, block, n):
        codes = rng.integers(0, n, shape)
        absmax = rng.uniform(0.1, 2.0, codes.size // (block or 64))
        return {"codes": codes, "absmax": absmax, "levels": some_levels(rng, n), "block": block}

    def oracle(codes, absmax, levels, block):
        flat = [levels[int(c)] * absmax[i // (block or 64)] for i, c in enumerate(np.asarray(codes).ravel())]
        return {"weight": np.array(flat).reshape(np.asarray(codes).shape)}

    alternatives = {
        "each scale written out": "return levels[codes] * absmax.repeat_interleave(block).reshape(codes.shape)",
        "looked up, then scaled row by row": """
            rows = torch.take(levels, codes.reshape(-1, block))
            return torch.einsum("nb,n->nb", rows, absmax).view(codes.shape)
        """,
        "block by block": """
            parts = [scale * levels[piece] for scale, piece in zip(absmax, codes.flatten().split(block))]
            return torch.cat(parts).reshape(codes.shape)
        """,
    }
    slips = [
        slip(
            "the scales are forgotten",
            edit=(" * absmax[:, None]", ""),
            why="The levels lie between −1 and 1, but real weights are near 0.05.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the scales are repeated in the wrong order",
            edit=("levels[codes].reshape(-1, block) * absmax[:, None]", "levels[codes].flatten() * absmax.repeat(block)"),

            why="Each weight gets the scale of another block.",
            look="Which scale belongs to the second weight: the first or the second?",
        ),
        slip(
            "the levels are divided by the scales",
            edit=(" * absmax[:, None]", " / absmax[:, None]"),
            why="Quantizing divided by them, so dequantizing has to undo that.",
            look="What should come out where a code stands for the level 1?",
        ),
        slip(
            "one scale is used for all blocks",
            edit=("absmax[:, None]", "absmax.max()", "absmax[0]", "absmax.mean()"),
            why="Blocks with small weights come back too large.",
            look="Which scale does the last weight get?",
        ),
        slip(
            "the codes are taken for evenly spaced steps",
            edit=("levels[codes]", "(codes / (len(levels) - 1) * 2 - 1)", "codes.float()"),
            also=[("levels[codes]", "(codes / 15 * 2 - 1)"), ("levels[codes]", "((codes - len(levels) // 2) / (len(levels) // 2))")],
            why="A code is the index of a level, and the levels are not evenly spaced.",
            look="Where does your code use `levels`?",
        ),
        slip(
            "the weights have the shape of the blocks",
            edit=("return values.reshape(codes.shape)", "return values"),
            also=[("return values.reshape(codes.shape)", "return values.flatten()")],
            why="A layer needs its matrix back, of shape (out, in).",
            look="Print the shapes of the codes and of what you return.",
        ),
        slip(
            "the blocks run along another axis",
            edit=("levels[codes].reshape(-1, block) * absmax[:, None]", "(levels[codes].reshape(block, -1) * absmax).T"),
            also=[("return values.reshape(codes.shape)", "return values.reshape(codes.shape[::-1]).permute(*range(codes.ndim - 1, -1, -1))")],
            why="A block is a run of neighbours in memory, row by row.",
            look="Which weights does the first scale belong to?",
        ),
        slip(
            "the scales are lined up with the codes' own shape",
            edit="return levels[codes] * absmax",
            also=["return levels[codes] * absmax[:, None]"],
            why="A block is neither a row nor a column of the matrix. If the shapes happen to fit, weights get the scales of other blocks.",
            look="In which shape is each block one row?",
        ),
        slip(
            "blocks always have 64 weights",
            edit=("reshape(-1, block)", "reshape(-1, 64)"),
            why="64 is only the default.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "blocks end with the row",
            edit="""
                rows = levels[codes].unflatten(-1, (-1, block))
                return (rows * absmax.reshape(*rows.shape[:-1], 1)).flatten(-2)
            """,
            why="A block may span two rows or ten. Only the total number of weights is a multiple of its length.",
            look="How many weights are in a row, and how many in a block?",
        ),
        slip(
            "the code 0 is taken for the weight 0",
            edit=("return values.reshape(codes.shape)", "return values.reshape(codes.shape).masked_fill(codes == 0, 0.0)"),
            why="Code 0 is the index of the lowest level, which is −1, so the largest weights of all would be lost.",
            look="Which level does code 0 stand for in your answer?",
        ),
        slip(
            "only a matrix can be restored",
            edit=("return values.reshape(codes.shape)", "out, width = codes.shape\n    return values.reshape(out, width)"),
            why="The weights of a convolution have four axes, and the docstring allows any shape.",
            look="How many axes does your code expect?",
        ),
    ]  # fmt: skip
    promises = {
        "any shape": dict(shape=(3, 2, 4)),
        "any set of levels": dict(n=8),
        "a block may cross rows": dict(shape=(5, 3)),
        "blocks of 64 by default": dict(block=None),
    }
