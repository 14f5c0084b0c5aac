"""Quantize weights block by block to the nearest of given levels.

Oracle: every weight is compared with all levels. No weight is close to the middle between two.
"""

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import FINISHED, some_levels


def clear_of_the_middle(weights, levels, block):
    """The weights, but any that lie nearly halfway between two levels are moved onto one of them."""
    blocks = np.float32(weights).astype(np.float64).reshape(-1, block)
    middles = (levels[1:] + levels[:-1]) / 2
    for row in blocks:
        top = np.abs(row).max()
        for j, w in enumerate(row):
            if top and np.abs(w / top - middles).min() < 1e-3:
                row[j] = top * levels[np.abs(w / top - levels).argmin()]
    return blocks.reshape(weights.shape)


@exercise("quantize_nf4", points=3, forbid=FINISHED)
class _:
    cases = [
        dict(shape=(6, 12), block=8, n=16),
        dict(shape=(4, 4), block=4, n=8),  # as many blocks as weights per block
        dict(shape=(5, 3), block=5, n=16, empty=True),
        dict(shape=(2, 64), block=None, n=16),
        dict(shape=(3, 2, 4), block=24, n=8),
        dict(shape=(2, 8), block=4, n=16, size=1e-20),
        dict(shape=(2, 8), block=4, n=16, size=1e20),
    ]
    weights = {"codes": 3, "absmax": 2, "weight unchanged": 1}

    def inputs(rng, shape, block, n, empty=False, size=0.05):
        levels, length = np.float32(some_levels(rng, n)).astype(np.float64), block or 64
        w = rng.standard_normal(shape) * size
        blocks = w.reshape(-1, length)
        blocks *= np.exp(rng.standard_normal(len(blocks)))[:, None]  # of different sizes
        largest = np.abs(blocks).argmax(axis=1)
        blocks[np.arange(len(blocks)), largest] = -np.abs(blocks).max(axis=1)  # negative in some, not in all
        blocks[0] *= -1
        if empty:
            blocks[1] = 0.0
        return {"weight": clear_of_the_middle(w, levels, length), "levels": levels, "block": block}

    def oracle(weight, levels, block):
        flat, size = weight.ravel(), block or 64
        absmax = np.array([max(abs(w) for w in flat[i : i + size]) for i in range(0, len(flat), size)])
        codes = [
            min(range(len(levels)), key=lambda c: abs((w / (absmax[i // size] or 1.0)) - levels[c]))
            for i, w in enumerate(flat)
        ]
        codes = torch.tensor(codes).reshape(weight.shape)
        return {"codes": codes, "absmax": absmax, "weight unchanged": {"codes": codes, "changed": 0}}

    alternatives = {
        "the nearest of all levels": """
            rows = weight.reshape(-1, block)
            top = rows.abs().max(dim=1, keepdim=True).values
            scaled = torch.where(top > 0, rows / top, torch.zeros_like(rows))
            codes = (scaled.unsqueeze(-1) - levels).abs().argmin(dim=-1)
            return codes.view(weight.shape), top.squeeze(1)
        """,
        "levels brought to the weights": """
            codes, absmax = [], []
            for piece in weight.flatten().split(block):
                absmax.append(piece.abs().max())
                codes.append((piece[:, None] - absmax[-1] * levels).abs().min(dim=1).indices if absmax[-1] else levels.abs().argmin().repeat(block))
            return torch.cat(codes).reshape(weight.shape), torch.stack(absmax)
        """,
        "how many middles lie below": """
            rows = weight.flatten().unflatten(0, (-1, block))
            absmax = torch.maximum(rows.amax(1), -rows.amin(1))
            middles = levels[:-1] + levels.diff() / 2
            scaled = torch.nan_to_num(rows / absmax[:, None])
            return (scaled[..., None] > middles).sum(-1).reshape(weight.shape), absmax
        """,
    }  # fmt: skip
    slips = [
        slip(
            "one scale is used for the whole tensor",
            edit=("absmax = blocks.abs().amax(dim=1)", "absmax = blocks.abs().amax().expand(len(blocks))"),
            also=["""
                absmax = weight.abs().max()
                codes = ((weight / absmax)[..., None] - levels).abs().argmin(-1)
                return codes, absmax
            """, ("absmax = blocks.abs().amax(dim=1)", "absmax = blocks.abs().amax().reshape(1)")],
            why="Then one large weight anywhere decides how coarsely all the others are rounded.",
            look="How many numbers are in `absmax` for 72 weights in blocks of 8, and are they different?",
        ),
        slip(
            "a block is scaled by its maximum, not by its largest absolute value",
            edit=("blocks.abs().amax(dim=1)", "blocks.amax(dim=1)"),
            also=["""
                b = weight.reshape(-1, block)
                absmax = b.max(dim=1).values
                x = torch.nan_to_num(b / absmax[:, None])
                return (x[..., None] - levels).abs().argmin(-1).reshape(weight.shape), absmax
            """],
            why="If the largest weight in absolute value is negative, it falls outside the range of the levels.",
            look="What is a block of 0.1, −0.4 and 0.2 divided by?",
        ),
        slip(
            "the blocks run along another axis",
            edit=("blocks = weight.reshape(-1, block)", "blocks = weight.reshape(block, -1).T.contiguous()"),
            also=[("blocks = weight.reshape(-1, block)", "blocks = weight.transpose(0, -1).reshape(-1, block)"), """
                columns = weight.reshape(block, -1)
                absmax = columns.abs().amax(dim=0)
                scaled = columns / torch.where(absmax == 0, 1.0, absmax)
                return (scaled[..., None] - levels).abs().argmin(-1).reshape(weight.shape), absmax
            """],
            why="A block is a run of consecutive weights, row by row.",
            look="Which weights are in the first block?",
        ),
        slip(
            "`block` is taken for the number of blocks",
            edit=("blocks = weight.reshape(-1, block)", "blocks = weight.reshape(block, -1)"),
            why="Then the block size depends on the tensor, and the number of scales no longer depends on the number of weights.",
            look="How many weights should share one scale?",
        ),
        slip(
            "each row of the matrix is a block",
            edit=("blocks = weight.reshape(-1, block)", "blocks = weight.reshape(-1, weight.shape[-1])"),
            also=["""
                absmax = weight.abs().amax(dim=-1)
                codes = ((weight / absmax[..., None])[..., None] - levels).abs().argmin(-1)
                return codes, absmax
            """],
            why="A row may have thousands of weights. The block size is chosen independently of the shape.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "weights are rounded down to the level below",
            edit=("torch.bucketize(scaled, middles)", "(torch.bucketize(scaled, levels, right=True) - 1).clamp(min=0)"),
            why="The error is up to a whole step instead of half a step, and all weights are shifted downwards.",
            look="Levels 0 and 1: which code should .9 get?",
        ),
        slip(
            "weights are rounded up to the level above",
            edit=("torch.bucketize(scaled, middles)", "torch.bucketize(scaled, levels).clamp(max=len(levels) - 1)"),
            why="The error is up to a whole step instead of half a step, and all weights are shifted upwards.",
            look="Levels 0 and 1: which code should .1 get?",
        ),
        slip(
            "a block of zeros is divided by 0",
            edit=("absmax.clamp(min=tiny)[:, None]", "absmax[:, None]"),
            also=[[("absmax.clamp(min=tiny)[:, None]", "absmax[:, None]"), ("torch.bucketize(scaled, middles)", "(scaled[..., None] - levels).abs().argmin(-1)")]],
            why="0/0 is nan, and no level is nearest to nan.",
            look="Which code should a weight of 0 get, and which one do you give it when its whole block is 0?",
        ),
        slip(
            "levels come back, not their indices",
            edit=("codes.reshape(weight.shape)", "levels[codes].reshape(weight.shape)"),
            why="A level takes 32 bits. Its index fits into 4, which is the point of quantizing.",
            look="Which values can a code take?",
        ),
        slip(
            "the codes have the shape of the blocks",
            edit=("codes.reshape(weight.shape)", "codes"),
            also=[("codes.reshape(weight.shape)", "codes.flatten()")],
            why="To restore the matrix, you need to know the position of each weight.",
            look="Print the shapes of the weights and of your codes.",
        ),
        slip(
            "the weights are not scaled before they are rounded",
            edit=("blocks / absmax.clamp(min=tiny)[:, None]", "blocks"),
            why="The weights of a real layer are near 0.05, so with levels from −1 to 1 all of them come out near 0.",
            look="Which level is nearest to 0.03, before and after scaling?",
        ),
        slip(
            "the mean absolute value of a block is taken for its largest",
            edit=("blocks.abs().amax(dim=1)", "blocks.abs().mean(dim=1)"),
            also=[("blocks.abs().amax(dim=1)", "blocks.std(dim=1)")],
            why="Everything beyond the last level is cut off, but the largest weights matter most.",
            look="Does a scaled block reach beyond 1?",
        ),
        slip(
            "the codes count evenly spaced steps",
            edit=("torch.bucketize(scaled, middles)", "((scaled + 1) / 2 * (len(levels) - 1)).round().long()"),
            why="That is plain int4, whatever the levels are.",
            look="Where does your code use `levels`?",
        ),
        slip(
            "the scales keep an extra axis",
            edit=("codes.reshape(weight.shape), absmax", "codes.reshape(weight.shape), absmax[:, None]"),
            why="The docstring asks for one number per block, (blocks,).",
            look="Print the shape of your scales.",
        ),
        slip(
            "the smallest difference is taken, not the smallest distance",
            edit=("torch.bucketize(scaled, middles)", "(scaled[..., None] - levels).argmin(-1)"),
            why="The largest level is always the one with the most negative difference.",
            look="How far is 0.1 from the level 1, and how far from 0?",
        ),
        slip(
            "small weights are divided by more than their largest",
            edit=("absmax.clamp(min=tiny)", "absmax.clamp(min=1e-3)", "(absmax + 1e-3)", "absmax.clamp(min=1e-2)", "(absmax + 1e-2)", "absmax.clamp(min=1e-8)"),
            why="A guard against 0/0 must not affect other blocks. Here, blocks of small weights all become 0.",
            look="What is the smallest scale that a block may have, and what does your code divide that block by?",
        ),
        slip(
            "the scale of a block of zeros is 1",
            edit=("reshape(weight.shape), absmax", "reshape(weight.shape), torch.where(absmax == 0, 1.0, absmax)"),
            why="The scale is the largest absolute value, which is 0 here. What you divide by is another matter.",
            look="What is the largest absolute value of 0, 0, 0?",
        ),
        slip(
            "a block of zeros gets the code in the middle",
            edit=("return codes.reshape", "codes[absmax == 0] = len(levels) // 2\n    return codes.reshape"),
            why="The level 0 need not be in the middle of the list. NF4 has seven levels below it and eight above.",
            look="Which level belongs to the code that you give to zeros?",
        ),
        slip(
            "blocks always have 64 weights",
            edit=("blocks = weight.reshape(-1, block)", "blocks = weight.reshape(-1, 64)"),
            why="64 is only the default.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "blocks end with the row",
            edit=("blocks = weight.reshape(-1, block)", "blocks = weight.unflatten(-1, (-1, block)).reshape(-1, block)"),
            why="A block may span two rows or ten. Only the total number of weights is a multiple of its length.",
            look="How many weights are in a row, and how many in a block?",
        ),
    ]  # fmt: skip
    promises = {
        "any shape": dict(shape=(3, 2, 4)),
        "any set of levels": dict(n=8),
        "a block may cross rows": dict(shape=(5, 3)),
        "a block of zeros": dict(empty=True),
        "blocks of 64 by default": dict(block=None),
        "one block": dict(block=24),
        "the weights are not modified": "weight unchanged",
        "small weights": dict(size=1e-20),
        "large weights": dict(size=1e20),
    }
