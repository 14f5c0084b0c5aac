"""What a training loop takes batches from: features with targets."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Self

import torch
from torch import Tensor, nn

from utils.finetuning.features import Features


class Examples:
    """Rows with what they should give.

    targets: a tensor or numbers, one for each row; whole numbers become int64, others float32.
    """

    def __init__(self, features: Features, targets: Tensor | Sequence[float]) -> None:
        if len(features) != len(targets):
            raise ValueError(
                f"There are {len(features)} rows and {len(targets)} targets: pass one for each row."
            )
        targets = torch.as_tensor(targets)
        self.features, self.targets = (
            features,
            targets.float() if targets.is_floating_point() else targets.long(),
        )
        self.lengths = features.lengths

    def __len__(self) -> int:
        return len(self.features)

    def first(self, n: int) -> Self:
        """The first n rows, or all where there are fewer; the hidden states are shared, not copied."""
        some = copy.copy(self)
        some.features, some.targets = self.features.first(n), self.targets[:n]
        some.lengths = some.features.lengths
        return some

    def batch(
        self, rows: Sequence[int], device: torch.device | str = "cpu"
    ) -> tuple[tuple[Tensor, ...], Tensor]:
        """What the model is called with, and the targets."""
        return self.features.batch(rows, device), self.targets[list(rows)].to(device)


class SpanExamples(Examples):
    """Rows (question, context) with the places of the answer's first and last token: targets (N, 2).

    Both are 0, the place of [CLS], where there is no answer. The model is called with hidden, mask and may, (B, T)
    bool: True at [CLS] and at tokens of the context; and, where numbers are given, with these as well, (B, T).

    answers, starts: as in `corpora.questions()`. A row whose answer was cut off counts as one without an answer.
    numbers: (T,) for each row, one for each token.
    """

    def __init__(
        self,
        features: Features,
        answers: Sequence[str],
        starts: Sequence[int],
        numbers: Sequence[Tensor] | None = None,
    ) -> None:
        places = [
            self._place(features, row, a, s) for row, (a, s) in enumerate(zip(answers, starts, strict=True))
        ]
        super().__init__(features, torch.tensor(places))
        self.numbers = numbers

    def batch(
        self, rows: Sequence[int], device: torch.device | str = "cpu"
    ) -> tuple[tuple[Tensor, ...], Tensor]:
        (hidden, mask), targets = super().batch(rows, device)
        may = torch.zeros_like(mask, dtype=torch.bool)
        may[:, 0] = True
        for i, row in enumerate(rows):
            second = self.features.second(row)
            may[i, second[0] : second[-1] + 1] = True
        if self.numbers is None:
            return (hidden, mask, may), targets
        numbers = nn.utils.rnn.pad_sequence([self.numbers[row] for row in rows], batch_first=True)  # (B, T)
        return (hidden, mask, may, numbers.to(device)), targets

    def text(self, row: int, context: str, first: int, last: int) -> str:
        """The characters of the context from one token to another; "" for (0, 0)."""
        if last == 0:
            return ""
        offsets = self.features.offsets[row]
        return context[offsets[first][0] : offsets[last][1]]

    @staticmethod
    def _place(features: Features, row: int, answer: str, start: int) -> tuple[int, int]:
        if start < 0:
            return 0, 0
        end, offsets = start + len(answer), features.offsets[row]
        inside = [t for t in features.second(row) if offsets[t][0] < end and offsets[t][1] > start]
        if not inside or offsets[inside[-1]][1] < end:
            return 0, 0
        return inside[0], inside[-1]
