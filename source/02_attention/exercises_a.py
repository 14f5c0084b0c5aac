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
            shape=(2, 3, 5), dim=-1, spread=1.0, levels=(300.0, 0.0, -300.0)
        ),  # exp(300) is infinite in float32
        dict(shape=(1, 1), dim=-1, spread=1.0, levels=(40.0,)),
        dict(shape=(2, 4, 3), dim=1, spread=62.0, levels=(0.0, 0.0, 0.0, 0.0)),
    ]

    def inputs(rng, shape, dim, spread, levels):
        x = rng.standard_normal(shape) * spread
        if (
            spread > 60
        ):  # far apart within each column: exp overflows above its minimum, and in one above its mean
            signs = np.array([[1, 1, 1], [1, -1, -1], [1, -1, 1], [-1, -1, -1]])
            x = signs * (spread + np.abs(x) % 20)
        return {"x": x + np.array(levels)[:, None], "dim": dim}

    def oracle(x, dim):
        e = np.exp(x - x.max(axis=dim, keepdims=True))
        return {"weights": e / e.sum(axis=dim, keepdims=True)}

    slips = [
        slip(
            "no maximum is subtracted before exp",
            edit=(" - x.amax(dim=dim, keepdim=True)", ""),
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
    ]


@exercise("attention_output", points=2, forbid=[*ATTENTION, *BLOCKS])
class _:
    cases = [dict(lead=(), T=7, S=7, D=3), dict(lead=(2,), T=3, S=5, D=4), dict(lead=(2, 2), T=1, S=4, D=1)]

    def inputs(rng, lead, T, S, D):
        weights = rng.dirichlet(np.ones(S), size=(*lead, T))
        return {"weights": weights, "values": rng.standard_normal((*lead, S, D))}

    def oracle(weights, values):
        output = np.zeros((*weights.shape[:-1], values.shape[-1]))
        for place in np.ndindex(weights.shape[:-1]):  # one query at a time
            for s in range(weights.shape[-1]):
                output[place] += weights[(*place, s)] * values[(*place[:-1], s)]
        return {"output": output}

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
    ]


# --- three score functions ------------------------------------------------------------------------------------------


@exercise("dot_score", points=2, forbid=[*ATTENTION, *BLOCKS])
class _:
    cases = [dict(lead=(2,), T=3, S=5, d=4), dict(lead=(), T=4, S=4, d=7), dict(lead=(2, 3), T=1, S=6, d=1)]

    def inputs(rng, lead, T, S, d):
        return {"q": rng.standard_normal((*lead, T, d)), "k": rng.standard_normal((*lead, S, d))}

    def oracle(q, k):
        return {"scores": np.einsum("...td,...sd->...ts", q, k)}

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
    ]


@exercise("scaled_dot_score", points=3, forbid=[*ATTENTION, *BLOCKS])
class _:
    cases = [dict(lead=(2, 2), T=5, S=9, d=64), dict(lead=(1,), T=1, S=3, d=7), dict(lead=(), T=4, S=4, d=16)]

    def inputs(rng, lead, T, S, d):
        return {"q": rng.standard_normal((*lead, T, d)), "k": rng.standard_normal((*lead, S, d))}

    def oracle(q, k):
        return {"scores": np.einsum("...td,...sd->...ts", q, k) / np.sqrt(q.shape[-1])}

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
            "d is read off the number of keys",
            edit=("q.shape[-1]", "k.shape[-2]"),
            why="The scale then changes with the length of the text, and the same pair of tokens gets another score.",
            look="A score is a sum. How many terms has it?",
        ),
        slip(
            "every score is divided by the root of its key's norm",
            edit=("math.sqrt(d)", "k.norm(dim=-1).sqrt().unsqueeze(-2)"),
            why="The |k| under the root of some lecture slides is the number of entries of k, not its length as a "
            "vector. With the norm, a key could no longer shout.",
            look="Is the scale one number, or one number for each key?",
        ),
    ]


@exercise("additive_score", points=3, forbid=[*ATTENTION, *BLOCKS])
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
    ]


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
            why="F.scaled_dot_product_attention adds a mask of numbers to the scores: hidden keys get +0, the others "
            "+1, and nothing is hidden. ~mask does not work on it either.",
            look="Print the dtype of your mask.",
        ),
        slip(
            "True marks what is hidden, and the queries are taken to be the first positions",
            edit=(".tril(n_keys - n_queries)", ".triu(1)"),
            why="This is the square mask that nn.MultiheadAttention wants. Here True means: may look, and with more keys "
            "than queries the queries stand at the end.",
            look="How many True should the last row have?",
        ),
    ]


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

    slips = [
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

    slips = [
        slip(
            "−∞ is multiplied by 0",
            edit=(
                "torch.zeros(mask.shape, device=mask.device).masked_fill(~mask, -torch.inf)",
                "~mask * -torch.inf",
            ),
            why="0·(−∞) is not a number, so every key that may be seen becomes nan.",
            look="Print your result for a mask without a single False.",
        ),
        slip(
            "True and False are exchanged",
            edit=("masked_fill(~mask, ", "masked_fill(mask, "),
            why="The bias is added to the scores: 0 leaves a score as it is, −∞ removes the key.",
            look="Which number should stand where the mask is True?",
        ),
        slip(
            "−10000 stands in for −∞",
            edit=("-torch.inf", "-10000.0"),
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
    ]


@exercise("scaled_dot_product_attention", points=5, forbid=[*ATTENTION, *BLOCKS])
class _:
    cases = [
        dict(lead=(2,), T=3, S=5, d=4, dv=6, mask=None),
        dict(lead=(2,), T=4, S=6, d=5, dv=3, mask="random"),
        dict(lead=(1, 2), T=4, S=4, d=3, dv=3, mask="causal"),
        dict(lead=(2,), T=3, S=4, d=4, dv=4, mask="empty row"),
        dict(lead=(1,), T=1, S=7, d=7, dv=2, mask="random"),
        dict(lead=(1,), T=3, S=5, d=4, dv=3, mask="random", near300=True),
    ]

    def inputs(rng, lead, T, S, d, dv, mask, near300=False):
        q, k = rng.standard_normal((*lead, T, d)), rng.standard_normal((*lead, S, d))
        if near300:  # every score lies near 300: q · k / √d with all entries near √(300 / √d)
            q, k = (math.sqrt(300 / math.sqrt(d)) + 0.05 * x for x in (q, k))
        allowed = {
            None: None,
            "random": rng.random((*lead, T, S)) < 0.6,
            "causal": np.tril(np.ones((T, S), dtype=bool)),
            "empty row": rng.random((*lead, T, S)) < 0.6,
        }[mask]
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
    tolerance = {
        "grad_q": 5e-4,
        "grad_k": 2e-3,
    }  # at scores near 300, float32 products are good to four digits

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
            "small. Hidden keys also still take part in the sum below the fraction, so they leak.",
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
            edit=[
                ("-torch.inf", "0.0"),
                ("        weights = weights.masked_fill(~mask, 0.0)", "        pass"),
            ],
            why="A score of 0 is an ordinary score: e⁰ is 1, so a hidden key weighs more than every key with a negative "
            "score.",
            look="Which score has the exponential 0?",
        ),
    ]


@exercise(
    "SelfAttention",
    points=3,
    uses=["scaled_dot_product_attention"],
    forbid=["nn.MultiheadAttention", *BLOCKS],
)
class _:
    cases = [
        dict(B=2, T=5, d_in=6, d_head=4, mask="causal"),
        dict(B=1, T=1, d_in=3, d_head=5, mask=None),
        dict(B=3, T=4, d_in=5, d_head=5, mask="random"),
    ]

    def inputs(rng, B, T, d_in, d_head, mask):
        allowed = {
            None: None,
            "causal": np.tril(np.ones((T, T), dtype=bool)),
            "random": rng.random((B, T, T)) < 0.5,
        }[mask]
        if mask == "random":
            allowed[:, range(T), range(T)] = True
            allowed[:, 0, 1] = False
        weights = {}
        for name in ("q_proj", "k_proj", "v_proj"):
            weights[f"{name}.weight"] = rng.standard_normal((d_head, d_in)) / np.sqrt(d_in) * 1.5
            weights[f"{name}.bias"] = rng.standard_normal(d_head)
        return {
            "x": rng.standard_normal((B, T, d_in)),
            "mask": allowed,
            "d_in": d_in,
            "d_head": d_head,
            "weights": weights,
            "gradient": rng.standard_normal((B, T, d_head)),
        }

    def oracle(x, mask, d_in, d_head, weights, gradient):
        w = {name: torch.tensor(value, requires_grad=True) for name, value in weights.items()}
        x = torch.tensor(x, requires_grad=True)
        q, k, v = (F.linear(x, w[f"{name}_proj.weight"], w[f"{name}_proj.bias"]) for name in "qkv")
        output = float64_attention(q, k, v, mask)
        output.backward(torch.as_tensor(gradient))
        return {"output": output.detach(), "grad_x": x.grad, "grad_q_proj": w["q_proj.weight"].grad}

    weights = {"output": 3, "grad_x": 1, "grad_q_proj": 1}

    slips = [
        slip(
            "keys and values have changed places",
            edit=(
                "q, k, v = self.q_proj(x), self.k_proj(x), self.v_proj(x)",
                "q, v, k = self.q_proj(x), self.k_proj(x), self.v_proj(x)",
            ),
            why="They have the same shape, so nothing complains. A module trained from scratch would even learn, but no "
            "weights of another model fit into it.",
            look="Which projection decides where to look, and which one what is found there?",
        ),
        slip(
            "queries and keys share one projection",
            edit=("self.k_proj(x)", "self.q_proj(x)"),
            why="The scores become symmetric: if one token looks at another, that one has to look back as strongly. "
            "A pronoun looks for its noun; the noun does not look for the pronoun.",
            look="How many of your three projections does forward use?",
        ),
        slip(
            "the mask is not handed on",
            edit=("scaled_dot_product_attention(q, k, v, mask)", "scaled_dot_product_attention(q, k, v)"),
            why="Every token then sees the whole sequence, the tokens that it is to predict among them.",
            look="Follow mask through forward. Where does it end?",
        ),
        slip(
            "the scores are divided by the root of the input's width",
            edit=(
                "return scaled_dot_product_attention(q, k, v, mask)",
                "q = q * math.sqrt(q.shape[-1] / x.shape[-1])\n        return scaled_dot_product_attention(q, k, v, mask)",
            ),
            why="A score is a sum over the d entries of a query, and d is the width of the head. Slides that use a "
            "single head write √d_model, where both are the same.",
            look="How many products does one score add up?",
        ),
        slip(
            "the attention is always causal, whatever the mask",
            edit=(
                "scaled_dot_product_attention(q, k, v, mask)",
                "F.scaled_dot_product_attention(q, k, v, is_causal=True)",
            ),
            why="Who may look where is the caller's choice: the same module serves an encoder without a mask and a batch "
            "with padding.",
            look="Follow mask through forward. Where does it end?",
        ),
    ]


# --- attention that looks nearby ------------------------------------------------------------------------------------


@exercise("local_mask", points=2, forbid=BLOCKS)
class _:
    cases = [
        dict(length=(7, 22), radius=(2, 5)),
        dict(length=(5, 12), radius=(0, 0)),
        dict(length=(1, 1), radius=(1, 1)),
        dict(length=(6, 13), radius=(3, 3)),
    ]

    def inputs(rng, length, radius):
        length, radius = (int(rng.integers(*each, endpoint=True)) for each in (length, radius))
        return {"length": length, "radius": radius}

    def oracle(length, radius):
        mask = np.array([[abs(i - j) <= radius for j in range(length)] for i in range(length)])
        return {"mask": mask, "hidden": ~mask}

    slips = [
        slip(
            "the key at distance radius is left out",
            edit=("<= radius", "< radius"),
            why="With radius 0 a token should still see itself; here it sees nothing, and its output is empty.",
            look="How many keys does a token in the middle see, for radius 2?",
        ),
        slip(
            "the distance has a sign",
            edit=(".abs()", ""),
            why="The difference i − j is negative for every key that comes later, so all of the future is near.",
            look="Print the mask for length 5 and radius 1. Is it symmetric?",
        ),
        slip(
            "radius is taken to be the width of the whole window",
            edit=("<= radius", "<= radius // 2"),
            why="A radius counts to one side. The window has 2·radius + 1 keys.",
            look="How many keys does a token in the middle see, for radius 2?",
        ),
        slip(
            "True and False are exchanged",
            edit=("<= radius", "> radius"),
            why="True means: may look. Here a token sees everything but its neighbourhood.",
            look="Is the diagonal of your mask True?",
        ),
        slip(
            "the last key of the window is left out",
            edit=(
                "(position.unsqueeze(1) - position).abs() <= radius",
                "(position.unsqueeze(1) - position <= radius) & (position.unsqueeze(1) - position > -radius)",
            ),
            why="A slice that ends at i + radius does not hold position i + radius: Python leaves the end out.",
            look="For radius 0, does a token see itself?",
        ),
    ]


@exercise("banded_attention", points=5, forbid=[*ATTENTION, *BLOCKS])
class _:
    cases = [
        dict(B=2, T=7, d=4, dv=3, radius=2),
        dict(B=1, T=1, d=3, dv=3, radius=1),
        dict(B=3, T=4, d=5, dv=2, radius=6),  # the window is wider than the text
        dict(B=1, T=9, d=2, dv=2, radius=1),
    ]

    def inputs(rng, B, T, d, dv, radius):
        q, k = rng.standard_normal((B, T, d)) * 1.5, rng.standard_normal((B, T, d)) * 1.5
        return {"q": q, "k": k, "v": rng.standard_normal((B, T, dv)), "radius": radius}

    def oracle(q, k, v, radius):
        position = np.arange(q.shape[1])
        near = np.abs(position[:, None] - position) <= radius
        output = float64_attention(*(torch.as_tensor(x) for x in (q, k, v)), near)
        return {"output": output, "saves_work": {"output": output, "work_of_twice_the_length": 2.0}}

    # work alone is worth nothing: it counts together with the right output
    weights = {"output": 2, "saves_work": 3}
    tolerance = {"saves_work": 0.05}  # edges count a little; a full table gives 4

    equivalent = {
        "W = 2 * radius | 1": "an even number has no last bit: to add 1 and to set the bit is the same",
        "W = 2 * radius ^ 1": "an even number has no last bit: to add 1 and to flip the bit is the same",
        "outside = (position < 0) + (position >= T)": "no position is both, and a sum of truth values is an or",
        "outside = (position < 0) ^ (position >= T)": "no position is both, so either and exactly one are the same",
    }

    slips = [
        slip(
            "the whole table of scores is computed and most of it hidden",
            edit=(
                "    offset = torch.arange(-radius, radius + 1, device=q.device)\n",
                "    position = torch.arange(T)\n"
                "    far = (position.unsqueeze(1) - position).abs() > radius\n"
                "    return (q @ k.transpose(-2, -1) / math.sqrt(d)).masked_fill(far, -torch.inf).softmax(dim=-1) @ v\n",
            ),
            why="The numbers are right, and nothing is saved: T² scores are made and all but (2·radius + 1)·T thrown "
            "away. Twice the text costs four times the work.",
            look="Which is the largest tensor that you make, and how does its size grow with T?",
        ),
        slip(
            "the places beyond both ends of the text take part",
            edit=(".masked_fill(outside, -torch.inf)", ""),
            why="Padding has a key of zeros, hence a score of 0, and exp(0) is 1, not 0. Tokens near the ends lose "
            "part of their attention to nothing.",
            look="What are the weights of the first token, and do those of real keys sum to one?",
        ),
        slip(
            "the scores are not scaled",
            edit=(" / math.sqrt(d)", ""),
            why="Restricting attention changes which scores are computed, not what a score is.",
            look="Compare with exercise 4.",
        ),
        slip(
            "every token looks back only",
            edit=(
                "(position < 0) | (position >= T)",
                "(position < 0) | (position > torch.arange(T).unsqueeze(1))",
            ),
            why="The window lies to both sides of a token. For a model that generates you would want this; here the "
            "docstring does not.",
            look="How many keys does a token in the middle see?",
        ),
        slip(
            "the window of the values lies one place further than that of the keys",
            edit=(
                "values = F.pad(v, (0, 0, radius, radius))",
                "values = F.pad(v, (0, 0, radius - 1, radius + 1))",
            ),
            why="The weight that was computed for one key is then spent on the value of its neighbour.",
            look="For token t and column w, which position do the key and the value come from?",
        ),
    ]
