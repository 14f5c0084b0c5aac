"""Ten thousand pages to look things up in, questions whose page is known, and three ways of searching.

The pages are the summaries of `utils.corpora.wikipedia`, in one fixed order: the test split, then validation, then
train. A question stands for what somebody half remembers: the description that people wrote for an article, or a
sentence of it. Nobody trained anything on either; the splits only keep the questions on which something is chosen (dev)
apart from those on which it is reported (test).
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from utils import assets, corpora
from utils.corpora.spans import SENTENCE_END
from utils.corpora.tables import draw

__all__ = [
    "Fact",
    "Page",
    "Question",
    "bm25",
    "embed",
    "facts",
    "nearest",
    "pages",
    "questions",
    "tfidf",
    "vectors",
]

LENGTH = 64  # tokens of a page that the encoder reads; three quarters of the pages are longer
CHUNK = 500  # pages in one file of the cache
VERSION = 1  # of what is embedded; another number makes everyone's vectors anew


@dataclass(frozen=True)
class Page:
    """An article's summary.  topic: one of eleven, or "Uncategorized"; description: a phrase, empty for a few."""

    title: str
    text: str
    description: str
    topic: str


@dataclass(frozen=True)
class Question:
    """text: the question; page: number of the page that it was made from; relevant: of all that answer it as well."""

    text: str
    page: int
    relevant: frozenset[int]


@dataclass(frozen=True)
class Fact:
    """A question with a short answer, which stands on the page word for word.  page: its number in `pages()`."""

    question: str
    answer: str
    page: int


# --- pages and their vectors --------------------------------------------------------------------------------------


def pages(n: int | None = None) -> list[Page]:
    """The first n pages, all 10,033 by default; always in the same order. Any first part is a fair sample.

    Raises utils.assets.AssetError when they cannot be had.
    """
    return list(_pages()[:n])


@cache
def _pages() -> tuple[Page, ...]:
    data: Any = corpora.wikipedia()
    rows = [row for split in ("test", "validation", "train") for row in data[split]]
    return tuple(Page(row["title"], row["extract"], row["description"], row["topic"]) for row in rows)


def _first(split: str) -> tuple[int, int]:
    """Where the pages of a split begin and end."""
    data: Any = corpora.wikipedia()
    test, validation = len(data["test"]), len(data["validation"])
    return {"test": (0, test), "dev": (test, test + validation)}[split]


def vectors(where: torch.device | str = "cpu", n: int | None = None, progress: bool = True) -> Tensor:
    """MiniLM's vectors of the first n pages (all by default), (n, 384) float32 on the device, lengths as they come.

    Read are a title and the first words behind it, 64 tokens in all. The first time, one thread takes 20 seconds for a
    thousand pages; then they lie in the cache folder.
    """
    chosen = pages(n)
    parts = []
    for start in range(0, len(chosen), CHUNK):
        wanted = len(chosen[start : start + CHUNK])
        part = _read(_file(start))
        if part is None or len(part) < wanted:
            if progress:
                print(f"Embedding pages {start + 1:,} to {start + wanted:,}, once.", file=sys.stderr)
            part = embed([f"{page.title}. {page.text}" for page in chosen[start : start + CHUNK]], where)
            _write(part.cpu(), _file(start))
        parts.append(part[:wanted].cpu())
    return torch.cat(parts).to(where)


@torch.no_grad()
def embed(texts: Sequence[str], where: torch.device | str = "cpu", length: int = LENGTH) -> Tensor:
    """MiniLM's vectors of texts: the mean over the tokens, as it was tuned to be used.  (N, 384) float32.

    length: tokens of a text that are read. Vectors are not brought to length one.
    """
    from utils import minilm
    from utils.finetuning import lower_features

    if not texts:
        return torch.zeros(0, 384, device=where)
    encoder = minilm.load(str(where))
    features = lower_features(encoder, list(texts), encoder.n_layers, max_length=length, progress=False)
    return torch.stack([features[row].mean(0) for row in range(len(features))]).to(where)


def _file(start: int) -> Path:
    keys = "-".join(assets.ASSETS[name].key for name in ("minilm", "wikipedia"))
    return assets.cache_folder() / "converted" / f"pages-{keys}-{VERSION}" / f"{start}.safetensors"


def _read(file: Path) -> Tensor | None:
    """The vectors in a file; None when it is not there, or half there."""
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    try:
        return load_file(file)["vectors"]
    except (OSError, SafetensorError, KeyError):
        return None


def _write(part: Tensor, file: Path) -> None:
    """Whole or not at all; a cache that cannot be written only costs time."""
    from safetensors.torch import save

    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, suffix=".new")
        with os.fdopen(handle, "wb") as new:
            new.write(save({"vectors": part.contiguous()}))
        os.chmod(name, 0o644)  # kernels of other users read it too
        os.replace(name, file)
    except OSError:
        return


# --- questions ------------------------------------------------------------------------------------------------------

ASKED = {"People": "Who is this? {}.", "Geography": "Which place is this? {}."}
ANYTHING = "What is this called? {}."


def questions(
    n: int = 200, split: str = "test", kind: str = "description", among: int | None = None
) -> list[Question]:
    """n questions about pages of one split, no two about one page.

    split: "test" or "dev". among: size of the index that will be searched, in pages; all by default. No other page is
    asked for, or counted as relevant.
    kind: "description", what people wrote about the article, in words of their own; all pages with that description
    are relevant. "quote": the last sentence of a long page, which stands there word for word.
    """
    made = {"description": _described, "quote": _quoted}
    if kind not in made or split not in ("test", "dev"):
        raise ValueError(
            f'There are no questions of kind {kind!r} in split {split!r}: choose "description" or "quote", '
            'and "test" or "dev".'
        )
    known = _pages()[:among]
    first, last = _first(split)
    found = [q for q in made[kind](known) if first <= q.page < last]
    found.sort(key=lambda q: draw(f"question {known[q.page].title}"))
    return found[:n]


def _described(known: Sequence[Page]) -> list[Question]:
    alike: dict[str, set[int]] = defaultdict(set)
    for number, page in enumerate(known):
        alike[page.description.casefold()].add(number)
    return [
        Question(
            ASKED.get(page.topic, ANYTHING).format(page.description.rstrip(".")),
            number,
            frozenset(alike[page.description.casefold()]),
        )
        for number, page in enumerate(known)
        if page.description
    ]


def _quoted(known: Sequence[Page]) -> list[Question]:
    found = []
    for number, page in enumerate(known):
        sentences = SENTENCE_END.split(" ".join(page.text.split()))
        if len(page.text) > 450 and len(sentences) > 2 and 60 <= len(sentences[-1]) <= 240:
            found.append(Question(f'Where does it say: "{sentences[-1]}"', number, frozenset({number})))
    return found


NAME = r"[A-Z][\w'-]+"
NAMES = rf"{NAME}(?: (?:and )?{NAME})*"
PLACE = r"(?:state|province|region|prefecture|republic|island|county|canton|district)"
PATTERNS = (  # what a page says in so many words, and how one asks for it; {} is the title
    (
        re.compile(r"\b(?:of|in) the (?:\w+ )?family ([A-Z]\w+(?:dae|eae))\b"),
        "To which family does {} belong?",
    ),
    (
        re.compile(
            r"^[^.]*? is the capital(?: city)?(?: and (?:the )?(?:largest|most populous)[\w\s-]*?)? of "
            rf"(?:the )?(?:[\w ]*?\b{PLACE} of (?:the )?)?({NAMES})(?! {PLACE} of)[ ,.]"
        ),
        "What is {} the capital of?",
    ),
    (
        re.compile(
            rf"^[^.]*? is an? [^.]*?\b(?:film|series|sitcom) [^.]*?directed (?:and \w+ )?by ({NAME} {NAME})\b"
        ),
        "Who directed {}?",
    ),
    (
        re.compile(
            r"^[^.]*? (?:is|are) (?:an?|the) [^.]*?\b(?:novel|novella|play|poem|book|tragedy|comedy)\b[^.]*? "
            rf"by (?:[a-z ]*)(?:[A-Z]\w+(?:an|sh|ch) )?(?:[a-z]+ )*({NAME} {NAME})\b"
        ),
        "Who wrote {}?",
    ),
    (re.compile(r"^[^.]*?\batomic number (?:of )?(\d+)\b"), "What is the atomic number of {}?"),
)


def facts(n: int = 40, split: str = "test") -> list[Fact]:
    """n questions with a short answer, made of what a page says in so many words: a family, a capital, an author.

    split: "test" or "dev". About one page in twenty has such a sentence.
    """
    known = _pages()
    first, last = _first(split)
    found = []
    for number in range(first, last):
        page = known[number]
        text = " ".join(page.text.split())
        for pattern, asked in PATTERNS:
            hit = pattern.search(text)
            if hit and "virus" not in page.title:  # a virus is named with the family of its host
                found.append(Fact(asked.format(page.title), hit.group(1), number))
                break
    found.sort(key=lambda fact: draw(f"fact {fact.question}"))
    return found[:n]


# --- searching by words ---------------------------------------------------------------------------------------------


def tfidf(asked: Sequence[str], texts: Sequence[str], k: int = 10) -> Tensor:
    """Numbers of the k texts nearest to each question by TF-IDF and cosine, best first: (Q, k) int64."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    words = TfidfVectorizer(sublinear_tf=True, stop_words="english")
    table = words.fit_transform(texts)  # (N, words), rows of length one
    scores = torch.from_numpy((words.transform(asked) @ table.T).toarray())  # (Q, N)
    return scores.topk(k, dim=1).indices


def bm25(asked: Sequence[str], texts: Sequence[str], k: int = 10) -> Tensor:
    """Numbers of the k best texts for each question by BM25 (Robertson et al. 1994), best first: (Q, k) int64."""
    import bm25s

    quiet = {"stopwords": "en", "show_progress": False}
    index = bm25s.BM25()
    index.index(bm25s.tokenize(list(texts), **quiet), show_progress=False)
    places, _ = index.retrieve(bm25s.tokenize(list(asked), **quiet), k=k, show_progress=False)
    return torch.from_numpy(places.astype("int64"))


def nearest(asked: Tensor, table: Tensor, k: int = 10) -> Tensor:
    """Numbers of the k rows of table (N, D) nearest to each row of asked (Q, D) by cosine, best first: (Q, k) int64."""
    return (F.normalize(asked, dim=1) @ F.normalize(table, dim=1).T).topk(k, dim=1).indices
