"""How much of the training set a test set contains, although the words are split by family."""

from __future__ import annotations

from collections.abc import Sequence

from utils.corpora.pronunciations import Row

__all__ = ["leaked"]


def leaked(test: Sequence[Row], train: Sequence[Row], shortest: int = 5) -> list[bool]:
    """For each test word: whether at least half of it is a training word that is pronounced alike there.

    shortest: the fewest letters of such a training word. "kristoffe" contains "kristoff", and its phonemes contain
    those of "kristoff" in one piece.
    """
    known = {row.word: row.phonemes for row in train if len(row.word) >= shortest}

    def contains(row: Row) -> bool:
        least = max(shortest, (len(row.word) + 1) // 2)
        for start in range(len(row.word) - least + 1):
            for end in range(start + least, len(row.word) + 1):
                part = known.get(row.word[start:end])
                if part and f" {' '.join(part)} " in f" {' '.join(row.phonemes)} ":
                    return True
        return False

    return [contains(row) for row in test]
