"""Softmax, logits processors of transformers in float64, a small language model whose logits depend
on all tokens and positions, and exact probabilities of everything it can sample.
"""

import math

import numpy as np
import torch

FINISHED = ["utils.blocks.sampling"]
KNOB = ["transformers", *FINISHED]
INF = float("inf")


def softmax(x):
    """Softmax along the last axis in float64; −∞ gives 0."""
    x = np.asarray(x, dtype=np.float64)
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def processed(processor, logits, seen=None):
    """What a processor of transformers makes of logits (..., V), in float64."""
    x = torch.as_tensor(np.asarray(logits), dtype=torch.float64)
    rows = x.reshape(-1, x.shape[-1])
    seen = torch.zeros(len(rows), 1, dtype=torch.long) if seen is None else torch.as_tensor(seen)
    return processor(seen, rows).reshape(x.shape).numpy()


def apart(rng, shape, spread=1.5, gap=0.02, near=None):
    """Logits (..., V) in random order, any two of the same row at least the gap apart; near: how close the best two are."""
    x = np.sort(rng.standard_normal(shape) * spread, axis=-1) + gap * np.arange(shape[-1])
    if near:
        x[..., -1] = x[..., -2] + near
    return rng.permuted(x, axis=-1)


def rule_out(rng, x, n):
    """Give n logits of each row −∞, in place; if n is a tuple, each row has a number of its own."""
    for i, row in enumerate(x.reshape(-1, x.shape[-1])):
        row[rng.permutation(len(row))[: n[i] if isinstance(n, tuple) else n]] = -INF
    return x


def unchanged(probabilities, name="probabilities"):
    return {name: probabilities, "changed": 0}


TRIES = 2000  # inputs are drawn again until mistakes show on them, most often three to twelve times


def told_apart(one, other, n):
    """Whether n draws each from two distributions (K,) hardly ever look the same to the test that recognises a slip.

    Its chi-square statistic is above the limit for 1 in 10⁴ by three of its standard deviations or more.
    """
    total = n * (one + other)
    rank = np.argsort(total)
    pool = (np.cumsum(total[rank]).clip(0) // 12).astype(int)  # rare ones are pooled, about as that test does
    a, b = (np.bincount(pool, n * each[rank]) for each in (one, other))
    a, b = a[a + b > 0], b[a + b > 0]
    free, beyond = len(a) - 1, ((a - b) ** 2 / (a + b)).sum()
    return beyond > 3.72 * math.sqrt(2 * free) + 8.5 + 3 * math.sqrt(2 * free + 4 * beyond)


def language(rng, V, D, length):
    """A model whose scores depend on all tokens so far and on their positions."""
    return {
        "table": rng.standard_normal((V, D)),
        "places": rng.uniform(0.4, 1.6, (length, D)) * rng.choice([-1, 1], (length, D)),
        "head": rng.standard_normal((D, V)),
    }


def scores_after(text, table, places, head):
    """Scores (V,) of what follows a list of tokens."""
    return np.tanh(sum(table[token] * places[i] for i, token in enumerate(text))) @ head


def log_softmax(z):
    return z - z.max(-1, keepdims=True) - np.log(np.exp(z - z.max(-1, keepdims=True)).sum(-1, keepdims=True))


def filtered(z, name, value, text):
    """What a filter leaves of scores (V,), written out."""
    z = z.copy()
    ranked = sorted(range(len(z)), key=lambda v: -z[v])
    if name == "temperature":
        return z / value
    if name == "penalty":
        for token in set(text):
            z[token] = z[token] / value if z[token] > 0 else z[token] * value
    if name == "top_k":
        z[ranked[value:]] = -np.inf
    if name == "top_p":
        p = np.exp(log_softmax(z))
        for i, token in enumerate(ranked):
            if p[ranked[:i]].sum() >= value:
                z[token] = -np.inf
    return z


def chances(ids, parts, stop, order, seen=lambda text: text):
    """The probability of each text of at most 3 tokens after some ids, as {text: probability}.

    seen: what the filters get to see of a text.
    """
    found, open_ = {}, {(): 1.0}
    for _ in range(3):
        longer = {}
        for text, chance in open_.items():
            whole = [*ids, *text]
            z = scores_after(whole, *parts)
            for name, value in order:
                z = filtered(z, name, value, seen(whole))
            for token, p in enumerate(np.exp(log_softmax(z))):
                if p > 0:
                    (found if token in stop or len(text) == 2 else longer)[*text, token] = chance * p
        open_ = longer
    return found


def pair_of(rng, V):
    """Two distributions that overlap by a half or so: (p, q), (V,) each."""
    while True:
        p, q = (rng.dirichlet(np.ones(V)) + 0.04 for _ in range(2))
        p, q = p / p.sum(), q / q.sum()
        if 0.4 < np.minimum(p, q).sum() < 0.75:
            return p, q
