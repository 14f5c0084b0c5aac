"""Lesson 02, first sitting: cases, oracles and known slips. Instructors only; students get recorded cases.

Oracles: formulas in float64 numpy, double loops, and torch's own attention with masks passed explicitly.
"""

import math

import numpy as np
import torch
import torch.nn.functional as F

from autograder.authoring import exercise, slip

SOFTMAX = [
    "torch.softmax",
    "torch.special.softmax",
    "torch.log_softmax",
    "torch.logsumexp",
    "torch.special.logsumexp",
]
SOFTMAX += ["F.softmax", "F.log_softmax", "F.softmin", "F.gumbel_softmax", "nn.Softmax", "nn.LogSoftmax"]
SOFTMAX += [".softmax", ".log_softmax", ".logsumexp"]
ATTENTION = ["F.scaled_dot_product_attention", "nn.MultiheadAttention", "F.multi_head_attention_forward"]
BLOCKS = ["utils.blocks"]


def float64_attention(q, k, v, mask):
    """Softmax attention in float64; a row of the mask without a True gives zeros, which is torch's answer too."""
    mask = None if mask is None else torch.as_tensor(mask)
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)


# --- from scores to weights -----------------------------------------------------------------------------------------


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
        return {"weights": e / e.sum(axis=dim, keepdims=True)}

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
            "one maximum is subtracted from all rows alike",
            edit=("x.amax(dim=dim, keepdim=True)", "x.max()"),
            why="A row that lies far below the largest score of the whole tensor underflows to zeros, and 0/0 is not a "
            "number. It works until a batch holds rows of different size.",
            look="How many maxima should a tensor of shape (2, 3, 5) have, when the last axis is normalised?",
        ),
        slip(
            "the sum runs over the whole tensor",
            edit=("e.sum(dim=dim, keepdim=True)", "e.sum()"),
            why="Every query has one unit of attention to give away; here all queries of the batch share one.",
            look="Add up one row of what you return.",
        ),
        slip(
            "dim is ignored and the last axis is normalised",
            edit=[("x.amax(dim=dim, ", "x.amax(dim=-1, "), ("e.sum(dim=dim, ", "e.sum(dim=-1, ")],
            why="Scores are normalised over keys, and where the keys stand is the caller's choice.",
            look="Call it with dim=0 on a matrix. Which sums are one, those of the rows or those of the columns?",
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
            "what is not a number is overwritten",
            edit=[
                (" - x.amax(dim=dim, keepdim=True)", ""),
                ("e / e.sum(dim=dim, keepdim=True)", "torch.nan_to_num(e / e.sum(dim=dim, keepdim=True))"),
            ],
            why="The nan goes away and the weights do not come back: a row of zeros sums to nothing.",
            look="Add up a row whose scores are all near 800.",
            also=[("e / e.sum(dim=dim, keepdim=True)", "e / (e.sum(dim=dim, keepdim=True) + 1e-3)")],
        ),
        slip(
            "nothing is divided by the sum",
            edit=(" / e.sum(dim=dim, keepdim=True)", ""),
            why="The exponentials are positive and in the right order, and they do not sum to one.",
            look="Add up one row of what you return.",
        ),
        slip(
            "the logarithm of the weights comes back",
            edit=(
                "return e / e.sum(dim=dim, keepdim=True)",
                "return shifted - e.sum(dim=dim, keepdim=True).log()",
            ),
            why="Losses are computed from the logarithm. An average of values needs the weights themselves.",
            look="Is every number that you return positive?",
        ),
        slip(
            "the axis that was reduced is gone",
            edit=("e.sum(dim=dim, keepdim=True)", "e.sum(dim=dim)"),
            why="Without it, broadcasting lines the sums up with another axis. On a square matrix nothing complains.",
            look="Print the shape of your sums beside that of x.",
            also=[
                ("x.amax(dim=dim, keepdim=True)", "x.amax(dim=dim)"),
                [
                    ("x.amax(dim=dim, keepdim=True)", "x.amax(dim=dim)"),
                    ("e.sum(dim=dim, keepdim=True)", "e.sum(dim=dim)"),
                ],
            ],
        ),
        slip(
            "it is computed in half precision",
            edit=(
                "    shifted = x - x.amax(dim=dim, keepdim=True)",
                "    x = x.half()\n    shifted = x - x.amax(dim=dim, keepdim=True)",
            ),
            why="Sixteen bits keep two or three digits. Scores of 800 that differ by a tenth become equal, and weights no longer sum "
            "to one.",
            look="Which dtype has your result, and which had x?",
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
    }


@exercise("attention_output", points=2, forbid=BLOCKS)
class _:
    cases = [
        dict(lead=(), T=7, S=7, D=3),
        dict(lead=(2,), T=3, S=5, D=4),
        dict(lead=(2, 2), T=1, S=4, D=1),
        dict(lead=(3,), T=4, S=4, D=2),
    ]

    def inputs(rng, lead, T, S, D):
        weights = rng.dirichlet(np.ones(S), size=(*lead, T))
        return {"weights": weights, "values": rng.standard_normal((*lead, S, D))}

    def oracle(weights, values):
        output = np.zeros((*weights.shape[:-1], values.shape[-1]))
        for place in np.ndindex(weights.shape[:-1]):  # one query at a time
            for s in range(weights.shape[-1]):
                output[place] += weights[(*place, s)] * values[(*place[:-1], s)]
        return {"output": output}

    alternatives = {
        "einsum": 'return torch.einsum("...ts,...sd->...td", weights, values)',
        "a loop over the keys": """
            output = torch.zeros(*weights.shape[:-1], values.shape[-1])
            for s in range(weights.shape[-1]):
                output = output + weights[..., s, None] * values[..., s, None, :]
            return output
        """,
        "broadcast and sum": "return (weights.unsqueeze(-1) * values.unsqueeze(-3)).sum(dim=-2)",
    }
    slips = [
        slip(
            "the table of weights is transposed",
            edit=("weights @ values", "weights.transpose(-2, -1) @ values"),
            why="Rows are queries and columns are keys. Read by columns, a token collects what others give to it, and "
            "those numbers do not sum to one.",
            look="Which axis of the weights sums to one, and which axis of the values has the same length?",
        ),
        slip(
            "the sum is divided by the number of keys",
            edit=("weights @ values", "weights @ values / values.shape[-2]"),
            why="The weights sum to one already, so this divides twice.",
            look="What should come out when all values are equal to 1?",
        ),
        slip(
            "only the value with the largest weight is returned",
            edit=(
                "return weights @ values",
                "best = weights.argmax(-1, keepdim=True)\n"
                "    return values.gather(-2, best.expand(*best.shape[:-1], values.shape[-1]))",
            ),
            why="That is a hard look-up. It has no useful gradient: a small change of the scores changes nothing.",
            look="The formula has a sum over all keys.",
        ),
        slip(
            "softmax is taken of the weights",
            edit=("weights @ values", "weights.softmax(-1) @ values"),
            why="Weights are what softmax has made. Taken again, of numbers between 0 and 1, it makes them nearly equal.",
            look="Do your rows of weights sum to one before you do anything to them?",
        ),
        slip(
            "a token's own value is added to the average",
            edit=("weights @ values", "weights @ values + values[..., : weights.shape[-2], :]"),
            why="Blocks add what came in to what attention gives, one lesson later. The output of attention is the average alone.",
            look="What should come out when all values are equal to 1?",
        ),
        slip(
            "every value counts alike",
            edit=(
                "weights @ values",
                "torch.full_like(weights, 1 / weights.shape[-1]) @ values",
                "values.mean(-2, keepdim=True).expand(*weights.shape[:-1], -1)",
            ),
            why="A plain mean does not look at the weights, so every query gets the same.",
            look="Which of the two arguments does your code use only for its shape?",
        ),
        slip(
            "axes of length 1 are gone",
            edit=("weights @ values", "(weights @ values).squeeze()"),
            why="One query, or one sequence, is still a query or a sequence. The next function counts axes from the end.",
            look="Which shape has the result for a single query, and which should it have?",
        ),
        slip(
            "all sequences take the values of the first",
            edit=("weights @ values", "weights @ values.reshape(-1, *values.shape[-2:])[0]"),
            why="Sequences of a batch have nothing to do with each other.",
            look="Which part of the values meets the weights of the second sequence?",
        ),
        slip(
            "only the first sequence is averaged",
            edit=(
                "return weights @ values",
                "T, S = weights.shape[-2:]\n    return weights.reshape(-1, S)[:T] @ values.reshape(-1, values.shape[-1])[:S]",
            ),
            why="Axes in front are treated alike: every sequence of a batch gets its own averages.",
            look="How many sequences go in, and how many come out?",
        ),
        slip(
            "the output is transposed",
            edit=("weights @ values", "(weights @ values).transpose(-2, -1)"),
            why="Row t of the output belongs to query t. With as many queries as columns nothing complains.",
            look="What is the shape of your output for 3 queries and values of width 4?",
        ),
    ]
    promises = {
        "the sum of the values, each times its weight": "output",
        "axes in front are treated alike": dict(lead=(2, 2)),
        "as many queries as keys, or not": dict(T=3, S=5),
        "one query is enough": dict(T=1),
    }


# --- three score functions ------------------------------------------------------------------------------------------


@exercise("dot_score", points=2, forbid=BLOCKS)
class _:
    cases = [
        dict(lead=(2,), T=3, S=5, d=4),
        dict(lead=(), T=4, S=4, d=7),
        dict(lead=(2, 3), T=1, S=6, d=1),
        dict(lead=(3,), T=2, S=3, d=3),  # any two axes of the keys can be exchanged
    ]

    def inputs(rng, lead, T, S, d):
        return {"q": rng.standard_normal((*lead, T, d)), "k": rng.standard_normal((*lead, S, d))}

    def oracle(q, k):
        return {"scores": np.einsum("...td,...sd->...ts", q, k)}

    alternatives = {
        "einsum": 'return torch.einsum("...td,...sd->...ts", q, k)',
        "broadcast and sum": "return (q.unsqueeze(-2) * k.unsqueeze(-3)).sum(-1)",
        "keys times queries, then turned": "return torch.matmul(k, q.mT).mT",
    }
    slips = [
        slip(
            "queries and keys have changed places",
            edit=("q @ k.transpose(-2, -1)", "k @ q.transpose(-2, -1)"),
            why="Row i has to hold what query i thinks of every key, because softmax will normalise each row.",
            look="For 3 queries and 5 keys, which shape should the scores have?",
        ),
        slip(
            "every vector is divided by its length first",
            edit=(
                "q @ k.transpose(-2, -1)",
                "F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).transpose(-2, -1)",
            ),
            why="That is the cosine, which forgets how long a query is. A model uses that length to say how sharply "
            "a token should look.",
            look="Is there any division in the formula?",
        ),
        slip(
            "query i is compared with key i only",
            edit=("return q @ k.transpose(-2, -1)", "return (q * k[..., : q.shape[-2], :]).sum(-1)"),
            why="A product entry by entry pairs the first query with the first key and so on; attention compares every "
            "query with every key.",
            look="How many scores should 3 queries and 5 keys give?",
        ),
        slip(
            "all axes of the keys are reversed",
            edit=("k.transpose(-2, -1)", "k.permute(*reversed(range(k.dim())))"),
            why=".T on more than two axes reverses all of them, so the batch ends up last. It works on one sequence "
            "and fails on a batch.",
            look="Which two axes have to change places, and which have to stay in front?",
        ),
        slip(
            "the axes are counted from the front",
            edit=("k.transpose(-2, -1)", "k.transpose(0, 1)", "k.transpose(1, 2)"),
            why="With a batch in front, the axes of tokens and widths are no longer the first ones. Counted from the end, they are "
            "the last two for any number of axes.",
            look="Which number has the axis of the keys in (S, d), in (B, S, d) and in (B, H, S, d)?",
        ),
        slip(
            "the keys are reshaped, not transposed",
            edit=("k.transpose(-2, -1)", "k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])"),
            why="A new shape keeps the order of the numbers, so pieces of different keys end up in one column.",
            look="Make a small k with the numbers 0 to 5 and print both.",
        ),
        slip(
            "the scores are scaled already",
            edit=(
                "return q @ k.transpose(-2, -1)",
                "return q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])",
            ),
            why="This exercise asks for the dot product itself. Why it should be divided by something, and by what, comes next.",
            look="Is there any division in the formula?",
        ),
        slip(
            "the sign of the scores is lost",
            edit=(
                "return q @ k.transpose(-2, -1)",
                "return (q @ k.transpose(-2, -1)).abs()",
                "return (q @ k.transpose(-2, -1)).relu()",
            ),
            why="A key that points the other way should get a low score. Here it counts as much as one that fits, or as little as one "
            "at right angles.",
            look="What is the score of a query and its opposite?",
        ),
        slip(
            "the distance is taken instead of the product",
            edit=("q @ k.transpose(-2, -1)", "-torch.cdist(q, k)", "torch.cdist(q, k)"),
            why="Near and similar are not the same: of two keys in one direction the longer one gets the larger product, and may be "
            "further away.",
            look="What does the formula do with the entries of q and k?",
        ),
        slip(
            "every sequence meets the keys of all others",
            edit=("q @ k.transpose(-2, -1)", "torch.tensordot(q, k, dims=([-1], [-1]))"),
            why="Sequences of a batch have nothing to do with each other. Here the batch is there twice, and memory grows with its "
            "square.",
            look="How many axes have your scores, and how many had q?",
        ),
    ]
    promises = {
        "one row for each query, one column for each key": dict(T=3, S=5),
        "no batch, or several axes in front": dict(lead=()),
        "several axes in front": dict(lead=(2, 3)),
        "the dot product itself, negative where they oppose each other": "scores",
    }


@exercise("scaled_dot_score", points=3, forbid=BLOCKS)
class _:
    cases = [dict(lead=(2, 2), T=5, S=9, d=64), dict(lead=(1,), T=1, S=3, d=7), dict(lead=(), T=4, S=4, d=16)]

    def inputs(rng, lead, T, S, d):
        return {"q": rng.standard_normal((*lead, T, d)), "k": rng.standard_normal((*lead, S, d))}

    def oracle(q, k):
        return {"scores": np.einsum("...td,...sd->...ts", q, k) / np.sqrt(q.shape[-1])}

    alternatives = {
        "both scaled by the fourth root first": """
            root = q.size(-1) ** 0.25
            return torch.matmul(q / root, (k / root).mT)
        """,
        "einsum, times d to the power −1/2": 'return torch.einsum("...td,...sd->...ts", q, k) * k.shape[-1] ** -0.5',
    }
    slips = [
        slip(
            "the scores are not scaled",
            edit=(" / math.sqrt(d)", ""),
            why="Unscaled scores have standard deviation √d, and softmax of them is nearly one-hot.",
            look="Which factor would bring the line in the plot back to 1 at every width?",
        ),
        slip(
            "the scores are divided by d instead of √d",
            edit=("math.sqrt(d)", "d"),
            why="The variance of the score is d, so its standard deviation is √d. Divided by d the scores shrink with "
            "the width, and every token looks everywhere alike.",
            look="Var(a·x) = a²·Var(x). Which a makes d into 1?",
        ),
        slip(
            "d is read off another axis than the width",
            edit=(
                "q.shape[-1]",
                "k.shape[-2]",
                "q.shape[-2]",
                "q.shape[0]",
                "q.shape[1]",
                "k.shape[1]",
                "q.dim()",
                "k.shape[0] * k.shape[-1]",
            ),
            why="The scale then changes with the length of the text, and the same pair of tokens gets another score.",
            look="A score is a sum. How many terms has it?",
        ),
        slip(
            "every score is divided by its key's norm, or by the root of it",
            edit=(
                "math.sqrt(d)",
                "k.norm(dim=-1).unsqueeze(-2)",
                "k.norm(dim=-1).sqrt().unsqueeze(-2)",
                "q.norm(dim=-1, keepdim=True)",
                "q.norm(dim=-1, keepdim=True).sqrt()",
            ),
            why="The |k| under the root is the number of entries of k, not its length as a "
            "vector. With the norm, a key could no longer shout.",
            look="Is the scale one number, or one number for each key?",
        ),
        slip(
            "the scores are multiplied by √d",
            edit=("/ math.sqrt(d)", "* math.sqrt(d)", "/ d ** -0.5"),
            why="The scores have standard deviation √d to begin with. Multiplied, they have d, and softmax has nothing left to "
            "decide.",
            look="Should the line in the plot go up or down?",
        ),
        slip(
            "the scores are divided by their own deviation",
            edit=(
                "return q @ k.transpose(-2, -1) / math.sqrt(d)",
                "scores = q @ k.transpose(-2, -1)\n    return scores / scores.std()",
                "scores = q @ k.transpose(-2, -1)\n    return scores / scores.std(-1, keepdim=True)",
            ),
            why="The variance becomes 1 and each score comes to depend on all others of the batch: the same two tokens get another "
            "score beside other sentences.",
            look="Is your scale the same number for every batch?",
        ),
        slip(
            "the root is rounded to a whole number",
            edit=("math.sqrt(d)", "math.isqrt(d)", "int(math.sqrt(d))", "round(math.sqrt(d))"),
            why="For widths such as 64 there is no difference, for 7 there is.",
            look="Which of Python's roots returns a fraction?",
        ),
        slip(
            "the exponent 1/2 has no brackets",
            edit=("/ math.sqrt(d)", "/ d ** 1 / 2", "/ (d ** 1 / 2)", "* d ** -1 / 2"),
            why="A power is taken before a division, so d ** 1 / 2 is half of d.",
            look="Print 64 ** 1 / 2.",
        ),
        slip(
            "one width is built in",
            edit=("math.sqrt(d)", "8"),
            why="It is right for heads of width 64 and for no others.",
            look="Where does your code look at the width of q?",
        ),
    ]
    promises = {
        "unit variance at every width": dict(d=64),
        "also where the root is no whole number": dict(d=7),
        "one row for each query, one column for each key": dict(T=5, S=9),
        "any axes in front": dict(lead=()),
        "one number, the same for every query and key": "scores",
    }


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
            "the same for all keys, softmax cancels it, and every query looks at the same place.",
            look="Subtract one row of your scores from another. Is the difference the same in every column?",
        ),
        slip(
            "tanh is taken of each part before they are added",
            edit=("torch.tanh(from_q + from_k)", "(torch.tanh(from_q) + torch.tanh(from_k))"),
            why="Then query and key never meet inside the curve: the score is again one part for each, and softmax "
            "cancels the query's.",
            look="In the formula, what stands inside the brackets of tanh?",
        ),
        slip(
            "tanh is taken of the score",
            edit=("torch.tanh(from_q + from_k) @ v", "torch.tanh((from_q + from_k) @ v)"),
            why="The scores are then squeezed between −1 and 1, so no key can get more than e² times the weight of "
            "another.",
            look="Which comes first in the formula, the curve or the weighing by v?",
        ),
        slip(
            "the axes of queries and keys are exchanged",
            edit=[
                ("from_q = (q @ w_q.T).unsqueeze(-2)", "from_q = (q @ w_q.T).unsqueeze(-3)"),
                ("from_k = (k @ w_k.T).unsqueeze(-3)", "from_k = (k @ w_k.T).unsqueeze(-2)"),
            ],
            why="Row i has to belong to query i, because softmax will normalise each row.",
            look="The sum of a (T, 1, A) and a (1, S, A) tensor has which shape?",
        ),
        slip(
            "the weights are applied without transposing them",
            edit=[("q @ w_q.T", "q @ w_q"), ("k @ w_k.T", "k @ w_k")],
            why="Weights act as y = x Wᵀ in this course and in nn.Linear. A square matrix hides the mistake.",
            look="The rows of W are its outputs. Which axis of W has to meet the last axis of q?",
        ),
        slip(
            "another curve stands in the place of tanh",
            edit=("torch.tanh(", "torch.sigmoid(", "torch.relu(", "F.gelu(", "torch.tan("),
            why="tanh keeps every hidden unit between −1 and 1, with zero in the middle. Another curve gives other scores, and weights "
            "that were learned with tanh do not fit.",
            look="Which function does the formula name?",
        ),
        slip(
            "the two parts are multiplied",
            edit=("from_q + from_k", "from_q * from_k"),
            why="It is called the additive score: what the query says and what the key says are added inside the curve.",
            look="Which sign stands between the two parts in the formula?",
        ),
        slip(
            "the keys are projected by the queries' weights",
            edit=("k @ w_k.T", "k @ w_q.T"),
            why="Queries and keys may have different widths, and each has a matrix of its own. With equal widths nothing complains.",
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
            "softmax is taken already",
            edit=(
                "return torch.tanh(from_q + from_k) @ v",
                "return (torch.tanh(from_q + from_k) @ v).softmax(-1)",
            ),
            why="A score is what softmax is taken of, later: a mask has to be able to come in between.",
            look="Does the docstring ask for scores or for weights?",
        ),
        slip(
            "v is applied inside the curve",
            edit=("torch.tanh(from_q + from_k) @ v", "torch.tanh((from_q + from_k) * v).sum(-1)"),
            why="v weighs what comes out of the curve. Inside it, a large weight only presses its unit against the limit of 1.",
            look="In the formula, what stands inside the brackets of tanh?",
        ),
        slip(
            "v is left out",
            edit=("torch.tanh(from_q + from_k) @ v", "torch.tanh(from_q + from_k).sum(-1)"),
            why="Then all hidden units count alike, and none can speak against a key.",
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


# --- masks ----------------------------------------------------------------------------------------------------------


@exercise("causal_mask", points=3, forbid=BLOCKS)
class _:
    cases = [
        dict(T=(4, 14), past=(0, 0)),
        dict(T=(1, 1), past=(0, 0)),
        dict(T=(1, 1), past=(3, 14)),
        dict(T=(2, 9), past=(2, 9)),
    ]

    def inputs(rng, T, past):
        n_queries = int(rng.integers(*T, endpoint=True))
        return {"n_queries": n_queries, "n_keys": n_queries + int(rng.integers(*past, endpoint=True))}

    def oracle(n_queries, n_keys):
        mask = np.zeros((n_queries, n_keys), dtype=bool)
        for i in range(n_queries):
            position = n_keys - n_queries + i
            mask[i, : position + 1] = True
        return {"mask": mask, "hidden": ~mask}

    alternatives = {
        "positions compared": """
            query = torch.arange(n_keys - n_queries, n_keys)
            return torch.arange(n_keys)[None, :] <= query[:, None]
        """,
        "the last rows of the square mask": "return ~torch.ones(n_keys, n_keys).triu(diagonal=1).bool()[n_keys - n_queries :]",
        "lists": """
            past = n_keys - n_queries
            return torch.tensor([[j <= past + i for j in range(n_keys)] for i in range(n_queries)])
        """,
    }
    slips = [
        slip(
            "a token may not look at itself",
            edit=("tril(n_keys - n_queries)", "tril(n_keys - n_queries - 1)"),
            why="The first token then has nowhere to look, and no token's output holds what the token itself says.",
            look="Row 0 of a square mask: how many True should it have?",
        ),
        slip(
            "True and False are exchanged",
            edit=(
                "return torch.ones(n_queries, n_keys, dtype=torch.bool).tril(n_keys - n_queries)",
                "return ~torch.ones(n_queries, n_keys, dtype=torch.bool).tril(n_keys - n_queries)",
            ),
            why="In this course, as in F.scaled_dot_product_attention, True means: may look. "
            "nn.MultiheadAttention means the opposite.",
            look="Which of the two conventions does the docstring ask for?",
        ),
        slip(
            "every token looks ahead instead of back",
            edit=(".tril(", ".triu("),
            why="Such a model reads the answer while it trains, and has nothing to read when it generates.",
            look="Print the mask for 5 tokens. Which half is True?",
        ),
        slip(
            "the queries are taken to be the first positions, not the last",
            edit=("tril(n_keys - n_queries)", "tril()"),
            why="When a text grows, the new queries stand at its end. is_causal=True in F.scaled_dot_product_attention "
            "makes this choice on rectangles, so a single new token would see the first key and nothing else.",
            look="With 1 query and 4 keys, which keys lie in the past?",
        ),
        slip(
            "the mask holds numbers",
            edit=(", dtype=torch.bool", ""),
            also=[
                ("dtype=torch.bool", "dtype=torch.int64"),
                ("dtype=torch.bool", "dtype=torch.uint8"),
                (".tril(n_keys - n_queries)", ".tril(n_keys - n_queries).tolist()"),
            ],
            why="F.scaled_dot_product_attention adds a mask of numbers to the scores, and nothing is hidden. ~mask, masked_fill and & "
            "need True and False.",
            look="Print the dtype of your mask.",
        ),
        slip(
            "True marks what is hidden, and the queries are taken to be the first positions",
            edit=(".tril(n_keys - n_queries)", ".triu(1)"),
            why="This is the square mask that nn.MultiheadAttention wants. Here True means: may look, and with more keys "
            "than queries the queries stand at the end.",
            look="How many True should the last row have?",
        ),
        slip(
            "the offset of the diagonal has the wrong sign",
            edit=("n_keys - n_queries)", "n_queries - n_keys)"),
            why="With more keys than queries the diagonal moves to the right: the first query already has a past. On a square mask "
            "nothing shows.",
            look="With 2 queries and 4 keys, how many True should the first row have?",
        ),
        slip(
            "the mask is transposed",
            edit=(".tril(n_keys - n_queries)", ".tril(n_keys - n_queries).T"),
            why="Rows are queries and columns are keys. Transposed, a token sees the future and not its past.",
            look="Which shape has your mask for 2 queries and 4 keys, and what stands in its first row?",
        ),
        slip(
            "the mask of all positions is returned",
            edit=(
                "torch.ones(n_queries, n_keys, dtype=torch.bool).tril(n_keys - n_queries)",
                "torch.ones(n_keys, n_keys, dtype=torch.bool).tril()",
                "torch.ones(n_queries, n_queries, dtype=torch.bool).tril()",
            ),
            why="When a text grows, only its newest positions ask. The rows of the others are computed for nothing, and the shape fits "
            "no scores.",
            look="How many rows should the mask have for 1 query and 4 keys?",
        ),
        slip(
            "the rows stand in reverse",
            edit=(
                ".tril(n_keys - n_queries)",
                ".tril(n_keys - n_queries).flip(0)",
                ".tril(n_keys - n_queries).flip(1)",
            ),
            why="Row 0 belongs to the earliest of the queries, which has the shortest past.",
            look="Which row of your mask has the most True, and which should have?",
        ),
    ]
    promises = {
        "its own position and earlier ones": dict(T=(4, 14), past=(0, 0)),
        "one token sees itself": dict(T=(1, 1), past=(0, 0)),
        "a new token sees all of its past": dict(T=(1, 1), past=(3, 14)),
        "the queries are the last of the positions": dict(T=(2, 9), past=(2, 9)),
        "bool, so that ~ turns it round": "hidden",
    }


@exercise("padding_mask", points=2, forbid=BLOCKS)
class _:
    cases = [
        dict(lengths=[(1, 11), (1, 11), (1, 11)], S=12),
        dict(lengths=[(3, 3)], S=3),
        dict(lengths=[(2, 2), (0, 0)], S=2),
        dict(lengths=[(1, 8), (9, 9)], S=9),
    ]

    def inputs(rng, lengths, S):
        drawn = [rng.integers(*length, endpoint=True) for length in lengths]
        return {"lengths": rng.permutation(drawn), "n_keys": S}

    def oracle(lengths, n_keys):
        mask = np.zeros((len(lengths), 1, n_keys), dtype=bool)
        for b, length in enumerate(lengths):
            mask[b, 0, :length] = True
        return {"mask": mask, "hidden": ~mask}

    alternatives = {
        "one row at a time": """
            mask = torch.zeros(len(lengths), 1, n_keys, dtype=torch.bool)
            for b, length in enumerate(lengths.tolist()):
                mask[b, :, :length] = True
            return mask
        """,
        "three axes from the start": "return lengths[:, None, None] > torch.arange(n_keys)",
    }
    slips = [
        slip(
            "the mask holds numbers",
            edit=(
                "return real.unsqueeze(1)",
                "return real.unsqueeze(1).long()",
                "return real.unsqueeze(1).float()",
                "return real.unsqueeze(1).to(torch.uint8)",
                "return real.unsqueeze(1).tolist()",
            ),
            why="F.scaled_dot_product_attention adds a mask of numbers to the scores, and nothing is hidden. ~mask, masked_fill and & "
            "need True and False.",
            look="Print the dtype of your mask.",
        ),
        slip(
            "the last token of each sequence is hidden",
            edit=("< lengths[:, None]", "< lengths[:, None] - 1"),
            why="Positions count from 0, so a sequence of length 3 fills the positions 0, 1 and 2, and all three may be seen.",
            look="For length 1, how many keys may be seen?",
        ),
        slip(
            "the mask is only as wide as the longest sequence",
            edit=("torch.arange(n_keys, device", "torch.arange(int(lengths.max()), device"),
            why="It has to fit scores over all S keys, and a batch may have been padded further than its longest sequence needs.",
            look="Which of the two arguments does your code never use?",
        ),
        slip(
            "an empty sequence lets one key through",
            edit=("< lengths[:, None]", "< lengths.clamp(min=1)[:, None]"),
            why="It spares softmax an empty row, and pretends that a padding token is text. What an empty row gives is settled in "
            "exercise 9.",
            look="For length 0, how many keys may be seen?",
        ),
        slip(
            "the row is copied for every query",
            edit=("return real.unsqueeze(1)", "return real.unsqueeze(1).expand(-1, n_keys, -1)"),
            why="Broadcasting does that for nothing, and for any number of queries: there need not be as many as keys.",
            look="Which length has the axis of the queries in the docstring?",
        ),
        slip(
            "one key too many is let through",
            edit=("< lengths", "<= lengths"),
            why="Positions count from 0, so a sequence of length 3 fills the positions 0, 1 and 2. The first padding "
            "token is read as if it were text.",
            look="For length 0, how many keys may be seen?",
        ),
        slip(
            "the padding is let through and the text is hidden",
            edit=("< lengths", ">= lengths"),
            why="True means: may look. Here every query looks at padding only.",
            look="Which of the keys of a short sequence should be True?",
        ),
        slip(
            "the padding is taken to stand on the left",
            edit=(
                "torch.arange(n_keys, device=lengths.device) < lengths[:, None]",
                "torch.arange(n_keys, device=lengths.device) >= n_keys - lengths[:, None]",
            ),
            why="Here short sequences start at position 0 and are filled up behind. Some generators pad on the left; "
            "the mask has to follow the data.",
            look="Read the docstring again: at which end is the padding?",
        ),
        slip(
            "the axis of the queries is missing",
            edit=(".unsqueeze(1)", ""),
            why="A mask of shape (B, S) is read as one row for each query. With as many sequences as tokens nothing "
            "complains, and every sequence gets the wrong mask.",
            look="Which shape broadcasts to (B, T, S) by giving every query of a sequence the same row?",
        ),
        slip(
            "the rows of padding queries are emptied as well",
            edit=("return real.unsqueeze(1)", "return real.unsqueeze(1) & real.unsqueeze(2)"),
            why="A padding query that may look nowhere gains nothing, because its output is never used, and its row of −∞ "
            "is a source of nan. Only the keys have to be hidden.",
            look="Does what a query may see depend on which query it is?",
        ),
    ]
    promises = {
        "the keys after the end of each sequence are hidden": dict(lengths=[(1, 11), (1, 11), (1, 11)]),
        "S keys, however long the longest sequence": dict(S=12),
        "a full sequence hides none": dict(lengths=[(3, 3)], S=3),
        "an empty one hides all": dict(lengths=[(2, 2), (0, 0)]),
        "(B, 1, S)": "mask",
        "bool, so that ~ turns it round": "hidden",
    }


@exercise("additive_mask", points=2, forbid=BLOCKS)
class _:
    cases = [dict(shape=(3, 4), p=0.6), dict(shape=(2, 1, 5), p=0.5), dict(shape=(1, 1), p=1.0)]

    def inputs(rng, shape, p):
        mask = rng.random(shape) < p
        if mask.size > 1:  # both kinds of entries, whatever the seed
            mask.flat[0], mask.flat[1] = True, False
        return {"mask": mask}

    def oracle(mask):
        return {"numbers": np.where(mask, 0.0, -np.inf)}

    alternatives = {
        "where": "return torch.where(mask, 0.0, -math.inf)",
        "the logarithm of the mask": "return mask.float().log()",
    }
    slips = [
        slip(
            "−∞ is multiplied by 0",
            edit=(
                "torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, -torch.inf)",
                "~mask * -torch.inf",
                "(1 - mask.float()) * -torch.inf",
            ),
            why="0·(−∞) is not a number, so every key that may be seen becomes nan.",
            look="Print your result for a mask without a single False.",
        ),
        slip(
            "True and False are exchanged",
            edit=("masked_fill(~mask, ", "masked_fill(mask, "),
            also=[
                (
                    "torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, -torch.inf)",
                    "torch.where(~mask, 0.0, torch.inf)",
                ),
            ],
            why="The bias is added to the scores: 0 leaves a score as it is, −∞ removes the key.",
            look="Which number should stand where the mask is True?",
        ),
        slip(
            "a finite number stands in for −∞",
            edit=(
                "-torch.inf",
                "-10000.0",
                "-1e9",
                "-1e30",
                "-1e38",
                "-100.0",
                "torch.finfo(torch.float32).min",
            ),
            also=[
                (
                    "torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, -torch.inf)",
                    "torch.zeros(mask.shape, dtype=torch.long).masked_fill(~mask, -(10**9))",
                ),
                (
                    "torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, -torch.inf)",
                    "torch.log(mask.float() + 1e-9)",
                ),
            ],
            why="BERT's code does this, and with ordinary scores nothing shows. But a query that may look nowhere then "
            "spreads its attention evenly over the padding, and no one can tell it from a real answer.",
            look="What is softmax of four scores that are all −10000?",
        ),
        slip(
            "the mask itself is returned as numbers",
            edit=(
                "torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, -torch.inf)",
                "mask.float()",
            ),
            why="Added to the scores, 1 and 0 only make allowed keys e times likelier. Nothing is hidden.",
            look="exp(what) is 0?",
        ),
        slip(
            "the infinity has lost its sign",
            edit=("-torch.inf", "torch.inf"),
            why="Added to a score, +∞ makes its key the only one that counts, or the whole row nan.",
            look="exp(what) is 0?",
        ),
        slip(
            "1 stands where a query may look",
            edit=("torch.zeros(", "torch.ones("),
            why="Every allowed score is raised by 1. Softmax does not mind, because all of a row rise alike; a bias that depends on the "
            "distance, added to the same scores, would.",
            look="Which number leaves a score as it is when it is added?",
        ),
        slip(
            "the shape of the mask is lost",
            edit=(
                "masked_fill(~mask, -torch.inf)",
                "masked_fill(~mask, -torch.inf).flatten()",
                "masked_fill(~mask, -torch.inf).squeeze()",
            ),
            why="The numbers are added to scores, and line up with them as the mask did.",
            look="Which shape went in, and which comes out?",
        ),
        slip(
            "the numbers are in half precision",
            edit=(
                "mask.shape, device",
                "mask.shape, dtype=torch.float16, device",
                "mask.shape, dtype=torch.bfloat16, device",
            ),
            why="0 and −∞ come through, but a bias that is added in this form later (lesson 09) keeps two or three digits.",
            look="Print the dtype of your result.",
        ),
    ]
    promises = {
        "0 where a query may look, −∞ elsewhere": "numbers",
        "any shape": dict(shape=(2, 1, 5)),
        "a mask without a single False": dict(p=1.0),
        "floats": "numbers",
    }


@exercise("scaled_dot_product_attention", points=5, forbid=[*ATTENTION, *BLOCKS])
class _:
    cases = [
        dict(lead=(2,), T=3, S=5, d=4, dv=6, mask=None),
        dict(lead=(2,), T=4, S=6, d=5, dv=3, mask="random"),
        dict(lead=(1, 2), T=4, S=4, d=3, dv=3, mask="causal"),
        dict(lead=(2,), T=3, S=4, d=4, dv=4, mask="empty row"),
        dict(lead=(1,), T=1, S=7, d=7, dv=2, mask="random"),
        dict(lead=(1,), T=3, S=5, d=4, dv=3, mask="random", level=300),
        dict(lead=(1,), T=3, S=5, d=4, dv=3, mask="one key", level=-20_000),
        dict(lead=(2, 2), T=3, S=4, d=3, dv=2, mask="heads"),
        dict(lead=(2,), T=3, S=5, d=2, dv=2, mask="padding"),
    ]

    def inputs(rng, lead, T, S, d, dv, mask, level=None):
        q, k = rng.standard_normal((*lead, T, d)), rng.standard_normal((*lead, S, d))
        if level:  # every score lies near it: q · k / √d with all entries near √(|level| / √d)
            size, spread = math.sqrt(abs(level) / math.sqrt(d)), 0.05 if abs(level) < 1000 else 0.01
            q, k = size + spread * q, math.copysign(size, level) + spread * k
        allowed = {
            None: None,
            "random": rng.random((*lead, T, S)) < 0.6,
            "causal": np.tril(np.ones((T, S), dtype=bool)),
            "empty row": rng.random((*lead, T, S)) < 0.6,
            "one key": np.eye(S, dtype=bool)[rng.permutation(S)[:T]],
            "heads": rng.random((lead[-1], T, S))
            < 0.5,  # the same for all sequences, another one for each head
            "padding": np.arange(S) < rng.permutation([2, 4])[:, None, None],
        }[mask]
        if mask == "heads":
            allowed[..., 0] = True
            allowed[0, :, 1], allowed[1, :, 1] = True, False
        if mask in ("random", "empty row"):
            allowed[..., 0] = True  # every query sees one key, and one is hidden from it
            allowed[..., 1] = False
        if mask == "empty row":
            allowed[..., 1, :] = False
        return {
            "q": q,
            "k": k,
            "v": rng.standard_normal((*lead, S, dv)),
            "mask": allowed,
            "gradient": rng.standard_normal((*lead, T, dv)),
        }

    def oracle(q, k, v, mask, gradient):
        q, k, v = (torch.tensor(x, requires_grad=True) for x in (q, k, v))
        output = float64_attention(q, k, v, mask)
        output.backward(torch.as_tensor(gradient))
        return {"output": output.detach(), "gradients": {"q": q.grad, "k": k.grad, "v": v.grad}}

    weights = {"output": 3, "gradients": 2}
    tolerance = {"gradients": 2e-3}  # at scores near 300, float32 products are good to four digits

    alternatives = {
        "mask after softmax, rows divided by their sums": """
            weights = (q @ k.mT / q.shape[-1] ** 0.5).softmax(-1)
            if mask is not None:
                weights = weights * mask
                weights = weights / weights.sum(-1, keepdim=True).clamp_min(1e-30)
            return weights @ v
        """,
        "exponentials by hand, masked, one division at the end": """
            scores = torch.einsum("...td,...sd->...ts", q, k) / math.sqrt(k.shape[-1])
            e = (scores - scores.amax(-1, keepdim=True).detach()).exp()
            if mask is not None:
                e = torch.where(mask, e, torch.zeros(()))
            total = e.sum(-1, keepdim=True)
            return (e @ v) / torch.where(total == 0, torch.ones(()), total)
        """,
        "empty rows opened, then closed": """
            scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
            if mask is None:
                return scores.softmax(-1) @ v
            empty = ~mask.any(dim=-1, keepdim=True)
            weights = torch.where(mask | empty, scores, -torch.inf).softmax(dim=-1)
            return torch.where(empty, 0.0, weights @ v)
        """,
        "a large finite number, then zeros": """
            mask = torch.ones((), dtype=torch.bool) if mask is None else mask
            scores = (q / math.sqrt(q.shape[-1])) @ k.transpose(-2, -1)
            return (scores.masked_fill(~mask, torch.finfo(scores.dtype).min).softmax(-1) * mask) @ v
        """,
    }
    slips = [
        slip(
            "the scores are not scaled",
            edit=(" / math.sqrt(q.shape[-1])", ""),
            why="Unscaled scores have standard deviation √d, and softmax of them is nearly one-hot.",
            look="Compare your scores with those of exercise 4.",
        ),
        slip(
            "softmax runs over the queries",
            edit=("scores.softmax(dim=-1)", "scores.softmax(dim=-2)"),
            why="Then the weights that a key receives sum to one, and a query's do not: some queries get nearly "
            "nothing and some more than one average.",
            look="Which axis of (T, S) has to sum to one?",
        ),
        slip(
            "the mask is read the other way round",
            edit=(
                "scores = scores.masked_fill(~mask, -torch.inf)\n",
                "mask = ~mask\n        scores = scores.masked_fill(~mask, -torch.inf)\n",
            ),
            why="True means: may look. Here every query sees exactly what should be hidden from it.",
            look="masked_fill fills where its mask is True. Which keys do you fill?",
        ),
        slip(
            "hidden weights are set to zero after softmax and nothing makes up for it",
            edit=("        scores = scores.masked_fill(~mask, -torch.inf)\n", "        pass\n"),
            why="The weights of a row no longer sum to one, so a query that sees little gets an output that is too "
            "small. Hidden keys also still take part in the denominator, so they leak.",
            look="Add up one row of your weights.",
        ),
        slip(
            "a query that may look nowhere gets nan",
            edit=("        weights = weights.masked_fill(~mask, 0.0)", "        pass"),
            why="Softmax of a row of −∞ is 0/0. One such row, from one empty sequence in a batch, turns every "
            "gradient of the model into nan.",
            look="What do the weights of a row hold when all its scores are −∞, and what should they hold here?",
        ),
        slip(
            "a query that may look nowhere looks everywhere alike",
            edit=[
                ("-torch.inf", "-1e9"),
                ("        weights = weights.masked_fill(~mask, 0.0)", "        pass"),
            ],
            why="A large negative number in place of −∞ hides a key only as long as another one is left. In an empty "
            "row all are equally low, and softmax calls that equally good.",
            look="What is softmax of four scores that are all −1e9?",
        ),
        slip(
            "0 times −∞ is added to the scores",
            edit=("scores.masked_fill(~mask, -torch.inf)", "scores + ~mask * -torch.inf"),
            why="0·(−∞) is not a number, so every key that may be seen gets a score of nan.",
            look="What do you add to the score of a key that may be seen?",
        ),
        slip(
            "the output is right and the gradient is not a number",
            edit=[
                (
                    "scores.masked_fill(~mask, -torch.inf)",
                    "scores + torch.zeros(mask.shape).masked_fill(~mask, -torch.inf)",
                ),
                ("weights = weights.masked_fill(~mask, 0.0)", "weights = weights.nan_to_num(0.0)"),
            ],
            why="nan_to_num repairs the output only. On the way back, softmax multiplies by the nan that it kept, and "
            "addition hands that on to the scores. masked_fill stops it on the way in: it gives filled places a "
            "gradient of zero.",
            look="Which step between the scores and softmax can cut an empty row off on the way back?",
        ),
        slip(
            "keys and values have changed places",
            edit=[("q @ k.transpose(-2, -1)", "q @ v.transpose(-2, -1)"), ("weights @ v", "weights @ k")],
            why="Keys decide where to look, values are what is found there. With equal widths nothing complains.",
            look="Which of the two does the query meet in the product?",
        ),
        slip(
            "hidden scores are set to 0 instead of −∞",
            also=[("-torch.inf", "0.0")],
            edit=[
                ("-torch.inf", "0.0"),
                ("        weights = weights.masked_fill(~mask, 0.0)", "        pass"),
            ],
            why="A score of 0 is an ordinary score: e⁰ is 1, so a hidden key weighs more than every key with a negative "
            "score.",
            look="Which score has the exponential 0?",
        ),
        slip(
            "the scores are divided by something other than √d",
            edit=(
                "math.sqrt(q.shape[-1])",
                "q.shape[-1]",
                "math.sqrt(k.shape[-2])",
                "math.sqrt(q.shape[-2])",
                "math.sqrt(v.shape[-1])",
            ),
            why="The variance of a score is d, so √d brings it back to 1. Any other scale makes softmax too sharp or too flat.",
            look="Compare your scores with those of exercise 4.",
            also=[("/ math.sqrt(q.shape[-1])", "* math.sqrt(q.shape[-1])"), ("math.sqrt(q.shape[-1])", "8")],
        ),
        slip(
            "the scale comes after softmax",
            edit=[
                (" / math.sqrt(q.shape[-1])", ""),
                ("return weights @ v", "return weights @ v / math.sqrt(q.shape[-1])"),
            ],
            why="Softmax of unscaled scores is nearly one-hot, and dividing afterwards only makes the average smaller.",
            look="What should come out when all values are equal to 1?",
        ),
        slip(
            "a finite number stands in for −∞",
            edit=("-torch.inf", "-1e2", "-1e3", "-1e4", "-50.0"),
            why="It hides a key as long as every score that counts lies far above it. Where scores are lower still, the hidden keys "
            "take all the weight, and the output becomes zero.",
            look="Let all scores be near −20000. Which keys win in your code?",
            also=[
                [
                    ("-torch.inf", "-1e2"),
                    ("        weights = weights.masked_fill(~mask, 0.0)", "        pass"),
                ],
                [
                    ("-torch.inf", "-1e4"),
                    ("        weights = weights.masked_fill(~mask, 0.0)", "        pass"),
                ],
            ],
        ),
        slip(
            "the empty row is mended in the output, not in the weights",
            edit=[
                ("        weights = weights.masked_fill(~mask, 0.0)", "        pass"),
                ("return weights @ v", "return torch.nan_to_num(weights @ v)"),
            ],
            why="The output is right, and on the way back the weights that are nan meet the gradient of the values: 0 · nan is nan. One "
            "empty row, and no value learns anything.",
            look="Which gradient is nan, and which tensor did its values meet in the last product?",
            also=[
                [
                    ("        weights = weights.masked_fill(~mask, 0.0)", "        pass"),
                    (
                        "return weights @ v",
                        "empty = mask is not None and ~mask.any(dim=-1, keepdim=True)\n"
                        "    return weights @ v if mask is None else (weights @ v).masked_fill(empty, 0.0)",
                    ),
                ]
            ],
        ),
        slip(
            "a part is cut off from the gradient",
            edit=("weights @ v", "weights.detach() @ v"),
            why="The output is right, and nothing that led to the scores can learn: where to look stays as it was at the start.",
            look="Which line of yours leaves the trail that backward() follows?",
            also=[
                ("q @ k", "q.detach() @ k"),
                ("k.transpose(-2, -1)", "k.detach().transpose(-2, -1)"),
                ("weights @ v", "weights @ v.detach()"),
            ],
        ),
        slip(
            "without a mask the attention is causal",
            edit=(
                "    scores = q @",
                "    if mask is None:\n        mask = torch.ones(q.shape[-2], k.shape[-2], dtype=torch.bool).tril()\n    scores = q @",
            ),
            why="Without a mask every query sees every key. An encoder, and attention to another text, need just that.",
            look="What should happen when mask is None?",
        ),
        slip(
            "the axes are counted from the front",
            edit=("k.transpose(-2, -1)", "k.transpose(1, 2)"),
            why="With a batch and heads in front, the axes of tokens and widths are no longer 1 and 2. Counted from the end, they are "
            "the last two for any number of axes.",
            look="Which number has the axis of the keys in (B, S, d) and in (B, H, S, d)?",
        ),
        slip(
            "a mask of three axes is turned into one of four",
            edit=(
                "    if mask is not None:\n        scores",
                "    if mask is not None:\n        if mask.dim() == 3 and q.dim() == 4:\n            mask = mask.unsqueeze(1)\n        scores",
            ),
            why="Broadcasting lines shapes up from the right: three axes (H, T, S) beside scores (B, H, T, S) are one mask for each head. "
            "Whoever wants one for each sequence hands over (B, 1, T, S).",
            look="What does the docstring say that the mask does, and who decides where its axes go?",
        ),
        slip(
            "the keys are averaged, not the values",
            edit=("weights @ v", "weights @ k"),
            why="Keys decide where to look, values are what is found there. With equal widths nothing complains.",
            look="What is v used for in your code?",
        ),
        slip(
            "every key that may be seen counts alike",
            edit=("scores.softmax(dim=-1)", "scores.isfinite() / scores.isfinite().sum(-1, keepdim=True)"),
            why="Then queries and keys have no say, and attention is a plain mean.",
            look="How do the scores enter your weights?",
        ),
        slip(
            "it is computed in half precision",
            edit=("q @ k.transpose(-2, -1)", "(q.half() @ k.half().transpose(-2, -1)).float()"),
            why="Sixteen bits keep two or three digits. Of scores near 300 nothing is left behind the point, and weights are off by a "
            "tenth and more.",
            look="Which dtype has each of your tensors?",
            also=[
                ("scores.softmax(dim=-1)", "scores.bfloat16().softmax(dim=-1).float()"),
                ("scores.softmax(dim=-1)", "scores.half().softmax(dim=-1).float()"),
                ("q @ k.transpose(-2, -1)", "(q.bfloat16() @ k.bfloat16().transpose(-2, -1)).float()"),
            ],
        ),
        slip(
            "large scores are cut off",
            edit=(
                "scores.softmax(dim=-1)",
                "scores.clamp(min=-1e4, max=50).softmax(dim=-1)",
                "scores.clamp(max=50).softmax(dim=-1)",
                "scores.clamp(max=80).softmax(dim=-1)",
                "scores.clamp(-50, 50).softmax(dim=-1)",
            ),
            why="All scores beyond the limit become equal, and so do their weights. softmax takes care of large scores by itself.",
            look="What are the weights of the scores 299 and 301 in your code, and what should they be?",
        ),
        slip(
            "exp overflows",
            edit=("scores.softmax(dim=-1)", "scores.exp() / scores.exp().sum(-1, keepdim=True)"),
            why="exp(89) is infinite in float32. Exercise 1 is about nothing else.",
            look="What is subtracted from a row of scores before exp?",
        ),
    ]
    promises = {
        "without a mask, every key": dict(mask=None),
        "a mask for each query and sequence": dict(mask="random"),
        "a mask without a batch": dict(mask="causal"),
        "a mask that broadcasts over the queries": dict(mask="padding"),
        "a mask for each head, lined up from the right": dict(mask="heads"),
        "any axes in front": dict(lead=(2, 2)),
        "zeros for a query that may look nowhere": dict(mask="empty row"),
        "no gradient is lost on the way": "gradients",
        "large scores": dict(level=300),
        "−∞ elsewhere, whatever the scores": dict(level=-20_000),
        "values of another width": dict(d=5, dv=3),
    }
    equivalent = {
        "scores = q @ k.transpose(-2, -1) / math.sqrt((q.detach() if q.requires_grad else 1 / 0).shape[-1])": (
            "a shape has no gradient"
        ),
    }
