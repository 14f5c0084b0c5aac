"""How much sooner does lesson 01's reference `train_bpe` learn its merges than trainers that count again?

200,000 characters of Wikipedia summaries, vocabulary 2,000, one process, one core. The slow trainers run in slices,
with one run of the fast ones after each slice, so that whatever else the machine does meets all of them alike. Times
are processor seconds of this process.

    python benchmarks/bpe.py
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)] if str(ROOT) not in sys.path else []
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import regex  # noqa: E402

from autograder.lesson.folder import read_cells  # noqa: E402
from utils import corpora, tokenizers  # noqa: E402

CHARACTERS, VOCABULARY, SLICE = 200_000, 2_000, 100

Pair = tuple[int, int]


def run() -> dict[str, Any]:
    """Measure all trainers in one run.

    Returns ratio (the recount over raw id lists against ours), ours and peer in processor seconds, unit, and detail
    with the other rows. Raises RuntimeError when the trainers do not learn the same merges.
    """
    text = corpora.joined(corpora.wikipedia(quiet=True)["train"], characters=CHARACTERS)
    train_bpe = reference()["train_bpe"]
    raw, table = _Clocked(recount_pieces(text)), _Clocked(recount_words(text))
    ours: list[float] = []
    rust: list[float] = []
    while not raw.done:
        raw.advance(SLICE)
        table.advance(SLICE)
        ours.append(_seconds(lambda: train_bpe(text, VOCABULARY)))
        rust.append(_seconds(lambda: tokenizers.train(text, VOCABULARY)))
    merges = list(train_bpe(text, VOCABULARY))
    if not merges == raw.merges == table.merges:
        raise RuntimeError("the trainers learned different merges, so their times cannot be compared")
    in_rust = spelled(tokenizers.train(text, VOCABULARY))
    fast, fast_rust = statistics.median(ours), statistics.median(rust)
    return {
        "ratio": raw.seconds / fast,
        "ours": fast,
        "peer": raw.seconds,
        "unit": "s",
        "detail": {
            "what": f"the same {len(merges):,} merges of {CHARACTERS:,} characters; peer: recount of raw id lists",
            "recount over different words, s": table.seconds,
            "recount over different words, ratio": table.seconds / fast,
            "package tokenizers (Rust, one thread), s": fast_rust,
            "package tokenizers, ratio": fast_rust / fast,
            "share of tokens that tokenizers learns too": len(in_rust & spelled(merges)) / len(merges),
            "runs of ours": len(ours),
            "ours, fastest and slowest, s": [min(ours), max(ours)],
        },
    }


def reference() -> dict[str, Any]:
    """The names that the answer cells of lesson 01 define."""
    names: dict[str, Any] = {}
    for cell in read_cells(ROOT / "source" / "01_tokenization" / "01_tokenization.py"):
        if cell.is_answer or cell.grade_id == "imports":
            exec(compile(cell.source, f"<{cell.grade_id}>", "exec"), names)
    return names


def recount_pieces(text: str) -> Iterator[Pair]:
    """Count the pairs of every piece of the text again after each merge."""
    pieces = [list(piece.encode()) for piece in regex.findall(tokenizers.gpt2_pattern(), text)]
    for new_id in range(256, VOCABULARY):
        counts: dict[Pair, int] = {}
        for ids in pieces:
            for pair in pairwise(ids):
                counts[pair] = counts.get(pair, 0) + 1
        best = max(counts, key=counts.__getitem__)
        pieces = [merged(ids, best, new_id) for ids in pieces]
        yield best


def recount_words(text: str) -> Iterator[Pair]:
    """The same, each different piece once, with its number."""
    table = Counter(regex.findall(tokenizers.gpt2_pattern(), text))
    words, times = [list(word.encode()) for word in table], list(table.values())
    for new_id in range(256, VOCABULARY):
        counts: dict[Pair, int] = {}
        for ids, n in zip(words, times):
            for pair in pairwise(ids):
                counts[pair] = counts.get(pair, 0) + n
        best = max(counts, key=counts.__getitem__)
        words = [merged(ids, best, new_id) for ids in words]
        yield best


def merged(ids: Sequence[int], pair: Pair, new_id: int) -> list[int]:
    """One piece with the pair as one token, in minbpe's way."""
    out, i = [], 0
    while i < len(ids):
        if ids[i] == pair[0] and i < len(ids) - 1 and ids[i + 1] == pair[1]:
            out.append(new_id)
            i += 2
        else:
            out.append(ids[i])
            i += 1
    return out


def spelled(merges: Iterable[Pair]) -> set[bytes]:
    """The bytes of every learned token; ids alone cannot be compared once the order differs."""
    tokens = [bytes([i]) for i in range(256)]
    for left, right in merges:
        tokens.append(tokens[left] + tokens[right])
    return set(tokens[256:])


class _Clocked:
    """A trainer that runs in slices; seconds counts its own time only."""

    def __init__(self, trainer: Iterator[Pair]) -> None:
        self.trainer, self.merges, self.seconds, self.done = trainer, [], 0.0, False

    def advance(self, n_merges: int) -> None:
        start = time.process_time()
        for _ in range(n_merges):
            pair = next(self.trainer, None)
            if pair is None:
                self.done = True
                break
            self.merges.append(pair)
        self.seconds += time.process_time() - start


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    result = run()
    detail = result["detail"]
    rows = [
        ("ours, incremental", result["ours"]),
        ("recount over raw id lists", result["peer"]),
        ("recount over different words", detail["recount over different words, s"]),
        ("package tokenizers (Rust)", detail["package tokenizers (Rust, one thread), s"]),
    ]
    print(detail["what"])
    print(f"{'':32}{'seconds':>10}{'times ours':>12}")
    for name, seconds in rows:
        print(f"{name:32}{seconds:10.3f}{seconds / result['ours']:12.2f}")
    share = detail["share of tokens that tokenizers learns too"]
    print(f"tokenizers breaks ties by id; {share:.1%} of the learned tokens are the same")


if __name__ == "__main__":
    main()
