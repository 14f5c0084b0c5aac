"""Shakespeare's plays as letters, and how often each play uses each letter."""

from __future__ import annotations

import re
from collections import defaultdict

import torch

from utils import corpora

SYMBOLS = " abcdefghijklmnopqrstuvwxyz"  # index 0 is the space


def letters_only(text: str) -> str:
    """Lower case letters and single spaces; everything else becomes a space."""
    return re.sub("[^a-z]+", " ", text.lower()).strip()


def as_indices(text: str) -> torch.Tensor:
    """The position of each letter in SYMBOLS.  text: letters and spaces only.  Returns (N,) int64."""
    return torch.tensor([SYMBOLS.index(c) for c in text], dtype=torch.int64)


def shares_by_play() -> tuple[list[str], torch.Tensor]:
    """The plays' titles and which share of a play's letters each letter is.  Returns n titles and (n, 26)."""
    speeches: dict[str, list[str]] = defaultdict(list)
    for split in corpora.shakespeare().values():
        for play, text in zip(split["play"], split["text"], strict=True):
            speeches[play].append(text)
    titles = sorted(speeches)
    counts = torch.zeros(len(titles), 26)
    for row, title in enumerate(titles):
        text = " ".join(speeches[title]).lower()
        counts[row] = torch.tensor([text.count(letter) for letter in SYMBOLS[1:]], dtype=torch.float32)
    return titles, counts / counts.sum(dim=1, keepdim=True)
