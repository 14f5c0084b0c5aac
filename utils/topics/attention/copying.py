"""A language model without training: attention over what has been written so far.

Each character's query describes the last few characters, each key describes the characters before a place in the past,
and the value there is the character that came next. So a query finds places that were preceded by what has just been
written, and attention returns what followed them. Trained transformers contain such heads, called induction heads
(Olsson et al. 2022). Nothing here is learned: queries, keys and values are counts of characters.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from utils import corpora

RECENT = 8  # characters that a query and a key describe
FADE = 0.64  # how much each older character counts, compared with the one after it


@dataclass(frozen=True)
class Reading:
    """A text as queries, keys and values, C characters in its alphabet and W = RECENT · C features.

    queries: (T, W), for the last T positions: two that match in the newest character alone score 1. Multiplied by a
    number, they look more sharply. keys: (S, W) and values: (S, C), one-hot, for all S positions before the last;
    targets: (T,), the character that follows each query; alphabet: the C characters.
    """

    queries: Tensor
    keys: Tensor
    values: Tensor
    targets: Tensor
    alphabet: str


def play(name: str, characters: int = 8000) -> str:
    """The beginning of one of Shakespeare's plays, with the names of its speakers."""
    speeches: Any = corpora.shakespeare()
    rows = [row for split in ("test", "validation") for row in speeches[split] if row["play"] == name]
    return "\n".join(f"{row['speaker'].upper()}\n{row['text']}\n" for row in rows)[:characters]


def read(text: str, tested: int = 1000, device: torch.device | str = "cpu") -> Reading:
    """Queries for the last `tested` characters of a text, at most half of it; keys and values for all but one."""
    alphabet = "".join(sorted(set(text)))
    ids = torch.tensor([alphabet.index(c) for c in text], device=device)  # (S + 1,)
    recent = _recent(ids, len(alphabet))  # (S + 1, W)
    T = min(tested, len(text) // 2)
    return Reading(
        queries=_as_queries(recent[-T - 1 : -1]),
        keys=F.pad(recent, (0, 0, 1, 0))[
            : len(ids) - 1
        ],  # the key of a character describes what came before it
        values=F.one_hot(ids[:-1], len(alphabet)).float(),
        targets=ids[-T:],
        alphabet=alphabet,
    )


def write(
    attention: Callable[..., Tensor], text: str, sharpness: float, length: int = 300, seed: int = 0
) -> str:
    """Continue a text: attend with one query, draw a character from the weights, append it, and repeat.

    attention(q, k, v): (1, W), (S, W), (S, C) → (1, C).  Returns the new characters.
    """
    generator = torch.Generator().manual_seed(seed)
    alphabet = "".join(sorted(set(text)))
    S, C = len(text), len(alphabet)
    ids = torch.tensor([alphabet.index(c) for c in text])
    recent, hot = torch.zeros(S + length, RECENT * C), torch.zeros(S + length, C)
    recent[:S], hot[:S] = _recent(ids, C), F.one_hot(ids, C).float()
    keys = F.pad(recent, (0, 0, 1, 0))  # row s describes what comes before position s
    written = []
    for s in range(S, S + length):
        chances = attention(sharpness * _as_queries(recent[s - 1 : s]), keys[:s], hot[:s])[0]  # (C,)
        drawn = int(torch.multinomial(chances, 1, generator=generator))
        written.append(alphabet[drawn])
        hot[s, drawn] = 1
        recent[s] = torch.cat([hot[s], recent[s - 1, :-C]])
        keys[s + 1] = recent[s]
    return "".join(written)


def similar_places(
    weights: Tensor, text: str, shown: int = 5, width: int = 24
) -> list[tuple[float, str, str]]:
    """The keys with the most weight: (weight, what came before it, the character there), the largest first.

    weights: (S,), one query's; text: the S characters.
    """
    largest = weights.topk(min(shown, len(weights)))
    return [
        (weight, text[max(0, s - width) : s].replace("\n", "⏎"), text[s].replace("\n", "⏎"))
        for weight, s in zip(largest.values.tolist(), largest.indices.tolist())
    ]


def _recent(ids: Tensor, C: int) -> Tensor:
    """At each position the last RECENT characters, newest first, one-hot and side by side: (N, RECENT · C)."""
    hot = F.one_hot(ids, C).float()
    return torch.cat([F.pad(hot, (0, 0, i, 0))[: len(ids)] for i in range(RECENT)], dim=1)


def _as_queries(recent: Tensor) -> Tensor:
    """Each character weighted by its age, times √W, by which scaled dot-product attention will divide."""
    age = torch.arange(recent.shape[-1], device=recent.device) // (recent.shape[-1] // RECENT)
    return FADE**age * recent * math.sqrt(recent.shape[-1])
