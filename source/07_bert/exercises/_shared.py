"""Weights and a configuration for small BERT models, columns of classes and numbers for the metrics,
the score of every answer span, and SQuAD's answer normalization character by character.
"""

import numpy as np
import torch
from transformers import BertConfig

CUTTERS = ["transformers", "tokenizers"]
LIBRARY = ["transformers"]


def tensor(array, grad=False):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(array, dtype=torch.float64).requires_grad_(grad)


def normal(rng, *shape, size=1.0):
    return rng.standard_normal(shape) * size


def embedding_weights(rng, V, context, D, prefix=""):
    """Tables of one size, so none drowns the others, and a norm away from 1 and 0."""
    return {
        f"{prefix}tokens.weight": normal(rng, V, D),
        f"{prefix}positions.weight": normal(rng, context, D),
        f"{prefix}segments.weight": normal(rng, 2, D),
        f"{prefix}norm.weight": rng.uniform(0.5, 1.5, D),
        f"{prefix}norm.bias": normal(rng, D, size=0.5),
    }


TABLES = {
    "tokens.weight": "word_embeddings.weight",
    "positions.weight": "position_embeddings.weight",
    "segments.weight": "token_type_embeddings.weight",
    "norm.weight": "LayerNorm.weight",
    "norm.bias": "LayerNorm.bias",
}


def bert_config(V, context, D, H=1, L=1, F=4):
    """A configuration of the library for these sizes, without dropout; id 0 learns like all others."""
    return BertConfig(
        vocab_size=V,
        hidden_size=D,
        num_hidden_layers=L,
        num_attention_heads=H,
        intermediate_size=F,
        max_position_embeddings=context,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        layer_norm_eps=1e-12,
        pad_token_id=None,
        attn_implementation="eager",
    )


CORRELATION = ["scipy", "sklearn", "pandas", "torch.corrcoef", "numpy.corrcoef", "statistics.correlation"]
LIBRARIES = ["transformers", "utils.finetuning"]


def leaf(array):
    return tensor(array).requires_grad_()


def sizes(gradients):
    """What gradient_sizes gives for parameters with these gradients: name → length."""
    return {name: float(torch.as_tensor(g).norm()) for name, g in gradients.items()}


def numbers(rng, n, kind):
    """Two loosely related columns, of a kind that tells mistakes apart."""
    x = rng.standard_normal(n)
    y = 0.6 * x + 0.8 * rng.standard_normal(n)
    if kind == "against":
        return 3 * x + 1, -2 * y
    if kind == "bent":
        return x, np.exp(2.5 * x)
    if kind == "ties":  # ratings with a step, as people give them, against predictions
        return np.round(2 * x) / 2, np.round(y)
    if kind == "close":
        return 0.003 * x + 0.2, 0.002 * y
    if kind == "tied one":
        return x, np.round(1.5 * y)
    return x + 0.5, 2 * y + 1


def proper(rng, n, kind):
    """Two such columns, neither of them constant, whose correlation is clearly not zero."""
    while True:
        x, y = (np.asarray(column, dtype=np.float32) for column in numbers(rng, n, kind))
        related = np.ptp(x) and np.ptp(y) and abs(np.corrcoef(x, y)[0, 1]) > 0.2
        if related:
            return {"x": x, "y": y}


INF = float("inf")


def softmax(x, axis=-1):
    """Softmax in float64; −∞ gives 0."""
    x = np.asarray(x, dtype=np.float64)
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def all_spans(start, end, longest):
    """Every span (i, k) with its score, by two loops."""
    T = len(start)
    return {(i, k): start[i] + end[k] for i in range(T) for k in range(i, min(T, i + longest))}


def best_of(start, end, longest):
    spans = all_spans(start, end, longest)
    return max(spans, key=lambda span: spans[span])


def clear(start, end, longest, gap=0.05):
    """Is the best span better than the second best by a gap?"""
    scores = sorted(all_spans(start, end, longest).values())
    return len(scores) == 1 or scores[-1] - scores[-2] > gap


ARTICLES = ("a", "an", "the", "The", "A", "An", "THE")
SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
SPACES = [" ", "  ", "\t", " \n "]


EDGES = [
    "l’a",
    "“the”",
    "a–b",
    "x—an",
    "(the…",
    "an’s",
]  # articles that end at a sign which string.punctuation lacks


def plainly(text):
    """Normalized character by character, with a state machine of two states: in a word or between words.

    A word is a run of letters and digits. Articles become a space, other words and signs stay.
    """
    kept, word = "", ""
    for sign in [*"".join(sign for sign in text.lower() if sign not in SIGNS), " "]:
        if sign.isalnum():
            word += sign
            continue
        kept += (" " if word == "a" or word == "an" or word == "the" else word) + sign
        word = ""
    return " ".join(kept.split())


def written(rng, words):
    """The words as people might type them: with articles, signs, capitals and spaces that do not count."""
    parts = []
    for word in words:
        if rng.random() < 0.35:
            parts.append(str(rng.choice(ARTICLES)))
        word = [word, word.upper(), word.capitalize()][int(rng.integers(3))]
        parts.append(word + str(rng.choice(["", "", ",", ".", '"', "!"])))
    spaces = [str(rng.choice(SPACES)) for _ in parts]
    lead = str(rng.choice(["", " "]))
    return lead + "".join(part + space for part, space in zip(parts, spaces))


def some(rng, pool, n):
    return [str(word) for word in rng.choice(pool, size=n)]
