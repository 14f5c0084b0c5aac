"""Pages of several lines: how like each line is to a question, and this number at each of the line's tokens."""

from __future__ import annotations

from collections.abc import Sequence

import torch
import torch.nn.functional as F
from torch import Tensor

from utils.finetuning.features import Features, lower_features
from utils.minilm import Encoder


def line_likeness(
    encoder: Encoder, questions: Sequence[str], pages: Sequence[str], max_length: int = 64
) -> list[Tensor]:
    """The cosine between each question and each line of its page, all of them encoded alone: (lines,) for a row.

    The vector of a text is the mean of its last hidden states, as this encoder was tuned to be used.
    """
    lines = [page.split("\n") for page in pages]
    places: dict[str, int] = {}  # each text is encoded once, also where pages share lines
    asked = [places.setdefault(question, len(places)) for question in questions]
    shown = [[places.setdefault(line, len(places)) for line in some] for some in lines]
    texts = list(places)
    features = lower_features(encoder, texts, encoder.n_layers, max_length)
    means = []
    for start in range(0, len(texts), 256):
        rows = range(start, min(start + 256, len(texts)))
        hidden, mask = features.batch(rows, encoder.model.device)
        means.append(hidden.sum(dim=1) / mask.sum(dim=1, keepdim=True))  # hidden is 0 at padding
    vectors = F.normalize(torch.cat(means), dim=1).cpu()  # (N, D)
    return [vectors[some] @ vectors[question] for some, question in zip(shown, asked, strict=True)]


def at_tokens(features: Features, pages: Sequence[str], values: Sequence[Tensor]) -> list[Tensor]:
    """Numbers of lines as numbers of tokens, (T,) for each row (question, page); 0 at all that is not the page.

    values: (lines,) for each row.
    """
    found = []
    for row, (page, numbers) in enumerate(zip(pages, values, strict=True)):
        spread = torch.zeros(features.lengths[row])
        for t in features.second(row):
            spread[t] = numbers[page.count("\n", 0, features.offsets[row][t][0])]
        found.append(spread)
    return found
