"""Questions whose answer is a span of a text, or not in it: which of four articles is described?"""

import math
import re
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

from utils.corpora import articles
from utils.corpora.pairs import by_topic
from utils.corpora.tables import Rows, draw

PASSAGES = 4
CANDIDATES = 40
OPENING = 240  # characters of a summary, in whole sentences
SENTENCE_END = re.compile(r"(?<=[a-z0-9)\]\"”’]{2}[.!?])\s+(?=[A-Z])")
WORD = re.compile(r"\w\w+")


def splits(path: Path) -> dict[str, Rows]:
    """The rows of each split: one question an article whose opening names it."""
    dealt = articles.splits(path)
    similarity = Similarity(opening(row["extract"]) for row in dealt["train"])
    return {split: _questions(rows, similarity) for split, rows in dealt.items()}


def opening(extract: str) -> str:
    """The first sentence of a summary, and those after it as far as they fit in `OPENING` characters."""
    first, *others = SENTENCE_END.split(" ".join(extract.split()))
    for sentence in others:
        if len(first) + 1 + len(sentence) > OPENING:
            break
        first += " " + sentence
    return first


def named(title: str, text: str) -> re.Match[str] | None:
    """Where a text names an article, in large or small letters; (…) after a title is no part of the name."""
    name = re.sub(r" \([^()]*\)$", "", title)
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.I)


class Similarity:
    """Cosine of TF-IDF vectors, fitted on some texts (scikit-learn's defaults, smooth, sublinear)."""

    def __init__(self, texts: Iterable[str]) -> None:
        documents = [set(words(text)) for text in texts]
        counts = Counter(word for document in documents for word in document)
        self.idf = {word: math.log((1 + len(documents)) / (1 + n)) + 1 for word, n in counts.items()}
        self._vectors: dict[str, dict[str, float]] = {}

    def __call__(self, first: str, second: str) -> float:
        a, b = self._vector(first), self._vector(second)
        return sum(a[word] * b[word] for word in sorted(a.keys() & b.keys()))

    def _vector(self, text: str) -> dict[str, float]:
        if text not in self._vectors:
            self._vectors[text] = self._new_vector(text)
        return self._vectors[text]

    def _new_vector(self, text: str) -> dict[str, float]:
        counts = Counter(word for word in words(text) if word in self.idf)
        weights = {word: (1 + math.log(n)) * self.idf[word] for word, n in sorted(counts.items())}
        length = math.sqrt(sum(w * w for w in weights.values())) or 1.0
        return {word: weight / length for word, weight in weights.items()}


def words(text: str) -> list[str]:
    """Words of two letters or more, in small letters."""
    return WORD.findall(text.lower())


def _questions(rows: Rows, similarity: Similarity) -> Rows:
    """One question an article; a third of them, drawn by the title, have four other articles to look in."""
    found: Rows = []
    for group in by_topic(rows).values():
        group = [row | {"opening": opening(row["extract"])} for row in group]
        for i, row in enumerate(group):
            if named(row["title"], row["opening"]) and not named(row["title"], row["description"]):
                found.append(row | {"others": _others(row, group[i + 1 :] + group[:i], similarity)})
    found.sort(key=lambda row: draw(f"answerable {row['title']}"))
    made = [_question(row, i % 3 > 0, similarity) for i, row in enumerate(found)]
    return sorted(made, key=lambda question: draw(f"question {question['title']}"))


def _others(row: dict[str, str], group: Rows, similarity: Similarity) -> Rows:
    """Articles to stand beside one: of those that come next, the ones that TF-IDF finds nearest to its description.

    Left out are articles that are described alike, and those that name it.
    """
    fitting = (
        other
        for other in group
        if row["description"].casefold() != other["description"].casefold()
        and not named(row["title"], other["opening"])
    )
    near = sorted(islice(fitting, CANDIDATES), key=lambda o: -similarity(row["description"], o["opening"]))
    return near[:PASSAGES]


def _question(row: dict[str, Any], answerable: bool, similarity: Similarity) -> dict[str, Any]:
    chosen = [row, *row["others"][: PASSAGES - 1]] if answerable else row["others"]
    chosen = sorted(chosen, key=lambda article: draw(f"passage {row['title']} {article['title']}"))
    passages = [article["opening"] for article in chosen]
    answer, start, hard = "", -1, False
    if answerable:
        place = next(i for i, article in enumerate(chosen) if article["title"] == row["title"])
        match = named(row["title"], passages[place])
        assert match is not None
        answer, start = match[0], sum(len(passage) + 1 for passage in passages[:place]) + match.start()
        scores = [similarity(row["description"], passage) for passage in passages]
        hard = any(score >= scores[place] for i, score in enumerate(scores) if i != place)
    return {
        "title": row["title"],
        "topic": row["topic"],
        "question": f"Which one is this: {row['description']}?",
        "context": "\n".join(passages),
        "titles": [article["title"] for article in chosen],
        "answer": answer,
        "start": start,
        "hard": hard,
    }
