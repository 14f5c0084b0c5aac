"""Dot-product scores divided by √d, whose variance is the same at every width.

Oracle: np.einsum in float64, divided by √d.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import BLOCKS


@exercise("scaled_dot_score", points=4, forbid=BLOCKS)
class _:
    cases = [
        dict(lead=(2, 2), T=5, S=9, d=64),
        dict(lead=(1,), T=1, S=3, d=7),
        dict(lead=(), T=4, S=4, d=16),
        dict(lead=(3,), T=2, S=3, d=3),  # any two axes of the keys can be exchanged
    ]

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
        "broadcast and sum": "return (q.unsqueeze(-2) * k.unsqueeze(-3)).sum(-1) / q.shape[-1] ** 0.5",
        "keys times queries, then transposed": "return torch.matmul(k, q.mT).mT / math.sqrt(k.shape[-1])",
    }
    slips = [
        slip(
            "the scores are not scaled",
            edit=(" / math.sqrt(d)", ""),
            why="Unscaled scores have standard deviation √d, so their softmax is nearly one-hot.",
            look="Which factor would bring the line in the plot back to 1 at every width?",
        ),
        slip(
            "the scores are divided by d instead of √d",
            edit=("math.sqrt(d)", "d"),
            why="The variance of the score is d, so its standard deviation is √d. Divided by d, the scores shrink as the width "
            "grows, and every query spreads its attention evenly.",
            look="Var(a·x) = a²·Var(x). Which a turns d into 1?",
        ),
        slip(
            "d is read from the wrong axis",
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
            why="The scale then changes with the length of the sequence or the size of the batch, so the same pair of tokens "
            "gets another score in another batch.",
            look="A score is a sum. How many terms does it have?",
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
            why="The |k| under the root is the number of entries of k, not its norm. If you divide by the norm, a long key no "
            "longer gets a higher score than a short one.",
            look="Is the scale one number, or one number for each key?",
        ),
        slip(
            "every vector is divided by its norm first",
            edit=(
                "q @ k.transpose(-2, -1) / math.sqrt(d)",
                "F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).transpose(-2, -1)",
                "F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).transpose(-2, -1) / math.sqrt(d)",
            ),
            why="That is the cosine similarity. It forgets how long a query is, and a model uses that length to say how sharply "
            "a token should look.",
            look="What does the formula divide by, and does that depend on the entries of q and k?",
        ),
        slip(
            "the scores are multiplied by √d",
            edit=("/ math.sqrt(d)", "* math.sqrt(d)", "/ d ** -0.5"),
            why="The scores have standard deviation √d to begin with. Multiplying by √d makes it d, and softmax becomes one-hot.",
            look="Should the line in the plot go up or down?",
        ),
        slip(
            "the scores are divided by their own standard deviation",
            edit=(
                "return q @ k.transpose(-2, -1) / math.sqrt(d)",
                "scores = q @ k.transpose(-2, -1)\n    return scores / scores.std()",
                "scores = q @ k.transpose(-2, -1)\n    return scores / scores.std(-1, keepdim=True)",
            ),
            why="The variance becomes 1, but each score now depends on all the others: the same two tokens get another score "
            "in another batch.",
            look="Is your scale the same number for every batch?",
        ),
        slip(
            "the root is rounded to a whole number",
            edit=("math.sqrt(d)", "math.isqrt(d)", "round(math.sqrt(d))"),
            why="At a width of 64 it makes no difference, but at 7 it does.",
            look="Which of Python's roots returns a fraction?",
        ),
        slip(
            "the exponent 1/2 has no parentheses",
            edit=("/ math.sqrt(d)", "/ d ** 1 / 2", "/ (d ** 1 / 2)", "* d ** -1 / 2"),
            why="Python computes the power before the division, so d ** 1 / 2 is half of d.",
            look="Print 64 ** 1 / 2.",
        ),
        slip(
            "the scale is right for one width only",
            edit=("math.sqrt(d)", "8"),
            why="It is right for heads of width 64 and for no others.",
            look="Where does your code look at the width of q?",
        ),
        slip(
            "something is added to the root",
            edit=("math.sqrt(d)", "(1 + math.sqrt(d))", "(math.sqrt(d) + 1e-2)", "math.sqrt(d + 1)"),
            why="A width is never 0, so the root needs no protection, and the variance of the scores is no longer 1.",
            look="Which d would make you divide by 0?",
        ),
        slip(
            "queries and keys are swapped",
            edit=("q @ k.transpose(-2, -1)", "k @ q.transpose(-2, -1)"),
            also=[
                (
                    "q @ k.transpose(-2, -1)",
                    "(k @ q.transpose(-2, -1) if q.shape[-2] == k.shape[-2] else q @ k.transpose(-2, -1))",
                ),
                ("q @ k.transpose(-2, -1) / math.sqrt(d)", "k @ q.transpose(-2, -1)"),
            ],
            why="Row i has to hold the scores of query i, because softmax will normalize each row.",
            look="For 3 queries and 5 keys, what shape should the scores have?",
        ),
        slip(
            "query i is compared with key i only",
            edit=(
                "return q @ k.transpose(-2, -1)",
                "return (q * k[..., : q.shape[-2], :]).sum(-1)",
                "return q * k",
                "return (q * k).sum(-1)",
            ),
            why="An elementwise product pairs the first query with the first key, the second with the second, and so on. "
            "Attention compares every query with every key.",
            look="How many scores should 3 queries and 5 keys give?",
        ),
        slip(
            "all axes of the keys are reversed",
            edit=("k.transpose(-2, -1)", "k.permute(*reversed(range(k.dim())))"),
            why=".T on more than two axes reverses all of them, so the batch ends up last. It works for one sequence "
            "and fails for a batch.",
            look="Which two axes have to be swapped, and which have to stay first?",
        ),
        slip(
            "the axes are counted from the front",
            edit=("k.transpose(-2, -1)", "k.transpose(0, 1)", "k.transpose(1, 2)"),
            why="With a batch, the axes of tokens and features are no longer the first two. Counted from the end, they are "
            "the last two for any number of axes.",
            look="What is the number of the key axis in (S, d), in (B, S, d) and in (B, H, S, d)?",
        ),
        slip(
            "the keys are reshaped instead of transposed",
            edit=("k.transpose(-2, -1)", "k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])"),
            why="A reshape keeps the numbers in their order, so pieces of different keys end up in one column.",
            look="Make a small k with the numbers 0 to 5 and print its transpose and its reshape.",
        ),
        slip(
            "the sign of the scores is lost",
            edit=(
                "return q @ k.transpose(-2, -1) / math.sqrt(d)",
                "return (q @ k.transpose(-2, -1)).abs() / math.sqrt(d)",
                "return (q @ k.transpose(-2, -1)).relu() / math.sqrt(d)",
            ),
            why="A key that points the other way should get the lowest score. Here it scores as high as a key that matches, or "
            "as high as one at right angles.",
            look="What is the score of a query and its opposite?",
        ),
        slip(
            "the distance is used instead of the dot product",
            edit=("q @ k.transpose(-2, -1)", "-torch.cdist(q, k)", "torch.cdist(q, k)"),
            also=[
                ("q @ k.transpose(-2, -1) / math.sqrt(d)", "-torch.cdist(q, k)"),
                ("q @ k.transpose(-2, -1) / math.sqrt(d)", "torch.cdist(q, k)"),
            ],
            why="The nearest key isn't the one with the largest dot product: of two keys in the same direction, the longer one "
            "has the larger product and may be farther away.",
            look="What does the formula do with the entries of q and k?",
        ),
        slip(
            "every sequence meets the keys of all sequences",
            edit=("q @ k.transpose(-2, -1)", "torch.tensordot(q, k, dims=([-1], [-1]))"),
            why="The sequences of a batch are independent. Here the batch axis appears twice, and memory grows with its square.",
            look="How many axes do your scores have, and how many did q have?",
        ),
        slip(
            "the number of axes is fixed",
            edit=(
                "return q @ k.transpose(-2, -1) / math.sqrt(d)",
                "return torch.bmm(q, k.transpose(1, 2)) / math.sqrt(d)",
                "return q @ k.permute(0, 2, 1) / math.sqrt(d)",
                "return q @ (k.T if k.dim() == 2 else k.transpose(1, 2)) / math.sqrt(d)",
                "return q @ k.permute(0, 1, 3, 2) / math.sqrt(d)",
                "return torch.mm(q, k.mT) / math.sqrt(d)",
                "return q @ k.t() / math.sqrt(d)",
                'return torch.einsum("td,sd->ts", q, k) / math.sqrt(d)',
                'return torch.einsum("btd,bsd->bts", q, k) / math.sqrt(d)',
                'return torch.einsum("bhtd,bhsd->bhts", q, k) / math.sqrt(d)',
                "T, _ = q.shape\n    return q @ k.transpose(-2, -1) / math.sqrt(d)",
                "B, T, _ = q.shape\n    return q @ k.transpose(-2, -1) / math.sqrt(d)",
                "B, H, T, _ = q.shape\n    return q @ k.transpose(-2, -1) / math.sqrt(d)",
            ),
            why="The docstring writes (..., T, d): there may be no batch axis, one, or several.",
            look="Which shapes does your code accept, and which does the docstring promise?",
        ),
        slip(
            "axes of length 1 have been dropped",
            edit=(
                "return q @ k.transpose(-2, -1) / math.sqrt(d)",
                "return (q @ k.transpose(-2, -1) / math.sqrt(d)).squeeze()",
            ),
            why="A batch of one is still a batch, and so is a single query. The next function counts axes from the end and will find the wrong ones.",
            look="What is the shape of your result for a single query, and what should it be?",
        ),
        slip(
            "the keys are not transposed",
            edit=("k.transpose(-2, -1)", "k"),
            why="A matrix product multiplies the last axis of q with the second-last of k. That has to be the axis of features, which is the "
            "last one of both.",
            look="Which two axes meet in your product, and how long is each of them?",
        ),
        slip(
            "only one of the two arguments is used",
            edit=("q @ k.transpose(-2, -1)", "q @ q.transpose(-2, -1)", "k @ k.transpose(-2, -1)"),
            why="Those are scores of the queries with themselves, or of the keys with themselves. Attention compares each query with each key.",
            look="Where does your code use q, and where k?",
        ),
        slip(
            "every sequence meets the keys of the first one",
            edit=("k.transpose(-2, -1)", "k.reshape(-1, *k.shape[-2:])[0].transpose(-2, -1)"),
            why="The sequences of a batch are independent of each other.",
            look="Which keys are multiplied with the queries of the second sequence?",
        ),
        slip(
            "the sign is wrong",
            edit=("return q @", "return -q @"),
            why="A key that matches well gets the lowest score, so softmax will look everywhere but there.",
            look="What is the score of a query and an identical key: positive or negative?",
        ),
        slip(
            "the division rounds down",
            edit=("/ math.sqrt(d)", "// math.sqrt(d)"),
            why="// leaves whole numbers, so scores that differ by less than 1 become equal.",
            look="Which scores does your code return, and are there any fractions among them?",
        ),
        slip(
            "the root is taken of the scores",
            edit=(
                "return q @ k.transpose(-2, -1) / math.sqrt(d)",
                "return (q @ k.transpose(-2, -1) / d).sqrt()",
                "return (q @ k.transpose(-2, -1)).sqrt() / math.sqrt(d)",
                "return (q @ k.transpose(-2, -1)).sqrt() / d",
                "return (q @ k.transpose(-2, -1) / d).abs().sqrt()",
            ),
            why="Only the width is under the root. Scores can be negative, and the root of a negative number is not a number.",
            look="What is under the root in the formula?",
        ),
        slip(
            "a later step has already been taken",
            edit=(
                "return q @ k.transpose(-2, -1) / math.sqrt(d)",
                "return (q @ k.transpose(-2, -1) / math.sqrt(d)).softmax(-1)",
                "return (q @ k.transpose(-2, -1)).softmax(-1) / math.sqrt(d)",
                "scores = q @ k.transpose(-2, -1) / math.sqrt(d)\n    return scores - scores.amax(-1, keepdim=True)",
                "scores = q @ k.transpose(-2, -1) / math.sqrt(d)\n    return scores - scores.mean(-1, keepdim=True)",
                "scores = q @ k.transpose(-2, -1) / math.sqrt(d)\n    return scores.softmax(-2)",
                "scores = q @ k.transpose(-2, -1) / math.sqrt(d)\n"
                "    return scores.masked_fill(torch.ones_like(scores).triu(1).bool(), -torch.inf)",
            ),
            why="Masking and softmax come later and start from the scores themselves, which can have any sign and any sum.",
            look="Does the docstring ask for scores or for weights, and what happens to your product after the division?",
        ),
        slip(
            "the scores are computed in half precision",
            edit=(
                "q @ k.transpose(-2, -1)",
                "(q.half() @ k.half().transpose(-2, -1)).float()",
                "(q.bfloat16() @ k.bfloat16().transpose(-2, -1)).float()",
                "q.half() @ k.half().transpose(-2, -1)",
                "q.bfloat16() @ k.bfloat16().transpose(-2, -1)",
            ),
            why="A 16-bit float keeps only two or three digits, and softmax turns an error in a score into an error in its weight.",
            look="What is the dtype of each of your tensors?",
        ),
        slip(
            "the scores are divided by a number other than √d",
            edit=(
                "math.sqrt(d)",
                "d**0.25",
                "d**2",
                "math.sqrt(2 * d)",
                "math.sqrt(d / 2)",
                "math.log(d)",
                "math.log2(d)",
                "math.log2(d + 1)",
                "math.log(d + 1)",
                "math.sqrt(q.numel())",
                "math.sqrt(k.numel())",
                "math.exp(math.sqrt(d))",
                "math.sqrt(d) ** 3",
                "math.sqrt(d - 1)",
            ),
            also=[("/ math.sqrt(d)", "* d")],
            why="The variance of q · k is d, so only √d brings the variance of the scores back to 1 at every width.",
            look="Var(a·x) = a²·Var(x). Which a turns d into 1?",
        ),
    ]
    promises = {
        "unit variance at every width": dict(d=64),
        "also where the root is not a whole number": dict(d=7),
        "one row for each query, one column for each key": dict(T=5, S=9),
        "no batch, or several axes before the last two": dict(lead=()),
        "several axes before the last two": dict(lead=(2, 2)),
        "one number, the same for every query and key": "scores",
    }
