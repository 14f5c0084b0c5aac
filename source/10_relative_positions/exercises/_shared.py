"""Attention in float64 query by query, random weights and masks, and what the two exercises on
Shaw's vectors and the exercises on rotary frequencies have in common.
"""

import math

import numpy as np
import torch

from autograder.authoring import slip

FINISHED = ["utils.blocks.positions"]
LIBRARY = ["transformers", *FINISHED]
CUT = dict(
    why="The output is right, but nothing before the cut learns, because no gradient gets past it.",
    look="Which of your operations breaks the chain of gradients: .detach(), .data, torch.no_grad(), torch.tensor of a tensor?",
)


def tensors(values):
    """Arrays as tensors in float64 that collect gradients."""
    return {
        name: torch.tensor(value, dtype=torch.float64, requires_grad=True) for name, value in values.items()
    }


def matrices(rng, **shapes):
    """Random weights of projections.  shapes: name=(rows, columns)."""
    return {
        f"{name}.weight": rng.standard_normal((rows, columns)) / np.sqrt(columns) * 1.3
        for name, (rows, columns) in shapes.items()
    }


def random_mask(rng, kind, T):
    """None, a causal mask, or one in which each query sees itself and some others."""
    if kind is None:
        return None
    return (
        np.tril(np.ones((T, T), dtype=bool))
        if kind == "causal"
        else np.eye(T, dtype=bool) | (rng.random((T, T)) < 0.5)
    )


def lowered(rng, x, weights, size):
    """Tokens and weights with scores far below −100, so a hidden score of −100 would win."""
    weights["k_proj.weight"] = -weights["q_proj.weight"]
    return size * rng.choice([-1, 1], x.shape[-1]) + 0.3 * x


def heads_of(x, weight, n_heads):
    """x (B, T, D) through a projection, cut into heads.  Returns (B, H, T, d)."""
    y = torch.stack([weight @ token for token in x.reshape(-1, x.shape[-1])])
    return y.reshape(*x.shape[:2], n_heads, -1).permute(0, 2, 1, 3)


def finish(scores, mask, add):
    """Weights of one query and the sum of what they find.  scores: one for each key; add(j): (d,) what key j gives."""
    seen = [j for j in range(len(scores)) if mask is None or mask[j]]
    weights = torch.softmax(torch.stack([scores[j] for j in seen]), dim=0)
    return sum(a * add(j) for a, j in zip(weights, seen))


def gradients(names, weights, grad_x, **tables):
    return {
        "grad_x": grad_x,
        "grad_weights": {name: float(weights[name].grad.norm()) for name in names},
    } | tables


def cut(distance, K):
    return min(max(distance, -K), K)


MASKED = "scores = scores.masked_fill(~mask, -math.inf)"
ATTENTION_SLIPS = [
    slip(
        "a mask of None is not handled",
        edit=("        if mask is not None:\n            scores =", "        scores ="),
        why="Without a mask, every query may look everywhere, so there is nothing for your masking line to hide.",
        look="What is ~mask when mask is None?",
    ),
    slip(
        "None is taken for a causal mask",
        edit=("if mask is not None:", "mask = causal_mask(x.shape[1], device=x.device) if mask is None else mask\n        if True:"),
        why="An encoder calls without a mask and wants to see both sides.",
        look="What may a query see when there is no mask?",
    ),
    slip(
        "every mask is taken for the causal one",
        edit=(MASKED, MASKED.replace("~mask", "~causal_mask(x.shape[1], device=x.device)")),
        why="Padding and local windows need masks as well, and the caller relies on the one that was passed.",
        look="Where in your code do the entries of mask occur?",
    ),
    slip(
        "the mask is added to the scores as 0 and 1",
        edit=(MASKED, "scores = scores + mask.float()"),
        why="Visible keys become a little likelier, but hidden keys remain visible.",
        look="Which weight does a hidden key get in your code?",
    ),
    slip(
        "hidden scores become a number that softmax still counts",
        edit=(MASKED, *(MASKED.replace("-math.inf", number) for number in ("0.0", "-1.0", "-100.0"))),
        why="A score of 0 is an ordinary score, so hidden keys get ordinary weights. A low number is still beaten by lower ones.",
        look="Which score gives a weight of 0 for any values of the other scores?",
    ),
    slip(
        "the mask comes after softmax, and the weights no longer sum to 1",
        edit=[(MASKED, "pass"), ("scores.softmax(dim=-1)", "(scores.softmax(dim=-1) * (1.0 if mask is None else mask))")],
        why="Hidden keys took their share before they were removed, so the remaining weights are too small.",
        look="What is the sum of the weights of query 0 under a causal mask?",
    ),
    slip(
        "the mask is read the wrong way round",
        edit=(MASKED, MASKED.replace("~mask", "mask")),
        why="True means that a query may look.",
        look="Which entries should become −∞, those with True or those with False?",
    ),
    slip(
        "the mask is not used",
        edit=(MASKED, "pass"),
        why="Every query then sees every key, including those of the future.",
        look="Follow mask through forward. Where does it end?",
    ),
    slip(
        "softmax runs over the queries",
        edit=("scores.softmax(dim=-1)", "scores.softmax(dim=-2)"),
        why="Each query should divide its attention among the keys, but here each key divides itself among the queries.",
        look="Which sums of your weights are 1, those of rows or those of columns?",
    ),
]  # fmt: skip


def shaw_index(rng, T, S, K, kind):
    """Distances of the last T of S positions, clipped; or any numbers in the range."""
    if kind == "any":
        return rng.integers(-K, K + 1, (T, S))
    return np.clip(np.arange(S - T, S)[:, None] - np.arange(S), -K, K)


MEMORY = dict(
    why="A vector for each pair costs d times the memory of the scores: 4.3 GB for 4,096 tokens, copied from a table of a few kilobytes. A one-hot row for each pair costs 2K + 1 times the scores, and nearly all of it is zeros.",
    look="Which of your tensors has T, S and a third axis of its own?",
)
# In all cases but the one with a single query, a vector or a one-hot row for each pair is above the limit (see Largest).
SHAW_CASES = [
    dict(B=1, H=2, T=7, S=7, d=8, K=2),
    dict(B=1, H=1, T=5, S=9, d=9, K=9),
    dict(B=2, H=2, T=1, S=7, d=7, K=3),
    dict(B=2, H=1, T=6, S=6, d=8, K=3, kind="any"),
]
SHAW_PROMISES = {
    "distances are clipped already": dict(K=2),
    "more keys than queries, and a table that reaches further than the text": dict(T=5, S=9, K=9),
    "one query": dict(T=1),
    "any distances in the range": dict(kind="any"),
    "no vector for each pair": "memory",
    "the index stays as it is": "index unchanged",
    "the table learns": "grad_table",
}
ANEW = "((torch.arange(index.shape[1] - len(index), index.shape[1])[:, None] - torch.arange(index.shape[1])).clamp(-K, K) + K)"
INDEX_SLIPS = [
    slip(
        "the rows of past and future are swapped",
        edit=("(index + K)", "(K - index)"),
        why="The first row belongs to i − j = −K.",
        look="Which row does your code take for the token just before the query?",
    ),
    slip(
        "all queries use the distances of a single one",
        edit=("rows = (index + K)", "rows = (index + K)[:1]", "rows = (index + K)[-1:]"),
        why="A key that is near one query is far from another.",
        look="How many rows does the index have, and how many does your code read?",
    ),
    slip(
        "the middle of the table is taken from the distances that occur",
        edit=("K = len(table) // 2", "K = int(index.max())"),
        also=[("(index + K)", "(index - index.min())")],
        why="A table may reach farther than the text. Its length alone tells you which row is the middle one.",
        look="Which row belongs to the distance 0 in a table of 19 rows, when no distance is above 8?",
    ),
    slip(
        "each row number is off by one",
        edit=("(index + K)", "(index + K + 1).clamp(max=2 * K)", "(index + K - 1).clamp(min=0)", "(index + K + 1)"),
        why="Every distance gets the vector of its neighbour.",
        look="What is K for a table of 7 rows, and what is the row number of the distance −K?",
    ),
    slip(
        "distances are computed again, and the ones given are ignored",
        edit=("(index + K)", ANEW),
        why="The caller decides what counts as near: there may be a cache, padding, or distances in words instead of tokens.",
        look="Where in your code do the entries of index occur?",
    ),
    slip(
        "the caller's distances are changed",
        edit=("(index + K)", "index.add_(K)"),
        why="All layers share one matrix, so the next layer finds row numbers where it expects distances.",
        look="Which of your operations end in an underscore, or write into an argument?",
    ),
]  # fmt: skip
ONE_FOR_ALL = dict(
    why="A single number can't depend on the query's content, so the only freedom left is that heads differ: one looks back, another forward.",
    look="How many columns does the table have, and how many does your code use?",
)
IN_FRONT = slip(
    "the heads are moved to the first axis by a reshape",
    edit=(".permute(2, 0, 1)", ".reshape(-1, n_queries, n_keys)", ".transpose(0, 2).reshape(-1, n_queries, n_keys)"),
    why="The shape is right, but the numbers of different heads or tokens are mixed up.",
    look="A reshape keeps the order of the numbers in memory. Which operation moves an axis?",
)  # fmt: skip
TRANSFORMERS = ["transformers"]


def turns(theta):
    """Frequencies, and the tokens for a whole turn, in which small ones count as much as large ones."""
    theta = np.asarray(theta, dtype=np.float64)
    return {"theta": theta, "tokens for a whole turn": 2 * math.pi / theta}


def angles(rng, n):
    """n frequencies in no order, none near 0."""
    return rng.uniform(0.1, 1.5, n)


def single(values):
    """What a criterion "float32" compares: right values, and the type that the docstring promises."""
    return {"values": values, "type": "torch.float32"}


def attention(rng, shape):
    """Causal attention weights, (..., T, T)."""
    scores = 2 * rng.standard_normal(shape)
    e = np.exp(scores) * np.tri(shape[-1])
    return e / e.sum(axis=-1, keepdims=True)
