"""Tasks made of Wikipedia's summaries: which topic, and whether a description is true of a summary."""

from pathlib import Path

from utils.corpora import articles
from utils.corpora.tables import Rows, draw

TOPICS = (
    "Arts",
    "Biology and health sciences",
    "Everyday life",
    "Geography",
    "History",
    "Mathematics",
    "People",
    "Philosophy and religion",
    "Physical sciences",
    "Society and social sciences",
    "Technology",
)
"""The topics, in the order of their labels."""


def topic_splits(path: Path) -> dict[str, Rows]:
    """One row an article that has a topic."""
    return {
        split: [
            {column: row[column] for column in ("title", "extract", "topic")}
            | {"label": TOPICS.index(row["topic"])}
            for row in rows
            if row["topic"] in TOPICS
        ]
        for split, rows in articles.splits(path).items()
    }


def description_splits(path: Path) -> dict[str, Rows]:
    """Two rows an article: with its own description, and with one of the same topic and split."""
    return {split: _paired(rows) for split, rows in articles.splits(path).items()}


def by_topic(rows: Rows) -> dict[str, Rows]:
    """The articles of each topic that have a description, in an order of their own."""
    groups: dict[str, Rows] = {topic: [] for topic in TOPICS}
    for row in sorted(rows, key=lambda row: draw(f"pairs {row['title']}")):
        if row["topic"] in groups and row["description"]:
            groups[row["topic"]].append(row)
    return groups


def _paired(rows: Rows) -> Rows:
    """Every description once with its own summary and once with another: by itself it tells nothing."""
    found: Rows = []
    for group in by_topic(rows).values():
        for row, other in zip(group, _others(group)):
            found += [_pair(row, row), _pair(row, other)]
    return sorted(found, key=lambda pair: draw(f"pair {pair['title']} {pair['label']}"))


def _pair(row: dict[str, str], of: dict[str, str]) -> dict[str, object]:
    return {
        "title": row["title"],
        "topic": row["topic"],
        "summary": row["extract"],
        "description": of["description"],
        "described": of["title"],
        "label": int(row is of),
    }


def _others(group: Rows) -> Rows:
    """The same articles, moved so that none meets a description that reads like its own."""
    others = group[1:] + group[:1]
    for i, row in enumerate(group):
        if _alike(row, others[i]):
            for j in range(len(group)):
                if not _alike(row, others[j]) and not _alike(group[j], others[i]):
                    others[i], others[j] = others[j], others[i]
                    break
            else:
                raise ValueError(f"no other description of {row['topic']} fits {row['title']!r}")
    return others


def _alike(row: dict[str, str], other: dict[str, str]) -> bool:
    return row["description"].casefold() == other["description"].casefold()
