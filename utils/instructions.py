"""Instructions with answers that people wrote, as `datasets.DatasetDict` with splits train, validation and test.

Nothing here was written by a model. The answers are descriptions, topics and first sentences of Wikipedia's articles,
and glosses of WordNet; the questions around them are fixed sentences. A record is a chat:

    {"kind": "describe", "about": "Smelting", "messages": [
        {"role": "system", "content": "Answer in a few words."},
        {"role": "user", "content": "Describe Smelting.\\nSmelting is a process of applying heat and …"},
        {"role": "assistant", "content": "Use of heat and a reducing agent to extract metal from ore"}]}

Kinds
    describe    an article's title and first sentence → its short description
    chat        the same, then a second question: which topic? Two answers to learn from, not one
    topic       the first sentence → one of eleven topics
    introduce   title and description → the first sentence
    define      a word and a sentence that uses it → the gloss of that sense

Every article is in one kind and one split, that of `corpora.wikipedia()`; every word in that of `corpora.senses()`. The
system's line says how long an answer should be, so that a model that was not tuned is told as much as one that was.

Known faults, counted on the training split
    An answer may hold what the prompt does not: 21 % of the descriptions have a number that the first sentence
    lacks (years of birth and death above all), 26 % of their words are new. That teaches a model to invent.
    A description may be shared: 7 % of the test split's stand in the training split, too ("Genus of plants").
    Topics are unequal: 22 % are People, 2 % Mathematics; some texts fit two topics as well as one.
    Titles keep what sets them apart, "Mercury (planet)"; a few first sentences have a hole where a formula stood.
    "introduce" asks for facts that a small model cannot know. What it learns there is the form.
    Glosses are those of one dictionary: small letters, no full stop, several half-synonyms with semicolons.
    All of it is encyclopedic English. Nobody asks for help, disagrees, jokes, or has to be refused.

    python -m utils.instructions            a page of samples, and how many records there are of each kind
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from utils import corpora
from utils.corpora.pairs import TOPICS
from utils.corpora.spans import SENTENCE_END
from utils.corpora.tables import SPLITS, draw

if TYPE_CHECKING:
    from datasets import DatasetDict

Message = dict[str, str]
Record = dict[str, Any]

KINDS = ("describe", "chat", "topic", "introduce", "define")
SHARES = ("describe",) * 5 + ("chat", "topic", "introduce")  # of eight articles
LONGEST, SHORT = (
    160,
    60,
)  # characters of a first sentence, and of a short answer: 96 tokens in all, with few exceptions
WORDS = 1000  # definitions in the training split, and a tenth of it in the others

BRIEFLY, SENTENCE = "Answer in a few words.", "Answer in one sentence."


def load(kinds: Sequence[str] = KINDS, quiet: bool = False) -> DatasetDict:
    """The records of some kinds, in shuffled order, so that any first part is a fair sample.

    Columns: kind, about (title or word), messages (role and content; the last is the assistant's).
    kinds: of `KINDS`; without "define" WordNet is not fetched. quiet: do not show whose texts these are.
    The tables under it are cached by `utils.corpora`; what is made of them here takes a second and is kept in memory.
    Raises utils.assets.AssetError.
    """
    import datasets

    unknown = sorted(set(kinds) - set(KINDS))
    if unknown:
        raise ValueError(f"There is no kind {unknown[0]!r}; there are {', '.join(KINDS)}.")
    made = [_of_articles(quiet)] if set(kinds) - {"define"} else []
    made += [_of_words(quiet)] if "define" in kinds else []
    found = datasets.DatasetDict()
    for split in SPLITS:
        rows = [row for part in made for row in part[split] if row["kind"] in kinds]
        rows.sort(key=lambda row: draw(f"instruction {row['kind']} {row['about']}"))
        found[split] = datasets.Dataset.from_list(rows)
    return found


def prompt(messages: Sequence[Message]) -> list[Message]:
    """A chat without its last answer: what a model is asked."""
    return list(messages[:-1])


def reply(messages: Sequence[Message]) -> str:
    """The last answer: what a person wrote."""
    return messages[-1]["content"]


@cache
def _of_articles(quiet: bool) -> dict[str, list[Record]]:
    whole: Any = corpora.wikipedia(quiet)
    return {split: list(article_records(whole[split])) for split in SPLITS}


@cache
def _of_words(quiet: bool) -> dict[str, list[Record]]:
    whole: Any = corpora.senses(quiet)
    limits = {"train": WORDS, "validation": WORDS // 10, "test": WORDS // 10}
    return {split: word_records(whole[split], limits[split]) for split in SPLITS}


def article_records(rows: Iterable[Record]) -> Iterable[Record]:
    """One record an article, of a kind drawn by its title; those that are too long or lack something are left out.

    rows: with title, extract, description and topic.
    """
    for row in rows:
        opening = SENTENCE_END.split(" ".join(row["extract"].split()))[0]
        if not row["description"] or row["topic"] not in TOPICS:
            continue
        if len(opening) > LONGEST or len(row["description"]) > SHORT:
            continue
        kind = SHARES[int(draw(f"kind {row['title']}"), 16) % len(SHARES)]
        yield {"kind": kind, "about": row["title"], "messages": _article(kind, row, opening)}


def word_records(rows: Iterable[Record], limit: int) -> list[Record]:
    """One record a word, for the first so many words.  rows: with lemma, example, gloss and label."""
    found: dict[str, Record] = {}
    for row in rows:
        word = row["lemma"].replace("_", " ")
        if row["label"] == 1 and word not in found and len(row["gloss"]) <= SHORT:
            asked = f'What does "{word}" mean here?\n{row["example"]}'
            found[word] = {"kind": "define", "about": word, "messages": _chat(BRIEFLY, asked, row["gloss"])}
        if len(found) == limit:
            break
    return list(found.values())


def _article(kind: str, row: Record, opening: str) -> list[Message]:
    describe = (f"Describe {row['title']}.\n{opening}", row["description"])
    if kind == "describe":
        return _chat(BRIEFLY, *describe)
    if kind == "chat":
        return _chat(BRIEFLY, *describe, "Which topic does it belong to?", row["topic"])
    if kind == "topic":
        return _chat(BRIEFLY, f"Which topic does this belong to?\n{opening}", row["topic"])
    asked = f"Write how an article on {row['title']} begins: {row['description']}."
    return _chat(SENTENCE, asked, opening)


def _chat(system: str, *turns: str) -> list[Message]:
    """The system's line, then questions and answers in turn."""
    roles = ("user", "assistant") * (len(turns) // 2)
    said = [{"role": role, "content": text} for role, text in zip(roles, turns, strict=True)]
    return [{"role": "system", "content": system}, *said]


def sample_page(data: DatasetDict, each: int = 2) -> str:
    """How many records there are, and some of each kind from the training split, to be read."""
    lines = []
    for split, part in data.items():
        counts = Counter(part["kind"])
        lines.append(
            f"{split}: {len(part):,} records ({', '.join(f'{n:,} {kind}' for kind, n in counts.items())})"
        )
    train: Any = data["train"]
    for kind in KINDS:
        for row in [row for row in train if row["kind"] == kind][:each]:
            lines += ["", f"— {kind} · {row['about']}"]
            lines += [f"{m['role'] + ':':<11}{m['content'].replace(chr(10), f'{chr(10)}           ')}"
                      for m in row["messages"]]  # fmt: skip
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Print a page of samples."""
    parser = argparse.ArgumentParser(
        prog="python -m utils.instructions", description="Show samples of the instructions."
    )
    parser.add_argument(
        "--kinds", nargs="+", choices=KINDS, default=KINDS, metavar="KIND", help="default: all"
    )
    parser.add_argument("--each", type=int, default=2, help="samples of each kind (default: 2)")
    options = parser.parse_args(arguments)
    print(sample_page(load(options.kinds), options.each))
    return 0


if __name__ == "__main__":
    sys.exit(main())
