"""Spellings and pronunciations of English words, for a model that reads letters and writes phonemes.

The source is the CMU Pronouncing Dictionary. What is made of it here:

- stress is left out: the dictionary marks each vowel with 0, 1 or 2, and those digits are dropped, so 39 phonemes stay;
- a word has one pronunciation, the dictionary's first;
- possessives are left out, and so are words of fewer than 3 or more than 16 letters, words without a vowel, and
  abbreviations (a word with more phonemes than letters and one is spelled out, like "atm");
- words are split by family. A family is what grows from one stem: "sail", "sails", "sailor", "unsailed". No word of
  validation or test has a relative in training, so nothing can be looked up there.

Families are found by rule, and the rules know spelling only. Compounds are not taken apart: "goldberg" may be in one
split and "goldstein" in another.

Shapes: B words, S letters, T phonemes and the end, N both in one row.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from utils.corpora.tables import SPLITS, Rows, draw

__all__ = [
    "END",
    "LETTERS",
    "PAD",
    "PHONEMES",
    "SPLITS",
    "START",
    "VOCABULARY",
    "Batch",
    "Joined",
    "LetterTable",
    "Row",
    "batch",
    "decode",
    "encode",
    "joined",
    "load",
    "padded",
]

PAD, START, END = 0, 1, 2
LETTERS = tuple("abcdefghijklmnopqrstuvwxyz'")
PHONEMES = tuple(
    "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH".split()
)
VOCABULARY = ("<pad>", "<start>", "<end>", *LETTERS, *PHONEMES)
"""Everything that a model reads or writes, in the order of ids. Letters are small and phonemes capitals, so one
table serves both sides."""

_ID = {symbol: number for number, symbol in enumerate(VOCABULARY)}


class Row(NamedTuple):
    """A word and how it is said."""

    word: str
    phonemes: tuple[str, ...]


class Batch(NamedTuple):
    """Words in two tables, as an encoder and a decoder read them.

    source: (B, S) letters, then PAD; keep: (B, S), True at letters; targets: (B, T) phonemes, END, then PAD.
    """

    source: Tensor
    keep: Tensor
    targets: Tensor


class Joined(NamedTuple):
    """Words in one table, "source | target", as one stack of blocks reads them.

    ids: (B, N) letters, START, phonemes, END, then PAD; prefix: (B,), how many of them are given: the letters and
    START; targets: (B, N), at each position from START on the symbol that follows; PAD in the source and after the end.
    """

    ids: Tensor
    prefix: Tensor
    targets: Tensor


# --- reading the dictionary -----------------------------------------------------------------------------------------


def load(quiet: bool = False) -> dict[str, list[Row]]:
    """The words of each split, "train", "validation" and "test", in shuffled order.

    Split by family, about 90 : 5 : 5; see the module. The same on every machine.

    quiet: do not show whose dictionary it is, the first time.
    Raises utils.assets.AssetError. Source: `corpora.attribution("cmudict")`.
    """
    from utils import corpora

    found = _load()
    corpora._show("cmudict", quiet)
    return {split: list(rows) for split, rows in found.items()}


@functools.cache
def _load() -> dict[str, list[Row]]:
    from utils.corpora import tables

    data = tables.load("pronunciations", splits, asset="cmudict")
    return {
        split: [
            Row(word, tuple(phonemes.split()))
            for word, phonemes in zip(data[split]["word"], data[split]["phonemes"])
        ]
        for split in SPLITS
    }


def splits(path: Path) -> dict[str, Rows]:
    """The rows of each split, made from the folder of the asset: word, phonemes with spaces, family."""
    words = read((path / "cmudict.dict").read_text(encoding="utf-8").splitlines())
    found: dict[str, Rows] = {split: [] for split in SPLITS}
    for word, family in families(words).items():
        # a number from 0 to 99 that depends on the family alone: a new word changes no other word's split
        place = int(draw(f"pronunciations {family}")[:8], 16) % 100
        split = "train" if place < 90 else "validation" if place < 95 else "test"
        found[split].append({"word": word, "phonemes": " ".join(words[word]), "family": family})
    return {split: sorted(rows, key=lambda row: draw(f"word {row['word']}")) for split, rows in found.items()}


def read(lines: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Words and their first pronunciations, without stress, from the lines of the dictionary."""
    words: dict[str, tuple[str, ...]] = {}
    for line in lines:
        word, *phonemes = line.split("#")[0].split() or [""]  # after # stands a remark: "place, danish"
        if _taken(word) and len(phonemes) <= len(word) + 1:  # a second pronunciation is called "word(2)"
            words.setdefault(word, tuple(phoneme.rstrip("012") for phoneme in phonemes))
    return words


def _taken(word: str) -> bool:
    return (
        re.fullmatch(r"[a-z][a-z']*[a-z]", word) is not None
        and 3 <= len(word) <= 16
        and not word.endswith("'s")
        and re.search("[aeiouy]", word) is not None
    )


# --- families -------------------------------------------------------------------------------------------------------

SUFFIXES = tuple(
    "s es ed d ing er or ly ness ment able ible ful less ist ism ity ize ise ion ation al y est en ic ical ish ship "
    "age ance ence ant ent ive ous ian an hood dom th ward eer ess ary ory ate ify man men".split()
)
PREFIXES = tuple(
    "un re non over under pre dis mis in im ir il out inter anti co de en em fore semi sub super trans up counter self "
    "mid multi".split()
)


def families(words: Iterable[str]) -> dict[str, str]:
    """Each word's family, called by its first word in the order of the alphabet.

    Two words are of one family when one is the other with a prefix or suffix, when they are the same stem of at least 4
    letters with two suffixes, or when a row of such steps leads from one to the other. A final e or y that went, a y
    that became i and a doubled consonant count as the same stem.
    """
    known = set(words)
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        parent.setdefault(name, name)
        while parent[name] != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    for word in sorted(known):
        for relative in _made_of(word):
            if relative in known or relative.startswith("="):
                parent[root(relative)] = root(word)
    first: dict[str, str] = {}
    for word in sorted(known):
        first.setdefault(root(word), word)
    return {word: first[root(word)] for word in sorted(known)}


def _made_of(word: str) -> Iterator[str]:
    """What a word may have grown from: words without one suffix or prefix, and "=stem" for each stem."""
    if "'" in word:
        yield word.replace("'", "")
        yield word.split("'")[0]
    for suffix in SUFFIXES:
        rest = word.removesuffix(suffix).rstrip("'")
        if len(rest) < len(word) and len(rest) >= 3:
            single = rest[:-1] if len(rest) > 3 and rest[-1] == rest[-2] else rest
            yield from (rest, rest + "e", rest + "y", single)
            if rest[-1] == "i":
                yield rest[:-1] + "y"
            stem = single.rstrip("eiy")
            if len(stem) >= 4:
                yield "=" + stem
    for prefix in PREFIXES:
        if word.startswith(prefix) and len(word) - len(prefix) >= 4:
            yield word[len(prefix) :]


# --- ids ------------------------------------------------------------------------------------------------------------


def encode(symbols: Iterable[str]) -> list[int]:
    """Ids of letters ("cat") or of phonemes (["K", "AE", "T"]).  Raises ValueError at one that is neither."""
    symbols = list(symbols)
    unknown = [symbol for symbol in symbols if symbol not in _ID]
    if unknown:
        raise ValueError(
            f"{unknown[0]!r} has no id: write words with the letters a to z, small, and phonemes as in PHONEMES."
        )
    return [_ID[symbol] for symbol in symbols]


def decode(ids: Iterable[int] | Tensor) -> list[str]:
    """The letters or phonemes of ids, up to the first END; PAD and START are left out."""
    found = []
    for number in ids:
        if int(number) == END:
            break
        if int(number) not in (PAD, START):
            found.append(VOCABULARY[int(number)])
    return found


def padded(rows: Sequence[Sequence[int]], device: torch.device | str) -> Tensor:
    """Rows of ids, padded to the longest.  Returns (B, longest) int64."""
    longest = max(map(len, rows), default=0)
    return torch.tensor([[*row, *[PAD] * (longest - len(row))] for row in rows], device=device).long()


def batch(rows: Sequence[Row], device: torch.device | str = "cpu") -> Batch:
    """Words and phonemes as two padded tables.  See `Batch`."""
    source = padded([encode(word) for word, _ in rows], device)
    targets = padded([[*encode(phonemes), END] for _, phonemes in rows], device)
    return Batch(source, source != PAD, targets)


def joined(rows: Sequence[Row], device: torch.device | str = "cpu") -> Joined:
    """Words and phonemes as one padded table.  See `Joined`."""
    ids = [[*encode(word), START, *encode(phonemes), END] for word, phonemes in rows]
    targets = [[PAD] * len(word) + line[len(word) + 1 :] + [PAD] for (word, _), line in zip(rows, ids)]
    prefix = torch.tensor([len(word) + 1 for word, _ in rows], device=device)
    return Joined(padded(ids, device), prefix, padded(targets, device))


# --- the baseline ---------------------------------------------------------------------------------------------------


class LetterTable:
    """What each letter most often says: a table, and no network.

    Letters and phonemes of the rows are aligned first. Every letter says no, one or two phonemes, in order; which, is
    found by hard EM: start from an alignment along the diagonal, count what each letter says, align again by the
    counts, four times.

    rows: to count in; context: how many letters to look at on either side. Where a letter was never seen
    between these neighbours, the table looks at one fewer on each side.
    """

    def __init__(self, rows: Sequence[Row], context: int = 0) -> None:
        self.context = context
        counts: dict[tuple[int, str], Counter[tuple[str, ...]]] = {}
        for (word, _), said in zip(rows, align(rows)):
            for place, phonemes in enumerate(said):
                for size in range(context + 1):
                    counts.setdefault((size, _around(word, place, size)), Counter())[phonemes] += 1
        self.says = {
            seen: max(sorted(found), key=found.__getitem__)  # sorted: a tie falls alike everywhere
            for seen, found in counts.items()
        }

    def pronounce(self, words: Sequence[str], context: int | None = None) -> list[list[str]]:
        """The phonemes of each word.  context: look at fewer neighbours than were counted."""
        most = self.context if context is None else min(context, self.context)
        return [
            [phoneme for place in range(len(word)) for phoneme in self._letter(word, place, most)]
            for word in words
        ]

    def _letter(self, word: str, place: int, most: int) -> tuple[str, ...]:
        for size in range(most, -1, -1):
            said = self.says.get((size, _around(word, place, size)))
            if said is not None:
                return said
        return ()


def _around(word: str, place: int, size: int) -> str:
    """The letter with `size` letters on either side; beyond the ends stand #."""
    padded = "#" * size + word + "#" * size
    return padded[place : place + 2 * size + 1]


def align(rows: Sequence[Row], rounds: int = 5) -> list[list[tuple[str, ...]]]:
    """Which phonemes each letter says, as `LetterTable` finds them.  For each row, one tuple a letter.

    All words are aligned at once, cell by cell of the largest table, which makes this quick. A row whose phonemes are
    more than twice its letters cannot be aligned: ValueError.
    """
    for word, phonemes in rows:
        if len(phonemes) > 2 * len(word):
            raise ValueError(f"{word!r} has {len(phonemes)} phonemes, more than two for each letter.")
    if not rows:
        return []
    none = len(VOCABULARY)
    letters = batch(rows).source.numpy()  # (B, S)
    phonemes = np.full((len(rows), max(len(row.phonemes) for row in rows) + 2), none)
    for number, row in enumerate(rows):
        phonemes[number, : len(row.phonemes)] = encode(row.phonemes)
    lengths = np.array([(len(row.word), len(row.phonemes)) for row in rows])
    cost: Any = None
    for _ in range(rounds):
        said = _best_paths(letters, phonemes, lengths, cost)  # (B, S), 0 to 2 phonemes a letter
        starts = np.cumsum(said, axis=1) - said
        first, second = (
            np.where(said > n, np.take_along_axis(phonemes, starts + n, axis=1), none) for n in (0, 1)
        )
        counts = np.full((none, none + 1, none + 1), 0.01)
        real = letters != PAD
        np.add.at(counts, (letters[real], first[real], second[real]), 1)
        cost = -np.log(counts / counts.sum(axis=(1, 2), keepdims=True))
    return [
        [row.phonemes[start : start + n] for start, n in zip(line_of_starts, line)][: len(row.word)]
        for row, line_of_starts, line in zip(rows, starts.tolist(), said.tolist())
    ]


def _best_paths(letters: np.ndarray, phonemes: np.ndarray, lengths: np.ndarray, cost: Any) -> np.ndarray:
    """How many phonemes each letter says on the cheapest way through each word.  Returns (B, S).

    cost: (V, V + 1, V + 1) of a letter that says a first and a second phoneme; None: the way near the diagonal.
    """
    B, S = letters.shape
    T = phonemes.shape[1] - 2
    none = len(VOCABULARY)
    best = np.full((B, S + 1, T + 1), np.inf)
    best[:, 0, 0] = 0
    came = np.zeros((B, S + 1, T + 1), dtype=np.int8)
    slope = lengths[:, 1] / lengths[:, 0]
    empty = np.full(B, none)
    for s in range(S):
        for t in range(T + 1):
            options = np.full((3, B), np.inf)
            for n in range(min(2, t) + 1):
                said = [phonemes[:, t - n], phonemes[:, t - 1]]
                first = said[0] if n else empty
                second = said[1] if n == 2 else empty
                price = (
                    np.abs(t - slope * (s + 1)) + 0.1 * (n == 2)
                    if cost is None
                    else cost[letters[:, s], first, second]
                )
                options[n] = best[:, s, t - n] + price
            came[:, s + 1, t] = options.argmin(axis=0)
            best[:, s + 1, t] = options.min(axis=0)
    said, rows = np.zeros((B, S), dtype=np.int64), np.arange(B)
    place = lengths[:, 1].copy()
    for s in range(S, 0, -1):
        inside = lengths[:, 0] >= s
        step = np.where(inside, came[rows, s, place], 0)
        said[:, s - 1] = step
        place -= step
    return said
