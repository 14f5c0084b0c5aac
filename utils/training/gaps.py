"""Span corruption for lesson 12: which spans are erased, a text put together again, and gaps in words as a task.

What erases them is the lesson's own `span_corrupt`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

from utils.corpora import pronunciations
from utils.corpora.pronunciations import END, PAD, START, VOCABULARY, Batch

__all__ = ["Gaps", "draw", "restore"]

Spans = list[tuple[int, int]]
Corrupt = Callable[[list[int], Spans, int], tuple[list[int], list[int]]]


def draw(n: int, rate: float, mean: float, generator: torch.Generator) -> Spans:
    """Spans to erase in a text of n ids, (start, length) each, in order, with at least one id in front of each.

    rate: share of the text that is erased; mean: mean length of a span. How much is erased, in how many spans, is
    fixed by n; where spans lie and how long each is, is drawn (as in T5: Raffel et al. 2020, section 3.3.4).
    Raises ValueError for a text of one id.
    """
    if n < 2:
        raise ValueError(f"A text of {n} ids has no room for a span and for what stays: pass at least 2.")
    erased = min(max(round(n * rate), 1), n - 1)
    number = min(max(round(erased / mean), 1), erased, n - erased)
    spans, place = [], 0
    for kept, length in zip(_parts(n - erased, number, generator), _parts(erased, number, generator)):
        spans.append((place + kept, length))
        place += kept + length
    return spans


def _parts(total: int, number: int, generator: torch.Generator) -> list[int]:
    """`total` cut into `number` parts of at least 1, all ways equally likely."""
    cuts = torch.randperm(total - 1, generator=generator)[: number - 1].add(1).sort().values.tolist()
    return [end - start for start, end in zip([0, *cuts], [*cuts, total])]


def restore(inputs: Sequence[int], targets: Sequence[int]) -> list[int]:
    """The text that inputs and targets were made of: each sentinel of the inputs gives way to what follows it in the
    targets.

    Sentinels are found as what both hold, in the order of the targets; the first of the targets is one.
    Raises ValueError where a sentinel of the inputs is not in the targets.
    """
    marks = [targets[0] - number for number in range(len(targets))]
    found: dict[int, list[int]] = {}
    for token in targets:
        if token == marks[len(found)]:
            found[token] = []
        else:
            found[marks[len(found) - 1]].append(token)
    closing = marks[len(found) - 1]
    if closing in inputs:
        raise ValueError(f"The last sentinel, {closing}, closes the targets and cannot stand in the inputs.")
    return [part for token in inputs for part in found.get(token, [token])]


class Gaps:
    """Words with erased letters, as a task for an encoder–decoder.

    corrupt: the lesson's span_corrupt; rate, mean: see `draw`. Phonemes, which no word uses, serve as sentinels, the
    last id of the vocabulary first. The same seed draws the same gaps.
    """

    sentinel = len(VOCABULARY) - 1

    def __init__(
        self, corrupt: Corrupt, rate: float, mean: float, device: torch.device | str = "cpu", seed: int = 0
    ) -> None:
        self.corrupt, self.rate, self.mean, self.device = corrupt, rate, mean, device
        self.generator = torch.Generator().manual_seed(seed)

    def pair(self, letters: list[int]) -> tuple[list[int], list[int]]:
        """Inputs and targets of one word, the targets with END."""
        spans = draw(len(letters), self.rate, self.mean, self.generator)
        inputs, targets = self.corrupt(letters, spans, self.sentinel)
        return inputs, [*targets, END]

    def batch(self, words: Batch) -> Batch:
        """source (B, S) with sentinels, keep (B, S), targets (B, T) of the letters of a batch of words."""
        pairs = [self.pair([i for i in row if i != PAD]) for row in words.source.tolist()]
        source, targets = (pronunciations.padded(rows, self.device) for rows in zip(*pairs))
        return Batch(source, source != PAD, targets)

    @torch.no_grad()
    def fill(self, model: nn.Module, words: Sequence[str], limit: int = 24) -> list[tuple[str, str, str]]:
        """For each word: the word, its gaps, and the word as the model fills it, by greedy decoding.

        model: has encode(source, keep) and decode(written, memory, keep). What cannot be put together is "?".
        """
        rows = []
        for word in words:
            inputs, _ = self.pair(pronunciations.encode(word))
            source = torch.tensor([inputs], device=self.device)  # (1, S)
            keep = torch.ones_like(source).bool()
            memory = model.encode(source, keep)
            written = torch.tensor([[START]], device=self.device)
            while written.shape[1] <= limit and written[0, -1] != END:
                scores: Tensor = model.decode(written, memory, keep)[0, -1]
                written = torch.cat([written, scores.argmax().view(1, 1)], dim=1)
            rows.append((word, self._shown(inputs), self._filled(inputs, written[0, 1:].tolist())))
        return rows

    def _shown(self, inputs: list[int]) -> str:
        letters = len(VOCABULARY) - len(pronunciations.PHONEMES)
        return "".join(VOCABULARY[i] if i < letters else "_" for i in inputs)

    def _filled(self, inputs: list[int], written: list[int]) -> str:
        targets = [i for i in written if i != END]
        if not targets or targets[0] != self.sentinel:
            return "?"
        try:
            filled = restore(inputs, targets)
        except ValueError:
            return "?"
        return "".join(
            VOCABULARY[i] if i < len(VOCABULARY) - len(pronunciations.PHONEMES) else "?" for i in filled
        )
