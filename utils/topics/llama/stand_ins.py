"""Small stand-ins for models, for checks: quick, without weights worth having, and easy to compute in another way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor, nn

from utils.blocks.cache import KVCache
from utils.topics.llama.gguf_file import File
from utils.topics.llama.gguf_file import Tensor as Stored

__all__ = ["OpenCache", "RunningMean", "Scripted", "Stand", "decode", "encode", "fingerprint", "stored_file"]

START, STOP = "<|im_start|>", "<|im_end|>"
FIRST = 64  # the marks are 64 and 65, so that letters stand before and behind them
VOCABULARY = 130  # ASCII and the two marks


class RunningMean(nn.Module):
    """Replaces attention: each token gets the mean of tanh(W x) over all tokens so far, itself included.

    mix.weight: (D, D). forward: x (B, T, D) and a KVCache or None → (B, T, D).
    """

    def __init__(self, d_model: int) -> None:
        super().__init__()
        self.mix = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor, cache: Any = None) -> Tensor:
        """The T new tokens follow those in the cache."""
        new = torch.tanh(self.mix(x))[:, None]  # (B, 1, T, D), as of one head
        seen = new if cache is None else cache.append(new, new)[0]  # (B, 1, S, D)
        count = torch.arange(1, seen.shape[2] + 1, device=x.device)[:, None]
        return (seen[:, 0].cumsum(dim=1) / count)[:, -x.shape[1] :]


class OpenCache(KVCache):
    """A KVCache that can be looked into: keys and values, (B, H, S, d) each, None before the first append."""

    keys: Tensor | None = None
    values: Tensor | None = None

    def append(self, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        """As KVCache does."""
        self.keys, self.values = super().append(k, v)
        return self.keys, self.values


class Stand:
    """Replaces a tensor's decoder: a file whose matrices are stored flat and doubled, and what undoes that."""

    @staticmethod
    def decode(tensor: Stored) -> Tensor:
        """The numbers of a tensor in its shape."""
        return tensor.data if tensor.kind == "F32" else (tensor.data / 2).reshape(tensor.shape)


def stored_file(weights: Mapping[str, Tensor], fields: Mapping[str, Any]) -> File:
    """A file with these numbers, which `Stand.decode` reads; vectors are stored as they are."""
    tensors = {
        name: Stored("F32", tuple(w.shape), w)
        if w.dim() == 1
        else Stored("Q8_0", tuple(w.shape), 2 * w.flatten()[:, None])
        for name, w in weights.items()
    }
    return File(dict(fields), tensors)


def fingerprint(weight: Tensor) -> float:
    """One number that changes when numbers of a tensor change or change places."""
    flat = weight.detach().cpu().double().flatten()
    return float((flat * torch.arange(1, len(flat) + 1).cos()).sum())


def encode(text: str) -> list[int]:
    """A token for each letter of ASCII and for each of the two marks, 64 and 65."""
    ids: list[int] = []
    while text:
        for number, mark in enumerate((START, STOP)):
            if text.startswith(mark):
                ids.append(FIRST + number)
                text = text[len(mark) :]
                break
        else:
            ids.append(ord(text[0]) + 2 * (ord(text[0]) >= FIRST))
            text = text[1:]
    return ids


def decode(ids: Sequence[int]) -> str:
    """The text of tokens that `encode` made; a number that is no token becomes a question mark."""
    letters = {ord(letter): letter for letter in map(chr, range(FIRST))}
    letters |= {number + 2: chr(number) for number in range(FIRST, VOCABULARY - 2)}
    letters |= {FIRST: START, FIRST + 1: STOP}
    return "".join(letters.get(n, "?") for n in ids)


class Scripted:
    """A model that answers from a script and writes down what it reads.

    answers: one row of ids a turn, without the stop token, which follows. The token of the script has the second
    highest score, so that `choose` decides and not the maximum.
    """

    def __init__(self, answers: Sequence[Sequence[int]]) -> None:
        self.answers = answers
        self.calls: list[list[int]] = []  # the ids of each call
        self.seen: list[int] = []  # what stands in the caches

    def __call__(self, ids: Tensor, caches: Sequence[Any]) -> Tensor:
        """ids: (1, T) → scores (1, T, V)."""
        rows = ids.float()[:, None, :, None]  # (1, 1, T, 1)
        for cache in caches:
            self.seen = [int(n) for n in cache.append(rows, rows)[0].flatten()]
        self.calls.append(ids[0].tolist())
        scores = torch.zeros(1, ids.shape[1], VOCABULARY)
        scores[0, :, 1] = 1.0  # of other tokens, and the third best of the last one
        scores[0, -1, self._next()] = 2.0
        scores[0, -1, 2] = 3.0
        return scores

    def _next(self) -> int:
        header, places = encode(f"{START}assistant\n"), []
        for place in range(len(self.seen) - len(header) + 1):
            if self.seen[place : place + len(header)] == header:
                places.append(place + len(header))
        if not places or len(places) > len(self.answers):
            return encode("?")[0]
        answer, given = self.answers[len(places) - 1], len(self.seen) - places[-1]
        return answer[given] if given < len(answer) else encode(STOP)[0]

    @staticmethod
    def second_best(scores: Tensor) -> int:
        """The id with the second highest of V scores; a question mark where it gets more than one row."""
        return int(scores.topk(2).indices[1]) if scores.dim() == 1 else ord("?")
