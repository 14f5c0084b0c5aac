"""Numerically stable softmax along any dimension.

Oracle: the formula in float64 after subtracting the maximum. Some scores are near ±800, and some lie so far
apart that exp overflows unless the maximum itself is subtracted. One is three million. x must come back as it was.
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
            shape=(1, 3, 5), dim=-1, spread=1.0, levels=(800.0, 0.0, -800.0)
        ),  # exp(800) is infinite, even in float64
        dict(shape=(1, 1), dim=-1, spread=1.0, levels=(40.0,)),
        dict(shape=(2, 4, 3), dim=1, spread=62.0, levels=(0.0, 0.0, 0.0, 0.0)),
        dict(shape=(3, 5), dim=-1, spread=1.0, levels=(-150.0, -300.0, -800.0)),  # no row lies high
        dict(
            shape=(2, 6), dim=-1, spread=0.1, levels=(88.0, 87.9)
        ),  # every exponential fits, their sum does not
        dict(shape=(1, 4), dim=-1, spread=1.0, levels=(0.0,), outlier=3e6),  # x − 3e6 + 3e6 loses digits
    ]

    def inputs(rng, shape, dim, spread, levels, outlier=None):
        x = rng.standard_normal(shape) * spread
        if (
            spread > 60
        ):  # far apart within each column: exp overflows above its minimum, and in one above its mean
            signs = np.array([[-1, 1, 1], [1, -1, -1], [1, -1, -1], [-1, -1, 1]])
            x = signs * (spread + np.abs(x) % 20)
        x = x + np.array(levels)[:, None]
        if outlier:
            x[..., 2] = outlier
        return {"x": x, "dim": dim}

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
            also=[
                ("x - x.amax(dim=dim, keepdim=True)", "x.double()"),
                "return x.exp() / (x.exp().sum(dim=dim, keepdim=True) + 1e-9)",
                "return (x - x.exp().sum(dim=dim, keepdim=True).log()).exp()",
            ],
            why="exp(89) is infinite in float32, and exp(−104) is 0. From there on you get nan, 0 or infinity instead of weights. Scores "
            "of that size do occur: a few outliers in one head are enough.",
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
                """
                highest = x.amax(dim=dim, keepdim=True)
                x -= highest
                e = x.exp()
                x += highest
                return e / e.sum(dim=dim, keepdim=True)
                """,
            ],
            why="The weights are right, but the caller's scores are gone, and they may still be needed: for a plot, for a second "
            "softmax along another axis, or by the backward pass. Undoing the change afterwards isn't enough: next to a very large number, "
            "the small ones have been rounded.",
            look="Which of your operations write into a tensor, and which make a new one?",
        ),
        slip(
            "the minimum, the mean or the median is subtracted, not the maximum",
            edit=(
                "x.amax(dim=dim, keepdim=True)",
                "x.mean(dim=dim, keepdim=True)",
                "x.mean()",
                "x.median(dim=dim, keepdim=True).values",
                "x.amin(dim=dim, keepdim=True)",
                "x.min()",
            ),
            why="Scores above the number that you subtract stay above zero, and if one of them lies far above it, exp overflows. Only the "
            "maximum leaves nothing above zero.",
            look="After the shift, is any score of a row still above zero?",
        ),
        slip(
            "a score at a fixed position is subtracted, not the largest of the row",
            edit=(
                "x.amax(dim=dim, keepdim=True)",
                "x.select(dim, 0).unsqueeze(dim)",
                "x.select(dim, -1).unsqueeze(dim)",
                "x[..., :1]",
                "x[..., -1:]",
            ),
            why="It works as long as no score lies far above that one. Which score is the largest differs from row to row.",
            look="After the shift, is any score of a row still above zero?",
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
                "x.clamp(max=50)",
                "x.clamp(-50, 50)",
                "50 * (x / 50).tanh()",
            ),
            also=[("shifted.exp()", f"x.exp().clamp(max={most})") for most in ("1e30", "1e38", "3e38")],
            why="All scores above the limit become equal, and so do their weights. Which of them is the largest is lost.",
            look="What are the weights of the scores 100 and 200 in your code, and what should they be?",
        ),
        slip(
            "the number that is subtracted has an upper limit",
            edit=(
                "x.amax(dim=dim, keepdim=True)",
                "x.amax(dim=dim, keepdim=True).clamp(max=1000)",
                "x.amax(dim=dim, keepdim=True).clamp(max=1e4)",
            ),
            why="If the largest score lies far above that limit, it stays far above zero after the shift, and exp overflows.",
            look="After the shift, what is the largest score of a row that contains a score of 3 million?",
        ),
        slip(
            "nan is replaced instead of avoided",
            edit=[
                (" - x.amax(dim=dim, keepdim=True)", ""),
                ("e / e.sum(dim=dim, keepdim=True)", "torch.nan_to_num(e / e.sum(dim=dim, keepdim=True))"),
            ],
            also=[
                [
                    (" - x.amax(dim=dim, keepdim=True)", ""),
                    (
                        "e / e.sum(dim=dim, keepdim=True)",
                        "torch.nan_to_num(e / e.sum(dim=dim, keepdim=True), nan=1.0)",
                    ),
                ],
            ],
            why="The nan is gone, but so are the weights: the number that replaces it doesn't depend on the scores.",
            look="What do you return for a row whose scores are all near 800?",
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
                "return (e / e.sum(dim=dim, keepdim=True)).log()",
                "return -(e / e.sum(dim=dim, keepdim=True)).log()",
            ),
            why="Losses are computed from the logarithm. An average of values needs the weights themselves.",
            look="Is every number that you return positive?",
        ),
        slip(
            "the reduced axis has been dropped",
            edit=("e.sum(dim=dim, keepdim=True)", "e.sum(dim=dim)"),
            why="Without it, broadcasting lines the sums up with another axis. On a square matrix, no error is raised.",
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
            why="A 16-bit float keeps only two or three digits. Scores of 800 that differ by a tenth become equal, and weights no longer sum "
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
        slip(
            "a row of low scores is not shifted by its own maximum",
            edit=(
                "    shifted = x - x.amax(dim=dim, keepdim=True)",
                "    shifted = x - x.amax(dim=dim, keepdim=True) if x.max() > 80 else x",
                "    shifted = x - x.amax(dim=dim, keepdim=True) if x.max() > 88 else x",
                "    shifted = x - x.amax(dim=dim, keepdim=True) if x.max() > 100 else x",
                "    shifted = x - x.amax(dim=dim, keepdim=True).clamp(min=0)",
                "    highest = x.amax(dim=dim, keepdim=True)\n    shifted = torch.where(highest > 80, x - highest, x)",
                "    highest = x.amax(dim=dim, keepdim=True)\n    shifted = torch.where(highest > 88, x - highest, x)",
                "    highest = x.amax(dim=dim, keepdim=True)\n    shifted = torch.where(highest > 100, x - highest, x)",
                "    shifted = x - x.abs().amax(dim=dim, keepdim=True)",
                "    shifted = x - x.abs().max()",
            ),
            why="A row of very low scores fails as surely as a row of very high ones: all its exponentials become 0, and 0/0 is not a "
            "number.",
            look="What are the exponentials of a row whose scores all lie near −200, and what is their sum?",
        ),
        slip(
            "the scores are divided by their maximum instead of shifted",
            edit=(
                "x - x.amax(dim=dim, keepdim=True)",
                "x / x.amax(dim=dim, keepdim=True)",
                "x / x.abs().amax(dim=dim, keepdim=True)",
                "x / x.max()",
                "x / x.abs().max()",
                "x / x.norm(dim=dim, keepdim=True)",
            ),
            why="A number that is added to a whole row cancels, but a factor doesn't: it changes how far apart the scores are, and with "
            "that the weights.",
            look="Which change to all scores of a row leaves the weights alone: a shift or a factor?",
        ),
        slip(
            "the scores are scaled before exp",
            edit=(
                "x - x.amax(dim=dim, keepdim=True)",
                "(x - x.amax(dim=dim, keepdim=True)) / math.sqrt(x.shape[dim])",
                "(x - x.amax(dim=dim, keepdim=True)) / math.sqrt(x.shape[-1])",
                "(x - x.amax(dim=dim, keepdim=True)) / x.std(dim=dim, keepdim=True, correction=0)",
                "(x - x.amax(dim=dim, keepdim=True)) / 2",
                "(x - x.amax(dim=dim, keepdim=True)) * 2",
            ),
            why="Scaling belongs to the score, which is the subject of section 3. Softmax takes the scores as they are; a factor makes "
            "the weights flatter or sharper.",
            look="Does the formula multiply or divide the scores before it takes e to their power?",
        ),
        slip(
            "the maximum is added",
            edit=("x - x.amax(dim=dim, keepdim=True)", "x + x.amax(dim=dim, keepdim=True)"),
            why="A shift in either direction cancels in exact arithmetic, but this one moves large scores further up, so exp overflows "
            "even sooner.",
            look="After the shift, how large is the largest score of a row that lies near 50?",
        ),
        slip(
            "the shift comes after exp",
            edit=(
                "e = shifted.exp()",
                "e = x.exp()\n    e = e - e.amax(dim=dim, keepdim=True)",
                "e = x.exp() - x.amax(dim=dim, keepdim=True)",
            ),
            why="The maximum has to be subtracted from the scores. By the time exp has overflowed, nothing can be repaired, and a "
            "difference of exponentials is no longer the exponential of a difference.",
            look="In which order do the shift and exp happen in your code?",
        ),
        slip(
            "numerator and denominator are shifted by different amounts",
            edit=(
                "return e / e.sum(dim=dim, keepdim=True)",
                "return e / x.exp().sum(dim=dim, keepdim=True)",
                "return x.exp() / e.sum(dim=dim, keepdim=True)",
            ),
            why="The factor that a shift brings in only cancels if it appears above and below the fraction bar.",
            look="Which scores go into your numerator, and which into your sum?",
        ),
        slip(
            "a reduction runs along the first axis, whatever `dim` is",
            edit=("x.amax(dim=dim, ", "x.amax(dim=0, "),
            also=[
                ("e.sum(dim=dim, ", "e.sum(dim=0, "),
                [("x.amax(dim=dim, ", "x.amax(dim=0, "), ("e.sum(dim=dim, ", "e.sum(dim=0, ")],
            ],
            why="The scores that share a sum have to share a maximum, and the caller decides which axis they lie along.",
            look="How many of your reductions use `dim`?",
        ),
        slip(
            "`max` returns a pair, and the pair is subtracted",
            edit=("x.amax(dim=dim, keepdim=True)", "x.max(dim=dim, keepdim=True)"),
            why="With a dim, torch's max returns the largest values together with their positions.",
            look="Print x.max(dim=-1). Which part of it do you need?",
        ),
        slip(
            "the reduced axis is put back at the end, whatever `dim` is",
            edit=("e.sum(dim=dim, keepdim=True)", "e.sum(dim=dim).unsqueeze(-1)"),
            also=[
                ("x.amax(dim=dim, keepdim=True)", "x.amax(dim=dim).unsqueeze(-1)"),
                [
                    ("x.amax(dim=dim, keepdim=True)", "x.amax(dim=dim).unsqueeze(-1)"),
                    ("e.sum(dim=dim, keepdim=True)", "e.sum(dim=dim).unsqueeze(-1)"),
                ],
            ],
            why="An axis of length 1 at the end only lines up if the last axis was the one that you reduced.",
            look="For x of shape (4, 6) and dim = 0, what shape does the sum need?",
        ),
        slip(
            "the exponentials are divided by something other than their sum",
            edit=(
                "e.sum(dim=dim, keepdim=True)",
                "e.norm(dim=dim, keepdim=True)",
                "e.mean(dim=dim, keepdim=True)",
                "x.shape[dim]",
                "x.sum(dim=dim, keepdim=True)",
                "shifted.sum(dim=dim, keepdim=True)",
                "e.std(dim=dim, keepdim=True, correction=0)",
            ),
            why="Only the sum of a row's own exponentials makes its weights sum to one.",
            look="Add up one row of what you return.",
        ),
        slip(
            "a base other than e is used",
            edit=("shifted.exp()", "2**shifted", "10**shifted", "shifted.expm1()", "shifted.exp() + 1"),
            why="All weights are still positive and in the right order, but they are not those of the formula, so a model that was "
            "trained with softmax would look elsewhere.",
            look="What is raised to the power of the score in the formula?",
        ),
        slip(
            "exp is missing",
            edit=(
                "return e / e.sum(dim=dim, keepdim=True)",
                "return x / x.sum(dim=dim, keepdim=True)",
                "return shifted / shifted.sum(dim=dim, keepdim=True)",
                "return x.abs() / x.abs().sum(dim=dim, keepdim=True)",
                "return x.relu() / x.relu().sum(dim=dim, keepdim=True)",
                "return x.square() / x.square().sum(dim=dim, keepdim=True)",
                "e = x - x.amin(dim=dim, keepdim=True)\n    return e / e.sum(dim=dim, keepdim=True)",
            ),
            why="Scores can be negative, and weights can't. exp makes every score positive and keeps their order.",
            look="What is the weight of a negative score in your code?",
        ),
        slip(
            "every score is squashed on its own",
            edit=(
                "return e / e.sum(dim=dim, keepdim=True)",
                "return x.sigmoid()",
                "return x.sigmoid() / x.sigmoid().sum(dim=dim, keepdim=True)",
                "return shifted.sigmoid()",
                "return x.tanh()",
            ),
            why="In softmax the scores of a row compete: raising one of them lowers the weights of the others.",
            look="Which term of the formula contains all scores of a row?",
        ),
        slip(
            "the largest score gets the smallest weight",
            edit=(
                "e = shifted.exp()",
                "e = (x.amin(dim=dim, keepdim=True) - x).exp()",
                "e = (-x).exp()",
                "e = (-shifted).exp()",
            ),
            why="The sign of the exponent is wrong: the better a key matches, the less attention it gets.",
            look="Which of the scores 0 and 1 should get the larger weight?",
        ),
        slip(
            "only the largest score gets any weight",
            edit=(
                "return e / e.sum(dim=dim, keepdim=True)",
                "return (shifted == 0).float()",
                "return e / e.sum(dim=dim, keepdim=True) if x.max() < 80 else (shifted == 0).float()",
                "return e / e.sum(dim=dim, keepdim=True) if x.abs().max() < 80 else (shifted == 0).float()",
            ),
            why="However large the scores are, what counts is how far apart they are: 800 and 801 get the same weights as 0 and 1.",
            look="What are the weights of the scores 800 and 801 in your code, and what should they be?",
        ),
        slip(
            "`dim` is ignored, and x is overwritten",
            edit=[
                ("x - x.amax(dim=dim, keepdim=True)", "x.sub_(x.amax(dim=-1, keepdim=True))"),
                ("e.sum(dim=dim, ", "e.sum(dim=-1, "),
            ],
            why="These are two mistakes: the caller decides which axis is normalized, and the caller may still need the scores.",
            look="Where does your code use `dim`, and which of your operations write into x?",
        ),
        slip(
            "x is overwritten, and no maximum is subtracted",
            edit=("shifted.exp()", "x.exp_()"),
            also=[
                """
                x.exp_()
                x.div_(x.sum(dim=dim, keepdim=True))
                return x
                """
            ],
            why="These are two mistakes: exp(89) is infinite in float32, and the caller may still need the scores.",
            look="What happens to a score of 800 in your code, and which of your operations write into x?",
        ),
    ]
    promises = {
        "positive weights that sum to one": dict(shape=(2, 3, 5), levels=(0.0, 0.0, 0.0)),
        "along dim, whichever it is": dict(dim=0),
        "for scores of any size": dict(levels=(800.0, 0.0, -800.0)),
        "for low scores only": dict(levels=(-150.0, -300.0, -800.0)),
        "just below the size at which exp overflows": dict(levels=(88.0, 87.9)),
        "and however far apart": dict(spread=62.0),
        "one score alone": dict(shape=(1, 1)),
        "the shape of x": "weights",
        "x is left unchanged": "x unchanged",
    }
