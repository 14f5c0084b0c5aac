"""Numerically stable softmax along any dimension.

Oracle: the formula in float64 after subtracting the maximum. Some scores are near ±800, and some lie so far
apart that exp overflows unless the maximum itself is subtracted. x must come back as it was.
"""

import numpy as np

from autograder.authoring import exercise, slip

SOFTMAX = [
    "torch.softmax",
    "torch.special.softmax",
    "torch.log_softmax",
    "torch.logsumexp",
    "torch.logcumsumexp",
    "torch.special.logsumexp",
]
SOFTMAX += ["F.softmax", "F.log_softmax", "F.softmin", "F.gumbel_softmax", "nn.Softmax", "nn.LogSoftmax"]
SOFTMAX += [".softmax", ".log_softmax", ".logsumexp"]


@exercise("softmax", points=3, forbid=SOFTMAX)
class _:
    cases = [
        dict(shape=(2, 3, 5), dim=-1, spread=1.0, levels=(0.0, 0.0, 0.0)),
        dict(shape=(4, 6), dim=0, spread=2.0, levels=(0.0, 0.0, 0.0, 0.0)),
        dict(
            shape=(2, 3, 5), dim=-1, spread=1.0, levels=(800.0, 0.0, -800.0)
        ),  # exp(800) is infinite, in float64 too
        dict(shape=(1, 1), dim=-1, spread=1.0, levels=(40.0,)),
        dict(shape=(2, 4, 3), dim=1, spread=62.0, levels=(0.0, 0.0, 0.0, 0.0)),
    ]

    def inputs(rng, shape, dim, spread, levels):
        x = rng.standard_normal(shape) * spread
        if (
            spread > 60
        ):  # far apart within each column: exp overflows above its minimum, and in one above its mean
            signs = np.array([[-1, 1, 1], [1, -1, -1], [1, -1, -1], [-1, -1, 1]])
            x = signs * (spread + np.abs(x) % 20)
        return {"x": x + np.array(levels)[:, None], "dim": dim}

    def oracle(x, dim):
        e = np.exp(x - x.max(axis=dim, keepdims=True))
        weights = e / e.sum(axis=dim, keepdims=True)
        return {"weights": weights, "x unchanged": {"weights": weights, "x": x}}

    weights = {"weights": 2, "x unchanged": 1}
    tolerance = 5e-5  # half precision is good to three digits

    alternatives = {
        "logits shifted by their log-sum of exponentials": """
            highest = x.max(dim=dim, keepdim=True).values
            return (x - highest - (x - highest).exp().sum(dim, keepdim=True).log()).exp()
        """,
        "one row at a time": """
            rows = x.movedim(dim, -1)
            flat = rows.reshape(-1, rows.shape[-1])
            out = []
            for row in flat:
                e = torch.exp(row - max(row.tolist()))
                out.append(e / e.sum())
            return torch.stack(out).reshape(rows.shape).movedim(-1, dim)
        """,
        "each weight from the differences to all other scores": """
            rows = x.movedim(dim, -1)
            return (1 / (rows.unsqueeze(-2) - rows.unsqueeze(-1)).exp().sum(-1)).movedim(-1, dim)
        """,
    }
    slips = [
        slip(
            "no maximum is subtracted before exp",
            edit=(" - x.amax(dim=dim, keepdim=True)", ""),
            also=[("x - x.amax(dim=dim, keepdim=True)", "x.double()")],
            why="exp(89) is infinite in float32, and infinity divided by infinity is not a number. Scores of that size "
            "do occur: a few outliers in one head are enough.",
            look="What does adding one number to every score of a row do to its weights?",
        ),
        slip(
            "the same maximum is subtracted from every row",
            edit=("x.amax(dim=dim, keepdim=True)", "x.max()"),
            why="A row that lies far below the largest score of the whole tensor underflows to zeros, and 0/0 is not a "
            "number. It works until the rows of a batch have very different sizes.",
            look="How many maxima should a tensor of shape (2, 3, 5) have, when the last axis is normalized?",
        ),
        slip(
            "the sum runs over the whole tensor",
            edit=("e.sum(dim=dim, keepdim=True)", "e.sum()"),
            why="Every query has one unit of attention to give away; here all queries of the batch share one.",
            look="Add up one row of what you return.",
        ),
        slip(
            "dim is ignored and the last axis is normalized",
            edit=[("x.amax(dim=dim, ", "x.amax(dim=-1, "), ("e.sum(dim=dim, ", "e.sum(dim=-1, ")],
            why="Scores are normalized over the keys, and the caller decides which axis holds the keys.",
            look="Call it with dim=0 on a matrix. Which sums are one: the rows' or the columns'?",
        ),
        slip(
            "the maximum is taken along `dim`, but the sum along the last axis",
            edit=("e.sum(dim=dim, ", "e.sum(dim=-1, "),
            why="Nothing overflows, so the mistake is easy to miss: the weights sum to one along the wrong axis whenever "
            "`dim` isn't the last.",
            look="How many of your reductions use `dim`? Add up what you return along `dim`.",
        ),
        slip(
            "the sum is taken along `dim`, but the maximum along the last axis",
            edit=("x.amax(dim=dim, ", "x.amax(dim=-1, "),
            why="Subtracting a number only cancels if every score that shares a sum gets the same one. Here the scores of a "
            "column each lose a different number.",
            look="Call it with dim=0 on a matrix. Which scores share a sum, and do they share a maximum?",
        ),
        slip(
            "the scores in x are overwritten",
            edit=(
                "    shifted = x - x.amax(dim=dim, keepdim=True)",
                "    shifted = x\n    shifted -= x.amax(dim=dim, keepdim=True)",
                "    shifted = x.sub_(x.amax(dim=dim, keepdim=True))",
                "    x[:] = x - x.amax(dim=dim, keepdim=True)\n    shifted = x",
            ),
            also=[
                [
                    (
                        "shifted = x - x.amax(dim=dim, keepdim=True)",
                        "shifted = x.sub_(x.amax(dim=dim, keepdim=True))",
                    ),
                    ("shifted.exp()", "shifted.exp_()"),
                ],
                [
                    (
                        "shifted = x - x.amax(dim=dim, keepdim=True)",
                        "shifted = x.sub_(x.amax(dim=dim, keepdim=True))",
                    ),
                    ("shifted.exp()", "shifted.exp_()"),
                    (
                        "return e / e.sum(dim=dim, keepdim=True)",
                        "return e.div_(e.sum(dim=dim, keepdim=True))",
                    ),
                ],
            ],
            why="The weights are right, but the caller's scores are gone, and they may still be needed: for a plot, for a second "
            "softmax along another axis, or by the backward pass.",
            look="Which of your operations write into a tensor, and which make a new one?",
        ),
        slip(
            "the minimum is subtracted",
            edit=("x.amax(", "x.amin("),
            why="Then the smallest score becomes 0 and the largest grows: exp overflows sooner than before.",
            look="After the shift, which score may not be above zero?",
        ),
        slip(
            "the mean of each row is subtracted",
            edit=("x.amax(dim=dim, keepdim=True)", "x.mean(dim=dim, keepdim=True)"),
            why="The mean centres a row, and a score far above the mean still overflows. Only the maximum leaves "
            "nothing above zero.",
            look="After the shift, which score may not be above zero?",
        ),
        slip(
            "one fixed score of each row is subtracted, not the largest",
            edit=(
                "x.amax(dim=dim, keepdim=True)",
                "x.select(dim, 0).unsqueeze(dim)",
                "x.select(dim, -1).unsqueeze(dim)",
            ),
            why="It works as long as no score lies far above that one. Which score is the largest differs from row to row.",
            look="After the shift, which score may not be above zero?",
            also=[
                [
                    ("x.amax(dim=dim, keepdim=True)", "x.select(dim, -1).unsqueeze(dim)"),
                    ("shifted.exp()", "shifted.clamp(max=88).exp()"),
                ],
                [
                    ("x.amax(dim=dim, keepdim=True)", "x.select(dim, 0).unsqueeze(dim)"),
                    ("shifted.exp()", "shifted.clamp(max=88).exp()"),
                ],
            ],
        ),
        slip(
            "large scores are cut off",
            edit=(
                "x - x.amax(dim=dim, keepdim=True)",
                "x.clamp(max=80)",
                "x.clamp(-80, 80)",
                "x.clamp(-30, 80) - x.clamp(-30, 80).amax(dim=dim, keepdim=True)",
                "x.clamp(max=88)",
            ),
            why="All scores above the limit become equal, and so do their weights. Which of them is the largest is lost.",
            look="What are the weights of the scores 100 and 200 in your code, and what should they be?",
        ),
        slip(
            "nan is replaced instead of avoided",
            edit=[
                (" - x.amax(dim=dim, keepdim=True)", ""),
                ("e / e.sum(dim=dim, keepdim=True)", "torch.nan_to_num(e / e.sum(dim=dim, keepdim=True))"),
            ],
            why="The nan is gone, but so are the weights: a row of zeros doesn't sum to one.",
            look="Add up a row whose scores are all near 800.",
        ),
        slip(
            "a small number is added to the sum",
            edit=(
                "e / e.sum(dim=dim, keepdim=True)",
                "e / (e.sum(dim=dim, keepdim=True) + 1e-3)",
                "e / (e.sum(dim=dim, keepdim=True) + 1e-2)",
            ),
            why="After the shift the largest exponential is 1, so the sum can never be 0 and needs no protection. The extra "
            "number only keeps the weights from summing to one.",
            look="How small can the sum of a row be once its maximum has become 0?",
        ),
        slip(
            "the exponentials are not divided by their sum",
            edit=(" / e.sum(dim=dim, keepdim=True)", ""),
            why="They are positive and in the right order, but they don't sum to one.",
            look="Add up one row of what you return.",
        ),
        slip(
            "the logarithm of the weights is returned",
            edit=(
                "return e / e.sum(dim=dim, keepdim=True)",
                "return shifted - e.sum(dim=dim, keepdim=True).log()",
            ),
            why="Losses are computed from the logarithm. An average of values needs the weights themselves.",
            look="Is every number that you return positive?",
        ),
        slip(
            "the reduced axis has been dropped",
            edit=("e.sum(dim=dim, keepdim=True)", "e.sum(dim=dim)"),
            why="Without it, broadcasting lines the sums up with another axis. On a square matrix nothing complains.",
            look="Print the shape of your sums next to the shape of x.",
            also=[
                ("x.amax(dim=dim, keepdim=True)", "x.amax(dim=dim)"),
            ],
        ),
        slip(
            "softmax is computed in half precision",
            edit=(
                "    shifted = x - x.amax(dim=dim, keepdim=True)",
                "    x = x.half()\n    shifted = x - x.amax(dim=dim, keepdim=True)",
            ),
            why="Sixteen bits keep two or three digits. Scores of 800 that differ by a tenth become equal, and weights no longer sum "
            "to one.",
            look="What is the dtype of your result, and what was the dtype of x?",
            also=[
                [
                    (
                        "    shifted = x - x.amax(dim=dim, keepdim=True)",
                        "    x = x.half()\n    shifted = x - x.amax(dim=dim, keepdim=True)",
                    ),
                    (
                        "return e / e.sum(dim=dim, keepdim=True)",
                        "return (e / e.sum(dim=dim, keepdim=True)).float()",
                    ),
                ],
                [
                    (
                        "    shifted = x - x.amax(dim=dim, keepdim=True)",
                        "    x = x.bfloat16()\n    shifted = x - x.amax(dim=dim, keepdim=True)",
                    ),
                    (
                        "return e / e.sum(dim=dim, keepdim=True)",
                        "return (e / e.sum(dim=dim, keepdim=True)).float()",
                    ),
                ],
                [
                    ("shifted.exp()", "shifted.half().exp()"),
                    (
                        "return e / e.sum(dim=dim, keepdim=True)",
                        "return (e / e.sum(dim=dim, keepdim=True)).float()",
                    ),
                ],
            ],
        ),
    ]
    promises = {
        "positive weights that sum to one": dict(shape=(2, 3, 5), levels=(0.0, 0.0, 0.0)),
        "along dim, whichever it is": dict(dim=0),
        "for scores of any size": dict(levels=(800.0, 0.0, -800.0)),
        "and however far apart": dict(spread=62.0),
        "one score alone": dict(shape=(1, 1)),
        "the shape of x": "weights",
        "x is left unchanged": "x unchanged",
    }
